"""The linear relaxation by HiGHS, for the multipliers of its rows: see `dual_bound`."""

from collections.abc import Sequence
from math import frexp, inf, ldexp

from ..backends import Linear, PlainModel
from ..runtime.interrupts import cancel_on_interrupt
from ..runtime.limits import Deadline, deadline_of
from .highs import CLAIMS, DUAL_SIMPLEX, PRIMAL_SIMPLEX, highs_of, set_limit
from .milp import Claim, compressed, costs
from .protocol import GAVE_UP, Outcome, Status
from .small_numbers import multiplied

SMALL, LARGE = 1e-3, 1e6
"""Between these the largest coefficient of a row is left as it is. HiGHS takes none from 1e15 on, and ignores 1e-9."""


class HighsRelaxation:
    """The linear relaxation of a model, to be asked like a solver. Its outcome has the multipliers of the linear rows.

    >>> from math import inf
    >>> from sudoku_models.backends import Term
    >>> ends, row = ([0.0] * 2, [9.0] * 2), Linear((0, 1), (2, 2), 3, inf, "a")
    >>> model = PlainModel(["x", "y"], *ends, [True] * 2, [row], Term((0, 1), (1, 1)))
    >>> HighsRelaxation().session(model).solve().multipliers
    [0.5]
    """

    name = "highs"

    def session(self, m: PlainModel) -> "RelaxationSession":
        return RelaxationSession(m)


class RelaxationSession:
    """A session of `HighsRelaxation` for one model. Logical constraints are left out, as a relaxation may."""

    def __init__(self, m: PlainModel) -> None:
        self.m = m

    def solve(self, time_limit: float | None = None) -> Outcome:
        """Solve the relaxation. The outcome is UNKNOWN, with multipliers when HiGHS has some."""
        rows = [record for record in self.m.records if isinstance(record, Linear)]
        with deadline_of(time_limit) as deadline:
            scales = [_scale(row.coefficients) for row in rows]
            cost, _ = costs(self.m, len(self.m.variables))
            unit = _scale(cost)
            highs = highs_of(*self.m.bounds(), compressed(list(map(multiplied, rows, scales))))
            highs.changeColsCost(len(cost), list(range(len(cost))), [c * unit for c in cost])
            with cancel_on_interrupt(highs.cancelSolve):
                for switch in ("choose", "off"):  # after presolve there is no ray
                    set_limit(highs, deadline)
                    highs.setOptionValue("presolve", switch)
                    highs.run()
                    claim = CLAIMS.get(highs.getModelStatus())
                    if claim in (Claim.OPTIMAL, Claim.NOTHING):
                        break
        found: Sequence[float] = ()
        if claim is Claim.OPTIMAL:
            found = highs.getSolution().row_dual
        elif claim is Claim.INFEASIBLE:
            _, exists, ray = highs.getDualRay()
            found = ray if exists else ()
        outcome = Outcome(Status.UNKNOWN, "the relaxation was solved", stopped_by=GAVE_UP)
        if len(found) == len(rows):  # HiGHS leaves out rows whose numbers it does not take
            outcome.multipliers = [float(y) * scale / unit for y, scale in zip(found, scales, strict=True)]
        return outcome


class PartialRelaxations:
    """The linear relaxations of parts of a model: of some of its rows, and between some bounds.

    HiGHS starts each solve at the basis of the last one.

    Args:
        rows: All rows.
        lower, upper: The bounds of the columns to begin with.
    """

    def __init__(self, rows: Sequence[Linear], lower: Sequence[float], upper: Sequence[float]) -> None:
        self._scales = [_scale(row.coefficients) for row in rows]
        images = list(map(multiplied, rows, self._scales))
        self._sides = [(float(image.lower), float(image.upper)) for image in images]
        self._highs = highs_of(lower, upper, compressed(images))
        self._highs.setOptionValue("presolve", "off")  # after presolve there is no ray
        self._bounds = list(zip(lower, upper, strict=True))
        self._active = [True] * len(rows)

    def solve(
        self, active: Sequence[bool], bounds: Sequence[tuple[float, float]], deadline: Deadline
    ) -> tuple[Claim, list[float]]:
        """Solve the relaxation of the active rows between these bounds.

        Returns:
            FEASIBLE with the values of the columns, INFEASIBLE with the multipliers of the rows (none when HiGHS has no
            ray), or NOTHING.
        """
        highs = self._highs
        for k, (is_active, ends) in enumerate(zip(active, self._sides, strict=True)):
            if is_active != self._active[k]:
                highs.changeRowBounds(k, *(ends if is_active else (-inf, inf)))
        for k, ends in enumerate(bounds):
            if ends != self._bounds[k]:
                highs.changeColBounds(k, *ends)
        self._active, self._bounds = list(active), list(bounds)
        claim = Claim.NOTHING
        with cancel_on_interrupt(highs.cancelSolve):
            for method in (DUAL_SIMPLEX, PRIMAL_SIMPLEX):
                deadline.check()
                set_limit(highs, deadline)
                highs.setOptionValue("simplex_strategy", method)
                highs.run()
                claim = CLAIMS.get(highs.getModelStatus(), Claim.NOTHING)
                if claim is not Claim.NOTHING:
                    break
                highs.clearSolver()
        if claim is Claim.OPTIMAL:
            return Claim.FEASIBLE, list(highs.getSolution().col_value)
        if claim is not Claim.INFEASIBLE:
            return Claim.NOTHING, []
        _, exists, ray = highs.getDualRay()
        if not exists or len(ray) != len(self._scales):
            return claim, []
        return claim, [float(y) * scale for y, scale in zip(ray, self._scales, strict=True)]


def _scale(numbers: Sequence[float]) -> float:
    """The power of two that makes the largest of these numbers about 1; 1 where they are small as they are."""
    largest = max((abs(float(c)) for c in numbers), default=0.0)
    return ldexp(1.0, -frexp(largest)[1]) if largest and not SMALL <= largest <= LARGE else 1.0
