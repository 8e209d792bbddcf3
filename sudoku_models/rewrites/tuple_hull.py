"""table -> a binary for each tuple."""

import operator
from collections.abc import Sequence

from ..backends import Backend, Table, Term
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .links import Links, unused
from .selectors import selectors
from .value_terms import LARGEST, ValueTerms, allowed_tuples


def tuple_hull(m: Backend, constraints: Sequence[Table], links: Links) -> None:
    """From a table to a binary for each tuple, of which exactly one is chosen.

    From
        (t[1], ..., t[k]) is one of the tuples, or none of them
    To
        y[j,v] in {0, 1}                        1 when t[j] = v, see `value_terms`
        z[s] in {0, 1}                          for each allowed tuple s: 1 when the terms take it
        sum over s of z[s] = 1
        sum over s with s[j] = v of z[s] = y[j,v]       for each j and each value v of t[j]

    Strength
        The relaxation in y is the convex hull of the tuples, because every point of it is a convex combination of
        them. No other linear formulation of one table is tighter.

    Source: J. Hooker, "Integrated Methods for Optimization", 2nd edition, 2012, section 7.6; E. Balas, "Disjunctive
    Programming", Annals of Discrete Mathematics 5, 1979, for the convex hull of a union.

    Raises:
        UnsupportedError: When there would be too many binaries; the message names the constraint.
    """
    terms = ValueTerms(m, links, selectors(m))
    for constraint in constraints:
        choose_tuple(terms, constraint)


def choose_tuple(terms: ValueTerms, table: Table) -> None:
    """Add the binaries and rows of one table."""
    m = terms.m
    values = [terms.of(term, table.name) for term in table.terms]
    tuples = allowed_tuples(table, values)
    if len(tuples) > LARGEST:
        raise UnsupportedError(
            f"{table.name!r}: {len(tuples):,} tuples are too many for a binary each; choose the rewrite "
            f"'table_conflicts', or a CP solver"
        )
    z = m.bool_vars(f"tuple_{len(m.variables)}", range(1, len(tuples) + 1))
    m.add(m.sum(z.values()) == 1, unused(m, f"{table.name}: one tuple"))
    chosen = [Term((m.column(x),), (-1,)) for x in z.values()]
    for j, known in enumerate(values):
        check_deadline()
        of: dict[int, list[Term]] = {v: [] for v in known}
        for each, x in zip(tuples, chosen, strict=True):
            of[each[j]].append(x)
        for v, found in of.items():
            label = unused(m, f"{table.name}: term {j + 1} is {v}")
            terms.add([known[v], *found], operator.eq, 0, label)
