"""Binary assignment without the binaries that the givens decide."""

from typing import Any

from ..backends import Backend
from ..puzzles.labels import cell_has_digit, unit_has_digit
from ..puzzles.puzzle import Puzzle


def assignment_reduced(m: Backend, puzzle: Puzzle) -> dict[Any, Any]:
    """Binary assignment, reduced: only what the givens leave open is a variable.

    Sets
        C(i)                            the digits that no peer of cell i has as a given, for each blank cell i
        b(u,d)                          how often digit d is a given in unit u
    Variables
        y[i,d] in {0, 1}                for each blank cell i and d in C(i): 1 when cell i holds digit d
    Rules
        sum over d of y[i,d] = 1                for each blank cell i
        sum over i in u of y[i,d] = 1 - b(u,d)  for each unit u of n cells and each digit d (<= for a smaller unit)
        A rule that has no variables and holds is left out.
    Givens
        are no variables. The model is about this puzzle alone, so `reset` cannot replace the puzzle.

    With 25 givens on the 9x9 board it has about 230 variables, where `assignment` has 729. It is what a solver's
    presolve makes of `assignment`, and here it need not be built first.

    Source: the reductions are the first ones in M. Savelsbergh, "Preprocessing and Probing Techniques for Mixed Integer
    Programming Problems", ORSA Journal on Computing 6, 1994; the model is that of `assignment`.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> y = assignment_reduced(m, Puzzle.parse("1... .... .... ...."))
    >>> len(y), len(m.constraints())
    (53, 60)
    """
    board, givens = puzzle.board, puzzle.givens

    blank = [i for i in board.cells if i not in givens]
    taken = {i: {givens.get(j) for j in board.peers[i]} for i in blank}
    y = m.bool_vars("y", [(i, d) for i in blank for d in board.digits if d not in taken[i]])

    for i in blank:
        m.add(m.sum(y[i, d] for d in board.digits if (i, d) in y) == 1, cell_has_digit(i))
    for unit in board.units:
        is_full = len(unit.cells) == board.size
        for d in board.digits:
            open_cells = [y[i, d] for i in unit.cells if (i, d) in y]
            room = 1 - sum(givens.get(i) == d for i in unit.cells)
            if open_cells or room < 0 or (is_full and room > 0):
                total = m.sum(open_cells)
                m.add(total == room if is_full else total <= room, unit_has_digit(unit, d))

    return y
