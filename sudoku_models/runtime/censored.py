"""Censored data: values of which only a lower bound is known, such as the time of a run stopped by a limit."""

import math
import statistics
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Bounded", "median", "median_between"]


class Bounded(NamedTuple):
    """A value; with `is_bound` it is only a lower bound, because a limit was reached."""

    value: float
    is_bound: bool = False


def median(figures: Iterable[Bounded]) -> Bounded:
    """The median of values, some of which are lower bounds; it is a bound too if their true values could move it.

    >>> median([Bounded(1.0), Bounded(2.0), Bounded(10.0, True)])
    Bounded(value=2.0, is_bound=False)
    >>> median([Bounded(1.0), Bounded(10.0, True)])
    Bounded(value=5.5, is_bound=True)
    """
    known = list(figures)
    return median_between([value for value, _ in known], [math.inf if is_bound else value for value, is_bound in known])


def median_between(at_least: Iterable[float], at_most: Iterable[float]) -> Bounded:
    """The median of values of which lower and upper bounds are known.

    >>> median_between([1.0, 2.0, 5.5], [1.0, 2.0, math.inf])
    Bounded(value=2.0, is_bound=False)
    """
    low, high = float(statistics.median(at_least)), float(statistics.median(at_most))
    return Bounded(low, high > low)
