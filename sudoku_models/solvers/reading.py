"""A model as solvers read it, whatever library it is written in: records, bounds, and a linear model as arrays."""

import operator
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil, floor, isfinite
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..backends import Backend, Constraint, Linear
from ..errors import UnsupportedError
from ..runtime.interrupts import check_interrupt
from ..runtime.limits import Deadline

__all__ = [
    "CHUNK",
    "TOLERANCE",
    "Milp",
    "Records",
    "SparseRows",
    "check_numbers",
    "compressed",
    "costs",
    "linear_records",
    "milp_of",
    "read_all",
    "read_linear",
    "rounded_bounds",
]

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[Any]

FEASIBILITY = 1e-6
"""Within which values satisfy rows and bounds."""
TOLERANCE = 1e-9
"""A bound this close to an integer is rounded to it."""
CHUNK = 256
"""The number of constraints that are read between two checks of the clock."""


def read_all(m: Backend, constraints: list[Any], deadline: Deadline) -> list[Constraint]:
    """`m.read(constraints)`, interruptible by Ctrl-C and the deadline, because a large model takes seconds.

    Raises:
        TimeLimit: At the deadline.
        KeyboardInterrupt: When Ctrl-C was pressed.
    """
    read: list[Constraint] = []
    for start in range(0, len(constraints), CHUNK):
        check_interrupt()
        deadline.check()
        read += m.read(constraints[start : start + CHUNK])
    return read


class Records:
    """The constraints of a model as plain data; each is read once."""

    def __init__(self, m: Backend) -> None:
        self._m = m
        self._constraints: list[Any] = []
        self._records: list[Constraint] = []

    def read(self, deadline: Deadline) -> list[Constraint]:
        """The current constraints; see `read_all`."""
        present, known = self._m.constraints(), len(self._constraints)
        if len(present) < known or not all(map(operator.is_, self._constraints, present)):
            self._constraints, self._records, known = [], [], 0
        self._records = self._records + read_all(self._m, present[known:], deadline)
        self._constraints = present
        return self._records


def rounded_bounds(m: Backend, solver: str) -> tuple[list[int], list[int]]:
    """The bounds of a model of integer variables, rounded inwards.

    Raises:
        UnsupportedError: When a variable is not an integer, or has no finite bounds; the message names it.
    """
    lower, upper = m.bounds()
    ends = list(zip(lower.tolist(), upper.tolist(), strict=True))
    for k, (low, high) in enumerate(ends):
        if not (isfinite(low) and isfinite(high) and m.is_integer(k)):
            raise UnsupportedError(
                f"{solver} supports only integer variables with finite bounds, and {m.variables[k]} is not one"
            )
    return [ceil(low - TOLERANCE) for low, _ in ends], [floor(high + TOLERANCE) for _, high in ends]


class SparseRows(NamedTuple):
    """lower <= matrix @ x <= upper, with the matrix in compressed rows.

    Row k has the columns and coefficients from `starts[k]` to `starts[k + 1]`.
    """

    lower: Floats
    upper: Floats
    starts: Integers
    columns: Integers
    coefficients: Floats


def compressed(records: Sequence[Linear]) -> SparseRows:
    """The constraint matrix of linear constraints, in compressed rows.

    >>> compressed([Linear((0, 2), (1, -1), 0, 3, "a"), Linear((1,), (2,), 1, 1, "b")]).columns
    array([0, 2, 1], dtype=int32)
    """
    columns, coefficients, lower, upper, _ = zip(*records, strict=True) if records else ((), (), (), (), ())
    starts = np.zeros(len(records) + 1, dtype=np.int32)
    np.cumsum(list(map(len, columns)), out=starts[1:])
    width = int(starts[-1])
    return SparseRows(
        np.array(lower, dtype=float),
        np.array(upper, dtype=float),
        starts,
        np.fromiter(chain.from_iterable(columns), np.int32, width),
        np.fromiter(chain.from_iterable(coefficients), float, width),
    )


@dataclass(frozen=True)
class Milp:
    """Minimise cost @ x + constant, where x satisfies the rows and the bounds, and is whole where `integer` says so.

    Attributes:
        names: The names of the columns in the modelling library, for messages.
        rows: The constraints, in compressed rows.
        row_names: The labels of the rows, for messages.
    """

    names: list[str]
    lower: Floats
    upper: Floats
    integer: npt.NDArray[np.bool_]
    cost: Floats
    constant: float
    rows: SparseRows
    row_names: list[str]

    @property
    def size(self) -> tuple[int, int, int]:
        """Variables, constraints and nonzeros."""
        return len(self.lower), len(self.row_names), len(self.rows.columns)

    def row(self, k: int) -> tuple[list[int], list[float], float, float]:
        """The columns, the coefficients and the two sides of a row, as Python's numbers."""
        _, _, starts, columns, coefficients = self.rows
        part = slice(starts[k], starts[k + 1])
        return columns[part].tolist(), coefficients[part].tolist(), float(self.rows.lower[k]), float(self.rows.upper[k])

    def without_rows(self, gone: npt.NDArray[np.bool_]) -> "Milp":
        """The model without these rows, which have no columns."""
        if not gone.any():
            return self
        lower, upper, starts, columns, coefficients = self.rows
        kept = ~gone
        rows = SparseRows(lower[kept], upper[kept], starts[np.append(kept, True)], columns, coefficients)
        return replace(self, rows=rows, row_names=[self.row_names[k] for k in np.flatnonzero(kept)])

    def used(self) -> list[int]:
        """The columns that a row or the objective contains."""
        return sorted({*self.rows.columns.tolist(), *np.flatnonzero(self.cost).tolist()})

    def holds(self, values: Floats) -> bool:
        """Whether values satisfy the rows, the bounds and the integrality, up to a tolerance."""
        if (values < self.lower - FEASIBILITY).any() or (values > self.upper + FEASIBILITY).any():
            return False
        if (np.abs(values - np.round(values))[self.integer] > FEASIBILITY).any():
            return False
        row = np.repeat(np.arange(len(self.rows.lower)), np.diff(self.rows.starts))
        sums = np.bincount(row, self.rows.coefficients * values[self.rows.columns], len(self.rows.lower))
        return bool((sums >= self.rows.lower - FEASIBILITY).all() and (sums <= self.rows.upper + FEASIBILITY).all())


def milp_of(m: Backend, solver: str, deadline: Deadline) -> Milp:
    """The linear model as it stands.

    Raises:
        UnsupportedError: When a constraint is not linear; the message names it.
        TimeLimit: At the deadline.
    """
    records = linear_records(read_all(m, m.constraints(), deadline), solver)
    lower, upper = m.bounds()
    integer = np.array([m.is_integer(k) for k in range(len(lower))], dtype=bool)
    names = [str(x) for x in m.variables]
    return Milp(names, lower, upper, integer, *costs(m, len(lower)), compressed(records), [r.name for r in records])


def costs(m: Backend, width: int) -> tuple[Floats, float]:
    """The cost of each column in the objective, which is minimised, and its constant."""
    cost = np.zeros(width)
    if (objective := m.objective()) is None:
        return cost, 0.0
    np.add.at(cost, list(objective.columns), objective.coefficients)
    return cost, float(objective.constant)


def read_linear(m: Backend, rows: Sequence[Any], solver: str = "HiGHS") -> list[Linear]:
    """Linear constraints of a model as plain data.

    Raises:
        UnsupportedError: When one is not linear; the message names it.
    """
    return linear_records(m.read(rows), solver)


def linear_records(records: Sequence[Any], solver: str) -> list[Linear]:
    """These records, if all of them are linear; otherwise the error that names the first other one."""
    for record in records:
        if not isinstance(record, Linear):
            raise UnsupportedError(
                f"{solver} cannot take the logical constraint {record.name!r}, and it must not be dropped. Rewrite the "
                f"model first: model.rewritten(), or for a Pyomo model of your own "
                f"TransformationFactory('sudoku_models.linear')"
            )
    return list(records)


def check_numbers(milp: Milp, largest: float, solver: str) -> None:
    """Refuse numbers that the solver would not get as they are.

    Raises:
        UnsupportedError: When a bound, a coefficient or a side of a row is too large; the message names it.
    """

    def is_large(numbers: Floats) -> npt.NDArray[np.bool_]:
        return np.isfinite(numbers) & (np.abs(numbers) > largest)

    rows = milp.rows
    row = np.repeat(np.arange(len(rows.lower)), np.diff(rows.starts))
    found = [f"the bounds of {milp.names[k]}" for k in np.flatnonzero(is_large(milp.lower) | is_large(milp.upper))]
    found += [repr(milp.row_names[k]) for k in np.flatnonzero(is_large(rows.lower) | is_large(rows.upper))]
    found += [repr(milp.row_names[row[k]]) for k in np.flatnonzero(is_large(rows.coefficients))]
    if found:
        problem = f"{solver} takes numbers up to {largest:,.0f} only, and {found[0]} has a larger one"
        raise UnsupportedError(f"{problem}; highs and cpsat take it")
