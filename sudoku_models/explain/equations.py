"""The remaining equations of a model with binaries y[cell, digit], and weighted sums of them, checked exactly."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import isinf
from typing import Any

from ..backends import Backend, first, new_backend
from ..errors import InputError
from ..formulations import FormulationKey, key_of
from ..formulations.rules import Cells
from ..models.sudoku_model import build
from ..puzzles.board import Board
from ..puzzles.candidates import Candidates
from ..puzzles.cell_names import short_cell_name
from ..puzzles.labels import short
from ..puzzles.puzzle import Puzzle
from ..puzzles.rules.rule import CellRule, left_by
from ..puzzles.units import Cell
from ..solvers.milp import check_linear

Candidate = tuple[Cell, int]
"""A cell, and a digit that it can still hold."""


@dataclass(frozen=True)
class Equation:
    """A row of the model, restricted to the remaining candidates: lower <= sum of coefficient * y[candidate] <= upper.

    Attributes:
        label: The label of the row, or its name if that is plain text.
        terms: The coefficient of each candidate.
        lower: None when the row is an "at most".
        upper: None when the row is an "at least".
    """

    label: Any
    terms: dict[Candidate, int]
    lower: int | None
    upper: int | None


def equations(state: Candidates, formulation: str = "assignment") -> dict[str, Equation]:
    """The rows of a formulation with binaries y[cell, digit], restricted to the remaining candidates, by name.

    A further rule of the board gives the equation that the candidates that it excludes by itself are 0. If its
    definition is linear, as that of a killer cage is, it gives its rows too.

    Raises:
        InputError: When the formulation has other variables.

    >>> state = Candidates.of(Puzzle.parse("12.. ..3. .... ...."))
    >>> equations(state)["row 1 has a 4"].terms
    {((1, 3), 4): 1, ((1, 4), 4): 1}
    """
    found = {}
    for label, columns, lower, upper in (*_rows(state.board, key_of(formulation)), *_rows_of_rules(state.board)):
        held = sum(a for (i, d), a in columns if state.digits.get(i) == d)
        terms = {(i, d): a for (i, d), a in columns if i not in state.digits and d in state.candidates[i]}
        if terms:
            low, high = (None if side is None else side - held for side in (lower, upper))
            found[str(label)] = Equation(label, terms, low, high)
    for rule in state.board.cell_rules:
        if terms := dict.fromkeys(_excluded(state, rule), 1):
            label = rule.label("what it excludes")
            found[str(label)] = Equation(label, terms, 0, 0)
    return found


def _excluded(state: Candidates, rule: CellRule) -> Iterator[Candidate]:
    """The candidates that a rule excludes by itself."""
    for i, digits in left_by(rule, state.candidates).items():
        if i not in state.digits:
            yield from ((i, d) for d in sorted(state.candidates[i] - digits))


Row = tuple[Any, list[tuple[Candidate, int]], int | None, int | None]
"""A row of a model: its label, coefficients by candidate, and the two bounds."""


@lru_cache(maxsize=16)
def _rows(board: Board, formulation: FormulationKey) -> list[Row]:
    """The rows of the model of an empty board, for its units."""
    units_only = Board(board.size, board.units, board.box)
    model = build(_empty(units_only), formulation.name, first("pulp"))
    if any((i, d) not in model.variables for i in board.cells[:1] for d in board.digits):
        raise InputError(f"the formulation {formulation.name!r} has no binaries y[cell, digit]")
    return _read(model.m, model.variables)


@lru_cache(maxsize=16)
def _rows_of_rules(board: Board) -> list[Row]:
    """The rows of the further rules of a board that have a linear definition."""
    rows = list[Row]()
    for rule in board.cell_rules:
        m = new_backend()
        y = m.bool_vars("y", [(i, d) for i in rule.cells for d in board.digits])
        rule.define(m, Cells(m, _empty(board), y))
        if not m.logic() and len(m.variables) == len(y):
            rows += _read(m, y)
    return rows


def _empty(board: Board) -> Puzzle:
    return Puzzle(board, (0,) * len(board.cells))


def _read(m: Backend, variables: Mapping[Any, Any]) -> list[Row]:
    candidates = {m.column(y): j for j, y in variables.items()}
    found = []
    for row in check_linear(m.records):
        columns = [(candidates[k], _whole(a, row.name)) for k, a in zip(row.columns, row.coefficients, strict=True)]
        lower, upper = (None if isinf(side) else _whole(side, row.name) for side in (row.lower, row.upper))
        found.append((row.label, columns, lower, upper))
    return found


def _whole(number: float, name: str) -> int:
    if number != round(number):
        raise InputError(f"the row {name!r} has the number {number}; exact certificates need whole ones")
    return round(number)


@dataclass(frozen=True)
class LinearCertificate:
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
) -> LinearCertificate:
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


def certify_rows(rows: Mapping[str, Equation], multipliers: Mapping[str, Any], rounding: bool) -> LinearCertificate:
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
    return LinearCertificate(exact, {j: c for j, c in sorted(sums.items()) if c}, total, excludes, labels)


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
