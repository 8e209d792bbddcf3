"""Global constraints as constraints of a `CpModel`."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ortools.sat.python import cp_model

from .global_constraints import Circuit, Cumulative, Element, Inverse
from .records import Global

__all__ = ["LARGEST_SUM", "Posted", "post_global"]

LARGEST_SUM = 10_000_000
"""The largest value of a sum of several variables where CP-SAT takes a*x + b only."""


@dataclass
class Posted:
    """What was added to a `CpModel` for one constraint.

    Attributes:
        constraint: The global constraint itself.
        parts: Further constraints that it needs. Their new variables are determined by the others.
    """

    constraint: Any = None
    parts: list[Any] = field(default_factory=list)


def post_global(native: cp_model.CpModel, record: Global, expressions: Sequence[Any]) -> Posted:
    """Add a global constraint to a `CpModel`.

    Args:
        native: The model.
        record: The constraint.
        expressions: Its terms as variables and expressions of the model.

    >>> model = cp_model.CpModel()
    >>> x = [model.new_int_var(0, 1, f"x{k}") for k in range(2)]
    >>> post_global(model, Circuit((), "tour"), x).constraint.proto.has_circuit()
    True
    """
    posted = Posted()
    match record:
        case Element():
            posted.constraint = _element(native, expressions)
        case Inverse():
            posted.constraint = _inverse(native, posted, expressions)
        case Circuit():
            posted.constraint = _circuit(native, posted, expressions)
        case Cumulative():
            posted.constraint = _cumulative(native, posted, record, expressions)
    return posted


def _element(native: cp_model.CpModel, expressions: Sequence[Any]) -> Any:
    index, value, *array = expressions
    if isinstance(index, int):
        return native.add(array[index] == value) if 0 <= index < len(array) else native.add_bool_or([])
    return native.add_element(index, array, value) if array else native.add_bool_or([])


def _inverse(native: cp_model.CpModel, posted: Posted, expressions: Sequence[Any]) -> Any:
    n = len(expressions) // 2
    # Not a variable for a constant: with two of them for the same one, CP-SAT 9.15 can end the process.
    scope = [each if isinstance(each, int) else _variable(native, posted, each, n) for each in expressions]
    return native.add_inverse(scope[:n], scope[n:]) if n else native.add_bool_and([])


def _circuit(native: cp_model.CpModel, posted: Posted, successors: Sequence[Any]) -> Any:
    """A literal for each arc, which is true exactly when the tail has the head as its successor."""
    n = len(successors)
    if n <= 1:
        return native.add(successors[0] == 0) if n else native.add_bool_and([])
    arcs: list[Any] = []
    for tail, each in enumerate(successors):
        successor = _variable(native, posted, each, n)
        for head in range(n):
            if head != tail:
                arcs.append((tail, head, literal := native.new_bool_var("")))
                posted.parts.append(native.add(successor == head).only_enforce_if(literal))
                posted.parts.append(native.add(successor != head).only_enforce_if(~literal))
    return native.add_circuit(arcs)


def _cumulative(native: cp_model.CpModel, posted: Posted, record: Cumulative, starts: Sequence[Any]) -> Any:
    intervals, demands = [], []
    for start, term, duration, demand in zip(starts, record.starts, record.durations, record.demands, strict=True):
        if duration and demand:
            if len(term.columns) > 1:
                start = _equal(native, posted, start, -LARGEST_SUM, LARGEST_SUM)
            intervals.append(native.new_fixed_size_interval_var(start, duration, ""))
            demands.append(demand)
    posted.parts += intervals
    if record.is_disjunctive and all(demand <= record.capacity for demand in demands):
        return native.add_no_overlap(intervals)
    return native.add_cumulative(intervals, demands, record.capacity)


def _variable(native: cp_model.CpModel, posted: Posted, expression: Any, n: int) -> Any:
    """The expression itself when it is a variable, otherwise a new one with the values 0 to n - 1."""
    is_variable = isinstance(expression, cp_model.IntVar)
    return expression if is_variable else _equal(native, posted, expression, 0, n - 1)


def _equal(native: cp_model.CpModel, posted: Posted, expression: Any, low: int, high: int) -> Any:
    """A new variable that is equal to an expression."""
    variable = native.new_int_var(low, high, "")
    posted.parts.append(native.add(variable == expression))
    return variable
