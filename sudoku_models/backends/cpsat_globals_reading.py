"""The global constraints of a `CpModel` as plain data.

| constraint of the CpModel                                             | read as                          |
|-----------------------------------------------------------------------|----------------------------------|
| element                                                               | `Element`                        |
| inverse                                                               | `Inverse`                        |
| interval of a fixed size, always present                              | `Linear`: start + size = end     |
| cumulative of such intervals of size 1 or more, with constant demands | `Cumulative`                     |
| no_overlap of such intervals                                          | `Cumulative` with the capacity 1 |

A circuit over literals of the user's own is not read: its successors are no variables.
"""

from collections.abc import Callable, Sequence
from typing import Any

from .checks import simple_term
from .global_constraints import Cumulative, Element, Inverse
from .records import Constraint, Linear, Term

__all__ = ["read_global"]

ReadTerm = Callable[[Any], Term]


def read_global(
    kind: str, proto: Any, constraints: Sequence[Any], label: Any, read_term: ReadTerm, read_variable: ReadTerm
) -> Constraint | None:
    """A global constraint; None when it is of another kind, or more general than its record.

    Args:
        kind: Its kind in the protocol buffer.
        proto: The constraint.
        constraints: All constraints of the model, for the intervals.
        label: Its label.
        read_term, read_variable: Read a linear expression, and a reference to a variable.
    """
    if kind == "element" and len(proto.element.exprs):
        array = tuple(map(read_term, proto.element.exprs))
        return Element(read_term(proto.element.linear_index), read_term(proto.element.linear_target), array, label)
    if kind == "inverse":
        xs, ys = (tuple(map(read_variable, part)) for part in (proto.inverse.f_direct, proto.inverse.f_inverse))
        return Inverse(xs, ys, label)
    if kind == "interval":
        return _interval(proto, label, read_term)
    if kind == "no_overlap":
        numbers = list(proto.no_overlap.intervals)
        return _cumulative([constraints[k] for k in numbers], [1] * len(numbers), 1, label, read_term)
    if kind == "cumulative":
        needs = [*proto.cumulative.demands, proto.cumulative.capacity]
        if any(len(each.vars) or each.offset < 0 for each in needs):
            return None
        *demands, capacity = (int(each.offset) for each in needs)
        return _cumulative([constraints[k] for k in proto.cumulative.intervals], demands, capacity, label, read_term)
    return None


def _size(proto: Any) -> int | None:
    """The size of an interval that is fixed and always present."""
    size = proto.interval.size
    if len(proto.enforcement_literal) or len(size.vars) or size.offset < 0:
        return None
    return int(size.offset)


def _interval(proto: Any, label: Any, read_term: ReadTerm) -> Constraint | None:
    if (size := _size(proto)) is None:
        return None
    start, end = read_term(proto.interval.start), read_term(proto.interval.end)
    difference = simple_term([*start.columns, *end.columns], [*start.coefficients, *(-c for c in end.coefficients)])
    gap = end.constant - start.constant - size
    return Linear(difference.columns, difference.coefficients, gap, gap, label)


def _cumulative(
    intervals: list[Any], demands: list[int], capacity: int, label: Any, read_term: ReadTerm
) -> Constraint | None:
    sizes = [size for size in map(_size, intervals) if size]
    if len(sizes) < len(intervals):
        return None
    starts = tuple(read_term(each.interval.start) for each in intervals)
    return Cumulative(starts, tuple(sizes), tuple(demands), capacity, label)
