"""Optimisation of learners' models: bounds on sums, the optimum, and the objective at a grid."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sudoku_models import solvers
from sudoku_models.backends import Backend, Objective, PlainModel, plain
from sudoku_models.backends.numbers import total
from sudoku_models.course.exercise import SECONDS, Wrong
from sudoku_models.models.problem import Problem
from sudoku_models.models.validation import Undecided, UserModel
from sudoku_models.puzzles.puzzle import Grid
from sudoku_models.solvers import Feature, Status

TOLERANCE = 1e-6


class Ranges:
    """Questions about the solutions of a linear model.

    >>> from sudoku_models import Puzzle, build
    >>> one_given = Ranges(build(Puzzle.parse("1... .... .... ...."), "assignment", "pulp").m)
    >>> one_given.below({0: 1}, 1) is None  # the first variable is y[(1, 1), 1], which the given fixes to 1
    True
    >>> one_given.below({21: 1}, 1)[21]
    0.0
    """

    def __init__(self, m: Backend) -> None:
        self.model = plain(m)
        self._relaxed = _relaxed(self.model)
        self._whole = _Optima(self.model, Feature.OBJECTIVE)

    def below(self, coefficients: Mapping[int, float], bound: float) -> list[float] | None:
        """A solution for which the sum of coefficient * column is less than the bound; None when there is none.

        The LP relaxation answers most questions; only where it does not, an integer program is solved.

        Raises:
            Undecided: At the time limit.
        """
        point = self._relaxed.least(coefficients)
        if point is None or _sum(coefficients, point) >= bound - TOLERANCE:
            return None
        integer = self.model.integer
        if any(whole and abs(x - round(x)) >= TOLERANCE for whole, x in zip(integer, point, strict=True)):
            point = self._whole.least(coefficients)
        return point if point is not None and _sum(coefficients, point) < bound - TOLERANCE else None

    def solution(self, coefficients: Mapping[int, float] | None = None) -> list[float] | None:
        """A solution with the smallest sum of coefficient * column; None when the model has no solution."""
        return self._whole.least(coefficients or {})


class _Optima:
    """Optima of one model for different objectives, by the first solver with some features."""

    def __init__(self, model: PlainModel, *features: Feature) -> None:
        self._model, self._features = model, features
        self._session: Any = None

    def least(self, coefficients: Mapping[int, float]) -> list[float] | None:
        """The values of the columns with the smallest sum of coefficient * column; None when there are none."""
        objective = Objective(tuple(coefficients), tuple(coefficients.values())) if coefficients else None
        model = replace(self._model, minimised=objective)
        if self._session is None:
            self._session = solvers.find(solvers.first(*self._features)).session(model)
        self._session.m = model
        outcome = self._session.solve(SECONDS)
        if outcome.status is Status.UNKNOWN:
            raise Undecided(f"whether your model is right is not known: it was not solved in {SECONDS:g} seconds")
        values: list[float] | None = outcome.values
        return values


def least_in_relaxation(problem: Problem) -> Callable[[Mapping[Any, float]], float]:
    """A function that returns the least sum of coefficient * variable in the relaxation of a problem, by their keys.

    A problem with logical constraints is linearised first.

    Raises:
        Wrong: By the function, when not even the relaxation has a solution.
        Undecided: By the function, at the time limit.

    >>> least = least_in_relaxation(Problem(lambda m: m.int_vars("x", "ab", 2, 9)))
    >>> least({"a": 1, "b": -1})
    -7.0
    """
    linear = problem.rewritten() if problem.m.logic() else problem
    optima = _relaxed(plain(linear.m))
    columns = {key: linear.m.column(variable) for key, variable in linear.variables.items()}

    def least(coefficients: Mapping[Any, float]) -> float:
        of_columns = {columns[key]: c for key, c in coefficients.items()}
        point = optima.least(of_columns)
        if point is None:
            raise Wrong("not even the relaxation of your model has a solution")
        return float(_sum(of_columns, point))

    return least


def _relaxed(model: PlainModel) -> _Optima:
    return _Optima(replace(model, integer=[False] * len(model.integer)), Feature.OBJECTIVE, Feature.CONTINUOUS)


def _sum(coefficients: Mapping[int, float], values: list[float]) -> float:
    return sum(c * values[k] for k, c in coefficients.items())


def optimum(model: UserModel) -> float | None:
    """The least objective of a model with linear constraints, 0 without one; None when it has no solution.

    Raises:
        Undecided: At the time limit.

    >>> from sudoku_models.puzzles.puzzle import Puzzle
    >>> from sudoku_models.models.validation import define
    >>> def cheap(m, puzzle):
    ...     x = m.int_vars("x", puzzle.board.cells, 1, 4)
    ...     m.minimize(m.sum(x.values()))
    ...     return x
    >>> model = define(cheap, Puzzle.parse("1... ..2. .3.. ...4"))
    >>> optimum(model), optimum_at(model, Puzzle.parse("1234 3412 2143 4321").as_grid())
    (16.0, 40.0)
    """
    m = model.m
    outcome = solvers.find(solvers.first(Feature.OBJECTIVE)).session(m).solve(SECONDS)
    if outcome.status is Status.INFEASIBLE:
        return None
    if outcome.values is None:
        raise Undecided(f"your model of the {model.puzzle.board} was not solved in {SECONDS:g} seconds")
    goal = m.objective()
    if goal is None:
        return 0.0
    return round(float(goal.sign * total(goal, outcome.values)), 6)


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
