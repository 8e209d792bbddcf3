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
from ..runtime.workers import Worker
from .cases import Case
from .cores import Core
from .measure import PROVING, Row, disagreeing, failure, measure, point_key
from .observer import Observer

__all__ = ["PREPARED", "CaseWorker", "close_all", "measure_in_worker"]

PREPARED = (
    __name__,
    "sudoku_models.solvers.facts:find_versions",
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
            if not observer.has_begun or (error.code is None and not error.limit):
                raise
            row = _unfinished(case, error, hard_limit, observer.row)
        finally:
            observer.ended.set()
        if row.get("lp_single_point") is not None:
            _single_points[key] = row["lp_single_point"]
        row = {**row, **observer.seen(), "core": self._core.number, "program_memory_peak": observer.peak or None}
        return disagreeing(row, why) if (why := observer.disagreement(row)) else row


def _measured(post: Callable[[Any], None], case: Case, single_point: bool | None, core: int | None) -> Row:
    """Measure a case in the process of the worker, which posts its id, that the clock starts, and the rows."""
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends a case, so no solver has to look up for Ctrl-C
    if core is not None:
        with suppress(OSError):  # a container may forbid it
            os.sched_setaffinity(0, {core})
    post(os.getpid())
    return measure(case, post, single_point, post)


def _unfinished(case: Case, error: WorkerError, hard_limit: float, last: Row | None) -> Row:
    """The last row that a case has posted, or the row that says how its process ended."""
    if last and last["status"] != PROVING:
        return last
    if error.limit == "memory":
        return failure(case, "killed", f"it {error.reason}", last)
    if error.code is None:
        return failure(case, "killed", f"it was killed after {hard_limit:g} seconds", last)
    by_signal = error.code < 0
    how = f"by the signal {signal.Signals(-error.code).name}" if by_signal else f"with exit code {error.code}"
    return failure(case, "crashed", f"its process ended {how}", last)
