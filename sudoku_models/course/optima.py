"""The optimum of a learner's model, and what its objective says of one grid."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import solvers
from ..models.validation import UserModel
from ..puzzles.puzzle import Grid
from ..solvers import Status
from .exercise import Undecided

__all__ = ["Optimum", "optimum", "optimum_at"]

SECONDS = 2.0
"""The time limit of one solve; a correct model of a small board needs a hundredth."""


@dataclass(frozen=True)
class Optimum:
    """The least objective, and the values of the cells' variables; without an objective it is 0."""

    objective: float
    values: dict[Any, float]


def optimum(model: UserModel) -> Optimum | None:
    """The optimum of a model with linear constraints; None when it has no solution.

    Raises:
        Undecided: At the time limit.

    >>> from ..puzzles.puzzle import Puzzle
    >>> from .judges import define
    >>> def cheap(m, puzzle):
    ...     x = m.int_vars("x", puzzle.board.cells, 1, 4)
    ...     m.minimize(m.sum(x.values()))
    ...     return x
    >>> model = define(cheap, Puzzle.parse("1... ..2. .3.. ...4"))
    >>> optimum(model).objective, optimum_at(model, Puzzle.parse("1234 3412 2143 4321").as_grid()).objective
    (16.0, 40.0)
    """
    m = model.m
    outcome = solvers.find("highs").session(m).solve(SECONDS)
    if outcome.status is Status.INFEASIBLE:
        return None
    if outcome.values is None:
        raise Undecided(f"HiGHS did not solve your model of the {model.puzzle.board} in {SECONDS:g} seconds")
    goal = m.objective()
    total = 0.0
    if goal is not None:
        terms = np.dot(goal.coefficients, outcome.values[list(goal.columns)])
        total = goal.sign * (float(terms) + goal.constant)
    return Optimum(round(total, 6), {key: float(outcome.values[m.column(x)]) for key, x in model.variables.items()})


def optimum_at(model: UserModel, grid: Grid) -> Optimum | None:
    """The optimum when the variables of the cells have the values of a grid; None when the model forbids it.

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
