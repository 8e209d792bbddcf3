"""linear row -> a count of literals, or partial sums."""

from math import ceil, floor, isfinite

from ...backends import Linear
from .counts import between
from .formula import Formula, whole_scope
from .partial_sums import partial_sums, within

__all__ = ["linear"]

TOLERANCE = 1e-9
"""A bound this close to an integer is rounded to it."""


def linear(formula: Formula, row: Linear) -> None:
    """From a linear row with whole coefficients to clauses.

    From
        lower <= sum of a[k]*x[k] <= upper  x[k] integer variables with small domains
    To
        for variables with two values each and coefficients of one size, as in y[1] + ... + y[n] = 1: the number of
        those at their larger contribution is bounded, see `between`
        otherwise: the partial sums, see `partial_sums`

    Strength
        Domain consistency in both cases, for each side of a count alone.

    Source: N. Een, N. Sorensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many clauses; the message names it.
    """
    scope = whole_scope(row.columns, row.coefficients, row.label)
    terms = [formula.multiples(k, c) for k, c in scope.items()]
    if not all(terms):
        return  # an empty domain is a contradiction already
    ends = [(min(term), max(term)) for term in terms]
    base, most = sum(least for least, _ in ends), sum(largest for _, largest in ends)
    low = ceil(row.lower - TOLERANCE) if isfinite(row.lower) else base if row.lower < 0 else most + 1
    high = floor(row.upper + TOLERANCE) if isfinite(row.upper) else most if row.upper > 0 else base - 1
    steps = {largest - least for least, largest in ends} - {0}
    if len(steps) == 1 and all(len(term) <= 2 for term in terms):
        [step] = steps
        literals = [term[largest] for term, (_, largest) in zip(terms, ends, strict=True) if len(term) == 2]
        between(formula, literals, -((base - low) // step), (high - base) // step, row.label)
    else:
        partial_sums(formula, terms, within(low, high), row.label)
