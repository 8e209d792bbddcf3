"""What a linear model allows, decided by optimisation rather than by a few grids that are tried."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ..inference.relaxation.linear_relaxation import Rows, highs_of, minimize
from ..runtime.limits import Deadline, TimeLimit
from .exercise import Undecided

__all__ = ["Ranges"]

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
