"""The linear relaxation by HiGHS, for the multipliers of its rows: see `dual_bound`."""

from collections.abc import Sequence
from math import frexp, ldexp

from ..backends import Linear, PlainModel
from ..runtime.interrupts import cancel_on_interrupt
from ..runtime.limits import LONGEST, deadline_of
from .highs import CLAIMS, highs_of
from .milp import Claim, compressed, costs
from .protocol import GAVE_UP, Outcome, Status

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
            highs = highs_of(*self.m.bounds(), compressed(list(map(_times, rows, scales))))
            highs.changeColsCost(len(cost), list(range(len(cost))), [c * unit for c in cost])
            with cancel_on_interrupt(highs.cancelSolve):
                for switch in ("choose", "off"):  # after presolve there is no ray
                    if (left := deadline.left()) is not None:
                        highs.setOptionValue("time_limit", highs.getRunTime() + min(left, LONGEST))
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


def _scale(numbers: Sequence[float]) -> float:
    """The power of two that makes the largest of these numbers about 1; 1 where they are small as they are."""
    largest = max((abs(float(c)) for c in numbers), default=0.0)
    return ldexp(1.0, -frexp(largest)[1]) if largest and not SMALL <= largest <= LARGE else 1.0


def _times(row: Linear, scale: float) -> Linear:
    if scale == 1:
        return row
    coefficients = [float(c) * scale for c in row.coefficients]
    return row._replace(coefficients=coefficients, lower=float(row.lower) * scale, upper=float(row.upper) * scale)
