"""a number of true literals -> clauses."""

from typing import Any

from .formula import Formula
from .partial_sums import partial_sums, within

__all__ = ["at_least", "between"]


def between(formula: Formula, literals: list[int], low: int, high: int, name: Any) -> None:
    """From low <= number of true literals <= high to clauses; at-most-one, at-least-one and exactly-one are recognised.

    From
        low <= x[1] + ... + x[n] <= high    x[i] literals
    To
        x[1] or ... or x[n]                 for low = 1
        at most one of x[1], ..., x[n]      for high = 1, by one of the encodings of `at_most_one`
        the same of their negations         for high = n - 1 and low = n - 1
        x[i], or not x[i], for each i       for low = n, or high = 0
        their partial sums                  otherwise

    Strength
        Domain consistency of each side alone.

    Source: C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.

    Raises:
        UnsupportedError: When there would be too many clauses.
    """
    if low > high:
        formula.add([[]])
        return
    at_least(formula, literals, low, name)
    at_least(formula, [-literal for literal in literals], len(literals) - high, name)


def at_least(formula: Formula, literals: list[int], low: int, name: Any) -> None:
    """At least `low` of the literals are true. A literal that is given twice counts twice.

    >>> formula = Formula()
    >>> at_least(formula, [1, 2, 3], 2, "two of three")
    >>> formula.clauses
    [[1, 2], [1, 3], [2, 3]]
    """
    count = len(literals)
    if low <= 0:
        return
    if low > count:
        formula.add([[]])
    elif low == count:
        formula.add([literal] for literal in literals)
    elif low == 1:
        formula.add([literals])
    elif low == count - 1:
        formula.at_most_one([-literal for literal in literals])
    else:
        partial_sums(formula, [{0: -literal, 1: literal} for literal in literals], within(low, count), name)
