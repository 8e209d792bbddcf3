"""A soft time limit: it ends an endless loop in watched code of this process, without a thread or another process.

The watched code is interrupted where it jumps back or begins a function, so also within an `except:` that catches
everything: each loop around it is interrupted too. Other code, and what C libraries do, is not interrupted.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

TICK = 0.05
"""Seconds of processor time between two looks at the clock, before Python 3.12."""


class OutOfTime(BaseException):
    """The watched code has reached its limit; no `except Exception` catches it."""


class SoftLimit:
    """A limit in seconds of processor time, whose clocks are running.

    Args:
        seconds: The limit in seconds of processor time.
        by_the_clock: The limit in seconds by the clock, because the machine is busy or the code waits.
    """

    def __init__(self, seconds: float, by_the_clock: float) -> None:
        self._seconds, self._begun = seconds, time.process_time()
        self._next, self._end = time.perf_counter() + seconds, time.perf_counter() + by_the_clock
        self.was_reached = False

    def check(self, *_: object) -> None:
        """Raise `OutOfTime` when the limit is reached; cheap until then."""
        if (now := time.perf_counter()) >= self._next:
            left = self._seconds - (time.process_time() - self._begun)
            if left > 0 and now < self._end:
                self._next = min(now + left, self._end)  # the processor cannot have been used for longer before
            else:
                self.was_reached = True
                raise OutOfTime


@contextmanager
def soft_limit(limit: SoftLimit, is_watched: Callable[[FrameType], bool]) -> Iterator[None]:
    """Within the block, code that is watched raises `OutOfTime` when the limit is reached, in each loop again.

    Args:
        limit: The limit.
        is_watched: Whether the code of a frame is watched; asked when a function begins.

    >>> from contextlib import suppress
    >>> def endless():
    ...     while True:
    ...         try:
    ...             pass
    ...         except:
    ...             pass
    >>> limit = SoftLimit(0.01, 1.0)
    >>> with suppress(OutOfTime), soft_limit(limit, lambda frame: frame.f_code is endless.__code__):
    ...     endless()
    >>> limit.was_reached
    True
    """
    with _watching(limit, is_watched):
        yield


if sys.version_info >= (3, 12):

    @contextmanager
    def _watching(limit: SoftLimit, is_watched: Callable[[FrameType], bool]) -> Iterator[None]:
        """Python tells where watched code jumps; other code costs next to nothing."""
        monitoring, watched = sys.monitoring, set[CodeType]()
        events = monitoring.events
        tool = next((k for k in (3, 4, 1, 2, 5, 0) if monitoring.get_tool(k) is None), None)
        if tool is None:  # six debuggers and profilers
            yield
            return

        def begins(code: CodeType, offset: int) -> Any:
            if code not in watched:
                if not is_watched(sys._getframe(1)):
                    return monitoring.DISABLE
                watched.add(code)
                monitoring.set_local_events(tool, code, events.JUMP)
            limit.check()
            return None

        callbacks = {events.PY_START: begins, events.PY_RESUME: begins, events.JUMP: limit.check}
        monitoring.use_tool_id(tool, __name__)
        try:
            for event, callback in callbacks.items():
                monitoring.register_callback(tool, event, callback)
            monitoring.set_events(tool, events.PY_START | events.PY_RESUME)
            yield
        finally:
            monitoring.set_events(tool, 0)
            for code in watched:
                monitoring.set_local_events(tool, code, 0)
            for event in callbacks:
                monitoring.register_callback(tool, event, None)
            monitoring.free_tool_id(tool)

else:

    @contextmanager
    def _watching(limit: SoftLimit, is_watched: Callable[[FrameType], bool]) -> Iterator[None]:
        """A timer looks at the clock, and lets the next step of watched code raise it; in the main thread only."""
        if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
            yield
            return

        class Again(OutOfTime):
            """Python ends the tracing when it raises; where the exception was caught, it begins again."""

            def __del__(self) -> None:
                if is_active:
                    trace_from(sys._getframe(1))

        def raise_in(frame: FrameType, event: str, argument: Any) -> Any:
            if is_watched(frame):
                raise Again

        def trace_from(frame: FrameType | None) -> None:
            while frame is not None:
                if is_watched(frame):
                    frame.f_trace, frame.f_trace_opcodes = raise_in, True
                frame = frame.f_back
            sys.settrace(raise_in)

        def tick(number: int, frame: FrameType | None) -> None:
            try:
                limit.check()
            except OutOfTime:
                trace_from(frame)

        is_active = True
        traced, before = sys.gettrace(), signal.signal(signal.SIGVTALRM, tick)
        signal.setitimer(signal.ITIMER_VIRTUAL, TICK, TICK)
        try:
            yield
        finally:
            is_active = False
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            # A signal that is still on its way would end this process, were there no handler any more.
            signal.signal(signal.SIGVTALRM, before if callable(before) else signal.SIG_IGN)
            sys.settrace(traced)
