"""A separate process for each case, which is killed at its hard limit.

A worker is a program of its own, `python -m sudoku_models.benchmark.worker`, which imports the libraries once and then
takes cases. On Linux it forks for each case: the child starts in milliseconds, and its memory is its own. Elsewhere the
worker measures one case and is replaced. Either way a case that hangs is killed with all its programs, and one that
crashes does no harm. A worker does not depend on `multiprocessing`, so it can be used in any executor: in threads, in a
process pool, in the workers of a cluster.
"""

import atexit
import contextlib
import ctypes
import gc
import os
import pickle
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import IO

import psutil

from ..errors import SolverError
from ..solvers import IN_PROCESS, find
from .cases import Case
from .environment import environment
from .measure import PROVING, Row, failure, known_points, measure, point_key

__all__ = ["Worker", "close_all", "measure_in_worker"]

FORKS = sys.platform == "linux"
PREPARED = ("backends.pyomo", "backends.pulp", "backends.cpsat", "solvers.highs", "solvers.cpsat", "solvers.library")
"""Imported once for a worker, with `relaxation`. Choco is not among them: its Java machine does not survive a fork."""
INTERVAL = 0.002
"""Seconds between the first two looks at the memory of a solver's own program; later a fiftieth of the case's age."""
PDEATHSIG = 1
"""The option of `prctl` that names the signal which a process gets when its parent has ended."""

_local = threading.local()
_open: set["Worker"] = set()


def measure_in_worker(case: Case, hard_limit: float) -> Row:
    """Measure a case in a separate process, which is killed after so many seconds. An executor runs this function."""
    if not getattr(_local, "worker", None) or _local.worker.is_closed:
        _local.worker = Worker()
    row: Row = _local.worker.measure(case, hard_limit)
    return row


def close_all() -> None:
    """End every worker of this process, and the cases in them."""
    for worker in list(_open):
        worker.close()


class Worker:
    """The parent's end of a worker: cases go in, rows come out."""

    def __init__(self) -> None:
        # One thread for the library below NumPy; a session of its own, so that Ctrl-C reaches the parent alone.
        threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        path = os.pathsep.join(filter(None, sys.path))
        self._program = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **threads, "PYTHONPATH": path},
            start_new_session=True,
        )
        _open.add(self)

    @property
    def is_closed(self) -> bool:
        return self not in _open

    def measure(self, case: Case, hard_limit: float) -> Row:
        """The row of a case, whether it ends, hangs or crashes.

        Raises:
            SolverError: When the worker itself has ended.
        """
        assert self._program.stdin
        assert self._program.stdout
        try:
            pickle.dump((case, hard_limit), self._program.stdin)
            self._program.stdin.flush()
            if not FORKS:
                return self._one_case(case, hard_limit, self._program.stdout)
            row: Row = pickle.load(self._program.stdout)
            return row
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.close()
            raise SolverError(f"the process that measures cases has ended: {error!r}") from error

    def _one_case(self, case: Case, hard_limit: float, replies: IO[bytes]) -> Row:
        watchdog = threading.Timer(hard_limit + 30, _kill, [self._program.pid])  # 30 seconds to import the libraries
        watchdog.start()
        try:
            return _last_row(replies.read(), case, self._program.wait(), hard_limit, killed=not watchdog.is_alive())
        finally:
            watchdog.cancel()
            self.close()

    def close(self) -> None:
        """End the worker, and the case in it."""
        _open.discard(self)
        _kill(self._program.pid)
        self._program.wait()
        for pipe in (self._program.stdin, self._program.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()


def _kill(pid: int) -> None:
    """Kill a process and all that it has started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        for each in [*process.children(recursive=True), process]:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()


def _last_row(output: bytes, case: Case, code: int, hard_limit: float, killed: bool) -> Row:
    """The last whole row in the output of a case, or the row that says how its process ended."""
    rows, rest = [], memoryview(output)
    with contextlib.suppress(EOFError, pickle.UnpicklingError, ValueError):
        while rest:
            size = int.from_bytes(rest[:8], "big")
            rows.append(pickle.loads(rest[8 : 8 + size]))
            rest = rest[8 + size :]
    last: Row | None = rows[-1] if rows else None
    if last and last["status"] != PROVING:
        return last
    if killed:
        return failure(case, "killed", f"it was killed after {hard_limit:g} seconds", last)
    how = f"by the signal {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
    return failure(case, "crashed", f"its process ended {how}", last)


# -- the worker's end --------------------------------------------------------------------------------------------------


def main() -> None:
    """Measure the cases of standard input until it ends."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of solvers is not a row
    environment()
    for module in (*PREPARED, "inference.relaxation"):
        import_module(f"sudoku_models.{module}")
    gc.freeze()  # the collector of a child then never touches these objects, and so copies no memory
    while True:
        try:
            case, hard_limit = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        if not FORKS:
            _write_rows(case, replies)
            return
        row = _in_a_child(case, hard_limit)
        if row.get("lp_single_point") is not None:
            known_points[point_key(case)] = row["lp_single_point"]
        pickle.dump(row, replies)
        replies.flush()


def _write_rows(case: Case, replies: IO[bytes]) -> None:
    """Measure a case, and write its row whenever there is more of it, with the length before it."""

    def write(row: Row) -> None:
        text = pickle.dumps(row)
        replies.write(len(text).to_bytes(8, "big") + text)
        replies.flush()

    write(measure(case, write))


def _in_a_child(case: Case, hard_limit: float) -> Row:
    """Measure in a child, with a temporary folder of its own for the files that solvers do not delete."""
    with tempfile.TemporaryDirectory(prefix="sudoku-models-", ignore_cleanup_errors=True) as folder:
        return _forked(case, hard_limit, folder)


def _forked(case: Case, hard_limit: float, folder: str) -> Row:
    """Fork, measure in the child, and kill it at its limit, or when the parent of the worker has gone."""
    inner, outer = os.pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            import resource

            ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)  # it ends with its worker
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash writes no core file
            os.setsid()
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it ends it
            os.environ["TMPDIR"] = tempfile.tempdir = folder
            os.close(inner)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            _write_rows(case, os.fdopen(outer, "wb"))
            os._exit(0)
        os._exit(1)
    os.close(outer)
    begin, output, killed, peak = time.monotonic(), b"", False, 0.0
    starts_programs = IN_PROCESS not in find(case.configuration.solver).features
    while True:
        age = time.monotonic() - begin
        left = hard_limit - age
        patience = min(left, max(INTERVAL, age / 50)) if starts_programs else left
        ready, _, _ = select.select([inner, 0], [], [], max(0.0, patience))
        if starts_programs:
            peak = max(peak, _largest_program(pid))
        if 0 in ready:  # the parent sends nothing while it waits for a row, so this is the end of its pipe
            _kill_group(pid)
            sys.exit()
        if inner in ready:
            if not (more := os.read(inner, 1 << 16)):
                break
            output += more
        elif left <= 0:
            killed = True
            break
    _kill_group(pid)
    os.close(inner)
    _, status = os.waitpid(pid, 0)
    row = _last_row(output, case, os.waitstatus_to_exitcode(status), hard_limit, killed)
    return {**row, "program_memory_peak": peak or None}


def _kill_group(pid: int) -> None:
    """Kill a case that has not ended, and every program that it has started."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError):
            kill(pid, signal.SIGKILL)


def _largest_program(pid: int) -> float:
    """The largest memory that a program of the case has held so far, in MiB."""
    largest = 0.0
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in _fields(task):
            with contextlib.suppress(OSError, ValueError):  # it has ended
                if os.readlink(f"/proc/{child}/exe") != os.path.realpath(sys.executable):
                    status = _fields(Path(f"/proc/{child}/status"))
                    largest = max(largest, int(status[status.index("VmHWM:") + 1]) / 1024)
            largest = max(largest, _largest_program(int(child)))
    return largest


def _fields(file: Path) -> list[str]:
    """The fields of a file in /proc; none of a process that has ended."""
    try:
        return file.read_text(encoding="utf-8").split()
    except OSError:
        return []


atexit.register(close_all)


if __name__ == "__main__":
    main()
