"""Solving the puzzle with any model and solver, comparing two of them, local search, explaining, and the difficulty."""

import time
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from ..errors import InputError, SudokuModelsError, UnknownNameError
from ..explain import BY, Explanation, difficulty, explain
from ..inference.local_search import Approximation, local_search
from ..models.counting import Configuration
from ..models.counting import solve as solve_puzzle
from ..models.results import Answer, Stats
from ..models.sudoku_model import SudokuModel
from ..puzzles.puzzle import Puzzle
from ..puzzles.values import short_repr
from ..solvers import Status
from .hints import WrongDigits, count_hint, look_for_wrong, show_wrong_first, wrong_if_any
from .messages import Message, capital, plural
from .requests import MOST_COSTS, About
from .runner import Post
from .session import GameSession
from .view import ExplainedPath

PARTS = ("formulation", "backend", "solver", "rewrite")
"""The parts of a configuration."""
MOST_ROWS = 12
EXPLAIN_SECONDS = 60.0
"""The time for a whole explanation, if no other is given."""


class Failed(NamedTuple):
    """A side of a comparison without an answer: its configuration, and why."""

    configuration: str
    reason: str


# -- tasks, in the worker process -------------------------------------------------------------------------------------


def solved(post: Post, puzzle: Puzzle, configuration: dict[str, Any], time_limit: float) -> Answer:
    """Find a solution, by any formulation, backend, rewrite and solver."""

    def built(model: SudokuModel) -> None:
        post({"variables defined": len(model.m.variables)})

    return solve_puzzle(puzzle, **configuration, time_limit=time_limit, built=built)


def compared(
    post: Post, position: Puzzle, sides: list[dict[str, Any]], time_limit: float
) -> tuple[Answer | Failed, Answer | Failed]:
    """The answers of two configurations, one after the other, each with its share of the time limit."""
    found: list[Answer | Failed] = []
    for side in sides:
        name = " x ".join(side[part] or f"usual {part}" for part in PARTS[:3])
        post({"doing": f"solving by {name}"})
        try:
            found.append(solve_puzzle(position, **side, time_limit=time_limit / len(sides)))
        except SudokuModelsError as error:
            found.append(Failed(name, str(error)))
    return found[0], found[1]


def searched(post: Post, puzzle: Puzzle, method: str, seed: int, time_limit: float) -> Approximation:
    """Run a local search, and post the lowest cost."""
    return local_search(
        puzzle, method, seed, time_limit, progress=lambda steps, lowest: post({"steps": steps, "lowest": lowest})
    )


def explained(
    post: Post, puzzle: Puzzle, position: Puzzle, by: str, time_limit: float = 60.0
) -> Explanation | WrongDigits:
    """All steps from a position, as far as the time allows. If digits are wrong, only these."""
    until = time.monotonic() + time_limit
    wrong = wrong_if_any(post, puzzle, position, time_limit)
    if wrong.prevents_steps:
        return wrong
    left = max(until - time.monotonic(), 0.1)
    return explain(position, by, progress=lambda steps: post({"steps": steps}), time_limit=left)


def rated(post: Post, puzzle: Puzzle, time_limit: float) -> difficulty.Rating:
    """Rate the difficulty of a puzzle."""
    return difficulty.rate(puzzle, time_limit)


# -- requests ---------------------------------------------------------------------------------------------------------


def solve(
    session: GameSession,
    formulation: str | None = None,
    backend: str | None = None,
    solver: str | None = None,
    rewrite: str | None = None,
    time_limit: float = 60.0,
    so_far: bool = False,
) -> None:
    """Solve the puzzle or the position, and report the size of the model and the times."""
    session.game.check_not_locked()
    about, puzzle = _start(session, so_far)
    parts = (formulation, backend, solver, rewrite)
    what = f"solving by {Configuration.usual(puzzle, *parts).solver}"
    chosen, show = _configuration(dict(zip(PARTS, parts, strict=True))), partial(_show_answer, session, so_far)
    session.ask(solved, what, show, time_limit, about, puzzle=puzzle, configuration=chosen)


def _start(session: GameSession, so_far: bool) -> tuple[About, Puzzle]:
    return ("position", session.game.position) if so_far else ("puzzle", session.game.puzzle)


def _show_answer(session: GameSession, so_far: bool, answer: Answer) -> None:
    session.report = {**session.report, "rows": [*session.report["rows"], _row(answer)][-MOST_ROWS:]}
    name = _name(answer)
    if answer.grid:
        times = f" in {duration(seconds_of(answer.stats))}" if session.hides_solution else ""
        session.fill(answer.grid.values, Message(f"Solved by {name}{times}; the grid was checked", "good"), "solve")
    elif answer.status is Status.INFEASIBLE:
        _show_none(session, name + " claims", so_far)
    else:
        session.say(Message(f"Not known: {name} stopped ({answer.reason})"))


def _show_none(session: GameSession, claim: str, so_far: bool) -> None:
    """Say that there is no solution; with the digits so far, also which are wrong, unless that is hidden."""
    if not so_far:
        session.say(Message(f"The puzzle (without your digits) has no solution, as {claim}", "bad"))
        return
    why = f"With the digits so far there is no solution, as {claim}"
    session.say(Message(why, "warning"))
    if not session.hides_solution:
        look_for_wrong(session, f"{why}. ")


def show_solution(session: GameSession, time_limit: float = 60.0) -> None:
    """Solve the puzzle in class; once it is solved, until another puzzle, the solution is not hidden."""
    session.leave_path()

    def show(answer: Answer) -> None:
        session.shows_solution = session.shows_solution or answer.grid is not None
        _show_answer(session, False, answer)

    puzzle = session.game.puzzle
    what = f"solving by {Configuration.usual(puzzle).solver}"
    session.ask(solved, what, show, time_limit, "puzzle", puzzle=puzzle, configuration={})


def compare(
    session: GameSession, left: dict[str, Any], right: dict[str, Any], time_limit: float = 60.0, so_far: bool = False
) -> None:
    """Request the comparison of two configurations on the puzzle; the rows come into the report.

    Args:
        session: The session.
        left, right: The configurations; what is missing or empty is the usual one for the puzzle.
        time_limit: Seconds for each.
        so_far: Whether they keep the digits so far; not while the solution is hidden, as in class: there "no solution"
            would tell that one is wrong, and any entry would end the comparison.

    Raises:
        InputError: When a side has an unknown part, or the limit is not possible.
    """

    def show(found: tuple[Answer | Failed, Answer | Failed]) -> None:
        session.report = {**session.report, "compared": dict(zip(("left", "right"), map(_row, found), strict=True))}
        if all(isinstance(each, Answer) and each.status is Status.INFEASIBLE for each in found):
            _show_none(session, "both claim", so_far)
        else:
            session.say(sentence(*found))

    so_far = so_far and not session.hides_solution
    about, position = _start(session, so_far)
    sides = [_configuration(side) for side in (left, right)]
    session.ask(compared, "the comparison", show, 2 * time_limit, about, position=position, sides=sides)


def _configuration(parts: Mapping[str, Any]) -> dict[str, str | None]:
    """A configuration by its parts; None for what is missing or empty, which is the usual one for the puzzle.

    Raises:
        UnknownNameError, InputError: When a part has no possible name or value.
    """
    for name, value in parts.items():
        UnknownNameError.check("part of a configuration", [name], PARTS)
        if not isinstance(value or "", str):
            raise InputError(f"the {name} must be a name, not {short_repr(value)}")
    return {name: parts.get(name) or None for name in PARTS}


def search(session: GameSession, method: str = "annealing", seed: int = 1, time_limit: float = 20.0) -> None:
    """Look for a solution by local search; another seed may find another solution."""
    session.game.check_not_locked()
    puzzle, show = session.game.puzzle, partial(_show_search, session)
    session.ask(searched, f"searching by {method}", show, time_limit, "puzzle", puzzle=puzzle, method=method, seed=seed)


def _show_search(session: GameSession, found: Approximation) -> None:
    costs = [list(sample) for sample in found.samples]
    session.report = {**session.report, "costs": costs[:: -(-len(costs) // MOST_COSTS)]}
    if found.solved:
        message = Message(f"{capital(found.reason)} (seed {found.seed}, {found.seconds:.1f} s)", "good")
    else:
        why = found.reason.partition("; ")[2]
        message = Message(f"Approximate: cost {found.cost} (seed {found.seed}); {why}", "warning")
    session.fill(found.grid.values, message, "search")


def ask_explanation(
    session: GameSession, by: str = "techniques", whole: bool = True, time_limit: float = EXPLAIN_SECONDS
) -> None:
    """Request the explained path.

    Args:
        session: The session.
        by: The method, one of `explain.BY`.
        whole: From the givens; else from the position, unless a digit in it is wrong.
        time_limit: Seconds; after that it ends with what is known.
    """
    UnknownNameError.check("method of explanation", [by], BY)
    game = session.game
    about, start = _start(session, not whole)
    show = partial(_show_explanation, session, by)
    session.ask(explained, "the explanation", show, time_limit, about, puzzle=game.puzzle, position=start, by=by)


def _show_explanation(session: GameSession, by: str, found: Explanation | WrongDigits) -> None:
    if isinstance(found, WrongDigits):
        show_wrong_first(session, found)
        return
    count_hint(session, "explanation", found.puzzle, by)
    path = ExplainedPath(found, by, session.symbols)
    session.open_path(path)
    steps = plural(len(found.steps), "step")
    solved = Message(f"The whole solution in {steps}", "good")
    session.say(solved if found.solved else Message(f"{steps} of an explanation. {path.reason}", "warning"))


def rate(session: GameSession, time_limit: float = 30.0) -> None:
    """Rate the difficulty of the puzzle."""

    def show(rating: difficulty.Rating) -> None:
        if rating.level:
            session.game.level = rating.level
        said = f"The puzzle is {rating}" if rating.level else f"Its level is not known: {rating}"
        scale = ", on the scale of Sudoku Explainer" if rating.is_on_published_scale else ""
        session.say(Message(f"{said}{scale}" + ("" if rating.solved else f" ({rating.reason})")))

    session.ask(rated, "rating the puzzle", show, time_limit, "puzzle", puzzle=session.game.puzzle)


# -- rows and sentences -----------------------------------------------------------------------------------------------


def _row(found: Answer | Failed) -> dict[str, Any]:
    """A row of the table, with times in milliseconds; of a side without an answer, the reason."""
    if isinstance(found, Failed):
        nothing: dict[str, Any] = {"size": [None, None, None], "build": None, "translate": None, "solve": None}
        return {"configuration": found.configuration, "rewrite": "", "status": found.reason, **nothing, "search": ""}
    stats = found.stats
    return {
        "configuration": _name(found),
        "rewrite": stats.rewrite,
        "status": str(found.status),
        "size": [stats.variables, stats.constraints, stats.nonzeros],
        "build": 1e3 * stats.build_seconds,
        "translate": None if stats.translate_seconds is None else 1e3 * stats.translate_seconds,
        "solve": 1e3 * stats.solve_seconds,
        "search": ", ".join(f"{number:,} {name.replace('_', ' ')}" for name, number in stats.search.items()),
    }


def seconds_of(stats: Stats) -> float:
    """The time of a solve with everything: building, rewriting, translating and solving."""
    return stats.build_seconds + stats.rewrite_seconds + (stats.translate_seconds or 0.0) + stats.solve_seconds


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(0.0123), duration(2.5)
    ('12 ms', '2.5 s')
    """
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.0f} ms"


def sentence(left: Answer | Failed, right: Answer | Failed) -> Message:
    """Whether two answers agree, of which one found a solution. It names no winner, for one run is no measurement.

    >>> puzzle = "1... ..2. .3.. ...4"
    >>> print(sentence(solve_puzzle(puzzle), Failed("all_different x pyomo x magic", "magic is not installed")).text)
    all_different x pyomo x magic gave no answer: magic is not installed
    """
    if isinstance(left, Failed) or isinstance(right, Failed):
        failed = [each for each in (left, right) if isinstance(each, Failed)]
        return Message("; ".join(f"{each.configuration} gave no answer: {each.reason}" for each in failed), "warning")
    names = {each.status: _name(each) for each in (right, left)}
    if {*names} == {Status.SOLVED, Status.INFEASIBLE}:
        one, other = names[Status.SOLVED], names[Status.INFEASIBLE]
        return Message(f"They contradict each other: {one} found a solution, {other} says that there is none", "bad")
    unknown = [each for each in (left, right) if each.status is Status.UNKNOWN]
    if unknown:
        return Message(" and ".join(f"{_name(each)} did not finish ({each.reason})" for each in unknown), "warning")
    if left.grid == right.grid:
        return Message("Both found the same solution", "good")
    return Message("Both found a solution, but not the same one: there are several", "good")


def _name(answer: Answer) -> str:
    stats = answer.stats
    return f"{stats.formulation} x {stats.backend} x {stats.solver}"
