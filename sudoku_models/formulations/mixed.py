"""All-different on rows, pairwise inequalities elsewhere."""

from itertools import combinations
from typing import Any

from ..backends import Backend
from ..puzzles.labels import cells_differ, unit_is_different
from ..puzzles.puzzle import Puzzle


def mixed(m: Backend, puzzle: Puzzle) -> dict[Any, Any]:
    """All-different on the rows, pairwise inequalities elsewhere, to compare the cost of the two styles.

    Sets
        cells i = (r, c), digits d = 1..n, rows R, the other units U; P = all pairs of cells that share a unit of U
    Variables
        x[i] in {1, ..., n}             the digit in cell i
    Rules
        all-different(x[i], i in u)     for each row u in R
        x[i] != x[j]                    for (i, j) in P
    Givens
        x[i] = d                        for each given d in cell i

    Source: see `all_different` (used for the rows) and `pairwise` (used for the other units).

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = mixed(m, Puzzle.parse("1... .... .... ...."))
    >>> len(m.constraints())
    44
    """
    board = puzzle.board
    rows = [unit for unit in board.units if unit.kind == "row"]
    others = [unit for unit in board.units if unit.kind != "row"]

    x = m.int_vars("x", board.cells, 1, board.size)

    for unit in rows:
        m.all_different([x[i] for i in unit.cells], unit_is_different(unit))
    for i, j in dict.fromkeys(pair for unit in others for pair in combinations(unit.cells, 2)):
        m.not_equal(x[i], x[j], cells_differ(i, j))

    for i, d in puzzle.givens.items():
        m.fix(x[i], d)

    return x
