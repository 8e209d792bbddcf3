"""Limits and clocks: seconds that a person gives, and seconds that have passed."""

import math
import time
from numbers import Real

from ..errors import InputError

__all__ = ["Stopwatch", "check_time_limit"]


def check_time_limit(time_limit: float | None, what: str = "time limit") -> None:
    """Refuse a limit that is no number of seconds; None is how one says that there is none.

    Raises:
        InputError: When it is endless, not a number, or not more than 0.
    """
    if time_limit is None:
        return
    is_number = isinstance(time_limit, Real) and not isinstance(time_limit, bool)
    if not (is_number and 0 < time_limit < math.inf):
        told = time_limit if is_number else repr(time_limit)
        raise InputError(f"the {what} must be a positive number of seconds, not {told}")


class Stopwatch:
    """Seconds since it was made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def __call__(self) -> float:
        return time.perf_counter() - self._start
