"""PuLP: the model is an `LpProblem`.

PuLP has no logical constraints. Those wait in `logic()`, beside the `LpProblem`, until a rewrite turns them into linear
ones or a CP engine takes them as they are. Reading a model back works for any `LpProblem`.

PuLP's names may not hold spaces, for they go into LP files; the names that people read are kept here.

Source: https://coin-or.github.io/pulp/
"""

import warnings
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pulp

from ..errors import InputError, UnsupportedError
from .protocol import AllDifferent, Column, Constraint, Exclude, Linear, Logical, NotEqual, Term

__all__ = ["PulpBackend", "new"]

# What LP files allow in names: y_((1, 4), 7) becomes y_1_4_7, and "cell (1, 4) has a digit" becomes
# cell_(1,_4)_has_a_digit.
IN_VARIABLES = str.maketrans({"(": None, ")": None, " ": None, "'": None, ",": "_", "-": "m", ".": "_"})
IN_ROWS = str.maketrans(dict.fromkeys(" !\"#$%&'*+-/:;<=>?@[\\]^`{|}~", "_"))


def new() -> "PulpBackend":
    """An empty model."""
    return PulpBackend(pulp.LpProblem("model", pulp.LpMinimize))


class PulpBackend:
    """The verbs over an `LpProblem`, a new one or one of your own.

    >>> m = new()
    >>> x = m.int_vars("x", [(1, 1), (1, 2)], 1, 9)
    >>> _ = m.all_different(x.values(), "row 1 is all different")
    >>> x[1, 1], m.native.numConstraints(), m.logic()[0][1].name
    (x_1_1, 0, 'row 1 is all different')
    """

    name = "pulp"

    def __init__(self, native: pulp.LpProblem) -> None:
        self.native = native
        self._logic: list[Logical] = []
        self.variables: list[pulp.LpVariable] = []
        self._columns: dict[int, Column] = {}
        self._fixed: list[pulp.LpVariable] = []
        self._declared: dict[Column, tuple[float, float]] = {}
        self._names: dict[str, Any] = {}
        for variable in native.variables():
            self.column(variable)

    def bool_vars(self, name: str, keys: Iterable[Hashable]) -> dict[Any, Any]:
        return self.int_vars(name, keys, 0, 1)

    def int_vars(self, name: str, keys: Iterable[Hashable], lower: int, upper: int) -> dict[Any, Any]:
        keys, new = list(keys), self.native.add_variable
        labels = "\n".join([f"{name}_{key}" for key in keys]).translate(IN_VARIABLES).split("\n")
        variables = [new(label, lower, upper, pulp.LpInteger) for label in labels[: len(keys)]]
        self._columns.update((id(x), k) for k, x in enumerate(variables, len(self.variables)))
        self.variables += variables
        return dict(zip(keys, variables, strict=True))

    def sum(self, terms: Iterable[Any]) -> Any:
        terms = list(terms)
        if set(map(type, terms)) == {pulp.LpVariable}:
            coefficients = dict.fromkeys(terms, 1)  # twice as fast as lpSum, which adds term by term
            if len(coefficients) == len(terms):
                return pulp.LpAffineExpression(coefficients)
        return pulp.lpSum(terms)

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        return pulp.LpAffineExpression(zip(variables, coefficients, strict=True))

    def add(self, constraint: Any, name: Any) -> Any:
        label = str(name).translate(IN_ROWS)
        self._names[label] = name
        self.native.addConstraint(constraint, label)
        return constraint

    def not_equal(self, a: Any, b: Any, name: Any) -> Any:
        return self._state(NotEqual(self._term(a - b), name))

    def all_different(self, terms: Iterable[Any], name: Any) -> Any:
        return self._state(AllDifferent(tuple(self._term(term) for term in terms), name))

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Any:
        return self._state(Exclude({self.column(x): value for x, value in values}, at_least, name))

    def _state(self, constraint: Logical) -> Logical:
        self._logic.append(constraint)
        return constraint

    def fix(self, variable: Any, value: int) -> None:
        self._declared.setdefault(self.column(variable), _bounds(variable))
        variable.lowBound = variable.upBound = value
        self._fixed.append(variable)

    def free(self) -> None:
        for variable in self._fixed:
            low, high = self._declared[self.column(variable)]
            variable.lowBound = None if low == -np.inf else low
            variable.upBound = None if high == np.inf else high
        self._fixed.clear()

    def minimize(self, expression: Any) -> None:
        self.native.setObjective(pulp.LpAffineExpression(expression))

    def value(self, variable: Any) -> int:
        if variable.varValue is None:
            raise InputError(f"{variable.name} has no value yet; solve the model first")
        return round(variable.varValue)

    def column(self, variable: Any) -> Column:
        if (column := self._columns.get(id(variable))) is None:
            column = self._columns[id(variable)] = len(self.variables)
            self.variables.append(variable)
        return column

    def constraints(self) -> list[Any]:
        if self.native.sos1 or self.native.sos2:
            raise UnsupportedError("the LpProblem has SOS constraints, and no solver here can take them")
        linear: list[Any] = self.native.constraints()
        return linear + self._logic

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        return [self._linear(c) if isinstance(c, pulp.LpConstraint) else c for c in constraints]

    def logic(self) -> list[tuple[Any, Logical]]:
        return [(constraint, constraint) for constraint in self._logic]

    def _linear(self, constraint: pulp.LpConstraint) -> Linear:
        try:
            columns = [self._columns[id(variable)] for variable in constraint.keys()]  # noqa: SIM118  not a dict
        except KeyError:  # the variable was added to the LpProblem without us
            columns = [self.column(variable) for variable in constraint.keys()]  # noqa: SIM118
        rhs = -constraint.constant
        low = -np.inf if constraint.sense == pulp.LpConstraintLE else rhs
        high = np.inf if constraint.sense == pulp.LpConstraintGE else rhs
        name = constraint.name or ""
        return Linear(columns, list(constraint.values()), low, high, self._names.get(name, name))

    def _term(self, expression: Any) -> Term:
        linear = pulp.LpAffineExpression(expression)
        return Term(tuple(map(self.column, linear)), tuple(linear.values()), linear.constant)

    def bounds(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        lower = np.array([variable.lowBound for variable in self.variables], dtype=float)
        upper = np.array([variable.upBound for variable in self.variables], dtype=float)
        lower[np.isnan(lower)] = -np.inf  # None, for no bound, has become nan
        upper[np.isnan(upper)] = np.inf
        return lower, upper

    def declared(self, column: Column) -> tuple[float, float]:
        return self._declared.get(column) or _bounds(self.variables[column])

    def is_integer(self, column: Column) -> bool:
        return bool(self.variables[column].cat == pulp.LpInteger)

    def objective(self) -> Term | None:
        if not self.native.objective:
            return None
        term = self._term(self.native.objective)
        sign = self.native.sense  # PuLP's LpMinimize is 1, its LpMaximize -1
        return Term(term.columns, tuple(sign * c for c in term.coefficients), sign * term.constant)

    def retire(self, constraint: Any) -> None:
        self._logic = [kept for kept in self._logic if kept is not constraint]

    def forget(self, constraints: Sequence[Any]) -> None:
        logical = {id(c) for c in constraints if not isinstance(c, pulp.LpConstraint)}
        self._logic = [kept for kept in self._logic if id(kept) not in logical]
        with warnings.catch_warnings():  # removal by name is the one way PuLP 3 has, and it warns of PuLP 4
            warnings.simplefilter("ignore", DeprecationWarning)
            for constraint in constraints:
                if id(constraint) not in logical:
                    del self.native.constraints[constraint.name]

    def load(self, values: npt.NDArray[np.float64]) -> None:
        for variable, value in zip(self.variables, values.tolist(), strict=True):
            variable.varValue = value


def _bounds(variable: pulp.LpVariable) -> tuple[float, float]:
    low, high = variable.lowBound, variable.upBound
    return (-np.inf if low is None else low), (np.inf if high is None else high)
