"""A solve in a process of its own, which can be ended at any moment.

Some engines cannot be stopped while they work: Choco holds Python's lock, SCIP and HiGHS do not look up for minutes in
a large linear program. Their long solves run here: the process gets the model as plain data, sends solutions and at
last the outcome, and is kept for the next solve. It is killed at Ctrl-C, and when it misses a limit by `GRACE`.

Messages are pickles behind their length, on standard input and output.
"""

import atexit
import contextlib
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
from typing import Any, BinaryIO

from ..errors import SolverError, SudokuModelsError
from ..runtime.interrupts import cancel_on_interrupt_from_thread
from ..runtime.limits import LONGEST, Deadline, Stopwatch
from .plain import PlainModel
from .protocol import INTERRUPTED, TIME_LIMIT, OnSolution, Outcome, Status

__all__ = ["is_separate", "serve", "solve_separately"]

GRACE = 0.5
"""Seconds that a solver may take beyond its limit before its process is killed."""
START = [sys.executable, "-c", "from sudoku_models.solvers.separate import serve; serve()"]

_idle: list["_Process"] = []
_lock = threading.Lock()
_serving = False


def is_separate() -> bool:
    """Whether this process is one that `solve_separately` has started."""
    return _serving


def solve_separately(solver: str, model: PlainModel, deadline: Deadline, found: OnSolution | None = None) -> Outcome:
    """Solve, or with `found` enumerate, in another process.

    Args:
        solver: A name for `solvers.find`.
        model: What to solve.
        deadline: When the answer is due.
        found: Called with each solution; the enumeration ends when it returns False.

    Raises:
        KeyboardInterrupt: At Ctrl-C; the process has been killed.
        SolverError: When the process ends without an answer.
    """
    watch = Stopwatch()
    process = _take()
    timer = None
    if (left := deadline.left()) is not None:
        timer = threading.Timer(min(left, LONGEST) + GRACE, process.kill)
        timer.daemon = True
        timer.start()
    outcome = None
    try:
        with cancel_on_interrupt_from_thread(process.kill):
            outcome = _converse(process, (solver, model, left, found is not None), found)
    finally:
        if timer is not None:
            timer.cancel()
        if outcome is None or process.was_killed:
            process.close()
        else:
            _put_back(process)
    if outcome.stopped_by == TIME_LIMIT:
        outcome.solve_seconds = watch()
    return outcome


def _converse(process: "_Process", request: Any, found: OnSolution | None) -> Outcome:
    try:
        _send(process.program.stdin, request)
        while True:
            kind, content = _receive(process.program.stdout)
            if kind == "outcome":
                outcome: Outcome = content
                return outcome
            if kind == "error":
                raise content
            if found is not None and not found(content):
                process.was_killed = True
                return ended_by_caller()
    except (EOFError, BrokenPipeError) as end:
        if process.was_killed:
            return Outcome(Status.UNKNOWN, f"{request[0]} reached the time limit", stopped_by=TIME_LIMIT)
        code = process.program.wait()
        raise SolverError(f"{request[0]} failed: its process ended with the exit code {code}") from end


def ended_by_caller() -> Outcome:
    """The answer of an enumeration that its caller has ended."""
    return Outcome(Status.UNKNOWN, "the enumeration was ended before its end", stopped_by=INTERRUPTED)


class _Process:
    """A process that serves one solve at a time."""

    def __init__(self) -> None:
        self.owner = os.getpid()
        self.was_killed = False
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        # A session of its own, so that Ctrl-C reaches this process alone.
        self.program = subprocess.Popen(
            START,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )

    def kill(self) -> None:
        self.was_killed = True
        self.program.kill()

    def close(self) -> None:
        """End it and give its pipes back."""
        for pipe in (self.program.stdin, self.program.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self.program.kill()
        self.program.wait()


def _take() -> _Process:
    """A process that is idle, or a new one."""
    with _lock:
        while _idle:
            process = _idle.pop()
            if process.owner != os.getpid():
                continue  # this process is a fork of the one that it belongs to
            if process.program.poll() is None:
                return process
            process.close()
    return _Process()


def _put_back(process: _Process) -> None:
    with _lock:
        _idle.append(process)


@atexit.register
def _end_all() -> None:
    while _idle:
        process = _idle.pop()
        if process.owner == os.getpid():
            process.close()


def _send(pipe: Any, message: Any) -> None:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(struct.pack("!Q", len(data)) + data)
    pipe.flush()


def _receive(pipe: Any) -> Any:
    head = pipe.read(8)
    if len(head) < 8:
        raise EOFError
    (length,) = struct.unpack("!Q", head)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def serve() -> None:
    """Answer requests until standard input is closed. Runs in the other process."""
    global _serving
    _serving = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints must not get between the messages
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request = _receive(requests)
            with _ended_with_parent():
                answer = _answer(request, answers)
            _send(answers, answer)


def _answer(request: Any, answers: BinaryIO) -> tuple[str, Any]:
    from .registry import find

    solver, model, limit, enumerate_them = request
    try:
        session: Any = find(solver).session(model)
        if not enumerate_them:
            return "outcome", session.solve(limit)

        def found(values: Any) -> bool:
            _send(answers, ("solution", values))
            return True

        return "outcome", session.enumerate(found, limit)
    except SudokuModelsError as error:
        return "error", error
    except Exception as error:
        return "error", SolverError(f"{solver} failed: {type(error).__name__}: {error}")


@contextlib.contextmanager
def _ended_with_parent() -> Any:
    """Let the system end this process when the pipe to its parent breaks: a solver at work would not see it."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    flags = fcntl.fcntl(0, fcntl.F_GETFL)
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, flags | os.O_ASYNC)  # SIGIO, which ends a process that does not handle it
    try:
        yield
    finally:
        fcntl.fcntl(0, fcntl.F_SETFL, flags)
