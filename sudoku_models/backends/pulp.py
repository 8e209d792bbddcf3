"""PuLP: the model is an `LpProblem`.

PuLP has no logical constraints. They are kept in `logic()`, next to the `LpProblem`, until a rewrite linearises them or
a CP solver handles them directly; see `pulp_problem`. Any `LpProblem` can be read back.

Source: https://coin-or.github.io/pulp/
"""

import re
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

import pulp

from ..errors import InputError, UnsupportedError
from ..runtime.limits import check_deadline
from .numbers import check_not_rounded
from .protocol import LARGEST, free_name
from .pulp_problem import ASKED, LpProblem
from .records import Column, Constraint, Linear, Logical, Objective, Term, simple_term
from .refusals import COMPARISONS, TRUTH
from .verbs import Backend

# What LP files allow in names: y_((1, 4), 7) becomes y_1_4_7, and "cell (1, 4) has a digit" becomes
# cell_(1,_4)_has_a_digit.
IN_VARIABLES = str.maketrans(
    {"(": None, ")": None, " ": None, "'": None, "-": "m"} | dict.fromkeys(',.!"#$%&*+/:;<=>?@[\\]^`{|}~\n\t', "_")
)
IN_ROWS = str.maketrans(dict.fromkeys(" !\"#$%&'*+-/:;<=>?@[\\]^`{|}~\n\t", "_"))

SENSES = (pulp.LpConstraintLE, pulp.LpConstraintEQ, pulp.LpConstraintGE)


def new() -> "PulpBackend":
    """An empty model."""
    return PulpBackend(LpProblem("model", pulp.LpMinimize))


class PulpBackend(Backend):
    """The methods of a backend for an `LpProblem`, a new one or an existing one.

    >>> m = new()
    >>> x = m.int_vars("x", [(1, 1), (1, 2)], 1, 9)
    >>> _ = m.all_different(x.values(), "row 1 is all different")
    >>> x[1, 1], m.native.numConstraints(), m.logic()[0][1].name
    (x_1_1, 0, 'row 1 is all different')
    """

    name = "pulp"
    refusals = TypeError, ValueError, pulp.PulpError

    def __init__(self, native: pulp.LpProblem) -> None:
        if getattr(native, "waiting", ()):
            raise UnsupportedError(
                f"the LpProblem is part of a model with the logical constraint {native.waiting[0].name!r}, which it "
                f"cannot hold; use that model, or the LpProblem model.rewritten().native"
            )
        super().__init__(native)
        if type(native) is pulp.LpProblem:
            native.__class__ = LpProblem
        self._logic: list[Logical] = []  # PuLP has no logical constraints, so they are kept here
        native.waiting = self._logic
        self._names: set[str] = set()  # of the variables
        self._registered = 0  # variables
        self._read: dict[int, tuple[Any, int, float, Linear]] = {}
        """id(constraint) -> the constraint, its sense and constant when it was read, and its record."""
        self._keys: dict[int, str] = {}  # id(constraint) -> its key, of one without a name
        self._take_up(native.variables())

    def define(self, name: str, keys: list[Any], bounds: tuple[int, int] | None) -> list[Any]:
        new, (lower, upper) = self.native.add_variable, bounds or (0, 1)
        variables = [new(label, lower, upper, pulp.LpInteger) for label in self._unused(name, keys)]
        self.number(variables)
        return variables

    def _unused(self, name: str, keys: Sequence[Any]) -> list[str]:
        """A unique name for each variable."""
        joined = "\0".join([f"{name}_{key}" for key in keys]).translate(IN_VARIABLES)
        labels = (joined if joined.isascii() else re.sub(r"[^\0-\x7f]", "_", joined)).split("\0")[: len(keys)]
        if len(set(labels)) == len(keys) and self._names.isdisjoint(labels):
            self._names.update(labels)
            return labels
        return [self._unused_name(label) for label in labels]

    def _unused_name(self, label: str) -> str:
        name = free_name(label, self._names.__contains__)
        self._names.add(name)
        return name

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        coefficients, variables = list(coefficients), list(variables)
        if (total := expression_of(variables, coefficients)) is not None:
            return total
        if any(isinstance(x, pulp.LpConstraint) for x in variables):  # PuLP would add up their left-hand sides
            raise InputError(COMPARISONS)
        total = pulp.LpAffineExpression(constant=0)
        for c, x in zip(coefficients, variables, strict=True):
            total.addInPlace(c * x)
        return total

    def post(self, constraint: Any, name: str) -> Any:
        self.native.addConstraint(constraint, free_name(name.translate(IN_ROWS), rows_of(self.native).__contains__))
        return constraint

    def post_logical(self, record: Logical, parts: Sequence[Any], name: str) -> Logical:
        self._logic.append(record)
        return record

    def _check_relation(self, relation: Any, label: Any) -> None:
        if ASKED:
            comparison = ASKED.pop()
            if any(id(x) in self.columns for x in comparison.expr):
                raise InputError(f"before the constraint {str(label)!r}, {TRUTH} (here: {comparison})")
        super()._check_relation(relation, label)

    def read_term(self, expression: Any, label: Any) -> Term:
        linear = pulp.LpAffineExpression(expression)
        return simple_term(map(self.column, linear), linear.values(), linear.constant)

    def read_comparison(self, constraint: Any, label: Any) -> Linear:
        if not isinstance(constraint, pulp.LpConstraint):
            raise TypeError("it is no comparison")
        row = self.linear(constraint, label)
        return row._replace(columns=tuple(row.columns), coefficients=tuple(row.coefficients))

    def hold(self, variable: Any, value: int) -> tuple[Any, Any]:
        before = variable.lowBound, variable.upBound
        variable.lowBound = variable.upBound = value
        return before

    def release(self, variable: Any, before: tuple[Any, Any]) -> None:
        variable.lowBound, variable.upBound = before

    def is_held(self, variable: Any, value: float) -> bool:
        return bool(variable.lowBound == variable.upBound == value)

    def optimise(self, expression: Any, sign: int) -> None:
        self.native.setObjective(pulp.LpAffineExpression(expression))
        self.native.sense = sign  # PuLP's LpMinimize is 1, its LpMaximize -1

    def loaded(self, variable: Any) -> float | None:
        value: float | None = variable.varValue
        return value

    def find_column(self, variable: Any) -> Column:
        if not isinstance(variable, pulp.LpVariable):
            raise self._no_variable(variable)
        self._take_up([variable])
        return len(self.variables) - 1

    def constraints(self) -> list[Any]:
        if self.native.sos1 or self.native.sos2:
            names = ", ".join(repr(name) for name in (*self.native.sos1, *self.native.sos2))
            raise UnsupportedError(
                f"the LpProblem has SOS constraints ({names}), which no solver here supports; use binaries instead"
            )
        linear: list[Any] = self.native.constraints()
        if len(self._read) > 2 * len(linear) + 10:  # remove those of deleted constraints
            ids = set(map(id, linear))
            self._read = {key: kept for key, kept in self._read.items() if key in ids}
        return linear + self._logic

    def read_some(self, constraints: Sequence[Any]) -> list[Constraint]:
        known, column, records = self._read, self.columns.get, list[Constraint]()
        for c in constraints:
            if not isinstance(c, pulp.LpConstraint):
                records.append(c)
                continue
            expression, before = c.expr, known.get(id(c))
            if (
                before is None
                or before[0] is not c
                or before[1:3] != (c.sense, c.constant)
                or before[3].coefficients != list(expression.values())
                or before[3].columns != list(map(column, map(id, expression)))
            ):
                record = self.linear(c, self.label_of(c, c.name or self._key(c)))
                before = known[id(c)] = c, c.sense, c.constant, record
            records.append(before[3])
        return records

    def _key(self, constraint: pulp.LpConstraint) -> str:
        """The key of a constraint, which is its name where it has no other, as of `lp += a <= b`."""
        rows = rows_of(self.native)
        if rows.get(self._keys.get(id(constraint), "")) is not constraint:
            self._keys = {id(row): key for key, row in rows.items()}
        return self._keys.get(id(constraint), "")

    def logic(self) -> list[tuple[Any, Logical]]:
        return [(constraint, constraint) for constraint in self._logic]

    def linear(self, constraint: pulp.LpConstraint, label: Any) -> Linear:
        expression = constraint.expr
        try:
            columns = list(map(self.columns.__getitem__, map(id, expression)))
        except KeyError:  # the variable was added directly to the LpProblem
            columns = [self.column(variable) for variable in expression]
        rhs, sense = -constraint.constant, constraint.sense
        if abs(expression.constant) >= LARGEST:  # PuLP has added it to the right-hand side, perhaps as a float
            check_not_rounded(str(label), [expression.constant])
        if sense not in SENSES or rhs != rhs:
            raise UnsupportedError(f"constraint {str(label)!r} of the LpProblem has no sense or no right-hand side")
        low = -inf if sense == pulp.LpConstraintLE else rhs
        high = inf if sense == pulp.LpConstraintGE else rhs
        return Linear(columns, list(expression.values()), low, high, label)

    def ends(self) -> tuple[list[Any], list[bool]]:
        if not {x.cat for x in self.variables} <= {pulp.LpInteger, pulp.LpContinuous}:
            list(map(self.is_integer, range(len(self.variables))))  # which refuses one of them
        ends: list[tuple[Any, Any]] = [(x.lowBound, x.upBound) for x in self.variables]
        for k, (before, _) in self._fixed.items():
            ends[k] = before
        return ends, [x.cat == pulp.LpInteger for x in self.variables]

    def domain(self, column: Column) -> tuple[float | None, float | None]:
        x = self.variables[column]
        ends: tuple[Any, Any] = self._fixed[column][0] if column in self._fixed else (x.lowBound, x.upBound)
        return ends

    def is_integer(self, column: Column) -> bool:
        kind = self.variables[column].cat
        if kind not in (pulp.LpInteger, pulp.LpContinuous):
            raise UnsupportedError(
                f"variable {self.variables[column]} has the category {kind!r}, which PuLP does not interpret "
                f"consistently; make it {pulp.LpInteger!r} with bounds, or {pulp.LpContinuous!r}"
            )
        return bool(kind == pulp.LpInteger)

    def objective(self) -> Objective | None:
        if not self.native.objective:
            return None
        objective = self.native.objective
        columns = [self.columns.get(id(x), -1) for x in objective]
        if -1 in columns or 0 in objective.values():
            return Objective.of(self.read_term(objective, "the objective"), self.native.sense)
        term = Term(tuple(columns), tuple(objective.values()), objective.constant)
        return Objective.of(term, self.native.sense)

    def remove(self, constraints: Sequence[Any]) -> None:
        removed = {id(constraint) for constraint in constraints}
        self._logic[:] = [kept for kept in self._logic if id(kept) not in removed]
        rows = rows_of(self.native)
        for constraint in constraints:
            name = getattr(constraint, "name", None)
            if name is not None and rows.get(name) is constraint:
                del rows[name]
                removed.discard(id(constraint))
        for key in [key for key, row in rows.items() if id(row) in removed]:  # kept under another key than its name
            del rows[key]

    def load(self, values: Sequence[float]) -> None:
        for variable, value in zip(self.variables, values, strict=True):
            variable.varValue = value

    def copy(self) -> "tuple[PulpBackend, dict[int, Any]]":
        self.take_up()
        _ = self.records  # which refuses what a copy would not have, and gives columns to the variables in it
        native = pulp.LpProblem(self.native.name, self.native.sense)
        copy = PulpBackend(native)
        of = {x: copy_of(x, native) for x in self.variables}
        copy.number(of.values())
        copy._names = set(self._names)
        copy._logic += self._logic
        same: dict[int, Any] = {id(constraint): constraint for constraint in self._logic}  # which are immutable
        rows = rows_of(native)
        for key, row in rows_of(self.native).items():
            check_deadline()
            expression = pulp.LpAffineExpression({of[x]: c for x, c in row.items()})
            expression.constant = row.expr.constant
            rows[key] = same[id(row)] = pulp.LpConstraint(expression, row.sense, row.name)
            rows[key].constant = row.constant
        copy.take_over(self, same)
        if (objective := self.native.objective) is not None:
            expression = pulp.LpAffineExpression({of[x]: c for x, c in objective.items()}, objective.constant)
            expression.name = objective.name
            native.objective = expression
        native._add_variables([of[x] for x in self.native._variables])
        return copy, same

    def text(self) -> str:
        return str(self.native)

    def take_up(self) -> None:
        if len(self.native._variables) != self._registered:
            self._registered = len(self.native._variables)
            self._take_up(self.native._variables)
        super().take_up()

    def _take_up(self, variables: Iterable[Any]) -> None:
        """Give columns to those of these variables that have none."""
        new = [x for x in variables if id(x) not in self.columns]
        self.number(new)
        self._names.update(x.name for x in new)


def rows_of(native: pulp.LpProblem) -> dict[str, Any]:
    """The constraints by key. PuLP's public mapping emits a warning at each use, and PuLP 4 has none."""
    rows: dict[str, Any] = native._constraints
    return rows


def expression_of(variables: Sequence[Any], coefficients: Iterable[float]) -> pulp.LpAffineExpression | None:
    """The sum of coefficient * variable; None when a variable occurs twice, or is an expression.

    `pulp.lpSum` adds term by term and takes three times as long. `update` does not hash the variables again. The
    constant is an int: PuLP's default is the float 0.0, to which a whole number of 2^53 or more cannot be added.
    """
    if set(map(type, variables)) != {pulp.LpVariable}:
        return None
    terms = dict(zip(variables, coefficients, strict=True))
    if len(terms) < len(variables):
        return None
    total = pulp.LpAffineExpression(constant=0)
    total.update(terms)
    return total


def copy_of(x: pulp.LpVariable, native: pulp.LpProblem) -> pulp.LpVariable:
    """The same variable in another problem."""
    copy = native.add_variable(x.name, cat=x.cat)
    copy.lowBound, copy.upBound = x.lowBound, x.upBound
    copy._lowbound_original, copy._upbound_original = x._lowbound_original, x._upbound_original
    copy.varValue, copy.dj = x.varValue, x.dj
    return copy
