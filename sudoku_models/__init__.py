"""Learn constraint modelling with one running example: Sudoku as MILP and as CSP, on Pyomo, PuLP and CP-SAT.

>>> import sudoku_models as sm
>>> puzzle = sm.load("mccaffrey")
>>> count = sm.count_solutions(puzzle, formulation="assignment", backend="pulp", solver="highs")
>>> count.value, count.status
(1, 'exact')

Importing this imports no solver and no modelling library; each is imported when it is first used. So is the board,
`BoardWidget`, which needs the extra `widget`.
"""

from typing import TYPE_CHECKING, Any

from .analysis import AllowedValues, ExtraGivens, Uniqueness, allowed_values, extra_givens, uniqueness
from .answer import Answer, Count, Stats, Status
from .backends import BACKENDS
from .board import Board, Cell, Unit
from .compare import Comparison, compare
from .corpus import Corpus, Entry, corpora, corpus, load, puzzles, read_puzzles
from .counting import count_solutions
from .difficulty import Rating, level, rate
from .errors import SudokuModelsError
from .explain import Explanation, explain
from .first_fail import FirstFail, first_fail
from .formulations import FORMULATIONS, register
from .generator import Generated, generate, generate_many
from .ladder import Ladder, ladder
from .local_search import Approximation, local_search
from .model import Model, build
from .problem import Problem, Result
from .puzzle import Grid, Puzzle, is_solution
from .rewrites import REWRITES
from .solvers import SOLVERS

__all__ = [
    "BACKENDS",
    "FORMULATIONS",
    "REWRITES",
    "SOLVERS",
    "AllowedValues",
    "Answer",
    "Approximation",
    "Board",
    "Cell",
    "Comparison",
    "Corpus",
    "Count",
    "Entry",
    "Explanation",
    "ExtraGivens",
    "FirstFail",
    "Generated",
    "Grid",
    "Ladder",
    "Model",
    "Problem",
    "Puzzle",
    "Rating",
    "Result",
    "Stats",
    "Status",
    "SudokuModelsError",
    "Uniqueness",
    "Unit",
    "allowed_values",
    "build",
    "compare",
    "corpora",
    "corpus",
    "count_solutions",
    "explain",
    "extra_givens",
    "first_fail",
    "generate",
    "generate_many",
    "is_solution",
    "ladder",
    "level",
    "load",
    "local_search",
    "puzzles",
    "rate",
    "read_puzzles",
    "register",
    "uniqueness",
]


if TYPE_CHECKING:
    from .widget import BoardWidget as BoardWidget


def __getattr__(name: str) -> Any:
    if name == "BoardWidget":
        from .widget import BoardWidget

        return BoardWidget
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
