"""Constraint records as constraints of a `CpModel`: those of the verbs, and those of the models of other libraries."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from ortools.sat.python import cp_model

from ..errors import UnsupportedError
from .numbers import whole
from .records import (
    AllDifferent,
    Circuit,
    Column,
    Conjunction,
    Constraint,
    Cumulative,
    Element,
    Exclude,
    Global,
    Implication,
    Inverse,
    Linear,
    NotEqual,
    Reified,
    Table,
    Term,
)

LARGEST = 2**62
"""CP-SAT uses 64-bit integers; constraints that could exceed them are refused."""

LARGEST_SUM = 2**40
"""The largest value of a longer sum where CP-SAT takes a*x + b only."""

Variables = Sequence[Any] | Mapping[Column, Any]
"""The variable of the `CpModel` for each column."""
Ends = Callable[[Term, Any], tuple[int, int]]


class Poster:
    """Adds constraints to a `CpModel`.

    Args:
        native: The model.
        variables: The model's variable of each column.
        ends: The least and the largest value of a term; by default its domains may still change, and a longer sum may
            have any value up to `LARGEST_SUM`.

    >>> model = cp_model.CpModel()
    >>> x = [model.new_int_var(0, 9, name) for name in "ab"]
    >>> [added] = Poster(model, x).post(Linear((0, 1), (1, 1), 2.5, 4.5, "sum"))
    >>> list(added.proto.linear.domain)
    [3, 4]
    """

    def __init__(self, native: cp_model.CpModel, variables: Variables, ends: Ends | None = None) -> None:
        self.native, self.variables, self._ends = native, variables, ends or self._any_value
        self._sums: dict[Term, Any] = {}  # the variables that are equal to longer sums

    def post(self, record: Constraint) -> list[Any]:
        """Add a constraint. The bounds of a linear one are rounded inwards, because the left side is an integer.

        Returns:
            The constraint, or none when it always holds. Others may have been added that determine new variables.

        Raises:
            UnsupportedError: When a coefficient is not whole or too large; the message names the constraint.
        """
        added = self._post(record)
        for constraint in added:
            constraint.with_name(record.name)
        return added

    def _post(self, record: Constraint) -> list[Any]:
        match record:
            case Linear():
                columns, coefficients, *_, name = row = whole(record)
                body = self.expression(Term(tuple(columns), tuple(coefficients)), name)
                low, high = _bounds(row)
                # CP-SAT would add a constraint of no kind, which always holds, for an empty range and no variables.
                if low > high or not columns:
                    return [] if low <= 0 <= high else [self._never()]
                return [self.native.add_linear_constraint(body, low, high)]
            case NotEqual(difference, name):
                if difference.constant != round(difference.constant) and replace(difference, constant=0).is_whole:
                    return []  # an integer and a fraction always differ
                return [self.native.add(self.expression(difference, name) != 0)]
            case AllDifferent(terms, name):
                return [self.native.add_all_different([self.expression(term, name) for term in terms])]
            case Exclude(values, 1, _) if values:
                scope = [self.variables[k] for k, _ in values]
                return [self.native.add_forbidden_assignments(scope, [[value for _, value in values]])]
            case Exclude(values, at_least, _):
                literals = [~self._literal(self.variables[k], value) for k, value in values]
                return [
                    self.native.add_linear_constraint(cp_model.LinearExpr.sum(literals), at_least, cp_model.INT_MAX)
                ]
            case Table():
                return [self._table(record)]
            case Implication():
                return self._implication(record)
            case Global():
                return [self._global(record, [self.expression(term, record.name) for term in record.terms])]

    def _never(self) -> Any:
        return self.native.add_bool_or([])

    def _literal(self, x: Any, value: int) -> Any:
        """A new literal that is true exactly when an expression has a value.

        Both directions are posted, so that the expression determines it and no solution is enumerated twice.
        """
        literal = self.native.new_bool_var("")
        self.native.add(x == value).only_enforce_if(literal)
        self.native.add(x != value).only_enforce_if(~literal)
        return literal

    def _table(self, record: Table) -> Any:
        """A table. That of one term is a domain of its value.

        As a forbidden table over a variable that is equal to a longer sum, presolve of OR-tools 9.15 took solutions
        away in an enumeration.
        """
        if record.allowed and not record.tuples:  # CP-SAT takes an empty domain of a constant for no constraint at all
            return self._never()
        if len(record.terms) == 1:
            values = cp_model.Domain.from_values([value for (value,) in record.tuples])
            total = self.expression(record.terms[0], record.name)
            return self.native.add_linear_expression_in_domain(total, values if record.allowed else values.complement())
        scope = [self._short(term, record.name) for term in record.terms]
        allowed, forbidden = self.native.add_allowed_assignments, self.native.add_forbidden_assignments
        return (allowed if record.allowed else forbidden)(scope, record.tuples)

    def _short(self, term: Term, name: Any) -> Any:
        """A term where CP-SAT takes a*x + b only: for a longer sum, a variable that is equal to it."""
        total = self.expression(term, name)
        if len(term.columns) <= 1:
            return total
        if term not in self._sums:
            self._sums[term] = self.native.new_int_var(*self._ends(term, name), f"{name}: sum")
            self.native.add(self._sums[term] == total)
        return self._sums[term]

    def _any_value(self, term: Term, name: Any) -> tuple[int, int]:
        ends = {k: max(map(abs, self.variables[k].proto.domain), default=0) for k in term.columns}
        check_range(term, ends, name, LARGEST_SUM)
        return -LARGEST_SUM, LARGEST_SUM

    def _implication(self, record: Implication) -> list[Any]:
        """The row, enforced by the conditions."""
        literals = []
        for x, value in ((self.variables[k], value) for k, value in record.conditions):
            if {0, 1}.issuperset(x.proto.domain) and value in (0, 1):
                literals.append(x if value else ~x)
            else:
                literals.append(self._literal(x, value))
        added = self._post(record.row._replace(label=record.label))
        for each in added:
            if literals:
                each.only_enforce_if(literals)
        return added

    def expression(self, term: Term, name: Any) -> Any:
        """A term as an expression of the `CpModel`.

        Raises:
            UnsupportedError: When a coefficient is not whole or too large; the message names the constraint.
        """
        if term.coefficients == (1,) and term.constant == 0:  # most are variables
            return self.variables[term.columns[0]]
        numbers = (*term.coefficients, term.constant)
        if not term.is_whole:
            fraction = next(number for number in numbers if number != round(number))
            raise UnsupportedError(f"{str(name)!r}: CP-SAT takes whole coefficients only, and it has {fraction}")
        *coefficients, constant = map(round, numbers)
        if max(map(abs, (*coefficients, constant))) >= LARGEST:
            raise _too_large(name)
        return cp_model.LinearExpr.weighted_sum([self.variables[k] for k in term.columns], coefficients) + constant

    # -- global constraints -------------------------------------------------------------------------------------------

    def _global(self, record: Global, expressions: Sequence[Any]) -> Any:
        """Add a global constraint; further constraints that it needs determine their new variables."""
        n = len(expressions)
        match record:
            case Element():
                index, value, *array = expressions
                if not array or (isinstance(index, int) and not 0 <= index < len(array)):
                    return self._never()
                if isinstance(index, int):
                    return self.native.add(array[index] == value)
                return self.native.add_element(index, array, value)
            case Inverse() if n:
                # Not a variable for a constant: with two of them for the same one, CP-SAT 9.15 can end the process.
                scope = [each if isinstance(each, int) else self._index(each, n // 2) for each in expressions]
                return self.native.add_inverse(scope[: n // 2], scope[n // 2 :])
            case Circuit() if n:
                return self._circuit(expressions)
            case Cumulative():
                return self._cumulative(record)
            case Reified() | Conjunction():
                raise UnsupportedError(f"{record.name!r} must be rewritten before it is posted, see `Pipeline`")
        return self.native.add_bool_and([])

    def _circuit(self, successors: Sequence[Any]) -> Any:
        """A literal for each arc, which is true exactly when the tail has the head as its successor."""
        n = len(successors)
        if n == 1:
            return self.native.add(successors[0] == 0)
        scope = [self._index(each, n) for each in successors]
        arcs = [(i, j, self._literal(scope[i], j)) for i in range(n) for j in range(n) if i != j]
        return self.native.add_circuit(arcs)

    def _cumulative(self, record: Cumulative) -> Any:
        tasks = [(self._short(start, record.name), duration, demand) for start, duration, demand in record.tasks]
        intervals = [self.native.new_fixed_size_interval_var(start, duration, "") for start, duration, _ in tasks]
        demands = [demand for _, _, demand in tasks]
        return self.native.add_cumulative(intervals, demands, record.capacity)

    def _index(self, expression: Any, n: int) -> Any:
        """The expression itself when it is a variable, otherwise a new one with the values 0 to n - 1."""
        if isinstance(expression, cp_model.IntVar):
            return expression
        variable = self.native.new_int_var(0, n - 1, "")
        self.native.add(variable == expression)
        return variable


def check_range(term: Term, ends: Mapping[Column, int] | Sequence[int], name: Any, largest: int = LARGEST) -> None:
    """Raise the error that names a constraint whose sum can be too large; `ends` are the largest values by column.

    This takes time: of linear rows it is only called to find the name after CP-SAT has rejected a model.
    """
    terms = zip(term.columns, term.coefficients, strict=True)
    if sum(abs(c) * ends[k] for k, c in terms) + abs(term.constant) >= largest:
        raise _too_large(name)


def _too_large(name: Any) -> UnsupportedError:
    return UnsupportedError(
        f"{str(name)!r}: its sum can leave the 64 bits that CP-SAT counts in; choose a MILP solver, for which it is "
        f"split"
    )


def _bounds(row: Linear) -> tuple[int, int]:
    low, high = row.lower, row.upper
    for bound in (low, high):
        if LARGEST <= abs(bound) < inf:
            raise UnsupportedError(f"{row.name!r}: its bound {bound:g} is beyond the 64 bits that CP-SAT counts in")
    return int(max(low, cp_model.INT_MIN)), int(min(high, cp_model.INT_MAX))
