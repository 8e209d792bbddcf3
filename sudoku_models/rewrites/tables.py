"""table -> supports, a binary for each tuple, or conflicts."""

import operator
from collections.abc import Sequence
from itertools import islice

from ..backends import Backend, Table, Term
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .links import Links, unused
from .value_terms import LARGEST, ValueTerms, allowed_tuples, prefixes


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
    terms = ValueTerms(m, links)
    for constraint in constraints:
        if len(constraint.terms) == 2:
            _support(terms, constraint)
        elif len(constraint.terms) > 2 and constraint.allowed:
            choose_tuple(terms, constraint)
        else:
            forbid(terms, constraint)


def _support(terms: ValueTerms, table: Table) -> None:
    values = terms.of_table(table)
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
    terms = ValueTerms(m, links)
    for constraint in constraints:
        choose_tuple(terms, constraint)


def choose_tuple(terms: ValueTerms, table: Table) -> None:
    """Add the binaries and rows of one table."""
    m = terms.m
    values = terms.of_table(table)
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


def table_conflicts(m: Backend, constraints: Sequence[Table], links: Links) -> None:
    """From a table to a row for each combination of values that is not allowed.

    From
        (t[1], ..., t[k]) is one of the tuples, or none of them
    To
        y[j,v] in {0, 1}                        1 when t[j] = v, see `value_terms`
        y[1,v1] + ... + y[k,vk] <= k - 1        for each forbidden tuple (v1, ..., vk)
        y[1,v1] + ... + y[i,vi] <= i - 1        for an allowed table, for each shortest beginning (v1, ..., vi) that no
                                                tuple has; for a pair, a value or a pair of values

    Strength
        Weak: y = 1/2 for two values of each term of a pair satisfies all conflicts of pairs.

    Source: T. Walsh, "SAT v CSP", CP 2000, where the direct encoding has these conflicts as clauses.

    Raises:
        UnsupportedError: When there would be too many rows; the message names the constraint.
    """
    terms = ValueTerms(m, links)
    for constraint in constraints:
        forbid(terms, constraint)


def forbid(terms: ValueTerms, table: Table) -> None:
    """Add the conflicts of one table."""
    values = terms.of_table(table)
    known = [t for t in table.tuples if all(v in each for v, each in zip(t, values, strict=True))]
    conflicts = list(islice(prefixes(known, values), LARGEST + 1)) if table.allowed else known
    if len(conflicts) > LARGEST:
        raise UnsupportedError(
            f"{table.name!r}: as conflicts it would have more than {LARGEST:,} rows; choose the rewrite "
            f"'tuple_hull', or a CP solver"
        )
    for conflict in conflicts:
        literals = [each[v] for v, each in zip(conflict, values, strict=False)]
        label = unused(terms.m, f"{table.name}: not {', '.join(map(str, conflict))}")
        terms.add(literals, operator.le, len(conflict) - 1, label)
