"""The variables of a formulation: which column, with which value, means that a cell holds a digit."""

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..backends import Column
from ..errors import InputError
from ..puzzles.board import Board, Cell
from ..puzzles.puzzle import Puzzle

__all__ = ["DigitColumns", "check_variables"]

NEVER = 2
"""A value that no binary takes."""


class DigitColumns:
    """The columns that mean "cell k holds digit d", for all cells and digits at once, as arrays.

    Args:
        column: The column of x[cell] or y[cell, digit].
        board: The board.
        is_reduced: Whether y has no variables for givens, and for digits that the givens exclude.
    """

    def __init__(self, column: Mapping[Any, Column], board: Board, is_reduced: bool) -> None:
        self._is_reduced = is_reduced
        if is_reduced:
            found = [[column.get((i, d)) for d in board.digits] for i in board.cells]
            places = np.array(found, dtype=float)  # None becomes nan
            is_missing = np.isnan(places)
            self._columns, self._values = np.where(is_missing, -1, places).astype(int), np.where(is_missing, NEVER, 1)
            return
        rows = [[column[i]] * board.size if i in column else [column[i, d] for d in board.digits] for i in board.cells]
        self._columns = np.array(rows)
        self._values = np.array([board.digits if i in column else [1] * board.size for i in board.cells])

    def held(self, values: npt.NDArray[np.float64], givens: Sequence[int]) -> npt.NDArray[np.bool_]:
        """Whether cell k holds digit d (from 0). This is the only place where floats are rounded to digits."""
        if not self._is_reduced:
            return np.asarray(np.rint(values)[self._columns] == self._values)
        padded = np.append(values, 0.0)  # the column -1, of what has no variable
        held = np.asarray(np.rint(padded)[self._columns] == self._values)
        cells = np.flatnonzero(givens)
        held[cells, np.asarray(givens)[cells] - 1] = True
        return held

    def cut(
        self, digits: Sequence[int], givens: Sequence[int], at_least: int
    ) -> tuple[tuple[tuple[Column, int], ...], int]:
        """The columns and values of a grid; and how many of these differ in a grid that has `at_least` other digits."""
        cells = np.arange(len(digits))
        chosen, values = (array[cells, np.array(digits) - 1].tolist() for array in (self._columns, self._values))
        pairs = tuple(zip(chosen, values, strict=True))
        if not self._is_reduced:
            return pairs, at_least
        # A cell without a variable has the digit of its given, or another one in every solution.
        different = values.count(NEVER) - sum(map(operator.eq, digits, givens))
        return tuple(pair for pair in pairs if pair[1] != NEVER), max(0, at_least - different)


def check_variables(variables: Any, puzzle: Puzzle, formulation: str) -> dict[Any, Any]:
    """Check that a formulation returned x[cell] or y[cell, digit], and return it.

    Raises:
        InputError: When it returned something else.
    """
    cells, digits = puzzle.board.cells, puzzle.board.digits
    if isinstance(variables, dict):
        if all(i in variables for i in cells) or all((i, d) in variables for i in cells for d in digits):
            return variables
        example: Cell = next(i for i in cells if i not in variables and (i, 1) not in variables)
        raise InputError(f"the formulation {formulation!r} returned variables, but none for cell {example}")
    raise InputError(
        f"the formulation {formulation!r} must return its variables, a dict x[cell] or y[cell, digit], "
        f"not {type(variables).__name__}"
    )
