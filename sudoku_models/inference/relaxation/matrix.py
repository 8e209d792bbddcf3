"""The constraint matrix of a linear model."""

from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np
import numpy.typing as npt
import scipy.sparse

from ...backends import Backend
from ...models.problem import Problem
from ...models.sudoku_model import SudokuModel
from ...solvers.highs import pass_matrix
from ...solvers.matrix import compressed, read_linear

__all__ = ["Floats", "Rows", "highs_of", "linearised", "rows"]

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
    m = linearised(model).m if isinstance(model, SudokuModel | Problem) else model
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


def linearised(model: SudokuModel | Problem) -> SudokuModel | Problem:
    return model.rewritten() if model.m.logic() else model


def highs_of(lp: Rows, whole: bool) -> Any:
    """A HiGHS instance with these rows; the variables are continuous unless `whole` is true."""
    highs = highspy.Highs()
    highs.silent()
    matrix = lp.matrix.indptr, lp.matrix.indices, lp.matrix.data
    bounds = lp.column_lower, lp.column_upper
    pass_matrix(highs, matrix, (lp.lower, lp.upper), bounds, lp.cost, lp.integer if whole else None)
    return highs
