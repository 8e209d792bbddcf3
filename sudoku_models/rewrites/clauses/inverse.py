"""inverse -> equal literals."""

from ...backends import Inverse
from .formula import Formula
from .sums import values_of

__all__ = ["inverse"]


def inverse(formula: Formula, constraint: Inverse) -> None:
    """From x[i] = j exactly when y[j] = i to literals that are equal.

    From
        x[i] = j exactly when y[j] = i,     i and j in {0, ..., n - 1}
    To, with the literals of values of `sums`
        x[i] = j if and only if y[j] = i    for each i and j
        not x[i] = d, not y[j] = d          for each value d outside {0, ..., n - 1}

    Strength
        As each x[i] has one value, so has each y[j]: naked and hidden singles of the permutation.

    Source: B. Hnich, B. Smith, T. Walsh, "Dual Modelling of Permutation and Injection Problems", JAIR 21, 2004.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many values; the message names it.
    """
    n = len(constraint.xs)
    x, y = ([values_of(formula, term, constraint.label) for term in part] for part in (constraint.xs, constraint.ys))
    for values in (*x, *y):
        formula.add([-literal] for d, literal in values.items() if not 0 <= d < n)
    for i in range(n):
        for j in range(n):
            sides = [values[d] for values, d in ((x[i], j), (y[j], i)) if d in values]
            if len(sides) == 2:
                formula.add([[-sides[0], sides[1]], [sides[0], -sides[1]]])
            else:
                formula.add([-literal] for literal in sides)
