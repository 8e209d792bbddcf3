"""Long work, seen from the process of the notebook: ask, hear of the progress, cancel.

The work is done in a process of its own (see `worker`), so that it can be ended at any moment, whatever a solver is
doing. A thread waits for it. What it hears is handed to the thread of the notebook's kernel, where alone traits may be
changed; the kernel goes on hearing the page in the meantime.
"""

import asyncio
import contextlib
import pickle
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from subprocess import DEVNULL, PIPE, Popen
from typing import IO, Any

import psutil

from .. import formulations
from ..course.process import LARGEST_MEMORY, memory_of
from ..errors import InputError

__all__ = ["Inbox", "Work"]

GRACE = 10.0
"""Seconds beyond the time limit in which a task should come to its end by itself; then its process is ended."""

Hear = Callable[[str, Any], None]
"""Called with "progress", "done", "failed" or "ended", and what is known. "Ended" means that a limit has struck, or the
process is gone: nothing follows from it."""


class Inbox:
    """Calls from other threads, made in the thread of the kernel."""

    def __init__(self) -> None:
        self._calls: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None

    def open_here(self) -> None:
        """This is the thread in which calls are to be made; its loop, if it has one, will make them."""
        with contextlib.suppress(RuntimeError):
            self._loop = asyncio.get_running_loop()

    def put(self, call: Callable[[], None]) -> None:
        """Leave a call, from any thread."""
        self._calls.put(call)
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self.run)

    def run(self) -> None:
        """Make the calls that wait."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._calls.get_nowait()()


class Work:
    """A process that answers one question at a time. A new question ends the former.

    Args:
        inbox: Where what is heard is left.
    """

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._lock = threading.Lock()
        self._process: Popen[bytes] | None = None
        self._ticket = 0
        self.is_busy = False
        self._is_at_work = False

    def ask(self, task: str, values: Mapping[str, Any], time_limit: float, hear: Hear, delay: float = 0.0) -> None:
        """Put a question.

        Args:
            task: One of `tasks.TASKS`.
            values: What the task takes.
            time_limit: Seconds.
            hear: Called in the kernel's thread; never after the question was cancelled.
            delay: Seconds to wait before the work begins; a question that comes in the meantime takes its place.

        Raises:
            InputError: When the question cannot be sent; the former one goes on then.
        """
        import cloudpickle

        registered = formulations.registered()
        try:
            parcel = cloudpickle.dumps((task, {**values, "time_limit": time_limit}, registered))
        except Exception as error:  # what was registered may hold anything
            raise InputError(f"a registered formulation cannot be sent to the worker: {error}") from None
        self.cancel()
        self.is_busy = True
        ticket = self._ticket

        def leave(kind: str, what: Any) -> None:
            self._inbox.put(lambda: hear(kind, what) if self._ticket == ticket else None)

        arguments = (ticket, parcel, time_limit, leave, delay)
        try:
            threading.Thread(target=self._follow, args=arguments, name=f"waits for {task}", daemon=True).start()
        except RuntimeError as error:
            leave(*_not_started(error))
            self.is_busy = False

    def cancel(self) -> None:
        """End the work on the question, if there is one."""
        with self._lock:
            self._ticket += 1
            if self._is_at_work:
                self._end_process()
            self.is_busy = self._is_at_work = False

    def warm(self) -> None:
        """Start the process now, so that the first question need not wait for it; that says so, if it fails."""
        with self._lock, contextlib.suppress(OSError):
            self._started()

    def close(self) -> None:
        """End the process."""
        self.cancel()
        with self._lock:
            self._end_process()

    # -- in the thread that waits ---------------------------------------------------------------------------------

    def _follow(self, ticket: int, parcel: bytes, time_limit: float, leave: Hear, delay: float) -> None:
        time.sleep(delay)
        over: threading.Event = threading.Event()
        met: list[str] = []
        try:
            process = self._process_for(ticket)
            if process is None:
                return
            limits = (process, time_limit + GRACE, over, met)
            threading.Thread(target=_watch, args=limits, name="watches", daemon=True).start()
        except (OSError, RuntimeError) as error:  # no program, no memory, no more threads
            with self._lock:
                if self._ticket == ticket:
                    leave(*_not_started(error))
                    self.is_busy = self._is_at_work = False
            return
        try:
            question, reply = _pipes(process)
            pickle.dump((sys.path, parcel), question)
            question.flush()
            while (heard := pickle.load(reply))[0] == "progress":
                leave(*heard)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):  # ValueError: the pipe is closed
            heard = "ended", met[0] if met else "was ended from outside before it was done"
        finally:
            over.set()
        with self._lock:
            if self._ticket == ticket:
                if met or process.poll() is not None:
                    self._end_process()
                leave(*heard)  # first: who sees that nothing is being done finds the answer
                self.is_busy = self._is_at_work = False

    def _process_for(self, ticket: int) -> Popen[bytes] | None:
        with self._lock:
            if self._ticket != ticket:
                return None
            self._is_at_work = True
            return self._started()

    def _started(self) -> Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self._end_process()  # it ended by itself: its pipes are still to be closed
        if self._process is None:
            # A session of its own, so that interrupting the kernel does not end it.
            command = [sys.executable, "-m", f"{__package__}.worker"]
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)
        return self._process

    def _end_process(self) -> None:
        if self._process is not None:
            _end(self._process)
            for pipe in _pipes(self._process):
                with contextlib.suppress(OSError):
                    pipe.close()
            self._process = None


def _not_started(error: OSError | RuntimeError) -> tuple[str, str]:
    reason = (error.strerror if isinstance(error, OSError) else "") or error
    return "failed", f"the program that does the work cannot be started: {reason}"


def _pipes(process: Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """Where questions go in, and where replies come out."""
    if process.stdin is None or process.stdout is None:
        raise OSError("the process has no pipes")
    return process.stdin, process.stdout


def _watch(process: Popen[bytes], seconds: float, over: threading.Event, met: list[str]) -> None:
    """End a process that goes beyond its limits, and say so."""
    until = time.monotonic() + seconds
    while not over.wait(0.5):
        if time.monotonic() > until:
            met.append(f"was ended after {seconds:g} seconds")
        elif _memory_of(process) > LARGEST_MEMORY:
            met.append(f"was ended because it took more than {LARGEST_MEMORY // 1024**3} GB of memory")
        if met:
            _end(process)
            return


def _memory_of(process: Popen[bytes]) -> int:
    with contextlib.suppress(psutil.NoSuchProcess):
        return memory_of(psutil.Process(process.pid))
    return 0


def _end(process: Popen[bytes]) -> None:
    """Kill a process with all its children, and wait until it is gone."""
    with contextlib.suppress(psutil.NoSuchProcess):
        if process.poll() is None:  # afterwards its number may be another's
            for child in psutil.Process(process.pid).children(recursive=True):
                with contextlib.suppress(psutil.NoSuchProcess):
                    child.kill()
    process.kill()
    process.wait()
