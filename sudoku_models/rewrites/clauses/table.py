"""table -> conflicts, supports, or a literal for each tuple."""

from collections import defaultdict
from itertools import product
from math import prod

from ...backends import Table, Term
from ...errors import UnsupportedError
from ...runtime.limits import check_deadline
from .formula import Formula, Values, whole_term
from .partial_sums import partial_sums, within

__all__ = ["LARGEST", "table"]

LARGEST = 100_000
"""A table of forbidden pairs with more allowed pairs becomes conflicts; a longer sum with more values is refused."""


def table(formula: Formula, constraint: Table) -> None:
    """From a table to clauses over the literals of the values of its terms.

    From
        (t[1], ..., t[k]) is one of the tuples, or none of them
    To
        the literals of t[j] = v                        those of a binary that selects the value, where the model has a
                                                        row "exactly one of them"; for a longer sum new ones, and its
                                                        partial sums
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
    values = [_values(formula, term, constraint) for term in constraint.terms]
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
        literals = [known[v] for v, known in zip(each, values, strict=True)]
        chosen.append(z := formula.new())
        formula.add([[z, *(-literal for literal in literals)], *([-z, literal] for literal in literals)])
        for j, v in enumerate(each):
            with_value[j, v].append(z)
    formula.add([chosen])
    formula.add([-literal, *with_value[j, v]] for j, known in enumerate(values) for v, literal in known.items())


def _values(formula: Formula, term: Term, constraint: Table) -> Values:
    """The literals of a term's values. What defines those of a longer sum holds for all tables, so it has no guard."""
    if len(term.columns) <= 1:
        return formula.values_of(term, constraint.label)
    if term not in formula.sums:
        guard, formula.guard = formula.guard, 0
        try:
            is_selected = formula.selectors.values(term) is not None
            formula.sums[term] = _selected(formula, term) if is_selected else _sum_values(formula, term, constraint)
        finally:
            formula.guard = guard
    return formula.sums[term]


def _selected(formula: Formula, term: Term) -> Values:
    """The literals of the values of a term over binaries of one set."""
    values = formula.selectors.values(term) or {}
    return {value: _any(formula, [formula.columns[k][1] for k in columns]) for value, columns in values.items()}


def _any(formula: Formula, literals: list[int]) -> int:
    """A literal that is true exactly when one of these is."""
    if len(literals) == 1:
        return literals[0]
    found = formula.new()
    formula.add([[-found, *literals], *([found, -literal] for literal in literals)])
    return found


def _sum_values(formula: Formula, term: Term, constraint: Table) -> Values:
    """New literals for the values of a longer sum, of which a set of selectors is one summand."""
    scope, shift = whole_term(term, constraint.label)
    parts = [
        formula.multiples(part.columns[0], round(part.coefficients[0]))
        if len(part.columns) == 1
        else _selected(formula, part)
        for part in formula.selectors.parts(Term(tuple(scope), tuple(scope.values())))
    ]
    if not all(parts):
        return {shift: formula.true()}  # an empty domain is a contradiction already
    low, high = shift + sum(map(min, parts)), shift + sum(map(max, parts))
    if high - low > LARGEST:
        raise UnsupportedError(f"{constraint.name!r}: a sum with {high - low + 1:,} values is too large for clauses")
    found = {value: formula.new() for value in range(low, high + 1)}
    formula.add([list(found.values())])
    formula.at_most_one(list(found.values()))
    negative = {-value: literal for value, literal in found.items()}
    partial_sums(formula, [*parts, negative], within(-shift, -shift), constraint.label)
    return found
