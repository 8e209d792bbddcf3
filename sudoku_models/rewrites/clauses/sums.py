"""sum of variables -> the literals of its values."""

from typing import Any

from ...backends import Term
from ...errors import UnsupportedError
from .formula import Formula, Values, whole_term
from .partial_sums import partial_sums, within

__all__ = ["LARGEST", "values_of"]

LARGEST = 1_000
"""A sum with more values is refused: each one is a Boolean variable."""


def values_of(formula: Formula, term: Term, name: Any) -> Values:
    """From a linear expression to a Boolean variable for each of its values.

    From
        t = a[1]*x[1] + ... + a[n]*x[n] + b     x[k] integer variables with small domains
    To
        for one variable, the literals of its own values; for a constant, the literal that is true. Otherwise:
        y[v] for each value v of the sum        true when t = v
        y[v] or ... or y[w]                     over all values
        at most one of y[v], ..., y[w]
        t - (the value of y) = 0                its partial sums, see `partial_sums`

    The variables x determine y, so a solution stays one solution. A sum that occurs again has its literals already.

    Strength
        Domain consistency of the equation.

    Source: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, "Compiling finite linear CSP into SAT", Constraints 14, 2009,
    for new variables that stand for sums; there in the order encoding.

    Raises:
        UnsupportedError: When a number is not whole, or the sum has too many values; the message names the constraint.

    >>> from .indicators import indicators
    >>> formula = Formula()
    >>> indicators(formula, 0, 1)
    >>> indicators(formula, 0, 1)
    >>> values_of(formula, Term((0, 1), (1, 2), 5), "a sum")
    {5: 3, 6: 4, 7: 5, 8: 6}
    """
    scope, shift = whole_term(term, name)
    if not scope:
        return {shift: formula.true()}
    if len(scope) == 1:
        [(column, factor)] = scope.items()
        return formula.multiples(column, factor, shift)
    key = tuple(sorted(scope.items()))
    if key not in formula.sums:
        formula.sums[key] = _defined(formula, [formula.multiples(k, factor) for k, factor in key], name)
    return {value + shift: literal for value, literal in formula.sums[key].items()}


def _defined(formula: Formula, terms: list[Values], name: Any) -> Values:
    """New literals for the values of a sum. They are defined whether or not the constraint that uses them holds."""
    totals = {0}
    for term in terms:
        totals = {total + value for total in totals for value in term}
        if len(totals) > LARGEST:
            raise UnsupportedError(
                f"{str(name)!r}: a sum in it has more than {LARGEST:,} values, and each would be a Boolean variable; "
                "choose a CP or MILP solver"
            )
    values = {total: formula.new() for total in sorted(totals)}
    guard, formula.guard = formula.guard, 0
    try:
        formula.add([list(values.values())])
        formula.at_most_one(list(values.values()))
        negative = {-total: literal for total, literal in values.items()}
        partial_sums(formula, [*terms, negative], within(0, 0), name)
    finally:
        formula.guard = guard
    return values
