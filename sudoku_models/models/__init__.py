"""Models: definition, solving, counting, comparison and validation.

The life of a count, with the file of each step:

    counting         what is asked: formulation, backend, solver, limits
    sudoku_model     the formulation defines the model in a library, with the verbs of a backend
    counting_loop    solve, check, exclude, solve again, until the solver claims that there are no more
      live_model     the library's model is read as columns and records; what was changed there is noticed
      pipeline       rewrites and cuts make of these what the solver gets; its session takes the differences
      problem        the values are checked against the records; another paradigm confirms the claim
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
