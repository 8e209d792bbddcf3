"""The constraints of a Pyomo model as plain data.

| constraint of the model                                            | read as                                       |
|--------------------------------------------------------------------|-----------------------------------------------|
| `Constraint`, with a linear body                                   | `Linear`                                      |
| `LogicalConstraint`: `NotEqualExpression((a, b))`, `lnot(a == b)`  | `NotEqual`                                    |
| `LogicalConstraint`: `all_different(a, b + 1, ...)`                | `AllDifferent`                                |
| `LogicalConstraint`: `atleast(k, ...)` of such `!=`, each of one variable and a number | `Exclude`                 |
| `LogicalConstraint`: a `ConstraintExpression` of `pyomo_objects`   | `Table`, `Element`, `Inverse`, and so on      |
| `LogicalConstraint`: `implies(y == 1, a <= b)`, `implies(land(y == 1, z == 0), ...)` | `Implication`               |
| `LogicalConstraint`: `implies(y == 1, NotEqualExpression((a, b)))` | `Table` of one forbidden tuple, of y and a - b |
| `LogicalConstraint`: `a <= b` alone                                | `Implication` without conditions              |

Parameters and named expressions have their current values. For everything else an error names the constraint.

Source: pyomo.core.expr.logical_expr, relational_expr; pyomo.repn.generate_standard_repn.
"""

from collections.abc import Iterator, Sequence
from math import ceil, inf
from typing import Any, Protocol

import pyomo.environ as pyo
from pyomo.common.errors import PyomoException
from pyomo.core.base.var import VarData
from pyomo.core.expr.logical_expr import (
    AllDifferentExpression,
    AndExpression,
    AtLeastExpression,
    ImplicationExpression,
    NotExpression,
)
from pyomo.core.expr.numeric_expr import LinearExpression, MonomialTermExpression
from pyomo.core.expr.numvalue import native_numeric_types, native_types
from pyomo.core.expr.relational_expr import EqualityExpression, NotEqualExpression, RelationalExpression
from pyomo.core.expr.visitor import identify_variables
from pyomo.repn import generate_standard_repn

from ..errors import InputError, UnsupportedError
from ..runtime.limits import check_deadline
from .pyomo_objects import ConstraintExpression
from .records import (
    AllDifferent,
    Column,
    Constraint,
    Exclude,
    Implication,
    Linear,
    NotEqual,
    Table,
    Term,
    always,
    never,
    simple_term,
    variable_term,
)


class Columns(Protocol):
    """The columns of a model's variables by id(variable)."""

    columns: dict[int, Column]

    def column(self, variable: Any) -> Column: ...


def read_constraint(m: Columns, constraint: Any, label: Any) -> Constraint:
    """One constraint as plain data; without a label, its native name is used.

    Raises:
        UnsupportedError: When it is not supported; the message names it.
    """
    check_deadline()
    label = constraint.name if label is None else label
    if constraint.ctype is pyo.Constraint:
        return read_linear(m, constraint, label)
    return _logical(m, constraint.expr, label)


def read_linear(m: Columns, constraint: Any, label: Any) -> Linear:
    """One `Constraint` as plain data."""
    columns, coefficients, constant = _linear(m, constraint.body, f"constraint {str(label)!r}")
    try:
        lower, upper = constraint.lb, constraint.ub
    except (ValueError, TypeError, PyomoException) as error:
        raise InputError(f"constraint {str(label)!r} has no value for its bounds: {_first_line(error)}") from error
    low = -inf if lower is None else lower - constant
    high = inf if upper is None else upper - constant
    return Linear(tuple(columns), tuple(coefficients), low, high, label)


def _logical(m: Columns, expression: Any, label: Any) -> Constraint:
    what = f"logical constraint {str(label)!r}"
    if (relation := _inequality(expression)) is not None:
        return NotEqual(_difference(m, relation, what), label)
    if isinstance(expression, AllDifferentExpression):
        return AllDifferent(tuple(read_term(m, arg, what) for arg in expression.args), label)
    if isinstance(expression, ConstraintExpression):
        return expression.record.over([read_term(m, arg, what) for arg in expression.args], label)
    if isinstance(expression, AtLeastExpression):
        at_least, *others = expression.args
        inequalities = list(map(_inequality, others))
        if None not in inequalities and _is_constant(at_least):
            return _exclude([_difference(m, other, what) for other in inequalities], pyo.value(at_least), label, what)
    if (implication := _implication(m, expression, label, what)) is not None:
        return implication
    logical = [] if expression.__class__ in native_types else identify_logical(expression)
    of = f" of the Boolean variables {', '.join(logical)}" if logical else ""
    raise UnsupportedError(
        f"{what} ({type(expression).__name__}{of}) has no rewrite here, and it must not be dropped: {expression}"
    )


def _implication(m: Columns, expression: Any, label: Any, what: str) -> Implication | Table | None:
    """`implies(conditions, comparison)`, or a comparison alone; None for any other expression.

    An inequality that follows from conditions is a forbidden combination of their values and of the difference 0.
    """
    premises: list[Any] = []
    consequence = expression
    if isinstance(expression, ImplicationExpression):
        premise, consequence = expression.args
        premises = list(premise.args) if isinstance(premise, AndExpression) else [premise]
    if not isinstance(consequence, RelationalExpression):
        return None
    conditions = []
    for each in premises:
        if not isinstance(each, EqualityExpression):
            return None
        term = _difference(m, each, what)
        if len(term.columns) != 1 or (value := -term.constant / term.coefficients[0]) != round(value):
            return None
        conditions.append((term.columns[0], round(value)))
    if isinstance(consequence, NotEqualExpression):  # the conditions do not hold together with an equation
        premise_terms = [(variable_term(column), value) for column, value in conditions]
        terms, values = zip(*premise_terms, (_difference(m, consequence, what), 0), strict=True)
        return Table(terms, (values,), False, label)
    single = pyo.Constraint(expr=consequence)
    single.construct()
    return Implication(tuple(conditions), read_linear(m, single, label), label)


def _inequality(expression: Any) -> Any:
    """The relation with the two sides of `a != b` or `lnot(a == b)`; None when it is neither."""
    if isinstance(expression, NotEqualExpression):
        return expression
    is_negated = isinstance(expression, NotExpression) and isinstance(expression.args[0], EqualityExpression)
    return expression.args[0] if is_negated else None


def _exclude(differences: Sequence[Term], at_least: float, label: Any, what: str) -> Constraint:
    """At least `at_least` of these terms are not 0; each is a*x + b or a number."""
    literals: list[tuple[Column, int]] = []
    needed = ceil(at_least)
    for term in differences:
        if len(term.columns) > 1:
            raise UnsupportedError(
                f"{what} counts inequalities of several variables, and must not be dropped; count only x != number"
            )
        value = -term.constant / term.coefficients[0] if term.columns else 0.0
        if term.columns and value == round(value):
            literals.append((term.columns[0], round(value)))
        elif term.columns or term.constant:
            needed -= 1  # it always holds
    if needed <= 0:
        return always(label)
    return Exclude(tuple(literals), needed, label) if needed <= len(literals) else never(label)


def _is_constant(number: Any) -> bool:
    return number.__class__ in native_numeric_types or not number.is_potentially_variable()


def _difference(m: Columns, relation: Any, what: str) -> Term:
    return read_term(m, relation.args[0] - relation.args[1], what)


def read_term(m: Columns, expression: Any, what: str) -> Term:
    """A linear expression as plain data; `what` names it in error messages."""
    if (column := m.columns.get(id(expression))) is not None:
        return variable_term(column)
    return simple_term(*_linear(m, expression, what))


Terms = tuple[Sequence[Column], Sequence[float], float]
"""Columns, their coefficients, and the constant."""


def _plain_linear(m: Columns, expression: LinearExpression) -> Terms | None:
    """A sum of numbers times different variables, as the backend makes them; None for any other."""
    variables = expression.args
    coefficients: Sequence[float] = [1] * len(variables)
    kinds = set(map(type, variables))
    if kinds == {MonomialTermExpression}:
        coefficients, variables = zip(*(term.args for term in variables), strict=True)
        if not {int, float}.issuperset(map(type, coefficients)) or 0 in coefficients:
            return None
    elif kinds != {VarData}:
        return None
    try:
        columns = list(map(m.columns.__getitem__, map(id, variables)))
    except KeyError:  # a variable of another model, or an expression
        return None
    return (columns, coefficients, 0) if len(set(columns)) == len(columns) else None


def _linear(m: Columns, expression: Any, what: str) -> Terms:
    if type(expression) is LinearExpression and (plain := _plain_linear(m, expression)) is not None:
        return plain  # a fifth of the time that Pyomo takes for any expression
    try:
        repn = generate_standard_repn(expression, compute_values=True, quadratic=False)
    except (ValueError, TypeError, ArithmeticError, PyomoException, AttributeError, KeyError) as error:
        raise InputError(f"{what} cannot be read: {_first_line(error)}") from error
    if repn.nonlinear_expr is not None:
        raise UnsupportedError(f"{what} is not linear, and no solver here supports it: {expression}")
    try:
        columns = [m.columns[id(variable)] for variable in repn.linear_vars]
    except KeyError:  # a variable of another model
        columns = [m.column(variable) for variable in repn.linear_vars]
    return columns, repn.linear_coefs, repn.constant


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]


def identify_logical(expression: Any) -> list[str]:
    """The names of the Boolean variables in an expression."""
    found = identify_variables(expression, include_fixed=True)
    return sorted({variable.name for variable in found if not variable.is_numeric_type()})


def has_mutable_parts(expression: Any) -> bool:
    """Whether an expression contains a mutable parameter or a named expression, whose value can change."""
    todo = [expression]
    while todo:
        node = todo.pop()
        if type(node) is VarData or node.__class__ in native_types or node.is_variable_type():
            continue
        if not node.is_expression_type() or node.is_named_expression_type():
            return True
        todo.extend(node.args)
    return False


def flattened(expression: Any) -> Iterator[Any]:
    """The parts of an expression in order, with the current values of its parameters."""
    if expression.__class__ in native_types:
        yield expression
    elif expression.is_variable_type():
        yield id(expression)
    elif expression.is_expression_type():
        yield type(expression).__name__
        for part in expression.args:
            yield from flattened(part)
        yield ")"
    else:
        yield pyo.value(expression, exception=False)
