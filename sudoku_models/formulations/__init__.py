'''Formulations: one lesson a file, one function, one screen. The docstring is the mathematical model.

A formulation takes an empty model `m` (the verbs are in `sudoku_models.backends`) and a puzzle, states variables,
rules and givens, in that order, and returns its variables: `x`, keyed by cell, or `y`, keyed by cell and digit.
It never knows which library it is written in.

A formulation of your own, here one with `<= 1` where `assignment` has `== 1`:

    def at_most_once(m, puzzle):
        """Binary y[i,d]: one digit a cell, each digit at most once a unit."""
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

There are three ways to put it into the table, where everything that takes the name of a formulation finds it:

1. In Python: `sm.register("at_most_once", at_most_once)`.
2. From a file, for one race: `sudoku-models bench run --plugin my_formulation.py`, or `benchmark.load_plugin(...)`.
3. From a package, for everybody who installs it: an entry point (see `sudoku_models.formulations.packages`).

`benchmark.check_formulation` states it on small boards of which all solutions are known, on every backend.
'''

from .registry import (
    BUILT_IN,
    FORMULATIONS,
    Formulation,
    FormulationKey,
    Table,
    find,
    key_of,
    put,
    register,
    registered,
)

__all__ = [
    "BUILT_IN",
    "FORMULATIONS",
    "Formulation",
    "FormulationKey",
    "Table",
    "find",
    "key_of",
    "put",
    "register",
    "registered",
]
