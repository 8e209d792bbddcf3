"""Constraint records as constraints of a `CpModel`: those of the verbs, and those of the models of other libraries."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from ortools.sat.python import cp_model

from ..errors import UnsupportedError
from .global_constraints import Circuit, Cumulative, Element, Inverse
from .records import AllDifferent, Column, Constraint, Exclude, Global, Implication, Linear, NotEqual, Table, Term

__all__ = ["LARGEST", "check_range", "expression_of", "post"]

TOLERANCE = 1e-9
"""A bound this close to a whole number is rounded to it."""
LARGEST = 2**62
"""CP-SAT uses 64-bit integers; constraints that could exceed them are refused."""

LARGEST_SUM = 2**40
"""The largest value of a longer sum where CP-SAT takes a*x + b only."""

Variables = Sequence[Any] | Mapping[Column, Any]
"""The variable of the `CpModel` for each column."""

Sums = dict[Term, Any]
"""Variables of the `CpModel` that are equal to linear expressions."""


def post(
    native: cp_model.CpModel,
    variables: Variables,
    record: Constraint,
    enforced_by: Any = None,
    sums: Sums | None = None,
) -> list[Any]:
    """Add a constraint to a `CpModel`.

    The bounds of a linear constraint are rounded inwards, because the left side is an integer.

    Args:
        native: The model.
        variables: The model's variable of each column.
        record: The constraint.
        enforced_by: A literal; if it is false, the constraint is not enforced.
        sums: The variables that are equal to longer sums so far; new ones are added to it.

    Returns:
        The constraint, or none when it always holds. Others may have been added that determine new variables.

    Raises:
        UnsupportedError: When a coefficient is not whole or too large; the message names the constraint.

    >>> model = cp_model.CpModel()
    >>> x = [model.new_int_var(0, 9, name) for name in "ab"]
    >>> [added] = post(model, x, Linear((0, 1), (1, 1), 2.5, 4.5, "sum"))
    >>> list(added.proto.linear.domain)
    [3, 4]
    """
    added = _post(native, variables, record, enforced_by is not None, {} if sums is None else sums)
    for constraint in added:
        constraint.with_name(str(record.name))
        if enforced_by is not None:
            constraint.only_enforce_if(enforced_by)
    return added


def _post(
    native: cp_model.CpModel, variables: Variables, record: Constraint, is_enforced: bool, sums: Sums
) -> list[Any]:
    match record:
        case Linear(columns, coefficients, lower, upper, name):
            body = expression_of(variables, Term(tuple(columns), tuple(coefficients)), name)
            low, high = _whole_bounds(lower, upper, name)
            # CP-SAT would add a constraint of no kind, which always holds, for an empty range and no variables.
            if low > high or not columns:
                return [] if low <= 0 <= high else [native.add_bool_or([])]
            return [native.add_linear_constraint(body, low, high)]
        case NotEqual(difference, name):
            if difference.constant != round(difference.constant) and _is_whole(difference.coefficients):
                return []  # an integer and a fraction always differ
            return [native.add(expression_of(variables, difference, name) != 0)]
        case AllDifferent(terms, name):
            return [native.add_all_different([expression_of(variables, term, name) for term in terms])]
        case Exclude(values, at_least, _):
            if at_least == 1 and values and not is_enforced:
                scope = [variables[k] for k, _ in values]
                return [native.add_forbidden_assignments(scope, [[value for _, value in values]])]
            return [_count(native, variables, values, at_least)]
        case Table():
            return _table(native, variables, record, sums)
        case Global(terms=terms):
            if is_enforced:
                raise UnsupportedError(f"{record.name!r}: CP-SAT cannot enforce it under a condition")
            expressions = [expression_of(variables, term, record.name) for term in terms]
            return [_global(native, record, expressions, sums)]
        case Implication():
            return _implication(native, variables, record)


def _count(native: cp_model.CpModel, variables: Variables, values: Sequence[tuple[Column, int]], at_least: int) -> Any:
    """At least so many of the variables take another value."""
    literals = []
    for k, value in values:
        literals.append(literal := native.new_bool_var(""))
        # Both directions, so that x determines the literal and no solution is enumerated twice.
        native.add(variables[k] != value).only_enforce_if(literal)
        native.add(variables[k] == value).only_enforce_if(~literal)
    return native.add_linear_constraint(cp_model.LinearExpr.sum(literals), at_least, cp_model.INT_MAX)


def _table(native: cp_model.CpModel, variables: Variables, record: Table, sums: Sums) -> list[Any]:
    """A table; a longer sum in it is a variable that is equal to it, because CP-SAT takes a*x + b there.

    A table of one term is a domain of its value. As a forbidden table over a variable that is equal to a longer sum,
    presolve of OR-tools 9.15 took solutions away in an enumeration.
    """
    if record.allowed and not record.tuples:  # CP-SAT takes an empty domain of a constant for no constraint at all
        return [native.add_bool_or([])]
    if len(record.terms) == 1:
        total = expression_of(variables, record.terms[0], record.name)
        return [native.add_linear_expression_in_domain(total, _domain_of(record.tuples, record.allowed))]
    scope = [_sum(native, sums, term, expression_of(variables, term, record.name)) for term in record.terms]
    post_tuples = native.add_allowed_assignments if record.allowed else native.add_forbidden_assignments
    return [post_tuples(scope, record.tuples)]


def _sum(native: cp_model.CpModel, sums: Sums, term: Term, total: Any) -> Any:
    """A term where CP-SAT takes a*x + b only: for a longer sum, a variable that is equal to it."""
    if len(term.columns) <= 1:
        return total
    if term not in sums:
        sums[term] = native.new_int_var(-LARGEST_SUM, LARGEST_SUM, "")
        native.add(sums[term] == total)
    return sums[term]


def _domain_of(tuples: Sequence[Sequence[int]], allowed: bool) -> cp_model.Domain:
    """The values of the term of a table that has only one."""
    values = cp_model.Domain.from_values([value for (value,) in tuples])
    return values if allowed else values.complement()


def _takes(native: cp_model.CpModel, x: Any, value: int) -> Any:
    """The literal that is true exactly when a variable has a value."""
    if {0, 1}.issuperset(x.proto.domain) and value in (0, 1):
        return x if value else ~x
    literal = native.new_bool_var("")
    native.add(x == value).only_enforce_if(literal)
    native.add(x != value).only_enforce_if(~literal)
    return literal


def _implication(native: cp_model.CpModel, variables: Variables, record: Implication) -> list[Any]:
    """The row, enforced by the conditions."""
    literals = [_takes(native, variables[k], value) for k, value in record.conditions]
    added = _post(native, variables, record.row._replace(label=record.label), True, {})
    for each in added:
        if literals:
            each.only_enforce_if(literals)
    return added


def expression_of(variables: Variables, term: Term, name: Any) -> Any:
    """A term as an expression of the `CpModel`.

    Raises:
        UnsupportedError: When a coefficient is not whole or too large; the message names the constraint.
    """
    if not _is_whole((*term.coefficients, term.constant)):
        raise UnsupportedError(f"{str(name)!r}: CP-SAT takes whole coefficients only, and it has {_fraction(term)}")
    if len(term.columns) == 1 and term.coefficients[0] == 1 and term.constant == 0:
        return variables[term.columns[0]]
    coefficients = [round(c) for c in term.coefficients]
    found = [variables[k] for k in term.columns]
    constant = round(term.constant)
    if max(map(abs, (*coefficients, constant))) >= LARGEST:
        raise _too_large(name)
    return cp_model.LinearExpr.weighted_sum(found, coefficients) + constant


def check_range(term: Term, ends: Sequence[int], name: Any) -> None:
    """Raise the error that names a constraint whose sum can be too large; `ends` are the largest values by column.

    This takes time, so it is only called to find the name after CP-SAT has rejected a model.
    """
    terms = zip(term.columns, term.coefficients, strict=True)
    if sum(abs(c) * ends[k] for k, c in terms) + abs(term.constant) >= LARGEST:
        raise _too_large(name)


def _too_large(name: Any) -> UnsupportedError:
    return UnsupportedError(f"{str(name)!r}: its sum can leave the 64 bits that CP-SAT counts in")


def _whole_bounds(lower: float, upper: float, name: Any) -> tuple[int, int]:
    for bound in (lower, upper):
        if np.isfinite(bound) and abs(bound) >= LARGEST:
            raise UnsupportedError(f"{str(name)!r}: its bound {bound:g} is beyond the 64 bits that CP-SAT counts in")
    low = cp_model.INT_MIN if lower == -np.inf else int(np.ceil(lower - TOLERANCE))
    high = cp_model.INT_MAX if upper == np.inf else int(np.floor(upper + TOLERANCE))
    return low, high


def _is_whole(numbers: Sequence[float]) -> bool:
    return all(number == round(number) for number in numbers)


def _fraction(term: Term) -> float:
    return next(number for number in (*term.coefficients, term.constant) if number != round(number))


# -- global constraints -----------------------------------------------------------------------------------------------


def _global(native: cp_model.CpModel, record: Global, expressions: Sequence[Any], sums: Sums) -> Any:
    """Add a global constraint; further constraints that it needs determine their new variables."""
    match record:
        case Element():
            return _element(native, expressions)
        case Inverse():
            return _inverse(native, expressions)
        case Circuit():
            return _circuit(native, expressions)
        case Cumulative():
            return _cumulative(native, record, expressions, sums)


def _element(native: cp_model.CpModel, expressions: Sequence[Any]) -> Any:
    index, value, *array = expressions
    if isinstance(index, int):
        return native.add(array[index] == value) if 0 <= index < len(array) else native.add_bool_or([])
    return native.add_element(index, array, value) if array else native.add_bool_or([])


def _inverse(native: cp_model.CpModel, expressions: Sequence[Any]) -> Any:
    n = len(expressions) // 2
    # Not a variable for a constant: with two of them for the same one, CP-SAT 9.15 can end the process.
    scope = [each if isinstance(each, int) else _variable(native, each, n) for each in expressions]
    return native.add_inverse(scope[:n], scope[n:]) if n else native.add_bool_and([])


def _circuit(native: cp_model.CpModel, successors: Sequence[Any]) -> Any:
    """A literal for each arc, which is true exactly when the tail has the head as its successor."""
    n = len(successors)
    if n <= 1:
        return native.add(successors[0] == 0) if n else native.add_bool_and([])
    arcs: list[Any] = []
    for tail, each in enumerate(successors):
        successor = _variable(native, each, n)
        for head in range(n):
            if head != tail:
                arcs.append((tail, head, literal := native.new_bool_var("")))
                native.add(successor == head).only_enforce_if(literal)
                native.add(successor != head).only_enforce_if(~literal)
    return native.add_circuit(arcs)


def _cumulative(native: cp_model.CpModel, record: Cumulative, starts: Sequence[Any], sums: Sums) -> Any:
    intervals, demands = [], []
    for start, term, duration, demand in zip(starts, record.starts, record.durations, record.demands, strict=True):
        if duration and demand:
            intervals.append(native.new_fixed_size_interval_var(_sum(native, sums, term, start), duration, ""))
            demands.append(demand)
    if record.is_disjunctive and all(demand <= record.capacity for demand in demands):
        return native.add_no_overlap(intervals)
    return native.add_cumulative(intervals, demands, record.capacity)


def _variable(native: cp_model.CpModel, expression: Any, n: int) -> Any:
    """The expression itself when it is a variable, otherwise a new one with the values 0 to n - 1."""
    if isinstance(expression, cp_model.IntVar):
        return expression
    variable = native.new_int_var(0, n - 1, "")
    native.add(variable == expression)
    return variable
