"""All-different."""

from typing import Any

from ..backends import Backend
from ..puzzles.labels import unit_is_different
from ..puzzles.puzzle import Puzzle


def all_different(m: Backend, puzzle: Puzzle) -> dict[Any, Any]:
    """Integer variables and one all-different constraint for each unit.

    Sets
        cells i = (r, c), digits d = 1..n, units u (27 on the 9x9 board)
    Variables
        x[i] in {1, ..., n}             the digit in cell i
    Rules
        all-different(x[i], i in u)     for each unit u
    Givens
        x[i] = d                        for each given d in cell i

    Source: J.-C. Regin, "A Filtering Algorithm for Constraints of Difference in CSPs", AAAI 1994, for the constraint;
    H. Simonis, "Sudoku as a Constraint Problem", 2005, for the model.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = all_different(m, Puzzle.parse("1... .... .... ...."))
    >>> [c.name for c in m.constraints()[:2]]
    ['row 1 is all different', 'row 2 is all different']
    """
    board = puzzle.board

    x = m.int_vars("x", board.cells, 1, board.size)

    for unit in board.units:
        m.all_different([x[i] for i in unit.cells], unit_is_different(unit))

    for i, d in puzzle.givens.items():
        m.fix(x[i], d)

    return x
