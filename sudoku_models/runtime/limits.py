"""Limits and clocks: how long a call may take, how many solutions it may find, and who looks at the clock.

`Limits` is what the caller asks for, checked once. A `Deadline` is a limit whose clock runs. A long loop far below the
call that took the limit (rewriting, reading a model) does not get the deadline as an argument: it calls
`check_deadline()`, which looks at the innermost `with deadline_of(...)` around it.
"""

import math
import operator
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from numbers import Real

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
"""Seconds, three years: no timer or solver option is set to more. Many take no number of that size."""


class TimeLimit(Exception):  # raised and caught inside the package, as StopIteration is in Python
    """The time was up in the middle of a step. It never reaches the caller of a public function."""


def check_time_limit(time_limit: float | None, what: str = "time limit") -> None:
    """Refuse a limit that is no number of seconds; None means no limit.

    Raises:
        InputError: When it is endless, not a number, or not more than 0.

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
    """Refuse a limit that is no number of solutions; None means no limit.

    Raises:
        InputError: When it is not a whole number, or less than 1.

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
    """What a call may use: seconds of wall clock time, and solutions. None means no limit.

    Raises:
        InputError: When one is not usable.

    >>> Limits(seconds=10, solutions=2)
    Limits(seconds=10, solutions=2)
    """

    seconds: float | None = None
    solutions: int | None = None

    def __post_init__(self) -> None:
        check_time_limit(self.seconds)
        check_solution_limit(self.solutions)

    def deadline(self) -> "Deadline":
        """The limit in seconds, with its clock started now."""
        return Deadline(self.seconds)


class Deadline:
    """A time limit whose clock runs from the moment it is made. None means that it never comes.

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
        """Seconds left, never less than 0; None when there is no limit."""
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


_current: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def deadline_of(limit: Limits | Deadline | float | None) -> Iterator[Deadline]:
    """Within the block, `check_deadline()` keeps to this limit, and to those of the blocks around it.

    Yields:
        The deadline of this block: the limit's own, or that of a block around it when that comes first.

    >>> with deadline_of(60), deadline_of(None) as deadline:
    ...     print(deadline.seconds)
    60
    """
    if isinstance(limit, Limits):
        limit = limit.seconds
    own = limit if isinstance(limit, Deadline) else Deadline(limit)
    around = _current.get()
    deadline = around if around is not None and around < own else own
    token = _current.set(deadline)
    try:
        yield deadline
    finally:
        _current.reset(token)


@contextmanager
def deadline_suspended() -> Iterator[None]:
    """Within the block `check_deadline()` keeps to no limit: for a step that must not be left half done."""
    token = _current.set(None)
    try:
        yield
    finally:
        _current.reset(token)


def check_deadline() -> None:
    """Raise `TimeLimit` when the deadline of the block around this call is over. Cheap: call it every 256 steps.

    >>> check_deadline()  # no block around it, no limit
    """
    if (deadline := _current.get()) is not None:
        deadline.check()


class Stopwatch:
    """Wall clock seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def __call__(self) -> float:
        return time.perf_counter() - self._start
