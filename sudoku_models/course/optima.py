"""Optimisation of learners' models: bounds on sums, the optimum, and the objective at a grid."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import solvers
from ..inference.relaxation.linear_relaxation import Rows, highs_of, minimize
from ..models.validation import Undecided, UserModel
from ..puzzles.puzzle import Grid
from ..runtime.limits import Deadline, TimeLimit
from ..solvers import Status

SECONDS = 2.0
"""The time limit of one optimisation; those of the exercises take milliseconds."""

TOLERANCE = 1e-6

Values = npt.NDArray[np.float64]


class Ranges:
    """Questions about the solutions of a linear model.

    >>> from sudoku_models import Puzzle, build
    >>> from sudoku_models.inference.relaxation import rows
    >>> one_given = Ranges(rows(build(Puzzle.parse("1... .... .... ...."), "assignment", "pulp")))
    >>> one_given.below({0: 1}, 1) is None  # the first variable is y[(1, 1), 1], which the given fixes to 1
    True
    >>> float(one_given.below({21: 1}, 1)[21])
    0.0
    """

    def __init__(self, lp: Rows) -> None:
        self._lp = lp
        self._relaxed = highs_of(lp, whole=False)

    @cached_property
    def _whole(self) -> Any:
        return highs_of(self._lp, whole=True)

    def below(self, coefficients: Mapping[int, float], bound: float) -> Values | None:
        """A solution for which the sum of coefficient * column is less than the bound; None when there is none.

        The LP relaxation answers most questions; only where it does not, an integer program is solved.

        Raises:
            Undecided: At the time limit.
        """
        point = self._best(self._relaxed, coefficients)
        if point is None or _sum(coefficients, point) >= bound - TOLERANCE:
            return None
        if not (np.abs(point - np.rint(point))[self._lp.integer] < TOLERANCE).all():
            point = self._best(self._whole, coefficients)
        return point if point is not None and _sum(coefficients, point) < bound - TOLERANCE else None

    def solution(self, coefficients: Mapping[int, float] | None = None) -> Values | None:
        """A solution with the smallest sum of coefficient * column; None when the model has no solution."""
        return self._best(self._whole, coefficients or {})

    def _best(self, highs: Any, coefficients: Mapping[int, float]) -> Values | None:
        cost = np.zeros(len(self._lp.cost))
        cost[list(coefficients)] = list(coefficients.values())
        try:
            return minimize(highs, cost, Deadline(SECONDS))
        except TimeLimit:
            raise Undecided("whether your model is right is not known: HiGHS reached the time limit") from None


def _sum(coefficients: Mapping[int, float], values: Values) -> float:
    return float(sum(c * values[k] for k, c in coefficients.items()))


def optimum(model: UserModel) -> float | None:
    """The least objective of a model with linear constraints, 0 without one; None when it has no solution.

    Raises:
        Undecided: At the time limit.

    >>> from ..puzzles.puzzle import Puzzle
    >>> from ..models.validation import define
    >>> def cheap(m, puzzle):
    ...     x = m.int_vars("x", puzzle.board.cells, 1, 4)
    ...     m.minimize(m.sum(x.values()))
    ...     return x
    >>> model = define(cheap, Puzzle.parse("1... ..2. .3.. ...4"))
    >>> optimum(model), optimum_at(model, Puzzle.parse("1234 3412 2143 4321").as_grid())
    (16.0, 40.0)
    """
    m = model.m
    outcome = solvers.find("highs").session(m).solve(SECONDS)
    if outcome.status is Status.INFEASIBLE:
        return None
    if outcome.values is None:
        raise Undecided(f"HiGHS did not solve your model of the {model.puzzle.board} in {SECONDS:g} seconds")
    goal = m.objective()
    if goal is None:
        return 0.0
    terms = np.dot(goal.coefficients, outcome.values[list(goal.columns)])
    return round(goal.sign * (float(terms) + goal.constant), 6)


def optimum_at(model: UserModel, grid: Grid) -> float | None:
    """The least objective when the variables of the cells have the values of a grid; None when the model forbids it.

    Raises:
        Undecided: At the time limit.
    """
    m = model.m
    lower, upper = m.bounds()
    columns = {key: m.column(x) for key, x in model.variables.items()}
    values = {key: int(grid[key[0]] == key[1]) if model.is_binary else grid[key] for key in columns}
    if not all(lower[k] <= values[key] <= upper[k] for key, k in columns.items()):
        return None  # a variable that the learner has fixed keeps its value
    free = {key: k for key, k in columns.items() if lower[k] < upper[k]}
    for key in free:
        m.fix(model.variables[key], values[key])
    try:
        return optimum(model)
    finally:
        m.free(free.values())
