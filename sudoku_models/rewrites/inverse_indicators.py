"""inverse -> equal value indicators."""

import operator
from collections.abc import Sequence

from ..backends import Backend, Inverse, Term
from .links import Links, unused
from .selectors import selectors
from .value_terms import ValueTerms, scaled

ZERO = Term((), (), 0)


def inverse_indicators(m: Backend, constraints: Sequence[Inverse], links: Links) -> None:
    """From x[i] = j exactly when y[j] = i to indicators that are equal.

    From
        x[i] = j exactly when y[j] = i,     i and j in {0, ..., n - 1}
    To
        p[i,j], q[j,i] in {0, 1}            1 when x[i] = j, when y[j] = i, see `value_terms`
        p[i,j] = q[j,i]                     for each i and j
        p[i,d] = q[j,d] = 0                 for each value d outside {0, ..., n - 1}

    Strength
        The relaxation is the convex hull: each x[i] has one value and each y[j] has one, so that p is a point of the
        assignment polytope.

    Source: J. Hooker, "Integrated Methods for Optimization", 2nd edition, 2012, chapter 7; G. Birkhoff, 1946, for the
    corners of the assignment polytope.
    """
    terms = ValueTerms(m, links, selectors(m))
    for constraint in constraints:
        name, n = constraint.name, len(constraint.xs)
        p, q = ([terms.of(term, name) for term in part] for part in (constraint.xs, constraint.ys))
        for which, part in (("first", p), ("second", q)):
            for i, values in enumerate(part):
                if outside := [y for d, y in values.items() if not 0 <= d < n]:
                    terms.add(outside, operator.eq, 0, unused(m, f"{name}: {which} {i} from 0 to {n - 1}"))
        for i in range(n):
            for j in range(n):
                sides = [p[i].get(j, ZERO), scaled(-1, q[j].get(i, ZERO))]
                terms.add(sides, operator.eq, 0, unused(m, f"{name}: {i} and {j}"))
