'''Formulations: one function per file; its docstring is the mathematical model.

A formulation takes an empty model `m` (its methods are described in `sudoku_models.backends`) and a puzzle. It defines
variables, rules and givens, in that order, and returns its variables: `x`, keyed by cell, or `y`, keyed by cell and
digit. It does not depend on a modelling library.

Recipe: add a formulation
-------------------------

1. Write the function. This example, in `my_models.py`, has `<= 1` where `assignment` has `== 1`:

    from sudoku_models.puzzles import cell_has_digit

    def at_most_once(m, puzzle):
        """Binary y[i,d]: one digit per cell, each digit at most once per unit."""
        board = puzzle.board
        y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
        for i in board.cells:
            m.add(m.sum(y[i, d] for d in board.digits) == 1, cell_has_digit(i))
        for unit in board.units:
            for d in board.digits:
                m.add(m.sum(y[i, d] for i in unit.cells) <= 1, f"{unit} has at most one {d}")
        for i, d in puzzle.givens.items():
            m.fix(y[i, d], 1)
        return y

   The last argument of a rule is its label, which explanations show: one of `sudoku_models.puzzles`, or text.

2. Check it with every backend on small boards whose solutions are all known:

    from sudoku_models.benchmark import check_formulation
    check_formulation(at_most_once)

3. Register it, so that every function that takes the name of a formulation finds it. There are three options:

   - In Python: `sm.register("at_most_once", at_most_once)`.
   - From a file, for one benchmark: `sudoku-models bench run --plugin my_models.py`, or `benchmark.load_plugin(...)`.
   - From a package, for everyone who installs it: an entry point in its `pyproject.toml`.

    [project]
    name = "my-models"
    version = "1.0"
    dependencies = ["sudoku-models"]

    [project.entry-points."sudoku_models.formulations"]
    at_most_once = "my_models:at_most_once"

    [build-system]
    requires = ["hatchling"]
    build-backend = "hatchling.build"

4. Use it: `sm.build(puzzle, "at_most_once")`, `sm.compare(puzzle, ["at_most_once", "assignment"])`,
   `sudoku-models solve mccaffrey -f at_most_once`.

No file of this package has to change. The test `tests/formulations/test_recipe.py` follows these steps.
'''

from .registry import (
    BUILT_IN,
    FORMULATIONS,
    REDUCED,
    Formulation,
    FormulationKey,
    find,
    key_of,
    put,
    register,
    registered,
)

__all__ = [
    "BUILT_IN",
    "FORMULATIONS",
    "REDUCED",
    "Formulation",
    "FormulationKey",
    "find",
    "key_of",
    "put",
    "register",
    "registered",
]
