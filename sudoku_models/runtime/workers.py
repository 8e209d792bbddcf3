"""Worker processes: each imports its libraries once and then answers one request at a time.

A worker can be killed at any moment, whatever a library in it is doing; the next request starts a new process, which
runs the module `worker_process`. The process pools of the standard library cannot end a single task that hangs, or the
programs that it has started, and a script must use them under `if __name__ == "__main__":`.
"""

import contextlib
import json
import math
import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..errors import WorkerError
from .processes import INTERVAL, MEMORY_LIMIT, kill, memory_of, start, too_large, too_long
from .worker_process import ANSWERS, ENDED, ERROR, FORKS, MESSAGE, READY, read_frame, write_frame

__all__ = ["Worker", "map_in_workers"]

START_SECONDS = 60.0
"""The time for a worker to start and to import its libraries; the time limit of a request begins afterwards."""
END_SECONDS = 5.0
"""The time for a process to end after it has closed its output."""
CANCELLED = "was cancelled"


class Worker:
    """A process that answers one request at a time. It is started by the first request, or by `start`.

    A request is a function and its arguments, sent with `cloudpickle`. The process has a session of its own, so Ctrl-C
    reaches only the parent. The output of the function is discarded. The process ends when its parent has ended.

    Args:
        prepare: Modules that the process imports when it starts; a function, as "module:function", is called too.
        fresh: Whether each request gets a process that has served no other. On Linux that is a fork of the prepared
            one, with a temporary folder of its own; elsewhere the process is replaced after each request.
        idle_seconds: The process ends after this time without a request; None means never.
        environment: Environment variables to set in addition to those of this process.
        holds_lock: Whether requests hold Python's lock for long, and start no programs. The operating system then ends
            the process when the parent is gone, because no thread of its own could.

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
        self,
        prepare: Iterable[str] = (),
        fresh: bool = False,
        idle_seconds: float | None = None,
        environment: Mapping[str, str] | None = None,
        holds_lock: bool = False,
    ) -> None:
        self._options = {
            "prepare": list(prepare),
            "fresh": fresh,
            "forks": fresh and FORKS,
            "idle_seconds": idle_seconds,
            "holds_lock": holds_lock,
        }
        self._environment = environment or {}
        self._idle_seconds = math.inf if idle_seconds is None else idle_seconds
        self._is_closed = False
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
        import cloudpickle

        task = cloudpickle.dumps((function, arguments))
        return self._started().request(task, time_limit, memory_limit, on_message)

    def kill(self) -> None:
        """Kill the process with all its children, from any thread; a waiting request raises `WorkerError`."""
        with self._lock:
            if self._process is not None:
                self._process.kill(CANCELLED)
                self._process = None

    def close(self) -> None:
        """Kill the process; later requests raise `WorkerError`."""
        self._is_closed = True
        self.kill()

    @property
    def pid(self) -> int | None:
        """The process id, if the process is running."""
        process = self._process
        return process.program.pid if process is not None and process.program.poll() is None else None

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _started(self) -> "_Process":
        with self._lock:
            if self._is_closed:
                raise WorkerError("is closed")
            if self._process is not None and self._process.is_idle(self._idle_seconds):
                self._process.kill(CANCELLED)
            if self._process is None or self._process.has_ended:
                self._process = _Process(self._options, self._environment)
            return self._process


def map_in_workers(
    function: Callable[..., Any], requests: Iterable[tuple[Any, ...]], jobs: int, **options: Any
) -> Iterator[Any]:
    """Call a function once for each tuple of arguments, in several workers in parallel.

    Args:
        function: A function as for `Worker.request`.
        requests: The arguments of each call.
        jobs: The number of workers.
        options: The options of each `Worker`.

    Yields:
        The return values, in the order of the requests. Ending the iteration early kills the workers.

    Raises:
        WorkerError: When a worker ends before it has answered.

    >>> list(map_in_workers(lambda post, x: x * x, [(1,), (2,), (3,)], jobs=2))
    [1, 4, 9]
    """
    workers = [Worker(**options) for _ in range(jobs)]
    idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def call(arguments: tuple[Any, ...]) -> Any:
        worker = idle.get()
        try:
            return worker.request(function, *arguments)
        finally:
            idle.put(worker)

    pool = ThreadPoolExecutor(jobs, "waits for a worker")
    try:
        for waiting in [pool.submit(call, arguments) for arguments in requests]:
            yield waiting.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.close()
        pool.shutdown()


class _Process:
    """One process of a worker, from its start to its end."""

    def __init__(self, options: Mapping[str, Any], environment: Mapping[str, str]) -> None:
        self._options = options
        self._frames: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._busy = threading.Lock()
        self._is_ready = self.has_ended = False
        self._last_used = self._next_check = time.monotonic()
        self._why = ""
        path = os.pathsep.join(os.path.abspath(each) for each in sys.path)
        command = [sys.executable, "-P", "-m", f"{__package__}.worker_process", json.dumps(options)]
        try:
            self.program = start(command, subprocess.PIPE, {**os.environ, **environment, "PYTHONPATH": path})
        except OSError as error:
            raise WorkerError(f"cannot be started: {error.strerror or error}") from None
        try:
            threading.Thread(target=self._read, name="reads a worker", daemon=True).start()
        except RuntimeError as error:  # no more threads
            kill(self.program)
            self._close_pipes()
            raise WorkerError(f"cannot be started: {error}") from None

    def is_idle(self, seconds: float) -> bool:
        """Whether it has been idle for longer than this."""
        return not self._busy.locked() and time.monotonic() - self._last_used > seconds

    def request(
        self, task: bytes, time_limit: float | None, memory_limit: int | None, on_message: Callable[[Any], None] | None
    ) -> Any:
        """As `Worker.request`."""
        with self._busy:
            self._next_check = time.monotonic() + INTERVAL
            try:
                self._send(pickle.dumps((sys.path, time_limit, task)))
                kind, content = self._answer(time_limit, memory_limit, on_message)
            except BaseException:  # it has not answered: a limit, Ctrl-C, an error of `on_message`
                self.kill(CANCELLED)
                raise
            if self._options["fresh"] and not self._options["forks"]:
                self.kill(CANCELLED)
            self._last_used = time.monotonic()
        if kind == ERROR:
            raise content
        if kind == ENDED:  # the fork that served this request
            code, limit = content
            raise WorkerError(_ending(code), code) if limit is None else WorkerError(too_long(limit), limit="time")
        return content

    def _send(self, frame: bytes) -> None:
        assert self.program.stdin
        with contextlib.suppress(OSError, ValueError):  # it has ended, which `_answer` will notice
            write_frame(self.program.stdin, frame)

    def _answer(
        self, time_limit: float | None, memory_limit: int | None, on_message: Callable[[Any], None] | None
    ) -> tuple[bytes, Any]:
        """The frame that ends a request: its kind and its content."""
        until = self._until(time_limit)
        while True:
            frame = self._next_frame(until, time_limit, memory_limit)
            kind, content = frame[:1], pickle.loads(frame[1:])
            if kind == READY:
                self._is_ready = True
                until = self._until(time_limit)
            elif kind == MESSAGE and on_message:
                on_message(content)
            elif kind in ANSWERS:
                return kind, content

    def _until(self, time_limit: float | None) -> float:
        """When the time is over. A process that forks enforces the limit itself and keeps running."""
        seconds = math.inf if time_limit is None else time_limit + 10.0 * self._options["forks"]
        return time.monotonic() + (seconds if self._is_ready else START_SECONDS)

    def _next_frame(self, until: float, time_limit: float | None, memory_limit: int | None) -> bytes:
        """The next frame from the process, which is killed when it reaches a limit before."""
        while True:
            if time.monotonic() >= min(self._next_check, until):
                self._check(until, time_limit, memory_limit)
                self._next_check = time.monotonic() + INTERVAL
            try:
                frame = self._frames.get(timeout=max(0.0, min(self._next_check, until) - time.monotonic()))
            except queue.Empty:
                continue
            if frame is not None:
                return frame
            self._frames.put(None)  # for the next request, which may have begun already
            if self._why:
                raise WorkerError(self._why)
            code = self.program.returncode
            raise WorkerError(_ending(code), None if self._options["forks"] else code)  # not the code of the fork

    def _check(self, until: float, time_limit: float | None, memory_limit: int | None) -> None:
        """Kill the process if it has reached a limit, or its remaining children if it has ended."""
        if self.program.poll() is not None:
            self.kill("")
        elif time.monotonic() >= until:
            self.kill(too_long(time_limit) if self._is_ready else f"did not start in {START_SECONDS:g} seconds")
            raise WorkerError(self._why, limit="time")
        elif memory_limit is not None and memory_of(self.program.pid, not self._options["forks"]) > memory_limit:
            self.kill(too_large(memory_limit))
            raise WorkerError(self._why, limit="memory")

    def kill(self, why: str) -> None:
        """Kill the process with all its children, and wait until they have ended."""
        self._why = self._why or why
        self.has_ended = True
        kill(self.program)

    def _read(self) -> None:
        """Thread: read frames from the process until it ends."""
        assert self.program.stdout
        with contextlib.suppress(OSError, ValueError):
            while frame := read_frame(self.program.stdout):
                self._frames.put(frame)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.program.wait(END_SECONDS)  # before it is killed, to keep its own exit code
        self.kill("")  # programs that it started may still be running
        self._close_pipes()
        self._frames.put(None)

    def _close_pipes(self) -> None:
        for pipe in (self.program.stdin, self.program.stdout):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()


def _ending(code: int) -> str:
    """How a process ended that did not answer.

    >>> _ending(-9), _ending(3)
    ('ended by signal 9 before it answered', 'ended with exit code 3 before it answered')
    """
    return f"ended {f'by signal {-code}' if code < 0 else f'with exit code {code}'} before it answered"
