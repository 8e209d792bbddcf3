"""Propagation: remove the values that are in no solution of a unit, until a fixpoint is reached.

A propagator filters one unit at a time. Each level of strength includes the levels before it:

| strength | what it does with a unit                                                                               |
|----------|--------------------------------------------------------------------------------------------------------|
| `none`   | removes nothing; only detects two cells that are fixed to the same value                               |
| `values` | forward checking: removes the value of a fixed cell from the other cells                               |
| `bounds` | and Hall intervals: k cells within k consecutive values remove these from the ends of the other domains |
| `domain` | removes exactly the values that are in no solution of the unit                                         |

The further rules of a board, such as killer cages, are filtered with the same strengths by their automata: "values"
filters the last open cell of a rule, "bounds" the ends of the domains over their ranges, "domain" every value.

Sources: R. Haralick, G. Elliott, "Increasing tree search efficiency for constraint satisfaction problems", Artificial
Intelligence 14, 1980 (forward checking); M. Leconte, "A bounds-based reduction scheme for constraints of difference",
Constraint-96 workshop, 1996, and J.-F. Puget, "A fast algorithm for the bound consistency of alldiff constraints",
AAAI 1998; J.-C. Regin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994; P. Hall, "On
representatives of subsets", 1935; C. Berge, "Two theorems in graph theory", 1957 (a matching is largest when nothing
augments it); G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004 (rules).
"""

from .domains import Domains, HasCells, RuleScope, domains_of, scopes_of
from .exchange import Group, exchange_groups, matching
from .filters import STRENGTHS
from .fixpoint import Step, propagate, steps

__all__ = [
    "STRENGTHS",
    "Domains",
    "Group",
    "HasCells",
    "RuleScope",
    "Step",
    "domains_of",
    "exchange_groups",
    "matching",
    "propagate",
    "scopes_of",
    "steps",
]
