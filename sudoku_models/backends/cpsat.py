"""CP-SAT's own API: the model is a `CpModel`. Here for comparison, and because it states everything directly.

Source: https://developers.google.com/optimization/reference/python/sat/python/cp_model
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

from ..errors import InputError, UnsupportedError
from .protocol import AllDifferent, Column, Constraint, Exclude, Linear, Logical, NotEqual, Objective, Snapshot, Term

__all__ = ["CpSatBackend", "new"]


def new() -> "CpSatBackend":
    """An empty model."""
    return CpSatBackend(cp_model.CpModel())


class CpSatBackend:
    """The verbs over a `CpModel`.

    >>> m = new()
    >>> x = m.int_vars("x", [1, 2, 3], 1, 3)
    >>> _ = m.all_different(x.values(), "1 to 3 differ")
    >>> m.read(m.constraints())[0].name
    '1 to 3 differ'
    """

    name = "cpsat"

    def __init__(self, native: cp_model.CpModel) -> None:
        self.native = native
        self.variables: list[cp_model.IntVar] = []
        self._fixed: dict[Column, tuple[list[int], str]] = {}
        """The declared domain of each variable that is fixed, as numbers and as CP-SAT writes it."""
        self._rows: list[Row] = []
        self._values: npt.NDArray[np.float64] | None = None
        self._last: tuple[str, Snapshot] | None = None
        self._take_up_variables()

    def bool_vars(self, name: str, keys: Iterable[Hashable]) -> dict[Any, Any]:
        return self.int_vars(name, keys, 0, 1)

    def int_vars(self, name: str, keys: Iterable[Hashable], lower: int, upper: int) -> dict[Any, Any]:
        self._take_up_variables()
        found = {key: self.native.new_int_var(lower, upper, f"{name}[{key}]") for key in keys}
        self.variables += found.values()
        return found

    def sum(self, terms: Iterable[Any]) -> Any:
        return cp_model.LinearExpr.sum(list(terms))

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        return cp_model.LinearExpr.weighted_sum(list(variables), list(coefficients))

    def add(self, constraint: Any, name: str) -> "Row":
        return self._row(self.native.add(constraint).with_name(name))

    def not_equal(self, a: Any, b: Any, name: str) -> "Row":
        return self._row(self.native.add(a != b).with_name(name))

    def all_different(self, terms: Iterable[Any], name: str) -> "Row":
        return self._row(self.native.add_all_different(terms).with_name(name))

    def exclude(self, values: Iterable[tuple[Any, int]], name: str, at_least: int = 1) -> "Row":
        self._take_up_variables()
        variables, digits = zip(*values, strict=True)
        if at_least == 1:
            return self._row(self.native.add_forbidden_assignments(variables, [digits]).with_name(name))
        differs, parts = [], []
        for x, value in zip(variables, digits, strict=True):
            differs.append(literal := self.native.new_bool_var(f"{x.name} is not {value}"))
            parts.append(self._row(self.native.add(x != value).only_enforce_if(literal)))
            parts[-1].in_force = False  # not by itself, only as a part
        self.variables += differs
        row = self._row(self.native.add(cp_model.LinearExpr.sum(differs) >= at_least).with_name(name))
        row.says = Exclude({x.index: v for x, v in zip(variables, digits, strict=True)}, at_least, name)
        row.parts = parts
        return row

    def _row(self, constraint: Any) -> "Row":
        return self._all_rows()[constraint.index]

    def _all_rows(self) -> list["Row"]:
        self._rows += [Row(k) for k in range(len(self._rows), len(self.native.proto.constraints))]
        return self._rows

    def fix(self, variable: Any, value: int) -> None:
        proto = self.native.proto.variables[variable.index]
        domain = proto.domain
        if variable.index not in self._fixed:
            self._fixed[variable.index] = list(domain), str(proto)
        domain.clear()
        domain.extend([value, value])

    def free(self) -> None:
        for column, (declared, _) in self._fixed.items():
            domain = self.native.proto.variables[column].domain
            domain.clear()
            domain.extend(declared)
        self._fixed.clear()

    def minimize(self, expression: Any) -> None:
        self.native.minimize(expression)

    def value(self, variable: Any) -> int:
        if self._values is None:
            raise InputError(f"{variable.name} has no value yet; solve the model first")
        return round(self._values[variable.index])

    def column(self, variable: Any) -> Column:
        return int(variable.index)

    def constraints(self) -> list[Any]:
        known = len(self.native.proto.constraints)
        return [row for row in self._all_rows() if row.in_force and row.index < known]

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        protos = self.native.proto.constraints
        return [row.says or self._read(protos[row.index]) for row in constraints]

    def logic(self) -> list[tuple[Any, Logical]]:
        rows = self.constraints()
        return [(row, said) for row, said in zip(rows, self.read(rows), strict=True) if not isinstance(said, Linear)]

    def _read(self, proto: Any) -> Constraint:
        name = proto.name
        if not len(proto.enforcement_literal):
            if proto.has_linear():
                linear = proto.linear
                columns, coefficients = tuple(linear.vars), tuple(linear.coeffs)
                match list(linear.domain):
                    case [low, high]:
                        return Linear(columns, coefficients, _bound(low), _bound(high), name)
                    case [low, below, above, high] if below + 2 == above and _bound(high) - _bound(low) == np.inf:
                        return NotEqual(Term(columns, coefficients, -(below + 1)), name)
            elif proto.has_all_diff():
                return AllDifferent(tuple(map(_term, proto.all_diff.exprs)), name)
            elif proto.has_table() and proto.table.negated:
                columns = tuple(expr.vars[0] for expr in proto.table.exprs)
                if len(values := list(proto.table.values)) == len(columns):
                    return Exclude(dict(zip(columns, values, strict=True)), 1, name)
        raise UnsupportedError(f"constraint {name!r} of the CpModel cannot be taken anywhere else: {proto}")

    def bounds(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        domains = [list(variable.domain) for variable in self.native.proto.variables]
        return np.array([d[0] for d in domains], dtype=float), np.array([d[-1] for d in domains], dtype=float)

    def declared(self, column: Column) -> tuple[float, float]:
        fixed = self._fixed.get(column)
        domain = fixed[0] if fixed else list(self.native.proto.variables[column].domain)
        return domain[0], domain[-1]

    def is_integer(self, column: Column) -> bool:
        return True

    def objective(self) -> Objective | None:
        if not self.native.has_objective():
            return None
        objective = self.native.proto.objective
        scale = objective.scaling_factor or 1.0
        sign = 1
        if scale < 0:  # CP-SAT keeps a maximum as the minimum of the negative
            sign, scale = -1, -scale
        coefficients = tuple(scale * c for c in objective.coeffs)
        return Objective(tuple(objective.vars), coefficients, scale * objective.offset, sign)

    def retire(self, constraint: Any) -> None:
        self.forget([constraint])

    def forget(self, constraints: Sequence[Any]) -> None:
        for row in constraints:
            row.in_force = False
            for part in [row, *row.parts]:
                proto = self.native.proto.constraints[part.index]  # the list cannot lose an item: empty this one
                proto.clear_all_diff()
                proto.clear_table()
                proto.clear_linear()

    def load(self, values: npt.NDArray[np.float64]) -> None:
        self._values = values

    def copy(self) -> "tuple[CpSatBackend, dict[int, Any]]":
        self._take_up_variables()
        copy = CpSatBackend(self.native.clone())
        copy._fixed = dict(self._fixed)
        copy._values = self._values
        copy._rows = [Row(row.index, row.in_force, row.says) for row in self._all_rows()]
        for row, theirs in zip(copy._rows, self._rows, strict=True):
            row.parts = [copy._rows[part.index] for part in theirs.parts]
        return copy, {id(row): copy._rows[row.index] for row in self.constraints()}

    def snapshot(self) -> Snapshot:
        self._take_up_variables()
        text, rows = str(self.native.proto), self.constraints()
        ids = list(map(id, rows))
        if self._last is not None and self._last[0] == text and [stamp[0] for stamp in self._last[1].rows] == ids:
            return self._last[1]
        proto = self.native.proto
        constraints = list(map(str, proto.constraints))
        stamps: list[Any] = [
            (id(row), constraints[row.index], *(constraints[part.index] for part in row.parts)) for row in rows
        ]
        domains, fixed = list(map(str, proto.variables)), {}
        for k, (_, declared) in self._fixed.items():
            fixed[k], domains[k] = domains[k], declared
        snapshot = Snapshot(stamps, domains, fixed, self.objective())
        self._last = text, snapshot
        return snapshot

    def _take_up_variables(self) -> None:
        """Give a column to each variable that was added to the CpModel without us."""
        known, total = len(self.variables), len(self.native.proto.variables)
        self.variables += map(self.native.get_int_var_from_proto_index, range(known, total))


class Row:
    """A constraint of the `CpModel`, by its place in the protocol buffer."""

    def __init__(self, index: int, in_force: bool = True, says: Exclude | None = None) -> None:
        self.index = index
        self.in_force = in_force
        self.says = says
        self.parts: list[Row] = []


def _term(expression: Any) -> Term:
    return Term(tuple(expression.vars), tuple(expression.coeffs), expression.offset)


def _bound(value: int) -> float:
    """CP-SAT writes infinity as the ends of a 64-bit integer."""
    return value if abs(value) < 2**62 else np.inf * (1 if value > 0 else -1)
