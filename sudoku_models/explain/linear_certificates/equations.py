"""The remaining equations of a model with binaries y[cell, digit]."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ...errors import InputError
from ...formulations import FormulationKey, key_of
from ...models.sudoku_model import build
from ...puzzles.board import Board, Cell
from ...puzzles.candidates import Candidates
from ...puzzles.puzzle import Puzzle
from ...solvers.highs import read_linear

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

    Raises:
        InputError: When the formulation has other variables.

    >>> state = Candidates.of(Puzzle.parse("12.. ..3. .... ...."))
    >>> equations(state)["row 1 has a 4"].terms
    {((1, 3), 4): 1, ((1, 4), 4): 1}
    """
    found = {}
    for label, columns, lower, upper in _rows(state.board, key_of(formulation)):
        held = sum(a for (i, d), a in columns if state.digits.get(i) == d)
        terms = {(i, d): a for (i, d), a in columns if i not in state.digits and d in state.candidates[i]}
        if terms:
            low, high = (None if side is None else side - held for side in (lower, upper))
            found[str(label)] = Equation(label, terms, low, high)
    return found


@lru_cache(maxsize=16)
def _rows(
    board: Board, formulation: FormulationKey
) -> list[tuple[Any, list[tuple[Candidate, int]], int | None, int | None]]:
    """The rows of the model of an empty board: label, coefficients by candidate, and the two bounds."""
    model = build(Puzzle(board, (0,) * len(board.cells)), formulation.name, "pulp")
    if any((i, d) not in model.variables for i in board.cells[:1] for d in board.digits):
        raise InputError(f"the formulation {formulation.name!r} has no binaries y[cell, digit]")
    candidates = {model.m.column(y): j for j, y in model.variables.items()}
    found = []
    for row in read_linear(model.m, model.m.constraints()):
        columns = [(candidates[k], _whole(a, row.name)) for k, a in zip(row.columns, row.coefficients, strict=True)]
        lower, upper = (None if np.isinf(side) else _whole(side, row.name) for side in (row.lower, row.upper))
        found.append((row.label, columns, lower, upper))
    return found


def _whole(number: float, name: str) -> int:
    if number != round(number):
        raise InputError(f"the row {name!r} has the number {number}; exact certificates need whole ones")
    return round(number)
