"""Long work, seen from the process of the notebook: post a request, follow its progress, cancel it.

The work is done in a worker process, so that it can be ended at any moment, whatever a solver is doing. A thread waits
for it. What comes of it is handed to the thread of the notebook's kernel, where alone traits may be changed; the kernel
goes on answering the page in the meantime.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from .. import formulations
from ..errors import InputError, SudokuModelsError, WorkerError
from ..runtime.workers import Worker
from . import tasks

__all__ = ["Calls", "Requests"]

GRACE = 10.0
"""Seconds beyond the time limit in which a task should come to its end by itself; then its process is killed."""
IDLE_SECONDS = 600.0
"""After so long without a request the process ends; the next request starts another."""
PREPARED = ("sudoku_models.board.tasks", "sudoku_models.backends.cpsat", "sudoku_models.solvers.cpsat")

OnResult = Callable[[str, Any], None]
"""Called with "progress", "done", "failed" or "ended", and what is known. "Ended" means that the process met a limit or
is gone: nothing follows from it."""


class Calls:
    """Calls that other threads post, made in the thread of the kernel."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None

    def use_this_thread(self) -> None:
        """This is the thread in which calls are to be made; its loop, if it has one, will make them."""
        with contextlib.suppress(RuntimeError):
            self._loop = asyncio.get_running_loop()

    def post(self, call: Callable[[], None]) -> None:
        """Add a call, from any thread."""
        self._waiting.put(call)
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self.run)

    def run(self) -> None:
        """Make the calls that wait."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()()


class Requests:
    """A worker process that does one task at a time. A new request ends the former one.

    Args:
        calls: Where results are posted.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lock = threading.Lock()
        self._worker = _new_worker()
        self._number = 0
        self.is_busy = False
        self._is_at_work = False

    def post(
        self, task: str, values: Mapping[str, Any], time_limit: float, on_result: OnResult, delay: float = 0.0
    ) -> None:
        """Post a request.

        Args:
            task: One of `tasks.TASKS`.
            values: What the task takes.
            time_limit: Seconds.
            on_result: Called in the kernel's thread; never after the request was cancelled.
            delay: Seconds to wait before the work begins; a request that comes in the meantime takes its place.

        Raises:
            InputError: When the request cannot be sent; the former one goes on then.
        """
        import cloudpickle

        registered = formulations.registered()
        try:
            request = cloudpickle.dumps((task, {**values, "time_limit": time_limit}, registered))
        except Exception as error:  # what was registered may hold anything
            raise InputError(f"a registered formulation cannot be sent to the worker process: {error}") from None
        self.cancel()
        self.is_busy = True
        number = self._number

        def deliver(kind: str, content: Any) -> None:
            self._calls.post(lambda: on_result(kind, content) if self._number == number else None)

        arguments = (number, request, time_limit, deliver, delay)
        try:
            threading.Thread(target=self._follow, args=arguments, name=f"waits for {task}", daemon=True).start()
        except RuntimeError as error:
            deliver("ended", f"cannot be started: {error}")
            self.is_busy = False

    def cancel(self) -> None:
        """End the work on the request, if there is one."""
        with self._lock:
            self._number += 1
            if self._is_at_work:
                self._worker.close()
                self._worker = _new_worker()
            self.is_busy = self._is_at_work = False

    def start(self) -> None:
        """Start the process now, so that the first request need not wait for it; a failure is told by that request."""
        with contextlib.suppress(WorkerError):
            self._worker.start()

    def close(self) -> None:
        """End the process."""
        self.cancel()
        self._worker.kill()

    def _follow(self, number: int, request: bytes, time_limit: float, deliver: OnResult, delay: float) -> None:
        """In a thread: wait for the result."""
        time.sleep(delay)
        with self._lock:
            if self._number != number:
                return
            self._is_at_work, worker = True, self._worker
        outcome = _outcome(worker, request, time_limit + GRACE, deliver)
        with self._lock:
            if self._number == number:
                deliver(*outcome)  # first, so that the result is there when nothing is being done any more
                self.is_busy = self._is_at_work = False


def _new_worker() -> Worker:
    return Worker(PREPARED, idle_seconds=IDLE_SECONDS)


def _outcome(worker: Worker, request: bytes, time_limit: float, deliver: OnResult) -> tuple[str, Any]:
    """What came of a request."""

    def progress(data: Any) -> None:
        deliver("progress", data)

    try:
        return "done", worker.request(tasks.perform, request, time_limit=time_limit, on_message=progress)
    except WorkerError as error:
        return "ended", error.reason
    except SudokuModelsError as error:
        return "failed", str(error)
    except MemoryError:
        return "failed", "there was not enough memory for it"
    except Exception as error:  # a formulation of one's own may raise anything
        return "failed", " ".join(f"{type(error).__name__}: {error}".split())
