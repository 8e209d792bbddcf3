"""Ctrl-C: a solver that runs is cancelled by it, and a step that must not be left half done is finished first."""

import atexit
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

__all__ = ["interrupt_calls", "interrupt_calls_from_a_thread", "interrupt_waits"]


@contextmanager
def interrupt_calls(cancel: Callable[[], Any]) -> Iterator[list[bool]]:
    """While a solver runs, let Ctrl-C cancel it; KeyboardInterrupt is raised once it has stopped.

    Raised at once, the exception would cross the solver's own code. This needs the solver to call back into Python now
    and then, for that is when Python hears signals. (A thread for the solver would do without, but it moves the work
    between processors and back, which costs HiGHS a third of its speed on small models.)

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
    try:
        yield pressed
    except Exception:
        if not pressed:  # otherwise the error may come of the cancelling
            raise
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def interrupt_waits() -> Iterator[None]:
    """Ctrl-C waits until a step that must not be left half done has ended: a cut that is stated, a model that is read.

    It has another reason in Pyomo, where `ComponentData.index` swallows every exception, KeyboardInterrupt too.
    """
    with interrupt_calls(lambda: None):
        yield


@contextmanager
def interrupt_calls_from_a_thread(cancel: Callable[[], Any]) -> Iterator[None]:
    """The same as `interrupt_calls`, for a solver that does not call back into Python while it works.

    The solver stays in this thread, and another one, which sleeps until Ctrl-C, calls `cancel`.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are for the main thread
        return
    with interrupt_calls(lambda: None) as pressed:
        ear = _ear()
        before = signal.set_wakeup_fd(ear.mouth.fileno(), warn_on_full_buffer=False)
        ear.cancel = cancel
        try:
            yield
        finally:
            ear.cancel = None
            signal.set_wakeup_fd(before)
            if pressed:
                ear.catch_up()


class _Ear:
    """A thread that hears signals: Python's handler of them, which is C and comes at once, writes them to a socket."""

    def __init__(self) -> None:
        self.cancel: Callable[[], Any] | None = None
        self.mouth, self._inner = socket.socketpair()
        self.mouth.setblocking(False)
        self._caught_up = threading.Event()
        threading.Thread(target=self._listen, name="hears Ctrl-C", daemon=True).start()
        atexit.register(self.mouth.close)

    def _listen(self) -> None:
        with self._inner:
            while said := self._inner.recv(1):
                if said == b"\0":
                    self._caught_up.set()
                elif said[0] == signal.SIGINT and (cancel := self.cancel):
                    cancel()

    def catch_up(self) -> None:
        """Wait until all that was said so far is heard, so that it does not cancel what comes next."""
        self._caught_up.clear()
        self.mouth.send(b"\0")
        self._caught_up.wait()


_ear = cache(_Ear)
