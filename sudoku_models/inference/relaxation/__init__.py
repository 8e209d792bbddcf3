"""What a linear solver knows before it branches: the LP relaxation of a model, and what presolve leaves of it.

The relaxation is the model without "is a whole number". Its feasible points form a polytope that holds every solution
of the puzzle, so what is true at every point of it is true of the puzzle: such a variable is *settled*. When all are,
the polytope is a single point, and the LP alone has decided the puzzle.
"""

from .linear_relaxation import Relaxation, has_single_point, only_values, relax
from .matrix import Rows, rows
from .presolving import Presolved, Size, presolve, presolve_rows

__all__ = [
    "Presolved",
    "Relaxation",
    "Rows",
    "Size",
    "has_single_point",
    "only_values",
    "presolve",
    "presolve_rows",
    "relax",
    "rows",
]
