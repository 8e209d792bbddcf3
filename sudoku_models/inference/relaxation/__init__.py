"""Linear reasoning before a solver branches: the LP relaxation of a model, its cuts, presolve and probing.

The relaxation is the model without integrality. Its feasible points form a polytope that contains every solution of the
puzzle, so a variable with the same value at every point has this value in every solution: it is *settled*. When all
variables are settled, the polytope is a single point, and the LP alone has decided the puzzle.
"""

from .cycle_cuts import CycleCut, OddCycles, only_values_with_cycle_cuts
from .linear_relaxation import Relaxation, Rows, has_single_point, linear, only_values, relax, rows
from .presolving import Presolved, Size, only_values_with_probing, presolve, presolve_rows

__all__ = [
    "CycleCut",
    "OddCycles",
    "Presolved",
    "Relaxation",
    "Rows",
    "Size",
    "has_single_point",
    "linear",
    "only_values",
    "only_values_with_cycle_cuts",
    "only_values_with_probing",
    "presolve",
    "presolve_rows",
    "relax",
    "rows",
]
