"""Before a MILP solver branches: presolve of a linear model, and probing with its LP."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...errors import NotInstalledError, SolverError
from ...models.problem import Problem
from ...models.sudoku_model import SudokuModel
from ...runtime.limits import Deadline, check_time_limit
from ...solvers import TIME_LIMIT, Status
from ...solvers.highs import PRESOLVE_RULES_OFF, PRIMAL_SIMPLEX
from ...solvers.milp import Milp
from .linear_relaxation import TOLERANCE, highs_of, is_one_value, linear, minimize, random_cost


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
            claims that there is none; UNKNOWN otherwise.
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
    return presolve_rows(linear(model), Deadline(time_limit))


def presolve_rows(lp: Milp, deadline: Deadline) -> Presolved:
    """Presolve a constraint matrix; see `presolve`."""
    NotInstalledError.check("presolve alone", "highspy")
    import highspy

    highs = highs_of(lp, whole=True)
    highs.changeColsCost(len(lp.cost), list(range(len(lp.cost))), lp.cost)
    highs.setOptionValue("presolve_rule_off", PRESOLVE_RULES_OFF)
    if (left := deadline.left()) is not None:
        highs.setOptionValue("time_limit", left)
    highs.presolve()
    before, nothing, status = Size(*lp.size), Size(0, 0, 0), highs.getModelPresolveStatus()
    statuses = highspy.HighsPresolveStatus
    if status == statuses.kInfeasible:
        return Presolved(Status.INFEASIBLE, "presolve claims that there is no solution", before, nothing)
    if status == statuses.kReducedToEmpty:
        return Presolved(Status.SOLVED, "presolve left nothing to search", before, nothing)
    if status not in (statuses.kReduced, statuses.kNotReduced, statuses.kTimeout):
        raise SolverError(f"HiGHS ended presolve with the status {status.name}")
    reduced = highs.getPresolvedLp()
    after = Size(reduced.num_col_, reduced.num_row_, len(reduced.a_matrix_.value_))
    # HiGHS may report "reduced" although the time limit stopped it.
    if status == statuses.kTimeout or deadline.is_over:
        reason = "presolve reached the time limit; what it would leave is not known"
        return Presolved(Status.UNKNOWN, reason, before, before, TIME_LIMIT)
    return Presolved(Status.UNKNOWN, f"presolve left {after}", before, after)


def only_values_with_probing(lp: Milp, columns: Sequence[int], deadline: Deadline) -> list[float] | None:
    """A feasible point if each of these columns has one value once probing with the LP fixes no binary any more.

    The LP finds the largest value of a binary; when that is less than 1, the binary is 0 in every solution. This is
    repeated until nothing is fixed. It is shaving with the LP in place of singles. A binary that is 1 at some point
    seen before, or 0 at all points, needs no LP of its own.

    Args:
        lp: The LP; its binaries are probed.
        columns: What must have one value.
        deadline: The time limit.

    Returns:
        A point; None when some column keeps several values, and when the LP is infeasible.

    Raises:
        TimeLimit: When the deadline is over.

    Source: M. Savelsbergh, "Preprocessing and Probing Techniques for Mixed Integer Programming Problems", ORSA Journal
    on Computing 6, 1994.
    """
    width, random = len(lp.cost), random_cost(len(lp.cost), columns)
    free = {k for k in range(width) if lp.integer[k] and (lp.lower[k], lp.upper[k]) == (0, 1)}
    largest = [0.0] * width  # of each column, at the points since the last binary was fixed
    highs = highs_of(lp, whole=False)
    # Each LP continues from the basis of the one before, which stays feasible for another objective.
    highs.setOptionValue("presolve", "off")
    highs.setOptionValue("simplex_strategy", PRIMAL_SIMPLEX)

    def solve(cost: Sequence[float]) -> list[float] | None:
        point = minimize(highs, cost, deadline)
        if point is not None:
            largest[:] = map(max, largest, point)
        return point

    def maximise(columns: Collection[int]) -> list[float] | None:
        return solve([-float(k in columns) for k in range(width)])

    def fix_zero() -> bool:
        """Fix a binary that is never 1; False when there is none."""
        before = -1
        while before < (before := sum(value > TOLERANCE for value in largest)):  # which are positive at all
            maximise({k for k in free if largest[k] <= TOLERANCE})
        for k in sorted(k for k in free if largest[k] > TOLERANCE):
            if largest[k] > 1 - TOLERANCE:
                continue
            point = maximise({k})
            if point is not None and point[k] < 1 - TOLERANCE:
                highs.changeColsBounds(1, [k], [0.0], [0.0])
                free.discard(k)
                return True
        return False

    while True:
        largest[:] = [0.0] * width
        point = solve(random)
        other = None if point is None else solve([-c for c in random])
        if point is None or other is None:
            return None
        if is_one_value(point, other, columns):
            return point
        if not fix_zero():
            return None
