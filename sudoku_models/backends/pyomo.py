"""Pyomo: the model is a `ConcreteModel` with `Var`s, `Constraint`s and `LogicalConstraint`s under their own names.

Pyomo can state the CSP itself, so `!=`, all-different and "not this grid" stay `LogicalConstraint`s in `native` until
a rewrite deactivates them. Reading a model back works for any Pyomo model, not only for one stated with these verbs.

Sources: https://pyomo.readthedocs.io; logical expressions: pyomo.core.expr.logical_expr, relational_expr.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt
import pyomo.environ as pyo
from pyomo.core.base.component import ActiveComponent
from pyomo.core.base.var import VarData
from pyomo.core.expr.logical_expr import AllDifferentExpression, AtLeastExpression, NotExpression
from pyomo.core.expr.numeric_expr import LinearExpression
from pyomo.core.expr.numvalue import native_types
from pyomo.core.expr.relational_expr import EqualityExpression, NotEqualExpression
from pyomo.repn import generate_standard_repn

from ..errors import InputError, UnsupportedError
from .protocol import AllDifferent, Column, Constraint, Exclude, Linear, Logical, NotEqual, Objective, Snapshot, Term

__all__ = ["PyomoBackend", "free_name", "new"]

READABLE = {pyo.Constraint, pyo.LogicalConstraint}
PLAIN = {int, float, type(None)}
HARMLESS = {pyo.Objective, pyo.Block, pyo.Suffix}


def new() -> "PyomoBackend":
    """An empty model."""
    return PyomoBackend(pyo.ConcreteModel())


class PyomoBackend:
    """The verbs over a `ConcreteModel`, a new one or one of your own.

    >>> m = new()
    >>> x = m.int_vars("x", [1, 2], 1, 3)
    >>> _ = m.not_equal(x[1], x[2], "1 and 2 differ")
    >>> print(m.native.logic["1 and 2 differ"].expr)
    x[1]  !=  x[2]
    """

    name = "pyomo"

    def __init__(self, native: pyo.ConcreteModel) -> None:
        self.native = native
        self.variables: list[Any] = []
        self._columns: dict[int, Column] = {}
        self._places: dict[str, Any] = {}
        self._fixed: list[Any] = []
        self._families: dict[int, tuple[Any, int]] = {}
        """The Var components whose variables all have columns, each with how many it had."""
        self._stamps: dict[int, tuple[Any, Any, tuple[int, int], bool]] = {}
        """id(constraint) -> the constraint, its expression, a stamp for both, and whether parameters are in it."""
        self._versions = count()
        for variable in native.component_data_objects(pyo.Var, descend_into=True):
            self.column(variable)

    def bool_vars(self, name: str, keys: Iterable[Hashable]) -> dict[Any, Any]:
        return self._vars(name, keys, domain=pyo.Binary)

    def int_vars(self, name: str, keys: Iterable[Hashable], lower: int, upper: int) -> dict[Any, Any]:
        return self._vars(name, keys, domain=pyo.Integers, bounds=(lower, upper))

    def _vars(self, name: str, keys: Iterable[Hashable], **declaration: Any) -> dict[Any, Any]:
        keys = list(keys)
        family = pyo.Var(keys, **declaration)
        self.native.add_component(free_name(self.native, name), family)
        found = dict(zip(keys, family.values(), strict=True))
        for variable in found.values():
            self._columns[id(variable)] = len(self.variables)
            self.variables.append(variable)
        return found

    def sum(self, terms: Iterable[Any]) -> Any:
        terms = list(terms)
        if all(type(term) is VarData for term in terms):
            return LinearExpression(terms)  # four times as fast as adding term by term
        return pyo.quicksum(terms)

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        return LinearExpression(constant=0, linear_coefs=list(coefficients), linear_vars=list(variables))

    def add(self, constraint: Any, name: str) -> Any:
        return self._state("rules", pyo.Constraint, name, constraint)

    def not_equal(self, a: Any, b: Any, name: str) -> Any:
        return self._state("logic", pyo.LogicalConstraint, name, NotEqualExpression((a, b)))

    def all_different(self, terms: Iterable[Any], name: str) -> Any:
        return self._state("logic", pyo.LogicalConstraint, name, pyo.all_different(*terms))

    def exclude(self, values: Iterable[tuple[Any, int]], name: str, at_least: int = 1) -> Any:
        others = [NotEqualExpression((variable, value)) for variable, value in values]
        return self._state("logic", pyo.LogicalConstraint, name, pyo.atleast(at_least, *others))

    def _state(self, place: str, kind: Any, name: str, expression: Any) -> Any:
        """Put a constraint under its name into the indexed component for its kind."""
        if (component := self._places.get(place)) is None:
            component = self._places[place] = kind(pyo.Any)
            self.native.add_component(free_name(self.native, place), component)
        if name in component:  # Pyomo would replace it without a word
            raise InputError(f"the model has a constraint named {name!r} already; choose another name")
        component[name] = expression
        return component[name]

    def fix(self, variable: Any, value: int) -> None:
        variable.fix(value)
        self._fixed.append(variable)

    def free(self) -> None:
        for variable in self._fixed:
            variable.unfix()
        self._fixed.clear()

    def minimize(self, expression: Any) -> None:
        if (before := self.native.component("objective")) is not None:  # Pyomo would replace it with a warning
            self.native.del_component(before)
        self.native.objective = pyo.Objective(expr=expression)

    def value(self, variable: Any) -> int:
        if variable.value is None:
            raise InputError(f"{variable.name} has no value yet; solve the model first")
        return round(variable.value)

    def column(self, variable: Any) -> Column:
        if (column := self._columns.get(id(variable))) is None:
            column = self._columns[id(variable)] = len(self.variables)
            self.variables.append(variable)
        return column

    def constraints(self) -> list[Any]:
        found = []
        for component in self.native.component_objects(active=True, descend_into=True):
            kind = component.ctype
            if kind in READABLE:
                found += [data for data in component.values() if data.active]
            elif kind not in HARMLESS and isinstance(component, ActiveComponent):
                raise UnsupportedError(
                    f"{kind.__name__} {component.name!r} is in force, and no solver here can take it; transform it "
                    f"first (for a Disjunction: TransformationFactory('gdp.bigm')), or deactivate it"
                )
        return found

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        with self._unfixed():
            return [self._read(constraint) for constraint in constraints]

    def logic(self) -> list[tuple[Any, Logical]]:
        stated = list(self.native.component_data_objects(pyo.LogicalConstraint, active=True, descend_into=True))
        return [(c, said) for c, said in zip(stated, self.read(stated), strict=True) if not isinstance(said, Linear)]

    def _read(self, constraint: Any) -> Constraint:
        # A person's words for what was stated here; of another's constraints the index alone may occur twice.
        is_ours = constraint.parent_component() in self._places.values()
        name = str(constraint.index() if is_ours else constraint.name)
        if constraint.ctype is pyo.Constraint:
            columns, coefficients, constant = self._linear(constraint.body, name)
            lower, upper = constraint.lb, constraint.ub
            low = -np.inf if lower is None else lower - constant
            high = np.inf if upper is None else upper - constant
            return Linear(columns, coefficients, low, high, name)
        expression = constraint.expr
        match expression:
            case NotEqualExpression():
                return NotEqual(self._difference(expression, name), name)
            case NotExpression() if isinstance(expression.args[0], EqualityExpression):
                return NotEqual(self._difference(expression.args[0], name), name)
            case AllDifferentExpression():
                return AllDifferent(tuple(self._term(arg, name) for arg in expression.args), name)
            case AtLeastExpression() if all(map(_is_literal, expression.args[1:])):
                at_least, *others = expression.args
                values = {self.column(other.args[0]): round(other.args[1]) for other in others}
                return Exclude(values, int(at_least), name)
        raise UnsupportedError(
            f"logical constraint {name!r} ({type(expression).__name__}) has no rewrite here, and it must not be "
            f"dropped: {expression}"
        )

    def _difference(self, relation: Any, name: str) -> Term:
        return self._term(relation.args[0] - relation.args[1], name)

    def _term(self, expression: Any, name: str) -> Term:
        columns, coefficients, constant = self._linear(expression, name)
        return Term(tuple(columns), tuple(coefficients), constant)

    def _linear(self, expression: Any, name: str) -> tuple[Sequence[Column], Sequence[float], float]:
        repn = generate_standard_repn(expression, compute_values=True, quadratic=False)
        if repn.nonlinear_expr is not None:
            raise UnsupportedError(f"{name!r} is not linear, and no solver here can take it: {expression}")
        try:
            columns = [self._columns[id(variable)] for variable in repn.linear_vars]
        except KeyError:  # a variable that was added to the model without us
            columns = [self.column(variable) for variable in repn.linear_vars]
        return columns, repn.linear_coefs, repn.constant

    @contextmanager
    def _unfixed(self) -> Iterator[None]:
        """Read fixed variables as variables (Pyomo reads them as constants), so that they may be fixed anew."""
        fixed = [variable for variable in self.variables if variable.fixed]
        for variable in fixed:
            variable.unfix()
        try:
            yield
        finally:
            for variable in fixed:
                variable.fix()

    def bounds(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        pairs = [(x.value, x.value) if x.fixed else x.bounds for x in self.variables]
        bounds = np.array(pairs, dtype=float).reshape(-1, 2)  # None, for no bound, becomes nan
        lower, upper = bounds[:, 0].copy(), bounds[:, 1].copy()
        lower[np.isnan(lower)] = -np.inf
        upper[np.isnan(upper)] = np.inf
        return lower, upper

    def declared(self, column: Column) -> tuple[float, float]:
        low, high = self.variables[column].bounds
        return (-np.inf if low is None else low), (np.inf if high is None else high)

    def is_integer(self, column: Column) -> bool:
        variable = self.variables[column]
        if variable.is_integer() or variable.is_binary():
            return True
        if variable.is_continuous():
            return False
        raise UnsupportedError(
            f"variable {variable.name} has the domain {variable.domain}, and no solver here can take its gaps; declare "
            f"it in Integers with bounds, and forbid the values between"
        )

    def objective(self) -> Objective | None:
        found = list(self.native.component_data_objects(pyo.Objective, active=True, descend_into=True))
        if len(found) > 1:
            raise UnsupportedError(f"the model has {len(found)} objectives in force; deactivate all but one")
        if not found:
            return None
        with self._unfixed():
            term = self._term(found[0].expr, found[0].name)
        sign = found[0].sense  # Pyomo's minimize is 1, its maximize -1
        sign = int(sign)
        return Objective(term.columns, tuple(sign * c for c in term.coefficients), sign * term.constant, sign)

    def retire(self, constraint: Any) -> None:
        constraint.deactivate()

    def forget(self, constraints: Sequence[Any]) -> None:
        for constraint in constraints:
            del constraint.parent_component()[constraint.index()]

    def load(self, values: npt.NDArray[np.float64]) -> None:
        for variable, value in zip(self.variables, values.tolist(), strict=True):
            variable.set_value(value, skip_validation=True)

    def copy(self) -> "tuple[PyomoBackend, dict[int, Any]]":
        self._take_up_variables()
        rows = self.constraints()
        copied: dict[int, Any] = {}
        copy = PyomoBackend.__new__(PyomoBackend)
        native = self.native.clone(copied)
        PyomoBackend.__init__(copy, native)
        copy.variables = [copied.get(id(x), x) for x in self.variables]
        copy._columns = {id(x): k for k, x in enumerate(copy.variables)}
        copy._places = {place: copied[id(component)] for place, component in self._places.items()}
        copy._fixed = [copied.get(id(x), x) for x in self._fixed]
        return copy, {id(row): copied[id(row)] for row in rows}

    def snapshot(self) -> Snapshot:
        self._take_up_variables()
        rows = list(map(self._stamp, found := self.constraints()))
        if len(self._stamps) > 2 * len(found) + 10:  # constraints that have gone
            ids = set(map(id, found))
            self._stamps = {key: kept for key, kept in self._stamps.items() if key in ids}
        # Not x.bounds, which takes six times as long; a bound may be a mutable parameter.
        domains = [(x._lb, x._ub, id(x._domain)) for x in self.variables]
        if not {type(end) for low, high, _ in domains for end in (low, high)} <= PLAIN:
            domains = [(pyo.value(low), pyo.value(high), domain) for low, high, domain in domains]
        fixed = {k: x.value for k, x in enumerate(self.variables) if x.fixed}
        return Snapshot(rows, domains, fixed, self.objective())

    def _stamp(self, constraint: Any) -> Hashable:
        known = self._stamps.get(id(constraint))
        expression = constraint.expr
        if known is None or known[0] is not constraint or known[1] is not expression:
            # Expressions are never changed in place, but their parameters and named expressions may be.
            stamp, has_parts = (id(constraint), next(self._versions)), has_mutable_parts(expression)
            known = self._stamps[id(constraint)] = constraint, expression, stamp, has_parts
        return known[2] if not known[3] else (*known[2], tuple(flattened(expression)))

    def _take_up_variables(self) -> None:
        """Give a column to each variable that was added to the model without us."""
        for family in self.native.component_objects(pyo.Var, descend_into=True):
            known = self._families.get(id(family))
            if known is None or known[0] is not family or known[1] != len(family):
                for variable in family.values():
                    self.column(variable)
                self._families[id(family)] = family, len(family)


def has_mutable_parts(expression: Any) -> bool:
    """Whether an expression holds a mutable parameter or a named expression, which can change under it."""
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
    """The parts of an expression in order, with the values that its parameters have now."""
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
        yield pyo.value(expression)


def free_name(block: Any, name: str) -> str:
    """This name, or with a number behind it when the block has a component of this name already.

    >>> m = pyo.ConcreteModel()
    >>> m.x = pyo.Var()
    >>> free_name(m, "x"), free_name(m, "y")
    ('x_2', 'y')
    """
    if not hasattr(block, name):
        return name
    return next(free for k in count(2) if not hasattr(block, free := f"{name}_{k}"))


def _is_literal(relation: Any) -> bool:
    """Whether this says `variable != number`."""
    if not isinstance(relation, NotEqualExpression):
        return False
    variable, value = relation.args
    return hasattr(variable, "is_variable_type") and variable.is_variable_type() and isinstance(value, int)
