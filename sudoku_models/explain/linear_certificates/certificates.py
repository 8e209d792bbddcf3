"""Certificates: weighted sums of equations, checked exactly."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...errors import InputError
from ...puzzles.board import Cell
from ...puzzles.candidates import Candidates
from ...puzzles.cell_names import short_cell_name
from ...puzzles.labels import short
from .equations import Candidate, Equation, equations

__all__ = ["Certificate", "certify", "certify_rows"]


@dataclass(frozen=True)
class Certificate:
    """A weighted sum of equations, checked exactly, and the candidates that it excludes.

    Attributes:
        multipliers: The multiplier of each equation in the sum, by its name.
        coefficients: The nonzero coefficients of the sum, by candidate.
        total: The right-hand side of the sum.
        excludes: The excluded candidates, by cell.
        labels: The label of each equation in the sum, by its name.
    """

    multipliers: dict[str, Fraction]
    coefficients: dict[Candidate, Fraction]
    total: Fraction
    excludes: dict[Cell, frozenset[int]]
    labels: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def norm(self) -> Fraction:
        """The sum of the absolute multipliers."""
        return sum(map(abs, self.multipliers.values()), Fraction(0))

    def __str__(self) -> str:
        ordered = sorted(self.multipliers.items(), key=lambda item: item[1] < 0)
        return _sum((short(self.labels.get(name, name)), m) for name, m in ordered)

    @property
    def left(self) -> str:
        """The left-hand side of the sum, such as "y[(4, 8), 7] + 2 y[(5, 8), 7]"."""
        return _sum((f"y[{short_cell_name(i)}, {d}]", c) for (i, d), c in sorted(self.coefficients.items()))


def certify(
    state: Candidates, multipliers: Mapping[str, Any], rounding: bool = False, formulation: str = "assignment"
) -> Certificate:
    """Check multipliers in exact arithmetic, and find what they exclude. Pure check; no solver is called.

    Args:
        state: The remaining candidates.
        multipliers: A number for each equation in the sum, by its name; floats have their exact value.
        rounding: Whether the right-hand side may be positive, with the rounding described in the package.
        formulation: The formulation of the equations.

    Raises:
        InputError: When the multipliers prove nothing; the message gives the reason.

    >>> from sudoku_models import Puzzle
    >>> state = Candidates.of(Puzzle.parse("12.. .... .... ...."))
    >>> found = certify(state, {"box 1 has a 3": 1, "row 2 has a 3": -1})
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: in the sum y[(2, 3), 3] has the coefficient -1; none may be negative
    >>> found = certify(state, {"row 2 has a 3": 1, "box 1 has a 3": -1})
    >>> print(found, "excludes", found.excludes)
    3 in row 2 - 3 in box 1 excludes {(2, 3): frozenset({3}), (2, 4): frozenset({3})}
    """
    return certify_rows(equations(state, formulation), multipliers, rounding)


def certify_rows(rows: Mapping[str, Equation], multipliers: Mapping[str, Any], rounding: bool) -> Certificate:
    """Check multipliers of these equations; see `certify`."""
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
        raise InputError(f"the sum is sound, but it excludes no candidate{_why_none(sums, total)}")
    excludes = {i: frozenset(digits) for i, digits in sorted(gone.items())}
    labels = {name: rows[name].label for name in exact}
    return Certificate(exact, {j: c for j, c in sorted(sums.items()) if c}, total, excludes, labels)


def _why_none(sums: Mapping[Candidate, Fraction], total: Fraction) -> str:
    if not any(sums.values()):
        return ": no candidate is left in it"
    i, d = max(sums, key=lambda j: sums[j])
    largest = f"the largest coefficient is {sums[i, d]}, of y[{i}, {d}]"
    return f": {largest}, and it must be larger than the right-hand side {total}"


def _sum(terms: Iterable[tuple[str, Fraction]]) -> str:
    text = ""
    for name, c in terms:
        sign = ("- " if c < 0 else "+ ") if text else ("-" if c < 0 else "")
        text += f" {sign}" if text else sign
        text += name if abs(c) == 1 else f"{abs(c)} * {name}" if abs(c).denominator == 1 else f"({abs(c)}) * {name}"
    return text
