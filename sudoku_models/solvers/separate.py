"""A solve in a worker process, which can be ended at any moment.

Some engines cannot be stopped while they work: Choco holds Python's lock, SCIP and HiGHS do not look up for minutes in
a large linear program, and CBC is a program of its own. They run here: a worker gets the model as plain data, posts
solutions, returns the outcome, and is kept for the next solve. It is killed, with the programs that it has started, at
Ctrl-C and when it exceeds a limit by `GRACE`.
"""

import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ..backends import Backend, PlainModel, plain
from ..backends.plain import with_text
from ..errors import SolverError, SudokuModelsError, WorkerError
from ..runtime import platform
from ..runtime.interrupts import defer_interrupts
from ..runtime.limits import LONGEST, Deadline, Stopwatch
from ..runtime.processes import Worker
from .protocol import INTERRUPTED, TIME_LIMIT, OnSolution, Outcome, Solver, Status
from .registry import title

GRACE = 0.8
"""Seconds that a solver may take beyond its limit before its process is killed. GLPK's limit is in whole seconds."""

_idle: list[Worker] = []
_lock = threading.Lock()
_is_separate = False


def can_separate() -> bool:
    """Whether `solve_separately` can be used: not in a process that it has started, or where there are no processes."""
    return not _is_separate and platform.can(platform.PROCESSES)


def start_worker(solver: Solver) -> None:
    """Start a worker unless one is idle, and import the solver there, so that the next solve need not wait for it."""
    with idle_worker() as worker:
        worker.request(_do_nothing, solver)


def solve_separately(
    solver: Solver,
    m: Backend | PlainModel,
    deadline: Deadline,
    found: OnSolution | None = None,
    on_search: Callable[[dict[str, Any]], None] | None = None,
) -> Outcome:
    """Solve, or with `found` enumerate, in another process.

    Args:
        solver: The solver; its session for the copy of the model is made there.
        m: The model.
        deadline: When the answer is due.
        found: Called with each solution; the enumeration ends when it returns False.
        on_search: Called before that with the figures of the search so far, if the session has a method `search`.

    Raises:
        TimeLimit: When the deadline is over before the model is read.
        KeyboardInterrupt: At Ctrl-C; the process has been killed.
        SolverError: When the process ends without an answer.
    """
    watch = Stopwatch()
    with defer_interrupts():
        model = with_text(plain(m))
    translated, left = watch(), deadline.left()
    end = None if left is None else time.monotonic() + left
    limit = None if left is None else min(left, LONGEST) + GRACE

    def on_message(message: tuple[Any, dict[str, Any]]) -> None:
        values, search = message
        if on_search is not None:
            on_search(search)
        if found is not None and not found(values):
            raise _EndedByCaller

    with idle_worker() as worker, _folder() as folder:
        arguments = solver, model, end, folder, found is not None
        try:
            outcome: Outcome = worker.request(
                _solve, *arguments, time_limit=limit, memory_limit=None, on_message=on_message
            )
        except _EndedByCaller:
            outcome = ended_by_caller()
        except WorkerError as error:
            if error.limit != "time":
                raise SolverError(f"{title(solver.name)} failed: {error}") from error
            outcome = Outcome(Status.UNKNOWN, f"{title(solver.name)} reached the time limit", stopped_by=TIME_LIMIT)
            outcome.size = model.size
    outcome.translate_seconds = translated + (outcome.translate_seconds or 0.0)
    outcome.solve_seconds = watch() - outcome.translate_seconds
    return outcome


def ended_by_caller() -> Outcome:
    """The answer of an enumeration that its caller has ended."""
    return Outcome(Status.UNKNOWN, "the enumeration was ended before its end", stopped_by=INTERRUPTED)


class _EndedByCaller(Exception):
    """Ends a request whose caller wants no further solution."""


@contextmanager
def idle_worker() -> Iterator[Worker]:
    """A worker that is idle, or a new one."""
    with _lock:
        worker = _idle.pop() if _idle else Worker()
    try:
        yield worker
    finally:
        with _lock:
            _idle.append(worker)


def _folder() -> "tempfile.TemporaryDirectory[str]":
    """A folder for the temporary files of one solve, also those that a killed program does not remove."""
    return tempfile.TemporaryDirectory(prefix="sudoku-models-", ignore_cleanup_errors=True)


def _do_nothing(post: Callable[[Any], None], solver: Solver) -> None:
    """The request that only starts a worker."""


def _solve(
    post: Callable[[Any], None], solver: Solver, model: PlainModel, end: float | None, folder: str, enumerate_them: bool
) -> Outcome:
    """Solve in the worker, until `end` on the clock that all processes share; post each solution of an enumeration."""
    global _is_separate
    _is_separate, tempfile.tempdir = True, folder
    limit = None if end is None else max(1e-3, end - time.monotonic())
    try:
        session: Any = solver.session(model)
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
        raise SolverError(f"{title(solver.name)} failed: {type(error).__name__}: {error}") from None
