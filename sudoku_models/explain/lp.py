"""Explain by linear programming: a candidate goes because of a weighted sum of the equations of `assignment`.

Let the equations that are left be sum over j of a[e,j] * y[j] = b[e], one for each name e, with a candidate j = (i, d)
for each digit d that the open cell i can still hold. Multiply each equation by a number m[e] and add them up:

    sum over j of c[j] * y[j] = t       with c[j] = sum over e of m[e] * a[e,j] and t = sum over e of m[e] * b[e]

If no c[j] is negative and t = 0, then y[j] = 0 wherever c[j] > 0, because no y[j] is negative either. By LP duality
there are such multipliers for every candidate that the LP relaxation excludes, and for no other. Those with the
smallest norm, the sum of |m[e]|, are themselves found by a linear program. It calculates in floating point, so a
certificate is checked in fractions before anyone sees it. An equation with "at most" (a unit with fewer cells than
digits) may only be added.

With `rounding` one step more is allowed. If t > 0 and c[j] > t, then y[j] <= t / c[j] < 1, and a whole number below 1
is 0. This is a Chvatal-Gomory cut.

Sources: V. Chvatal, "Linear Programming", 1983, for duality and certificates; the same, "Edmonds polytopes and a
hierarchy of combinatorial problems", Discrete Mathematics 4, 1973, for the rounding.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import highspy
import numpy as np

from ..errors import InputError, SolverError
from ..models.sudoku_model import build
from ..puzzles.board import Board, Cell
from ..puzzles.candidates import Candidates
from ..puzzles.puzzle import Puzzle
from ..solvers.highs import read_linear
from .step import Step

__all__ = ["Certificate", "Equation", "certificate", "certify", "equations", "excluded", "next_step", "shown"]

Candidate = tuple[Cell, int]
"""A cell and a digit that it can still hold."""

TOLERANCE = 1e-6
LARGEST_DENOMINATOR = 1000


@dataclass(frozen=True)
class Equation:
    """What is left of a row of the model: lower <= sum of coefficient * y[candidate] <= upper.

    Attributes:
        name: As the model has it, such as "row 3 has a 7".
        terms: The coefficient of each candidate.
        lower: None when the row is an "at most".
        upper: None when the row is an "at least".
    """

    name: str
    terms: dict[Candidate, int]
    lower: int | None
    upper: int | None


@dataclass(frozen=True)
class Certificate:
    """A weighted sum of equations, checked exactly, and what it excludes.

    Attributes:
        multipliers: The multiplier of each equation that takes part, by its name.
        coefficients: The candidates of the sum, with their coefficients; those with coefficient 0 are left out.
        total: The right-hand side of the sum.
        excludes: The candidates that cannot be, by cell.
    """

    multipliers: dict[str, Fraction]
    coefficients: dict[Candidate, Fraction]
    total: Fraction
    excludes: dict[Cell, frozenset[int]]

    @property
    def norm(self) -> Fraction:
        """The sum of the absolute multipliers."""
        return sum(map(abs, self.multipliers.values()), Fraction(0))

    def __str__(self) -> str:
        ordered = sorted(self.multipliers.items(), key=lambda item: item[1] < 0)
        return _sum((shown(name), m) for name, m in ordered)

    @property
    def left(self) -> str:
        """The left-hand side of the sum, such as "y[(4, 8), 7] + 2 y[(5, 8), 7]"."""
        return _sum((f"y[{i}, {d}]", c) for (i, d), c in sorted(self.coefficients.items()))


def equations(state: Candidates, formulation: str = "assignment") -> dict[str, Equation]:
    """What a formulation with binaries y[cell, digit] says of the candidates that are left, by name.

    Raises:
        InputError: When the formulation has other variables.

    >>> state = Candidates.of(Puzzle.parse("12.. ..3. .... ...."))
    >>> equations(state)["row 1 has a 4"].terms
    {((1, 3), 4): 1, ((1, 4), 4): 1}
    """
    found = {}
    for name, columns, lower, upper in _rows(state.board, formulation):
        held = sum(a for (i, d), a in columns if state.digits.get(i) == d)
        terms = {(i, d): a for (i, d), a in columns if i not in state.digits and d in state.candidates[i]}
        if terms:
            low, high = (None if side is None else side - held for side in (lower, upper))
            found[name] = Equation(name, terms, low, high)
    return found


def certify(
    state: Candidates, multipliers: Mapping[str, Any], rounding: bool = False, formulation: str = "assignment"
) -> Certificate:
    """Check multipliers exactly, in fractions, and say what they exclude. No solver takes part in this.

    Args:
        state: The candidates that are left.
        multipliers: A number for each equation that takes part, by its name; floats are taken at their exact value.
        rounding: Whether the sum may be positive, with the rounding that the module explains.
        formulation: Where the equations come from.

    Raises:
        InputError: When the multipliers prove nothing; the message says where they fail.

    >>> state = Candidates.of(Puzzle.parse("12.. .... .... ...."))
    >>> found = certify(state, {"box 1 has a 3": 1, "row 2 has a 3": -1})
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: in the sum y[(2, 3), 3] has the coefficient -1; none may be negative
    >>> found = certify(state, {"row 2 has a 3": 1, "box 1 has a 3": -1})
    >>> print(found, "excludes", found.excludes)
    3 in row 2 - 3 in box 1 excludes {(2, 3): frozenset({3}), (2, 4): frozenset({3})}
    """
    return _certify(equations(state, formulation), multipliers, rounding)


def _certify(rows: Mapping[str, Equation], multipliers: Mapping[str, Any], rounding: bool) -> Certificate:
    exact = {name: Fraction(m) for name, m in multipliers.items() if m}
    total, sums = Fraction(0), dict[Candidate, Fraction]()
    for name, m in exact.items():
        if name not in rows:
            raise InputError(f"no equation is called {name!r}, or nothing is left of it")
        side = rows[name].upper if m > 0 else rows[name].lower
        if side is None:
            raise InputError(f"{name!r} is no equation but an inequality; its multiplier must not be {m}")
        total += m * side
        for j, a in rows[name].terms.items():
            sums[j] = sums.get(j, Fraction(0)) + m * a
    for (i, d), c in sums.items():
        if c < 0:
            raise InputError(f"in the sum y[{i}, {d}] has the coefficient {c}; none may be negative")
    if total > 0 and not rounding:
        raise InputError(f"the right-hand sides add up to {total}; they must add up to 0")
    gone: dict[Cell, set[int]] = {}
    for (i, d), c in sums.items():
        if c > total or total < 0:
            gone.setdefault(i, set()).add(d)
    if not gone:
        raise InputError("the sum is sound, but it excludes no candidate")
    excludes = {i: frozenset(digits) for i, digits in sorted(gone.items())}
    return Certificate(exact, {j: c for j, c in sorted(sums.items()) if c}, total, excludes)


def certificate(
    state: Candidates, cell: Cell, digit: int, rounding: bool = False, formulation: str = "assignment"
) -> Certificate | None:
    """The certificate of smallest norm that excludes a candidate; None when the LP relaxation does not exclude it.

    >>> state = Candidates.of(Puzzle.parse("12.. .... .... ...."))
    >>> found = certificate(state, (2, 4), 3)
    >>> found.norm, (2, 4) in found.excludes
    (Fraction(2, 1), True)
    >>> certificate(state, (2, 4), 1) is None
    True
    """
    if cell in state.digits or digit not in state.candidates[cell]:
        raise InputError(f"cell {cell} has no candidate {digit} that could be excluded")
    return _Multipliers(equations(state, formulation), rounding).find((cell, digit))


def excluded(state: Candidates, formulation: str = "assignment") -> dict[Cell, frozenset[int]]:
    """The candidates that are 0 at every point of the LP relaxation, as HiGHS sees it.

    The sum of the candidates not yet seen is maximised until it is 0; each time, many are seen at once.

    >>> {i: sorted(gone) for i, gone in excluded(Candidates.of(Puzzle.parse("12.. .... .... ...."))).items()}
    {(2, 3): [3, 4], (2, 4): [3, 4]}
    """
    rows = equations(state, formulation)
    gone: dict[Cell, set[int]] = {}
    for i, d in _never(rows):
        gone.setdefault(i, set()).add(d)
    return {i: frozenset(digits) for i, digits in sorted(gone.items())}


def next_step(state: Candidates, rounding: bool = False, formulation: str = "assignment") -> Step | None:
    """What follows next by a weighted sum of equations of small norm; None when the LP relaxation says no more.

    First an equation with one candidate left: a single. Then one equation minus another one, norm 2, which is a matter
    of comparing sets. Only then linear programs, one for each candidate that the relaxation excludes: the smallest norm
    wins, and norm 4 ends the search at once.

    Args:
        state: The candidates that are left.
        rounding: Whether a sum may be rounded when nothing follows without.
        formulation: A formulation with binaries y[cell, digit].

    >>> step = next_step(Candidates.of(Puzzle.parse("12.. .... .... ....")))
    >>> print(step.name, "|", step.sentence)
    box minus row | 3 in box 2 - 3 in row 1 = 0 leaves y[(2, 3), 3] + y[(2, 4), 3] = 0, so (2, 3) and (2, 4) are not 3
    """
    rows = equations(state, formulation)
    if step := _single(rows) or _pair(rows):
        return step
    best = _smallest(rows, False, _never(rows))
    if best is None and rounding:
        best = _smallest(rows, True, _never_whole(rows))
    return _step(rows, best) if best else None


def shown(name: str) -> str:
    """The short name of an equation.

    >>> shown("row 3 has a 7"), shown("cell (1, 4) has a digit")
    ('7 in row 3', 'cell (1, 4)')
    """
    name = re.sub(r"^(.*) has a (\d+)$", r"\2 in \1", name)
    return name.removesuffix(" has a digit")


# -- finding --------------------------------------------------------------------------------------------------------


def _single(rows: Mapping[str, Equation]) -> Step | None:
    """An equation of which one candidate is left."""
    for name, row in rows.items():
        if len(row.terms) == 1 and row.lower == 1:
            ((i, d),) = row.terms
            said = f"of {shown(name)} = 1 only y[{i}, {d}] is left, so {i} is {d}"
            return Step("lp", "single", {i: d}, {}, (name,), said, (i,), 2.0)
    return None


def _pair(rows: Mapping[str, Equation]) -> Step | None:
    """One equation minus another one of which every candidate is in the first too."""
    containing: dict[Candidate, list[str]] = {}
    for name, row in rows.items():
        for j in row.terms:
            containing.setdefault(j, []).append(name)
    for name, row in rows.items():
        if row.lower != 1:
            continue
        some = min(row.terms, key=lambda j: len(containing[j]))
        for other in containing[some]:
            if len(rows[other].terms) > len(row.terms) and row.terms.keys() <= rows[other].terms.keys():
                return _step(rows, _certify(rows, {other: 1, name: -1}, False))
    return None


def _smallest(rows: Mapping[str, Equation], rounding: bool, wanted: Iterable[Candidate]) -> Certificate | None:
    best: Certificate | None = None
    search = _Multipliers(rows, rounding)
    for j in dict.fromkeys(wanted):
        found = search.find(j)
        if found and (best is None or _simplicity(found) < _simplicity(best)):
            best = found
        if best and best.norm <= 4 and _is_whole(best):
            break
    return best


def _simplicity(found: Certificate) -> tuple[Fraction, bool, int]:
    return found.norm, not _is_whole(found), len(found.multipliers)


def _is_whole(found: Certificate) -> bool:
    return all(m.denominator == 1 for m in found.multipliers.values())


class _Multipliers:
    """The linear program for the multipliers, kept warm: another candidate is another right-hand side.

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
        lower = np.concatenate([np.zeros(width - 1), [-np.inf]])
        upper = np.concatenate([np.where(allowed, np.inf, 0), [np.inf if rounding else 0]])
        cost = np.concatenate([np.ones(width - 1), [0]])
        sides = np.zeros(height), np.concatenate([np.full(height - 1, np.inf), [0]])
        self.highs, self.total = _pass(matrix, sides, (lower, upper), cost), width - 1

    def find(self, wanted: Candidate) -> Certificate | None:
        """Multipliers of smallest norm that exclude the candidate, made exact and checked."""
        k = self.number[wanted]
        self.highs.changeRowBounds(k, 1, np.inf)
        self.highs.changeCoeff(k, self.total, -1)
        values = _solve(self.highs)
        self.highs.changeRowBounds(k, 0, np.inf)
        self.highs.changeCoeff(k, self.total, 0)
        if values is None:
            return None
        weights = values[:-1:2] - values[1:-1:2]
        exact = [Fraction(m).limit_denominator(LARGEST_DENOMINATOR) for m in weights.tolist()]
        try:
            found = _certify(self.rows, dict(zip(self.names, exact, strict=True)), self.rounding)
        except InputError:  # floating point was not good enough: what cannot be checked is not shown
            return None
        return found if wanted[1] in found.excludes.get(wanted[0], ()) else None


def _never(rows: Mapping[str, Equation]) -> list[Candidate]:
    """The candidates that are 0 at every point of the relaxation, in the order of the rows; all, if it has no point."""
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


def _never_whole(rows: Mapping[str, Equation]) -> list[Candidate]:
    """The candidates that are below 1 at every point of the relaxation: those that rounding can exclude."""
    highs, number = _relaxation(rows)
    seen: set[Candidate] = set()
    for j in number:
        if j not in seen and (values := _maximise(highs, [number[j]])) is not None:
            seen.update(other for other, k in number.items() if values[k] > 1 - TOLERANCE)
    return [j for j in number if j not in seen]


def _relaxation(rows: Mapping[str, Equation]) -> tuple[Any, dict[Candidate, int]]:
    """The equations themselves, with y >= 0, in HiGHS, and the column of each candidate."""
    number = {j: k for k, j in enumerate(dict.fromkeys(j for row in rows.values() for j in row.terms))}
    matrix = [{number[j]: float(a) for j, a in row.terms.items()} for row in rows.values()]
    lower = np.array([-np.inf if row.lower is None else row.lower for row in rows.values()], dtype=float)
    upper = np.array([np.inf if row.upper is None else row.upper for row in rows.values()], dtype=float)
    bounds = np.zeros(len(number)), np.ones(len(number))
    return _pass(matrix, (lower, upper), bounds, np.zeros(len(number))), number


def _maximise(highs: Any, columns: list[int]) -> Any:
    """The values where the sum of these columns is largest; None when there is no point at all."""
    cost = np.zeros(highs.getNumCol())
    cost[columns] = -1
    highs.changeColsCost(len(cost), np.arange(len(cost), dtype=np.int32), cost)
    return _solve(highs)


def _pass(matrix: list[dict[int, float]], sides: tuple[Any, Any], bounds: tuple[Any, Any], cost: Any) -> Any:
    """HiGHS with a linear program in it; the matrix is a dict for each row, from columns to coefficients."""
    highs = highspy.Highs()
    highs.silent()
    lp = highspy.HighsLp()
    lp.num_row_, lp.num_col_ = len(matrix), len(cost)
    lp.row_lower_, lp.row_upper_ = sides
    lp.col_lower_, lp.col_upper_ = bounds
    lp.col_cost_ = cost
    compressed = lp.a_matrix_
    compressed.format_ = highspy.MatrixFormat.kRowwise
    compressed.start_ = np.cumsum([0, *map(len, matrix)]).astype(np.int32)
    compressed.index_ = np.array([k for row in matrix for k in row], dtype=np.int32)
    compressed.value_ = np.array([a for row in matrix for a in row.values()], dtype=float)
    highs.passModel(lp)
    return highs


def _solve(highs: Any) -> Any:
    """The values at an optimum; None when the program is infeasible."""
    highs.run()
    status, kinds = highs.getModelStatus(), highspy.HighsModelStatus
    if status == kinds.kOptimal:
        return np.array(highs.getSolution().col_value)
    if status in (kinds.kInfeasible, kinds.kUnboundedOrInfeasible):
        return None
    raise SolverError(f"HiGHS ended with the status {highs.modelStatusToString(status)!r}")


@lru_cache(maxsize=16)
def _rows(board: Board, formulation: str) -> list[tuple[str, list[tuple[Candidate, int]], int | None, int | None]]:
    """The rows of the model of an empty board: name, coefficients by candidate, and the two sides."""
    model = build(Puzzle(board, (0,) * len(board.cells)), formulation, "pulp")
    if any((i, d) not in model.variables for i in board.cells[:1] for d in board.digits):
        raise InputError(f"the formulation {formulation!r} has no binaries y[cell, digit]")
    candidates = {model.m.column(y): j for j, y in model.variables.items()}
    found = []
    for row in read_linear(model.m, model.m.constraints()):
        columns = [(candidates[k], _whole(a, row.name)) for k, a in zip(row.columns, row.coefficients, strict=True)]
        lower, upper = (None if np.isinf(side) else _whole(side, row.name) for side in (row.lower, row.upper))
        found.append((row.name, columns, lower, upper))
    return found


def _whole(number: float, name: str) -> int:
    if number != round(number):
        raise InputError(f"the row {name!r} has the number {number}; exact certificates need whole ones")
    return round(number)


# -- saying ---------------------------------------------------------------------------------------------------------


def _step(rows: Mapping[str, Equation], found: Certificate) -> Step:
    cells = dict.fromkeys(i for name in found.multipliers for i, _ in rows[name].terms)
    at_most = any(rows[name].lower != rows[name].upper for name in found.multipliers)
    sign = "<=" if at_most else "="
    left = found.left if len(found.coefficients) <= 8 else "a sum without negative coefficients"
    said = f"{found} = {found.total} leaves {left} {sign} {found.total}, "
    rounded = "and these are whole numbers, " if found.total > 0 else ""
    said += f"{rounded}so {_not(found.excludes)}"
    because = tuple(found.multipliers)
    return Step("lp", _kind(found), {}, found.excludes, because, said, tuple(sorted(cells)), float(found.norm))


def _kind(found: Certificate) -> str:
    """What is added and what is subtracted: "2 columns minus 2 rows"."""
    rounded = ", rounded" if found.total > 0 else ""
    if not _is_whole(found) or len(found.multipliers) > 8:
        return f"sum of {len(found.multipliers)} equations{rounded}"
    plus, minus = Counter[str](), Counter[str]()
    for name, m in found.multipliers.items():
        side = plus if m > 0 else minus
        side[re.split(r"[\W\d]", name)[0] or name] += abs(int(m))
    return " minus ".join(filter(None, map(_counted, (plus, minus)))) + rounded


def _counted(kinds: Counter[str]) -> str:
    if sum(kinds.values()) == 1:
        return next(iter(kinds))
    plural = {"box": "boxes"}
    return " and ".join(f"{k} {plural.get(kind, kind + 's') if k > 1 else kind}" for kind, k in sorted(kinds.items()))


def _sum(terms: Iterable[tuple[str, Fraction]]) -> str:
    text = ""
    for name, c in terms:
        sign = ("- " if c < 0 else "+ ") if text else ("-" if c < 0 else "")
        text += f" {sign}" if text else sign
        text += name if abs(c) == 1 else f"{abs(c)} * {name}" if abs(c).denominator == 1 else f"({abs(c)}) * {name}"
    return text


def _not(excludes: Mapping[Cell, frozenset[int]]) -> str:
    """The candidates that go, in words, the cells of a digit together."""
    cells_of: dict[int, list[Cell]] = {}
    for i, gone in excludes.items():
        for d in sorted(gone):
            cells_of.setdefault(d, []).append(i)
    return ", and ".join(_not_these(cells, d) for d, cells in sorted(cells_of.items()))


def _not_these(cells: list[Cell], d: int) -> str:
    *most, last = map(str, cells)
    return f"{', '.join(most)} and {last} are not {d}" if most else f"{last} is not {d}"
