"""The process of a `Worker`: it answers requests, each in itself or in a fork.

It reads pickles from its standard input and writes pickles of `(kind, content)` to its standard output.
"""

import contextlib
import gc
import json
import os
import pickle
import select
import sys
import tempfile
import threading
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any, BinaryIO

from ..errors import SudokuModelsError

SUBREAPER = 36
"""The `prctl` option by which orphans of its descendants become children of this process."""
MEMORY_RESERVE = 256 * 1024**2
"""See `limit_memory`."""
STACK = 8 * 1024**2
"""What the system reserves for the stack of a thread, in bytes."""
READY, MESSAGE, RESULT, ERROR, ENDED = "ready", "message", "result", "error", "ended"
"""The messages of a process: it is ready; a task has posted, returned or raised something; a task has ended."""

Send = Callable[[str, Any], None]


def main(options: str) -> None:
    """Answer requests until there are no more.

    Args:
        options: As JSON: the modules to prepare, whether to fork for each request, and on Linux the pipe that breaks
            when the parent ends.
    """
    prepare, forks, *alive = json.loads(options)
    for pipe in alive:
        _end_with_parent(pipe)
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # A task has no input, and its output must not mix with the replies.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for name in prepare:
        with contextlib.suppress(ModuleNotFoundError):  # the requests that need this library say what to install
            if callable(prepared := resolve_name(name)):
                prepared()
    send = _sender(replies)
    send(READY, None)
    if forks:
        import ctypes

        ctypes.CDLL(None).prctl(SUBREAPER, 1)
        gc.freeze()  # garbage collection in a fork ignores existing objects, so their memory is not copied
    while True:
        try:
            request = pickle.load(requests)
        except EOFError:
            return
        code = 0
        if forks:
            code = _answer_in_fork(request, send)
        else:
            _answer(request, send)
        send(ENDED, code)


def _sender(replies: BinaryIO) -> Send:
    import cloudpickle

    lock = threading.Lock()

    def send(kind: str, content: Any) -> None:
        data = cloudpickle.dumps((kind, content))
        with lock:
            replies.write(data)
            replies.flush()

    return send


def _end_with_parent(alive: int) -> None:
    """Let the system end all processes of this group when the parent has ended.

    It does so even if a library holds Python's lock: SIGIO ends a process that does not handle it. Nobody writes to
    this pipe, so there is no other event: on the pipe of the requests, the signal for the last bytes of a request can
    come after they were read.
    """
    import fcntl

    os.set_inheritable(alive, False)
    fcntl.fcntl(alive, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(alive, fcntl.F_SETFL, fcntl.fcntl(alive, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([alive], [], [], 0)[0]:  # it had broken before
        os._exit(0)


def _answer(request: tuple[list[str], str, bytes], send: Send) -> None:
    """Execute a request, and send its result or its exception."""
    try:
        sys.path[:], folder, task = request
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        function, arguments = pickle.loads(task)
        send(RESULT, function(lambda content: send(MESSAGE, content), *arguments))
    except Exception as error:
        send(ERROR, _portable(error))


def _portable(error: Exception) -> Exception:
    """The exception, or one with the same message when it cannot be pickled."""
    import cloudpickle

    with contextlib.suppress(Exception):
        pickle.loads(cloudpickle.dumps(error))
        return error.with_traceback(None)
    return SudokuModelsError(" ".join(f"{type(error).__name__}: {error}".split()))


def _answer_in_fork(request: tuple[list[str], str, bytes], send: Send) -> int:
    """Execute a request in a fork; returns its exit code when it has ended, with the programs that it has started."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            _answer(request, send)
            code = 0
        except SystemExit as error:
            code = error.code & 255 if isinstance(error.code, int) else int(error.code is not None)
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    while left := descendants(os.getpid()):
        kill_each(left)
    return code


def descendants(pid: int) -> list[Any]:
    """The running processes below a process, as objects of psutil."""
    import psutil

    with contextlib.suppress(psutil.Error):
        return list(psutil.Process(pid).children(recursive=True))
    return []


def kill_each(programs: list[Any]) -> None:
    """Kill these processes, and wait a little for their end."""
    import psutil

    for each in programs:
        with contextlib.suppress(psutil.Error):
            each.kill()
    psutil.wait_procs(programs, timeout=1.0)


def memory_of(pid: int, with_itself: bool = True) -> int:
    """The resident memory of a process and its children in bytes, or of its children alone; 0 when it has ended."""
    import psutil

    used = 0
    with contextlib.suppress(psutil.Error):
        program = psutil.Process(pid)
        for each in [program] * with_itself + program.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                used += each.memory_info().rss
    return used


def limit_memory(memory_limit: int) -> None:
    """Let the system refuse this process, and programs that it starts, more memory than this and a reserve.

    A process is watched from time to time, and could fill the memory of the machine between two looks. The system
    counts private memory that is reserved and not used, too: the solvers' libraries have up to 100 MB, and a stack for
    each of their threads. Hence the reserve, so that a process is stopped here only when it takes much at once. Address
    space does not count; Choco reserves 32 GB of it. Only Linux limits private memory; elsewhere this does nothing.

    Args:
        memory_limit: Bytes.
    """
    if sys.platform == "linux":
        import resource

        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        wanted = memory_limit + MEMORY_RESERVE + (os.cpu_count() or 1) * STACK
        limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
