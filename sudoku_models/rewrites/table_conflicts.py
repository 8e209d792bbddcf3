"""table -> conflicts."""

import operator
from collections.abc import Sequence
from itertools import islice

from ..backends import Backend, Table
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .links import Links, unused
from .selectors import selectors
from .value_terms import LARGEST, ValueTerms, prefixes


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
    terms = ValueTerms(m, links, selectors(m))
    for constraint in constraints:
        forbid(terms, constraint)


def forbid(terms: ValueTerms, table: Table) -> None:
    """Add the conflicts of one table."""
    values = [terms.of(term, table.name) for term in table.terms]
    known = [t for t in table.tuples if all(v in each for v, each in zip(t, values, strict=True))]
    conflicts = list(islice(prefixes(known, values), LARGEST + 1)) if table.allowed else known
    if len(conflicts) > LARGEST:
        raise UnsupportedError(
            f"{table.name!r}: as conflicts it would have more than {LARGEST:,} rows; choose the rewrite "
            f"'tuple_hull', or a CP solver"
        )
    for conflict in conflicts:
        check_deadline()
        literals = [each[v] for v, each in zip(conflict, values, strict=False)]
        label = unused(terms.m, f"{table.name}: not {', '.join(map(str, conflict))}")
        terms.add(literals, operator.le, len(conflict) - 1, label)
