"""The process of a `workers.Worker`: `python -m sudoku_models.runtime.worker_process OPTIONS`.

It reads frames from standard input, each a length and a pickle of `(sys.path, time limit, task)`, and writes frames to
standard output, each a length, a letter for its kind, and a pickle. The process ends when its input ends, even in the
middle of a task, so no process is left over when the parent has ended.
"""

import contextlib
import ctypes
import gc
import json
import math
import os
import pickle
import queue
import select
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pkgutil import resolve_name
from typing import Any, BinaryIO

__all__ = ["main", "read_frame", "write_frame"]

FORKS = sys.platform == "linux"
PARENT_DEATH_SIGNAL = 1
"""The `prctl` option for the signal that a process receives when its parent ends."""
SUBREAPER = 36
"""The `prctl` option by which orphans of its descendants become children of this process."""

GRACE = 5.0
"""Seconds that a process waits beyond its idle time; the parent sends no requests after the idle time."""
READY, MESSAGE, RESULT, ERROR, ENDED = b"g", b"m", b"r", b"e", b"x"
"""The kinds of frames: the process is ready; a task posts a message, returns, or raises; a fork ended without these."""
ANSWERS = (RESULT, ERROR, ENDED)
"""The frames that end a request."""

Send = Callable[[bytes], None]


def read_frame(stream: Any) -> bytes | None:
    """The next frame of a stream; None at the end, or when the last frame is incomplete."""
    size = int.from_bytes(head := stream.read(8), "big")
    frame: bytes = stream.read(size) if len(head) == 8 else b""
    return frame if frame and len(frame) == size else None


def write_frame(stream: Any, frame: bytes) -> None:
    """Write a frame and flush the stream.

    >>> from io import BytesIO
    >>> stream = BytesIO()
    >>> write_frame(stream, b"abc")
    >>> read_frame(BytesIO(stream.getvalue()))
    b'abc'
    """
    stream.write(len(frame).to_bytes(8, "big") + frame)
    stream.flush()


def main(options: dict[str, Any]) -> None:
    """Answer requests until there are no more."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # A task has no input, and its output must not mix with the replies.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for name in options["prepare"]:
        if callable(prepared := resolve_name(name)):
            prepared()
    send = _sender(replies)
    send(_frame(READY, None))
    if options["forks"]:
        _serve_by_forks(requests, replies)
    else:
        _serve(requests, send, options["idle_seconds"], options["holds_lock"])


# -- one process for all requests ------------------------------------------------------------------------------------


def _serve(requests: BinaryIO, send: Send, idle_seconds: float | None, holds_lock: bool) -> None:
    patience = None if idle_seconds is None else idle_seconds + GRACE
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting), name="reads requests", daemon=True).start()
    while True:
        try:
            frame = waiting.get(timeout=patience)
        except queue.Empty:
            return
        with _ended_by_system_with_parent(requests) if holds_lock else contextlib.nullcontext():
            answer = _answer(frame, send)
        send(answer)


@contextlib.contextmanager
def _ended_by_system_with_parent(requests: BinaryIO) -> Iterator[None]:
    """Let the system end this process when the pipe from its parent breaks, even if Python's lock is held."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    flags = fcntl.fcntl(requests, fcntl.F_GETFL)
    fcntl.fcntl(requests, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(requests, fcntl.F_SETFL, flags | os.O_ASYNC)  # SIGIO, which ends a process that does not handle it
    try:
        yield
    finally:
        fcntl.fcntl(requests, fcntl.F_SETFL, flags)


def _listen(requests: BinaryIO, waiting: "queue.SimpleQueue[bytes]") -> None:
    while frame := read_frame(requests):
        waiting.put(frame)
    import psutil

    for program in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            program.kill()
    os._exit(0)


def _sender(replies: BinaryIO) -> Send:
    lock = threading.Lock()

    def send(frame: bytes) -> None:
        with lock:
            write_frame(replies, frame)

    return send


def _frame(kind: bytes, content: Any) -> bytes:
    try:
        data = pickle.dumps(content)
    except (pickle.PicklingError, AttributeError, TypeError):  # such as an object of a class made in a notebook
        import cloudpickle

        data = bytes(cloudpickle.dumps(content))
    return kind + data


def _answer(frame: bytes, send: Send) -> bytes:
    """Execute a request: the frame of its result or its exception."""
    try:
        sys.path[:], _, task = pickle.loads(frame)
        function, arguments = pickle.loads(task)
        return _frame(RESULT, function(lambda content: send(_frame(MESSAGE, content)), *arguments))
    except Exception as error:
        return _frame(ERROR, _portable(error))


def _portable(error: Exception) -> Exception:
    """The exception, or one with the same message when it cannot be pickled."""
    import cloudpickle

    from ..errors import SudokuModelsError

    with contextlib.suppress(Exception):
        pickle.loads(cloudpickle.dumps(error))
        return error.with_traceback(None)
    return SudokuModelsError(" ".join(f"{type(error).__name__}: {error}".split()))


# -- a fork for each request -----------------------------------------------------------------------------------------


def _serve_by_forks(requests: BinaryIO, replies: BinaryIO) -> None:
    ctypes.CDLL(None).prctl(SUBREAPER, 1)
    gc.freeze()  # garbage collection in a fork ignores existing objects, so their memory is not copied
    while frame := read_frame(requests):
        time_limit = pickle.loads(frame)[1]
        # A folder of its own, because a killed process does not remove its files.
        with tempfile.TemporaryDirectory(prefix="sudoku-models-", ignore_cleanup_errors=True) as folder:
            answer = _in_fork(frame, time_limit, folder, requests, replies)
        write_frame(replies, answer)  # after the clean-up, because the parent may then send a request or end


def _in_fork(frame: bytes, time_limit: float | None, folder: str, requests: BinaryIO, replies: BinaryIO) -> bytes:
    """Run a request in a fork and forward its messages; it is killed at its limit or when the parent has ended."""
    inner, outer = os.pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            os.close(inner)
            try:
                _answer_in_fork(frame, folder, os.fdopen(outer, "wb"))
            except SystemExit as error:
                os._exit(error.code & 255 if isinstance(error.code, int) else int(error.code is not None))
            os._exit(0)
        os._exit(1)
    os.close(outer)
    until = math.inf if time_limit is None else time.monotonic() + time_limit
    received, answer, limit = b"", b"", None
    while not answer:
        left = None if time_limit is None else max(0.0, until - time.monotonic())
        ready, _, _ = select.select([inner, requests.fileno()], [], [], left)
        if requests.fileno() in ready:  # the parent sends nothing while it waits, so it has ended
            _kill_group(pid)
            _kill_children()
            sys.exit()
        if inner in ready:
            if not (more := os.read(inner, 1 << 16)):
                _await_end(pid)
                break
            received, answer = _forward(received + more, replies)
        elif time.monotonic() >= until:
            limit = time_limit
            break
    _kill_group(pid)
    os.close(inner)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    _kill_children()
    return answer or ENDED + pickle.dumps((code, limit))


def _answer_in_fork(frame: bytes, folder: str, replies: BinaryIO) -> None:
    import resource

    ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)  # it ends with its parent
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core dump after a crash
    os.setsid()
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    send = _sender(replies)
    send(_answer(frame, send))


def _await_end(pid: int) -> None:
    """Wait a little for the end of a process that has closed its output, to have its own exit code."""
    until = time.monotonic() + GRACE
    while time.monotonic() < until and not os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
        time.sleep(0.01)


def _forward(received: bytes, replies: BinaryIO) -> tuple[bytes, bytes]:
    """Forward the messages in the received bytes; return the remaining bytes, and the answer if it has arrived."""
    while len(received) >= 8 and len(received) >= (end := 8 + int.from_bytes(received[:8], "big")):
        frame, received = received[8:end], received[end:]
        if frame[:1] in ANSWERS:
            return received, frame
        write_frame(replies, frame)
    return received, b""


def _kill_group(pid: int) -> None:
    """Kill a fork, unless it has ended, and all programs that it has started."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError):
            kill(pid, signal.SIGKILL)


def _kill_children() -> None:
    """Kill what a fork has left running, such as programs in a session of their own."""
    import psutil

    while left := psutil.Process().children(recursive=True):
        for program in left:
            with contextlib.suppress(psutil.Error):
                program.kill()
        psutil.wait_procs(left, timeout=1.0)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
