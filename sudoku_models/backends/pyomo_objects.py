"""The objects of Pyomo: names, expressions, and bounds."""

import io
from collections.abc import Sequence
from itertools import count
from typing import Any

import pyomo.environ as pyo
from pyomo.core.expr.numeric_expr import LinearExpression

__all__ = ["PLAIN", "as_expression", "domain_bounds", "free_name", "number_of", "text_of"]

PLAIN = {int, float, type(None)}
"""The types of bounds that are not parameters."""


def free_name(block: Any, name: str) -> str:
    """This name, with a number appended when the block already has a component of this name.

    >>> m = pyo.ConcreteModel()
    >>> m.x = pyo.Var()
    >>> free_name(m, "x"), free_name(m, "y")
    ('x_2', 'y')
    """
    if not hasattr(block, name):
        return name
    return next(free for k in count(2) if not hasattr(block, free := f"{name}_{k}"))


def as_expression(total: Any) -> Any:
    """A sum without variables as an expression, so that comparisons are made by the library and not by Python."""
    return LinearExpression(constant=total, linear_coefs=[], linear_vars=[]) if type(total) in PLAIN else total


def number_of(bound: Any) -> Any:
    """The current value of a bound, which may be a parameter."""
    return None if bound is None else pyo.value(bound)


def domain_bounds(variables: Sequence[Any]) -> list[Any]:
    """x.bounds of each variable. Pyomo takes a microsecond for one, and most have the same domain."""
    keys = [(x._lb, x._ub, id(x._domain)) for x in variables]
    if not {type(end) for low, high, _ in keys for end in (low, high)} <= PLAIN:
        return [x.bounds for x in variables]
    bounds = {key: x.bounds for key, x in dict(zip(keys, variables, strict=True)).items()}
    return [bounds[key] for key in keys]


def text_of(native: Any) -> str:
    """A model as Pyomo prints it."""
    text = io.StringIO()
    native.pprint(ostream=text)
    return text.getvalue()
