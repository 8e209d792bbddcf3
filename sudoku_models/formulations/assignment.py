"""Binary assignment."""

from typing import Any

from ..backends import Backend
from ..puzzles.labels import cell_has_digit, unit_has_digit
from ..puzzles.puzzle import Puzzle


def assignment(m: Backend, puzzle: Puzzle) -> dict[Any, Any]:
    """Binary assignment: each digit is assigned to one cell of each unit.

    Sets
        cells i = (r, c), digits d = 1..n, units u (27 on the 9x9 board)
    Variables
        y[i,d] in {0, 1}                1 when cell i holds digit d (729 on the 9x9 board)
    Rules
        sum over d of y[i,d] = 1        for each cell i
        sum over i in u of y[i,d] = 1   for each unit u of n cells and each digit d (<= 1 for a smaller unit)
    Givens
        y[i,d] = 1                      for each given d in cell i

    Source: A. Bartlett, T. Chartier, A. Langville, T. Rankin, "An Integer Programming Model for the Sudoku Problem",
    Journal of Online Mathematics and its Applications 8, 2008.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> y = assignment(m, Puzzle.parse("1... .... .... ...."))
    >>> len(y), len(m.constraints())
    (64, 64)
    """
    board = puzzle.board

    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])

    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, cell_has_digit(i))
    for unit in board.units:
        for d in board.digits:
            total = m.sum(y[i, d] for i in unit.cells)
            m.add(total == 1 if len(unit.cells) == board.size else total <= 1, unit_has_digit(unit, d))

    for i, d in puzzle.givens.items():
        m.fix(y[i, d], 1)

    return y
