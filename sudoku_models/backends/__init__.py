"""Backends: one modelling library a file, all with the same handful of verbs.

A formulation says what it means in these verbs, and what comes back from them are the library's own objects. `y[i, d]`
*is* Pyomo's, PuLP's or CP-SAT's variable, expressions are built by the library's own operators, and `native` is the
library's real model, to be printed or solved without us at any time. A backend never knows Sudoku.

The verbs that state a model:

| verb                                        | states                                                     |
|---------------------------------------------|------------------------------------------------------------|
| `y = m.bool_vars("y", keys)`                | a binary for each key                                      |
| `x = m.int_vars("x", keys, 1, 9)`           | an integer in 1..9 for each key                            |
| `m.sum(terms)`                              | their sum, by the library's own fast way                   |
| `m.dot([2, 3], [a, b])`                     | 2*a + 3*b                                                  |
| `m.add(m.sum(terms) == 1, "row 3 has a 7")` | a linear constraint                                        |
| `m.not_equal(a, b, "...")`                  | a != b, a logical constraint                               |
| `m.all_different(xs, "row 3")`              | no two are equal, a logical constraint                     |
| `m.exclude([(x, 3), ...], "...", at_least=1)` | at least so many of these variables take another value     |
| `m.fix(x, 3)`, `m.free()`                   | x is 3; no variable is fixed any more                      |
| `m.minimize(expression)`                    | the objective, in place of the one before                  |
| `m.value(x)`                                | the value of x in the last solution, a whole number        |

What a rewrite or a solver needs to read a model back, whoever wrote it: `variables`, `constraints`, `read`, `bounds`,
`declared`, `objective`, `retire`, `forget`, `load`.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import UnknownNameError

__all__ = [
    "BACKENDS",
    "AllDifferent",
    "Backend",
    "Column",
    "Constraint",
    "Exclude",
    "Linear",
    "Logical",
    "NotEqual",
    "Term",
    "columns_of",
    "new_backend",
]

Column = int
"""The place of a variable in `Backend.variables`."""


@dataclass(frozen=True, slots=True)
class Term:
    """A linear expression `sum of coefficient * variable + constant`."""

    columns: tuple[Column, ...]
    coefficients: tuple[float, ...]
    constant: float = 0.0


class Linear(NamedTuple):
    """lower <= sum of coefficient * variable <= upper."""

    columns: Sequence[Column]
    coefficients: Sequence[float]
    lower: float
    upper: float
    name: str


@dataclass(frozen=True, slots=True)
class NotEqual:
    """difference != 0."""

    difference: Term
    name: str


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two of the terms are equal."""

    terms: tuple[Term, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Exclude:
    """At least `at_least` of the variables take another value than this one: "not this grid"."""

    values: dict[Column, int]
    at_least: int
    name: str


Logical = NotEqual | AllDifferent | Exclude
Constraint = Linear | Logical


def columns_of(constraint: Constraint) -> list[Column]:
    """The columns that a constraint is about; one that stands in several terms comes several times.

    >>> columns_of(NotEqual(Term((0, 4), (1, -1)), "differ"))
    [0, 4]
    """
    match constraint:
        case Linear():
            return list(constraint.columns)
        case NotEqual():
            return list(constraint.difference.columns)
        case AllDifferent():
            return [column for term in constraint.terms for column in term.columns]
        case Exclude():
            return list(constraint.values)


class Backend(Protocol):
    """What each backend offers. `Any` stands for an object of the library: a variable, an expression, a constraint."""

    name: str
    native: Any
    variables: list[Any]
    """Every variable, in the order of its column."""

    def bool_vars(self, name: str, keys: Iterable[Hashable]) -> dict[Any, Any]:
        """A binary variable for each key."""

    def int_vars(self, name: str, keys: Iterable[Hashable], lower: int, upper: int) -> dict[Any, Any]:
        """An integer variable with domain lower..upper for each key."""

    def sum(self, terms: Iterable[Any]) -> Any:
        """The sum of the terms."""

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        """The sum of coefficient * variable."""

    def add(self, constraint: Any, name: str) -> Any:
        """State a linear constraint, made with `==`, `<=` or `>=`; returns the library's object, as do the next."""

    def not_equal(self, a: Any, b: Any, name: str) -> Any:
        """State a != b."""

    def all_different(self, terms: Iterable[Any], name: str) -> Any:
        """State that no two of the terms are equal."""

    def exclude(self, values: Iterable[tuple[Any, int]], name: str, at_least: int = 1) -> Any:
        """State that at least so many of the variables take another value than this one."""

    def fix(self, variable: Any, value: int) -> None:
        """Fix a variable."""

    def free(self) -> None:
        """Let every fixed variable go."""

    def minimize(self, expression: Any) -> None:
        """State the objective, in place of the one before."""

    def value(self, variable: Any) -> int:
        """The value of a variable in the last solution, rounded.

        Raises:
            InputError: When it has none yet.
        """

    def column(self, variable: Any) -> Column:
        """The column of a variable."""

    def constraints(self) -> list[Any]:
        """The library's own constraint objects that are in force, in the order they were stated.

        An object stands for one constraint for good, so that a session can tell new ones from those it has taken.
        """

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        """Some of them, in plain data.

        Raises:
            UnsupportedError: When it is of a kind that nothing here can take; the message names it.
        """

    def logic(self) -> list[tuple[Any, "Logical"]]:
        """The logical constraints among them, with what they say."""

    def bounds(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The lower and upper bound of each variable as it is now, fixed ones included."""

    def declared(self, column: Column) -> tuple[float, float]:
        """The domain that a variable was declared with, fixed or not."""

    def is_integer(self, column: Column) -> bool:
        """Whether a variable is an integer (a binary is one)."""

    def objective(self) -> Term | None:
        """What is minimised, if anything."""

    def retire(self, constraint: Any) -> None:
        """Take a logical constraint out of force, because a rewrite has put linear ones in its place."""

    def forget(self, constraints: Sequence[Any]) -> None:
        """Remove constraints, such as the cuts of a count that is over."""

    def load(self, values: npt.NDArray[np.float64]) -> None:
        """Put a solution into the library's own variables."""


BACKENDS: dict[str, str] = {
    "pyomo": "the algebraic modelling language; states the CSP itself",
    "pulp": "the LP modeller; the CSP is kept beside the LpProblem until it is rewritten",
    "cpsat": "the CP engine's own API, for comparison",
}


def new_backend(name: str) -> Backend:
    """An empty model of the library that `name` stands for; the library is imported now.

    Raises:
        UnknownNameError: When there is no such backend.

    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", [1, 2], 1, 3)
    >>> _ = m.add(x[1] + x[2] <= 3, "at most three")
    >>> m.read(m.constraints())[0].name
    'at most three'
    """
    if name not in BACKENDS:
        raise UnknownNameError("backend", name, BACKENDS)
    module = import_module(f"{__name__}.{name}")
    backend: Backend = module.new()
    return backend
