"""Generate puzzles: a random full grid, from which givens are removed while the solution stays unique.

The reduction does not depend on the solver, because each of its tests has only one answer. The full grid does, and is
found by one thread with a fixed seed. So a seed gives the same puzzle on every run, with the same versions of the
libraries and the same solver: that of a browser tab is another one than that of an ordinary machine.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Unpack

from ..certificates import verified_certificate
from ..errors import CertificateError, DisagreementError, InputError, UnknownNameError
from ..explain import difficulty
from ..models.sudoku_model import build, needs_search, suited
from ..puzzles.board import Board
from ..puzzles.corpora import corpus
from ..puzzles.isomorphs import isomorph
from ..puzzles.puzzle import Puzzle
from ..puzzles.values import is_integer, short_repr
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, check_time_limit, deadline_of
from ..solvers import MILP, SAT, Feature, Status, find, having
from .kinds import board_for
from .reduction import Reduction, check_ended, random_grid
from .request import Generated, Options, Request, check_at_least_one
from .shipped import copy_of_shipped

SHARE_OF_ATTEMPTS = 0.8
"""The share of the time limit for attempts; the rest is for the confirmation and the rating."""
BOARDS = 20
"""Boards with random regions to try, as some have no full grid."""
SECONDS_TO_RATE = 3.0
"""The largest time for the rating of a puzzle that singles and locked candidates do not solve, less where the time
limit leaves less. Half of those with further units, and all of the usual 9x9 ones that were measured, take less."""
LARGEST_HARD_RATED = 12
"""On larger boards the rating of such a puzzle takes minutes, so it is not begun."""
HARDEST = "extreme"
"""Of the puzzles that are left when givens are removed at random, 1 to 2 % have this level."""
ISOMORPHS = 3
"""Published puzzles to try for this level, when the attempts were not enough."""
MEANS = {"beginner": "hidden singles", "easy": "hidden singles", "medium": "singles and locked candidates"}
"""The steps that solve the puzzles of a level."""

Progress = Callable[[str], None]
"""Called with the current activity."""


def generate(
    board: int | Board = 9,
    level: str | None = None,
    seed: int | str | None = None,
    time_limit: float | None = 60.0,
    progress: Progress | None = None,
    **options: Unpack[Options],
) -> Generated:
    """Generate a puzzle with exactly one solution.

    Args:
        board: The number of digits, such as 4, 6, 9, 12, 16 or 25, or a board, also one with rules, such as
            `Board.of_size(9).with_rules(AntiKnight())`.
        level: One of `difficulty.LEVELS`, where it is measured: see `difficulty.levels_on`. Puzzles for beginners are
            symmetric, with about 35 givens. When left out, only the solution has to be unique. With one kind of rules
            the puzzle is a copy of a shipped one, turned or reflected; see `shipped.levels_of`.
        seed: A number or a text; None means a random one, which is in the result.
        time_limit: Seconds for everything: attempts, confirming and rating; None means no limit. A result that the
            limit cut short may differ between runs, and says so.
        progress: Called with the current activity.
        options: Any of the following, by name.
        symmetric: Whether the cells of the givens must be symmetric under a half turn of the board.
        minimal: Whether every given must be needed: without it there would be a second solution.
        clues: The number of givens, also 0 for a board with rules; None means as few as the random order allows.
        rules: Kinds of rules to place, by their names in `generation.KINDS`: "killer", or several as in "thermometer,
            kropki"; "classic" means none. With an amount: "thermometer:5" for at most five of them, "thermometer:40%"
            for that share of the cells, or of the places for marks and clues.
        minimal_rules: Whether every rule that was placed must be needed as well, with the remaining givens.
        attempts: The largest number of full grids to try until the request is met; 200 by default.
        rated: Whether to rate the puzzle too, the default; see `difficulty.rate`. The rating of a hard puzzle is given
            up after three seconds, and not begun on boards larger than 12x12.
        certify: Whether to attach a certificate that the solution is unique, which is verified here; without one in
            time, the request is not met.

    Returns:
        The puzzle, or the nearest one when the request was not met; see `met` and `reason`. Every returned puzzle
        has exactly one solution: the reduction finds it, and a second method confirms it (see `Generated.proof`).

    Raises:
        InputError: When no such puzzle exists, or an argument is invalid.

    >>> made = generate(9, "medium", seed=1)
    >>> made.met, made.level, made.reason
    (True, 'medium', 'as requested, after 2 attempts')
    >>> generate(9, "medium", seed=1) == made
    True
    >>> made.proof
    'singles and locked candidates lead to the solution, so that every digit is forced'
    >>> print(generate(4, rules="killer", clues=0, seed=1).title)
    6 killer cages, 0 givens, seed 1
    """
    watch = Stopwatch()
    UnknownNameError.check("option", options, Options.__annotations__)
    request = Request(board if isinstance(board, Board) else Board.of_size(board), level, **options)
    check_time_limit(time_limit)
    seed = _seed(seed)
    rng = random.Random(str(seed))
    with deadline_of(time_limit) as deadline:
        if request.kinds and request.level:
            made = _copied(request.rules, request.board.size, request.level, str(seed))
        else:
            best, tried, is_up = _attempts(request, rng, deadline, progress)
            made = _result(best, str(seed), tried, is_up, deadline)
        if request.certify and made.puzzle:
            made = _certified(made, deadline)
    return replace(made, seconds=watch())


def generate_many(
    count: int, board: int | Board = 9, level: str | None = None, seed: int | str | None = None, **options: Any
) -> Iterator[Generated]:
    """Generate several puzzles. The second puzzle of seed 42 has the seed "42.2", and so on.

    Args:
        count: The number of puzzles.
        board, level, seed, options: As in `generate`; limits are for each puzzle.

    >>> [made.seed for made in generate_many(3, 4, seed=42)]
    ['42', '42.2', '42.3']
    >>> *_, last = generate_many(3, 4, seed=42)
    >>> last == generate(4, seed="42.3")
    True
    """
    check_at_least_one(count, "puzzles")
    seed = _seed(seed)
    for k in range(1, count + 1):
        yield generate(board, level, f"{seed}.{k}" if k > 1 else seed, **options)


def _copied(kind: str, size: int, level: str, seed: str) -> Generated:
    """A symmetric copy of a shipped puzzle, whose level is measured; no solver is called."""
    puzzle, solution, name = copy_of_shipped(kind, size, level, random.Random(seed))
    return Generated(
        puzzle,
        solution,
        seed,
        level,
        met=True,
        reason=f"as requested: a symmetric copy of {name}, of the same level",
        proof=f"the solution of {name} is the only one, which two independent solvers have confirmed",
    )


def _attempts(
    request: Request, rng: random.Random, deadline: Deadline, progress: Progress | None
) -> tuple[Reduction | None, int, bool]:
    """The best reduction, the number of attempts that were made, and whether the time for them ran out."""
    left = deadline.left()
    best: Reduction | None = None
    attempt, is_up = 0, False
    with deadline_of(None if left is None else SHARE_OF_ATTEMPTS * left) as until:
        while attempt < request.attempts and not is_up and not (best and not best.missed):
            attempt += 1
            report = partial(_report, progress or (lambda _: None), attempt)
            report()
            reduction = None
            try:
                reduction = _reduction(request, rng, until)
                reduction.run(report)
            except TimeLimit:
                is_up = True
            if reduction:
                reduction.judge(in_time=not is_up)
                best = reduction if best is None else min(best, reduction, key=lambda each: each.distance)
    if best and best.missed and (known := _isomorph(request, rng, deadline)):
        best, is_up = known, False
    return best, attempt, is_up


def _report(progress: Progress, attempt: int, givens: int | None = None) -> None:
    progress(f"attempt {attempt}" + (f", {givens} givens left" if givens is not None else ""))


def _isomorph(request: Request, rng: random.Random, deadline: Deadline) -> Reduction | None:
    """An isomorph of a published puzzle that is as requested, for the level that few attempts reach; else None."""
    has_published = request.board == Board.of_size(9) and not request.kinds
    if request.level != HARDEST or not has_published or request.symmetric or request.clues is not None:
        return None
    entries = [entry for entry in corpus("rated").entries if (entry.rating or 0.0) >= difficulty.LEVELS[HARDEST].lowest]
    for entry in rng.sample(entries, ISOMORPHS):
        if deadline.is_over or entry.solution is None:
            return None
        seed = rng.randrange(1, 1_000_000)
        solved = isomorph(Puzzle(request.board, entry.solution.values), seed)
        reduction = Reduction(request, solved.as_grid(), rng, deadline)
        try:
            if reduction.take(isomorph(entry.puzzle, seed).values, entry.name):
                return reduction
        except TimeLimit:
            return None
    return None


def _reduction(request: Request, rng: random.Random, deadline: Deadline) -> Reduction:
    """A random full grid with placed rules, to be reduced; a random board without a full grid is made anew."""
    for left in range(BOARDS - 1, -1, -1):
        board = board_for(request.kinds, request.board, rng)
        try:
            grid = random_grid(board, rng, deadline)
        except InputError:
            if not left or not any(each.name == "jigsaw" for each in request.kinds):
                raise
        else:
            return Reduction(replace(request, board=board), grid, rng, deadline)
    raise AssertionError("the loop has ended")


def _result(best: Reduction | None, seed: str, attempts: int, is_up: bool, deadline: Deadline) -> Generated:
    late = "the time limit was reached"
    proof = _proof(best, deadline) if best else ""
    if best and not proof and best.fall_back():
        is_up, proof = True, _proof(best, deadline)
    if best is None or not proof:
        what = "before the first full grid was found" if best is None else "before the uniqueness was confirmed"
        return Generated(seed=seed, reason=f"{late} {what}", attempts=attempts)
    tries = f"{attempts} attempt{'s' * (attempts > 1)}"
    if best.missed:
        why = f"{late} after {tries}" if is_up else f"{tries} were not enough" if attempts > 1 else "one attempt failed"
        met, reason = (None if is_up else False), f"{'; '.join(best.missed)}: {why}"
    elif is_up and best.request.clues is None:
        met, reason = None, f"{late} before all givens were tried, so more could go"
    elif best.source:
        met, reason = True, f"as requested: an isomorph of {best.source}, of the same level, after {tries}"
    else:
        met, reason = True, f"as requested, after {tries}"
    rating = _rating(best, deadline)
    return Generated(
        best.puzzle,
        best.grid,
        seed,
        best.level or (rating.level if rating else None),
        rating.rating if rating and rating.solved else None,
        best.is_symmetric,
        best.minimal,
        met,
        reason,
        proof,
        attempts,
        best.minimal_rules,
    )


def _proof(reduction: Reduction, deadline: Deadline) -> str:
    """What confirms the uniqueness, independent of the reduction; empty when there was no time for it."""
    if not reduction.request.has_rules and (simple := difficulty.simple_level(reduction.puzzle)):
        return f"{MEANS[simple]} lead to the solution, so that every digit is forced"
    try:
        return _confirmed(reduction, deadline)
    except (TimeLimit, CertificateError):
        return ""


def _confirmed(reduction: Reduction, deadline: Deadline) -> str:
    """What confirms it: a solver of another paradigm than Glucose, with the rules in another form; else a certificate.

    Raises:
        TimeLimit, CertificateError: When there was no time.
    """
    wanted = Feature.LOGIC if needs_search(reduction.puzzle) else Feature.CONTINUOUS  # as for any such puzzle
    deadline.check()
    solver = next(chain(having(wanted, other_than=SAT), having(other_than=SAT)), None)
    if solver is None:
        verified_certificate(reduction.puzzle, [reduction.grid], deadline)
        return "Glucose, confirmed by a certificate that is verified"
    formulation, backend = suited(solver)
    if find(solver).paradigm == MILP and not reduction.request.has_rules:
        formulation = "assignment_reduced"
    model = build(reduction.puzzle, formulation, backend)
    model.exclude(reduction.grid)
    outcome = model.run(solver, deadline.left())
    check_ended(outcome)
    title = find(solver).facts(backend).engine
    if outcome.status is Status.SOLVED:
        other = model.solution_of(outcome.values, solver)
        raise DisagreementError(f"Glucose says that this puzzle has one solution, but {title} finds another:\n{other}")
    return f"Glucose, confirmed by {title}"


def _certified(made: Generated, deadline: Deadline) -> Generated:
    """The same result with a certificate; the request is not met without one."""
    assert made.puzzle is not None
    assert made.solution is not None
    try:
        certificate = verified_certificate(made.puzzle, [made.solution], deadline)
    except CertificateError:
        reason = f"{made.reason}; the time limit was reached before the uniqueness was certified"
        return replace(made, met=None, reason=reason)
    return replace(made, certificate=certificate, proof=f"{made.proof}; certified and verified")


def _rating(reduction: Reduction, deadline: Deadline) -> difficulty.Rating | None:
    """The rating; None when it is not requested, when there is no time for it, or for a board with rules."""
    if reduction.request.has_rules or not reduction.request.rated:
        return None
    limits = [] if (left := deadline.left()) is None else [left]
    if difficulty.simple_level(reduction.puzzle) is None:
        limits.append(SECONDS_TO_RATE)
        if reduction.board.size > LARGEST_HARD_RATED:
            return None
    if 0 in limits:
        return None
    return difficulty.rate(reduction.puzzle, min(limits, default=None))


def _seed(seed: int | str | None) -> int | str:
    """The seed, or a random one.

    Raises:
        InputError: When it is neither a number nor a text.
    """
    if seed is None:
        return random.SystemRandom().randrange(1_000_000)
    if not (is_integer(seed) or isinstance(seed, str)):
        raise InputError(f"the seed must be an integer or a string, not {short_repr(seed)}")
    return seed
