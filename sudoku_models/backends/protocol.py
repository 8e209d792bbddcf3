"""The backend protocol, and the plain data as which constraints are read back."""

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
"""The index of a variable in `Backend.variables`."""


@dataclass(frozen=True, slots=True)
class Term:
    """A linear expression `sum of coefficient * variable + constant`."""

    columns: tuple[Column, ...]
    coefficients: tuple[float, ...]
    constant: float = 0.0


@dataclass(frozen=True, slots=True)
class Objective(Term):
    """An objective to minimise. The user's own objective is `sign` times this; `sign` is -1 for a maximisation.

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
    """A fingerprint of the current model. Two are equal exactly when nothing was changed between them.

    Attributes:
        rows: One stamp for each constraint, in the order of `Backend.constraints()`. It begins with the id of the
            constraint object, and changes when the constraint is edited in place.
        domains: The declared bounds and the integrality of each column; compare it with `==`.
        fixed: The columns that are currently fixed, each with its bounds.
        objective: The objective, if any.
    """

    rows: list[tuple[Any, ...]]
    domains: Any
    fixed: dict[Column, Any]
    objective: Objective | None


def columns_of(constraint: Constraint) -> list[Column]:
    """The columns of a constraint; a column that occurs in several terms is listed several times.

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
    """The methods of each backend. `Any` stands for an object of the library: a variable, expression or constraint."""

    name: str
    native: Any
    variables: list[Any]
    """All variables, in the order of their columns."""
    auxiliary: set[Column]
    """Columns that the backend has added for a constraint and that no record mentions; their values do not matter."""

    def bool_vars(self, name: str, keys: Iterable[Hashable]) -> dict[Any, Any]:
        """A binary variable for each key."""

    def int_vars(self, name: str, keys: Iterable[Hashable], lower: int, upper: int) -> dict[Any, Any]:
        """An integer variable with domain lower..upper for each key.

        Raises:
            InputError: When the bounds are not integers, or the lower one exceeds the upper one.
        """

    def sum(self, terms: Iterable[Any]) -> Any:
        """The sum of the terms."""

    def dot(self, coefficients: Iterable[float], variables: Iterable[Any]) -> Any:
        """The sum of coefficient * variable."""

    def add(self, constraint: Any, name: Any) -> Any:
        """Add a linear constraint, made with `==`, `<=` or `>=`.

        Add one comparison at a time. Python takes `2 <= x <= 3` for `2 <= x and x <= 3`, of which PuLP's comparisons,
        unlike Pyomo's and CP-SAT's, silently leave only the last.

        Args:
            constraint: The comparison.
            name: The label: a string, or any object with a meaningful `str`. The library gets `str(name)`, and `read`
                returns the object itself.

        Returns:
            The library's constraint object, as do the methods for logical constraints below.

        Raises:
            InputError: When it is not a comparison, or a constraint of this name exists.
        """

    def not_equal(self, a: Any, b: Any, name: Any) -> Any:
        """Add the constraint a != b."""

    def all_different(self, terms: Iterable[Any], name: Any) -> Any:
        """Add the constraint that no two of the terms are equal."""

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Any:
        """Add the constraint that at least `at_least` of the variables take another value than the given one."""

    def is_stated(self, name: str, logic: bool = False) -> bool:
        """Whether a linear constraint of this name exists, or, with `logic`, a logical one."""

    def fix(self, variable: Any, value: int) -> None:
        """Fix a variable to a value of its domain."""

    def free(self, columns: Iterable[Column] | None = None) -> None:
        """Unfix the variables of these columns, or all variables."""

    def minimize(self, expression: Any) -> None:
        """Set the objective; it replaces the previous one."""

    def value(self, variable: Any) -> int:
        """The value of a variable in the last solution, rounded.

        Raises:
            InputError: When it has no value yet.
        """

    def column(self, variable: Any) -> Column:
        """The column of a variable."""

    def constraints(self) -> list[Any]:
        """The library's own active constraint objects, in the order in which they were added.

        An object always represents the same constraint, so that a session can tell new ones from known ones.
        """

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        """These constraints as plain data.

        Raises:
            UnsupportedError: When one is of a kind that is not supported; the message names it.
        """

    def logic(self) -> list[tuple[Any, "Logical"]]:
        """The active logical constraints, each with its plain data."""

    def bounds(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The current lower and upper bound of each variable; for a fixed variable, its value.

        The bounds of integer variables are integers.

        Raises:
            InputError: When a variable has an empty domain; the message names it.
        """

    def declared(self, column: Column) -> tuple[float, float]:
        """The domain that a variable was declared with, fixed or not."""

    def is_integer(self, column: Column) -> bool:
        """Whether a variable is an integer (a binary is one)."""

    def objective(self) -> Objective | None:
        """The objective, if any; its `sign` is -1 when the model maximises."""

    def retire(self, constraints: Sequence[Any]) -> None:
        """Deactivate logical constraints that a rewrite has replaced by linear ones."""

    def forget(self, constraints: Sequence[Any]) -> None:
        """Remove constraints, such as the cuts of a finished count."""

    def discard(self, columns: Iterable[Column]) -> None:
        """Set variables that no constraint uses any more to 0 permanently, such as the binaries of a removed cut."""

    def load(self, values: npt.NDArray[np.float64]) -> None:
        """Store a solution in the library's own variables."""

    def copy(self) -> "tuple[Backend, dict[int, Any]]":
        """An independent copy of the current model, including edits of `native`.

        The copy has the same columns in the same order, the same fixed variables and declared domains, the same logical
        constraints and the same objective.

        Returns:
            The copy, and a mapping from the ids of the library's objects to their copies. It has at least the
            constraints that `constraints()` lists.
        """

    def text(self) -> str:
        """The model as the library prints it, with what is outside of the library's own model."""

    def snapshot(self) -> Snapshot:
        """A fingerprint of the current model, to detect changes since the last one.

        Variables that were added directly to `native` get their columns first.
        """
