"""The remaining equations of a model with binaries y[cell, digit]."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ...backends import Backend, new_backend
from ...errors import InputError
from ...formulations import FormulationKey, key_of
from ...formulations.rules import Cells
from ...models.sudoku_model import build
from ...puzzles.board import Board, Cell
from ...puzzles.candidates import Candidates
from ...puzzles.puzzle import Puzzle
from ...puzzles.rules.filtering import left_by
from ...puzzles.rules.rule import CellRule
from ...solvers.matrix import read_linear

__all__ = ["Candidate", "Equation", "equations"]

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
    model = build(_empty(units_only), formulation.name, "pulp")
    if any((i, d) not in model.variables for i in board.cells[:1] for d in board.digits):
        raise InputError(f"the formulation {formulation.name!r} has no binaries y[cell, digit]")
    return _read(model.m, model.variables)


@lru_cache(maxsize=16)
def _rows_of_rules(board: Board) -> list[Row]:
    """The rows of the further rules of a board that have a linear definition."""
    rows = list[Row]()
    for rule in board.cell_rules:
        m = new_backend("pulp")
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
    for row in read_linear(m, m.constraints()):
        columns = [(candidates[k], _whole(a, row.name)) for k, a in zip(row.columns, row.coefficients, strict=True)]
        lower, upper = (None if np.isinf(side) else _whole(side, row.name) for side in (row.lower, row.upper))
        found.append((row.label, columns, lower, upper))
    return found


def _whole(number: float, name: str) -> int:
    if number != round(number):
        raise InputError(f"the row {name!r} has the number {number}; exact certificates need whole ones")
    return round(number)
