"""Ctrl-C and garbage collection: both wait during steps that must not be interrupted."""

import gc
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from ..errors import NotInstalledError
from . import platform
from .limits import stopwatches_stopped

T = TypeVar("T")
CANCEL_SECONDS = 0.1
"""Seconds between two attempts to cancel a solver."""

_active: list[list[bool]] = []
"""The active blocks of `cancel_on_interrupt` in the main thread; each list is empty until Ctrl-C is pressed."""


@contextmanager
def cancel_on_interrupt(cancel: Callable[[], Any]) -> Iterator[list[bool]]:
    """While a solver runs, let Ctrl-C cancel it; KeyboardInterrupt is raised once it has stopped.

    If the exception was raised immediately, it would pass through the solver's own code. The solver has to call back
    into Python regularly, because Python handles signals only between two of its own instructions. (Running the solver
    in a thread would avoid this, but makes HiGHS a third slower on small models.)

    Yields:
        A list that is empty until Ctrl-C is pressed.
    """
    pressed: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield pressed  # only the main thread receives signals
        return

    def press(*_: Any) -> None:
        pressed.append(True)
        cancel()

    before = signal.signal(signal.SIGINT, press)
    _active.append(pressed)
    try:
        yield pressed
    except Exception:
        if not pressed:  # otherwise the error may come from cancelling
            raise
    finally:
        _active.pop()
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Defer Ctrl-C until the end of a step that must not be interrupted, such as adding a cut or reading a model.

    A long step calls `check_interrupt()` where it may stop. Pyomo needs this too, because its `ComponentData.index`
    swallows every exception, including KeyboardInterrupt. Within such a step another one ends where the outer one does.
    """
    if _active and threading.current_thread() is threading.main_thread():
        yield
        return
    with cancel_on_interrupt(lambda: None):
        yield


@cache  # a count asks for its modules ten times
def import_whole(name: str, package: str | None = None) -> ModuleType:
    """Import a library, or a module that needs some, with Ctrl-C deferred until all of it is imported.

    The time is not measured: stopwatches are stopped.

    A compiled library whose import is interrupted, like HiGHS, cannot be imported again by this process. PuLP hides
    that such an import has failed, and the interrupt with it.

    Raises:
        NotInstalledError: When one of the libraries is not installed.

    >>> import_whole(".limits", "sudoku_models.runtime").__name__
    'sudoku_models.runtime.limits'
    """
    with defer_interrupts(), stopwatches_stopped():
        try:
            return import_module(name, package)
        except ModuleNotFoundError as error:
            if (missing := NotInstalledError.of(error)) is None:
                raise
            raise missing from error


def check_interrupt() -> None:
    """Raise KeyboardInterrupt when Ctrl-C was pressed and an enclosing `defer_interrupts` has deferred it."""
    if threading.current_thread() is threading.main_thread() and any(_active):
        raise KeyboardInterrupt


def is_interruptible() -> bool:
    """Whether Ctrl-C reaches Python code in this process, so that solvers have to react to it.

    The processes in which the benchmark measures ignore the signal, because the process that started them ends them.
    """
    return callable(signal.getsignal(signal.SIGINT))


def run_cancellable(solve: Callable[[], T], cancel: Callable[[], Any]) -> T:
    """Run a solver that does not call back into Python while it runs; Ctrl-C cancels it.

    The solver runs in another thread while this one, which receives signals, waits for it. Where there are no threads
    it runs in this one, and Ctrl-C waits for its end.
    """
    if threading.current_thread() is not threading.main_thread() or not platform.can(platform.THREADS):
        return solve()  # only the main thread receives signals
    running: Future[T] = Future()

    def run() -> None:
        try:
            running.set_result(solve())
        except BaseException as error:  # raised again in the other thread
            running.set_exception(error)

    thread = threading.Thread(target=copy_context().run, args=(run,), name="solver")  # a pool takes twice as long
    with cancel_on_interrupt(cancel) as pressed:
        thread.start()
        try:
            while thread.is_alive():
                thread.join(CANCEL_SECONDS)
                if pressed:
                    cancel()  # again, because the solver may not have begun before
        finally:
            thread.join()
    return running.result()


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause the collector while a model is built or read, which creates thousands of objects and frees none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
