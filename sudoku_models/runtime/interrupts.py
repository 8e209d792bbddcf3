"""Ctrl-C: a running solver is cancelled by it, and a step that must not be left half done is finished first."""

import atexit
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

__all__ = [
    "cancel_on_interrupt",
    "cancel_on_interrupt_from_thread",
    "check_interrupt",
    "defer_interrupts",
    "is_interruptible",
]

_active: list[list[bool]] = []
"""The blocks of `cancel_on_interrupt` that the main thread is in; each list is empty until Ctrl-C is pressed."""


@contextmanager
def cancel_on_interrupt(cancel: Callable[[], Any]) -> Iterator[list[bool]]:
    """While a solver runs, let Ctrl-C cancel it; KeyboardInterrupt is raised once it has stopped.

    Raised at once, the exception would cross the solver's own code. This needs the solver to call back into Python now
    and then, because Python handles signals only between two of its own instructions. (Running the solver in a thread
    would avoid this, but it costs HiGHS a third of its speed on small models.)

    Yields:
        A list that is empty until Ctrl-C is pressed.
    """
    pressed: list[bool] = []
    if threading.current_thread() is not threading.main_thread():
        yield pressed  # signals are for the main thread
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
    """Defer Ctrl-C until a step that must not be left half done has ended: adding a cut, reading a model.

    A long step calls `check_interrupt()` where it may stop. There is another reason in Pyomo, where
    `ComponentData.index` swallows every exception, KeyboardInterrupt too.
    """
    with cancel_on_interrupt(lambda: None):
        yield


def check_interrupt() -> None:
    """Raise KeyboardInterrupt when Ctrl-C was pressed and a `defer_interrupts` around this call holds it back."""
    if threading.current_thread() is threading.main_thread() and any(_active):
        raise KeyboardInterrupt


def is_interruptible() -> bool:
    """Whether Ctrl-C reaches Python code in this process, so that a solver that does not hear it would be noticed.

    Worker processes ignore the signal: the process that started them ends them.
    """
    return callable(signal.getsignal(signal.SIGINT))


@contextmanager
def cancel_on_interrupt_from_thread(cancel: Callable[[], Any]) -> Iterator[None]:
    """The same as `cancel_on_interrupt`, for a solver that does not call back into Python while it works.

    The solver stays in this thread, and another one, which sleeps until Ctrl-C, calls `cancel`.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are for the main thread
        return
    with cancel_on_interrupt(lambda: None) as pressed:
        listener = _listener()
        before = signal.set_wakeup_fd(listener.input.fileno(), warn_on_full_buffer=False)
        listener.cancel = cancel
        try:
            if pressed:  # before the listener knew what to cancel
                cancel()
            yield
        finally:
            listener.cancel = None
            signal.set_wakeup_fd(before)
            if pressed:
                listener.catch_up()


class _SignalListener:
    """A thread that is woken by signals: Python's C handler runs at once, and writes their numbers to a socket."""

    def __init__(self) -> None:
        self.cancel: Callable[[], Any] | None = None
        self.input, self._output = socket.socketpair()
        self.input.setblocking(False)
        self._caught_up = threading.Event()
        threading.Thread(target=self._listen, name="signal listener", daemon=True).start()
        atexit.register(self.input.close)

    def _listen(self) -> None:
        with self._output:
            while byte := self._output.recv(1):
                if byte == b"\0":
                    self._caught_up.set()
                elif byte[0] == signal.SIGINT and (cancel := self.cancel):
                    cancel()

    def catch_up(self) -> None:
        """Wait until every signal so far has been read, so that none cancels what comes next."""
        self._caught_up.clear()
        self.input.send(b"\0")
        self._caught_up.wait()


_listener = cache(_SignalListener)
