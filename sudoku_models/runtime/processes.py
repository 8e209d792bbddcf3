"""Worker processes: each imports its libraries once and then answers one request at a time.

A worker can be killed at any moment with all programs that it has started, whatever a library in it is doing; the next
request starts a new process. The pools of the standard library cannot end a single task that hangs, Pebble leaves the
programs of such a task running, and both run a script again that has no `if __name__ == "__main__":`.
"""

import atexit
import contextlib
import json
import math
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, TypeVar

from ..errors import WorkerError
from . import platform
from .interrupts import defer_interrupts, import_whole
from .serving import ENDED, ERROR, MESSAGE, READY, descendants, kill_each, memory_of

MEMORY_LIMIT = 4 * 1024**3
"""The largest memory of a process together with its children, in bytes."""
INTERVAL = 0.5
"""Seconds between two checks of a process: its memory, and whether it still runs."""
START_SECONDS = 60.0
"""The time for a worker to start and to import its libraries; the time limit of a request begins afterwards."""
END_SECONDS = 5.0
"""The time for a process to end after it has closed its output."""
LINUX = FORKS = sys.platform == "linux"

Item = TypeVar("Item")
Found = TypeVar("Found")


class Worker:
    """A process that answers one request at a time. It is started by the first request, or by `start`.

    A request is a function and its arguments, sent with `cloudpickle`. The process has a session of its own, so Ctrl-C
    reaches only the parent. The output of the function is discarded. The process ends when its parent has ended: on
    Linux at once, elsewhere after its request.

    Args:
        prepare: Modules that the process imports when it starts; a function, as "module:function", is called too.
        fresh: Whether each request gets a process that has served no other. On Linux that is a fork of the prepared
            one; elsewhere the process is replaced after each request.
        environment: Environment variables to set in addition to those of this process.

    >>> from operator import add
    >>> def sum_of(post, *terms):
    ...     post(len(terms))
    ...     return sum(terms)
    >>> with Worker() as worker:
    ...     worker.request(sum_of, 1, 2, 3, on_message=print)
    3
    6
    """

    def __init__(
        self, prepare: Iterable[str] = (), fresh: bool = False, environment: Mapping[str, str] | None = None
    ) -> None:
        self._prepare, self._fresh, self._environment = list(prepare), fresh, environment or {}
        self.is_closed = False
        self._lock = threading.Lock()
        self._process: _Process | None = None

    def start(self) -> None:
        """Start the process now, so that the first request need not wait for it.

        Raises:
            WorkerError: When it cannot be started.
        """
        self._started()

    def request(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        time_limit: float | None = None,
        memory_limit: int | None = MEMORY_LIMIT,
        on_message: Callable[[Any], None] | None = None,
    ) -> Any:
        """Call a function in the process and wait for its result.

        Args:
            function: The function; its first argument is `post`, which sends a message.
            arguments: Its other arguments.
            time_limit: Seconds, counted from when the process is ready; None means no limit.
            memory_limit: Bytes of resident memory for the process that serves the request, and its children. They are
                looked at twice a second. None means no limit.
            on_message: Called in this thread with each message that is posted.

        Returns:
            The return value of the function. An exception that it raised is raised here.

        Raises:
            WorkerError: When the process cannot be started, reached a limit, was killed or ended before it answered.
        """
        task = import_whole("cloudpickle").dumps((function, arguments))
        return self._started().request(task, time_limit, memory_limit, on_message)

    def kill(self) -> None:
        """Kill the process with all its children, from any thread; a waiting request raises `WorkerError`."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill("was cancelled")

    def close(self) -> None:
        """Kill the process; later requests raise `WorkerError`."""
        self.is_closed = True
        self.kill()

    @property
    def pid(self) -> int | None:
        """The process id, if the process is running."""
        process = self._process
        return process.program.pid if process is not None and process.is_usable else None

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _started(self) -> "_Process":
        with self._lock:
            if self.is_closed:
                raise WorkerError("is closed")
            if why_not := platform.why_not([platform.PROCESSES, platform.THREADS]):
                raise WorkerError(f"cannot be started: {why_not}")
            if self._process is None or not self._process.is_usable:
                self._process = _Process(self._prepare, self._fresh, self._environment)
            return self._process


def map_with_workers(
    function: Callable[[Worker, Item], Found], items: Iterable[Item], jobs: int, **options: Any
) -> Generator[Found]:
    """Call a function for each item; each call has one of several workers to itself.

    Args:
        function: Called with the worker and the item, in a thread.
        items: The items.
        jobs: The number of workers.
        options: The options of each `Worker`.

    Yields:
        The return values, in the order of the items. Ending the iteration early kills the workers.

    >>> list(map_with_workers(lambda worker, x: worker.request(lambda post: x * x), [1, 2, 3], jobs=2))
    [1, 4, 9]
    """
    workers = [Worker(**options) for _ in range(jobs)]
    idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def call(item: Item) -> Found:
        worker = idle.get()
        try:
            return function(worker, item)
        finally:
            idle.put(worker)

    pool = ThreadPoolExecutor(jobs, "waits for a worker")
    try:
        yield from pool.map(call, items)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.close()
        pool.shutdown()


def size(memory: int) -> str:
    """A number of bytes in words.

    >>> size(MEMORY_LIMIT), size(200 * 1024**2)
    ('4 GB', '0.2 GB')
    """
    return f"{memory / 1024**3:.2g} GB"


# -- in the parent -----------------------------------------------------------------------------------------------------


class _Process:
    """One process of a worker, from its start to its end."""

    def __init__(self, prepare: list[str], fresh: bool, environment: Mapping[str, str]) -> None:
        self._is_fresh, self._forks = fresh, fresh and FORKS
        self._is_ready, self._why, self._limit = False, "", ""
        self._busy = threading.Lock()
        path = os.pathsep.join(os.path.abspath(each) for each in sys.path)
        code = f"import sys; from {__package__}.serving import main; main(sys.argv[1])"
        alive: list[int] = []
        self.pipes: list[IO[bytes]] = []
        try:
            if LINUX:  # nobody writes to this pipe; it breaks when this process ends, and so ends the worker at once
                theirs, ours = os.pipe()
                alive.append(theirs)
                self.pipes.append(os.fdopen(ours, "wb", 0))
            self.program = subprocess.Popen(
                [sys.executable, "-P", "-c", code, json.dumps([prepare, self._forks, *alive])],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **environment, "PYTHONPATH": path},
                pass_fds=alive,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the equivalent on Windows
            )
        except OSError as error:
            self._close()
            raise WorkerError(f"cannot be started: {error.strerror or error}") from None
        finally:
            for each in alive:
                os.close(each)
        self.pipes += filter(None, (self.program.stdin, self.program.stdout))
        _running.add(self)

    @property
    def is_usable(self) -> bool:
        """Whether it runs, and was started by this process, not by one of which this is a fork."""
        return self in _running and self.program.poll() is None

    def request(
        self, task: bytes, time_limit: float | None, memory_limit: int | None, on_message: Callable[[Any], None] | None
    ) -> Any:
        """As `Worker.request`."""
        kind = ENDED
        content: Any = None
        # A folder of its own, because a killed process does not remove its files.
        temporary = tempfile.TemporaryDirectory(prefix="sudoku-models-", ignore_cleanup_errors=True)
        try:
            with self._busy, temporary as folder:
                if not self._is_ready:
                    with self._watched(START_SECONDS, memory_limit, f"did not start in {START_SECONDS:g} seconds", ""):
                        self._is_ready = self._received()[0] == READY
                with self._watched(time_limit, memory_limit):
                    self._send((sys.path, folder, task))
                    while (received := self._received())[0] != ENDED:
                        if received[0] != MESSAGE:
                            kind, content = received
                        elif on_message:
                            on_message(received[1])
        except BaseException:  # it has not answered: a limit, Ctrl-C, an error of `on_message`
            self.kill("was cancelled")
            raise
        if self._is_fresh and not self._forks:
            self.kill()
        if kind == ENDED:  # the fork that served this request
            raise WorkerError(_ending(received[1]), received[1])
        if kind == ERROR:
            raise content
        return content

    def kill(self, why: str = "", limit: str = "") -> None:
        """Kill the process with all its children, and wait until they have ended."""
        try:
            _running.remove(self)
        except KeyError:  # by another thread
            return
        self._why, self._limit = why, limit
        with defer_interrupts():
            self._kill_all()
            self._close()

    def _close(self) -> None:
        for pipe in self.pipes:
            with contextlib.suppress(OSError):
                pipe.close()

    def _kill_all(self) -> None:
        import psutil

        children = descendants(self.program.pid) if self.program.poll() is None else []
        self.program.kill()
        kill_each(children)
        # Once the process was waited for, its number can belong to another process, unless the group still has it.
        is_ours = self.program.returncode is None or not psutil.pid_exists(self.program.pid)
        if hasattr(os, "killpg") and is_ours:
            with contextlib.suppress(ProcessLookupError, PermissionError):  # orphans, whose parents had already ended
                os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()

    def _send(self, request: Any) -> None:
        assert self.program.stdin
        with contextlib.suppress(OSError, ValueError):  # it has ended, which `_received` will notice
            pickle.dump(request, self.program.stdin)
            self.program.stdin.flush()

    def _received(self) -> tuple[str, Any]:
        """The next pickle from the process, or the error that says how the process ended."""
        assert self.program.stdout
        try:
            received: tuple[str, Any] = pickle.load(self.program.stdout)
            return received
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            pass
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.program.wait(END_SECONDS)  # before it is killed, to keep its own exit code
        self.kill()
        if self._why:
            raise WorkerError(self._why, limit=self._limit)
        code = self.program.returncode
        raise WorkerError(_ending(code), None if self._forks else code)  # not the code of the fork

    @contextlib.contextmanager
    def _watched(
        self,
        time_limit: float | None,
        memory_limit: int | None,
        too_late: str = "was stopped after {:g} seconds",
        limit: str = "time",
    ) -> Iterator[None]:
        """Kill the process when it reaches a limit within the block, or its remaining children when it has ended."""
        end = math.inf if time_limit is None else time.monotonic() + time_limit
        is_done = threading.Event()

        def watch() -> None:
            while not is_done.wait(max(0.0, min(INTERVAL, end - time.monotonic()))):
                if time.monotonic() >= end:
                    self.kill(too_late.format(time_limit), limit)
                elif self.program.poll() is not None:
                    self.kill()
                elif memory_limit is not None and memory_of(self.program.pid, not self._forks) > memory_limit:
                    self.kill(f"was stopped because it took more than {size(memory_limit)} of memory", "memory")
                else:
                    continue
                break

        thread = threading.Thread(target=watch, name="watches a worker", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # no more threads
            raise WorkerError(f"cannot be started: {error}") from None
        try:
            yield
        finally:
            is_done.set()
            thread.join()


def _ending(code: int) -> str:
    """A description of the end of a process that did not answer.

    >>> _ending(-9), _ending(3)
    ('ended by signal 9 before it answered', 'ended with exit code 3 before it answered')
    """
    return f"ended {f'by signal {-code}' if code < 0 else f'with exit code {code}'} before it answered"


_running: set[_Process] = set()


def _forget_workers() -> None:
    """In a fork of this process: the workers belong to its parent, whose end they notice by a pipe that breaks."""
    for process in _running:
        process.pipes[0].close()
    _running.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_workers)


@atexit.register
def _kill_all_workers() -> None:
    """Kill all processes that workers of this process have started."""
    for process in list(_running):
        if process.is_usable:
            process.kill("was cancelled")
