"""all-different -> at most one variable for each value."""

from ...backends import AllDifferent
from .formula import Formula
from .sums import values_of

__all__ = ["all_different"]


def all_different(formula: Formula, constraint: AllDifferent) -> None:
    """From all-different(x[1], ..., x[k]) to at-most-one for each value, and at-least-one in a permutation.

    From
        all-different(x[i], i in u),        x[i] in D[i]; a term may also be a sum, see `sums`, or a constant
    To
        at most one of x[i] = d, i in u     for each value d, by one of the encodings of `at_most_one`
        x[i] = d for some i in u            for each d, where there are as many values as variables

    Strength
        Without the second kind: that of pairwise !=, which are naked singles. With it, unit propagation also finds
        the last variable that can take a value: hidden singles. Less than bounds consistency on ranges, which sees
        that k variables need k values.

    Source: J.-C. Regin, AAAI 1994, for the constraint; I. Lynce, J. Ouaknine, "Sudoku as a SAT Problem", AIMATH 2006,
    for the clauses, there the extended encoding; W. J. van Hoeve, "The Alldifferent Constraint: A Survey", 2001.

    Raises:
        UnsupportedError: When a term has numbers that are not whole, or too many values; the message names it.
    """
    at_value: dict[int, list[int]] = {}
    for term in constraint.terms:
        for value, literal in values_of(formula, term, constraint.label).items():
            at_value.setdefault(value, []).append(literal)
    for literals in at_value.values():
        formula.at_most_one(literals)
    if len(at_value) == len(constraint.terms):
        formula.add(list(literals) for literals in at_value.values())
    elif len(at_value) < len(constraint.terms):
        formula.add([[]])
