"""table -> supports."""

import operator
from collections.abc import Sequence

from ..backends import Backend, Table, Term
from .links import Links, unused
from .selectors import selectors
from .table_conflicts import forbid
from .tuple_hull import choose_tuple
from .value_terms import ValueTerms, allowed_tuples


def table_supports(m: Backend, constraints: Sequence[Table], links: Links) -> None:
    """From a table of pairs to a row for each value: it needs one of its supports.

    From
        (a, b) is one of the pairs, or none of them
    To
        y[a,v], y[b,w] in {0, 1}                1 when a = v, b = w, see `value_terms`
        y[a,v] <= sum of y[b,w] over the allowed pairs (v, w)       for each value v of a
        y[b,w] <= sum of y[a,v] over the allowed pairs (v, w)       for each value w of b
        A value that has all values of the other term as supports needs no row. A longer table becomes `tuple_hull`
        when it is allowed, because a value's supports are then combinations of values, and `table_conflicts` when not.

    Strength
        Implies the conflicts of `table_conflicts`: as one y[b,w] is 1, the row of v says that y[a,v] and the sum of
        all y[b,w] in conflict with it are together at most 1. The convex hull of the pairs is stronger: it has such a
        row for each set of values.

    Source: I. Gent, "Arc Consistency in SAT", ECAI 2002; S. Kasif, "On the Parallel Complexity of Discrete Relaxation
    in Constraint Satisfaction Networks", Artificial Intelligence 45, 1990.

    Raises:
        UnsupportedError: When there would be too many rows or binaries; the message names the constraint.
    """
    terms = ValueTerms(m, links, selectors(m))
    for constraint in constraints:
        if len(constraint.terms) == 2:
            _support(terms, constraint)
        elif len(constraint.terms) > 2 and constraint.allowed:
            choose_tuple(terms, constraint)
        else:
            forbid(terms, constraint)


def _support(terms: ValueTerms, table: Table) -> None:
    values = [terms.of(term, table.name) for term in table.terms]
    pairs = allowed_tuples(table, values)
    for this, other in ((0, 1), (1, 0)):
        supports: dict[int, list[Term]] = {v: [] for v in values[this]}
        for pair in pairs:
            supports[pair[this]].append(values[other][pair[other]])
        for v, found in supports.items():
            if len(found) < len(values[other]):
                own = values[this][v]
                negative = Term(own.columns, tuple(-c for c in own.coefficients), -own.constant)
                label = unused(terms.m, f"{table.name}: {'first' if this == 0 else 'second'} {v}")
                terms.add([negative, *found], operator.ge, 0, label)
