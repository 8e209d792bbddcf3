"""Presolve of a linear model, without solving it."""

from dataclasses import dataclass

import highspy

from ...errors import SolverError
from ...models.problem import Problem
from ...models.sudoku_model import SudokuModel
from ...runtime.limits import Stopwatch, check_time_limit
from ...solvers import TIME_LIMIT, Status
from ...solvers.highs import PRESOLVE_RULES_OFF
from .matrix import Rows, highs_of, rows

__all__ = ["Presolved", "Size", "presolve", "presolve_rows"]


@dataclass(frozen=True)
class Size:
    """The size of a linear model."""

    variables: int
    rows: int
    nonzeros: int

    def __str__(self) -> str:
        return f"{self.variables} variables, {self.rows} rows, {self.nonzeros} nonzeros"


@dataclass(frozen=True)
class Presolved:
    """The result of presolving a model.

    Attributes:
        status: SOLVED when presolve reduced the model to nothing, so that a solution is known; INFEASIBLE when it
            proved that there is none; UNKNOWN otherwise.
        reason: The reason for the status.
        before, after: The size of the model; `after` is zero unless the status is UNKNOWN.
        stopped_by: "time limit" when presolve was stopped, else empty.
    """

    status: Status
    reason: str
    before: Size
    after: Size
    stopped_by: str = ""


def presolve(model: SudokuModel | Problem, time_limit: float | None = None) -> Presolved:
    """Presolve a linear model (or the linearised model) with HiGHS, without solving it.

    The options are those of every solve in this package. Presolve keeps at least one solution, not all of them, so that
    reducing a model to nothing does not prove that its solution is unique.

    Args:
        model: A model or a problem.
        time_limit: Seconds; None means no limit.

    >>> from sudoku_models import Puzzle, build
    >>> found = presolve(build(Puzzle.parse("1... ..2. .3.. ...4"), "assignment", "pulp"))
    >>> print(found.status, "-", found.before)
    solved - 64 variables, 64 rows, 256 nonzeros
    """
    check_time_limit(time_limit)
    return presolve_rows(rows(model), time_limit)


def presolve_rows(lp: Rows, time_limit: float | None = None) -> Presolved:
    """Presolve a constraint matrix; see `presolve`."""
    highs = highs_of(lp, whole=True)
    highs.setOptionValue("presolve_rule_off", PRESOLVE_RULES_OFF)
    if time_limit is not None:
        highs.setOptionValue("time_limit", time_limit)
    watch = Stopwatch()
    highs.presolve()
    before = Size(len(lp.cost), len(lp.lower), int(lp.matrix.nnz))
    nothing, status = Size(0, 0, 0), highs.getModelPresolveStatus()
    statuses = highspy.HighsPresolveStatus
    if status == statuses.kInfeasible:
        return Presolved(Status.INFEASIBLE, "presolve proved that there is no solution", before, nothing)
    if status == statuses.kReducedToEmpty:
        return Presolved(Status.SOLVED, "presolve left nothing to search", before, nothing)
    if status not in (statuses.kReduced, statuses.kNotReduced, statuses.kTimeout):
        raise SolverError(f"HiGHS ended presolve with the status {status.name}")
    left = highs.getPresolvedLp()
    after = Size(left.num_col_, left.num_row_, len(left.a_matrix_.value_))
    # HiGHS may report "reduced" although the time limit stopped it.
    if status == statuses.kTimeout or (time_limit is not None and watch() >= time_limit):
        reason = "presolve reached the time limit; what it would leave is not known"
        return Presolved(Status.UNKNOWN, reason, before, before, TIME_LIMIT)
    return Presolved(Status.UNKNOWN, f"presolve left {after}", before, after)
