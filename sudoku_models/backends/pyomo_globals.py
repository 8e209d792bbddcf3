"""A global constraint as a logical expression of Pyomo, which has none of its own."""

from typing import Any

from pyomo.core.expr.logical_expr import NaryBooleanExpression

from .records import Global

__all__ = ["GlobalExpression"]


class GlobalExpression(NaryBooleanExpression):
    """A global constraint on the arguments.

    >>> import pyomo.environ as pyo
    >>> from .global_constraints import Circuit
    >>> m = pyo.ConcreteModel()
    >>> m.x = pyo.Var([0, 1], domain=pyo.Integers, bounds=(0, 1), initialize=0)
    >>> m.tour = pyo.LogicalConstraint(expr=GlobalExpression([m.x[0], m.x[1]], Circuit((), "tour")))
    >>> print(m.tour.expr), pyo.value(m.tour.expr)
    circuit(x[0], x[1])
    (None, False)
    """

    __slots__ = ("record",)

    def __init__(self, arguments: list[Any], record: Global) -> None:
        super().__init__(list(arguments))
        self.record = record

    def create_node_with_local_data(self, args: Any, classtype: Any = None) -> "GlobalExpression":
        """The same constraint on other arguments, as Pyomo makes it when it copies an expression."""
        return (classtype or type(self))(list(args), self.record)

    def getname(self, *args: Any, **options: Any) -> str:
        """The name in Pyomo's printed expressions."""
        return type(self.record).__name__.lower()

    def _to_string(self, values: Any, verbose: bool, smap: Any) -> str:
        return f"{self.getname()}({', '.join(values)})"

    def _apply_operation(self, result: Any) -> bool:
        return self.record.allows(list(result))
