"""Rewrites: linear reformulations of constraints that MILP solvers do not support. One file each, "from -> to".

| name          | from          | to                                                                   |
|---------------|---------------|----------------------------------------------------------------------|
| `indicators`  | all-different | value indicators, x = sum d*y[d], each value at most once            |
| `pairwise`    | all-different | `!=` for every pair, which is then rewritten                         |
| `cliques`     | !=            | value indicators; of variables that differ pairwise, at most one a value |
| `rank`        | !=            | order binaries and big-M, and rank equations where pairs fill a unit |
| `big_m`       | !=            | order binaries and big-M with the tightest M                         |
| `gdp_bigm`    | !=            | a Pyomo.GDP disjunction, then `gdp.bigm` (Pyomo only)                |
| `gdp_hull`    | !=            | a Pyomo.GDP disjunction, then `gdp.hull` (Pyomo only)                |
| (always)      | "not this"    | a no-good cut over the binaries that determine the solution          |

A rewrite is chosen by name; two names are joined with "+", as in "pairwise+big_m". A constraint is never dropped: if no
rewrite covers it, an error names it.
"""

from .links import Links
from .registry import KINDS, REWRITES, Rewrite, apply, check_paradigm, choose, find

__all__ = ["KINDS", "REWRITES", "Links", "Rewrite", "apply", "check_paradigm", "choose", "find"]
