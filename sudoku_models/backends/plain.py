"""A model as plain data: what every solver gets, and what every rewrite reads and adds to.

`plain(m)` reads any model. A record is the same object as long as its constraint is the same, so two readings of a
model differ in those constraints that have changed. `PlainBackend` has the verbs of the other backends: with them a
rewrite adds columns and records to plain data as it would add variables and constraints to a library's model.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import Any

from ..runtime.limits import check_deadline
from .records import (
    Column,
    Conjunction,
    Constraint,
    Implication,
    Linear,
    Logical,
    Objective,
    Reified,
    Term,
    columns_of,
    simple_term,
)
from .verbs import Backend


@dataclass
class PlainModel:
    """Columns and constraint records.

    Attributes:
        variables: The names of the columns, or the variables of a library, whose `str` is the name.
        lower, upper: Their bounds; a fixed column has one value.
        integer: Whether each is an integer.
        records: The constraints.
        minimised: The objective, if any.
        auxiliary: Columns whose values do not matter, see `Primitives.auxiliary`.
        name: The backend of which it was read.
        domains: The bounds with which the columns were declared, fixed or not; by default their bounds.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> _ = m.add(x["a"] + x["b"] == 4, "four"), m.fix(x["b"], 3)
    >>> print(plain(m).text())
    x_a in 1..3
    x_b = 3, of 1..3
    four: x_a + x_b = 4
    """

    variables: list[Any] = field(compare=False)
    lower: list[float]
    upper: list[float]
    integer: list[bool]
    records: list[Constraint]
    minimised: Objective | Term | None
    auxiliary: frozenset[Column] = frozenset()
    name: str = "plain"
    domains: list[tuple[float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.domains:
            self.domains = list(zip(self.lower, self.upper, strict=True))

    def __repr__(self) -> str:
        return f"<PlainModel of {len(self.variables):,} columns and {len(self.records):,} records; text() lists them>"

    @property
    def size(self) -> tuple[int, int, int]:
        """Variables, constraints and nonzeros."""
        return len(self.variables), len(self.records), sum(len(columns_of(record)) for record in self.records)

    @property
    def is_linear(self) -> bool:
        """Whether all constraints are linear."""
        return all(isinstance(record, Linear) for record in self.records)

    def bounds(self) -> tuple[list[float], list[float]]:
        """The current bounds of the columns."""
        return list(self.lower), list(self.upper)

    def copy(self) -> "PlainModel":
        """The same model with lists of its own."""
        names = ("variables", "lower", "upper", "integer", "records", "domains")
        lists: dict[str, Any] = {name: list(getattr(self, name)) for name in names}
        return replace(self, **lists)

    def declared(self, column: Column) -> tuple[float, float]:
        """The bounds with which a column was declared."""
        return self.domains[column]

    def is_integer(self, column: Column) -> bool:
        """Whether a column is an integer."""
        return self.integer[column]

    def has_binary(self, column: Column, value: int) -> bool:
        """Whether a column takes no other values than 0 and 1, and this is one of them."""
        low, high = self.domains[column]
        return 0 <= low <= value <= high <= 1 and self.integer[column]

    def objective(self) -> Objective | Term | None:
        """The objective, which is minimised."""
        return self.minimised

    def has_columns_of(self, other: "PlainModel") -> bool:
        """Whether the columns, fixed or not, are those of another model."""
        return self.domains == other.domains and self.integer == other.integer

    def begins_with_columns_of(self, other: "PlainModel") -> bool:
        """The same of its first columns."""
        width = len(other.variables)
        return self.domains[:width] == other.domains and self.integer[:width] == other.integer

    def text(self) -> str:
        """The model in words, one line for each column and constraint."""
        return "\n".join([*map(self._column, range(len(self.variables))), *map(self.line, self.records)])

    def _column(self, k: Column) -> str:
        (low, high), name = self.domains[k], str(self.variables[k])
        domain = f"{low:g}..{high:g}" if self.integer[k] else f"[{low:g}, {high:g}]"
        if (self.lower[k], self.upper[k]) == (low, high):
            return f"{name} in {domain}"
        is_fixed = self.lower[k] == self.upper[k]
        return (
            f"{name} = {self.lower[k]:g}, of {domain}"
            if is_fixed
            else f"{name} in {self.lower[k]:g}.." + (f"{self.upper[k]:g}, of {domain}")
        )

    def line(self, record: Constraint) -> str:
        """A constraint over these columns in words."""
        if isinstance(record, Reified):
            return f"{record.name}: {self._reified(record)}"
        if isinstance(record, Implication):
            met = [f"{self.variables[k]} = {value}" for k, value in record.conditions]
            return f"{record.name}: " + (f"if {' and '.join(met)}, then " if met else "") + self._row(record.row)
        if not isinstance(record, Linear):
            names = ", ".join(str(self.variables[k]) for k in dict.fromkeys(columns_of(record)))
            return f"{record.name}: {type(record).__name__} of {names}"
        return f"{record.name}: {self._row(record)}"

    def _reified(self, record: Reified) -> str:
        """A row over the truth of other rows, which stand in brackets."""
        return self._row(record.row, [(weight, f"[{self._reified(part)}]") for weight, part in record.parts])

    def _row(self, row: Linear, more: Sequence[tuple[float, str]] = ()) -> str:
        parts = [*((c, self.variables[k]) for c, k in zip(row.coefficients, row.columns, strict=True)), *more]
        total = " ".join(f"{'-' if c < 0 else '+'} {'' if abs(c) == 1 else f'{abs(c):g} '}{x}" for c, x in parts)
        total, (low, high) = total.removeprefix("+ ") or "0", (row.lower, row.upper)
        if low == high:
            return f"{total} = {low + 0.0:g}"  # without the sign of a zero
        left, right = "" if low == -inf else f"{low + 0.0:g} <= ", "" if high == inf else f" <= {high + 0.0:g}"
        return f"{left}{total}{right}"


def plain(m: Any) -> PlainModel:
    """A model of any backend as it stands. A plain one is returned as it is."""
    if isinstance(m, PlainModel):
        return m
    m.take_up()
    records, objective = parts_of(m.records), m.objective()
    check_deadline()
    domains, integer = m.domains()
    lower, upper = m.bounds_within(domains)
    names, auxiliary = list(m.variables), frozenset(m.auxiliary)
    return PlainModel(names, lower, upper, integer, records, objective, auxiliary, m.name, domains)


def parts_of(records: list[Constraint]) -> list[Constraint]:
    """The records, with the parts of each `Conjunction` in its place."""
    if not any(isinstance(each, Conjunction) for each in records):
        return records
    return [part for each in records for part in (each.parts if isinstance(each, Conjunction) else [each])]


def with_text(model: PlainModel) -> PlainModel:
    """The same model with its names and labels as text, for another process: they may be any objects."""
    return replace(model, variables=list(map(str, model.variables)), records=list(map(_with_text, model.records)))


def _with_text(record: Constraint) -> Constraint:
    if isinstance(record, Linear):
        columns, coefficients = tuple(record.columns), tuple(record.coefficients)
        return record._replace(columns=columns, coefficients=coefficients, label=record.name)
    if isinstance(record, Implication):
        return replace(record, row=record.row._replace(label=record.name), label=record.name)
    return replace(record, label=record.name)  # type: ignore[type-var]  # each kind of record is a dataclass


# -- the verbs ---------------------------------------------------------------------------------------------------------


class Expression:
    """The sum of coefficient * column and a constant."""

    __slots__ = ("coefficients", "columns", "constant")

    def __init__(self, columns: Sequence[Column], coefficients: Sequence[float], constant: float = 0) -> None:
        self.columns, self.coefficients, self.constant = columns, coefficients, constant

    def __add__(self, other: Any) -> "Expression":
        if not isinstance(other, Expression):
            return Expression(self.columns, self.coefficients, self.constant + other)
        columns, coefficients = (*self.columns, *other.columns), (*self.coefficients, *other.coefficients)
        return Expression(columns, coefficients, self.constant + other.constant)

    def __mul__(self, factor: float) -> "Expression":
        return Expression(self.columns, [factor * c for c in self.coefficients], factor * self.constant)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> "Expression":
        return self * -1

    def __sub__(self, other: Any) -> "Expression":
        return self + (-other)

    def __rsub__(self, other: Any) -> "Expression":
        return -self + other

    def _row(self, other: Any, is_least: bool, is_most: bool) -> Linear:
        """The row self - other >= 0, <= 0, or both."""
        difference = self - other
        term, side = simple_term(difference.columns, difference.coefficients), -difference.constant
        return Linear(
            term.columns, term.coefficients, side if is_least else -inf, side if is_most else inf, "a comparison"
        )

    def __le__(self, other: Any) -> Linear:
        return self._row(other, False, True)

    def __ge__(self, other: Any) -> Linear:
        return self._row(other, True, False)

    def __eq__(self, other: object) -> Linear:  # type: ignore[override]
        return self._row(other, True, True)

    __hash__ = object.__hash__


class Variable(Expression):
    """A column."""

    __slots__ = ("name",)

    def __init__(self, name: Any, column: Column) -> None:
        super().__init__((column,), (1,))
        self.name = name  # or the variable of a library, which may take long to say its name

    def __str__(self) -> str:
        return str(self.name)

    __repr__ = __str__


class Variables(Sequence[Variable]):
    """The columns of a model as variables, each made when it is asked for: a model may have many."""

    def __init__(self, names: list[Any]) -> None:
        self._names = names

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [Variable(self._names[j], j) for j in range(*k.indices(len(self)))]
        return Variable(self._names[k], k)


class PlainBackend(Backend):
    """The methods of a backend for a `PlainModel`, whose lists grow.

    >>> m = PlainBackend(PlainModel([], [], [], [], [], None))
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> m.add(2 * x["a"] - x["b"] >= 1, "row")
    Linear(columns=(0, 1), coefficients=(2, -1), lower=1, upper=inf, label='row')
    """

    refusals = (TypeError,)

    def __init__(self, native: PlainModel) -> None:
        super().__init__(native)
        self.name, self._values = native.name, list[float]()
        self.variables = Variables(native.variables)  # type: ignore[assignment]

    @cached_property
    def _names(self) -> set[tuple[str, str]]:
        """The kinds and the names in use; most models that only get cuts are never asked for them."""
        return {("rules" if isinstance(each, Linear) else "logic", each.name) for each in self.native.records}

    def has_constraint(self, name: str, logic: bool = False) -> bool:
        return ("logic" if logic else "rules", name) in self._names

    def define(self, name: str, keys: list[Any], bounds: tuple[int, int] | None) -> list[Variable]:
        native, known = self.native, len(self.variables)
        ends = bounds or (0, 1)
        added = [Variable(f"{name}[{key}]", k) for k, key in enumerate(keys, known)]
        native.variables += [x.name for x in added]
        native.lower += [float(ends[0])] * len(keys)
        native.upper += [float(ends[1])] * len(keys)
        native.domains += [ends] * len(keys)
        native.integer += [True] * len(keys)
        return added

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Expression:
        parts = list(zip(coefficients, variables, strict=True))
        if all(type(x) is Variable for _, x in parts):
            return Expression([x.columns[0] for _, x in parts], [c for c, _ in parts])
        total = Expression((), ())
        for c, x in parts:
            total = total + c * x
        return total

    def add(self, constraint: Any, name: Any) -> Linear:
        self._new_name("rules", name)
        record: Linear = constraint._replace(label=name)
        self._names.add(("rules", str(name)))
        self.native.records.append(record)
        return record

    def post(self, constraint: Any, name: str) -> Linear:
        raise NotImplementedError  # `add` does not ask for it

    def post_logical(self, record: Logical, parts: Sequence[Any], name: str) -> Logical:
        self._names.add(("logic", name))
        self.native.records.append(record)
        return record

    def _label(self, kind: str, constraint: Any, label: Any, name: str) -> Any:
        return constraint  # a record has its label

    def read_term(self, expression: Any, label: Any) -> Term:
        if not isinstance(expression, Expression):
            return Term((), (), expression + 0)
        return simple_term(expression.columns, expression.coefficients, expression.constant)

    def read_comparison(self, constraint: Any, label: Any) -> Linear:
        if not isinstance(constraint, Linear):
            raise TypeError("it is no comparison")
        return constraint._replace(label=label)

    def find_column(self, variable: Any) -> Column:
        if not isinstance(variable, Variable):
            raise self._no_variable(variable)
        return variable.columns[0]

    def constraints(self) -> list[Any]:
        return list(self.native.records)

    def read_some(self, constraints: Sequence[Any]) -> list[Constraint]:
        return list(constraints)

    def bounds(self) -> tuple[list[float], list[float]]:
        return self.native.bounds()

    def bounds_within(self, domains: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
        return self.checked_ends(*self.bounds())  # of a column that was fixed when the model was read, its value

    def ends(self) -> tuple[list[Any], list[bool]]:
        return list(self.native.domains), list(self.native.integer)

    def domain(self, column: Column) -> tuple[float, float]:
        return self.native.domains[column]

    def is_integer(self, column: Column) -> bool:
        return self.native.integer[column]

    def optimise(self, expression: Any, sign: int) -> None:
        self.native.minimised = Objective.of(self.read_term(expression, "the objective"), sign)

    def objective(self) -> Any:
        return self.native.minimised

    def remove(self, constraints: Sequence[Any]) -> None:
        gone = set(map(id, constraints))
        self.native.records = [record for record in self.native.records if id(record) not in gone]

    def hold(self, variable: Variable, value: int) -> tuple[float, float]:
        [k], native = variable.columns, self.native
        before = native.lower[k], native.upper[k]
        native.lower[k] = native.upper[k] = float(value)
        return before

    def release(self, variable: Variable, before: tuple[float, float]) -> None:
        [k] = variable.columns
        self.native.lower[k], self.native.upper[k] = before

    def is_held(self, variable: Variable, value: float) -> bool:
        [k] = variable.columns
        return bool(self.native.lower[k] == self.native.upper[k] == value)

    def load(self, values: Sequence[float]) -> None:
        self._values = list(values)

    def loaded(self, variable: Variable) -> float | None:
        [k] = variable.columns
        return self._values[k] if k < len(self._values) else None

    def copy(self) -> "tuple[PlainBackend, dict[int, Any]]":
        made = PlainBackend(self.native.copy())
        made._fixed = dict(self._fixed)
        return made, {id(record): record for record in self.native.records}

    def text(self) -> str:
        return self.native.text()
