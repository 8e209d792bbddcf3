"""Watching the calls of `model.solve` in a learner's loop, so that a loop without an end is stopped, and told why."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

from ..models.sudoku_model import SudokuModel
from ..puzzles.puzzle import Puzzle
from ..solvers import Status
from .exercise import Wrong


class _Stopped(BaseException):
    """Ends a loop; no `except Exception` of the learner catches it."""


@contextmanager
def watched_solves(
    puzzle: Puzzle, objection: Callable[[list[Any], float | None], str], gives_up_after: int | None = None
) -> Iterator[list[Any]]:
    """The answers that `model.solve` gives in the block.

    Args:
        puzzle: The puzzle of the learner's function, for the verdict.
        objection: Called before each solve with the answers so far and its time limit; says why the loop is wrong.
        gives_up_after: The number of solves after which `model.solve` answers UNKNOWN, as at a time limit.

    Raises:
        Wrong: At the first objection.

    >>> from sudoku_models import build
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> with watched_solves(puzzle, lambda answers, time_limit: "stop" if len(answers) == 2 else "") as answers:
    ...     while True:
    ...         _ = build(puzzle, "assignment", "pulp").solve("highs")
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: stop
    """
    answers: list[Any] = []
    solve = SudokuModel.solve

    def watched(self: SudokuModel, solver: str = "highs", time_limit: float | None = None) -> Any:
        if sentence := objection(answers, time_limit):
            raise _Stopped(sentence)
        answer = solve(self, solver, time_limit=time_limit)
        if gives_up_after is not None and len(answers) >= gives_up_after:
            reason = "the solver reached the time limit"
            answer = replace(answer, status=Status.UNKNOWN, grid=None, reason=reason, stopped_by="time limit")
        answers.append(answer)
        return answer

    try:
        with mock.patch.object(SudokuModel, "solve", watched):
            yield answers
    except _Stopped as stopped:
        raise Wrong(str(stopped), puzzle) from None
