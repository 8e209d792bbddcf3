"""Posting global constraints to Choco. Where it takes only some range of values, a new variable has this range."""

from collections.abc import Sequence
from typing import Any

from ..backends import Circuit, Cumulative, Element, Global, Inverse
from ..errors import UnsupportedError

__all__ = ["LARGEST", "Contradiction", "post_global"]

LARGEST = 21_000_000
"""Just below Choco's largest value of a domain or a sum, (2^31 - 1) / 100."""


class Contradiction(Exception):
    """A constraint can never hold, so no search is needed."""


def post_global(native: Any, record: Global, views: Sequence[Any]) -> None:
    """Post a global constraint.

    Args:
        native: The `pychoco.Model`.
        record: The constraint.
        views: The variables of its terms.

    Raises:
        Contradiction: When it can never hold.
        UnsupportedError: When its numbers are too large for Choco; the message names it.
    """
    if not all(_can_be_within(view, n) for view, n in _indices(record, views)) or _is_too_much(record):
        raise Contradiction(f"there is no solution: {record.name!r} can never hold")
    match record:
        case Element():
            index, value, *array = views
            native.element(value, array, _within(native, index, len(array))).post()
        case Inverse():
            n = len(record.xs)
            if n:
                xs, ys = ([_within(native, view, n) for view in part] for part in (views[:n], views[n:]))
                native.inverse_channeling(xs, ys).post()
        case Circuit():
            successors = [_within(native, view, len(views)) for view in views]
            if len(views) > 1:
                native.circuit(successors).post()
        case Cumulative():
            _cumulative(native, record, views)


def _indices(record: Global, views: Sequence[Any]) -> list[tuple[Any, int]]:
    """The views that have values from 0 to n - 1 only, each with its n."""
    match record:
        case Element(array=array):
            return [(views[0], len(array))]
        case Inverse(xs=xs):
            return [(view, len(xs)) for view in views]
        case Circuit():
            return [(view, len(views)) for view in views]
    return []


def _can_be_within(view: Any, n: int) -> bool:
    return bool(max(0, view.get_lb()) <= min(n - 1, view.get_ub()))


def _within(native: Any, view: Any, n: int) -> Any:
    """A variable with the values 0 to n - 1 that is equal to another one."""
    low, high = max(0, view.get_lb()), min(n - 1, view.get_ub())
    if (low, high) == (view.get_lb(), view.get_ub()):
        return view
    variable = native.intvar(low, high)
    native.arithm(variable, "=", view).post()
    return variable


def _is_too_much(record: Global) -> bool:
    return isinstance(record, Cumulative) and any(demand > record.capacity for _, _, demand in record.tasks)


def _cumulative(native: Any, record: Cumulative, starts: Sequence[Any]) -> None:
    tasks, heights = [], []
    for start, duration, demand in zip(starts, record.durations, record.demands, strict=True):
        if duration and demand:
            if max(abs(start.get_lb()), abs(start.get_ub())) + duration > LARGEST or demand > LARGEST:
                raise UnsupportedError(f"{record.name!r}: Choco takes values up to {LARGEST} only")
            tasks.append(native.task(start, duration, native.int_offset_view(start, duration)))
            heights.append(native.intvar(demand, demand))
    if tasks:
        capacity = min(record.capacity, sum(height.get_lb() for height in heights))
        native.cumulative(tasks, heights, native.intvar(capacity, capacity)).post()
