"""Long-running tasks: post a request to a worker process, follow its progress, cancel it.

A task runs in a worker process, so that it can be cancelled at any time, whatever a solver is doing. A thread waits for
it, and passes its result to the thread of the notebook's kernel, the only one that may change traits. Meanwhile the
kernel answers the page.
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
from ..runtime.processes import Worker
from . import tasks

__all__ = ["Calls", "Requests"]

GRACE = 10.0
"""Seconds beyond the time limit after which the process of a task is killed."""
PREPARED = ("sudoku_models.board.tasks", "sudoku_models.backends.cpsat", "sudoku_models.solvers.cpsat")

OnResult = Callable[[str, Any], None]
"""Called with "progress", "done", "failed" or "ended", and the content. "Ended" means that the process reached a limit
or has ended, so that the result is unknown."""


class Calls:
    """A queue of calls from other threads, which run in the thread of the kernel."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._loop: asyncio.AbstractEventLoop | None = None

    def use_this_thread(self) -> None:
        """Run calls in the current thread, by its event loop if it has one."""
        with contextlib.suppress(RuntimeError):
            self._loop = asyncio.get_running_loop()

    def post(self, call: Callable[[], None]) -> None:
        """Add a call, from any thread."""
        self._waiting.put(call)
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self.run)

    def run(self) -> None:
        """Run the waiting calls."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()()


class Requests:
    """A worker process that runs one task at a time. A new request cancels the previous one.

    Args:
        calls: The queue for results.
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
            values: The arguments of the task.
            time_limit: Seconds for the task.
            on_result: Called in the kernel's thread; never after the request was cancelled.
            delay: Seconds to wait before the task starts; a new request in the meantime replaces it.

        Raises:
            InputError: When the request cannot be sent; the previous one continues then.
        """
        import cloudpickle

        registered = formulations.registered()
        try:
            request = cloudpickle.dumps((task, {**values, "time_limit": time_limit}, registered))
        except Exception as error:  # a registered formulation may hold any object
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
        """Cancel the request, if there is one."""
        with self._lock:
            self._number += 1
            if self._is_at_work:
                self._worker.close()
                self._worker = _new_worker()
            self.is_busy = self._is_at_work = False

    def start(self) -> None:
        """Start the process now, so that the first request need not wait for it; it reports a failure to start."""
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
                deliver(*outcome)  # first, so that the result is there when no task is running
                self.is_busy = self._is_at_work = False


def _new_worker() -> Worker:
    return Worker(PREPARED)


def _outcome(worker: Worker, request: bytes, time_limit: float, deliver: OnResult) -> tuple[str, Any]:
    """The outcome of a request."""

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
    except Exception as error:  # a registered formulation may raise anything
        return "failed", " ".join(f"{type(error).__name__}: {error}".split())
