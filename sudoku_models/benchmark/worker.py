"""A worker process that measures cases, each in a process of its own, which is killed at its hard limit.

On Linux a case runs in a fork of the worker, which has imported the libraries: it starts in milliseconds, and its
memory is its own. Elsewhere the worker measures one case and is replaced. Either way a case that hangs is killed with
all its programs, and one that crashes does no harm. A worker does not depend on `multiprocessing`, so it can be used in
any executor: in threads, in a process pool, in the workers of a cluster.
"""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..errors import WorkerError
from ..runtime.processes import Worker, limit_memory, size
from .cases import Case
from .cores import Core
from .measure import PROVING, Row, disagreeing, failure, measure, point_key
from .observer import Observer

__all__ = ["PREPARED", "CaseWorker", "close_all", "measure_in_worker"]

PREPARED = (
    __name__,
    "sudoku_models.solvers.library:cbc_version",
    f"{__package__}.environment:environment",  # asks git for the commit, which takes longer than a small case
    "sudoku_models.backends.pyomo",
    "sudoku_models.backends.pulp",
    "sudoku_models.backends.cpsat",
    "sudoku_models.solvers.highs",
    "sudoku_models.solvers.cpsat",
    "sudoku_models.solvers.sat",
    "sudoku_models.solvers.library",
    "sudoku_models.inference.relaxation",
)
"""Imported once for a worker. Choco is not among them: its Java machine does not survive a fork."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""For the library below NumPy."""

_local = threading.local()
_open: set["CaseWorker"] = set()
_single_points: dict[Any, bool] = {}
"""`point_key` of a case -> whether its relaxation is a single point, which is the same for every backend and solver."""


def measure_in_worker(case: Case, hard_limit: float) -> Row:
    """Measure a case in a separate process, which is killed after so many seconds. An executor runs this function."""
    if getattr(_local, "worker", None) not in _open:
        _local.worker = CaseWorker()
        _open.add(_local.worker)
    row: Row = _local.worker.measure(case, hard_limit)
    return row


def close_all() -> None:
    """End every worker of `measure_in_worker`, and the cases in them."""
    while _open:
        _open.pop().close()


class CaseWorker(Worker):
    """A worker that measures cases, each in a process that has served no other."""

    def __init__(self) -> None:
        super().__init__(PREPARED, fresh=True, environment=ONE_THREAD)
        self._core = Core()

    def close(self) -> None:
        """Kill the process, and leave its core to others; later requests raise `WorkerError`."""
        super().close()
        self._core.release()

    def measure(self, case: Case, hard_limit: float) -> Row:
        """The row of a case, whether it ends, hangs or crashes.

        Raises:
            WorkerError: When the worker itself has ended.
        """
        key, observer = point_key(case), Observer()
        request = _measured, case, _single_points.get(key), self._core.number
        try:
            row: Row = self.request(
                *request, time_limit=hard_limit, memory_limit=case.memory_limit, on_message=observer.on_message
            )
        except WorkerError as error:
            is_lost = not observer.has_begun or (error.code is None and not error.limit)
            if is_lost and error.limit != "memory":
                raise
            row = _unfinished(case, error, hard_limit, observer.row)
        finally:
            observer.ended.set()
        if row.get("lp_single_point") is not None:
            _single_points[key] = row["lp_single_point"]
        row = _within_memory(case, row)
        row = {**row, **observer.seen(), "core": self._core.number, "program_memory_peak": observer.peak or None}
        return disagreeing(row, why) if (why := observer.disagreement(row)) else row


def _measured(post: Callable[[Any], None], case: Case, single_point: bool | None, core: int | None) -> Row:
    """Measure a case in the process of the worker, which posts its id, that the clock starts, and the rows."""
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends a case, so no solver has to look up for Ctrl-C
    if core is not None:
        with suppress(OSError):  # a container may forbid it
            os.sched_setaffinity(0, {core})
    if case.memory_limit is not None:
        limit_memory(case.memory_limit)
    post(os.getpid())
    return measure(case, post, single_point, post)


def _unfinished(case: Case, error: WorkerError, hard_limit: float, last: Row | None) -> Row:
    """The last row that a case has posted, or the row that says how its process ended."""
    if last and last["status"] != PROVING:
        return last
    if error.limit == "memory":
        limit = f"(its processes held more than {size(case.memory_limit)})" if case.memory_limit else ""
        return failure(case, "killed", f"its process was ended by signal 9: memory limit {limit}".strip(), last)
    if error.code is None:
        return failure(case, "killed", f"it was killed after {hard_limit:g} seconds", last)
    return failure(case, "crashed", f"its process {ending(error.code, case.memory_limit is not None)}", last)


def _within_memory(case: Case, row: Row) -> Row:
    """The row, or a failure if the case had held too much memory and ended before that was seen from outside."""
    held = int((row.get("memory_peak") or 0) * 1024**2)
    if case.memory_limit is None or held <= case.memory_limit or row["failed"]:
        return row
    return failure(case, "killed", f"memory limit: it held {size(held)}, and the limit is {size(case.memory_limit)}")


def ending(code: int, is_limited: bool = False) -> str:
    """How a process ended before it had an answer.

    Args:
        code: Its exit code, negative for a signal.
        is_limited: Whether the system refuses it memory from some limit on; a library then often aborts.

    >>> ending(0), ending(-11), ending(-9)
    ('ended with exit code 0 before an answer', 'was ended by signal 11 (SIGSEGV)', \
'was ended by signal 9 (SIGKILL), perhaps for lack of memory')
    >>> ending(-6, is_limited=True)
    'was ended by signal 6 (SIGABRT), perhaps for lack of memory'
    """
    if code >= 0:
        return f"ended with exit code {code} before an answer"
    name = signal.Signals(-code).name if -code in {*signal.Signals} else "unknown"
    perhaps = ", perhaps for lack of memory" if name == "SIGKILL" or (is_limited and name == "SIGABRT") else ""
    return f"was ended by signal {-code} ({name}){perhaps}"
