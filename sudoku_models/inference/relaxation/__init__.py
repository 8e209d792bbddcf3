"""What a linear solver can conclude before it branches: the LP relaxation of a model, and presolve.

The relaxation is the model without integrality. Its feasible points form a polytope that contains every solution of the
puzzle, so a variable with the same value at every point has this value in every solution: it is *settled*. When all
variables are settled, the polytope is a single point, and the LP alone has decided the puzzle.
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
