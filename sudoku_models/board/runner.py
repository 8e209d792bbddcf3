"""Run one task at a time in a worker process, follow its progress, and cancel it at any time.

A thread waits for the process, and passes the result to the thread of the notebook's kernel, the only one that may
change traits. Meanwhile the kernel answers the page, whatever a solver is doing.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from .. import formulations
from ..errors import SudokuModelsError, WorkerError
from ..puzzles.cell_names import cells_in_words
from ..runtime.processes import Worker

GRACE = 10.0
"""Seconds beyond the time limit after which the process of a task is killed."""
PREPARED = ("sudoku_models.board.hints", "sudoku_models.backends.cpsat", "sudoku_models.solvers.cpsat")

Post = Callable[[dict[str, Any]], None]
"""Called by a task with its progress."""
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


class TaskRunner:
    """A worker process that runs one task at a time. A new task cancels the previous one.

    A task is a function of a module, called with a function for its progress, its values and its time limit.

    Args:
        calls: The queue for results.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lock = threading.Lock()
        self._worker = Worker(PREPARED)
        self._number = 0
        self._is_at_work = False
        self.is_busy = False

    def run(
        self,
        task: Callable[..., Any],
        values: Mapping[str, Any],
        time_limit: float,
        on_result: OnResult,
        delay: float = 0.0,
    ) -> None:
        """Run a task.

        Args:
            task: The function.
            values: Its arguments, besides the time limit.
            time_limit: Seconds for the task.
            on_result: Called in the kernel's thread; never after the task was cancelled.
            delay: Seconds to wait before the task starts; a new task in the meantime replaces it.
        """
        self.cancel()
        self._calls.use_this_thread()
        self.is_busy = True
        number, request = self._number, {**values, "time_limit": time_limit}

        def deliver(kind: str, content: Any) -> None:
            self._calls.post(lambda: on_result(kind, content) if self._number == number else None)

        def follow() -> None:
            time.sleep(delay)
            with self._lock:
                if self._number != number:
                    return
                self._is_at_work, worker = True, self._worker
            outcome = _outcome(worker, task, request, time_limit + GRACE, deliver)
            with self._lock:
                if self._number == number:
                    deliver(*outcome)  # first, so that the result is there when no task is running
                    self.is_busy = self._is_at_work = False

        threading.Thread(target=follow, daemon=True).start()

    def start(self) -> None:
        """Start the process now, so that the first task need not wait for it; the task reports a failure to start."""
        with contextlib.suppress(WorkerError):
            self._worker.start()

    def cancel(self) -> None:
        """Cancel the running task, if there is one."""
        with self._lock:
            self._number += 1
            if self._is_at_work:
                self._worker.close()
                self._worker = Worker(PREPARED)
            self.is_busy = self._is_at_work = False

    def close(self) -> None:
        """End the process."""
        self.cancel()
        self._worker.kill()


def _outcome(
    worker: Worker, task: Callable[..., Any], values: dict[str, Any], time_limit: float, deliver: OnResult
) -> tuple[str, Any]:
    """The outcome of a task."""
    try:
        answer = worker.request(
            _perform,
            task,
            values,
            formulations.registered(),
            time_limit=time_limit,
            on_message=lambda known: deliver("progress", known),
        )
        return "done", answer
    except WorkerError as error:
        return "ended", error.reason
    except SudokuModelsError as error:
        return "failed", str(error)
    except MemoryError:
        return "failed", "there was not enough memory for it"
    except Exception as error:  # a registered formulation may raise anything, and may be impossible to send
        return "failed", " ".join(f"{type(error).__name__}: {error}".split())


def _perform(post: Post, task: Callable[..., Any], values: dict[str, Any], registered: Mapping[str, Any]) -> Any:
    """In the worker process: run a task with the formulations of the notebook; messages name cells in words."""
    for name, formulation in registered.items():
        formulations.register(name, formulation)
    with cells_in_words():
        return task(post, **values)
