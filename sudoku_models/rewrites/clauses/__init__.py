"""To clauses: rewrites of every kind of constraint for SAT solvers, each "from -> to".

| file                 | from                               | to                                                     |
|----------------------|------------------------------------|--------------------------------------------------------|
| `formula`            | integer variable                   | one Boolean variable a value                           |
| `at_most_one`        | at most one of several literals    | five encodings, such as `pairwise` and `ladder`        |
| `different`          | !=                                 | one conflict for each pair of equal values             |
|                      | all-different                      | at most one variable a value, or exactly one           |
|                      | "not this"                         | a clause, or a count                                   |
| `table`              | table                              | conflicts, supports, or a literal for each tuple       |
| `linear`             | linear row with whole coefficients | a count, or partial sums                               |
|                      | implication of a linear row        | the row with a guard                                   |
|                      | a number of true literals          | a clause, at-most-one, or partial sums                 |
| `sums`               | a sum                              | a decision diagram, or one Boolean variable a value    |
| `global_constraints` | value = array[index]               | equal values, guarded by the index                     |
|                      | x[i] = j exactly when y[j] = i     | equal literals                                         |
|                      | one tour through all nodes         | the position of each node                              |
|                      | tasks that share a capacity        | a count, or a sum, for each time                       |

The solvers of the paradigm SAT apply them to the whole model, see `sudoku_models.solvers.sat`. A constraint is never
dropped: what would be too large as clauses is an `UnsupportedError` that names it.

Strength is what unit propagation settles: a clause with one literal left makes it true.
"""

from collections.abc import Callable
from typing import Any

from ...backends import Constraint, kind_of
from ...errors import UnsupportedError
from .at_most_one import AT_MOST_ONE
from .different import all_different, exclude, not_equal
from .formula import Formula, indicators, whole_scope
from .global_constraints import circuit, cumulative, element, inverse
from .linear import implication, linear
from .table import table

__all__ = ["AT_MOST_ONE", "Formula", "add_constraint", "indicators", "linear", "whole_scope"]

_REWRITES: dict[str, Callable[[Formula, Any], None]] = {
    rewrite.__name__: rewrite
    for rewrite in (
        *(linear, not_equal, all_different, exclude, table, implication),
        *(element, inverse, circuit, cumulative),
    )
}
"""The rewrites by the kind that they take, which is their name."""


def add_constraint(formula: Formula, constraint: Constraint) -> None:
    """Add the clauses of a constraint over the columns of the formula.

    Raises:
        UnsupportedError: When it cannot be written as clauses; the message names it.

    >>> from sudoku_models.backends import Linear, NotEqual, Term
    >>> formula = Formula()
    >>> indicators(formula, 0, 1)
    >>> indicators(formula, 0, 1)
    >>> add_constraint(formula, NotEqual(Term((0, 1), (1, -1)), "a and b differ"))
    >>> add_constraint(formula, Linear((0, 1), (1, 1), 1, 2, "a or b"))
    >>> formula.clauses
    [[1, 2], [-1, -2], [1, 2]]
    """
    if (rewrite := _REWRITES.get(kind_of(constraint))) is None:
        raise UnsupportedError(f"{constraint.name!r} cannot be written as clauses; choose a CP or MILP solver")
    rewrite(formula, constraint)
