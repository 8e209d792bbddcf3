"""Explanations: the steps of a solution for a person to follow, each with the rules that it rests on.

There are four methods. Each is a module with a function `next_step(state) -> Step | None`, which returns the next step
from the remaining candidates. A method that can explain one cell directly also has `step_for(state, cell)`.

| by           | what a step is                                                            | module                |
|--------------|---------------------------------------------------------------------------|-----------------------|
| `techniques` | one of the named solving techniques, the easiest first                    | `techniques`          |
| `mus`        | a minimal set of rules and givens that cannot hold with another digit     | `minimal_sets`        |
| `smus`       | a smallest such set, as a SAT and a MILP solver claim together            | `smallest_sets`       |
| `lp`         | a weighted sum of the equations of `assignment` that excludes a candidate | `linear_certificates` |
"""

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from ..errors import InputError, UnknownNameError
from ..puzzles.candidates import Candidates
from ..puzzles.cell_names import cell_name
from ..puzzles.corpora import PuzzleLike, as_puzzle
from ..puzzles.puzzle import Puzzle
from ..puzzles.units import Cell
from ..puzzles.values import is_integer, short_repr
from ..runtime.interrupts import import_whole
from ..runtime.limits import TimeLimit, check_deadline, check_time_limit, deadline_of
from ..solvers import TIME_LIMIT
from .step import LONGEST_WALK, ChainLink, Explanation, Step, SubStep

__all__ = ["BY", "IN_WORDS", "Candidates", "ChainLink", "Explanation", "Step", "SubStep", "explain", "next_step"]

TOO_LONG = (
    "The explanation ends here: what follows needs suppositions within suppositions, in a proof of more than "
    f"{LONGEST_WALK} sub-steps, which is too long to follow."
)
"""Why an explanation ends before a nested proof that no person could follow."""

_MODULES = {
    "techniques": ("techniques", "techniques"),
    "mus": ("minimal_sets", "minimal sets of rules"),
    "smus": ("smallest_sets", "smallest sets of rules"),
    "lp": ("linear_certificates", "sums of equations"),
}
BY = tuple(_MODULES)
"""The methods of explanation."""
IN_WORDS = {by: words for by, (_, words) in _MODULES.items()}
"""The means of each method, in words."""


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
    _check_method(by)
    found: Step | None = _module(by).next_step(state, **options)
    return found


def explain(
    puzzle: PuzzleLike,
    by: str = "techniques",
    cell: Cell | None = None,
    limit: int | None = None,
    progress: Callable[[int], None] | None = None,
    time_limit: float | None = None,
    to_the_end: bool = False,
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
        to_the_end: Whether to go on over nested proofs that are too long for a person to follow (`Step.is_too_long`);
            otherwise the explanation ends before the first of them.
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
    _check_method(by)
    if cell is not None:
        _check(puzzle, cell)
    check_time_limit(time_limit)
    if limit is not None and not (is_integer(limit) and limit >= 1):
        raise InputError(f"the limit must be a number of steps, at least 1, not {short_repr(limit)}")
    start = state = Candidates.of(puzzle)
    steps: list[Step] = []
    reason = stopped_by = ""
    try:
        with deadline_of(time_limit):
            module = _module(by)
            while not (reason := _end(state, cell, limit, len(steps))):
                if cell is not None and hasattr(module, "step_for"):
                    step = module.step_for(state, cell, **options)
                else:
                    step = module.next_step(state, **options)
                if step is None:
                    reason = _stuck(by, state)
                    break
                if step.is_too_long and not to_the_end:
                    reason = TOO_LONG
                    break
                steps.append(step)
                if progress is not None:
                    progress(len(steps))
                state = state.after(step)
                check_deadline()
    except TimeLimit:
        limit_text = "" if time_limit is None else f" of {time_limit:g} s"
        reason, stopped_by = f"Stopped at the time limit{limit_text}.", TIME_LIMIT
    return Explanation(
        puzzle, tuple(steps), state.grid is not None and not state.contradiction, reason, start, stopped_by
    )


def _end(state: Candidates, cell: Cell | None, limit: int | None, steps: int) -> str:
    """Why there is no next step, in a sentence; empty when the search continues."""
    if cell is not None and cell in state.digits:
        return f"The cell {cell_name(cell)} has its digit."
    if state.contradiction:
        return f"There is no solution: {state.contradiction}."
    if not state.open:
        return "Every cell has its digit."
    if limit is not None and steps >= limit:
        return f"Stopped after {limit} step{'s' * (limit != 1)}, as asked."
    return ""


def _stuck(by: str, state: Candidates) -> str:
    cells = "one cell is" if len(state.open) == 1 else f"{len(state.open)} cells are"
    # Nested suppositions, the last technique, finish every puzzle with one solution.
    several = "; the puzzle has several solutions" if by == "techniques" else ""
    return f"Nothing more follows by {IN_WORDS[by]}, and {cells} still open{several}."


def _check(puzzle: Puzzle, cell: Cell) -> None:
    if cell not in puzzle.board.cells:
        raise InputError(f"there is no cell {cell_name(cell)} on a {puzzle.board}")
    if cell in puzzle.givens:
        raise InputError(
            f"the cell {cell_name(cell)} holds a given, the {puzzle.givens[cell]}: there is nothing to explain"
        )


def _check_method(by: str) -> None:
    if by not in BY:
        raise UnknownNameError("method of explanation", by, BY)


def _module(by: str) -> Any:
    return import_whole(f"{__name__}.{_MODULES[by][0]}")  # imported late: three of them need solvers


class _CallablePackage(ModuleType):
    """This package, with `sm.explain(...)`: a function of that name in its place would hide its modules."""

    __call__ = staticmethod(explain)

    def __reduce__(self) -> tuple[Callable[[str], ModuleType], tuple[str]]:
        return import_module, (self.__name__,)  # a pickled function may refer to it


sys.modules[__name__].__class__ = _CallablePackage
