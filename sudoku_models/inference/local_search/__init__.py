"""Local search: start from a full grid with errors and reduce its cost. It finds solutions, but proves nothing.

A grid has a *cost*, which is 0 exactly for solutions; its *neighbours* are the grids that differ from it by a swap of
two cells. Both methods move from neighbour to neighbour:

- `progressive`: cells anywhere may be swapped, givens too. A swap is made at once when the cost does not rise. Twenty
  grids wait in a queue; a random one is removed, fifty swaps are tried on it, and it is returned.
- `annealing`: givens stay, and every box holds every digit from the start; two blank cells of a box are swapped. A
  swap that raises the cost by c is made with probability exp(-c / temperature), and the temperature falls slowly.

A broken rule of the board that is not a unit, such as the sum of a killer cage, costs the more the farther it is from
being kept: see `violation`.

Sources: "Solving Sudoku using Progressive Search", CodeProject article 685301, November 2013, for the cost, the start,
the queue of 20 and the neighbourhood of 50; R. Lewis, "Metaheuristics can solve sudoku puzzles", Journal of
Heuristics 13, 2007, for annealing with complete boxes, with its reheats; S. Kirkpatrick, C. Gelatt, M. Vecchi,
"Optimization by Simulated Annealing", Science 220, 1983.
"""

from .approximation import Approximation, Sample, cost
from .search import INTERRUPTED, METHODS, NO_MOVES, STEP_LIMIT, TIME_LIMIT, local_search
from .violation import violation

__all__ = [
    "INTERRUPTED",
    "METHODS",
    "NO_MOVES",
    "STEP_LIMIT",
    "TIME_LIMIT",
    "Approximation",
    "Sample",
    "cost",
    "local_search",
    "violation",
]
