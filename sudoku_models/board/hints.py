"""Hints for a position. Each result says how much of it is proved.

They may take long, so the board computes them in a worker process; see `tasks`.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ..explain import IN_WORDS, Candidates, Step, next_step
from ..models.counting import count_solutions
from ..models.sudoku_model import build
from ..puzzles.board import Cell
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import TimeLimit, deadline_of
from ..solvers import Status

__all__ = ["Change", "Next", "Revealed", "Wrong", "next_hint", "reveal", "wrong_digits", "wrong_if_any"]


@dataclass(frozen=True)
class Wrong:
    """Which of the entered digits are wrong.

    Attributes:
        cells: The fewest cells to change so that the rest can be completed; None when unknown.
        status: "proved" when fewer changes are not enough, "not known" at the time limit, "no solution" when the givens
            alone have none.
        alone: Whether the puzzle has only one solution, so that these digits are wrong in every solution; None when
            unknown.
        reason: Why the solver stopped early, else empty.
    """

    cells: tuple[Cell, ...] | None
    status: Literal["proved", "not known", "no solution"]
    alone: bool | None
    reason: str = ""


RIGHT = Wrong((), "proved", None)
"""No digit is wrong."""


@dataclass(frozen=True)
class Change:
    """Digits to write and candidates to remove, by cell, for `Candidates.after`."""

    puts: Mapping[Cell, int]
    removes: Mapping[Cell, frozenset[int]]


@dataclass(frozen=True)
class Next:
    """The next step of an explanation, or None with a `reason` or with wrong digits."""

    step: Step | None
    reason: str
    candidates: Mapping[Cell, frozenset[int]]
    """The candidates of the cells of the step before it."""
    digits: tuple[int, ...] = ()
    """The digits that `reason` names."""
    wrong: Wrong = RIGHT
    """The wrong digits, as far as they are known. While a digit is wrong, there is no step."""


@dataclass(frozen=True)
class Revealed:
    """The digit of one cell, or None with a reason."""

    cell: Cell
    digit: int | None
    reason: str


def wrong_digits(puzzle: Puzzle, position: Puzzle, time_limit: float = 20.0) -> Wrong:
    """The fewest entered digits that must change so that the rest can be completed.

    Maximises the number of entered digits that a solution of the puzzle keeps, over the binaries y[i,d] of
    `assignment`. When the puzzle has one solution, these are exactly the digits that differ from it.

    Args:
        puzzle: The givens.
        position: The givens and the digits entered so far.
        time_limit: Seconds.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> wrong_digits(puzzle, Puzzle.parse("13.. ..2. .3.. ...4")).cells
    ((1, 2),)
    """
    until = time.monotonic() + time_limit
    entered = {i: d for i, d in position.givens.items() if i not in puzzle.givens}
    model = build(puzzle, "assignment", "cpsat")
    kept = [model.variables[i, d] for i, d in entered.items()]
    if kept:
        model.m.minimize(-1 * model.m.sum(kept))
    answer = model.solve("cpsat", time_limit)
    if answer.status is Status.INFEASIBLE:
        return Wrong(None, "no solution", None)
    if answer.grid is None:
        return Wrong(None, "not known", None, answer.reason)
    wrong = tuple(i for i, d in entered.items() if answer.grid[i] != d)
    alone = None
    left = until - time.monotonic()
    if wrong and left > 0:
        alone = count_solutions(puzzle, "all_different", "cpsat", "cpsat", 2, left, cross_check=False).is_unique
    return Wrong(wrong, "proved", alone)


def wrong_if_any(puzzle: Puzzle, position: Puzzle, time_limit: float = 20.0) -> Wrong:
    """The wrong digits, if there are any. It is faster than `wrong_digits` where there are none, which is usual.

    Args:
        puzzle: The givens.
        position: The givens and the digits entered so far.
        time_limit: Seconds.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> wrong_if_any(puzzle, Puzzle.parse("12.. ..2. .3.. ...4")).cells
    ()
    """
    if position.givens == puzzle.givens:
        return RIGHT
    until = time.monotonic() + time_limit
    answer = build(position, "all_different", "cpsat").solve("cpsat", time_limit)
    if answer.grid is not None:
        return RIGHT
    left = until - time.monotonic()
    if answer.status is Status.UNKNOWN or left <= 0:
        return Wrong(None, "not known", None, answer.reason or f"the time limit of {time_limit:g} s was reached")
    return wrong_digits(puzzle, position, left)


def next_hint(
    position: Puzzle,
    gone: Mapping[Cell, Iterable[int]] | None = None,
    by: str = "techniques",
    time_limit: float = 20.0,
    puzzle: Puzzle | None = None,
) -> Next:
    """The next step from the current digits; before it, wrong digits.

    Args:
        position: The givens and the digits entered so far.
        gone: Candidates that earlier steps removed.
        by: One of `explain.BY`.
        time_limit: Seconds; the search for wrong digits takes at most half of it.
        puzzle: The givens; by default, all digits of the position are taken for givens.

    >>> found = next_hint(Puzzle.parse("1... ..2. .3.. ...4"))
    >>> found.step.name, found.step.puts
    ('hidden single', {(1, 2): 2})
    """
    began = time.monotonic()
    wrong = wrong_if_any(puzzle or position, position, time_limit / 2)
    if wrong.cells or wrong.status == "no solution":
        return Next(None, "", {}, wrong=wrong)
    found = _next_step(position, gone, by, max(time_limit - (time.monotonic() - began), time_limit / 2))
    return replace(found, wrong=wrong)


def _next_step(position: Puzzle, gone: Mapping[Cell, Iterable[int]] | None, by: str, time_limit: float) -> Next:
    state = Candidates.of(position)
    if gone:
        still = {i: frozenset(digits) & state.candidates[i] for i, digits in gone.items() if i in state.open}
        state = state.after(Change({}, still))
    if not state.open:
        return Next(None, "every cell has its digit", {})
    if violation := state.violation:
        reason = f"the digits so far cannot be completed: {violation.sentence}"
        return Next(None, reason, {}, violation.digits)
    try:
        with deadline_of(time_limit):
            step = next_step(state, by)
    except TimeLimit:
        return Next(None, f"no step is known: the time limit of {time_limit:g} s was reached", {})
    if step is None:
        return Next(None, f"nothing more follows by {IN_WORDS[by]} from the digits so far", {})
    about = {*step.cells, *step.puts, *step.removes} & {*state.open}
    return Next(step, "", {i: state.candidates[i] for i in about})


def reveal(puzzle: Puzzle, position: Puzzle, cell: Cell, time_limit: float = 20.0) -> Revealed:
    """The digit of a cell, in a solution with the current digits if there is one.

    >>> reveal(*2 * [Puzzle.parse("1... ..2. .3.. ...4")], cell=(1, 2)).digit
    2
    """
    until = time.monotonic() + time_limit
    for start, kept in ((position, True), (puzzle, False)):
        model = build(start, "all_different", "cpsat")
        left = until - time.monotonic()
        if left <= 0:
            return Revealed(cell, None, f"the digit is not known: the time limit of {time_limit:g} s was reached")
        answer = model.solve("cpsat", left)
        if answer.status is Status.UNKNOWN:
            return Revealed(cell, None, f"the digit is not known: {answer.reason}")
        if answer.grid:
            reason = "" if kept else "some of the digits so far are wrong; this one is from a solution of the puzzle"
            return Revealed(cell, answer.grid[cell], reason)
    return Revealed(cell, None, "the puzzle has no solution, which is proved")
