"""Posting a model to Choco. It is checked before, because unexpected input makes Choco end the whole Python process.

Choco uses 32-bit integers and needs domains, sums and coefficients within `LARGEST`. Constraints without variables,
such as an empty sum, are evaluated here.
"""

from collections.abc import Sequence
from typing import Any

import pychoco

from ..backends import (
    AllDifferent,
    Backend,
    Circuit,
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
    PlainModel,
    Reified,
    Table,
    Term,
    columns_of,
)
from ..backends.numbers import whole, whole_objective
from ..errors import UnsupportedError
from ..rewrites.clauses.formula import whole_scope
from ..runtime.interrupts import check_interrupt
from ..runtime.limits import check_deadline
from .protocol import FIRST_FAIL, INPUT_ORDER, rounded_bounds

LARGEST = 21_000_000
"""Just below Choco's largest value of a domain or a sum, (2^31 - 1) / 100."""
OBJECTIVE = "the objective"
"""Its name in messages."""
Scope = dict[int, int]
"""Columns and their coefficients, none of which is 0."""


class Contradiction(Exception):
    """A constraint can never hold, so no search is needed."""


def post_model(
    m: Backend | PlainModel, consistency: str, order: str = FIRST_FAIL
) -> tuple[Any, list[Any], tuple[int, int, int]]:
    """The Choco model for a backend model, its variables in the order of the columns, and its size.

    Args:
        m: The model.
        consistency: That of all-different.
        order: That of the search.

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
    records = m.records
    poster = _Poster(lower, upper, consistency, order)
    for k, record in enumerate(records):
        if k % 256 == 0:
            check_interrupt()
            check_deadline()
        poster.post(record)
    if (objective := m.objective()) is not None and objective.columns:
        poster.minimize(objective)
    size = len(lower), len(records), sum(len(columns_of(record)) for record in records)
    return poster.native, poster.variables[: len(lower)], size


class _Poster:
    """A Choco model that grows by one constraint at a time."""

    def __init__(self, lower: list[int], upper: list[int], consistency: str, order: str) -> None:
        self.native = pychoco.Model()
        self._sums: dict[tuple[tuple[int, int], ...], Any] = {}  # the variables that are equal to longer sums
        self.lower, self.upper, self.consistency = lower, upper, consistency
        self.variables = [
            self.native.boolvar() if (low, high) == (0, 1) else self.native.intvar(low, high)
            for low, high in zip(lower, upper, strict=True)
        ]
        decided = self.variables or [self.native.intvar(0, 0)]  # a search over nothing ends the process
        solver = self.native.get_solver()
        if order == FIRST_FAIL:
            solver.set_min_dom_lb_search(*decided)
        elif order == INPUT_ORDER:
            solver.set_input_order_lb_search(*decided)

    def post(self, record: Constraint) -> None:
        """Post one constraint."""
        match record:
            case Linear():
                self._linear(record)
            case NotEqual(Term((a, b), (1, -1), 0), _) if a != b:  # nearly all are, and there are many
                self.native.arithm(self.variables[a], "!=", self.variables[b]).post()
            case NotEqual():
                self._not_equal(record)
            case AllDifferent(terms, name):
                if len(terms) > 1:
                    self.native.all_different(self._views(terms, name), self.consistency).post()
            case Exclude():
                self._exclude(record)
            case Table():
                self._table(record)
            case Implication():
                self._implication(record)
            case Global():
                self._global(record)

    def minimize(self, objective: Term) -> None:
        """Set the objective in whole numbers; its constant makes no difference."""
        scope = self._scope(whole_objective(objective)[0], OBJECTIVE)
        self.native.set_objective(self._sum(scope, OBJECTIVE), maximize=False)

    def _scope(self, sum_of: Term | Linear, name: Any) -> Scope:
        return whole_scope(sum_of.columns, sum_of.coefficients, name, "Choco")

    def _split(self, scope: Scope) -> tuple[list[Any], list[int]]:
        return [self.variables[k] for k in scope], list(scope.values())

    def _range(self, scope: Scope, name: Any, constant: int = 0) -> tuple[int, int]:
        """The least and the largest value of the sum, without the constant."""
        ends = [sorted((c * self.lower[k], c * self.upper[k])) for k, c in scope.items()]
        least, most = sum(low for low, _ in ends), sum(high for _, high in ends)
        # Choco adds them one by one, so partial sums must not be too large either.
        partial = sum(max(abs(low), abs(high)) for low, high in ends)
        if max(partial, abs(least + constant), abs(most + constant)) > LARGEST:
            raise UnsupportedError(
                f"{str(name)!r}: Choco takes sums up to {LARGEST} only, and this one can be larger; choose a "
                f"MILP solver, for which it is split"
            )
        return least, most

    # -- sums and terms -----------------------------------------------------------------------------------------------

    def _linear(self, row: Linear) -> None:
        if (sides := self._sides(row)) is None:
            raise _never(row.label)
        for side in sides:
            side.post()

    def _sides(self, row: Linear) -> list[Any] | None:
        """The constraints of a linear row, none when it always holds; None when it never does."""
        row = whole(row)
        scope, lower, upper = self._scope(row, row.label), row.lower, row.upper
        least, most = self._range(scope, row.label)
        low, high = int(max(least, min(lower, most + 1))), int(min(most, max(upper, least - 1)))
        if low > high:
            return None
        if low == least and high == most:
            return []
        variables, coefficients = self._split(scope)
        if low == high:
            return [self.native.scalar(variables, coefficients, "=", low)]
        below = [self.native.scalar(variables, coefficients, ">=", low)] if low > least else []
        return below + ([self.native.scalar(variables, coefficients, "<=", high)] if high < most else [])

    def _not_equal(self, record: NotEqual) -> None:
        scope, constant = self._scope(record.difference, record.label), record.difference.constant
        least, most = self._range(scope, record.label)
        if constant != round(constant) or not least <= -constant <= most:
            return  # it always holds
        if not scope:
            raise _never(record.label)
        self.native.scalar(*self._split(scope), "!=", -round(constant)).post()

    def _views(self, terms: Sequence[Term], name: Any) -> list[Any]:
        """The terms as variables and views, with a variable of its own for each further one on the same column.

        Choco's AC propagator removes the value of a variable that becomes fixed. When this fixes another one at the
        same time, as with two views of one variable, Choco can end the process.
        """
        views = [self._view(term, name) for term in terms]
        seen: set[int] = set()
        for k, (view, term) in enumerate(zip(views, terms, strict=True)):
            if not seen.isdisjoint(term.columns):
                views[k] = self.native.intvar(view.get_lb(), view.get_ub())
                self.native.arithm(views[k], "=", view).post()
            seen.update(term.columns)
        return views

    def _view(self, term: Term, name: Any) -> Any:
        if term.constant == 0 and term.coefficients == (1,):  # nearly all are, and there are many
            return self.variables[term.columns[0]]
        scope = self._scope(term, name)
        if term.constant != round(term.constant):
            raise UnsupportedError(f"{str(name)!r}: Choco takes whole coefficients only")
        constant = round(term.constant)
        if len(scope) != 1:
            return self._sum(scope, name, constant)
        self._range(scope, name, constant)
        [(k, factor)] = scope.items()
        return self.native.int_affine_view(factor, self.variables[k], constant)

    def _sum(self, scope: Scope, name: Any, constant: int = 0) -> Any:
        """A variable that is equal to a sum, which further constraints use too."""
        least, most = self._range(scope, name, constant)
        key = tuple(sorted(scope.items()))
        if (total := self._sums.get(key)) is None:
            total = self._sums[key] = self.native.intvar(least, most)
            variables, coefficients = self._split(scope)
            self.native.scalar([*variables, total], [*coefficients, -1], "=", 0).post()
        return self.native.int_affine_view(1, total, constant) if constant else total

    # -- logical constraints ------------------------------------------------------------------------------------------

    def _exclude(self, record: Exclude) -> None:
        possible = [(k, v) for k, v in record.values if self.lower[k] <= v <= self.upper[k]]
        at_least = record.at_least - (len(record.values) - len(possible))  # the others differ anyway
        if at_least > len(possible):
            raise _never(record.label)
        scope = [self.variables[k] for k, _ in possible]
        if at_least == 1:
            self.native.table(scope, [[v for _, v in possible]], feasible=False).post()
        elif at_least > 1:
            differs = [self.native.boolvar() for _ in scope]
            for x, (_, value), literal in zip(scope, possible, differs, strict=True):
                self.native.reify_x_ne_yc(x, self.native.intvar(value, value), 0, literal)
            self.native.sum(differs, ">=", at_least).post()

    def _table(self, record: Table) -> None:
        """A table; a longer sum in it is a variable that is equal to it."""
        scope = self._views(record.terms, record.label)
        ends = [(view.get_lb(), view.get_ub()) for view in scope]
        tuples = [
            list(values)
            for values in record.tuples
            if all(low <= value <= high for value, (low, high) in zip(values, ends, strict=True))
        ]
        if record.allowed and not tuples:
            raise _never(record.label)
        if tuples:
            self.native.table(scope, tuples, feasible=record.allowed).post()

    def _implication(self, record: Implication) -> None:
        """The row, half-reified: it holds when the literals of the conditions are all true."""
        literals, row = [], record.row._replace(label=record.label)
        for k, value in record.conditions:
            if not self.lower[k] <= value <= self.upper[k]:
                return  # the condition never holds
            if self.lower[k] < self.upper[k]:
                literals.append(self._takes(k, value))
        if not literals:
            self._linear(row)
        elif (sides := self._sides(row)) is None:  # so one of the conditions does not hold
            self.native.sum(literals, "<", len(literals)).post()
        else:
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

    # -- global constraints -------------------------------------------------------------------------------------------

    def _global(self, record: Global) -> None:
        """Post a global constraint. Where Choco takes only some range of values, a new variable has this range."""
        views = self._views(record.terms, record.label)
        match record:
            case Element():
                index, value, *array = views
                self.native.element(value, array, self._index(index, len(array), record)).post()
            case Inverse(xs=xs) if xs:
                n = len(xs)
                places = [self._index(view, n, record) for view in views]
                self.native.inverse_channeling(places[:n], places[n:]).post()
            case Circuit():
                successors = [self._index(view, len(views), record) for view in views]
                if len(views) > 1:
                    self.native.circuit(successors).post()
            case Cumulative():
                self._cumulative(record, views)
            case Reified() | Conjunction():
                raise UnsupportedError(f"{record.name!r} must be rewritten before it is posted, see `Pipeline`")

    def _index(self, view: Any, n: int, record: Global) -> Any:
        """A variable with the values 0 to n - 1 that is equal to another one."""
        low, high = max(0, view.get_lb()), min(n - 1, view.get_ub())
        if low > high:
            raise _never(record.label)
        if (low, high) == (view.get_lb(), view.get_ub()):
            return view
        variable = self.native.intvar(low, high)
        self.native.arithm(variable, "=", view).post()
        return variable

    def _cumulative(self, record: Cumulative, starts: Sequence[Any]) -> None:
        tasks, heights = [], []
        for start, duration, demand in zip(starts, record.durations, record.demands, strict=True):
            if not (duration and demand):
                continue
            if demand > record.capacity:
                raise _never(record.label)
            if max(abs(start.get_lb()), abs(start.get_ub())) + duration > LARGEST or demand > LARGEST:
                raise UnsupportedError(f"{record.name!r}: Choco takes values up to {LARGEST} only")
            tasks.append(self.native.task(start, duration, self.native.int_offset_view(start, duration)))
            heights.append(self.native.intvar(demand, demand))
        if tasks:
            capacity = min(record.capacity, sum(height.get_lb() for height in heights))
            self.native.cumulative(tasks, heights, self.native.intvar(capacity, capacity)).post()


def _never(label: Any) -> Contradiction:
    return Contradiction(f"there is no solution: {str(label)!r} can never hold")
