"""Explanations: the steps of a solution for a person to follow, each with the rules that it rests on.

There are four methods. Each is a package with a function `next_step(state) -> Step | None`, which returns the next
step from the remaining candidates. A method that can explain one cell directly also has `step_for(state, cell)`.

| by           | what a step is                                                            | package               |
|--------------|---------------------------------------------------------------------------|-----------------------|
| `techniques` | one of the named solving techniques, the easiest first                    | `techniques`          |
| `mus`        | a minimal set of rules and givens that cannot hold with another digit     | `minimal_sets`        |
| `smus`       | a smallest such set, proved by a SAT and a MILP solver                    | `smallest_sets`       |
| `lp`         | a weighted sum of the equations of `assignment` that excludes a candidate | `linear_certificates` |
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from ..errors import InputError, UnknownNameError
from ..puzzles.board import Cell
from ..puzzles.candidates import Candidates
from ..puzzles.puzzle import Puzzle
from ..puzzles.sources import PuzzleLike, as_puzzle
from ..puzzles.values import is_integer, short_repr
from ..runtime.interrupts import import_whole
from ..runtime.limits import TimeLimit, check_time_limit, deadline_of
from .step import ChainLink, Explanation, Step

__all__ = ["BY", "IN_WORDS", "Candidates", "ChainLink", "Explanation", "Step", "explain", "next_step"]

BY = ("techniques", "mus", "smus", "lp")
"""The methods of explanation."""
IN_WORDS = {
    "techniques": "techniques",
    "mus": "minimal sets of rules",
    "smus": "smallest sets of rules",
    "lp": "sums of equations",
}
"""What each method reasons by, in words."""

_PACKAGES = {"techniques": "techniques", "mus": "minimal_sets", "smus": "smallest_sets", "lp": "linear_certificates"}


def next_step(state: Candidates, by: str = "techniques", **options: Any) -> Step | None:
    """The next step from a state; None when this method finds no further step.

    Args:
        state: The remaining candidates.
        by: The method, one of `BY`.
        options: Passed to the method.

    Raises:
        UnknownNameError: When there is no such method.

    >>> step = next_step(Candidates.of(Puzzle.parse("12.. ..3. .... ....")))
    >>> step.name, step.puts
    ('hidden single', {(2, 4): 1})
    """
    found: Step | None = _function(by, "next_step")(state, **options)
    return found


def explain(
    puzzle: PuzzleLike,
    by: str = "techniques",
    cell: Cell | None = None,
    limit: int | None = None,
    progress: Callable[[int], None] | None = None,
    time_limit: float | None = None,
    **options: Any,
) -> Explanation:
    """Explain the solution of a puzzle, step by step.

    Args:
        puzzle: The puzzle, its name, or its text; on any board.
        by: "techniques" for named techniques, "mus" for minimal and "smus" for smallest sets of rules, or
            "lp" for sums of equations.
        cell: Stop when the digit of this cell is found.
        limit: The largest number of steps; None means no limit.
        progress: Called with the number of steps so far, after each one.
        time_limit: Seconds; after that the explanation ends with the steps so far. None means no limit.
        options: Passed to the method.

    Raises:
        UnknownNameError: When there is no such method.
        InputError: When the board has no such cell, when it holds a given, or when a limit is not positive.

    >>> found = explain(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> found.solved, len(found.steps)
    (True, 12)
    >>> print(found.steps[0].sentence)
    in box 1 the digit 2 fits only in (1, 2), because row 2 has its 2 in (2, 3)
    """
    puzzle = as_puzzle(puzzle)
    if "shown" in options:
        progress = options.pop("shown")  # the name in earlier versions
    if cell is not None:
        _check(puzzle, cell)
    check_time_limit(time_limit)
    if limit is not None and not (is_integer(limit) and limit >= 1):
        raise InputError(f"the limit must be a number of steps, at least 1, not {short_repr(limit)}")
    start = state = Candidates.of(puzzle)
    steps: list[Step] = []
    reason = ""
    try:
        with deadline_of(time_limit):
            while not (reason := _end(by, state, cell, limit, len(steps))):
                step = _step_towards(by, state, cell, **options)
                if step is None:
                    reason = _stuck(by, state)
                    break
                steps.append(step)
                if progress is not None:
                    progress(len(steps))
                state = state.after(step)
    except TimeLimit:
        reason = f"Stopped at the time limit of {time_limit:g} s."
    return Explanation(puzzle, tuple(steps), state.grid is not None and not state.contradiction, reason, start)


def _end(by: str, state: Candidates, cell: Cell | None, limit: int | None, steps: int) -> str:
    """Why there is no next step, in a sentence; empty when the search continues."""
    if cell is not None and cell in state.digits:
        return f"The cell {cell} has its digit."
    if state.contradiction:
        return f"There is no solution: {state.contradiction}."
    if not state.open:
        return "Every cell has its digit."
    if limit is not None and steps >= limit:
        return f"Stopped after {limit} step{'s' * (limit != 1)}, as asked."
    return ""


def _stuck(by: str, state: Candidates) -> str:
    undecided = len(state.open)
    cells = "one cell is" if undecided == 1 else f"{undecided} cells are"
    return f"Nothing more follows by {IN_WORDS[by]}, and {cells} still open."


def _check(puzzle: Puzzle, cell: Cell) -> None:
    if cell not in puzzle.board.cells:
        raise InputError(f"there is no cell {cell} on a {puzzle.board}")
    if cell in puzzle.givens:
        raise InputError(f"the cell {cell} holds a given, the {puzzle.givens[cell]}: there is nothing to explain")


def _step_towards(by: str, state: Candidates, cell: Cell | None, **options: Any) -> Step | None:
    """A step that finds the digit of the cell, where the method has a function for that; otherwise the next step."""
    name = "step_for" if cell is not None and hasattr(_module(by), "step_for") else "next_step"
    arguments = (state, cell) if name == "step_for" else (state,)
    found: Step | None = _function(by, name)(*arguments, **options)
    return found


def _module(by: str) -> ModuleType:
    if by not in BY:
        raise UnknownNameError("method of explanation", by, BY)
    return import_whole(f"{__name__}.{_PACKAGES[by]}")  # imported late: three of them need solvers


def _function(by: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(_module(by), name)
    return found
