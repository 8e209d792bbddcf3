"""Explain by smallest sets: the fewest rules and digits that force, for example, this cell to be 7.

A minimal set has no name too many, and still another set can be smaller. A *smallest* set (a smallest minimal
unsatisfiable subset, or SMUS) is found by two solvers together:

1. The SAT solver gives *correction sets*: rules and digits without which the cell can hold another digit. A set forces
   the digit exactly when it has a name of each correction set.
2. HiGHS chooses the fewest names that hit all correction sets so far: a lower bound.
3. If these names force the digit, they are a smallest set. If not, the SAT solver has a new correction set, which
   they do not hit.

The number of rounds can grow fast. When time or effort is over, the answer is the smallest set that is known, and says
so.

| module         | content                                                        |
|----------------|----------------------------------------------------------------|
| `hitting_sets` | the MILP                                                       |
| `search`       | the two solvers together, for any model with named constraints |
| `steps`        | smallest sets for a puzzle, and the steps of an explanation    |

Sources: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
dualization", CP 2015; B. Bogaerts, E. Gamba, T. Guns, "A framework for step-wise explaining how to solve constraint
satisfaction problems", Artificial Intelligence 300, 2021; E. Gamba, B. Bogaerts, T. Guns, "Efficiently explaining CSPs
with unsatisfiable subset optimization", JAIR 78, 2023.
"""

from .hitting_sets import HittingSets, smallest_hitting_set
from .search import Search
from .steps import EFFORT, SmallestSet, next_step, smallest_set, step_for

__all__ = [
    "EFFORT",
    "HittingSets",
    "Search",
    "SmallestSet",
    "next_step",
    "smallest_hitting_set",
    "smallest_set",
    "step_for",
]
