"""CP-SAT's own API: the model is a `CpModel`. It expresses all constraints of this package directly.

Source: https://developers.google.com/optimization/reference/python/sat/python/cp_model
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ortools.sat.python import cp_model

from ..errors import InputError, UnsupportedError
from .cpsat_kinds import Kinds
from .cpsat_posting import Poster
from .cpsat_reading import (
    EMPTY,
    NOTHING,
    Row,
    bound,
    domain_of,
    gap_of,
    message_of,
    messages,
    read_constraint,
    read_objective,
    set_domain,
)
from .protocol import free_name
from .records import (
    AllDifferent,
    Column,
    Constraint,
    Exclude,
    Linear,
    Logical,
    NotEqual,
    Objective,
    Term,
    simple_term,
)
from .refusals import TRUTH
from .verbs import Backend

ASKED: list[Any] = []
"""The comparison whose truth Python has asked for last: of `x == y == 3`, CP-SAT would take `x == y`."""


def _remembered(comparison: Any, truth: Callable[[Any], bool] = cp_model.BoundedLinearExpression.__bool__) -> bool:
    ASKED[:] = [comparison]
    return truth(comparison)


cp_model.BoundedLinearExpression.__bool__ = _remembered


def new() -> "CpSatBackend":
    """An empty model."""
    return CpSatBackend(cp_model.CpModel())


class CpSatBackend(Backend):
    """The methods of a backend for a `CpModel`, a new one or an existing one.

    >>> m = new()
    >>> x = m.int_vars("x", [1, 2, 3], 1, 3)
    >>> _ = m.all_different(x.values(), "1 to 3 differ")
    >>> m.read(m.constraints())[0].name
    '1 to 3 differ'
    """

    name = "cpsat"
    refusals = TypeError, ValueError, NotImplementedError

    def __init__(self, native: cp_model.CpModel) -> None:
        super().__init__(native)
        self._families: set[str] = set()
        self._rows: list[Row] = []
        self._gaps: dict[Column, Row] = {}
        self._values: Sequence[float] | None = None
        self._text, self._texts = "", list[str]()  # of the protocol buffer, and of each constraint
        self._take_up_variables()

    def define(self, name: str, keys: list[Any], bounds: tuple[int, int] | None) -> list[Any]:
        self._take_up_variables()
        family = free_name(name, self._families.__contains__)
        self._families.add(family)
        domain = cp_model.Domain(*(bounds or (0, 1)))
        variables = [self.native.new_int_var_from_domain(domain, f"{family}[{key}]") for key in keys]
        self.number(variables)
        return variables

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        total = cp_model.LinearExpr.weighted_sum(list(variables), list(coefficients))
        return cp_model.LinearExpr.constant(total) if isinstance(total, int | float) else total

    def _check_relation(self, relation: Any, label: Any) -> None:
        if ASKED and relation is ASKED.pop():
            raise InputError(f"constraint {str(label)!r}: {TRUTH} (here: {relation})")
        super()._check_relation(relation, label)

    def post(self, constraint: Any, name: str) -> Row:
        return self._row(self.native.add(constraint).with_name(name))

    def post_logical(self, record: Logical, parts: Sequence[Any], name: str) -> Row:
        self._take_up_variables()
        width, known = len(self.variables), len(self._all_rows())
        added = Poster(self.native, self.variables, self._range).post(record)
        row = self._row(added[0] if added else self.native.add_bool_and([]).with_name(name))
        if isinstance(record, NotEqual | AllDifferent):  # one constraint, which is read from the `CpModel`
            row.record, row.stamp = record, [message_of(self.native.proto.constraints[row.index])]
            return row
        self._take_up_variables()
        self.auxiliary.update(range(width, len(self.variables)))
        row.parts = [part for part in self._rows[known:] if part is not row]
        for part in row.parts:
            part.in_force = False  # only as a part of the whole constraint
        if row.parts or not isinstance(record, Exclude):  # which is read from the `CpModel` too
            row.meaning, row.text = record, self._text_of(row)
        return row

    def read_term(self, expression: Any, label: Any) -> Term:
        flat = cp_model.FlatIntExpr(expression + cp_model.LinearExpr.constant(0))
        return simple_term(map(self.column, flat.vars), flat.coeffs, flat.offset)

    def read_comparison(self, constraint: Any, label: Any) -> Linear:
        if not isinstance(constraint, cp_model.BoundedLinearExpression):
            raise TypeError("it is no comparison")
        term = simple_term(map(self.column, constraint.vars), constraint.coeffs, constraint.offset)
        ends = constraint.bounds.flattened_intervals()
        if len(ends) != 2:
            raise TypeError("it is no comparison with ==, <= or >=")
        low, high = map(bound, ends)
        return Linear(term.columns, term.coefficients, low - term.constant, high - term.constant, label)

    def _row(self, constraint: Any) -> Row:
        return self._all_rows()[constraint.index]

    def _all_rows(self) -> list[Row]:
        self._rows += [Row(k) for k in range(len(self._rows), len(self.native.proto.constraints))]
        return self._rows

    def hold(self, variable: Any, value: int) -> list[int]:
        proto = variable.proto
        before = domain_of(proto)
        set_domain(proto, [int(value)] * 2)
        return before

    def release(self, variable: Any, before: list[int]) -> None:
        set_domain(variable.proto, before)

    def is_held(self, variable: Any, value: float) -> bool:
        return domain_of(variable.proto) == [value, value]

    def optimise(self, expression: Any, sign: int) -> None:
        if isinstance(expression, float):  # CP-SAT takes whole numbers, and expressions with fractions
            expression = cp_model.LinearExpr.constant(expression)
        (self.native.minimize if sign == 1 else self.native.maximize)(expression)

    def loaded(self, variable: Any) -> float | None:
        if self._values is None or variable.index >= len(self._values):
            return None
        return float(self._values[variable.index])

    def find_column(self, variable: Any) -> Column:
        if not isinstance(variable, cp_model.IntVar) or variable.model_proto is not self.native.proto:
            raise self._no_variable(variable)
        return int(variable.index)

    def constraints(self) -> list[Any]:
        proto = self.native.proto
        if len(proto.assumptions):
            raise UnsupportedError(
                "the CpModel has assumptions, which no solver here supports; add each as a constraint, and call "
                "clear_assumptions()"
            )
        self._take_up_variables()
        known = len(proto.constraints)
        in_force = [row for row in self._all_rows() if row.in_force and row.index < known]
        return in_force + [row for row in self._gaps.values() if row.in_force]

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        if (text := str(self.native.proto)) != self._text:
            self._text, self._texts = text, messages(text, self.native.proto)
        return super().read(constraints)

    def read_some(self, constraints: Sequence[Any]) -> list[Constraint]:
        for row in constraints:
            if row.record is None or row.stamp != self._stamp(row):
                row.record = self._record(row)
                row.stamp = self._stamp(row)
        return [row.record for row in constraints]

    def _stamp(self, row: Row) -> list[Any]:
        """What the record of a constraint was made from."""
        indices = *(each.index for each in (row, *row.parts) if each.index >= 0), *row.intervals
        return [*(self._texts[k] for k in indices if k < len(self._texts)), *map(self._ends, row.columns)]

    def _record(self, row: Row) -> Constraint:
        if row.meaning is None:
            proto = self.native.proto.constraints[row.index]
            label = self.label_of(row, proto.name or f"constraint number {row.index}")
            kinds = Kinds(self.native.proto.constraints, self._ends)
            record = read_constraint(proto, label, kinds)
            row.intervals, row.columns = tuple(kinds.intervals), tuple(sorted(kinds.columns))
            return record
        if row.text and row.text != self._text_of(row):
            raise UnsupportedError(
                f"constraint {str(row.meaning.label)!r} of the CpModel was edited in place and can no longer be read; "
                f"forget it and add another"
            )
        return row.meaning

    def _text_of(self, row: Row) -> str:
        """The constraint and its parts as text of the protocol buffer."""
        return "".join(str(self.native.proto.constraints[each.index]) for each in (row, *row.parts))

    def ends(self) -> tuple[list[Any], list[bool]]:
        self._take_up_variables()
        ends = [domain_of(variable) or [1, 0] for variable in self.native.proto.variables]
        for k, (declared, _) in self._fixed.items():
            ends[k] = declared
        return [(each[0], each[-1]) for each in ends], [True] * len(ends)

    def domain(self, column: Column) -> tuple[float, float]:
        ends = self._ends(column)
        return ends[0], ends[-1]

    def is_integer(self, column: Column) -> bool:
        return True

    def objective(self) -> Objective | None:
        return read_objective(self.native.proto)

    def remove(self, constraints: Sequence[Any]) -> None:
        for row in constraints:
            row.in_force = False
            if row.index >= 0:
                for part in [row, *row.parts]:  # items cannot be removed from the list, so clear it
                    self.native.proto.constraints[part.index].copy_from(EMPTY.proto.constraints[0])

    def load(self, values: Sequence[float]) -> None:
        self._values = values

    def copy(self) -> "tuple[CpSatBackend, dict[int, Any]]":
        rows = self.constraints()
        copy = CpSatBackend(self.native.clone())
        copy._families, copy._values = set(self._families), self._values
        every = [*self._rows, *self._gaps.values()]
        of = {id(row): Row(row.index, row.in_force, row.meaning, row.text) for row in every}
        copy._rows = [of[id(row)] for row in self._rows]
        copy._gaps = {k: of[id(row)] for k, row in self._gaps.items()}
        for row in self._rows:
            of[id(row)].parts = [of[id(part)] for part in row.parts]
        copy.take_over(self, of)
        return copy, {id(row): of[id(row)] for row in rows}

    def text(self) -> str:
        return str(self.native)

    def take_up(self) -> None:
        self._take_up_variables()
        super().take_up()
        self._revive_rows()
        known = self._gaps.keys() | {k for k, x in enumerate(self.variables) if len(x.proto.domain) > 2}
        self._find_gaps(sorted(known))

    def _revive_rows(self) -> None:
        """A constraint that we have emptied and the user has filled again in `native` is a new one."""
        constraints = self.native.proto.constraints
        parts = {part.index for row in self._all_rows() if row.in_force for part in row.parts}
        for row in self._rows[: len(constraints)]:
            if not row.in_force and row.index not in parts and str(constraints[row.index]) != NOTHING:
                self._rows[row.index] = Row(row.index)

    def _take_up_variables(self) -> None:
        """Give a column to each variable that was added directly to the CpModel."""
        known, total = len(self.variables), len(self.native.proto.variables)
        if total < known:
            raise InputError(
                f"{known - total} variables were removed from the CpModel, which would give the others new numbers; "
                f"build the model anew"
            )
        if known < total:
            self.number(map(self.native.get_int_var_from_proto_index, range(known, total)))
            self._find_gaps(range(known, total))

    def _find_gaps(self, columns: Iterable[Column]) -> None:
        """Represent the gaps in domains, which bounds cannot express, as constraints."""
        for k in columns:
            known = self._gaps.pop(k, None)
            if meaning := gap_of(k, self._ends(k), f"{self.variables[k]} has a domain with gaps"):
                self._gaps[k] = known if known and known.meaning == meaning else Row(-1, meaning=meaning)

    def _ends(self, column: Column) -> list[int]:
        fixed = self._fixed.get(column)
        return fixed[0] if fixed else domain_of(self.variables[column].proto)
