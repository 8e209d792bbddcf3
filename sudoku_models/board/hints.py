"""Hints and explanations, as tasks for a worker process. Each result says how much of it is proved.

`hint_requests` shows the results on the board.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ..explain import IN_WORDS, Candidates, Explanation, Step, explain, next_step
from ..models.allowed_values import AllowedValues, allowed_values
from ..models.counting import count_solutions
from ..models.sudoku_model import build
from ..puzzles.board import Cell
from ..puzzles.puzzle import Puzzle
from ..runtime.limits import TimeLimit, deadline_of
from ..solvers import Status
from .runner import Post

__all__ = ["NextStep", "Revealed", "WrongDigits", "allowed", "explained", "next_hint", "reveal", "wrong_digits"]


@dataclass(frozen=True)
class WrongDigits:
    """The entered digits that are wrong.

    Attributes:
        cells: The fewest cells to change so that the rest can be completed; None when unknown.
        status: "proved" when fewer changes are not enough, "not known" at the time limit, "no solution" when the givens
            alone have none.
        is_unique: Whether the puzzle has only one solution, so that these digits are wrong in every solution; None when
            unknown.
        reason: Why the solver stopped early, else empty.
    """

    cells: tuple[Cell, ...] | None
    status: Literal["proved", "not known", "no solution"]
    is_unique: bool | None = None
    reason: str = ""

    @property
    def prevents_steps(self) -> bool:
        """Whether something must be corrected before a step can be given."""
        return bool(self.cells) or self.status == "no solution"


NONE_WRONG = WrongDigits((), "proved")


@dataclass(frozen=True)
class NextStep:
    """The next step of an explanation, or the reason why there is none.

    Attributes:
        step: The step; None while a digit is wrong.
        reason: Why there is none.
        before: The candidates before the step.
        digits: The digits that `reason` names.
        wrong: The wrong digits, as far as they are known.
    """

    step: Step | None
    reason: str = ""
    before: Candidates | None = None
    digits: tuple[int, ...] = ()
    wrong: WrongDigits = NONE_WRONG


@dataclass(frozen=True)
class Revealed:
    """The digit of one cell, or None with a reason."""

    cell: Cell
    digit: int | None
    reason: str = ""


def wrong_digits(post: Post, puzzle: Puzzle, position: Puzzle, time_limit: float = 20.0) -> WrongDigits:
    """The fewest entered digits that must change so that the rest can be completed.

    Maximises the number of entered digits that a solution of the puzzle keeps, over the binaries y[i,d] of
    `assignment`. When the puzzle has one solution, these are exactly the digits that differ from it.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> wrong_digits(print, puzzle, Puzzle.parse("13.. ..2. .3.. ...4")).cells
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
        return WrongDigits(None, "no solution")
    if answer.grid is None:
        return WrongDigits(None, "not known", None, answer.reason)
    wrong = tuple(i for i, d in entered.items() if answer.grid[i] != d)
    is_unique = None
    left = until - time.monotonic()
    if wrong and left > 0:
        is_unique = count_solutions(puzzle, "all_different", "cpsat", "cpsat", 2, left, cross_check=False).is_unique
    return WrongDigits(wrong, "proved", is_unique)


def wrong_if_any(post: Post, puzzle: Puzzle, position: Puzzle, time_limit: float = 20.0) -> WrongDigits:
    """The wrong digits, if there are any. It is faster than `wrong_digits` where there are none, which is usual.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> wrong_if_any(print, puzzle, Puzzle.parse("12.. ..2. .3.. ...4")).cells
    ()
    """
    if position.givens == puzzle.givens:
        return NONE_WRONG
    until = time.monotonic() + time_limit
    answer = build(position, "all_different", "cpsat").solve("cpsat", time_limit)
    if answer.grid is not None:
        return NONE_WRONG
    left = until - time.monotonic()
    if answer.status is Status.UNKNOWN or left <= 0:
        why = answer.reason or f"the time limit of {time_limit:g} s was reached"
        return WrongDigits(None, "not known", None, why)
    return wrong_digits(post, puzzle, position, left)


def next_hint(
    post: Post,
    puzzle: Puzzle,
    position: Puzzle,
    removed: Mapping[Cell, frozenset[int]],
    by: str = "techniques",
    time_limit: float = 20.0,
) -> NextStep:
    """The next step from the current digits; before it, wrong digits.

    Args:
        post: Not called.
        puzzle: The givens.
        position: The givens and the digits entered so far.
        removed: Candidates that earlier steps removed.
        by: One of `explain.BY`.
        time_limit: Seconds; the search for wrong digits takes at most half of it.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> found = next_hint(print, puzzle, puzzle, {})
    >>> found.step.name, found.step.puts
    ('hidden single', {(1, 2): 2})
    """
    began = time.monotonic()
    wrong = wrong_if_any(post, puzzle, position, time_limit / 2)
    if wrong.prevents_steps:
        return NextStep(None, wrong=wrong)
    found = _next_step(position, removed, by, max(time_limit - (time.monotonic() - began), time_limit / 2))
    return replace(found, wrong=wrong)


def _next_step(position: Puzzle, removed: Mapping[Cell, frozenset[int]], by: str, time_limit: float) -> NextStep:
    state = Candidates.of(position)
    left = {i: state.candidates[i] - removed.get(i, frozenset()) for i in state.open}
    state = Candidates(position, state.digits, {**state.candidates, **left})
    if not state.open:
        return NextStep(None, "every cell has its digit")
    if violation := state.violation:
        return NextStep(None, f"the digits so far cannot be completed: {violation.sentence}", digits=violation.digits)
    try:
        with deadline_of(time_limit):
            step = next_step(state, by)
    except TimeLimit:
        return NextStep(None, f"no step is known: the time limit of {time_limit:g} s was reached")
    if step is None:
        return NextStep(None, f"nothing more follows by {IN_WORDS[by]} from the digits so far")
    return NextStep(step, before=state)


def reveal(post: Post, puzzle: Puzzle, position: Puzzle, cell: Cell, time_limit: float = 20.0) -> Revealed:
    """The digit of a cell, in a solution with the current digits if there is one.

    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> reveal(print, puzzle, puzzle, (1, 2)).digit
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


def allowed(post: Post, position: Puzzle, time_limit: float) -> AllowedValues:
    """The digits that each cell has in some solution of the position."""
    return allowed_values(
        position, time_limit=time_limit, progress=lambda solves, seen: post({"solves": solves, "seen": seen})
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
