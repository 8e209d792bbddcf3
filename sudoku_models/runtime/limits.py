"""Time limits and solution limits.

`Limits` holds the limits of a call, validated once. A `Deadline` is a time limit whose clock is running. A long loop
deep inside a call (rewriting, reading a model) does not get the deadline as an argument: it calls `check_deadline()`,
which checks the innermost enclosing `with deadline_of(...)`.
"""

import math
import operator
import sys
import threading
import time
from contextvars import ContextVar
from dataclasses import dataclass
from numbers import Real
from types import FrameType
from typing import NamedTuple

from ..errors import InputError

__all__ = [
    "LONGEST",
    "Deadline",
    "Limits",
    "Stopwatch",
    "TimeLimit",
    "check_deadline",
    "check_solution_limit",
    "check_time_limit",
    "deadline_of",
    "deadline_suspended",
]

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


def check_solution_limit(limit: int | None, what: str = "limit") -> None:
    """Check that a limit is a positive number of solutions or None, which means no limit.

    Raises:
        InputError: When it is not an integer, or is less than 1.

    >>> check_solution_limit(0)
    Traceback (most recent call last):
    sudoku_models.errors.InputError: the limit must be a whole number of solutions, at least 1, not 0
    """
    if limit is None:
        return
    try:
        whole = not isinstance(limit, bool) and operator.index(limit) >= 1
    except TypeError:
        whole = False
    if not whole:
        raise InputError(f"the {what} must be a whole number of solutions, at least 1, not {limit!r}")


@dataclass(frozen=True)
class Limits:
    """The limits of a call: seconds of wall clock time and number of solutions. None means no limit.

    Raises:
        InputError: When a limit is invalid.

    >>> Limits(seconds=10, solutions=2)
    Limits(seconds=10, solutions=2)
    """

    seconds: float | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        check_time_limit(self.seconds)
        check_solution_limit(self.solutions)

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


class _Entry(NamedTuple):
    """An active block: its deadline, the frame of its `with` statement, and the block around it."""

    deadline: Deadline | None
    owner: FrameType
    around: "_Entry | None"


_entries: ContextVar[_Entry | None] = ContextVar("deadline", default=None)


def _innermost() -> _Entry | None:
    """The innermost block that is running.

    Ctrl-C may leave a block before it could remove its entry. Such an entry is skipped, because its frame is not on the
    stack any more.
    """
    entry = _entries.get()
    while entry is not None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame is entry.owner:
                return entry
            frame = frame.f_back
        entry = entry.around
    return None


class _Block:
    """A `with` block to which a deadline applies, or none."""

    def _begin(self, deadline: Deadline | None, around: _Entry | None) -> None:
        self._around = around
        _entries.set(_Entry(deadline, sys._getframe(2), around))  # the frame of the `with` statement

    def __exit__(self, *_: object) -> None:
        _entries.set(self._around)


class deadline_of(_Block):
    """Within the block, `check_deadline()` applies this limit, and those of the enclosing blocks.

    The variable of the block is its deadline: that of the limit, or that of an enclosing block if it is earlier.

    >>> with deadline_of(60), deadline_of(None) as deadline:
    ...     print(deadline.seconds)
    60
    """

    def __init__(self, limit: Limits | Deadline | float | None) -> None:
        if isinstance(limit, Limits):
            limit = limit.seconds
        self._own = limit if isinstance(limit, Deadline) else Deadline(limit)

    def __enter__(self) -> Deadline:
        around = _innermost()
        outer = around.deadline if around else None
        deadline = outer if outer is not None and outer < self._own else self._own
        self._begin(deadline, around)
        return deadline


class deadline_suspended(_Block):
    """Within the block, `check_deadline()` does nothing: for steps that must not be interrupted."""

    def __enter__(self) -> None:
        self._begin(None, _innermost())


def check_deadline() -> None:
    """Raise `TimeLimit` when the deadline of the enclosing block is over. Cheap: call it every 256 steps, say.

    >>> check_deadline()  # no enclosing block, so there is no limit
    """
    entry = _entries.get()
    # A deadline is never later than those of the blocks around it, so the search for the innermost block can wait.
    if entry is None or not (entry.deadline is None or entry.deadline.is_over):
        return
    if (running := _innermost()) is not None and running.deadline is not None:
        running.deadline.check()


_clock = time.perf_counter  # kept, so that code that replaces it later does not change what is measured


class Stopwatch:
    """Wall clock seconds since the object was created."""

    def __init__(self) -> None:
        self._start = _clock()

    def __call__(self) -> float:
        return _clock() - self._start
