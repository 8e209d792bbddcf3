"""Models: definition, solving, counting, comparison and validation."""

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
