"""Learn constraint modelling with one running example: Sudoku as MILP and as CSP, on Pyomo, PuLP and CP-SAT.

>>> import sudoku_models as sm
>>> puzzle = sm.load("mccaffrey")
>>> count = sm.count_solutions(puzzle, formulation="assignment", backend="pulp", solver="highs")
>>> count.value, count.status
(1, 'exact')

Importing the package imports nothing but the standard library: each public name is imported on first use, and each
solver and modelling library when it is first needed. `BoardWidget` needs the extra `widget`.
"""

from typing import TYPE_CHECKING, Any

from .runtime.interrupts import import_whole

if TYPE_CHECKING:
    from .backends import BACKENDS
    from .board import BoardWidget as BoardWidget
    from .certificates import certify
    from .errors import SudokuModelsError
    from .explain import explain
    from .explain.difficulty import level, rate
    from .formulations import FORMULATIONS, register
    from .generation import generate, generate_many
    from .inference.local_search import local_search
    from .inference.strength import strength
    from .models import Problem, build, extra_givens
    from .models.allowed_values import allowed_values
    from .models.comparison import compare
    from .models.counting import count_solutions
    from .models.equivalence import equivalent
    from .models.uniqueness import uniqueness
    from .puzzles import Board, Cell, Grid, Puzzle, Unit, corpus, is_solution, load, read_puzzles, rules
    from .rewrites import REWRITES
    from .solvers import SOLVERS, Status

    __version__: str
else:
    from . import explain  # at once: it is the subpackage, which can be called

__all__ = [
    "BACKENDS",
    "FORMULATIONS",
    "REWRITES",
    "SOLVERS",
    "Board",
    "Cell",
    "Grid",
    "Problem",
    "Puzzle",
    "Status",
    "SudokuModelsError",
    "Unit",
    "allowed_values",
    "build",
    "certify",
    "compare",
    "corpus",
    "count_solutions",
    "equivalent",
    "explain",
    "extra_givens",
    "generate",
    "generate_many",
    "is_solution",
    "level",
    "load",
    "local_search",
    "rate",
    "read_puzzles",
    "register",
    "rules",
    "strength",
    "uniqueness",
]

_NAMES = {
    "backends": "BACKENDS",
    "board": "BoardWidget",
    "certificates": "certify",
    "errors": "SudokuModelsError",
    "explain.difficulty": "level rate",
    "formulations": "FORMULATIONS register",
    "generation": "generate generate_many",
    "inference.local_search": "local_search",
    "inference.strength": "strength",
    "models": "Problem build extra_givens",
    "models.allowed_values": "allowed_values",
    "models.comparison": "compare",
    "models.counting": "count_solutions",
    "models.equivalence": "equivalent",
    "models.uniqueness": "uniqueness",
    "puzzles": "Board Cell Grid Puzzle Unit corpus is_solution load read_puzzles rules",
    "rewrites": "REWRITES",
    "solvers": "SOLVERS Status",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES, "__version__"})


if not TYPE_CHECKING:  # hidden from type checkers, which would take any name for one of this package

    def __getattr__(name: str) -> Any:
        """Import a public name on first use (PEP 562)."""
        if name == "__version__":
            value = _version()
        elif name in _MODULES:
            value = getattr(import_whole(f".{_MODULES[name]}", __name__), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def _version() -> str:
    """The version of the installed package; "unknown" when it runs from sources that are not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("sudoku-models")
    except PackageNotFoundError:
        return "unknown"
