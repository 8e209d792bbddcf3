"""table -> conflicts, supports, or a literal for each tuple."""

from collections import defaultdict
from itertools import product
from math import prod

from ...backends import Table
from ...runtime.limits import check_deadline
from .formula import Formula, Values
from .sums import values_of

LARGEST = 100_000
"""A table of forbidden pairs with more allowed pairs becomes conflicts."""


def table(formula: Formula, constraint: Table) -> None:
    """From a table to clauses over the literals of the values of its terms.

    From
        (t[1], ..., t[k]) is one of the tuples, or none of them
    To
        the literals of t[j] = v                        see `sums`
        for one term, and for forbidden tuples of three or more
            not all of t[1] = v1, ..., t[k] = vk        for each tuple that is not allowed
        for pairs
            a = v implies b = w for one of the allowed pairs (v, w), and the same for b
        for allowed tuples s of three or more
            z[s] if and only if t[j] = s[j] for all j, one of z[s], and t[j] = v implies one of z[s] with s[j] = v

    Strength
        Domain consistency, for forbidden tuples of three or more only of each tuple alone. The literals of tuples
        follow from the values, so that each solution is one model of the clauses.

    Source: I. Gent, "Arc Consistency in SAT", ECAI 2002, for the supports; F. Bacchus, "GAC via Unit Propagation", CP
    2007, for the literals of tuples.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many clauses; the message names it.
    """
    values = [values_of(formula, term, constraint.label) for term in constraint.terms]
    tuples = [t for t in constraint.tuples if all(v in known for v, known in zip(t, values, strict=True))]
    width = len(values)
    if width == 1 and constraint.allowed:
        tuples = [(v,) for v in values[0] if (v,) not in set(tuples)]
    if width == 1 or not (constraint.allowed or (width == 2 and prod(map(len, values)) <= LARGEST)):
        formula.add([-known[v] for v, known in zip(t, values, strict=True)] for t in tuples)
    elif width == 2:
        forbidden = set(tuples)
        pairs = tuples if constraint.allowed else [pair for pair in product(*values) if pair not in forbidden]
        _support(formula, values, pairs)
    else:
        _choose(formula, values, tuples)


def _support(formula: Formula, values: list[Values], pairs: list[tuple[int, ...]]) -> None:
    """Each value needs one of its supports in the other variable."""
    for this, other in ((0, 1), (1, 0)):
        supports: dict[int, list[int]] = {v: [] for v in values[this]}
        for pair in pairs:
            supports[pair[this]].append(values[other][pair[other]])
        for v, literals in supports.items():
            if len(literals) < len(values[other]):
                formula.add([[-values[this][v], *literals]])


def _choose(formula: Formula, values: list[Values], tuples: list[tuple[int, ...]]) -> None:
    """A literal for each tuple."""
    with_value: dict[tuple[int, int], list[int]] = defaultdict(list)
    chosen: list[int] = []
    for each in tuples:
        check_deadline()
        chosen.append(z := formula.all_of([known[v] for v, known in zip(each, values, strict=True)]))
        for j, v in enumerate(each):
            with_value[j, v].append(z)
    formula.add([chosen])
    formula.add([-literal, *with_value[j, v]] for j, known in enumerate(values) for v, literal in known.items())
