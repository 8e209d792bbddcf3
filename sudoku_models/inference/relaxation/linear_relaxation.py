"""The LP relaxation of a model: its constraint matrix, and the variables that it settles."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from random import Random
from typing import Any

from ...backends import Backend
from ...errors import InputError, NotInstalledError, SolverError
from ...models.problem import Problem
from ...models.sudoku_model import SudokuModel
from ...runtime.limits import Deadline, TimeLimit, check_time_limit
from ...solvers import Status
from ...solvers import highs as engine
from ...solvers.milp import Claim, Milp, milp_of


@dataclass(frozen=True)
class Rows:
    """A linear model as a solver receives it, in arrays: lower <= matrix @ x <= upper, bounds on x, and integrality.

    Attributes:
        matrix: The coefficients, one row for each constraint and one column for each variable, as SciPy's `csr_array`.
        lower, upper: The bounds of each row.
        column_lower, column_upper: The current bounds of each variable; they are equal for a given.
        cost: The objective coefficient of each variable; the objective is minimised.
        integer: Whether each variable is an integer.
        names: The label of each row, as text.
        column_names: The name of each column in the modelling library.
    """

    matrix: Any
    lower: Any
    upper: Any
    column_lower: Any
    column_upper: Any
    cost: Any
    integer: Any
    names: tuple[str, ...]
    column_names: tuple[str, ...]


def rows(model: SudokuModel | Problem | Backend) -> Rows:
    """The constraint matrix of a linear model, or of the linearised model that the default rewrites make.

    >>> from sudoku_models import Puzzle, build
    >>> found = rows(build(Puzzle.parse("1... .... .... ...."), "assignment", "pulp"))
    >>> found.matrix.shape, found.names[0], found.column_names[0]
    ((64, 64), 'cell (1, 1) has a digit', 'y_1_1_1')
    """
    NotInstalledError.check("a matrix", "numpy", "scipy")
    import numpy as np
    import scipy.sparse

    lp = linear(model)
    lower, upper, starts, columns, coefficients = lp.rows
    entries = coefficients, np.array(columns, np.int32), np.array(starts, np.int32)
    matrix = scipy.sparse.csr_array(entries, shape=(len(lower), len(lp.lower)))
    ends = np.array(lower), np.array(upper), np.array(lp.lower), np.array(lp.upper)
    integer = np.array(lp.integer, dtype=bool)
    return Rows(matrix, *ends, np.array(lp.cost), integer, tuple(lp.row_names), tuple(lp.names))


def linear(model: SudokuModel | Problem | Backend) -> Milp:
    """A linear model, or the linearised model that the default rewrites make, as lists of numbers."""
    return milp_of(_linearised(model).m if isinstance(model, SudokuModel | Problem) else model, "HiGHS")


def highs_of(lp: Milp, whole: bool) -> Any:
    """A HiGHS object with this model; the variables are continuous unless `whole` is true."""
    return engine.highs_of(lp.lower, lp.upper, lp.rows, lp.integer if whole else ())


TOLERANCE = 1e-6
"""Ten times the feasibility tolerance of HiGHS."""


@dataclass(frozen=True)
class Relaxation:
    """The LP relaxation of a model.

    Attributes:
        status: SOLVED, INFEASIBLE (a claim; then the puzzle has no solution either) or UNKNOWN.
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
    linearised = _linearised(model)
    columns = {key: linearised.m.column(variable) for key, variable in linearised.variables.items()}
    lp = linear(linearised)
    cost = lp.cost if objective is None else _cost(objective, columns, len(lp.cost))
    highs = highs_of(lp, whole=False)
    try:
        point = minimize(highs, cost, deadline)
    except TimeLimit:
        return Relaxation(Status.UNKNOWN, "HiGHS reached the time limit")
    if point is None:
        reason = "HiGHS claims that even the relaxation has no solution"
        return Relaxation(Status.INFEASIBLE, reason, is_single_point=False)
    digits = _digits(linearised, columns)
    try:
        settled = _settled(lp, highs, point, deadline)
    except TimeLimit:
        settled = None
    return Relaxation(
        Status.SOLVED,
        "HiGHS solved the relaxation",
        sum(c * value for c, value in zip(cost, point, strict=True)),
        {key: _tidy(point[k]) for key, k in columns.items()},
        {key: _tidy(point[k]) for key, k in digits.items()},
        frozenset(key for key, k in {**columns, **digits}.items() if k in (settled or ())),
        None if settled is None else len(settled) == len(point),
        len(settled or ()),
        sum(abs(value - round(value)) > TOLERANCE for value in compress(point, lp.integer)),
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
    lp = linear(model)
    try:
        return only_values(lp, range(len(lp.cost)), Deadline(time_limit)) is not None
    except TimeLimit:
        return None


def only_values(lp: Milp, columns: Collection[int], deadline: Deadline) -> list[float] | None:
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
    if (point := minimize(highs, cost, deadline)) is None:
        return None
    other = minimize(highs, [-c for c in cost], deadline)
    return point if other is not None and is_one_value(point, other, columns) else None


def is_one_value(point: Sequence[float], other: Sequence[float], columns: Collection[int]) -> bool:
    """Whether two points agree in these columns."""
    return all(abs(other[k] - point[k]) <= TOLERANCE for k in columns)


def random_cost(width: int, columns: Collection[int]) -> list[float]:
    """The coefficients of a random linear function of these columns, the same at each call."""
    random, cost = Random(1), [0.0] * width
    for k in columns:
        cost[k] = random.choice((-1, 1)) * random.uniform(1, 2)
    return cost


def _cost(objective: Mapping[Hashable, float], columns: Mapping[Any, int], width: int) -> list[float]:
    cost = [0.0] * width
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
        return {(keys[k], d): y for (k, d), y in links.items() if k in keys}
    is_pair = all(isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], tuple) for key in columns)
    return dict(columns) if is_pair else {}


def minimize(highs: Any, cost: Sequence[float], deadline: Deadline) -> list[float] | None:
    """A point of the polytope with the smallest cost; None when the polytope is empty.

    Raises:
        TimeLimit: When the deadline is over.
        SolverError: When HiGHS ends in another way.
    """
    deadline.check()
    if (left := deadline.left()) is not None:
        highs.setOptionValue("time_limit", highs.getRunTime() + left)
    highs.changeColsCost(len(cost), list(range(len(cost))), cost)
    highs.run()
    _, usual = highs.getOptionValue("simplex_strategy")
    for method in (engine.DUAL_SIMPLEX, engine.PRIMAL_SIMPLEX):
        if highs.getModelStatus() not in engine.CLAIMS:
            highs.clearSolver()  # with the last basis it may end as "unknown" again
            highs.setOptionValue("simplex_strategy", method)
            highs.run()
    highs.setOptionValue("simplex_strategy", usual)
    claim = engine.CLAIMS.get(ended := highs.getModelStatus())
    if claim is Claim.OPTIMAL:
        return list(highs.getSolution().col_value)
    if claim is Claim.INFEASIBLE:
        return None
    if claim is Claim.NOTHING:
        raise TimeLimit
    raise SolverError(f"HiGHS ended the relaxation with the status {highs.modelStatusToString(ended)!r}")


def _settled(lp: Milp, highs: Any, point: Sequence[float], deadline: Deadline) -> set[int]:
    """Find the variables that have one value over the whole polytope."""
    width = len(point)
    moved = set[int]()

    def look(costs: Mapping[int, float]) -> None:
        """Compute another point, and record which variables differ."""
        further = minimize(highs, [costs.get(k, 0.0) for k in range(width)], deadline)
        if further is not None:
            moved.update(k for k in range(width) if abs(further[k] - point[k]) > TOLERANCE)

    free = [k for k in range(width) if lp.lower[k] < lp.upper[k]]
    away = {k: 1.0 for k in free if point[k] - lp.lower[k] < TOLERANCE}
    away |= {k: -1.0 for k in free if lp.upper[k] - point[k] < TOLERANCE and k not in away}
    before = -1
    while away.keys() - moved and before < (before := len(moved)):
        look({k: -sign for k, sign in away.items() if k not in moved})
    for k in free:
        for sign in (1.0, -1.0):
            if k not in away and k not in moved:
                look({k: sign})
    return set(range(width)) - moved


def _linearised(model: SudokuModel | Problem) -> SudokuModel | Problem:
    return model.rewritten() if model.m.logic() else model


def _tidy(value: float) -> float:
    """Round a value that is within the tolerance of an integer."""
    return round(value) + 0.0 if abs(value - round(value)) < TOLERANCE else float(value)
