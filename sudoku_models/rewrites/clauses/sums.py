"""sum of variables -> the literals of its values."""

from typing import Any

from ...backends import Column, Term
from ...errors import UnsupportedError
from .at_most_one import ladder
from .formula import Formula, Values, whole_term
from .partial_sums import partial_sums, within

__all__ = ["LARGEST", "values_of"]

LARGEST = 10_000
"""A sum with more values is refused: each one is a Boolean variable."""


def values_of(formula: Formula, term: Term, name: Any) -> Values:
    """From a linear expression to a Boolean variable for each of its values.

    From
        t = a[1]*x[1] + ... + a[n]*x[n] + b     x[k] integer variables with small domains
    To
        for one variable, the literals of its own values; for a constant, the literal that is true;
        for binaries of which the model says that exactly one is 1: a binary that selects the value, or a literal that
        is true when one of several does. Otherwise:
        y[v] for each value v of the sum        true when t = v
        y[v] or ... or y[w]                     over all values
        at most one of y[v], ..., y[w]          by the encoding `ladder`, because there may be thousands
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
        guard, formula.guard = formula.guard, 0  # what defines the literals holds for all constraints
        try:
            formula.sums[key] = _selected(formula, scope) or _defined(formula, scope, name)
        finally:
            formula.guard = guard
    return {value + shift: literal for value, literal in formula.sums[key].items()}


def _selected(formula: Formula, scope: dict[Column, int]) -> Values | None:
    """The literals of binaries of which the model says that exactly one is 1; None when these are not."""
    selected = formula.selectors.values(Term(tuple(scope), tuple(scope.values())))
    if selected is None:
        return None
    return {value: _any(formula, [formula.columns[k][1] for k in ys]) for value, ys in selected.items()}


def _any(formula: Formula, literals: list[int]) -> int:
    """A literal that is true exactly when one of these is."""
    if len(literals) == 1:
        return literals[0]
    found = formula.new()
    formula.add([[-found, *literals], *([found, -literal] for literal in literals)])
    return found


def _defined(formula: Formula, scope: dict[Column, int], name: Any) -> Values:
    """New literals for the values of a sum, of which a set of selectors is one summand."""
    parts = formula.selectors.parts(Term(tuple(scope), tuple(scope.values())))
    terms = [values_of(formula, part, name) for part in parts]
    totals = {0}
    for term in terms:
        totals = {total + value for total in totals for value in term}
        if len(totals) > LARGEST:
            raise UnsupportedError(
                f"{str(name)!r}: a sum in it has more than {LARGEST:,} values, and each would be a Boolean variable; "
                "choose a CP or MILP solver"
            )
    values = {total: formula.new() for total in sorted(totals)}
    formula.add([list(values.values())])
    formula.add(ladder(list(values.values()), formula.new))
    negative = {-total: literal for total, literal in values.items()}
    partial_sums(formula, [*terms, negative], within(0, 0), name)
    return values
