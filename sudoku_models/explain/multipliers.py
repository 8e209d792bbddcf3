"""Linear programs for certificates: what the LP relaxation excludes, and the multipliers of smallest norm."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import inf
from typing import Any

from ..errors import InputError
from ..inference.relaxation.linear_relaxation import minimize
from ..puzzles.candidates import Candidates
from ..puzzles.units import Cell
from ..runtime.limits import deadline_of
from ..solvers.highs import highs_of
from ..solvers.milp import SparseRows
from .equations import Candidate, Equation, LinearCertificate, certify_rows, equations

TOLERANCE = 1e-6
LARGEST_DENOMINATOR = 1000


def certificate(
    state: Candidates, cell: Cell, digit: int, rounding: bool = False, formulation: str = "assignment"
) -> LinearCertificate | None:
    """The certificate of smallest norm that excludes a candidate; None when the LP relaxation does not exclude it.

    >>> from sudoku_models import Puzzle
    >>> state = Candidates.of(Puzzle.parse("12.. .... .... ...."))
    >>> found = certificate(state, (2, 4), 3)
    >>> found.norm, (2, 4) in found.excludes
    (Fraction(2, 1), True)
    >>> certificate(state, (2, 4), 1) is None
    True
    """
    if cell in state.digits or digit not in state.candidates[cell]:
        raise InputError(f"cell {cell} has no candidate {digit} that could be excluded")
    return Multipliers(equations(state, formulation), rounding).find((cell, digit))


def excluded(state: Candidates, formulation: str = "assignment") -> dict[Cell, frozenset[int]]:
    """The candidates that are 0 at every point of the LP relaxation, in floating point.

    The sum of the candidates that were 0 so far is maximised until it is 0; each solve finds many that are not.

    >>> from sudoku_models import Puzzle
    >>> {i: sorted(gone) for i, gone in excluded(Candidates.of(Puzzle.parse("12.. .... .... ...."))).items()}
    {(2, 3): [3, 4], (2, 4): [3, 4]}
    """
    rows = equations(state, formulation)
    gone: dict[Cell, set[int]] = {}
    for i, d in never(rows):
        gone.setdefault(i, set()).add(d)
    return {i: frozenset(digits) for i, digits in sorted(gone.items())}


class Multipliers:
    """The linear program for the multipliers. It is kept between calls: a candidate only changes the right-hand side.

    minimise    sum over e of p[e] + q[e]                          with m = p - q and p, q >= 0
    subject to  sum over e of m[e] * a[e,j] >= 0                   for each candidate j
                sum over e of m[e] * a[e,k] - t >= 1               for the candidate k that is to go
                sum over e of m[e] * b[e] = t, and t <= 0 without rounding
    """

    def __init__(self, rows: Mapping[str, Equation], rounding: bool) -> None:
        self.rows, self.rounding = rows, rounding
        self.names = list(rows)
        candidates = dict.fromkeys(j for row in rows.values() for j in row.terms)
        self.number = {j: k for k, j in enumerate(candidates)}
        width, height = 2 * len(rows) + 1, len(self.number) + 1
        matrix: list[dict[int, float]] = [{} for _ in range(height)]
        for e, row in enumerate(rows.values()):
            for j, a in row.terms.items():
                matrix[self.number[j]] |= {2 * e: a, 2 * e + 1: -a}
            matrix[-1] |= {2 * e: row.upper or 0, 2 * e + 1: -(row.lower or 0)}
        matrix[-1][width - 1] = -1
        allowed = [side is not None for row in rows.values() for side in (row.upper, row.lower)]
        lower = [*[0.0] * (width - 1), -inf]
        upper = [*(inf if is_allowed else 0.0 for is_allowed in allowed), inf if rounding else 0.0]
        self.cost = [*[1.0] * (width - 1), 0.0]
        sides = [0.0] * height, [*[inf] * (height - 1), 0.0]
        self.highs, self.total = _pass(matrix, sides, (lower, upper)), width - 1

    def find(self, wanted: Candidate) -> LinearCertificate | None:
        """Multipliers of smallest norm that exclude the candidate, made exact and checked."""
        k = self.number[wanted]
        self.highs.changeRowBounds(k, 1, inf)
        self.highs.changeCoeff(k, self.total, -1)
        values = _solve(self.highs, self.cost)
        self.highs.changeRowBounds(k, 0, inf)
        self.highs.changeCoeff(k, self.total, 0)
        if values is None:
            return None
        weights = (p - q for p, q in zip(values[:-1:2], values[1:-1:2], strict=True))
        exact = [Fraction(m).limit_denominator(LARGEST_DENOMINATOR) for m in weights]
        try:
            found = certify_rows(self.rows, dict(zip(self.names, exact, strict=True)), self.rounding)
        except InputError:  # the multipliers are too inexact: what fails the exact check is not used
            return None
        return found if wanted[1] in found.excludes.get(wanted[0], ()) else None


def never(rows: Mapping[str, Equation]) -> list[Candidate]:
    """The candidates that are 0 at every point of the relaxation, in the order of the rows; all, if it is empty."""
    highs, number = _relaxation(rows)
    unseen = dict.fromkeys(number)
    while unseen:
        values = _maximise(highs, [number[j] for j in unseen])
        seen = [] if values is None else [j for j in unseen if values[number[j]] > TOLERANCE]
        if not seen:
            break
        for j in seen:
            del unseen[j]
    return list(unseen)


def never_whole(rows: Mapping[str, Equation]) -> list[Candidate]:
    """The candidates that are below 1 at every point of the relaxation: those that rounding can exclude."""
    highs, number = _relaxation(rows)
    seen: set[Candidate] = set()
    for j in number:
        if j not in seen and (values := _maximise(highs, [number[j]])) is not None:
            seen.update(other for other, k in number.items() if values[k] > 1 - TOLERANCE)
    return [j for j in number if j not in seen]


def _relaxation(rows: Mapping[str, Equation]) -> tuple[Any, dict[Candidate, int]]:
    """The relaxation as a HiGHS model, with y >= 0, and the column of each candidate."""
    number = {j: k for k, j in enumerate(dict.fromkeys(j for row in rows.values() for j in row.terms))}
    matrix = [{number[j]: float(a) for j, a in row.terms.items()} for row in rows.values()]
    lower = [-inf if row.lower is None else float(row.lower) for row in rows.values()]
    upper = [inf if row.upper is None else float(row.upper) for row in rows.values()]
    return _pass(matrix, (lower, upper), ([0.0] * len(number), [1.0] * len(number))), number


def _maximise(highs: Any, columns: Iterable[int]) -> list[float] | None:
    """A point that maximises the sum of these columns; None when the relaxation is empty."""
    cost = [0.0] * highs.getNumCol()
    for k in columns:
        cost[k] = -1.0
    return _solve(highs, cost)


Ends = tuple[list[float], list[float]]


def _pass(matrix: list[dict[int, float]], sides: Ends, bounds: Ends) -> Any:
    """A HiGHS model of a linear program; the matrix is a dict for each row, from columns to coefficients."""
    starts, columns = [0, *accumulate(map(len, matrix))], [k for row in matrix for k in row]
    return highs_of(*bounds, SparseRows(*sides, starts, columns, [float(a) for row in matrix for a in row.values()]))


def _solve(highs: Any, cost: list[float]) -> list[float] | None:
    """The values at an optimum; None when the program is infeasible."""
    with deadline_of(None) as deadline:
        return minimize(highs, cost, deadline)
