"""The objects of Pyomo: logical constraints as expressions, names, and bounds."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pyomo.environ as pyo
from pyomo.core.base.boolean_var import BooleanVarData
from pyomo.core.base.var import VarData
from pyomo.core.expr.logical_expr import NaryBooleanExpression
from pyomo.core.expr.numeric_expr import LinearExpression
from pyomo.core.expr.relational_expr import EqualityExpression, NotEqualExpression

from .protocol import free_name
from .records import AllDifferent, Exclude, Global, Implication, Logical, NotEqual, Table

PLAIN = {int, float, type(None)}
"""The types of bounds that are not parameters."""


def component_name(block: Any, name: str) -> str:
    """This name, with a number appended when the block already has a component of this name."""
    return free_name(name, lambda free: hasattr(block, free))


def total_of(parts: Sequence[Any], coefficients: Sequence[float] | None = None) -> Any:
    """The sum of variables or expressions, or of coefficient * variable; an expression even where it is a number."""
    if all(type(x) is VarData for x in parts):  # four times as fast as adding term by term
        if coefficients is None:
            return LinearExpression(list(parts))
        return LinearExpression(constant=0, linear_coefs=coefficients, linear_vars=parts)
    coefficients = [1] * len(parts) if coefficients is None else coefficients
    total = pyo.quicksum(c * x for c, x in zip(coefficients, parts, strict=True))
    # A sum without variables is an expression too, so that comparisons are made by the library and not by Python.
    return LinearExpression(constant=total, linear_coefs=[], linear_vars=[]) if type(total) in PLAIN else total


@contextmanager
def unfixed(variables: Iterable[Any]) -> Iterator[None]:
    """Treat fixed variables as variables (Pyomo reads them as constants), so that they can be fixed again."""
    fixed = [variable for variable in variables if variable.fixed]
    for variable in fixed:
        variable.unfix()
    try:
        yield
    finally:
        for variable in fixed:
            variable.fix()


def domain_bounds(variables: Sequence[Any]) -> list[Any]:
    """x.bounds of each variable. Pyomo takes a microsecond for one, and most have the same domain."""
    if any(isinstance(x, BooleanVarData) for x in variables):
        return [(0, 1) if isinstance(x, BooleanVarData) else x.bounds for x in variables]
    keys = [(x._lb, x._ub, id(x._domain)) for x in variables]
    if not {type(end) for low, high, _ in keys for end in (low, high)} <= PLAIN:
        return [x.bounds for x in variables]
    bounds = {key: x.bounds for key, x in dict(zip(keys, variables, strict=True)).items()}
    return [bounds[key] for key in keys]


def logical_expression(record: Logical, parts: Sequence[Any]) -> Any:
    """A logical constraint as Pyomo writes it; `parts` are its expressions."""
    match record:
        case NotEqual():
            return NotEqualExpression(tuple(parts))
        case AllDifferent():
            return pyo.all_different(*parts)
        case Exclude():
            others = [NotEqualExpression((x, value)) for x, (_, value) in zip(parts, record.values, strict=True)]
            return pyo.atleast(record.at_least, *others)
        case Implication():
            *variables, constraint = parts
            premises = zip(variables, record.conditions, strict=True)
            holds = [EqualityExpression((x, value)) for x, (_, value) in premises]
            if not holds:
                return constraint
            return pyo.implies(pyo.land(*holds) if len(holds) > 1 else holds[0], constraint)
        case Table() | Global():
            return ConstraintExpression(list(parts), record)


class ConstraintExpression(NaryBooleanExpression):
    """A table or a global constraint on the arguments; Pyomo has no expression of its own for them.

    >>> m = pyo.ConcreteModel()
    >>> m.x = pyo.Var([1, 2], domain=pyo.Integers, bounds=(1, 3), initialize=2)
    >>> close = Table((), ((1, 2), (2, 1)), True, "close")
    >>> m.close = pyo.LogicalConstraint(expr=ConstraintExpression([m.x[1], m.x[2]], close))
    >>> print(m.close.expr), pyo.value(m.close.expr)
    table(x[1], x[2]; 2 allowed tuples)
    (None, False)
    """

    __slots__ = ("record",)

    def __init__(self, arguments: list[Any], record: Table | Global) -> None:
        super().__init__(list(arguments))
        self.record = record

    def create_node_with_local_data(self, args: Any, classtype: Any = None) -> "ConstraintExpression":
        """The same constraint on other arguments, as Pyomo makes it when it copies an expression."""
        return (classtype or type(self))(list(args), self.record)

    def getname(self, *args: Any, **options: Any) -> str:
        """The name in Pyomo's printed expressions."""
        return type(self.record).__name__.lower()

    def _to_string(self, values: Any, verbose: bool, smap: Any) -> str:
        more = ""
        if isinstance(self.record, Table):
            number, which = len(self.record.tuples), "allowed" if self.record.allowed else "forbidden"
            more = f"; {number} {which} tuple{'s' * (number != 1)}"
        return f"{self.getname()}({', '.join(values)}{more})"

    def _apply_operation(self, result: Any) -> bool:
        return self.record.allows(list(result))
