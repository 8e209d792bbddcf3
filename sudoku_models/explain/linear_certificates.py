"""Explain by linear programming: a weighted sum of the equations of `assignment` excludes a candidate.

Let the remaining equations be sum over j of a[e,j] * y[j] = b[e], one for each name e, with a candidate j = (i, d)
for each digit d that the open cell i can still hold. Multiply each equation by a number m[e] and add them up:

    sum over j of c[j] * y[j] = t       with c[j] = sum over e of m[e] * a[e,j] and t = sum over e of m[e] * b[e]

If no c[j] is negative and t = 0, then y[j] = 0 wherever c[j] > 0, because no y[j] is negative either. By LP duality
there are such multipliers for every candidate that the LP relaxation excludes, and for no other. Those with the
smallest norm, the sum of |m[e]|, are themselves found by a linear program. It calculates in floating point, so every
certificate is checked in exact arithmetic. An inequality "at most" (a unit with fewer cells than digits) may only be
added.

With `rounding`, one more inference is allowed. If t > 0 and c[j] > t, then y[j] <= t / c[j] < 1, and a whole number
below 1 is 0. This is a Chvatal-Gomory cut.

Sources: V. Chvatal, "Linear Programming", 1983, for duality and certificates; the same, "Edmonds polytopes and a
hierarchy of combinatorial problems", Discrete Mathematics 4, 1973, for the rounding.

`equations` reads the remaining equations from a model, and checks weighted sums of them exactly; `multipliers` has the
linear programs that find the weights of smallest norm.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from ..puzzles.candidates import Candidates
from ..puzzles.cell_names import listed, short_cell_name
from ..puzzles.labels import Label, short
from ..puzzles.units import Cell
from .equations import Candidate, Equation, LinearCertificate, certify, certify_rows, equations
from .multipliers import Multipliers, certificate, excluded, never, never_whole
from .step import Step

__all__ = ["Candidate", "Equation", "LinearCertificate", "certificate", "certify", "equations", "excluded", "next_step"]


def next_step(state: Candidates, rounding: bool = False, formulation: str = "assignment") -> Step | None:
    """The next step by a weighted sum of equations of small norm; None when the LP relaxation excludes nothing more.

    First, an equation with one candidate left: a single. Then, what a further rule of the board excludes by itself
    (norm 1). Then, one equation minus another (norm 2), found by comparing sets. Then linear programs, one for each
    candidate that the relaxation excludes: the smallest norm is chosen, and a certificate of norm 4 ends the search.

    Args:
        state: The remaining candidates.
        rounding: Whether a sum may be rounded when there is no step without rounding.
        formulation: A formulation with binaries y[cell, digit].

    >>> from sudoku_models import Puzzle
    >>> step = next_step(Candidates.of(Puzzle.parse("12.. .... .... ....")))
    >>> print(step.name, "|", step.sentence)
    box minus row | 3 in box 2 - 3 in row 1 = 0 leaves y[(2, 3), 3] + y[(2, 4), 3] = 0, so (2, 3) and (2, 4) are not 3
    """
    rows = equations(state, formulation)
    if step := _single(rows) or _excluded(rows) or _pair(rows):
        return step
    best = _smallest(rows, False, never(rows))
    if best is None and rounding:
        best = _smallest(rows, True, never_whole(rows))
    return _step(rows, best) if best else None


def _single(rows: Mapping[str, Equation]) -> Step | None:
    """A step from an equation with one candidate left."""
    for row in rows.values():
        if len(row.terms) == 1 and row.lower == 1 and _counts(row):
            ((i, d),) = row.terms
            at = short_cell_name(i)
            sentence = f"in the equation {short(row.label)} = 1 only y[{at}, {d}] is left, so {at} is {d}"
            return Step("lp", "single", {i: d}, {}, (row.label,), sentence, (i,), 2.0)
    return None


def _excluded(rows: Mapping[str, Equation]) -> Step | None:
    """A step from an equation by which some candidates are 0."""
    for name, row in rows.items():
        if row.upper == 0 and _counts(row):
            return _step(rows, certify_rows(rows, {name: 1}, False))
    return None


def _counts(row: Equation) -> bool:
    """Whether the row counts candidates, as those of units do; the row of a sum weights them with their digits."""
    return all(a == 1 for a in row.terms.values())


def _pair(rows: Mapping[str, Equation]) -> Step | None:
    """A step from one equation minus another whose candidates it contains."""
    containing: dict[Candidate, list[str]] = {}
    for name, row in rows.items():
        for j in row.terms:
            containing.setdefault(j, []).append(name)
    for name, row in rows.items():
        if row.lower != 1 or not _counts(row):
            continue
        some = min(row.terms, key=lambda j: len(containing[j]))
        for other in containing[some]:
            wider = rows[other]
            is_wider = len(wider.terms) > len(row.terms) and row.terms.keys() <= wider.terms.keys()
            if is_wider and wider.upper == 1 and _counts(wider):
                return _step(rows, certify_rows(rows, {other: 1, name: -1}, False))
    return None


def _smallest(rows: Mapping[str, Equation], rounding: bool, wanted: Iterable[Candidate]) -> LinearCertificate | None:
    best: LinearCertificate | None = None
    search = Multipliers(rows, rounding)
    for j in dict.fromkeys(wanted):
        found = search.find(j)
        if found and (best is None or _simplicity(found) < _simplicity(best)):
            best = found
        if best and best.norm <= 4 and _is_whole(best):
            break
    return best


def _simplicity(found: LinearCertificate) -> tuple[Fraction, bool, int]:
    return found.norm, not _is_whole(found), len(found.multipliers)


def _is_whole(found: LinearCertificate) -> bool:
    return all(m.denominator == 1 for m in found.multipliers.values())


def _step(rows: Mapping[str, Equation], found: LinearCertificate) -> Step:
    cells = dict.fromkeys(i for name in found.multipliers for i, _ in rows[name].terms)
    at_most = any(rows[name].lower != rows[name].upper for name in found.multipliers)
    sign = "<=" if at_most else "="
    left = found.left if len(found.coefficients) <= 8 else "a sum without negative coefficients"
    sentence = f"{found} = {found.total} leaves {left} {sign} {found.total}, "
    rounded = "and these are whole numbers, " if found.total > 0 else ""
    sentence += f"{rounded}so {_not(found.excludes)}"
    rests_on = tuple(found.labels.values())
    at, named = tuple(sorted(cells)), tuple(d for _, d in found.coefficients)
    return Step("lp", _kind(found), {}, found.excludes, rests_on, sentence, at, float(found.norm), named)


def _kind(found: LinearCertificate) -> str:
    """The name of the sum: "2 columns minus 2 rows"."""
    rounded = ", rounded" if found.total > 0 else ""
    are_labels = all(isinstance(label, Label) for label in found.labels.values())
    if not are_labels or not _is_whole(found) or len(found.multipliers) > 8:
        return f"sum of {len(found.multipliers)} equations{rounded}"
    plus, minus = Counter[str](), Counter[str]()
    for name, m in found.multipliers.items():
        label = found.labels[name]
        side = plus if m > 0 else minus
        side[label.unit.kind if label.unit else label.kind] += abs(int(m))
    return " minus ".join(filter(None, map(_counted, (plus, minus)))) + rounded


def _counted(kinds: Counter[str]) -> str:
    if sum(kinds.values()) == 1:
        return next(iter(kinds))
    plural = {"box": "boxes"}
    return " and ".join(f"{k} {plural.get(kind, kind + 's') if k > 1 else kind}" for kind, k in sorted(kinds.items()))


def _not(excludes: Mapping[Cell, frozenset[int]]) -> str:
    """The excluded candidates as text, the cells of a digit together."""
    cells_of: dict[int, list[Cell]] = {}
    for i, gone in excludes.items():
        for d in sorted(gone):
            cells_of.setdefault(d, []).append(i)
    verb = {d: "is" if len(cells) == 1 else "are" for d, cells in cells_of.items()}
    each = (f"{listed(map(short_cell_name, cells))} {verb[d]} not {d}" for d, cells in sorted(cells_of.items()))
    return ", and ".join(each)
