"""A solve in a worker process, which can be ended at any moment.

Some engines cannot be stopped while they work: Choco holds Python's lock, SCIP and HiGHS do not look up for minutes in
a large linear program. Their long solves run here: a worker gets the model as plain data, posts solutions, returns the
outcome, and is kept for the next solve. It is killed at Ctrl-C, and when it exceeds a limit by `GRACE`.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from ..errors import SolverError, SudokuModelsError, WorkerError
from ..runtime.limits import LONGEST, Deadline, Stopwatch
from ..runtime.processes import Worker
from .plain import PlainModel
from .protocol import INTERRUPTED, TIME_LIMIT, OnSolution, Outcome, Status

__all__ = ["ended_by_caller", "is_separate", "solve_separately"]

GRACE = 0.5
"""Seconds that a solver may take beyond its limit before its process is killed."""

_idle: list[Worker] = []
_lock = threading.Lock()
_is_separate = False


def is_separate() -> bool:
    """Whether this process is one that `solve_separately` has started."""
    return _is_separate


def solve_separately(
    solver: str,
    model: PlainModel,
    deadline: Deadline,
    found: OnSolution | None = None,
    on_search: Callable[[dict[str, Any]], None] | None = None,
) -> Outcome:
    """Solve, or with `found` enumerate, in another process.

    Args:
        solver: A name for `solvers.find`.
        model: What to solve.
        deadline: When the answer is due.
        found: Called with each solution; the enumeration ends when it returns False.
        on_search: Called before that with the figures of the search so far, if the session has a method `search`.

    Raises:
        KeyboardInterrupt: At Ctrl-C; the process has been killed.
        SolverError: When the process ends without an answer.
    """
    watch = Stopwatch()

    def on_message(solution: tuple[Any, dict[str, Any]]) -> None:
        values, search = solution
        if on_search is not None:
            on_search(search)
        if found is not None and not found(values):
            raise _EndedByCaller

    with _lock:
        worker = _idle.pop() if _idle else Worker()
    try:
        worker.request(_get_ready)  # starting takes some of the time
        left = deadline.left()
        end = None if left is None else time.monotonic() + left
        limit = None if left is None else min(left, LONGEST) + GRACE
        request = _solve, solver, model, end, found is not None
        outcome: Outcome = worker.request(*request, time_limit=limit, memory_limit=None, on_message=on_message)
    except _EndedByCaller:
        return ended_by_caller()
    except WorkerError as error:
        if error.limit != "time":
            raise SolverError(f"{solver} failed: {error}") from error
        reason = f"{solver} reached the time limit"
        outcome = Outcome(Status.UNKNOWN, reason, stopped_by=TIME_LIMIT, size=model.size)
    finally:
        with _lock:
            _idle.append(worker)
    if outcome.stopped_by == TIME_LIMIT:
        outcome.solve_seconds = watch()
    return outcome


def ended_by_caller() -> Outcome:
    """The answer of an enumeration that its caller has ended."""
    return Outcome(Status.UNKNOWN, "the enumeration was ended before its end", stopped_by=INTERRUPTED)


class _EndedByCaller(Exception):
    """What ends a request whose caller wants no further solution."""


def _get_ready(_post: Callable[[Any], None]) -> None:
    """The first request of a process; it has its own, longer time limit for the start."""


def _solve(
    post: Callable[[Any], None], solver: str, model: PlainModel, end: float | None, enumerate_them: bool
) -> Outcome:
    """Solve in the worker, until `end` on the clock that all processes share; post each solution of an enumeration."""
    global _is_separate
    _is_separate = True
    from .registry import find

    limit = None if end is None else max(1e-3, end - time.monotonic())
    try:
        session: Any = find(solver).session(model)  # type: ignore[arg-type]  # the part of a backend that is read
        search = getattr(session, "search", dict)
        if not enumerate_them:
            return session.solve(limit)

        def found(values: Any) -> bool:
            post((values, search()))
            return True

        return session.enumerate(found, limit)
    except SudokuModelsError:
        raise
    except Exception as error:
        raise SolverError(f"{solver} failed: {type(error).__name__}: {error}") from None
