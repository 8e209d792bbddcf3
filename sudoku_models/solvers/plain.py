"""A read-only copy of a model as plain data, for solvers in another process. It is read like a backend."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..backends import (
    AllDifferent,
    Backend,
    Column,
    Constraint,
    Exclude,
    Global,
    Implication,
    Linear,
    Logical,
    NotEqual,
    Table,
    Term,
    columns_of,
)
from ..errors import UnsupportedError
from ..runtime.limits import Deadline
from .protocol import read_all

__all__ = ["PlainModel", "plain", "rounded_bounds"]

TOLERANCE = 1e-9
"""A bound this close to an integer is rounded to it."""


@dataclass(frozen=True)
class PlainModel:
    """Columns and constraint records; the reading half of `Backend`."""

    variables: list[str]
    lower: npt.NDArray[np.float64]
    upper: npt.NDArray[np.float64]
    integer: list[bool]
    records: list[Constraint]
    minimised: Term | None
    auxiliary: frozenset[Column] = frozenset()
    name: str = "plain"

    @property
    def size(self) -> tuple[int, int, int]:
        """Variables, constraints and nonzeros."""
        return len(self.variables), len(self.records), sum(len(columns_of(record)) for record in self.records)

    def constraints(self) -> list[Any]:
        return list(self.records)

    def read(self, constraints: Sequence[Any]) -> list[Constraint]:
        return list(constraints)

    def logic(self) -> list[tuple[Any, Logical]]:
        return [(each, each) for each in self.records if not isinstance(each, Linear)]

    def bounds(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        return self.lower, self.upper

    def declared(self, column: Column) -> tuple[float, float]:
        return float(self.lower[column]), float(self.upper[column])

    def is_integer(self, column: Column) -> bool:
        return self.integer[column]

    def objective(self) -> Term | None:
        return self.minimised


def plain(m: Backend, deadline: Deadline) -> PlainModel:
    """A copy of a model as it stands.

    Raises:
        TimeLimit: At the deadline.
    """
    records = [_plain(record) for record in read_all(m, m.constraints(), deadline)]
    deadline.check()
    lower, upper = m.bounds()
    integer = [m.is_integer(k) for k in range(len(m.variables))]
    names, auxiliary = [str(x) for x in m.variables], frozenset(m.auxiliary)
    return PlainModel(names, lower, upper, integer, records, m.objective(), auxiliary)


def _plain(record: Constraint) -> Constraint:
    """The same record with its label as text."""
    match record:
        case Linear(columns, coefficients, lower, upper, name):
            return Linear(tuple(columns), tuple(coefficients), lower, upper, str(name))
        case NotEqual(difference, name):
            return NotEqual(difference, str(name))
        case AllDifferent(terms, name):
            return AllDifferent(terms, str(name))
        case Exclude(values, at_least, name):
            return Exclude(values, at_least, str(name))
        case Table(terms, tuples, allowed, name):
            return Table(terms, tuples, allowed, str(name))
        case Global():
            return record.over(record.terms, record.name)
        case Implication(conditions, row, name):
            return Implication(conditions, row._replace(label=str(name)), str(name))


def rounded_bounds(m: Backend, solver: str) -> tuple[list[int], list[int]]:
    """The bounds of a model of integer variables, rounded inwards.

    Raises:
        UnsupportedError: When a variable is not an integer, or has no finite bounds; the message names it.
    """
    lower, upper = m.bounds()
    is_finite = (np.isfinite(lower) & np.isfinite(upper)).tolist()
    for k in range(len(lower)):
        if not (is_finite[k] and m.is_integer(k)):
            raise UnsupportedError(
                f"{solver} supports only integer variables with finite bounds, and {m.variables[k]} is not one"
            )
    ends = np.ceil(lower - TOLERANCE).tolist(), np.floor(upper + TOLERANCE).tolist()
    return list(map(int, ends[0])), list(map(int, ends[1]))
