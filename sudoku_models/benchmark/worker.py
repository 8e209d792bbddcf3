"""A case in a process of its own, which is killed at its hard limit or when it takes too much memory.

On Linux a case runs in a fork of the worker, which has imported the libraries: it starts in milliseconds, and its
memory is its own. A case that hangs is killed with all its programs, and one that crashes does no harm: each is a row
too. Its clocks are compared, and a difference is a note in the row. The workers can be used in any executor: in
threads, in a process pool, on a cluster.
"""

import os
import queue
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..errors import WorkerError
from ..runtime.processes import Worker, size
from ..runtime.serving import limit_memory
from .cases import Case
from .environment import busy_seconds, processor_seconds
from .measuring import CaseRow, failure, measure

BEGUN = "begun"
APART, SLACK = 1.5, 0.5
"""Two clocks differ when one runs so many times as long as the other, and these seconds more."""
PREPARED = (
    f"{__package__}.measuring",
    f"{__package__}.environment:environment",  # asks git for the commit, which takes longer than a small case
    "sudoku_models.solvers.library:cbc_version",
    "sudoku_models.backends.pyomo",
    "sudoku_models.backends.pulp",
    "sudoku_models.backends.cpsat",
    "sudoku_models.solvers.highs",
    "sudoku_models.solvers.cpsat",
    "sudoku_models.solvers.sat",
    "sudoku_models.solvers.library",
    "networkx",
    "cloudpickle",
    "psutil",
)
"""Imported once for a worker. Choco is not among them: its Java machine does not survive a fork."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""For the library below NumPy."""

_local = threading.local()
_open: set[Worker] = set()


def bind(cores: "queue.SimpleQueue[int]") -> None:
    """Bind the cases of this thread to one of these cores, which it takes."""
    with suppress(queue.Empty):
        _local.core = cores.get_nowait()


def measure_case(case: Case) -> CaseRow:
    """Measure a case in a process of its own; the row, however that ends. An executor runs this function.

    Raises:
        WorkerError: When the worker process, which starts those of the cases, could not be started or was lost.
    """
    if getattr(_local, "worker", None) not in _open:
        _local.worker = Worker(PREPARED, fresh=True, environment=ONE_THREAD)
        _open.add(_local.worker)
    _local.worker.start()
    core, pid = getattr(_local, "core", None), _local.worker.pid
    begun: list[float] = []
    rows: list[CaseRow] = []
    before = _outside(core, pid), time.monotonic()

    def on_message(message: Any) -> None:
        if message == BEGUN:
            begun.append(time.monotonic())
        else:
            rows.append(message)

    try:
        row: CaseRow = _local.worker.request(
            _measured, case, core, time_limit=case.hard_limit, memory_limit=case.memory_limit, on_message=on_message
        )
    except WorkerError as error:
        if error.limit != "memory" and (not begun or (error.code is None and not error.limit)):
            raise
        row = failure(case, *_ending(case, error), rows[-1] if rows else None)
    else:
        row = _within_memory(case, row)
    ended = time.monotonic()
    row["outside_seconds"] = ended - begun[0] if begun else None
    if pid == _local.worker.pid:  # else it was killed, and how long it had worked is not known any more
        row["outside_load"] = max(0.0, _outside(core, pid) - before[0]) / (ended - before[1])
    return {**row, "note": _note(row)}


def _outside(core: int | None, pid: int) -> float:
    """The seconds for which a core, or the whole machine, has worked for others than a process and its children."""
    return busy_seconds(core) - processor_seconds(pid)


def close_all() -> None:
    """End every worker of `measure_case`, and the cases in them."""
    while _open:
        _open.pop().close()


def _ending(case: Case, error: WorkerError) -> tuple[str, str]:
    """The status and the reason of a case that did not answer."""
    if error.limit == "memory":
        limit = f" (its processes held more than {size(case.memory_limit)})" if case.memory_limit else ""
        return "killed", f"its process was ended by signal 9: memory limit{limit}"
    if error.code is None:
        return "killed", f"it was killed after {case.hard_limit:g} seconds"
    if error.code >= 0:
        return "crashed", f"its process ended with exit code {error.code} before an answer"
    number = -error.code
    name = signal.Signals(number).name if number in {*signal.Signals} else "unknown"
    is_perhaps = name == "SIGKILL" or (name == "SIGABRT" and case.memory_limit is not None)
    return "crashed", f"its process was ended by signal {number} ({name})" + ", perhaps for lack of memory" * is_perhaps


def _within_memory(case: Case, row: CaseRow) -> CaseRow:
    """The row, or a failure if the case had held too much memory and ended before that was seen from outside."""
    held = int((row.get("memory_peak") or 0) * 1024**2)
    if case.memory_limit is None or held <= case.memory_limit or row["failed"]:
        return row
    return failure(case, "killed", f"memory limit: it held {size(held)}, and the limit is {size(case.memory_limit)}")


def _note(row: CaseRow) -> str:
    """A note on the times of a row whose clocks differ, as on a busy machine; empty when they agree."""
    notes = []
    own, outside = row.get("case_seconds"), row["outside_seconds"]
    if own and outside and max(own, outside) > APART * min(own, outside) + SLACK:
        notes.append(f"the case took {own:.3g} s by its own clock, and {outside:.3g} s by the clock outside")
    wall, processor = row.get("proved_seconds"), row.get("processor_seconds")
    if wall and processor is not None and wall > APART * processor + SLACK:
        notes.append(f"of {wall:.3g} s the processor worked {processor:.3g} s: the case had to wait")
    return "; ".join(notes)


def _measured(post: Callable[[Any], None], case: Case, core: int | None) -> CaseRow:
    """Measure a case in the process of the worker, which posts that it has begun, and the solution."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    with suppress(ValueError):  # not the main thread
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends a case, so no solver has to look up for Ctrl-C
    if case.memory_limit is not None:
        limit_memory(case.memory_limit)
    post(BEGUN)
    return measure(case, post)
