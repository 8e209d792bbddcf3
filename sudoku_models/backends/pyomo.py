"""Pyomo: the model is a `ConcreteModel` with `Var`s, `Constraint`s and `LogicalConstraint`s under their own names.

Pyomo can express the CSP itself, so `!=`, all-different and "not this grid" stay `LogicalConstraint`s in `native` until
a rewrite deactivates them. Any Pyomo model can be read back (`pyomo_reading.py`), not only one defined with these
methods. Sources: https://pyomo.readthedocs.io; logical expressions: pyomo.core.expr.logical_expr, relational_expr.
"""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pyomo.environ as pyo
from pyomo.common.errors import PyomoException
from pyomo.common.tee import TeeStream
from pyomo.core.base.boolean_var import BooleanVarData
from pyomo.core.base.component import ActiveComponent, ComponentBase
from pyomo.core.base.var import VarData
from pyomo.gdp import Disjunct, Disjunction, GDP_Error
from pyomo.gdp.disjunct import DisjunctionData

from ..errors import InputError, UnsupportedError
from ..runtime import platform
from .pyomo_objects import (
    component_name,
    domain_bounds,
    logical_expression,
    total_of,
    unfixed,
)
from .pyomo_reading import flattened, has_mutable_parts, indicators_of, read_constraint, read_linear, read_term
from .records import Column, Constraint, Linear, Logical, Objective, Table, Term, variable_term
from .verbs import Backend

READABLE = {pyo.Constraint, pyo.LogicalConstraint, Disjunction}
HARMLESS = {pyo.Objective, pyo.Block, pyo.Suffix, Disjunct}
VARIABLES = (pyo.Var, pyo.BooleanVar)
INSIDE = (pyo.Block, Disjunct)
"""Where components are looked for."""


@dataclass(eq=False)
class Gap:
    """The domain of a variable where it is not all whole numbers between two bounds."""

    record: Table


if not platform.can(platform.THREADS):
    # Pyomo's own interfaces to solvers read in a thread what a solver prints. Without the thread they work in a browser
    # tab too, where Python has none, and what the solver prints is lost.
    TeeStream._start = lambda *_: None


def new() -> "PyomoBackend":
    """An empty model."""
    return PyomoBackend(pyo.ConcreteModel())


class PyomoBackend(Backend):
    """The methods of a backend for a `ConcreteModel` or a block, a new one or an existing one.

    >>> m = new()
    >>> x = m.int_vars("x", [1, 2], 1, 3)
    >>> _ = m.not_equal(x[1], x[2], "1 and 2 differ")
    >>> print(m.native.logic["1 and 2 differ"].expr)
    x[1]  !=  x[2]

    Raises:
        InputError: When the model is abstract, because it has no variables yet.
    """

    name = "pyomo"
    refusals = TypeError, ValueError, PyomoException

    def __init__(self, native: pyo.ConcreteModel) -> None:
        if not native.is_constructed():
            problem = f"the Pyomo model {native.name!r} is abstract and has no variables yet"
            raise InputError(f"{problem}; create an instance first: instance = model.create_instance()")
        super().__init__(native)
        self._components: dict[str, Any] = {}
        self._families: dict[int, tuple[Any, int]] = {}
        """The Var components whose variables all have columns, each with its number of variables."""
        self._read: dict[int, tuple[Any, Any, Any, Constraint]] = {}
        """id(constraint) -> the constraint, its expression, the parts of one with parameters, and its record."""
        self._linked: dict[int, tuple[Any, Column]] = {}
        """id(Boolean variable) -> the variable, and the column of its binary."""
        self._booleans: set[Column] = set()  # the columns of Boolean variables without a binary
        self._gaps: dict[Column, Gap] = {}
        self._without_gaps: set[Column] = set()  # those that are rewritten
        self._take_up_variables()

    def define(self, name: str, keys: list[Any], bounds: tuple[int, int] | None) -> list[Any]:
        try:
            family = pyo.Var(keys, domain=pyo.Integers, bounds=bounds) if bounds else pyo.Var(keys, domain=pyo.Binary)
            self.native.add_component(component_name(self.native, name), family)
        except ValueError as error:  # some keys have several parts
            raise InputError(f"Pyomo takes keys of one kind only for the variables {name!r}: {error}") from error
        variables = list(family.values())
        self.number(variables)
        self._families[id(family)] = family, len(family)
        return variables

    def sum(self, terms: Iterable[Any]) -> Any:
        return total_of(list(map(self._numeric, terms)))

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        return total_of(list(map(self._numeric, variables)), list(coefficients))

    def _numeric(self, variable: Any) -> Any:
        """A variable, and for a Boolean one its binary, which it gets if it has none."""
        if not isinstance(variable, BooleanVarData):
            return variable
        if variable.get_associated_binary() is None:
            binary = pyo.Var(domain=pyo.Binary)
            self.native.add_component(component_name(self.native, f"{variable.name}_asbinary"), binary)
            variable.associate_binary_var(binary)
            self._link()
        return variable.get_associated_binary()

    def _link(self) -> None:
        """Boolean variables that have got a binary since they have a column: it is that of the binary now."""
        for column in sorted(self._booleans):
            variable = self.variables[column]
            binary = variable.get_associated_binary()
            if binary is not None and id(binary) not in self.columns:
                self._booleans.discard(column)
                self.variables[column], self.columns[id(binary)] = binary, column
                self._linked[id(variable)] = variable, column

    def post(self, constraint: Any, name: str) -> Any:
        return self._post("rules", pyo.Constraint, name, constraint)

    def post_logical(self, record: Logical, parts: Sequence[Any], name: str) -> Any:
        expression = logical_expression(record, list(map(self._numeric, parts)))
        return self._post("logic", pyo.LogicalConstraint, name, expression)

    def _post(self, kind: str, component_type: Any, name: str, expression: Any) -> Any:
        """Add a constraint under its name to the indexed component for its kind."""
        component = self._components.get(kind)
        if component is None or component.parent_block() is None:  # the user may have deleted it
            component = self._components[kind] = component_type(pyo.Any)
            self.native.add_component(component_name(self.native, kind), component)
        try:
            component[name] = expression
        except self.refusals:
            if name in component:
                del component[name]
            raise
        return component[name]

    def has_constraint(self, name: str, logic: bool = False) -> bool:  # Pyomo would replace a constraint silently
        return super().has_constraint(name, logic) or name in self._components.get("logic" if logic else "rules", ())

    def read_term(self, expression: Any, label: Any) -> Term:
        with unfixed(self.variables):
            return read_term(self, expression, f"constraint {str(label)!r}")

    def read_comparison(self, constraint: Any, label: Any) -> Linear:
        single = pyo.Constraint(expr=constraint)
        single.construct()
        with unfixed(self.variables):
            return read_linear(self, single, label)

    def hold(self, variable: Any, value: int) -> float | None:
        before: float | None = variable.value if variable.fixed else None
        if isinstance(variable, BooleanVarData):
            variable.fix(bool(value))
            return before
        if before not in (None, value):
            raise InputError(f"{variable.name} is fixed to {before:g}, so it cannot be fixed to {value:g}; unfix() it")
        variable.fix(value, skip_validation=type(value) is int)  # which is in the domain, as `fix` has checked
        return before

    def release(self, variable: Any, before: float | None) -> None:
        if before is None:
            variable.unfix()
        else:
            variable.fix(before, skip_validation=True)

    def is_held(self, variable: Any, value: float) -> bool:
        return bool(variable.fixed and variable.value == value)

    def optimise(self, expression: Any, sign: int) -> None:
        objective = pyo.Objective(expr=expression, sense=sign)  # Pyomo's minimize is 1, its maximize -1
        objective.construct()  # it may be refused, before anything changes
        for other in list(self.native.component_data_objects(pyo.Objective, active=True, descend_into=True)):
            other.deactivate()
        before = self.native.component("objective")
        if before is not None and before.ctype is pyo.Objective:  # Pyomo would replace it with a warning
            self.native.del_component(before)
        self.native.add_component(component_name(self.native, "objective"), objective)

    def loaded(self, variable: Any) -> float | None:
        value: float | None = variable.value
        return value

    def find_column(self, variable: Any) -> Column:
        if isinstance(variable, BooleanVarData) and (binary := variable.get_associated_binary()) is not None:
            column = self.columns[id(variable)] = self.column(binary)
            self._linked[id(variable)] = variable, column
            return column
        if not isinstance(variable, VarData | BooleanVarData):
            raise self._no_variable(variable)
        self.number([variable])
        if isinstance(variable, BooleanVarData):
            self._booleans.add(len(self.variables) - 1)
        return len(self.variables) - 1

    def constraints(self) -> list[Any]:
        self._take_up_variables()
        found = []
        for component in self.native.component_objects(active=True, descend_into=INSIDE):
            kind = component.ctype
            if kind in READABLE:
                found += self._active([component])
            elif kind not in HARMLESS and isinstance(component, ActiveComponent):
                raise UnsupportedError(
                    f"{kind.__name__} {component.name!r} is active, and no solver here supports it; state it with "
                    f"constraints, or deactivate it"
                )
        if len(self._read) > 2 * len(found) + 10:  # remove those of deleted constraints
            ids = set(map(id, found))
            self._read = {key: kept for key, kept in self._read.items() if key in ids}
        return found + self._found_gaps()

    def _active(self, components: Iterable[Any]) -> list[Any]:
        """The active constraints of these components; those of references are found where they are declared."""
        declared = (component for component in components if not component.is_reference())
        return [data for component in declared for data in component.values() if data.active]

    def _found_gaps(self) -> list[Gap]:
        """The domains with gaps, which bounds cannot express; each is the same object until the domain changes."""
        domains = [None if isinstance(x, BooleanVarData) else x._domain for x in self.variables]
        examples = {id(domain): x for domain, x in zip(domains, self.variables, strict=True) if domain is not None}
        usual = {key for key, x in examples.items() if x.is_integer() or x.is_binary() or x.is_continuous()}
        known, self._gaps = self._gaps, {}
        if len(usual) < len(examples):
            for k, domain in enumerate(domains):
                if domain is not None and id(domain) not in usual and k not in self._without_gaps:
                    values = tuple((round(value),) for value in self._values_of(self.variables[k]))
                    gap = known.get(k)
                    if gap is None or gap.record.tuples != values:
                        label = f"{self.variables[k].name} has a domain with gaps"
                        gap = Gap(Table((variable_term(k),), values, True, label))
                    self._gaps[k] = gap
        return list(self._gaps.values())

    def _values_of(self, variable: Any) -> list[float]:
        """The values of a variable with a domain that has gaps."""
        values = sorted(variable.domain) if variable.domain.isfinite() else []
        if not values or any(not isinstance(value, int | float) or value != round(value) for value in values):
            problem = f"variable {variable.name} has the domain {variable.domain}, which no solver here supports"
            raise UnsupportedError(f"{problem}; declare it in Reals or Integers, or give a finite set of whole numbers")
        return values

    def read_some(self, constraints: Sequence[Any]) -> list[Constraint]:
        if changed := [each for each in constraints if not isinstance(each, Gap) and not self._is_read(each)]:
            with unfixed(self.variables):
                for c in changed:
                    # Expressions are immutable, but their parameters and named expressions are not.
                    stated = self._stated(c)
                    parts = tuple(flattened(stated)) if has_mutable_parts(stated) else None
                    self._read[id(c)] = c, stated, parts, read_constraint(self, c, self.label_of(c, None))
        return [each.record if isinstance(each, Gap) else self._read[id(each)][-1] for each in constraints]

    def _stated(self, constraint: Any) -> Any:
        """The expression of a constraint; of a disjunction, its kind and the binaries of its disjuncts."""
        if not isinstance(constraint, DisjunctionData):
            return constraint.expr
        return True, constraint.xor, *(id(each) for each in constraint.disjuncts)

    def _is_read(self, constraint: Any) -> bool:
        """Whether the record of a constraint is known, and still what it says."""
        known = self._read.get(id(constraint))
        if known is None or known[0] is not constraint:
            return False
        stated = self._stated(constraint)
        if known[1] is not stated and (type(stated) is not tuple or known[1] != stated):
            return False
        return known[2] is None or known[2] == tuple(flattened(stated))

    def logic(self) -> list[tuple[Any, Logical]]:
        """As in the base; what is not read, such as a nonlinear row, may stay in a model of the user's."""
        self._take_up_variables()
        found: list[tuple[Any, Logical]] = []
        for c in self._active(self.native.component_objects(tuple(READABLE), active=True, descend_into=INSIDE)):
            try:
                [record] = self.read([c])
            except UnsupportedError:
                if c.ctype is not pyo.Constraint or indicators_of(c):
                    raise
                continue
            if not isinstance(record, Linear):
                found.append((c, record))
        return found + [(gap, gap.record) for gap in self._found_gaps()]

    def transform_disjunctions(self, transformation: str) -> bool:
        """Let Pyomo.GDP make the active disjunctions linear, in place; False when there are none."""
        found = self._active(self.native.component_objects(Disjunction, active=True, descend_into=INSIDE))
        if not (outside := [each for each in found if not indicators_of(each)]):
            return False
        self.logic()  # which refuses what no rewrite covers, before anything changes
        try:
            pyo.TransformationFactory(transformation).apply_to(self.native, targets=outside)
        except GDP_Error as error:
            raise UnsupportedError(f"{transformation}: {error}") from error
        return True

    def ends(self) -> tuple[list[Any], list[bool]]:
        self._take_up_variables()
        domains = [None if isinstance(x, BooleanVarData) else x._domain for x in self.variables]
        kinds = {id(domain): k for k, domain in enumerate(domains)}
        is_integer = {key: self.is_integer(k) for key, k in kinds.items()}
        return domain_bounds(self.variables), [is_integer[id(domain)] for domain in domains]

    def held(self) -> dict[Column, float]:
        self._drop_lost_fixes()
        held = {k: x.value for k, x in enumerate(self.variables) if x.fixed}
        held |= {k: boolean.value for boolean, k in self._linked.values() if boolean.fixed}
        for k, value in held.items():
            x, (low, high) = self.variables[k], self.domain(k)
            if value is None:
                raise InputError(f"variable {x.name} is fixed, but has no value; give fix() a value")
            if (low is not None and value < low) or (high is not None and value > high):
                raise InputError(f"variable {x.name} is fixed to {value:g}, outside its bounds; unfix it first")
        return held

    def domain(self, column: Column) -> tuple[float | None, float | None]:
        [ends] = domain_bounds([self.variables[column]])
        return ends[0], ends[1]

    def is_integer(self, column: Column) -> bool:
        variable = self.variables[column]
        if isinstance(variable, BooleanVarData) or variable.is_integer() or variable.is_binary():
            return True
        return not variable.is_continuous() and bool(self._values_of(variable))

    def objective(self) -> Objective | None:
        found = list(self.native.component_data_objects(pyo.Objective, active=True, descend_into=True))
        if len(found) > 1:
            raise UnsupportedError(f"the model has {len(found)} active objectives; deactivate all but one")
        if not found:
            return None
        with unfixed(self.variables):
            term = read_term(self, found[0].expr, f"objective {found[0].name!r}")
        return Objective.of(term, int(found[0].sense))

    def retire(self, constraints: Sequence[Any]) -> None:
        gone = {id(each) for each in constraints if isinstance(each, Gap)}
        self._without_gaps.update(k for k, gap in self._gaps.items() if id(gap) in gone)
        for constraint in constraints:
            if id(constraint) not in gone:
                constraint.deactivate()

    def remove(self, constraints: Sequence[Any]) -> None:
        for constraint in constraints:
            component = constraint.parent_component()
            if component is not None and component.parent_block() is not None:  # not yet deleted by the user
                del component[constraint.index()]

    def load(self, values: Sequence[float]) -> None:
        for variable, value in zip(self.variables, values, strict=True):
            if variable.fixed:  # its value must not become a solver's 2.9999999
                continue
            is_boolean = isinstance(variable, BooleanVarData)
            variable.set_value(value > 0.5 if is_boolean else value, skip_validation=True)
        for boolean, k in self._linked.values():
            if not boolean.fixed:
                boolean.set_value(values[k] > 0.5, skip_validation=True)

    def copy(self) -> "tuple[PyomoBackend, dict[int, Any]]":
        of: dict[int, Any] = {}  # filled by Pyomo's clone: id(object) -> its copy
        copy = PyomoBackend(self.native.clone(of))
        copy.variables, copy.columns = [], {}  # in the order of this model
        copy.number(of.get(id(x), x) for x in self.variables)
        copy.columns.update((id(boolean), k) for boolean, k in self._linked_in(of).values())
        copy._linked, copy._booleans = self._linked_in(of), set(self._booleans)
        copy._gaps, copy._without_gaps = {}, set(self._without_gaps)
        copy._components = {kind: of[id(each)] for kind, each in self._components.items() if id(each) in of}
        copy.take_over(self, of)
        # Inactive constraints, parameters and variables too: what is copied together with this model refers to them.
        return copy, {key: each for key, each in of.items() if isinstance(each, ComponentBase)}

    def text(self) -> str:
        text = io.StringIO()
        self.native.pprint(ostream=text)
        return text.getvalue()

    def _linked_in(self, copies: dict[int, Any]) -> dict[int, tuple[Any, Column]]:
        pairs = ((copies.get(key, boolean), k) for key, (boolean, k) in self._linked.items())
        return {id(boolean): (boolean, k) for boolean, k in pairs}

    def _take_up_variables(self) -> None:
        """Give a column to each variable that was added directly to the model."""
        self._link()
        blocks = [self.native, *self.native.component_data_objects(Disjunct, active=True, descend_into=INSIDE)]
        for family in (each for block in blocks for each in block.component_objects(VARIABLES, descend_into=True)):
            known = self._families.get(id(family))
            if known is None or known[0] is not family or known[1] != len(family):
                for variable in family.values():
                    self.column(variable)
                self._families[id(family)] = family, len(family)
