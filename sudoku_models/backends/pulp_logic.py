"""The logical constraints of PuLP's backend. PuLP has none, so they are kept as plain data beside the `LpProblem`."""

from collections.abc import Iterable, Sequence
from typing import Any

import pulp

from ..errors import InputError
from .checks import (
    Labels,
    check_excluded,
    check_relation,
    check_tuples,
    condition_pairs,
    refused_relation,
    simple_term,
    variable_term,
)
from .global_verbs import GlobalVerbs
from .records import AllDifferent, Column, Exclude, Global, Implication, Linear, Logical, NotEqual, Table, Term
from .reified import ReifiedVerbs

__all__ = ["PulpLogic"]


class PulpLogic(ReifiedVerbs, GlobalVerbs):
    """The verbs for logical constraints, and the reading of expressions that have not been added.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> m.table([x["a"], x["b"] + 1], [(1, 2), (3, 4)], "equal and odd").tuples
    ((1, 2), (3, 4))
    """

    def __init__(self) -> None:
        super().__init__()
        self._logic: list[Logical] = []
        self._columns: dict[int, Column] = {}
        self._labels = Labels()

    def not_equal(self, a: Any, b: Any, name: Any) -> Any:
        first, second = self._columns.get(id(a)), self._columns.get(id(b))
        if first is None or second is None or first == second:
            return self._post(NotEqual(self.term(a - b, name), name))
        return self._post(NotEqual(Term((first, second), (1, -1)), name))  # two variables, as in most constraints

    def all_different(self, terms: Iterable[Any], name: Any) -> Any:
        return self._post(AllDifferent(tuple(self.term(each, name) for each in terms), name))

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Any:
        values = check_excluded(values, name)
        return self._post(Exclude(tuple((self.column(x), value) for x, value in values), at_least, name))

    def table(self, terms: Iterable[Any], tuples: Iterable[Sequence[int]], name: Any, allowed: bool = True) -> Any:
        scope = tuple(self.term(each, name) for each in terms)
        return self._post(Table(scope, check_tuples(tuples, len(scope), name), allowed, name))

    def implies(self, conditions: Any, constraint: Any, name: Any) -> Any:
        pairs = tuple((self.condition(x, name), value) for x, value in condition_pairs(conditions, name))
        return self._post(Implication(pairs, self.comparison(constraint, name), name))

    def state(self, record: Global, expressions: list[Any]) -> Any:
        return self._post(record)

    def _post(self, constraint: Logical) -> Logical:
        self._labels.claim("logic", constraint.label)
        self._logic.append(constraint)
        return self._labels.keep("logic", constraint, constraint.label)

    def term(self, expression: Any, label: Any) -> Term:
        if (column := self._columns.get(id(expression))) is not None:
            return variable_term(column)
        try:
            linear = pulp.LpAffineExpression(expression)
        except (TypeError, ValueError, pulp.PulpError) as error:
            raise InputError(f"{expression!r} in {str(label)!r} is not a linear expression: {error}") from error
        return simple_term(map(self.column, linear), linear.values(), linear.constant)

    def comparison(self, constraint: Any, label: Any) -> Linear:
        check_relation(constraint, label)
        if not isinstance(constraint, pulp.LpConstraint):
            raise refused_relation(constraint, label, TypeError("it is no comparison"))
        row = self.linear(constraint, label)
        return row._replace(columns=tuple(row.columns), coefficients=tuple(row.coefficients))

    def linear(self, constraint: pulp.LpConstraint, label: Any) -> Linear:
        """A constraint of PuLP's as plain data."""
        raise NotImplementedError
