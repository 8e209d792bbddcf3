"""Models: definition, solving, counting, comparison and validation.

The life of a count, with the file of each step:

    counting         what was asked: formulation, backend, solver, limits
    sudoku_model     the formulation is stated on a backend model
    counting_loop    solve, check, exclude, solve again, until there are no more
      live_model     changes of `native` are noticed; a solver without logic gets a linearised model; exactly the wanted
                     cuts are posted, and the session of the solver is called
      problem        the values are checked against the model as it stands
"""

from .missing_givens import differing_cells, extra_givens, hitting_set
from .problem import Problem
from .results import Answer, Count, Result, Stats
from .sudoku_model import SudokuModel, build

__all__ = [
    "Answer",
    "Count",
    "Problem",
    "Result",
    "Stats",
    "SudokuModel",
    "build",
    "differing_cells",
    "extra_givens",
    "hitting_set",
]
