"""Posting a model to Choco. It is checked before, because unexpected input makes Choco end the whole Python process.

Choco uses 32-bit integers and needs domains, sums and coefficients within `LARGEST`. Constraints without variables,
such as an empty sum, are evaluated here.
"""

import operator
from collections.abc import Sequence
from math import ceil, floor
from typing import Any

import pychoco

from ..backends import (
    AllDifferent,
    Backend,
    Circuit,
    Constraint,
    Cumulative,
    Element,
    Exclude,
    Global,
    Implication,
    Inverse,
    Linear,
    NotEqual,
    Table,
    Term,
)
from ..errors import UnsupportedError
from ..rewrites.clauses.formula import whole_scope
from ..runtime.interrupts import check_interrupt
from ..runtime.limits import check_deadline
from .protocol import rounded_bounds

TOLERANCE = 1e-9
"""A bound of a row this close to a whole number is rounded to it."""

LARGEST = 21_000_000
"""Just below Choco's largest value of a domain or a sum, (2^31 - 1) / 100."""
OBJECTIVE = "the objective"
"""Its name in messages."""
SEARCH = "min_dom_lb"
"""The search strategy: the smallest domain first, and in it the smallest value."""
Scope = dict[int, int]
"""Columns and their coefficients, none of which is 0."""


class Contradiction(Exception):
    """A constraint can never hold, so no search is needed."""


class Records:
    """The constraints of a model as plain data; each is read once."""

    def __init__(self, m: Backend) -> None:
        self._m = m
        self._constraints: list[Any] = []
        self._records: list[Constraint] = []

    def read(self) -> list[Constraint]:
        """The current constraints."""
        present, known = self._m.constraints(), len(self._constraints)
        if len(present) < known or not all(map(operator.is_, self._constraints, present)):
            self._constraints, self._records, known = [], [], 0
        self._records = self._records + self._m.read(present[known:])
        self._constraints = present
        return self._records


def post_model(m: Backend, known: Records, consistency: str) -> tuple[Any, list[Any], tuple[int, int, int]]:
    """The Choco model for a backend model, its variables in the order of the columns, and its size.

    Args:
        m: The model.
        known: Its constraints.
        consistency: That of all-different.

    Raises:
        Contradiction: When a constraint can never hold.
        UnsupportedError: When Choco does not support a constraint or domain; the message names it.
        TimeLimit: At the deadline.
    """
    lower, upper = rounded_bounds(m, "Choco")
    for k in m.auxiliary:
        upper[k] = lower[k]  # otherwise Choco would enumerate their values
    for k, (low, high) in enumerate(zip(lower, upper, strict=True)):
        if low > high:
            raise Contradiction(f"there is no solution: {m.variables[k]} has no value between {low} and {high}")
        if max(abs(low), abs(high)) > LARGEST:
            raise UnsupportedError(f"Choco supports values up to {LARGEST} only, and {m.variables[k]} has larger ones")
    records = known.read()
    poster = _Poster(lower, upper, consistency)
    width = 0
    for k, record in enumerate(records):
        if k % 256 == 0:
            check_interrupt()
            check_deadline()
        width += poster.post(record)
    if (objective := m.objective()) is not None and objective.columns:
        poster.minimize(objective)
    return poster.native, poster.variables[: len(lower)], (len(lower), len(records), width)


class _Poster:
    """A Choco model that grows by one constraint at a time."""

    def __init__(self, lower: list[int], upper: list[int], consistency: str) -> None:
        self.native = pychoco.Model()
        self._sums: dict[tuple[tuple[int, int], ...], Any] = {}  # the variables that are equal to longer sums
        self.lower, self.upper, self.consistency = lower, upper, consistency
        self.variables = [
            self.native.boolvar() if (low, high) == (0, 1) else self.native.intvar(low, high)
            for low, high in zip(lower, upper, strict=True)
        ]
        decided = self.variables or [self.native.intvar(0, 0)]  # a search over nothing ends the process
        self.native.get_solver().set_min_dom_lb_search(*decided)  # `SEARCH`

    def post(self, record: Constraint) -> int:
        """Post one constraint; returns its number of variables."""
        match record:
            case Linear(columns, coefficients, lower, upper, name):
                self._linear(whole_scope(columns, coefficients, name, "Choco"), lower, upper, name)
                return len(columns)
            case NotEqual(Term((a, b), (1, -1), 0), _) if a != b:  # nearly all are, and there are many
                self.native.arithm(self.variables[a], "!=", self.variables[b]).post()
                return 2
            case NotEqual(Term(columns, coefficients, constant), name):
                self._not_equal(whole_scope(columns, coefficients, name, "Choco"), constant, name)
                return len(columns)
            case AllDifferent(terms, name):
                if len(terms) > 1:
                    views = self._unrelated([self._view(term, name) for term in terms], terms)
                    self.native.all_different(views, self.consistency).post()
                return len(terms)
            case Exclude(values, at_least, name):
                self._exclude(values, at_least, name)
                return len(values)
            case Table():
                self._table(record)
                return sum(len(term.columns) for term in record.terms)
            case Global(terms=terms):
                views = self._unrelated([self._view(term, record.name) for term in terms], terms)
                _post_global(self.native, record, views)
                return sum(len(term.columns) for term in terms)
            case Implication():
                self._implication(record)
                return len(record.conditions) + len(record.row.columns)

    def minimize(self, objective: Term) -> None:
        """Set the objective; its constant makes no difference."""
        scope = whole_scope(objective.columns, objective.coefficients, OBJECTIVE, "Choco")
        self.native.set_objective(self._sum(scope, OBJECTIVE), maximize=False)

    def _sum(self, scope: Scope, name: Any, constant: int = 0) -> Any:
        """A variable that is equal to a sum, which further constraints use too."""
        least, most = self._range(scope, name)
        if max(abs(least + constant), abs(most + constant)) > LARGEST:
            raise UnsupportedError(f"{str(name)!r}: Choco takes values up to {LARGEST} only")
        key = tuple(sorted(scope.items()))
        if (total := self._sums.get(key)) is None:
            total = self._sums[key] = self.native.intvar(least, most)
            variables, coefficients = self._split(scope)
            self.native.scalar([*variables, total], [*coefficients, -1], "=", 0).post()
        return self.native.int_affine_view(1, total, constant) if constant else total

    def _range(self, scope: Scope, name: Any) -> tuple[int, int]:
        """The least and the largest value of the sum."""
        ends = [sorted((c * self.lower[k], c * self.upper[k])) for k, c in scope.items()]
        # Choco adds them one by one, so partial sums must not be too large either.
        if sum(max(abs(low), abs(high)) for low, high in ends) > LARGEST:
            raise UnsupportedError(f"{str(name)!r}: Choco takes sums up to {LARGEST} only, and this one can be larger")
        return sum(low for low, _ in ends), sum(high for _, high in ends)

    def _linear(self, scope: Scope, lower: float, upper: float, name: Any) -> None:
        if (sides := self._sides(scope, lower, upper, name)) is None:
            raise Contradiction(f"there is no solution: {str(name)!r} can never hold")
        for side in sides:
            side.post()

    def _sides(self, scope: Scope, lower: float, upper: float, name: Any) -> list[Any] | None:
        """The constraints of a linear row, none when it always holds; None when it never does."""
        least, most = self._range(scope, name)
        low = least if lower <= least else ceil(lower - TOLERANCE) if lower <= most + 1 else most + 1
        high = most if upper >= most else floor(upper + TOLERANCE) if upper >= least - 1 else least - 1
        if low > high or low > most or high < least:
            return None
        if not scope or (low <= least and high >= most):
            return []
        variables, coefficients = self._split(scope)
        if low == high:
            return [self.native.scalar(variables, coefficients, "=", low)]
        below = [self.native.scalar(variables, coefficients, ">=", low)] if low > least else []
        return below + ([self.native.scalar(variables, coefficients, "<=", high)] if high < most else [])

    def _not_equal(self, scope: Scope, constant: float, name: Any) -> None:
        least, most = self._range(scope, name)
        if constant != round(constant) or not least <= -constant <= most:
            return  # it always holds
        if not scope:
            raise Contradiction(f"there is no solution: {str(name)!r} can never hold")
        self.native.scalar(*self._split(scope), "!=", -round(constant)).post()

    def _exclude(self, values: tuple[tuple[int, int], ...], at_least: int, name: Any) -> None:
        possible = [(k, v) for k, v in values if self.lower[k] <= v <= self.upper[k]]
        at_least -= len(values) - len(possible)  # the others differ anyway
        if at_least <= 0:
            return
        if at_least > len(possible):
            raise Contradiction(f"there is no solution: {str(name)!r} can never hold")
        scope = [self.variables[k] for k, _ in possible]
        if at_least == 1:
            self.native.table(scope, [[v for _, v in possible]], feasible=False).post()
            return
        differs = [self.native.boolvar() for _ in scope]
        for x, (_, value), literal in zip(scope, possible, differs, strict=True):
            self.native.reify_x_ne_yc(x, self.native.intvar(value, value), 0, literal)
        self.native.sum(differs, ">=", at_least).post()

    def _table(self, record: Table) -> None:
        """A table; a longer sum in it is a variable that is equal to it."""
        scope = self._unrelated([self._view(term, record.name) for term in record.terms], record.terms)
        ends = [(view.get_lb(), view.get_ub()) for view in scope]
        tuples = [
            list(values)
            for values in record.tuples
            if all(low <= value <= high for value, (low, high) in zip(values, ends, strict=True))
        ]
        if record.allowed and not tuples:
            raise Contradiction(f"there is no solution: {record.name!r} can never hold")
        if tuples:
            self.native.table(scope, tuples, feasible=record.allowed).post()

    def _implication(self, record: Implication) -> None:
        """The row, half-reified: it holds when the literals of the conditions are all true."""
        literals = []
        for k, value in record.conditions:
            if not self.lower[k] <= value <= self.upper[k]:
                return  # the condition never holds
            if self.lower[k] < self.upper[k]:
                literals.append(self._takes(k, value))
        row = record.row
        scope = whole_scope(row.columns, row.coefficients, record.name, "Choco")
        if not literals:
            self._linear(scope, row.lower, row.upper, record.name)
            return
        sides = self._sides(scope, row.lower, row.upper, record.name)
        if sides is None:  # so one of the conditions does not hold
            self.native.sum(literals, "<", len(literals)).post()
            return
        condition = literals[0]
        if len(literals) > 1:
            condition = self.native.boolvar()
            self.native.and_(literals).reify_with(condition)
        for side in sides:
            side.implied_by(condition)

    def _takes(self, k: int, value: int) -> Any:
        """The literal that is true exactly when a column, which is not fixed, has a value."""
        x = self.variables[k]
        if (self.lower[k], self.upper[k]) == (0, 1):
            return x if value else self.native.bool_not_view(x)
        literal = self.native.boolvar()
        self.native.arithm(x, "=", value).reify_with(literal)
        return literal

    def _view(self, term: Term, name: Any) -> Any:
        if term.constant == 0 and term.coefficients == (1,):  # nearly all are, and there are many
            return self.variables[term.columns[0]]
        scope = whole_scope(term.columns, term.coefficients, name, "Choco")
        if term.constant != round(term.constant):
            raise UnsupportedError(f"{str(name)!r}: Choco takes whole coefficients only")
        b = round(term.constant)
        if len(scope) != 1:
            return self._sum(scope, name, b)
        least, most = self._range(scope, name)
        if max(abs(least + b), abs(most + b)) > LARGEST:
            raise UnsupportedError(f"{str(name)!r}: Choco takes values up to {LARGEST} only")
        [(k, a)] = scope.items()
        return self.native.int_affine_view(a, self.variables[k], b)

    def _unrelated(self, views: list[Any], terms: Sequence[Term]) -> list[Any]:
        """The views, with a variable of its own for each further one on the same column.

        Choco's AC propagator removes the value of a variable that becomes fixed. When this fixes another one at the
        same time, as with two views of one variable, Choco can end the process.
        """
        seen: set[int] = set()
        for k, (view, term) in enumerate(zip(views, terms, strict=True)):
            if not seen.isdisjoint(term.columns):
                views[k] = self.native.intvar(view.get_lb(), view.get_ub())
                self.native.arithm(views[k], "=", view).post()
            seen.update(term.columns)
        return views

    def _split(self, scope: Scope) -> tuple[list[Any], list[int]]:
        return [self.variables[k] for k in scope], list(scope.values())


# -- global constraints -----------------------------------------------------------------------------------------------


def _post_global(native: Any, record: Global, views: Sequence[Any]) -> None:
    """Post a global constraint. Where Choco takes only some range of values, a new variable has this range."""
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
