"""Pairwise inequalities."""

from typing import Any

from ..backends import Backend
from ..puzzles.labels import cells_differ
from ..puzzles.puzzle import Puzzle


def pairwise(m: Backend, puzzle: Puzzle) -> dict[Any, Any]:
    """Integer variables and pairwise inequalities, as the rules of Sudoku are usually worded.

    Sets
        cells i = (r, c), digits d = 1..n, P = all pairs of cells that share a unit (810 on the 9x9 board)
    Variables
        x[i] in {1, ..., n}     the digit in cell i
    Rules
        x[i] != x[j]            for (i, j) in P
    Givens
        x[i] = d                for each given d in cell i

    Source: J. McCaffrey, MSDN Magazine 29(8), August 2014; the binary-constraint model of
    H. Simonis, "Sudoku as a Constraint Problem", CP Workshop on Modelling and Reformulating CSPs, 2005.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = pairwise(m, Puzzle.parse("1... .... .... ...."))
    >>> len(x), len(m.constraints())
    (16, 56)
    """
    board = puzzle.board

    x = m.int_vars("x", board.cells, 1, board.size)

    for i, j in board.pairs:
        m.not_equal(x[i], x[j], cells_differ(i, j))

    for i, d in puzzle.givens.items():
        m.fix(x[i], d)

    return x
