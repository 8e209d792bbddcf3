"""What a linear solver knows before it branches: the LP relaxation of a model, and what presolve leaves of it.

The relaxation is the model without "is a whole number". Its feasible points form a polytope that holds every solution
of the puzzle, so what is true at every point of it is true of the puzzle: such a variable is *settled*. When all are,
the polytope is a single point, and the LP alone has decided the puzzle.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt
import scipy.sparse

from ..backends import Backend
from ..errors import InputError, SolverError
from ..models.problem import Problem
from ..models.sudoku_model import SudokuModel
from ..runtime.limits import Stopwatch, check_time_limit
from ..solvers import TIME_LIMIT, Status
from ..solvers.highs import PRESOLVE_RULES_OFF, compressed, read_linear

__all__ = [
    "Presolved",
    "Relaxation",
    "Rows",
    "Size",
    "has_single_point",
    "only_values",
    "presolve",
    "presolve_rows",
    "relax",
    "rows",
]

Floats = npt.NDArray[np.float64]

TOLERANCE = 1e-6
"""Ten times the tolerance that HiGHS keeps for bounds and rows."""


@dataclass(frozen=True)
class Rows:
    """All that a linear solver sees: lower <= matrix @ x <= upper, bounds on x, and which x are whole numbers.

    Attributes:
        matrix: The coefficients, one row a constraint and one column a variable.
        lower, upper: The two sides of each row.
        column_lower, column_upper: The bounds of each variable as they are now; a given has two equal ones.
        cost: What is minimised, a coefficient for each variable.
        integer: Whether each variable is an integer.
        names: The name of each row, as a person reads it.
        column_names: The name of each column, as the modelling library has it.
    """

    matrix: Any
    lower: Floats
    upper: Floats
    column_lower: Floats
    column_upper: Floats
    cost: Floats
    integer: npt.NDArray[np.bool_]
    names: tuple[str, ...]
    column_names: tuple[str, ...]


@dataclass(frozen=True)
class Relaxation:
    """The LP relaxation of a model.

    Attributes:
        status: SOLVED, INFEASIBLE (proved, and the puzzle has no solution either) or UNKNOWN.
        reason: The status in words.
        objective: The smallest value of the objective, a lower bound on that of the model; 0 when there is none.
        values: The value of each variable that the model returned, x[cell] or y[cell, digit], at one optimal point.
        digits: The value of each (cell, digit) that has a binary, stated or added by a rewrite.
        settled: The keys of `values` and of `digits` that have this value at every feasible point.
        is_single_point: Whether the relaxation has exactly one feasible point; None when that is not known.
        fixed: How many variables, auxiliary ones included, are settled.
        fractional: How many integer variables have no whole value at the optimal point.
    """

    status: Status
    reason: str
    objective: float | None = None
    values: dict[Any, float] = field(default_factory=dict)
    digits: dict[Any, float] = field(default_factory=dict)
    settled: frozenset[Any] = frozenset()
    is_single_point: bool | None = None
    fixed: int = 0
    fractional: int = 0


@dataclass(frozen=True)
class Size:
    """How large a linear model is."""

    variables: int
    rows: int
    nonzeros: int

    def __str__(self) -> str:
        return f"{self.variables} variables, {self.rows} rows, {self.nonzeros} nonzeros"


@dataclass(frozen=True)
class Presolved:
    """What presolve alone leaves of a model.

    Attributes:
        status: SOLVED when nothing is left, so that a solution is known; INFEASIBLE when presolve proved that there
            is none; UNKNOWN when there is something left to search.
        reason: The status in words.
        before, after: The size of the model; `after` is zero unless the status is UNKNOWN.
        stopped_by: "time limit" when presolve did not come to its end.
    """

    status: Status
    reason: str
    before: Size
    after: Size
    stopped_by: str = ""


def rows(model: SudokuModel | Problem | Backend) -> Rows:
    """The constraint matrix of a linear model, or of the linear twin that the default rewrites make.

    >>> from sudoku_models import Puzzle, build
    >>> found = rows(build(Puzzle.parse("1... .... .... ...."), "assignment", "pulp"))
    >>> found.matrix.shape, found.names[0], found.column_names[0]
    ((64, 64), 'cell (1, 1) has a digit', 'y_1_1_1')
    """
    m = _linear(model).m if isinstance(model, SudokuModel | Problem) else model
    read = read_linear(m, m.constraints())
    lower, upper, starts, columns, coefficients = compressed(read)
    width = len(m.variables)
    matrix = scipy.sparse.csr_array((coefficients, columns, starts), shape=(len(read), width))
    cost = np.zeros(width)
    if objective := m.objective():
        np.add.at(cost, list(objective.columns), objective.coefficients)
    integer = np.array([m.is_integer(k) for k in range(width)], dtype=bool)
    names = tuple(row.name for row in read)
    return Rows(matrix, lower, upper, *m.bounds(), cost, integer, names, tuple(map(str, m.variables)))


def relax(
    model: SudokuModel | Problem, objective: Mapping[Hashable, float] | None = None, time_limit: float | None = None
) -> Relaxation:
    """Solve the LP relaxation of a linear model (or of its rewritten twin) with HiGHS, and find what it settles.

    Whether a variable has one value at every feasible point is decided by LPs, not guessed. Take all variables that are
    at a bound at one point, and maximise the sum of their distances from it. Those that leave it are not settled; the
    LP is solved again for the others, until none leaves, and then these are settled. A variable that is between its
    bounds is minimised and maximised, unless it has been seen to change already.

    Args:
        model: A model or a problem; a given is a fixed variable.
        objective: What to minimise, a coefficient for each key of `model.variables`; the model's own when left out.
        time_limit: Seconds for everything.

    Raises:
        InputError: When the objective has a key that is no variable.

    Source: R. Freund, R. Roundy, M. Todd, "Identifying the Set of Always-Active Constraints in a System of Linear
    Inequalities by a Single Linear Program", MIT Sloan working paper 1674-85, 1985, for the idea of one LP for all.

    >>> from sudoku_models import Puzzle, build
    >>> relaxation = relax(build(Puzzle.parse("1... ..2. .3.. ...4"), "assignment", "pulp"))
    >>> relaxation.is_single_point, relaxation.digits[(1, 2), 2]
    (True, 1.0)
    >>> relax(build(Puzzle.parse("1... ..2. .3.. ...."), "assignment", "pulp")).is_single_point
    False
    """
    check_time_limit(time_limit)
    watch = Stopwatch()
    linear = _linear(model)
    columns = {key: linear.m.column(variable) for key, variable in linear.variables.items()}
    lp = rows(linear.m)
    cost = lp.cost if objective is None else _cost(objective, columns, len(lp.cost))
    highs = _pass(lp, whole=False)
    status, reason, point = _minimize(highs, cost, time_limit, watch)
    if point is None:
        return Relaxation(status, reason, is_single_point=False if status is Status.INFEASIBLE else None)
    digits = _digits(linear, columns)
    settled = _settled(lp, highs, point, time_limit, watch)
    named = {**columns, **digits}
    return Relaxation(
        status,
        reason,
        float(cost @ point),
        {key: _tidy(point[k]) for key, k in columns.items()},
        {key: _tidy(point[k]) for key, k in digits.items()},
        frozenset() if settled is None else frozenset(key for key, k in named.items() if settled[k]),
        None if settled is None else bool(settled.all()),
        0 if settled is None else int(settled.sum()),
        int((np.abs(point - np.rint(point)) > TOLERANCE)[lp.integer].sum()),
    )


def has_single_point(model: SudokuModel | Problem, time_limit: float | None = None) -> bool | None:
    """Whether the LP relaxation has exactly one feasible point, as `relax` says, but in at most two LPs.

    Args:
        model: A model or a problem; a given is a fixed variable.
        time_limit: Seconds for everything.

    Returns:
        False also when the relaxation is infeasible; None when the time limit was reached.

    >>> from sudoku_models import Puzzle, build
    >>> has_single_point(build(Puzzle.parse("1... ..2. .3.. ...4"), "assignment", "pulp"))
    True
    >>> has_single_point(build(Puzzle.parse("1... ..2. .3.. ...."), "assignment", "pulp"))
    False
    """
    check_time_limit(time_limit)
    lp = rows(model)
    return only_values(lp, range(len(lp.cost)), time_limit)[0]


def only_values(lp: Rows, columns: Sequence[int], time_limit: float | None = None) -> tuple[bool | None, Floats | None]:
    """Whether each of these columns has one value at every feasible point of the relaxation, in at most two LPs.

    Take a linear function of these columns with random coefficients, and find its smallest and its largest value. If
    some column can change, then the function is constant only when its gradient is at right angles to every direction
    in which the columns can move, and a random gradient is so with probability zero. The coefficients are the same at
    each call.

    Returns:
        The answer (False also for an infeasible relaxation; None when the time limit was reached), and a feasible
        point, if one was found.
    """
    watch = Stopwatch()
    random = np.random.default_rng(1)
    cost = np.zeros(len(lp.cost))
    cost[columns] = random.uniform(1, 2, len(columns)) * random.choice([-1, 1], len(columns))
    highs = _pass(lp, whole=False)
    status, _, point = _minimize(highs, cost, time_limit, watch)
    if point is None:
        return (False if status is Status.INFEASIBLE else None), None
    _, _, other = _minimize(highs, -cost, time_limit, watch)
    return (None if other is None else bool((np.abs(other - point)[columns] <= TOLERANCE).all())), point


def presolve(model: SudokuModel | Problem, time_limit: float | None = None) -> Presolved:
    """Let HiGHS presolve a linear model (or its rewritten twin), and solve nothing.

    The options are those with which this package solves. Presolve deduces and may also choose: it keeps at least one
    solution, not all of them, so "nothing left" is no proof that there is only one.

    Args:
        model: A model or a problem.
        time_limit: Seconds.

    >>> from sudoku_models import Puzzle, build
    >>> found = presolve(build(Puzzle.parse("1... ..2. .3.. ...4"), "assignment", "pulp"))
    >>> print(found.status, "-", found.before)
    solved - 64 variables, 64 rows, 256 nonzeros
    """
    check_time_limit(time_limit)
    return presolve_rows(rows(model), time_limit)


def presolve_rows(lp: Rows, time_limit: float | None = None) -> Presolved:
    """The same for rows that were read before."""
    highs = _pass(lp, whole=True)
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
    # Stopped by the time limit, HiGHS may say "reduced" all the same.
    if status == statuses.kTimeout or (time_limit is not None and watch() >= time_limit):
        reason = "presolve reached the time limit; what it would leave is not known"
        return Presolved(Status.UNKNOWN, reason, before, before, TIME_LIMIT)
    return Presolved(Status.UNKNOWN, f"presolve left {after}", before, after)


def _linear(model: SudokuModel | Problem) -> SudokuModel | Problem:
    return model.rewritten() if model.m.logic() else model


def _cost(objective: Mapping[Hashable, float], columns: Mapping[Any, int], width: int) -> Floats:
    cost = np.zeros(width)
    for key, coefficient in objective.items():
        if key not in columns:
            raise InputError(f"the objective has the key {key!r}, but the model has no such variable")
        cost[columns[key]] += coefficient
    return cost


def _digits(linear: SudokuModel | Problem, columns: Mapping[Any, int]) -> dict[Any, int]:
    """The column of the binary that says "this variable has this value", where there is one."""
    links = linear.links.indicator
    if links:
        keys = {k: key for key, k in columns.items()}
        return {(keys[k], d): linear.m.column(y) for (k, d), y in links.items() if k in keys}
    is_pair = all(isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], tuple) for key in columns)
    return dict(columns) if is_pair else {}


def _pass(lp: Rows, whole: bool) -> Any:
    """HiGHS with the rows in it; the variables are continuous unless they are to be `whole`."""
    highs = highspy.Highs()
    highs.silent()
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = lp.matrix.shape
    model.col_cost_, model.col_lower_, model.col_upper_ = lp.cost, lp.column_lower, lp.column_upper
    model.row_lower_, model.row_upper_ = lp.lower, lp.upper
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_, matrix.index_, matrix.value_ = lp.matrix.indptr, lp.matrix.indices, lp.matrix.data
    if whole:
        kinds = (highspy.HighsVarType.kContinuous, highspy.HighsVarType.kInteger)
        model.integrality_ = [kinds[int(is_integer)] for is_integer in lp.integer]
    highs.passModel(model)
    return highs


def _minimize(
    highs: Any, cost: Floats, time_limit: float | None, watch: Stopwatch
) -> tuple[Status, str, Floats | None]:
    """Minimise over the polytope: the status in words, and the point."""
    if time_limit is not None:
        if (left := time_limit - watch()) <= 0:
            return Status.UNKNOWN, "the time limit was reached", None
        highs.setOptionValue("time_limit", highs.getRunTime() + left)
    highs.changeColsCost(len(cost), np.arange(len(cost), dtype=np.int32), cost)
    highs.run()
    ended, kinds = highs.getModelStatus(), highspy.HighsModelStatus
    if ended in (kinds.kOptimal, kinds.kModelEmpty):
        return Status.SOLVED, "HiGHS solved the relaxation", np.array(highs.getSolution().col_value)
    if ended == kinds.kInfeasible:
        return Status.INFEASIBLE, "HiGHS proved that even the relaxation has no solution", None
    if ended == kinds.kTimeLimit:
        return Status.UNKNOWN, "HiGHS reached the time limit", None
    raise SolverError(f"HiGHS ended the relaxation with the status {highs.modelStatusToString(ended)!r}")


def _settled(
    lp: Rows, highs: Any, point: Floats, time_limit: float | None, watch: Stopwatch
) -> npt.NDArray[np.bool_] | None:
    """Which variables have one value over the whole polytope; None when the time limit strikes."""
    width = len(point)
    moved = np.zeros(width, dtype=bool)

    def look(cost: Floats) -> bool:
        """Go to another point, and note what is different there; False when there was no time."""
        _, _, further = _minimize(highs, cost, time_limit, watch)
        if further is not None:
            np.logical_or(moved, np.abs(further - point) > TOLERANCE, out=moved)
        return further is not None

    away = np.where(point - lp.column_lower < TOLERANCE, 1.0, np.where(lp.column_upper - point < TOLERANCE, -1.0, 0.0))
    away[lp.column_lower == lp.column_upper] = 0
    at_bound = away != 0
    while (at_bound & ~moved).any():
        before = int(moved.sum())
        if not look(-away * (at_bound & ~moved)):
            return None
        if moved.sum() == before:
            break
    for k in np.flatnonzero(~at_bound & (lp.column_lower < lp.column_upper)):
        for sign in (1.0, -1.0):
            if not moved[k] and not look(sign * (np.arange(width) == k)):
                return None
    return ~moved


def _tidy(value: float) -> float:
    """A value within the tolerance of a whole number is that number."""
    return round(value) + 0.0 if abs(value - round(value)) < TOLERANCE else float(value)
