"""Watching the calls of `model.solve` in a learner's counting loop, so that a likely error is named at once."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

from ..models.results import Answer
from ..models.sudoku_model import SudokuModel
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Puzzle
from ..solvers import Status
from .exercise import Wrong

__all__ = ["watched_solves", "with_limits"]

LATE = 0.3
"""Seconds after the time limit from which on a further solve is an error; a solver may need a little longer."""


REASON = "the solver reached the time limit"


class _Stopped(BaseException):
    """Ends a loop; no `except Exception` of the learner catches it."""


@contextmanager
def watched_solves(
    puzzle: Puzzle, limit: int | None, total: float | None, gives_up_after: int | None = None
) -> Iterator[list[Answer]]:
    """The answers that `model.solve` gives in the block, until the loop shows an error.

    Args:
        puzzle, limit: The first arguments of the learner's function.
        total: Its time limit, which is for the whole count.
        gives_up_after: The number of solves after which `model.solve` answers UNKNOWN, as at a time limit.

    Raises:
        Wrong: When the loop ignores a limit, or goes on although the same grid comes back or there are no more.
    """
    calls: list[Answer] = []
    begun, solve = time.monotonic(), SudokuModel.solve

    def watched(self: SudokuModel, solver: str = "highs", time_limit: float | None = None) -> Any:
        if sentence := _too_late(calls, total, begun, time_limit) or _too_often(calls, most):
            raise _Stopped(f"on {puzzle.name}{limits}: {sentence}")
        answer = solve(self, solver, time_limit)
        if gives_up_after is not None and len(calls) >= gives_up_after:
            answer = replace(answer, status=Status.UNKNOWN, grid=None, reason=REASON, stopped_by="time limit")
        calls.append(answer)
        return answer

    limits = with_limits(limit, total)
    most = _most_solves(puzzle)
    try:
        with mock.patch.object(SudokuModel, "solve", watched):
            yield calls
    except _Stopped as stopped:
        raise Wrong(str(stopped), puzzle) from None


def with_limits(limit: int | None, time_limit: float | None) -> str:
    """The limits of a count, for a sentence.

    >>> with_limits(5, None)
    ', with limit=5'
    """
    given = [f"{name}={value}" for name, value in (("limit", limit), ("time_limit", time_limit)) if value is not None]
    return f", with {', '.join(given)}" if given else ""


def _most_solves(puzzle: Puzzle) -> int | None:
    """Twice as many solves as the loop needs; None when the number of solutions is not known."""
    return next((2 * len(grids) + 4 for known, grids in known_puzzles() if known == puzzle), None)


def _too_late(calls: list[Answer], total: float | None, begun: float, time_limit: float | None) -> str:
    """What is wrong with the time limit of a call in a count that may take `total` seconds; empty when nothing is."""
    if total is None:
        return ""
    if time_limit is None:
        return "your function calls model.solve without a time limit, so one long solve could take any time"
    if calls and time_limit >= total:
        return f"your function gives each solve {total} s, which is for the whole count; pass what is left of it"
    if (late := time.monotonic() - begun - total) > LATE:
        return f"your function calls model.solve {late:.1f} s after the end of the time, which is for the whole count"
    return ""


def _too_often(calls: list[Answer], most: int | None) -> str:
    """Why the loop should have ended, when it has solved more often than it can need; empty otherwise."""
    if most is None or len(calls) < most:
        return ""
    grids = [answer.grid for answer in calls if answer.grid is not None]
    if len(set(grids)) < len(grids):
        return (
            f"your loop has solved {len(calls)} times and found {_different(len(set(grids)))}: exclude each grid "
            "from the model that is solved next"
        )
    last = str(calls[-1].status)
    times = sum(str(answer.status) == last for answer in calls)
    return f"model.solve has answered {last!r} {times} times, and your loop still goes on"


def _different(number: int) -> str:
    return "one grid only" if number == 1 else f"{number} different grids"
