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
| `LogicalConstraint`: `land`, `lor`, `lnot`, `xor`, `implies`, `equivalent`, | `Linear`, `Implication` or `Reified` |
| `exactly`, `atleast`, `atmost` of Boolean variables and comparisons |                                               |
| `Constraint`, with abs, max or min of linear expressions           | the same, for each choice of a sign or a term |
| `Disjunction`                                                      | `Linear`, over the indicators of its disjuncts |
| anything in a `Disjunct`                                           | the same, while its indicator is 1            |
| a domain with gaps, such as `Var(domain=[1, 3, 7])`                | `Table` of its values                         |

A `BooleanVar` is a column with the values 0 and 1: that of its binary, where it has one. Parameters and named
expressions have their current values. For everything else an error names the constraint.

Source: pyomo.core.expr.logical_expr, relational_expr; pyomo.repn.generate_standard_repn.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil, inf, prod
from typing import Any, Protocol

import pyomo.environ as pyo
from pyomo.common.errors import PyomoException
from pyomo.core.base.var import VarData
from pyomo.core.expr.logical_expr import (
    AllDifferentExpression,
    AndExpression,
    AtLeastExpression,
    AtMostExpression,
    EquivalenceExpression,
    ExactlyExpression,
    ImplicationExpression,
    NotExpression,
    OrExpression,
    XorExpression,
)
from pyomo.core.expr.numeric_expr import (
    AbsExpression,
    LinearExpression,
    MaxExpression,
    MinExpression,
    MonomialTermExpression,
    NegationExpression,
    ProductExpression,
    SumExpression,
)
from pyomo.core.expr.numvalue import native_numeric_types, native_types
from pyomo.core.expr.relational_expr import (
    EqualityExpression,
    InequalityExpression,
    NotEqualExpression,
    RelationalExpression,
)
from pyomo.gdp.disjunct import DisjunctData, DisjunctionData
from pyomo.repn import generate_standard_repn

from ..errors import InputError, UnsupportedError
from ..runtime.limits import check_deadline
from .logic import (
    NOTHING,
    Part,
    all_of,
    all_stated,
    any_of,
    is_value,
    literal,
    negated,
    number_of,
    part_of,
    row,
    scaled,
    stated,
    total,
)
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
    kind_of,
    never,
    simple_term,
    variable_term,
)


class Columns(Protocol):
    """The columns of a model's variables by id(variable)."""

    columns: dict[int, Column]

    def column(self, variable: Any) -> Column: ...

    def is_integer(self, column: Column) -> bool: ...


def read_constraint(m: Columns, constraint: Any, label: Any) -> Constraint:
    """One constraint as plain data; without a label, its native name is used.

    Raises:
        UnsupportedError: When it is not supported; the message names it.
    """
    check_deadline()
    label = constraint.name if label is None else label
    if isinstance(constraint, DisjunctionData):  # one disjunct holds, or at least one
        chosen = [literal(m.column(each.binary_indicator_var)) for each in constraint.disjuncts]
        found = stated(number_of(chosen, 1, 1 if constraint.xor else inf), label)
    elif constraint.ctype is pyo.Constraint:
        found = _row(m, constraint, label)
    else:
        found = _logical(m, constraint.expr, label)
    if not (indicators := indicators_of(constraint)):
        return found
    part = part_of(found)
    if part is None:
        raise UnsupportedError(f"constraint {str(label)!r} is in a Disjunct, where no {kind_of(found)} is supported")
    return stated(any_of([*(literal(m.column(y), 0) for y in indicators), part]), label)


def indicators_of(constraint: Any) -> list[Any]:
    """The binaries of the disjuncts that a constraint is in, from the inmost."""
    found, block = [], constraint.parent_block()
    while block is not None:
        if isinstance(block, DisjunctData):
            found.append(block.binary_indicator_var)
        block = block.parent_block()
    return found


def _row(m: Columns, constraint: Any, label: Any) -> Constraint:
    """One `Constraint`: a linear row, or one for each choice of a sign or a term in its absolute values and so on."""
    try:
        return read_linear(m, constraint, label)
    except UnsupportedError:
        extremes: list[Extreme] = []
        rest = _without_extremes(m, constraint.body, 1, extremes, f"constraint {str(label)!r}")
        if prod(len(terms) for _, terms in extremes) > LARGEST:
            raise
    lower, upper = _sides(constraint, label)
    parts = []
    for side, sign in ((upper, 1), (lower, -1)):
        if side is not None:  # sign * body <= sign * side
            every, some = ([options for which, options in extremes if which * sign == kind] for kind in (1, -1))
            for one in product(*every):
                rows = (total([rest, *one, *other]) for other in product(*some))
                parts.append(any_of([row(each, -inf, side) if sign == 1 else row(each, side) for each in rows]))
    return all_stated((part.parts[0][1] if len(part.parts) == 1 else part for part in parts), label)


LARGEST = 1_000
"""A constraint with more choices of signs and terms is refused."""
Extreme = tuple[int, list[Term]]
"""1 for the largest of some terms, or -1 for the smallest."""


def _without_extremes(m: Columns, expression: Any, factor: float, found: list[Extreme], what: str) -> Term:
    """The linear part of factor * expression; the absolute values, largest and smallest terms go to `found`."""
    if expression.__class__ in native_types or not expression.is_expression_type():
        return scaled(factor, read_term(m, expression, what))
    if isinstance(expression, AbsExpression | MaxExpression | MinExpression):
        terms = [scaled(factor, read_term(m, each, what)) for each in expression.args]
        if isinstance(expression, AbsExpression):
            terms.append(scaled(-1, terms[0]))
        found.append(((-1 if isinstance(expression, MinExpression) else 1) * (1 if factor > 0 else -1), terms))
        return NOTHING
    if isinstance(expression, SumExpression):
        return total([_without_extremes(m, each, factor, found, what) for each in expression.args])
    if isinstance(expression, NegationExpression):
        return _without_extremes(m, expression.args[0], -factor, found, what)
    if isinstance(expression, ProductExpression) and any(map(_is_constant, expression.args)):
        number, other = sorted(expression.args, key=_is_constant, reverse=True)
        return _without_extremes(m, other, factor * pyo.value(number), found, what) if pyo.value(number) else NOTHING
    if expression.is_named_expression_type():
        return _without_extremes(m, expression.expr, factor, found, what)
    return scaled(factor, read_term(m, expression, what))


def _sides(constraint: Any, label: Any) -> tuple[float | None, float | None]:
    try:
        return constraint.lb, constraint.ub
    except (ValueError, TypeError, PyomoException) as error:
        raise InputError(f"constraint {str(label)!r} has no value for its bounds: {_first_line(error)}") from error


def read_linear(m: Columns, constraint: Any, label: Any) -> Linear:
    """One `Constraint` as plain data."""
    columns, coefficients, constant = _linear(m, constraint.body, f"constraint {str(label)!r}")
    lower, upper = _sides(constraint, label)
    low = -inf if lower is None else lower - constant
    high = inf if upper is None else upper - constant
    return Linear(tuple(columns), tuple(coefficients), low, high, label)


def _logical(m: Columns, expression: Any, label: Any) -> Constraint:
    what = f"logical constraint {str(label)!r}"
    try:
        if (found := _single(m, expression, label, what)) is not None:
            return found
    except UnsupportedError:
        if isinstance(expression, AllDifferentExpression | ConstraintExpression):
            raise
    together = expression.args if isinstance(expression, AndExpression) else [expression]
    return all_stated([_part(m, each, what) for each in together], label)


def _single(m: Columns, expression: Any, label: Any, what: str) -> Constraint | None:
    """A logical expression for which there is a record of its own."""
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
            differences = [_difference(m, other, what) for other in inequalities]
            if all(len(each.columns) <= 1 for each in differences):
                return _exclude(differences, pyo.value(at_least), label)
    return _implication(m, expression, label, what)


def _part(m: Columns, expression: Any, what: str) -> Part:
    """A logical expression as a row over the truth of its parts."""
    if expression.__class__ in native_types or not expression.is_potentially_variable():
        return Term((), (), int(bool(pyo.value(expression))))
    if expression.is_variable_type() and not expression.is_numeric_type():
        return literal(m.column(expression))
    if isinstance(expression, RelationalExpression):
        return _compared(m, expression, what)
    if isinstance(expression, AllDifferentExpression | ConstraintExpression):
        part = part_of(_logical(m, expression, what))
        if part is not None:
            return part
    counted = COUNTED.get(type(expression))
    args = list(expression.args) if expression.is_expression_type() else []
    if counted is not None:
        number, *args = args
        more = scaled(-1, read_term(m, number, what))
        return number_of([_part(m, each, what) for each in args], *counted, more)
    parts = [_part(m, each, what) for each in args]
    match expression:
        case NotExpression():
            return negated(parts[0])
        case AndExpression():
            return all_of(parts)
        case OrExpression():
            return any_of(parts)
        case XorExpression():
            return number_of(parts, 1, 1)
        case EquivalenceExpression():
            return number_of([parts[0], negated(parts[1])], 1, 1)
        case ImplicationExpression():
            return any_of([negated(parts[0]), parts[1]])
    raise UnsupportedError(
        f"{what} ({type(expression).__name__}) has no rewrite here, and it must not be dropped: {expression}"
    )


COUNTED = {ExactlyExpression: (0, 0), AtLeastExpression: (0, inf), AtMostExpression: (-inf, 0)}
"""The bounds of the number of arguments that hold, minus the first one."""


def _compared(m: Columns, relation: Any, what: str) -> Part:
    """A comparison, which may be strict between whole numbers."""
    if isinstance(relation, NotEqualExpression):
        return negated(is_value(_difference(m, relation, what), 0))
    if isinstance(relation, InequalityExpression) and relation.strict:
        term = _difference(m, relation, what)
        if not (term.is_whole and all(map(m.is_integer, term.columns))):
            raise UnsupportedError(f"{what} has a strict inequality of numbers that may be fractional: {relation}")
        return row(term, -inf, -1)
    single = pyo.Constraint(expr=relation)
    single.construct()
    found = part_of(_row(m, single, what))
    assert found is not None
    return found


def _implication(m: Columns, expression: Any, label: Any, what: str) -> Implication | Table | None:
    """`implies(conditions, comparison)`, or a comparison alone; None for any other expression.

    An inequality that follows from conditions is a forbidden combination of their values and of the difference 0.
    """
    premises: list[Any] = []
    consequence = expression
    if isinstance(expression, ImplicationExpression):
        premise, consequence = expression.args
        premises = list(premise.args) if isinstance(premise, AndExpression) else [premise]
    is_strict = isinstance(consequence, InequalityExpression) and consequence.strict
    if not isinstance(consequence, RelationalExpression) or is_strict:
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


def _exclude(differences: Sequence[Term], at_least: float, label: Any) -> Constraint:
    """At least `at_least` of these terms are not 0; each is a*x + b or a number."""
    literals: list[tuple[Column, int]] = []
    needed = ceil(at_least)
    for term in differences:
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


def has_mutable_parts(expression: Any) -> bool:
    """Whether an expression contains a mutable parameter or a named expression, whose value can change."""
    todo = [expression]
    while todo:
        node = todo.pop()
        if type(node) in (VarData, tuple) or node.__class__ in native_types or node.is_variable_type():
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
