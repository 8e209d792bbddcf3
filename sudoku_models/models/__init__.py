"""Models: a statement on a backend, solved, counted, compared and validated."""

from .missing_givens import differing_cells, extra_givens, hitting_set
from .problem import Problem, Result
from .results import Answer, Count, Stats
from .sudoku_model import Model, build

__all__ = [
    "Answer",
    "Count",
    "Model",
    "Problem",
    "Result",
    "Stats",
    "build",
    "differing_cells",
    "extra_givens",
    "hitting_set",
]
