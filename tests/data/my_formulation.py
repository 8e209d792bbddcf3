"""A formulation in a file of its own: `sudoku-models bench run --plugin my_formulation.py`."""


def at_most_once(m, puzzle):
    """Binary y[i,d]: one digit per cell, each digit at most once per unit.

    The same solutions as `assignment`, and even the same LP relaxation: n cells with a digit each, and no digit twice,
    leave no digit out. But no constraint says that row 3 *has* a 7, so who propagates constraint by constraint does not
    see that only one cell of row 3 is left for it.
    """
    board = puzzle.board

    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])

    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"cell {i} has a digit")
    for unit in board.units:
        for d in board.digits:
            m.add(m.sum(y[i, d] for i in unit.cells) <= 1, f"{unit} has at most one {d}")

    for i, d in puzzle.givens.items():
        m.fix(y[i, d], 1)

    return y
