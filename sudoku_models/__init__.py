"""Learn constraint modelling with one running example: Sudoku as MILP and as CSP, on Pyomo, PuLP and CP-SAT.

>>> import sudoku_models as sm
>>> puzzle = sm.load("mccaffrey")
>>> count = sm.count_solutions(puzzle, formulation="assignment", backend="pulp", solver="highs")
>>> count.value, count.status
(1, 'exact')

Importing the package imports no solver and no modelling library: each is imported on first use. So is `BoardWidget`,
which needs the extra `widget`.
"""

from typing import TYPE_CHECKING, Any

from .backends import BACKENDS
from .certificates import Certificate, certify
from .errors import SudokuModelsError
from .explain import Explanation, explain
from .explain.difficulty import Rating, level, rate
from .formulations import FORMULATIONS, register
from .generation import Generated, generate, generate_many
from .inference.first_fail import FirstFail, first_fail
from .inference.local_search import Approximation, local_search
from .inference.strength import StrengthComparison, strength
from .models.allowed_values import AllowedValues, allowed_values
from .models.comparison import Comparison, compare
from .models.counting import count_solutions
from .models.missing_givens import ExtraGivens, extra_givens
from .models.problem import Problem
from .models.results import Answer, Count, Result, Stats
from .models.sudoku_model import SudokuModel, build
from .models.uniqueness import Uniqueness, uniqueness
from .puzzles import rules
from .puzzles.board import Board, Cell, Unit
from .puzzles.corpora import Corpus, Entry, corpora, corpus, load, puzzles, read_puzzles
from .puzzles.puzzle import Grid, Puzzle, is_solution
from .rewrites import REWRITES
from .solvers import SOLVERS, Status

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
    "Certificate",
    "Comparison",
    "Corpus",
    "Count",
    "Entry",
    "Explanation",
    "ExtraGivens",
    "FirstFail",
    "Generated",
    "Grid",
    "Problem",
    "Puzzle",
    "Rating",
    "Result",
    "Stats",
    "Status",
    "StrengthComparison",
    "SudokuModel",
    "SudokuModelsError",
    "Uniqueness",
    "Unit",
    "allowed_values",
    "build",
    "certify",
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
    "level",
    "load",
    "local_search",
    "puzzles",
    "rate",
    "read_puzzles",
    "register",
    "rules",
    "strength",
    "uniqueness",
]


if TYPE_CHECKING:
    from .board import BoardWidget as BoardWidget

    __version__: str
else:  # hidden from type checkers, which would take any name for one of this package
    _RENAMED = {"Model": "SudokuModel", "Ladder": "StrengthComparison", "ladder": "strength"}

    def __getattr__(name: str) -> Any:
        """Lazy imports, and the former names of renamed classes and functions."""
        if name == "BoardWidget":
            from .board import BoardWidget

            return BoardWidget
        if name == "__version__":
            return _version()
        if name in _RENAMED:
            import warnings

            now = _RENAMED[name]
            warnings.warn(f"sudoku_models.{name} is now sudoku_models.{now}", DeprecationWarning, stacklevel=2)
            return globals()[now]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def _version() -> str:
        """The version of the installed package; "unknown" when it runs from sources that are not installed."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("sudoku-models")
        except PackageNotFoundError:
            return "unknown"
