"""What a backend is, and the plain data in which a model is read back from it."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

__all__ = [
    "AllDifferent",
    "Backend",
    "Column",
    "Constraint",
    "Exclude",
    "Linear",
    "Logical",
    "NotEqual",
    "Objective",
    "Snapshot",
    "Term",
    "columns_of",
]

Column = int
"""The place of a variable in `Backend.variables`."""


@dataclass(frozen=True, slots=True)
class Term:
    """A linear expression `sum of coefficient * variable + constant`."""

    columns: tuple[Column, ...]
    coefficients: tuple[float, ...]
    constant: float = 0.0


@dataclass(frozen=True, slots=True)
class Objective(Term):
    """What is minimised. The user's own objective is `sign` times this: -1 where the model maximises.

    >>> Objective((0,), (-2.0,), sign=-1)  # maximise 2 * x
    Objective(columns=(0,), coefficients=(-2.0,), constant=0.0, sign=-1)
    """

    sign: int = 1


class Linear(NamedTuple):
    """lower <= sum of coefficient * variable <= upper."""

    columns: Sequence[Column]
    coefficients: Sequence[float]
    lower: float
    upper: float
    label: Any

    @property
    def name(self) -> str:
        """The label in words."""
        return str(self.label)


@dataclass(frozen=True, slots=True)
class NotEqual:
    """difference != 0."""

    difference: Term
    label: Any

    @property
    def name(self) -> str:
        """The label in words."""
        return str(self.label)


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two of the terms are equal."""

    terms: tuple[Term, ...]
    label: Any

    @property
    def name(self) -> str:
        """The label in words."""
        return str(self.label)


@dataclass(frozen=True, slots=True)
class Exclude:
    """At least `at_least` of the inequalities "column != value" hold: "not this grid". Columns may repeat."""

    values: tuple[tuple[Column, int], ...]
    at_least: int
    label: Any

    @property
    def name(self) -> str:
        """The label in words."""
        return str(self.label)


Logical = NotEqual | AllDifferent | Exclude
Constraint = Linear | Logical


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A fingerprint of a model as it stands. Two are equal exactly when nothing was changed between them.

    Attributes:
        rows: One stamp for each constraint, in the order of `Backend.constraints()`. It begins with the id of the
            constraint object, and changes when the constraint is edited in place.
        domains: The declared bounds and the integrality of each column; compare it with `==`.
        fixed: The columns that are fixed now, each with its bounds.
        objective: What is minimised, if anything.
    """

    rows: list[tuple[Any, ...]]
    domains: Any
    fixed: dict[Column, Any]
    objective: Objective | None


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
            return [column for column, _ in constraint.values]


class Backend(Protocol):
    """What each backend offers. `Any` stands for an object of the library: a variable, an expression, a constraint."""

    name: str
    native: Any
    variables: list[Any]
    """Every variable, in the order of its column."""

    def bool_vars(self, name: str, keys: Iterable[Hashable]) -> dict[Any, Any]:
        """A binary variable for each key."""

    def int_vars(self, name: str, keys: Iterable[Hashable], lower: int, upper: int) -> dict[Any, Any]:
        """An integer variable with domain lower..upper for each key.

        Raises:
            InputError: When the bounds are no whole numbers, or the lower one is above the upper one.
        """

    def sum(self, terms: Iterable[Any]) -> Any:
        """The sum of the terms."""

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        """The sum of coefficient * variable."""

    def add(self, constraint: Any, name: Any) -> Any:
        """State a linear constraint, made with `==`, `<=` or `>=`; returns the library's object, as do the next.

        Args:
            constraint: The comparison.
            name: The label: a string, or any object that `str` puts into words. The library gets `str(name)`, and
                `read` gives the object back.

        Raises:
            InputError: When the comparison is none, or there is a constraint of this name.
        """

    def not_equal(self, a: Any, b: Any, name: Any) -> Any:
        """State a != b."""

    def all_different(self, terms: Iterable[Any], name: Any) -> Any:
        """State that no two of the terms are equal."""

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Any:
        """State that at least so many of the variables take another value than this one."""

    def is_stated(self, name: str, logic: bool = False) -> bool:
        """Whether `add` has posted a constraint of this name, or, for `logic`, one of the verbs for logic."""

    def fix(self, variable: Any, value: int) -> None:
        """Fix a variable to a value of its domain."""

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
        """The lower and upper bound of each variable as it is now, fixed ones included.

        Those of integer variables are whole numbers.

        Raises:
            InputError: When no value is left for a variable; the message names it.
        """

    def declared(self, column: Column) -> tuple[float, float]:
        """The domain that a variable was declared with, fixed or not."""

    def is_integer(self, column: Column) -> bool:
        """Whether a variable is an integer (a binary is one)."""

    def objective(self) -> Objective | None:
        """What is minimised, if anything; its `sign` is -1 when the model maximises."""

    def retire(self, constraints: Sequence[Any]) -> None:
        """Take logical constraints out of force, because a rewrite has put linear ones in their place."""

    def forget(self, constraints: Sequence[Any]) -> None:
        """Remove constraints, such as the cuts of a count that is over."""

    def discard(self, columns: Iterable[Column]) -> None:
        """Set variables that no constraint names any more to 0 for good, such as the binaries of a removed cut."""

    def load(self, values: npt.NDArray[np.float64]) -> None:
        """Put a solution into the library's own variables."""

    def copy(self) -> "tuple[Backend, dict[int, Any]]":
        """An independent copy of the model as it stands, edits of `native` included.

        The copy has the same columns in the same order, the same fixed variables and declared domains, the same logical
        constraints and the same objective.

        Returns:
            The copy, and for each constraint that `constraints()` lists: id(constraint) -> the same constraint of the
            copy.
        """

    def snapshot(self) -> Snapshot:
        """A fingerprint of the model as it stands, to see what was changed since the last one.

        Variables that were added to `native` without these verbs get their columns first.
        """
