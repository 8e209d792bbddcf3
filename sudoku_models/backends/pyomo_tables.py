"""A table as a logical expression of Pyomo, which has none of its own."""

from typing import Any

from pyomo.core.expr.logical_expr import NaryBooleanExpression

__all__ = ["TableExpression"]


class TableExpression(NaryBooleanExpression):
    """The terms together take one of the tuples, or none of them when the tuples are not allowed.

    >>> import pyomo.environ as pyo
    >>> m = pyo.ConcreteModel()
    >>> m.x = pyo.Var([1, 2], domain=pyo.Integers, bounds=(1, 3), initialize=2)
    >>> m.close = pyo.LogicalConstraint(expr=TableExpression([m.x[1], m.x[2]], ((1, 2), (2, 1)), True))
    >>> print(m.close.expr), pyo.value(m.close.expr)
    table(x[1], x[2]; 2 allowed tuples)
    (None, False)
    """

    __slots__ = ("allowed", "tuples")

    def __init__(self, terms: list[Any], tuples: tuple[tuple[int, ...], ...], allowed: bool) -> None:
        super().__init__(list(terms))
        self.tuples, self.allowed = tuples, allowed

    def create_node_with_local_data(self, args: Any, classtype: Any = None) -> "TableExpression":
        """The same table of other terms, as Pyomo makes it when it copies an expression."""
        return (classtype or type(self))(list(args), self.tuples, self.allowed)

    def getname(self, *args: Any, **options: Any) -> str:
        """The name in Pyomo's printed expressions."""
        return "table"

    def _to_string(self, values: Any, verbose: bool, smap: Any) -> str:
        which = "allowed" if self.allowed else "forbidden"
        return f"table({', '.join(values)}; {len(self.tuples)} {which} tuple{'s' * (len(self.tuples) != 1)})"

    def _apply_operation(self, result: Any) -> bool:
        return (tuple(result) in self.tuples) == self.allowed
