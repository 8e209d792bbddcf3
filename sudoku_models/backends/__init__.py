"""Backends: one modelling library a file, all with the same handful of verbs.

A formulation says what it means in these verbs, and what comes back from them are the library's own objects. `y[i, d]`
*is* Pyomo's, PuLP's or CP-SAT's variable, expressions are built by the library's own operators, and `native` is the
library's real model, to be printed or solved without us at any time. A backend never knows Sudoku.

The verbs that state a model:

| verb                                        | states                                                     |
|---------------------------------------------|------------------------------------------------------------|
| `y = m.bool_vars("y", keys)`                | a binary for each key                                      |
| `x = m.int_vars("x", keys, 1, 9)`           | an integer in 1..9 for each key                            |
| `m.sum(terms)`                              | their sum, by the library's own fast way                   |
| `m.dot([2, 3], [a, b])`                     | 2*a + 3*b                                                  |
| `m.add(m.sum(terms) == 1, "row 3 has a 7")` | a linear constraint                                        |
| `m.not_equal(a, b, "...")`                  | a != b, a logical constraint                               |
| `m.all_different(xs, "row 3")`              | no two are equal, a logical constraint                     |
| `m.exclude([(x, 3), ...], "...", at_least=1)` | at least so many of these variables take another value     |
| `m.fix(x, 3)`, `m.free()`                   | x is 3; no variable is fixed any more                      |
| `m.minimize(expression)`                    | the objective, in place of the one before                  |
| `m.value(x)`                                | the value of x in the last solution, a whole number        |

What a rewrite or a solver needs to read a model back, whoever wrote it: `variables`, `constraints`, `read`, `bounds`,
`declared`, `objective`, `retire`, `forget`, `load`. `copy` makes an independent model, and `snapshot` a fingerprint
that shows whether `native` was edited.
"""

from .protocol import (
    AllDifferent,
    Backend,
    Column,
    Constraint,
    Exclude,
    Linear,
    Logical,
    NotEqual,
    Objective,
    Snapshot,
    Term,
    columns_of,
)
from .registry import BACKENDS, new_backend

__all__ = [
    "BACKENDS",
    "AllDifferent",
    "Backend",
    "Column",
    "Constraint",
    "Exclude",
    "Linear",
    "Logical",
    "NotEqual",
    "Objective",
    "Snapshot",
    "Term",
    "columns_of",
    "new_backend",
]
