"""The recipe for a MILP solver: a class with one method, `run`, which gets the model as lists of numbers.

The session around it reads the model, refuses by name what a MILP solver would have to drop, keeps the time limit, and
decides what the solver's claim is worth. Unless the solver declares `Feature.IN_PROCESS`, `run` is called in a worker
process, which is killed at Ctrl-C and when it exceeds its limit, with the programs that it has started.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, chain, compress, pairwise
from math import inf, isfinite, isinf, isnan, nan
from operator import gt, not_
from typing import Any, NamedTuple

from ..backends import Backend, Constraint, Linear, PlainModel, plain
from ..errors import SolverError, SudokuModelsError, UnsupportedError
from ..runtime.limits import Deadline, Stopwatch, TimeLimit, deadline_of
from .assurance import confirmed_if_doubtful
from .mixed import is_mixed, solve_mixed
from .protocol import GAVE_UP, TIME_LIMIT, Feature, Outcome, Paradigm, SolverFacts, Status, no_time
from .registry import title
from .separate import can_separate, solve_separately, start_worker
from .small_numbers import IN_ALL, solve_in_small_numbers

FEASIBILITY = 1e-6
"""Within which values satisfy rows and bounds."""


# -- the model as lists -----------------------------------------------------------------------------------------------


class SparseRows(NamedTuple):
    """lower <= matrix @ x <= upper, with the matrix in compressed rows.

    Row k has the columns and coefficients from `starts[k]` to `starts[k + 1]`.
    """

    lower: list[float]
    upper: list[float]
    starts: list[int]
    columns: list[int]
    coefficients: list[float]


def compressed(records: Sequence[Linear]) -> SparseRows:
    """The constraint matrix of linear constraints, in compressed rows.

    >>> compressed([Linear((0, 2), (1, -1), 0, 3, "a"), Linear((1,), (2,), 1, 1, "b")]).columns
    [0, 2, 1]
    """
    columns, coefficients, lower, upper, _ = zip(*records, strict=True) if records else ((), (), (), (), ())
    return SparseRows(
        list(map(float, lower)),
        list(map(float, upper)),
        [0, *accumulate(map(len, columns))],
        list(chain.from_iterable(columns)),
        list(map(float, chain.from_iterable(coefficients))),
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
    lower: list[float]
    upper: list[float]
    integer: list[bool]
    cost: list[float]
    constant: float
    rows: SparseRows
    row_names: list[str]

    @property
    def size(self) -> tuple[int, int, int]:
        """Variables, constraints and nonzeros."""
        return len(self.lower), len(self.row_names), len(self.rows.columns)

    def row(self, k: int) -> tuple[list[int], list[float], float, float]:
        """The columns, the coefficients and the two sides of a row."""
        lower, upper, starts, columns, coefficients = self.rows
        part = slice(starts[k], starts[k + 1])
        return columns[part], coefficients[part], lower[k], upper[k]

    def without_rows(self, gone: Sequence[bool]) -> "Milp":
        """The model without these rows, which have no columns."""
        if not any(gone):
            return self
        lower, upper, starts, columns, coefficients = self.rows
        kept = [*map(not_, gone), True]
        lower, upper, starts = list(compress(lower, kept)), list(compress(upper, kept)), list(compress(starts, kept))
        rows = SparseRows(lower, upper, starts, columns, coefficients)
        return replace(self, rows=rows, row_names=list(compress(self.row_names, kept)))

    def used(self) -> list[int]:
        """The columns that a row or the objective contains."""
        return sorted({*self.rows.columns, *self.costs})

    @property
    def costs(self) -> dict[int, float]:
        """The coefficients of the objective that are not 0, by column."""
        return {k: c for k, c in enumerate(self.cost) if c}

    def is_small(self, largest: float) -> bool:
        """Whether its numbers are whole, and its rows and its objective surely below a size."""
        return are_small(largest_sum(self.rows), self.lower, self.upper, self.cost, largest)

    def is_satisfied(self, values: Sequence[float]) -> bool:
        """Whether values satisfy the rows, the bounds and the integrality, up to a tolerance."""
        if not all(map(isfinite, values)):
            return False
        rows = map(self.row, range(len(self.row_names)))
        sums = [sum(c * values[k] for k, c in zip(row[0], row[1], strict=True)) for row in rows]
        return (
            all(abs(value - round(value)) <= FEASIBILITY for value in compress(values, self.integer))
            and _are_within(values, self.lower, self.upper)
            and _are_within(sums, self.rows.lower, self.rows.upper)
        )


def milp_of(m: Backend | PlainModel, solver: str) -> Milp:
    """The linear model as it stands.

    Raises:
        UnsupportedError: When a constraint is not linear; the message names it.
    """
    records = check_linear(m.records, solver)
    lower, upper = m.bounds()
    integer = [m.is_integer(k) for k in range(len(lower))]
    names = [str(x) for x in m.variables]
    return Milp(names, lower, upper, integer, *costs(m, len(lower)), compressed(records), [r.name for r in records])


def _are_within(numbers: Sequence[float], lower: Sequence[float], upper: Sequence[float]) -> bool:
    ends = zip(numbers, lower, upper, strict=True)
    return all(low - FEASIBILITY <= number <= high + FEASIBILITY for number, low, high in ends)


def costs(m: Backend | PlainModel, width: int) -> tuple[list[float], float]:
    """The cost of each column in the objective, which is minimised, and its constant."""
    cost = [0.0] * width
    if (objective := m.objective()) is None:
        return cost, 0.0
    for k, c in zip(objective.columns, objective.coefficients, strict=True):
        cost[k] += float(c)
    return cost, float(objective.constant)


def check_linear(records: Sequence[Constraint], solver: str = "HiGHS") -> list[Linear]:
    """These records, which must be linear.

    Raises:
        UnsupportedError: When one is not; the message names it.
    """
    linear = [record for record in records if isinstance(record, Linear)]
    if len(linear) < len(records):
        name = next(record.name for record in records if not isinstance(record, Linear))
        raise UnsupportedError(
            f"{solver} cannot take the logical constraint {name!r}, and it must not be dropped. Rewrite the model "
            f"first: model.rewritten(), or for a Pyomo model of your own TransformationFactory('sudoku_models.linear')"
        )
    return linear


def largest_sum(rows: SparseRows) -> float:
    """The largest sum of |coefficient| in a row, or the largest side; infinite when a number is not whole.

    >>> largest_sum(compressed([Linear((0, 2), (1, -4), 0, 3, "a"), Linear((1,), (1,), -inf, 4, "b")]))
    5.0
    """
    sides = set(filter(isfinite, (*rows.lower, *rows.upper)))
    if not all(number.is_integer() for number in sides.union(rows.coefficients)):
        return inf
    sizes = list(map(abs, rows.coefficients))
    sums = (sum(sizes[start:end]) for start, end in pairwise(rows.starts))
    return max(chain(sums, map(abs, sides)), default=0.0)


def are_small(
    in_rows: float, lower: Sequence[float], upper: Sequence[float], cost: Sequence[float], largest: float
) -> bool:
    """Whether the numbers of a model are whole, and its rows and its objective surely below a size.

    Args:
        in_rows: That of `largest_sum`.
        lower, upper, cost: The bounds and the costs of the columns.
        largest: The largest sum of |coefficient * value| in a row. In the objective, in which no tolerance decides
            what is allowed, each of them may be so large, and their sum `IN_ALL` times.
    """
    costs = set(map(abs, cost))
    if not all(map(float.is_integer, costs)):
        return False
    value = max(map(abs, {1.0, *lower, *upper}))
    return max(in_rows, max(costs, default=0.0), sum(map(abs, cost)) / IN_ALL) * value <= largest


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
        largest: Up to which sum of |coefficient * value| in a row, in whole numbers, its claims are relied on; larger
            rows are split, see `small_numbers`. Tolerances and the digits that files have set this limit: with
            123456789012 in a row, CBC reports a model with a solution as infeasible.
    """

    name: str
    paradigm: Paradigm = "MILP"
    features: frozenset[Feature] = frozenset({Feature.CONTINUOUS, Feature.OBJECTIVE, Feature.PROOF, Feature.INTERRUPT})
    largest: float = 1e5

    def run(self, milp: Milp, seconds: float | None) -> tuple[Claim, list[float] | None]:
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
        """Whether the claims about a linear model with small numbers are relied on; otherwise they are confirmed."""
        return True

    def facts(self, backend: str) -> SolverFacts:
        """The facts about the solver of this backend's models."""
        return SolverFacts(type(self).__name__, self.name)

    def session(self, m: Backend | PlainModel) -> "MilpSession":
        """A new session for a model."""
        return MilpSession(m, self)


class MilpSession:
    """A session of a MILP solver, which gets the whole model at each solve."""

    def __init__(self, m: Backend | PlainModel, solver: Any) -> None:
        self.m, self.solver = m, solver
        if self.is_sent_away():
            start_worker(solver)

    def is_sent_away(self) -> bool:
        """Whether the next solve runs in a worker process."""
        return Feature.IN_PROCESS not in self.solver.features and can_separate()

    def solve(self, time_limit: float | None = None) -> Outcome:
        with deadline_of(time_limit) as deadline:
            try:
                return solve_separately(self.solver, self.m, deadline) if self.is_sent_away() else self._solve(deadline)
            except TimeLimit:
                return no_time()
            except OverflowError:
                raise UnsupportedError(
                    f"{title(self.solver.name)} cannot take a number beyond 1e308; measure in other units"
                ) from None

    def _solve(self, deadline: Deadline) -> Outcome:
        watch, solver = Stopwatch(), self.solver
        milp = milp_of(self.m, title(solver.name))
        is_mixed_model = is_mixed(self.m.records, milp.integer)
        if is_mixed_model or not (milp.is_small(solver.largest) and solver.is_sure(self.m)):
            return self._solve_in_small_numbers(deadline)
        translated = watch()
        outcome = self._solve_small(milp, deadline)
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        return outcome

    def _solve_in_small_numbers(self, deadline: Deadline, first: Outcome | None = None) -> Outcome:
        """The outcome by way of models with small numbers, see `small_numbers` and `mixed`."""
        watch, solver, model = Stopwatch(), self.solver, plain(self.m)
        translated, name = watch(), title(solver.name)

        def solve(asked: PlainModel) -> Outcome:
            outcome = solve_in_small_numbers(asked, solver, lambda small: self._solve_plain(small, deadline))
            return outcome if asked is model else confirmed_if_doubtful(outcome, asked, solver.name, deadline)

        outcome = solve_mixed(model, name, solver.largest, solve, first)
        outcome.translate_seconds, outcome.solve_seconds = translated, watch() - translated
        return outcome

    def _solve_plain(self, small: PlainModel, deadline: Deadline) -> Outcome:
        """The outcome for a model with small numbers."""
        return self._solve_small(milp_of(small, title(self.solver.name)), deadline)

    def _solve_small(self, milp: Milp, deadline: Deadline) -> Outcome:
        deadline.check()
        watch, name, limit = Stopwatch(), title(self.solver.name), deadline.left()
        try:
            claim, values = self._claim(milp, limit)
        except SudokuModelsError:
            raise
        except Exception as error:
            if not is_late(watch(), limit):
                raise SolverError(f"{name} failed: {error}") from error
            claim, values = Claim.NOTHING, None
        if values is not None:
            ends = zip(values, milp.lower, milp.upper, strict=True)
            values = [min(max(0.0, low), high) if isnan(value) else value for value, low, high in ends]
        if claim is Claim.INFEASIBLE and _may_be_unbounded(milp):
            claim = Claim.UNBOUNDED
        outcome = outcome_of(name, claim, values, any(milp.cost), is_late(watch(), limit))
        if outcome.status is Status.UNKNOWN and values is not None and milp.is_satisfied(values):
            outcome.incumbent = values  # at a limit, some programs write the values of a relaxation
        outcome.size = milp.size
        return outcome

    def _claim(self, milp: Milp, limit: float | None) -> tuple[Claim, list[float] | None]:
        """The claim of the solver; without it where the rows without columns, such as 0 = 1, decide."""
        rows = milp.rows
        is_empty = [start == end for start, end in pairwise(rows.starts)]
        sides = zip(rows.lower, rows.upper, strict=True)
        if any(low > 0 or high < 0 for low, high in compress(sides, is_empty)) or any(map(gt, milp.lower, milp.upper)):
            return Claim.INFEASIBLE, None
        if all(is_empty):
            ends = zip(milp.cost, milp.lower, milp.upper, strict=True)
            best = [low if c > 0 else high if c < 0 else nan for c, low, high in ends]
            return (Claim.UNBOUNDED, None) if any(map(isinf, best)) else (Claim.OPTIMAL, best)
        return self.solver.run(milp.without_rows(is_empty), limit)


def outcome_of(name: str, claim: Claim, values: list[float] | None, has_objective: bool, is_late: bool) -> Outcome:
    """The outcome of a claim.

    Close to the time limit it is not relied on: some solvers stop before their limit and report "infeasible", or
    report the best solution so far as optimal. Without an objective, a solution needs no claim.
    """
    if claim in (Claim.OPTIMAL, Claim.FEASIBLE) and not (has_objective and (is_late or claim is Claim.FEASIBLE)):
        return Outcome(Status.SOLVED, f"{name} found a solution", values)
    if is_late:
        return Outcome(Status.UNKNOWN, f"{name} reached the time limit", stopped_by=TIME_LIMIT)
    if claim is Claim.INFEASIBLE:
        return Outcome(Status.INFEASIBLE, f"{name} claims that there is no solution")
    reason = "stopped before it had an answer"
    if claim is Claim.UNBOUNDED:
        reason = "reported that the objective is unbounded, or that the model is infeasible, so no solution is the best"
    return Outcome(Status.UNKNOWN, f"{name} {reason}", stopped_by=GAVE_UP)


def _may_be_unbounded(milp: Milp) -> bool:
    """Whether a column is unbounded in the direction in which the objective improves.

    Some interfaces, PuLP's of HiGHS among them, report "infeasible or unbounded" as infeasible.
    """
    return any(isinf((milp.lower if c > 0 else milp.upper)[k]) for k, c in milp.costs.items())


def is_late(seconds: float, limit: float | None) -> bool:
    """Whether the time limit was reached, or nearly: CBC 2.10 stops up to 0.15 s before its limit."""
    return limit is not None and seconds >= limit - min(0.25 + 0.02 * limit, 0.6 * limit)
