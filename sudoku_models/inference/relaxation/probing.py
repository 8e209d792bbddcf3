"""Probing with the LP: a binary that is below 1 at every point of the relaxation is 0 in every solution."""

from collections.abc import Sequence

import numpy as np

from ...runtime.limits import Stopwatch
from ...solvers import Status
from .linear_relaxation import TOLERANCE, minimize, only_values, random_cost
from .matrix import Floats, Rows, highs_of

__all__ = ["only_values_with_probing"]

PRIMAL = 4
"""HiGHS's number of the primal simplex method."""


def only_values_with_probing(
    lp: Rows, columns: Sequence[int], time_limit: float | None = None
) -> tuple[bool | None, Floats | None]:
    """Whether each of these columns has one value once probing with the LP fixes no binary any more.

    The LP finds the largest value of a binary; when that is less than 1, the binary is 0. This is repeated until
    nothing is fixed. It is shaving with the LP in place of singles. A binary that is 1 at some point seen before, or 0
    at all points, needs no LP of its own.

    Args:
        lp: The LP; its binaries are probed.
        columns: What must have one value.
        time_limit: Seconds in all; None means no limit.

    Returns:
        The answer (False also for an infeasible relaxation, None when the time limit was reached), and a feasible
        point, if one was found.

    Source: M. Savelsbergh, "Preprocessing and Probing Techniques for Mixed Integer Programming Problems", ORSA Journal
    on Computing 6, 1994.
    """
    watch = Stopwatch()
    answer, point = only_values(lp, columns, time_limit)
    if answer is not False or point is None:
        return answer, point
    probing = _Probing(lp, columns, time_limit, watch)
    answer = probing.has_one_value()
    while answer is False and probing.point is not None:
        if not (fixed := probing.fix_zero()):
            return fixed, probing.point
        answer = probing.has_one_value()
    return answer, probing.point


class _Probing:
    """The LP with the binaries that were fixed so far."""

    def __init__(self, lp: Rows, columns: Sequence[int], time_limit: float | None, watch: Stopwatch) -> None:
        self.columns = np.asarray(columns)
        self.cost = random_cost(len(lp.cost), self.columns)
        self.highs = highs_of(lp, whole=False)
        # Each LP continues from the basis of the one before, which stays feasible for another objective.
        self.highs.setOptionValue("presolve", "off")
        self.highs.setOptionValue("simplex_strategy", PRIMAL)
        self.free = lp.integer & (lp.column_lower == 0) & (lp.column_upper == 1)
        self.time_limit, self.watch = time_limit, watch
        self.point: Floats | None = None
        self.largest: Floats = np.zeros(len(lp.cost))
        """The largest value of each column at the points since the last binary was fixed."""

    def _minimize(self, cost: Floats) -> tuple[Status, Floats | None]:
        status, _, point = minimize(self.highs, cost, self.time_limit, self.watch)
        if point is not None:
            np.maximum(self.largest, point, out=self.largest)
        return status, point

    def has_one_value(self) -> bool | None:
        """Whether a random linear function is constant; None when the time limit was reached."""
        self.largest[:] = 0
        status, self.point = self._minimize(self.cost)
        if self.point is None:
            return False if status is Status.INFEASIBLE else None
        _, other = self._minimize(-self.cost)
        return None if other is None else bool((np.abs(other - self.point)[self.columns] <= TOLERANCE).all())

    def fix_zero(self) -> bool | None:
        """Fix a binary that is never 1.

        Returns:
            Whether there is one; None when the time limit was reached.
        """
        before = -1
        while before < (before := int((self.largest > TOLERANCE).sum())):  # which are positive at all
            if self._minimize(-((self.largest <= TOLERANCE) & self.free).astype(float))[1] is None:
                return None
        for k in np.flatnonzero(self.free & (self.largest > TOLERANCE)):
            if self.largest[k] > 1 - TOLERANCE:
                continue
            _, point = self._minimize(-(np.arange(len(self.cost)) == k).astype(float))
            if point is None:
                return None
            if point[k] < 1 - TOLERANCE:
                self.highs.changeColBounds(int(k), 0.0, 0.0)
                self.free[k] = False
                return True
        return False
