"""all-different -> pairwise !=."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from ..backends import AllDifferent, Backend, Term
from .big_m import expression
from .links import Links, unused


def pairwise(m: Backend, constraints: Sequence[AllDifferent], links: Links) -> None:
    """From all-different(x[1], ..., x[k]) to k(k-1)/2 inequalities, each once; many tools do this internally.

    From
        all-different(x[i], i in u)
    To
        x[i] != x[j]        for every i < j in u

    Strength
        That of the rewrite of `!=` that follows, because the inequalities are logical constraints. Pairs propagate less
        than all-different itself, which implies that k variables need k values.

    Source: W. J. van Hoeve, "The Alldifferent Constraint: A Survey", 2001, where it is the binary decomposition.
    """
    known: set[frozenset[Term]] = set()
    for constraint in constraints:
        for a, b in combinations(constraint.terms, 2):
            if (pair := frozenset((a, b))) not in known:
                known.add(pair)
                left, right = _side(m, a), _side(m, b)
                m.not_equal(left, right, unused(m, f"{left} and {right} differ ({constraint.name})", logic=True))


def _side(m: Backend, term: Term) -> Any:
    """A term as an expression; just the variable when it is a variable, so that the constraint reads well."""
    is_bare = term.coefficients == (1,) and term.constant == 0
    return m.variables[term.columns[0]] if is_bare else expression(m, term)
