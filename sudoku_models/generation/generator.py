"""Generate puzzles: a random full grid, from which givens are removed while the solution stays unique.

The reduction does not depend on the solver, because each of its tests has only one answer. The full grid does, and is
found by one thread with a fixed seed. So a seed gives the same puzzle on every run, with the same versions of the
libraries.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..certificates import verified_certificate
from ..errors import CertificateError, DisagreementError, InputError
from ..explain import difficulty
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.puzzle import Grid
from ..puzzles.values import is_integer, short_repr
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, check_time_limit, deadline_of
from ..solvers import INTERRUPTED, Status
from .grids import random_grid
from .kinds import board_for, draw_rules, requested_kinds
from .reduction import Reduction
from .request import Request
from .results import Generated
from .rule_reduction import RuleReduction

__all__ = ["generate", "generate_many"]

SHARE_OF_ATTEMPTS = 0.8
"""The share of the time limit for attempts; the rest is for the confirmation and the rating."""
BOARDS = 20
"""Boards with random regions to try, as some have no full grid."""
SECONDS_TO_RATE = 1.0
"""The largest time for the rating of a hard puzzle, less where the time limit leaves less. Half of those with further
units, and all of the usual 9x9 ones that were measured, take less."""
LARGEST_HARD_RATED = 12
"""On larger boards the rating of a hard puzzle takes minutes, so it is not begun."""

Progress = Callable[[str], None]
"""Called with the current activity."""


def generate(
    size: int | Board = 9,
    level: str | None = None,
    seed: int | str | None = None,
    symmetric: bool = False,
    minimal: bool = False,
    clues: int | None = None,
    time_limit: float | None = 60.0,
    attempts: int = 200,
    rated: bool = True,
    progress: Progress | None = None,
    certify: bool = False,
    board: Board | None = None,
    rules: str | Iterable[str] | Mapping[str, int | float | None] | None = None,
    minimal_rules: bool = False,
) -> Generated:
    """Generate a puzzle with exactly one solution.

    Args:
        size: The number of digits, such as 4, 6, 9, 12, 16 or 25, or a board.
        level: "easy", "medium" or "hard"; see `difficulty.level`. When left out, only the solution has to be unique.
        seed: A number or a text; None means a random one, which is in the result.
        symmetric: Whether the cells of the givens must be symmetric under a half turn of the board.
        minimal: Whether every given must be needed: without it there would be a second solution.
        clues: The number of givens, also 0 for a board with rules; None means as few as the random order allows.
        time_limit: Seconds for everything: attempts, confirming and rating; None means no limit. A result that the
            limit cut short may differ between runs, and says so.
        attempts: The largest number of full grids to try until the request is met.
        rated: Whether to rate the puzzle too; see `difficulty.rate`. The rating of a hard puzzle is given up after a
            second, and not begun on boards larger than 12x12.
        progress: Called with the current activity.
        certify: Whether to attach a certificate that the solution is unique, which is verified here; without one in
            time, the request is not met.
        board: The board, instead of `size`. It may have rules, such as `Board.of_size(9).with_rules(AntiKnight())`.
        rules: Kinds of rules to draw, by their names in `generation.KINDS`: "killer", or several as in
            "thermometer, kropki". With an amount: "thermometer:5" or {"thermometer": 5} for at most five of them,
            "thermometer:40%" or 0.4 for that share of the cells, or of the places for marks and clues.
        minimal_rules: Whether every rule that was drawn must be needed as well, with the remaining givens.

    Returns:
        The puzzle, or the nearest one when the request was not met; see `met` and `reason`. Every returned puzzle
        has exactly one solution: the reduction proves it, and a second method confirms it (see `Generated.proof`).

    Raises:
        InputError: When no such puzzle exists, or an argument is invalid.

    >>> made = generate(9, "medium", seed=1)
    >>> made.met, made.level, made.reason
    (True, 'medium', 'as requested, after 1 attempt')
    >>> generate(9, "medium", seed=1) == made
    True
    >>> made.proof
    'hidden and naked singles lead to the solution, so that every digit is forced'
    >>> print(generate(4, rules="killer", clues=0, seed=1).title)
    6 killer cages, 0 givens, seed 1
    """
    watch = Stopwatch()
    if board is None:
        board = size if isinstance(size, Board) else Board.of_size(size)
    elif not isinstance(board, Board):
        raise InputError(f"the board must be a Board, such as Board.of_size(9), not {short_repr(board)}")
    request = Request(board, level, symmetric, minimal, clues, requested_kinds(rules), minimal_rules)
    check_time_limit(time_limit)
    check_at_least_one(attempts, "attempts")
    seed = _seed(seed)
    rng = random.Random(str(seed))
    with deadline_of(time_limit) as deadline:
        best, tried, is_up = _attempts(request, rng, attempts, deadline, progress)
        made = _result(best, str(seed), tried, is_up, rated, deadline)
        if certify and made.puzzle:
            made = _certified(made, deadline)
    return replace(made, seconds=watch())


def _attempts(
    request: Request, rng: random.Random, attempts: int, deadline: Deadline, progress: Progress | None
) -> tuple[Reduction | None, int, bool]:
    """The best reduction, the number of attempts that were made, and whether the time for them ran out."""
    left = deadline.left()
    best: Reduction | None = None
    attempt, is_up = 0, False
    with deadline_of(None if left is None else SHARE_OF_ATTEMPTS * left) as until:
        while attempt < attempts and not is_up and not (best and not best.missed):
            attempt += 1
            if progress:
                progress(f"attempt {attempt}")
            reduction = None
            try:
                reduction = _reduction(request, rng, until)
                reduction.run()
            except TimeLimit:
                is_up = True
            if reduction:
                reduction.judge()
                best = reduction if best is None else min(best, reduction, key=lambda each: each.distance)
    return best, attempt, is_up


def _reduction(request: Request, rng: random.Random, deadline: Deadline) -> Reduction:
    """A random full grid, and the rules that are drawn for it, to be reduced."""
    grid = _random_grid(request, rng, deadline)
    request = replace(request, board=grid.board)
    if not request.has_rules:
        return Reduction(request, grid, rng, deadline)
    drawn = draw_rules(request.rules, grid, rng, most=request.clues == 0)
    return RuleReduction(request, grid, drawn, rng, deadline)


def _random_grid(request: Request, rng: random.Random, deadline: Deadline) -> Grid:
    for left in range(BOARDS - 1, -1, -1):
        try:
            return random_grid(board_for(request.rules, request.board, rng), rng, deadline)
        except InputError:
            if not left or not request.has_random_board:
                raise
    raise AssertionError("the loop has ended")


def generate_many(
    count: int, size: int | Board = 9, level: str | None = None, seed: int | str | None = None, **request: Any
) -> Iterator[Generated]:
    """Generate several puzzles. The second puzzle of seed 42 has the seed "42.2", and so on.

    Args:
        count: The number of puzzles.
        size, level, seed, request: As in `generate`; limits are for each puzzle.

    >>> [made.seed for made in generate_many(3, 4, seed=42)]
    ['42', '42.2', '42.3']
    >>> *_, last = generate_many(3, 4, seed=42)
    >>> last == generate(4, seed="42.3")
    True
    """
    check_at_least_one(count, "puzzles")
    seed = _seed(seed)
    for k in range(1, count + 1):
        yield generate(size, level, f"{seed}.{k}" if k > 1 else seed, **request)


def _result(
    best: Reduction | None, seed: str, attempts: int, is_up: bool, rated: bool, deadline: Deadline
) -> Generated:
    late = "the time limit was reached"
    proof = _proof(best, deadline) if best else ""
    if best and not proof and best.fall_back():
        is_up, proof = True, _proof(best, deadline)
    if best is None or not proof:
        what = "before the first full grid was found" if best is None else "before the uniqueness was confirmed"
        return Generated(None, None, seed, None, None, False, None, None, f"{late} {what}", "", attempts)
    tries = f"{attempts} attempt{'s' * (attempts > 1)}"
    if best.missed:
        why = f"{late} after {tries}" if is_up else f"{tries} were not enough" if attempts > 1 else "one attempt failed"
        met, reason = (None if is_up else False), f"{'; '.join(best.missed)}: {why}"
    elif is_up and best.request.clues is None:
        met, reason = None, f"{late} before all givens were tried, so more could go"
    else:
        met, reason = True, f"as requested, after {tries}"
    return Generated(
        best.puzzle,
        best.grid,
        seed,
        best.level or None,
        _rating(best, deadline) if rated else None,
        best.is_symmetric,
        best.minimal,
        met,
        reason,
        proof,
        attempts,
        best.minimal_rules,
    )


def _proof(reduction: Reduction, deadline: Deadline) -> str:
    """A second proof of uniqueness, independent of the reduction; empty when there was no time for it."""
    if reduction.request.has_rules:
        return _confirmed(reduction, deadline, ("all_different", "cpsat", "cpsat"), "Glucose", "CP-SAT")
    if reduction.level != "hard":
        singles = "hidden singles" if reduction.level == "easy" else "hidden and naked singles"
        return f"{singles} lead to the solution, so that every digit is forced"
    return _confirmed(reduction, deadline, ("assignment_reduced", "pulp", "highs"), "CP-SAT", "HiGHS")


def _confirmed(reduction: Reduction, deadline: Deadline, how: tuple[str, str, str], first: str, second: str) -> str:
    """The proof by another solver, which gets the rules in another form; empty when there was no time.

    Args:
        reduction: The puzzle and its solution.
        deadline: When to stop.
        how: The formulation, the backend and the solver that confirm.
        first, second: What the solver of the reduction and the one that confirms are called.
    """
    formulation, backend, solver = how
    try:
        deadline.check()
        model = build(reduction.puzzle, formulation, backend)
        model.exclude(reduction.grid)
        outcome = model.run(solver, deadline.left())
    except TimeLimit:
        return ""
    if outcome.stopped_by == INTERRUPTED:
        raise KeyboardInterrupt
    if outcome.status is Status.SOLVED:
        other = model.grid_of(outcome, solver)
        raise DisagreementError(f"{first} says that this puzzle has one solution, but {second} finds another:\n{other}")
    return f"{first}, confirmed by {second}" if outcome.status is Status.INFEASIBLE else ""


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


def _rating(reduction: Reduction, deadline: Deadline) -> float | None:
    """The rating; None when there is no time for it, or for a board with rules."""
    if reduction.request.has_rules:
        return None
    limits = [] if (left := deadline.left()) is None else [left]
    if reduction.level == "hard":
        limits.append(SECONDS_TO_RATE)
        if reduction.board.size > LARGEST_HARD_RATED:
            return None
    if 0 in limits:
        return None
    rating = difficulty.rate(reduction.puzzle, min(limits, default=None))
    return rating.rating if rating.solved else None


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


def check_at_least_one(number: int, what: str) -> None:
    """Refuse a number of attempts or of puzzles that is less than 1.

    Raises:
        InputError: When it is.
    """
    if not is_integer(number) or number < 1:
        raise InputError(f"the number of {what} must be at least 1, not {short_repr(number)}")
