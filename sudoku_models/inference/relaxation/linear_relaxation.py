"""The LP relaxation of a model: its constraint matrix, and the variables that it settles."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt
import scipy.sparse

from ...backends import Backend
from ...errors import InputError, SolverError
from ...models.problem import Problem
from ...models.sudoku_model import SudokuModel
from ...runtime.limits import Deadline, TimeLimit, check_time_limit
from ...solvers import Status
from ...solvers.highs import pass_matrix
from ...solvers.milp import compressed, read_linear

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """A linear model as a solver receives it: lower <= matrix @ x <= upper, bounds on x, and integrality.

    Attributes:
        matrix: The coefficients, one row for each constraint and one column for each variable.
        lower, upper: The bounds of each row.
        column_lower, column_upper: The current bounds of each variable; they are equal for a given.
        cost: The objective coefficient of each variable; the objective is minimised.
        integer: Whether each variable is an integer.
        names: The label of each row, as text.
        column_names: The name of each column in the modelling library.
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


def rows(model: SudokuModel | Problem | Backend) -> Rows:
    """The constraint matrix of a linear model, or of the linearised model that the default rewrites make.

    >>> from sudoku_models import Puzzle, build
    >>> found = rows(build(Puzzle.parse("1... .... .... ...."), "assignment", "pulp"))
    >>> found.matrix.shape, found.names[0], found.column_names[0]
    ((64, 64), 'cell (1, 1) has a digit', 'y_1_1_1')
    """
    m = _linearised(model).m if isinstance(model, SudokuModel | Problem) else model
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


def highs_of(lp: Rows, whole: bool) -> Any:
    """A HiGHS instance with these rows; the variables are continuous unless `whole` is true."""
    highs = highspy.Highs()
    highs.silent()
    matrix = lp.matrix.indptr, lp.matrix.indices, lp.matrix.data
    bounds = lp.column_lower, lp.column_upper
    pass_matrix(highs, matrix, (lp.lower, lp.upper), bounds, lp.cost, lp.integer if whole else None)
    return highs


TOLERANCE = 1e-6
"""Ten times the feasibility tolerance of HiGHS."""


@dataclass(frozen=True)
class Relaxation:
    """The LP relaxation of a model.

    Attributes:
        status: SOLVED, INFEASIBLE (proved, and the puzzle has no solution either) or UNKNOWN.
        reason: The reason for the status.
        objective: The smallest value of the objective, a lower bound on that of the model; 0 when there is none.
        values: The value of each variable that the model returned, x[cell] or y[cell, digit], at one optimal point.
        digits: The value of each (cell, digit) that has a binary, defined by the formulation or added by a rewrite.
        settled: The keys of `values` and of `digits` that have this value at every feasible point.
        is_single_point: Whether the relaxation has exactly one feasible point; None when unknown.
        fixed: How many variables, auxiliary ones included, are settled.
        fractional: How many integer variables are fractional at the optimal point.
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


def relax(
    model: SudokuModel | Problem, objective: Mapping[Hashable, float] | None = None, time_limit: float | None = None
) -> Relaxation:
    """Solve the LP relaxation of a linear (or the linearised) model with HiGHS, and find the settled variables.

    LPs decide which variables have one value at every feasible point. For all variables at a bound at one point, the
    sum of their distances from it is maximised. Those that move are not settled; the LP is solved again for the others,
    until none moves, and then these are settled. A variable strictly between its bounds is minimised and maximised,
    unless two points with different values are already known.

    Args:
        model: A model or a problem; a given is a fixed variable.
        objective: The objective to minimise, coefficients by keys of `model.variables`; None means the model's own.
        time_limit: Seconds in all; None means no limit.

    Raises:
        InputError: When a key of the objective is not a variable.

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
    deadline = Deadline(time_limit)
    linear = _linearised(model)
    columns = {key: linear.m.column(variable) for key, variable in linear.variables.items()}
    lp = rows(linear.m)
    cost = lp.cost if objective is None else _cost(objective, columns, len(lp.cost))
    highs = highs_of(lp, whole=False)
    try:
        point = minimize(highs, cost, deadline)
    except TimeLimit:
        return Relaxation(Status.UNKNOWN, "HiGHS reached the time limit")
    if point is None:
        reason = "HiGHS proved that even the relaxation has no solution"
        return Relaxation(Status.INFEASIBLE, reason, is_single_point=False)
    digits = _digits(linear, columns)
    try:
        settled = _settled(lp, highs, point, deadline)
    except TimeLimit:
        settled = None
    named = {**columns, **digits}
    return Relaxation(
        Status.SOLVED,
        "HiGHS solved the relaxation",
        float(cost @ point),
        {key: _tidy(point[k]) for key, k in columns.items()},
        {key: _tidy(point[k]) for key, k in digits.items()},
        frozenset() if settled is None else frozenset(key for key, k in named.items() if settled[k]),
        None if settled is None else bool(settled.all()),
        0 if settled is None else int(settled.sum()),
        int((np.abs(point - np.rint(point)) > TOLERANCE)[lp.integer].sum()),
    )


def has_single_point(model: SudokuModel | Problem, time_limit: float | None = None) -> bool | None:
    """Whether the LP relaxation has exactly one feasible point, decided by at most two LPs.

    Args:
        model: A model or a problem; a given is a fixed variable.
        time_limit: Seconds in all; None means no limit.

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
    try:
        return only_values(lp, range(len(lp.cost)), Deadline(time_limit)) is not None
    except TimeLimit:
        return None


def only_values(lp: Rows, columns: Sequence[int], deadline: Deadline) -> Floats | None:
    """A feasible point if each of these columns has one value over the whole polytope, decided by at most two LPs.

    A linear function of these columns with random coefficients is minimised and maximised. If some column can change,
    the function is constant only when its gradient is orthogonal to every direction in which the columns can move; for
    a random gradient this has probability zero. The coefficients are the same at each call.

    Returns:
        A point; None when some column has several values, and when the relaxation is infeasible.

    Raises:
        TimeLimit: When the deadline is over.
    """
    highs, cost = highs_of(lp, whole=False), random_cost(len(lp.cost), columns)
    point = minimize(highs, cost, deadline)
    other = None if point is None else minimize(highs, -cost, deadline)
    return point if other is not None and is_one_value(point, other, columns) else None


def is_one_value(point: Any, other: Any, columns: Any) -> bool:
    """Whether two points agree in these columns."""
    return bool((np.abs(other - point)[columns] <= TOLERANCE).all())


def random_cost(width: int, columns: Sequence[int] | npt.NDArray[np.int_]) -> Floats:
    """The coefficients of a random linear function of these columns, the same at each call."""
    random = np.random.default_rng(1)
    cost = np.zeros(width)
    cost[columns] = random.uniform(1, 2, len(columns)) * random.choice([-1, 1], len(columns))
    return cost


def _cost(objective: Mapping[Hashable, float], columns: Mapping[Any, int], width: int) -> Floats:
    cost = np.zeros(width)
    for key, coefficient in objective.items():
        if key not in columns:
            raise InputError(f"the objective has the key {key!r}, but the model has no such variable")
        cost[columns[key]] += coefficient
    return cost


def _digits(linear: SudokuModel | Problem, columns: Mapping[Any, int]) -> dict[Any, int]:
    """The column of the binary that indicates "this variable has this value", where there is one."""
    links = linear.links.indicator
    if links:
        keys = {k: key for key, k in columns.items()}
        return {(keys[k], d): linear.m.column(y) for (k, d), y in links.items() if k in keys}
    is_pair = all(isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], tuple) for key in columns)
    return dict(columns) if is_pair else {}


def minimize(highs: Any, cost: Floats, deadline: Deadline) -> Floats | None:
    """A point of the polytope with the smallest cost; None when the polytope is empty.

    Raises:
        TimeLimit: When the deadline is over.
        SolverError: When HiGHS ends in another way.
    """
    deadline.check()
    if (left := deadline.left()) is not None:
        highs.setOptionValue("time_limit", highs.getRunTime() + left)
    highs.changeColsCost(len(cost), np.arange(len(cost), dtype=np.int32), cost)
    highs.run()
    ended, kinds = highs.getModelStatus(), highspy.HighsModelStatus
    if ended in (kinds.kOptimal, kinds.kModelEmpty):
        return np.array(highs.getSolution().col_value)
    if ended == kinds.kInfeasible:
        return None
    if ended == kinds.kTimeLimit:
        raise TimeLimit
    raise SolverError(f"HiGHS ended the relaxation with the status {highs.modelStatusToString(ended)!r}")


def _settled(lp: Rows, highs: Any, point: Floats, deadline: Deadline) -> npt.NDArray[np.bool_]:
    """Find the variables that have one value over the whole polytope."""
    width = len(point)
    moved = np.zeros(width, dtype=bool)

    def look(cost: Floats) -> None:
        """Compute another point, and record which variables differ."""
        if (further := minimize(highs, cost, deadline)) is not None:
            np.logical_or(moved, np.abs(further - point) > TOLERANCE, out=moved)

    away = np.where(point - lp.column_lower < TOLERANCE, 1.0, np.where(lp.column_upper - point < TOLERANCE, -1.0, 0.0))
    away[lp.column_lower == lp.column_upper] = 0
    at_bound = away != 0
    before = -1
    while (at_bound & ~moved).any() and before < (before := int(moved.sum())):
        look(-away * (at_bound & ~moved))
    for k in np.flatnonzero(~at_bound & (lp.column_lower < lp.column_upper)):
        for sign in (1.0, -1.0):
            if not moved[k]:
                look(sign * (np.arange(width) == k))
    return ~moved


def _linearised(model: SudokuModel | Problem) -> SudokuModel | Problem:
    return model.rewritten() if model.m.logic() else model


def _tidy(value: float) -> float:
    """Round a value that is within the tolerance of an integer."""
    return round(value) + 0.0 if abs(value - round(value)) < TOLERANCE else float(value)
