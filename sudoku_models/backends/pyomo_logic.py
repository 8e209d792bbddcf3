"""The logical constraints of Pyomo's backend: `LogicalConstraint`s of the model, with a table as an expression."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import pyomo.environ as pyo
from pyomo.common.errors import PyomoException
from pyomo.core.expr.relational_expr import EqualityExpression, NotEqualExpression

from .checks import check_excluded, check_relation, check_tuples, condition_pairs, refused_relation
from .global_verbs import GlobalVerbs
from .pyomo_globals import GlobalExpression
from .pyomo_reading import read_constraint, read_term
from .pyomo_tables import TableExpression
from .records import Column, Global, Linear, Term
from .reified import ReifiedVerbs

__all__ = ["PyomoLogic"]


class PyomoLogic(ReifiedVerbs, GlobalVerbs):
    """The verbs for logical constraints, and the reading of expressions that have not been added.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pyomo")
    >>> x, y = m.int_vars("x", "ab", 1, 3), m.bool_vars("y", "a")
    >>> row = m.table([x["a"], x["b"] + 1], [(1, 2), (3, 4)], "equal and odd")
    >>> print(row.expr)
    table(x[a], (x[b] + 1); 2 allowed tuples)
    >>> print(m.implies((y["a"], 0), x["a"] <= 2, "small").expr)
    (y[a]  ==  0) --> (x[a]  <=  2)
    """

    columns: dict[int, Column]
    """id(variable) -> its column."""

    def not_equal(self, a: Any, b: Any, name: Any) -> Any:
        return self._post("logic", pyo.LogicalConstraint, name, NotEqualExpression((a, b)))

    def all_different(self, terms: Iterable[Any], name: Any) -> Any:
        return self._post("logic", pyo.LogicalConstraint, name, pyo.all_different(*terms))

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Any:
        others = [NotEqualExpression((variable, value)) for variable, value in check_excluded(values, name)]
        return self._post("logic", pyo.LogicalConstraint, name, pyo.atleast(at_least, *others))

    def table(self, terms: Iterable[Any], tuples: Iterable[Sequence[int]], name: Any, allowed: bool = True) -> Any:
        scope = list(terms)
        expression = TableExpression(scope, check_tuples(tuples, len(scope), name), allowed)
        for each in scope:
            self.term(each, name)  # it is refused now if it is not linear
        return self._post("logic", pyo.LogicalConstraint, name, expression)

    def implies(self, conditions: Any, constraint: Any, name: Any) -> Any:
        pairs = condition_pairs(conditions, name)
        for variable, _ in pairs:
            self.condition(variable, name)
        self.comparison(constraint, name)
        holds = [EqualityExpression((variable, value)) for variable, value in pairs]
        expression = pyo.implies(pyo.land(*holds) if len(holds) > 1 else holds[0], constraint) if holds else constraint
        return self._post("logic", pyo.LogicalConstraint, name, expression)

    def state(self, record: Global, expressions: list[Any]) -> Any:
        return self._post("logic", pyo.LogicalConstraint, record.label, GlobalExpression(expressions, record))

    def term(self, expression: Any, label: Any) -> Term:
        with self._unfixed():
            return read_term(self, expression, f"constraint {str(label)!r}")

    def comparison(self, constraint: Any, label: Any) -> Linear:
        check_relation(constraint, label)
        single = pyo.Constraint(expr=constraint)
        try:
            single.construct()
        except (TypeError, ValueError, PyomoException) as error:
            raise refused_relation(constraint, label, error) from error
        with self._unfixed():
            row = read_constraint(self, single, label)
        assert isinstance(row, Linear)
        return row._replace(columns=tuple(row.columns), coefficients=tuple(row.coefficients))

    def _unfixed(self) -> AbstractContextManager[None]:
        """Fixed variables are read as variables."""
        raise NotImplementedError

    def _post(self, kind: str, component_type: Any, label: Any, expression: Any) -> Any:
        """Add a constraint."""
        raise NotImplementedError
