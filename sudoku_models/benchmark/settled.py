"""What a model settles of a puzzle that its givens do not.

A formulation may leave out what the givens exclude, as `assignment_reduced` does. One that excludes more has solved a
part of the puzzle before the solver began, by inference in its own code or because it knew the solution, and its times
are those of another task. A row of the benchmark tells how much in its column `settled`.

What the givens settle, in one round and not to a fixpoint: a given excludes its digit from its peers; of what remains,
a cell with one digit, and a digit with one cell in a unit, are settled.

What the model settles: what the bounds of the cells' variables exclude, and each linear constraint by itself, with the
bounds of all its variables as they are. So `y[r1c1,5] >= 1` is seen, and that all 81 binaries of a grid sum to 81, and
that x[r1c1] is at most an auxiliary variable that is fixed; what only follows from several constraints together is not,
nor what a logical constraint excludes. Where the board has rules beside its units, such as killer cages, only the
bounds count, because a single constraint of such a rule honestly excludes digits.
"""

import numpy as np
import numpy.typing as npt

from ..backends import Backend, Linear
from ..models.sudoku_model import SudokuModel
from ..puzzles.puzzle import Puzzle

__all__ = ["settled"]

Open = npt.NDArray[np.bool_]
"""[cell, digit from 0]: whether the cell may still hold the digit."""
Bounds = npt.NDArray[np.float64]

FAR = 1e9
"""In place of an infinite bound."""
TINY = 1e-6


def settled(model: SudokuModel) -> str:
    """The cells that a model settles although no given does, and the further digits that it excludes.

    Returns:
        Text such as "51 cells"; empty when the model excludes nothing that the givens do not.

    >>> from sudoku_models import build
    >>> model = build("mccaffrey", "assignment", "pulp")
    >>> settled(model), settled(build("mccaffrey", "assignment_reduced", "pulp"))
    ('', '')
    >>> for i, d in zip(model.puzzle.board.cells, model.solve().grid.values):
    ...     model.m.fix(model.variables[i, d], 1)
    >>> settled(model)
    '49 cells'
    """
    by_givens, by_model = _left_by_givens(model.puzzle), _left_by_model(model)
    further = by_givens & ~by_model
    cells = further.any(axis=1) & (by_model.sum(axis=1) <= 1)
    number, others = int(cells.sum()), int(further[~cells].sum())
    found = [f"{number} cell{'s' * (number != 1)}"] * bool(number)
    found += [f"{others} digit{'s' * (others != 1)} of {'other' if number else 'the'} cells"] * bool(others)
    return " and ".join(found)


def _left_by_givens(puzzle: Puzzle) -> Open:
    """What the givens leave open: no digit of a peer, and in the cell of a single no other digit."""
    board = puzzle.board
    number = {cell: k for k, cell in enumerate(board.cells)}
    left = np.ones((len(board.cells), board.size), dtype=bool)
    for i, d in puzzle.givens.items():
        left[[number[j] for j in board.peers[i]], d - 1] = False
    for i, d in puzzle.givens.items():
        left[number[i]] = np.arange(board.size) == d - 1
    held = left & (left.sum(axis=1) == 1)[:, None]
    for unit in board.units:
        cells = np.array([number[i] for i in unit.cells])
        if len(cells) == board.size:
            part = left[cells]
            held[cells] |= part & (part.sum(axis=0) == 1)
    single = held.any(axis=1)
    left[single] = held[single]
    return left


def _left_by_model(model: SudokuModel) -> Open:
    """What the bounds of the model leave open, and each of its linear constraints by itself."""
    board, m = model.puzzle.board, model.m
    lower, upper = m.bounds()
    if not board.cell_rules:
        lower, upper = _tightened(m, lower, upper)
    left = np.zeros((len(board.cells), board.size), dtype=bool)
    held = left.copy()
    for k, i in enumerate(board.cells):
        for d in board.digits:
            try:
                variable, value = model.holds(i, d)
            except KeyError:  # a reduced formulation has a variable neither for a given nor for what it excludes
                left[k, d - 1] = model.puzzle.givens.get(i) == d
                continue
            column = m.column(variable)
            left[k, d - 1] = lower[column] <= value <= upper[column]
            held[k, d - 1] = lower[column] == value == upper[column]
    single = held.any(axis=1)  # a binary that is 1 excludes the other digits of its cell
    left[single] &= held[single]
    return left


def _tightened(m: Backend, lower: Bounds, upper: Bounds) -> tuple[Bounds, Bounds]:
    """The bounds of integer variables that follow from each linear constraint by itself."""
    rows = [row for row in m.read(m.constraints()) if isinstance(row, Linear) and len(row.columns)]
    if not rows:
        return lower, upper
    sizes = [len(row.columns) for row in rows]
    starts = np.cumsum([0, *sizes[:-1]])
    columns = np.concatenate([row.columns for row in rows])
    factors = np.concatenate([row.coefficients for row in rows]).astype(float)
    low, high = np.clip(lower, -FAR, FAR)[columns], np.clip(upper, -FAR, FAR)[columns]
    least, most = (np.where(factors >= 0, factors * a, factors * b) for a, b in ((low, high), (high, low)))
    # What the other terms of its row leave for each term.
    room_above = np.repeat([row.upper for row in rows] - np.add.reduceat(least, starts), sizes) + least
    room_below = np.repeat([row.lower for row in rows] - np.add.reduceat(most, starts), sizes) + most
    with np.errstate(divide="ignore", invalid="ignore"):
        by_upper, by_lower = room_above / factors, room_below / factors
    lower, upper = lower.copy(), upper.copy()
    highest = np.where(factors > 0, by_upper, np.where(factors < 0, by_lower, np.inf))
    lowest = np.where(factors > 0, by_lower, np.where(factors < 0, by_upper, -np.inf))
    np.minimum.at(upper, columns, np.floor(highest + TINY))
    np.maximum.at(lower, columns, np.ceil(lowest - TINY))
    return lower, upper
