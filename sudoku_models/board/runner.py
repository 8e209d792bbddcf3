"""Run one task at a time, follow its progress, and cancel it.

Where there are processes, a task runs in a worker process and can be cancelled at any time. A thread waits for the
process, and passes the result to the thread of the notebook's kernel, the only one that may change traits. Meanwhile
the kernel answers the page, whatever a solver is doing.

Elsewhere, as in a browser tab, a task runs in the thread of the kernel, after the page has been told that it begins.
The page is answered when the task has ended; a task can be cancelled before it begins, and when it posts its progress.
"""

import asyncio
import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from .. import formulations
from ..errors import SudokuModelsError, WorkerError
from ..puzzles.cell_names import cells_in_words
from ..runtime import platform
from ..runtime.limits import TimeLimit, deadline_of
from ..runtime.processes import Worker

GRACE = 10.0
"""Seconds beyond the time limit after which a task is stopped."""
TOLD = 0.03
"""Seconds in which the page is told that a task begins, before it begins in the thread that tells."""
PREPARED = ("sudoku_models.board.hints", "sudoku_models.backends.cpsat", "sudoku_models.solvers.cpsat")

Post = Callable[[dict[str, Any]], None]
"""Called by a task with its progress."""
OnResult = Callable[[str, Any], None]
"""Called with "progress", "done", "failed" or "ended", and the content. "Ended" means that the task reached a limit, or
that its process has ended, so that the result is unknown."""


class Calls:
    """A queue of calls, from other threads or for a later time, which run in the thread of the kernel."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._later: list[tuple[float, Callable[[], None]]] = []
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

    def post_later(self, call: Callable[[], None], seconds: float) -> None:
        """Add a call that runs after so many seconds, from the thread of the kernel."""
        self._later.append((time.monotonic() + seconds, call))
        if self._loop is not None:
            self._loop.call_later(seconds + 0.01, self.run)  # a timer may be a little early

    def run(self) -> None:
        """Run the waiting calls."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()()
        self.run_later(time.monotonic())

    def run_later(self, until: float = math.inf) -> bool:
        """Run the calls for a later time, up to some time, without waiting for it; whether there were any."""
        due = [call for when, call in self._later if when <= until]
        self._later = [each for each in self._later if each[0] > until]
        for call in due:
            call()
        return bool(due)


def lacks() -> str:
    """What this platform lacks for a worker process, in words; empty when it lacks nothing."""
    return platform.why_not((platform.THREADS, platform.PROCESSES))


def runner(calls: Calls) -> "TaskRunner | RunnerInPlace":
    """A runner for this platform.

    Args:
        calls: The queue for results.
    """
    return RunnerInPlace(calls) if lacks() else TaskRunner(calls)


class TaskRunner:
    """Runs one task at a time, in a worker process. A new task cancels the previous one.

    A task is a function of a module, called with a function for its progress, its values and its time limit.

    Attributes:
        is_busy: Whether a task runs, or waits.
    """

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lock = threading.Lock()
        self._worker = Worker(PREPARED)
        self._number = 0
        self._is_at_work = False
        self._thread: threading.Thread | None = None
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
            outcome = _outcome(
                lambda: worker.request(
                    _perform,
                    task,
                    request,
                    formulations.registered(),
                    time_limit=time_limit + GRACE,
                    on_message=lambda known: deliver("progress", known),
                )
            )
            with self._lock:
                if self._number == number:
                    deliver(*outcome)  # first, so that the result is there when no task is running
                    self.is_busy = self._is_at_work = False

        self._thread = threading.Thread(target=follow, daemon=True)
        self._thread.start()

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
        """End the process, and wait until its temporary folder has been removed."""
        self.cancel()
        self._worker.kill()
        if self._thread is not None:
            self._thread.join(GRACE)


class RunnerInPlace:
    """A `TaskRunner` in the thread of the kernel, for platforms without processes."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._number = 0
        self.is_busy = False

    def run(
        self,
        task: Callable[..., Any],
        values: Mapping[str, Any],
        time_limit: float,
        on_result: OnResult,
        delay: float = 0.0,
    ) -> None:
        """As `TaskRunner.run`."""
        self.cancel()
        self._calls.use_this_thread()
        self.is_busy = True
        number = self._number

        def post(known: dict[str, Any]) -> None:
            if self._number == number:
                on_result("progress", known)
            if self._number != number:  # the message may have led to another task
                raise _Cancelled

        def perform() -> Any:
            try:
                with deadline_of(time_limit + GRACE), cells_in_words():
                    return task(post, **values, time_limit=time_limit)
            except TimeLimit:
                raise WorkerError(f"was stopped after {time_limit + GRACE:g} seconds") from None

        def work() -> None:
            if self._number != number:
                return
            try:
                outcome = _outcome(perform)
            except _Cancelled:
                return
            except BaseException:  # Ctrl-C, or the button that stops the kernel
                self.is_busy = False
                on_result("ended", "was interrupted")
                raise
            self.is_busy = False
            on_result(*outcome)

        self._calls.post_later(work, delay + TOLD)

    def start(self) -> None:
        """There is nothing to prepare."""

    def cancel(self) -> None:
        """Forget the task that waits, or stop the running one when it posts its progress."""
        self._number += 1
        self.is_busy = False

    close = cancel


class _Cancelled(BaseException):
    """A task in place was cancelled; like Ctrl-C, it passes by whatever catches errors."""


def _outcome(call: Callable[[], Any]) -> tuple[str, Any]:
    """The outcome of a task."""
    try:
        return "done", call()
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
