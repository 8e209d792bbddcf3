"""A fresh process for each case, and its end at the hard limit.

A room is a program of its own, `python -m sudoku_models.benchmark.room`, which has imported the libraries and then
waits. On Linux it forks for each case: the child is fresh, starts in milliseconds, and its memory is its own. Elsewhere
the
room serves one case and is replaced. Either way a case that hangs is killed with all its programs, and one that crashes
takes nothing with it. Because a room is no child of `multiprocessing`, it works in any executor: in threads, in a
process pool, on the workers of a cluster.
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
from .case import Case
from .environment import environment
from .measure import PROVING, Row, failure, known_points, measure, point_key

__all__ = ["Room", "close_all", "in_a_room"]

FORKS = sys.platform == "linux"
PREPARED = ("backends.pyomo", "backends.pulp", "backends.cpsat", "solvers.highs", "solvers.cpsat", "solvers.library")
"""Imported once for a room, with `relaxation`. Not Choco: its Java machine does not survive a fork."""
SAMPLE = 0.002
"""Seconds between the first two looks at the memory of a solver's own program; later a fiftieth of the case's age."""
PDEATHSIG = 1
"""What `prctl` calls the signal that a process gets when its parent has ended."""

_local = threading.local()
_open: set["Room"] = set()


def in_a_room(case: Case, hard_limit: float) -> Row:
    """Measure a case in a fresh process; it is killed after so many seconds. This is what an executor runs."""
    if not getattr(_local, "room", None) or _local.room.is_closed:
        _local.room = Room()
    row: Row = _local.room.measure(case, hard_limit)
    return row


def close_all() -> None:
    """End every room of this process, and the cases in them."""
    for room in list(_open):
        room.close()


class Room:
    """The near end of a room: cases go in, rows come out."""

    def __init__(self) -> None:
        # One thread for whatever NumPy stands on; a session of its own, so that Ctrl-C is ours to handle.
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
        """The row of a case, whatever became of it.

        Raises:
            SolverError: When the room itself cannot work.
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
        watchdog = threading.Timer(hard_limit + 30, _end, [self._program.pid])  # 30 seconds to import the libraries
        watchdog.start()
        try:
            return _last_row(replies.read(), case, self._program.wait(), hard_limit, killed=not watchdog.is_alive())
        finally:
            watchdog.cancel()
            self.close()

    def close(self) -> None:
        """End the room, and the case in it."""
        _open.discard(self)
        _end(self._program.pid)
        self._program.wait()
        for pipe in (self._program.stdin, self._program.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()


def _end(pid: int) -> None:
    """Kill a process and all that it has started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        for each in [*process.children(recursive=True), process]:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()


def _last_row(said: bytes, case: Case, code: int, hard_limit: float, killed: bool) -> Row:
    """The last whole row in what the process of a case has said, or the row that says how it ended."""
    rows, rest = [], memoryview(said)
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


# -- inside the room ---------------------------------------------------------------------------------------------------


def main() -> None:
    """Take cases from standard input until it ends."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what solvers print is no row
    environment()
    for module in (*PREPARED, "inference.relaxation"):
        import_module(f"sudoku_models.{module}")
    gc.freeze()  # the collector of a child leaves alone what it has from here, and so copies no memory
    while True:
        try:
            case, hard_limit = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        if not FORKS:
            _work(case, replies)
            return
        row = _in_a_child(case, hard_limit)
        if row.get("lp_single_point") is not None:
            known_points[point_key(case)] = row["lp_single_point"]
        pickle.dump(row, replies)
        replies.flush()


def _work(case: Case, replies: IO[bytes]) -> None:
    def say(row: Row) -> None:
        text = pickle.dumps(row)
        replies.write(len(text).to_bytes(8, "big") + text)
        replies.flush()

    say(measure(case, say))


def _in_a_child(case: Case, hard_limit: float) -> Row:
    """Let a child measure, in a folder of its own for what solvers leave behind."""
    with tempfile.TemporaryDirectory(prefix="sudoku-models-", ignore_cleanup_errors=True) as folder:
        return _forked(case, hard_limit, folder)


def _forked(case: Case, hard_limit: float, folder: str) -> Row:
    """Fork, let the child measure, and kill it at its limit, or when nobody waits for the row any more."""
    inner, outer = os.pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            import resource

            ctypes.CDLL(None).prctl(PDEATHSIG, signal.SIGKILL)  # it does not outlive its room
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash leaves no file behind
            os.setsid()
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it ends it
            os.environ["TMPDIR"] = tempfile.tempdir = folder
            os.close(inner)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            _work(case, os.fdopen(outer, "wb"))
            os._exit(0)
        os._exit(1)
    os.close(outer)
    begin, said, killed, peak = time.monotonic(), b"", False, 0.0
    runs_a_program = IN_PROCESS not in find(case.way.solver).features
    while True:
        age = time.monotonic() - begin
        left = hard_limit - age
        patience = min(left, max(SAMPLE, age / 50)) if runs_a_program else left
        ready, _, _ = select.select([inner, 0], [], [], max(0.0, patience))
        if runs_a_program:
            peak = max(peak, _largest_program(pid))
        if 0 in ready:  # the near end says nothing while it waits for a row, so it has gone
            _end_group(pid)
            sys.exit()
        if inner in ready:
            if not (more := os.read(inner, 1 << 16)):
                break
            said += more
        elif left <= 0:
            killed = True
            break
    _end_group(pid)
    os.close(inner)
    _, status = os.waitpid(pid, 0)
    row = _last_row(said, case, os.waitstatus_to_exitcode(status), hard_limit, killed)
    return {**row, "program_memory_peak": peak or None}


def _end_group(pid: int) -> None:
    """Kill a case that has not ended, and every program that it has left behind."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError):
            kill(pid, signal.SIGKILL)


def _largest_program(pid: int) -> float:
    """The largest memory that a program of the case has held so far, in MiB."""
    largest = 0.0
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in _words(task):
            with contextlib.suppress(OSError, ValueError):  # it has gone, or holds nothing any more
                if os.readlink(f"/proc/{child}/exe") != os.path.realpath(sys.executable):
                    words = _words(Path(f"/proc/{child}/status"))
                    largest = max(largest, int(words[words.index("VmHWM:") + 1]) / 1024)
            largest = max(largest, _largest_program(int(child)))
    return largest


def _words(file: Path) -> list[str]:
    """What the kernel says there; nothing of a process that has gone."""
    try:
        return file.read_text(encoding="utf-8").split()
    except OSError:
        return []


atexit.register(close_all)


if __name__ == "__main__":
    main()
