"""Propagation: take values from domains that no solution of a unit can use, until nothing more goes.

A propagator filters one unit at a time. How much it removes is its strength; each strength includes the one before:

| strength | what it does with a unit                                                                          |
|----------|---------------------------------------------------------------------------------------------------|
| `none`   | removes nothing; only tells that two cells that hold one value each hold the same one             |
| `values` | forward checking: the value of a cell that has only one goes from the other cells                 |
| `bounds` | and Hall intervals: k cells within k consecutive values push the others' smallest and largest out |
| `domain` | removes exactly the values that are in no solution of the unit                                    |

Sources: R. Haralick, G. Elliott, "Increasing tree search efficiency for constraint satisfaction problems", Artificial
Intelligence 14, 1980 (forward checking); M. Leconte, "A bounds-based reduction scheme for constraints of difference",
Constraint-96 workshop, 1996, and J.-F. Puget, "A fast algorithm for the bound consistency of alldiff constraints",
AAAI 1998; J.-C. Regin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994; P. Hall, "On
representatives of subsets", 1935; C. Berge, "Two theorems in graph theory", 1957 (a matching is largest when nothing
augments it).
"""

from .domains import Domains, HasCells, domains_of
from .exchange import Group, exchange_groups, matching
from .filters import STRENGTHS
from .fixpoint import Step, propagate, steps

__all__ = [
    "STRENGTHS",
    "Domains",
    "Group",
    "HasCells",
    "Step",
    "domains_of",
    "exchange_groups",
    "matching",
    "propagate",
    "steps",
]
