"""The recipe for a MILP solver: a class with one method, `run`, which gets the model as arrays.

The session around it reads the model, refuses by name what a MILP solver would have to drop, keeps the time limit, and
decides what the solver's claim proves. Unless the solver declares the feature IN_PROCESS, `run` is called in a worker
process, which is killed at Ctrl-C and when it exceeds its limit, with the programs that it has started.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..backends import Backend, Linear
from ..errors import SolverError, SudokuModelsError, UnsupportedError
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, deadline_of
from .protocol import (
    CONTINUOUS,
    GAVE_UP,
    IN_PROCESS,
    INTERRUPT,
    OBJECTIVE,
    PROOF,
    TIME_LIMIT,
    Outcome,
    Paradigm,
    SolverFacts,
    Status,
    no_time,
)
from .separate import PlainModel, is_separate, plain, solve_separately, start_worker
from .small_numbers import solve_in_small_numbers, solve_in_whole_numbers

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[Any]

FEASIBILITY = 1e-6
"""Within which values satisfy rows and bounds."""


# -- the model as arrays ----------------------------------------------------------------------------------------------


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

    def is_small(self, largest: float) -> bool:
        """Whether its numbers are whole, and its rows and its objective surely below a size."""
        return are_small(largest_sum(self.rows), self.lower, self.upper, self.cost, largest)

    def holds(self, values: Floats) -> bool:
        """Whether values satisfy the rows, the bounds and the integrality, up to a tolerance."""
        if (values < self.lower - FEASIBILITY).any() or (values > self.upper + FEASIBILITY).any():
            return False
        if (np.abs(values - np.round(values))[self.integer] > FEASIBILITY).any():
            return False
        row = np.repeat(np.arange(len(self.rows.lower)), np.diff(self.rows.starts))
        sums = np.bincount(row, self.rows.coefficients * values[self.rows.columns], len(self.rows.lower))
        return bool((sums >= self.rows.lower - FEASIBILITY).all() and (sums <= self.rows.upper + FEASIBILITY).all())


def milp_of(m: Backend | PlainModel, solver: str) -> Milp:
    """The linear model as it stands.

    Raises:
        UnsupportedError: When a constraint is not linear; the message names it.
    """
    records = read_linear(m, m.constraints(), solver)
    lower, upper = m.bounds()
    integer = np.array([m.is_integer(k) for k in range(len(lower))], dtype=bool)
    names = [str(x) for x in m.variables]
    return Milp(names, lower, upper, integer, *costs(m, len(lower)), compressed(records), [r.name for r in records])


def costs(m: Backend | PlainModel, width: int) -> tuple[Floats, float]:
    """The cost of each column in the objective, which is minimised, and its constant."""
    cost = np.zeros(width)
    if (objective := m.objective()) is None:
        return cost, 0.0
    np.add.at(cost, list(objective.columns), objective.coefficients)
    return cost, float(objective.constant)


def read_linear(m: Backend | PlainModel, rows: Sequence[Any], solver: str = "HiGHS") -> list[Linear]:
    """Linear constraints of a model as plain data.

    Raises:
        UnsupportedError: When one is not linear; the message names it.
    """
    read: list[Any] = m.read(rows)
    for record in read:
        if not isinstance(record, Linear):
            raise UnsupportedError(
                f"{solver} cannot take the logical constraint {record.name!r}, and it must not be dropped. Rewrite the "
                f"model first: model.rewritten(), or for a Pyomo model of your own "
                f"TransformationFactory('sudoku_models.linear')"
            )
    return read


def largest_sum(rows: SparseRows) -> float:
    """The largest sum of |coefficient| in a row, or the largest side; infinite when a number is not whole.

    >>> largest_sum(compressed([Linear((0, 2), (1, -4), 0, 3, "a"), Linear((1,), (1,), -np.inf, 4, "b")]))
    5.0
    """
    sides = np.concatenate([rows.lower, rows.upper])
    sides = sides[np.isfinite(sides)]
    if any((numbers != np.rint(numbers)).any() for numbers in (sides, rows.coefficients)):
        return np.inf
    row = np.repeat(np.arange(len(rows.lower)), np.diff(rows.starts))
    sums = np.bincount(row, np.abs(rows.coefficients), len(rows.lower))
    return float(max(sums.max(initial=0), np.abs(sides).max(initial=0)))


def are_small(in_rows: float, lower: Floats, upper: Floats, cost: Floats, largest: float) -> bool:
    """Whether the numbers of a model are whole, and its rows and its objective surely below a size.

    Args:
        in_rows: That of `largest_sum`.
        lower, upper, cost: The bounds and the costs of the columns.
        largest: The largest sum of |coefficient * value|.
    """
    if (cost != np.rint(cost)).any():
        return False
    value = float(max(np.abs(lower).max(initial=1), np.abs(upper).max(initial=1)))
    return max(in_rows, float(np.abs(cost).sum())) * value <= largest


# -- the recipe --------------------------------------------------------------------------------------------------------


class Claim(StrEnum):
    """The claim of a MILP solver about a model; all but INFEASIBLE, UNBOUNDED and NOTHING come with values."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    """The values may not be the best."""
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    """The objective is unbounded, or the model is infeasible or unbounded, and the solver does not know which."""
    NOTHING = "nothing"


class MilpSolver:
    """A MILP solver.

    Attributes:
        name: Its name.
        largest: Up to which sum of |coefficient * value| in a row, in whole numbers, its claims are proofs; larger rows
            are split, see `small_numbers`. Tolerances and the digits that files have set this limit: with 123456789012
            in a row, CBC reports a model with a solution as infeasible.
    """

    name: str
    paradigm: Paradigm = "MILP"
    features: frozenset[str] = frozenset({CONTINUOUS, OBJECTIVE, PROOF, INTERRUPT})
    largest: float = 1e5

    def run(self, milp: Milp, seconds: float | None) -> tuple[Claim, Floats | None]:
        """Solve a model that has at least one row or a cost.

        Args:
            milp: The model. Every row contains a column.
            seconds: The time limit; None means no limit.

        Returns:
            What the solver claims, and the values of the columns, if any. A value that is not a number stands for a
            column that the solver was not passed.
        """
        raise NotImplementedError

    def is_sure(self, m: Backend | PlainModel) -> bool:
        """Whether the claims about a linear model with small numbers are proofs; otherwise they are confirmed."""
        return True

    def facts(self, backend: str) -> SolverFacts:
        """The facts about the solver of this backend's models."""
        return SolverFacts(type(self).__name__, self.name)

    def session(self, m: Backend) -> "MilpSession":
        """A new session for a model."""
        return MilpSession(m, self)


class MilpSession:
    """A session of a MILP solver, which gets the whole model at each solve."""

    def __init__(self, m: Backend, solver: Any) -> None:
        self.m, self.solver = m, solver
        if self.is_sent_away():
            start_worker(solver)

    def is_sent_away(self) -> bool:
        """Whether the next solve runs in a worker process."""
        return IN_PROCESS not in self.solver.features and not is_separate()

    def solve(self, time_limit: float | None = None) -> Outcome:
        with deadline_of(time_limit) as deadline:
            try:
                return solve_separately(self.solver, self.m, deadline) if self.is_sent_away() else self._solve(deadline)
            except TimeLimit:
                return no_time()
            except OverflowError:
                raise UnsupportedError(
                    f"the model has a number beyond 1e308, which {self.solver.name} cannot take; measure in other units"
                ) from None

    def _solve(self, deadline: Deadline) -> Outcome:
        watch, solver = Stopwatch(), self.solver
        milp = milp_of(self.m, solver.name)
        if not (milp.is_small(solver.largest) and solver.is_sure(self.m)):
            return self._solve_in_small_numbers(deadline)
        translated = watch()
        outcome = self._solve_small(milp, deadline)
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        return outcome

    def _solve_in_small_numbers(self, deadline: Deadline) -> Outcome:
        """The outcome by way of models with small numbers, see `small_numbers`."""
        watch, solver, model = Stopwatch(), self.solver, plain(self.m)
        translated = watch()
        outcome = solve_in_small_numbers(
            model,
            solver,
            lambda small: self._solve_plain(small, deadline),
            lambda small: solve_in_whole_numbers(small, solver.name, deadline),
        )
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        return outcome

    def _solve_plain(self, small: PlainModel, deadline: Deadline) -> Outcome:
        """The outcome for a model with small numbers."""
        return self._solve_small(milp_of(small, self.solver.name), deadline)

    def _solve_small(self, milp: Milp, deadline: Deadline) -> Outcome:
        deadline.check()
        watch, name, limit = Stopwatch(), self.solver.name, deadline.left()
        try:
            claim, values = self._claim(milp, limit)
        except SudokuModelsError:
            raise
        except Exception as error:
            if not is_late(watch(), limit):
                raise SolverError(f"{name} failed: {error}") from error
            claim, values = Claim.NOTHING, None
        if values is not None:
            values = np.where(np.isnan(values), np.clip(0.0, milp.lower, milp.upper), values)
        if claim is Claim.INFEASIBLE and _may_be_unbounded(milp):
            claim = Claim.UNBOUNDED
        outcome = outcome_of(name, claim, values, bool(milp.cost.any()), is_late(watch(), limit))
        if outcome.status is Status.UNKNOWN and values is not None and milp.holds(values):
            outcome.incumbent = values  # at a limit, some programs write the values of a relaxation
        outcome.size = milp.size
        return outcome

    def _claim(self, milp: Milp, limit: float | None) -> tuple[Claim, Floats | None]:
        """The claim of the solver; without it where the rows without columns, such as 0 = 1, decide."""
        rows = milp.rows
        is_empty = np.diff(rows.starts) == 0
        if (is_empty & ((rows.lower > 0) | (rows.upper < 0))).any() or (milp.lower > milp.upper).any():
            return Claim.INFEASIBLE, None
        if is_empty.all():
            best = np.where(milp.cost > 0, milp.lower, np.where(milp.cost < 0, milp.upper, np.nan))
            return (Claim.UNBOUNDED, None) if np.isinf(best).any() else (Claim.OPTIMAL, best)
        return self.solver.run(milp.without_rows(is_empty), limit)


def outcome_of(name: str, claim: Claim, values: Floats | None, has_objective: bool, is_late: bool) -> Outcome:
    """The outcome that a claim proves.

    Close to the time limit it may not be a proof: some solvers stop before their limit and report "infeasible", or
    report the best solution so far as optimal. Without an objective, a solution needs no proof.
    """
    if claim in (Claim.OPTIMAL, Claim.FEASIBLE) and not (has_objective and (is_late or claim is Claim.FEASIBLE)):
        return Outcome(Status.SOLVED, f"{name} found a solution", values)
    if is_late:
        return Outcome(Status.UNKNOWN, f"{name} reached the time limit", stopped_by=TIME_LIMIT)
    if claim is Claim.INFEASIBLE:
        return Outcome(Status.INFEASIBLE, f"{name} proved that there is no solution")
    reason = "stopped before it had an answer"
    if claim is Claim.UNBOUNDED:
        reason = "reported that the objective is unbounded, or that the model is infeasible, so no solution is the best"
    return Outcome(Status.UNKNOWN, f"{name} {reason}", stopped_by=GAVE_UP)


def _may_be_unbounded(milp: Milp) -> bool:
    """Whether a column is unbounded in the direction in which the objective improves.

    Some interfaces, PuLP's of HiGHS among them, report "infeasible or unbounded" as infeasible.
    """
    ends = np.where(milp.cost > 0, milp.lower, milp.upper)
    return bool(np.isinf(ends[milp.cost != 0]).any())


def is_late(seconds: float, limit: float | None) -> bool:
    """Whether the time limit was reached, or nearly: CBC 2.10 stops up to 0.15 s before its limit."""
    return limit is not None and seconds >= limit - min(0.25 + 0.02 * limit, 0.6 * limit)
