"""To clauses: rewrites of every kind of constraint for SAT solvers. One idea a file, each "from -> to".

| file           | from                                | to                                                            |
|----------------|-------------------------------------|---------------------------------------------------------------|
| `indicators`   | integer variable                    | one Boolean variable a value; a binary is its own literal     |
| `at_most_one`  | at most one of several literals     | `pairwise`, `ladder`, `bitwise`, `product` or `commander`     |
| `not_equal`    | !=                                  | one conflict for each pair of equal values                    |
| `all_different`| all-different                       | at most one variable a value; at least one in a permutation   |
| `table`        | table                               | conflicts, supports, or a literal for each tuple              |
| `implication`  | implication of a linear row         | the row with a guard                                          |
| `exclude`      | "not this"                          | a clause, or a count                                          |
| `element`      | value = array[index]                | equal values, guarded by the index                            |
| `inverse`      | x[i] = j exactly when y[j] = i      | equal literals                                                |
| `circuit`      | one tour through all nodes          | the position of each node                                     |
| `cumulative`   | tasks that share a capacity         | a count, or a sum, for each time                              |
| `counts`       | a number of true literals           | a clause, at-most-one, or partial sums                        |
| `linear`       | linear row with whole coefficients  | a count, or partial sums                                      |
| `sums`         | a sum as a term of a constraint     | one Boolean variable a value of the sum, and partial sums     |
| `partial_sums` | a sum                               | a decision diagram                                            |

The solvers of the paradigm SAT apply them to the whole model, see `sudoku_models.solvers.sat`. A constraint is never
dropped: what would be too large as clauses is an `UnsupportedError` that names it.

Strength is what unit propagation settles: a clause with one literal left makes it true.
"""

from .at_most_one import AT_MOST_ONE
from .formula import Formula, whole_scope
from .indicators import indicators
from .linear import linear
from .translation import add_constraint

__all__ = ["AT_MOST_ONE", "Formula", "add_constraint", "indicators", "linear", "whole_scope"]
