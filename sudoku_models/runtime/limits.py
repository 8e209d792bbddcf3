"""Time limits and solution limits.

`Limits` holds the limits of a call, validated once. A `Deadline` is a time limit whose clock is running. A long loop
deep inside a call (rewriting, reading a model) does not get the deadline as an argument: it calls `check_deadline()`,
which checks the innermost enclosing `with deadline_of(...)`.
"""

import math
import operator
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from numbers import Real

from ..errors import InputError

LONGEST = min(threading.TIMEOUT_MAX, 1e8)
"""The longest time in seconds, about three years, that is passed to timers and solvers; many reject larger numbers."""


class TimeLimit(Exception):  # raised and caught inside the package, as StopIteration is in Python
    """The time limit was reached in the middle of a step. Callers of public functions never see this exception."""


def check_time_limit(time_limit: float | None, what: str = "time limit") -> None:
    """Check that a limit is a positive number of seconds or None, which means no limit.

    Raises:
        InputError: When it is infinite, not a number, or not positive.

    >>> check_time_limit(-1.0)
    Traceback (most recent call last):
    sudoku_models.errors.InputError: the time limit must be a positive number of seconds, not -1.0
    """
    if time_limit is None:
        return
    is_number = isinstance(time_limit, Real) and not isinstance(time_limit, bool)
    if not (is_number and 0 < time_limit < math.inf):
        given = time_limit if is_number else repr(time_limit)
        raise InputError(f"the {what} must be a positive number of seconds, not {given}")


@dataclass(frozen=True)
class Limits:
    """The limits of a call: seconds of wall clock time and number of solutions. None means no limit.

    Raises:
        InputError: When the seconds are no positive number, or the solutions no whole number of at least 1.

    >>> Limits(seconds=10, solutions=2)
    Limits(seconds=10, solutions=2)
    >>> Limits(solutions=0)
    Traceback (most recent call last):
    sudoku_models.errors.InputError: the limit must be a whole number of solutions, at least 1, not 0
    """

    seconds: float | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        check_time_limit(self.seconds)
        if self.solutions is None:
            return
        try:
            is_whole = not isinstance(self.solutions, bool) and operator.index(self.solutions) >= 1
        except TypeError:
            is_whole = False
        if not is_whole:
            raise InputError(f"the limit must be a whole number of solutions, at least 1, not {self.solutions!r}")

    def deadline(self) -> "Deadline":
        """A deadline for the limit in seconds, starting now."""
        return Deadline(self.seconds)


class Deadline:
    """A time limit whose clock starts when the object is created. None means no limit.

    >>> deadline = Deadline(60)
    >>> deadline.is_over, 59 < deadline.left() <= 60
    (False, True)
    >>> Deadline(None).left() is None
    True
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._end = math.inf if seconds is None else time.perf_counter() + seconds

    def left(self) -> float | None:
        """The remaining seconds, at least 0; None when there is no limit."""
        return None if self._end == math.inf else max(0.0, self._end - time.perf_counter())

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return time.perf_counter() >= self._end

    def check(self) -> None:
        """Raise `TimeLimit` when the time is up."""
        if self.is_over:
            raise TimeLimit

    def __lt__(self, other: "Deadline") -> bool:
        return self._end < other._end


class deadline_of:
    """Within the block, `check_deadline()` applies this limit, and those of the enclosing blocks.

    The variable of the block is its deadline: that of the limit, or that of an enclosing block if it is earlier. A
    generator must not yield within the block, because its caller would get the deadline too. With `alone` the enclosing
    blocks have no say.

    >>> with deadline_of(60), deadline_of(None) as deadline:
    ...     print(deadline.seconds)
    60
    """

    def __init__(self, limit: Deadline | float | None, alone: bool = False) -> None:
        self.deadline = limit if isinstance(limit, Deadline) else Deadline(limit)
        self._alone = alone
        self._around: _Blocks = ()

    def __enter__(self) -> Deadline:
        self._around = _running()
        if self._around and (outer := self._around[-1]()) and not self._alone:
            self.deadline = min(self.deadline, outer.deadline)
        _blocks.set((*self._around, weakref.ref(self)))
        return self.deadline

    def __exit__(self, *_: object) -> None:
        _blocks.set(self._around)


def deadline_suspended() -> deadline_of:
    """Within the block, `check_deadline()` does nothing: for steps that must not be interrupted."""
    return deadline_of(None, alone=True)


_Blocks = tuple["weakref.ref[deadline_of]", ...]
_blocks: ContextVar[_Blocks] = ContextVar("deadline", default=())
"""The enclosing blocks, the innermost last. A `with` statement holds its block, so a reference is dead when Ctrl-C has
left the block before `__exit__` could run."""


def _running() -> _Blocks:
    """The enclosing blocks that have not been left."""
    blocks = _blocks.get()
    while blocks and blocks[-1]() is None:
        blocks = blocks[:-1]
    return blocks


def check_deadline() -> None:
    """Raise `TimeLimit` when the deadline of the enclosing block is over. Cheap: call it every 256 steps, say.

    >>> check_deadline()  # no enclosing block, so there is no limit
    """
    if (blocks := _running()) and (block := blocks[-1]()):
        block.deadline.check()


_clock = time.perf_counter  # kept, so that code that replaces it later does not change what is measured


class _Thread(threading.local):
    def __init__(self) -> None:
        self.stopped = [0.0]


_thread = _Thread()
"""The seconds for which the stopwatches of each thread were stopped."""


@contextmanager
def stopwatches_stopped() -> Iterator[None]:
    """Stop the stopwatches of this thread, for what is no part of a measured step."""
    watch = Stopwatch()
    try:
        yield
    finally:
        _thread.stopped[0] += watch()


class Stopwatch:
    """Wall clock seconds since the object was created, without imports.

    A library is imported once in a process, and that takes longer than much of what is measured.
    """

    def __init__(self) -> None:
        self._stopped = _thread.stopped
        self._start = _clock() - self._stopped[0]

    def __call__(self) -> float:
        return _clock() - self._stopped[0] - self._start
