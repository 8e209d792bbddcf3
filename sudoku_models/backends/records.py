"""The plain data as which constraints are read back: one record for each kind."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = [
    "AllDifferent",
    "Column",
    "Constraint",
    "Definition",
    "Exclude",
    "Global",
    "Implication",
    "Linear",
    "Logical",
    "NotEqual",
    "Objective",
    "Snapshot",
    "Table",
    "Term",
    "columns_of",
]

Column = int
"""The index of a variable in `Backend.variables`."""


class Definition(str):
    """The label of a constraint that only says what an added binary means, as those of `equals` do.

    Every solution of the other constraints satisfies it with one value of the binary, so no explanation rests on it.
    """

    __slots__ = ()


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

    @classmethod
    def of(cls, term: Term, sign: int) -> "Objective":
        """The objective of a model that minimises a term, or with the sign -1 maximises it."""
        return cls(term.columns, tuple(sign * c for c in term.coefficients), sign * term.constant, sign)


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


class Labelled:
    """A logical constraint has a label, and its name is the label in words."""

    __slots__ = ()
    label: Any

    @property
    def name(self) -> str:
        """The label in words."""
        return str(self.label)


@dataclass(frozen=True, slots=True)
class NotEqual(Labelled):
    """difference != 0."""

    difference: Term
    label: Any


@dataclass(frozen=True, slots=True)
class AllDifferent(Labelled):
    """No two of the terms are equal."""

    terms: tuple[Term, ...]
    label: Any


@dataclass(frozen=True, slots=True)
class Exclude(Labelled):
    """At least `at_least` of the inequalities "column != value" hold: "not this grid". Columns may repeat."""

    values: tuple[tuple[Column, int], ...]
    at_least: int
    label: Any


@dataclass(frozen=True, slots=True)
class Table(Labelled):
    """The values of the terms together are one of the tuples; or, when these are not allowed, none of them.

    The tuples differ, and each has one value for each term. A table with one term is a domain with gaps.

    >>> Table((Term((0,), (1,)), Term((1,), (2,))), ((1, 4), (3, 2)), True, "(1, 4) or (3, 2)").name
    '(1, 4) or (3, 2)'
    """

    terms: tuple[Term, ...]
    tuples: tuple[tuple[int, ...], ...]
    allowed: bool
    label: Any

    def over(self, terms: Sequence[Term], label: Any) -> "Table":
        """The same table of other terms."""
        return Table(tuple(terms), self.tuples, self.allowed, label)

    def allows(self, values: Sequence[float]) -> bool:
        """Whether the constraint holds when the terms have these values."""
        return (tuple(values) in self.tuples) == self.allowed


@dataclass(frozen=True, slots=True)
class Implication(Labelled):
    """When each column of the conditions has its value, the linear constraint `row` holds.

    Without conditions it always holds. The columns of the conditions are binaries, or in a Pyomo model integers.

    >>> Implication(((2, 1),), Linear((0, 1), (1, -1), 0, 3, "close"), "close if 2").row.upper
    3
    """

    conditions: tuple[tuple[Column, int], ...]
    row: Linear
    label: Any


class Global(Labelled):
    """A constraint on the values of its terms, of a kind of `global_constraints`.

    Rewrites, solvers and checks use what all kinds have in common.
    """

    __slots__ = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """All terms, in an order of their own."""
        raise NotImplementedError

    def over(self, terms: Sequence[Term], label: Any) -> "Global":
        """The same constraint on other terms, in the same order."""
        raise NotImplementedError

    def allows(self, values: Sequence[float]) -> bool:
        """Whether the constraint holds when the terms have these values."""
        raise NotImplementedError


Logical = NotEqual | AllDifferent | Exclude | Table | Implication | Global
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
        case AllDifferent() | Table() | Global():
            return [column for term in constraint.terms for column in term.columns]
        case Exclude():
            return [column for column, _ in constraint.values]
        case Implication():
            return [*(column for column, _ in constraint.conditions), *constraint.row.columns]
