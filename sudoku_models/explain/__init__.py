"""Explanations: a puzzle reasoned through for a person, step by step, each step with the rules that it rests on.

There are three ways. Each is a package with a function `next_step(state) -> Step | None`, which returns what follows
next from the candidates that are left; one that can explain a given cell at once has `step_for(state, cell)` as well.

| by           | what a step is                                                            | package               |
|--------------|---------------------------------------------------------------------------|-----------------------|
| `techniques` | one of the named techniques of people, the easiest first                  | `techniques`          |
| `mus`        | a minimal set of rules and givens that cannot hold with another digit     | `minimal_sets`        |
| `lp`         | a weighted sum of the equations of `assignment` that excludes a candidate | `linear_certificates` |
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from ..errors import InputError, UnknownNameError
from ..puzzles.board import Cell
from ..puzzles.candidates import Candidates
from ..puzzles.puzzle import Puzzle
from .step import Explanation, Step

__all__ = ["BY", "Candidates", "Explanation", "Step", "explain", "next_step"]

BY = ("techniques", "mus", "lp")
"""The ways of explaining."""

_PACKAGES = {"techniques": "techniques", "mus": "minimal_sets", "lp": "linear_certificates"}


def next_step(state: Candidates, by: str = "techniques", **options: Any) -> Step | None:
    """What follows next from a state; None when this way of explaining has nothing more to say.

    Args:
        state: The candidates that are left.
        by: One of `BY`.
        options: Handed to the module that explains.

    Raises:
        UnknownNameError: When there is no such way.

    >>> step = next_step(Candidates.of(Puzzle.parse("12.. ..3. .... ....")))
    >>> step.name, step.puts
    ('hidden single', {(2, 4): 1})
    """
    found: Step | None = _function(by, "next_step")(state, **options)
    return found


def explain(
    puzzle: Puzzle,
    by: str = "techniques",
    cell: Cell | None = None,
    limit: int | None = None,
    shown: Callable[[int], None] | None = None,
    **options: Any,
) -> Explanation:
    """Reason a puzzle through, step by step.

    Args:
        puzzle: The puzzle; any board will do.
        by: "techniques" of people, "mus" for minimal sets of rules, or "lp" for sums of equations.
        cell: Stop when the digit of this cell is found.
        limit: At most so many steps.
        shown: Called with the number of steps so far, after each one.
        options: Handed to the module that explains.

    Raises:
        UnknownNameError: When there is no such way of explaining.
        InputError: When the board has no such cell, or when it is given.

    >>> found = explain(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> found.solved, len(found.steps)
    (True, 12)
    >>> print(found.steps[0].sentence)
    in box 1 the digit 2 fits only in (1, 2), because row 2 has its 2 in (2, 3)
    """
    if cell is not None:
        _check(puzzle, cell)
    follow = _function(by, "next_step")
    start = state = Candidates.of(puzzle)
    steps: list[Step] = []
    while state.open and not (fault := state.fault):
        if limit is not None and len(steps) >= limit:
            return Explanation(
                puzzle, tuple(steps), False, f"Stopped after {limit} step{'s' * (limit != 1)}, as asked.", start
            )
        step = follow(state, **options) if cell is None else _step_towards(by, state, cell, **options)
        if step is None:
            return Explanation(puzzle, tuple(steps), False, _stuck(by, state), start)
        steps.append(step)
        if shown is not None:
            shown(len(steps))
        state = state.after(step)
        if cell is not None and cell in state.digits:
            return Explanation(puzzle, tuple(steps), not state.open, f"The cell {cell} has its digit.", start)
    if fault := state.fault:
        return Explanation(puzzle, tuple(steps), False, f"There is no solution: {fault}.", start)
    return Explanation(puzzle, tuple(steps), True, "Every cell has its digit.", start)


def _stuck(by: str, state: Candidates) -> str:
    undecided = len(state.open)
    cells = "one cell is" if undecided == 1 else f"{undecided} cells are"
    return f"Nothing more follows by {by}, and {cells} still open."


def _check(puzzle: Puzzle, cell: Cell) -> None:
    if cell not in puzzle.board.cells:
        raise InputError(f"there is no cell {cell} on a {puzzle.board}")
    if cell in puzzle.givens:
        raise InputError(f"the cell {cell} holds a given, the {puzzle.givens[cell]}: there is nothing to explain")


def _step_towards(by: str, state: Candidates, cell: Cell, **options: Any) -> Step | None:
    """The digit of a cell at once, from those who can; the next step from the others."""
    name = "step_for" if hasattr(_module(by), "step_for") else "next_step"
    arguments = (state, cell) if name == "step_for" else (state,)
    found: Step | None = _function(by, name)(*arguments, **options)
    return found


def _module(by: str) -> ModuleType:
    if by not in BY:
        raise UnknownNameError("way of explaining", by, BY)
    return import_module(f"{__name__}.{_PACKAGES[by]}")  # late: two of them need solvers


def _function(by: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(_module(by), name)
    return found
