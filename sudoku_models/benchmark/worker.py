"""A worker process that measures cases, each in a process of its own, which is killed at its hard limit.

On Linux a case runs in a fork of the worker, which has imported the libraries: it starts in milliseconds, and its
memory is its own. Elsewhere the worker measures one case and is replaced. Either way a case that hangs is killed with
all its programs, and one that crashes does no harm. A worker does not depend on `multiprocessing`, so it can be used in
any executor: in threads, in a process pool, in the workers of a cluster.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import WorkerError
from ..runtime.workers import Worker
from ..solvers import IN_PROCESS, find
from .cases import Case
from .measure import PROVING, Row, failure, measure, point_key

__all__ = ["PREPARED", "CaseWorker", "close_all", "measure_in_worker"]

PREPARED = (
    __name__,
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
INTERVAL = 0.002
"""Seconds between the first two looks at the memory of a solver's own program; later a fiftieth of the case's age."""

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

    def measure(self, case: Case, hard_limit: float) -> Row:
        """The row of a case, whether it ends, hangs or crashes.

        Raises:
            WorkerError: When the worker itself has ended.
        """
        key, watch = point_key(case), _Watch()
        request = _measured, case, _single_points.get(key)
        try:
            row: Row = self.request(
                *request, time_limit=hard_limit, memory_limit=case.memory_limit, on_message=watch.on_message
            )
        except WorkerError as error:
            if not watch.has_begun or (error.code is None and not error.limit):
                raise
            row = _unfinished(case, error, hard_limit, watch.row)
        finally:
            watch.ended.set()
        if row.get("lp_single_point") is not None:
            _single_points[key] = row["lp_single_point"]
        return {**row, "program_memory_peak": watch.peak or None}


def _measured(post: Callable[[Any], None], case: Case, single_point: bool | None) -> Row:
    """Measure a case in the process of the worker; post the process id if there are programs to watch, and the rows."""
    post(0 if IN_PROCESS in find(case.configuration.solver).features else os.getpid())
    return measure(case, post, single_point)


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


class _Watch:
    """A case as seen from outside: whether it has begun, its last row, and the memory of its solver's programs."""

    def __init__(self) -> None:
        self.has_begun, self.ended = False, threading.Event()
        self.row: Row | None = None
        self.peak = 0.0

    def on_message(self, message: Any) -> None:
        """Note what the case posts: a process id to watch, or 0, and then rows."""
        if isinstance(message, dict):
            self.row = message
        elif message:
            threading.Thread(target=self._look, args=(message,), name="watches a case", daemon=True).start()
        self.has_begun = True

    def _look(self, pid: int) -> None:
        begin = time.monotonic()
        while not self.ended.wait(max(INTERVAL, (time.monotonic() - begin) / 50)):
            self.peak = max(self.peak, _largest_program(pid))


def _largest_program(pid: int) -> float:
    """The largest memory that a program of a process has held so far, in MiB."""
    largest = 0.0
    with contextlib.suppress(OSError):  # it has ended
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, _fields(task / "children")):
                largest = max(largest, _memory_of_program(child), _largest_program(child))
    return largest


def _memory_of_program(pid: int) -> float:
    """The largest memory that a process has held so far, in MiB; 0 when it has ended or runs Python."""
    with contextlib.suppress(OSError, ValueError):
        if os.readlink(f"/proc/{pid}/exe") != os.path.realpath(sys.executable):
            status = _fields(Path(f"/proc/{pid}/status"))
            return int(status[status.index("VmHWM:") + 1]) / 1024
    return 0.0


def _fields(file: Path) -> list[str]:
    """The fields of a file in /proc; none of a process that has ended."""
    try:
        return file.read_text(encoding="utf-8").split()
    except OSError:
        return []
