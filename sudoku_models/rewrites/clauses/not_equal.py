"""!= -> conflicts."""

from ...backends import NotEqual
from .formula import Formula, whole_scope
from .partial_sums import partial_sums

__all__ = ["not_equal"]


def not_equal(formula: Formula, constraint: NotEqual) -> None:
    """From a*x + b*y + c != 0 to one conflict for each pair of values that makes it 0.

    From
        a*x + b*y + c != 0                  x != y above all
    To
        not x[d] or not y[e]                for each d, e with a*d + b*e + c = 0
        With more than two variables: their partial sums, where the sum 0 is not allowed.

    Strength
        Domain consistency: a value is excluded when the other variable is settled. Of variables that differ pairwise
        nothing more follows; that nine of them need nine values is lost.

    Source: T. Walsh, "SAT v CSP", CP 2000.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there would be too many clauses.
    """
    difference = constraint.difference
    scope = whole_scope(difference.columns, difference.coefficients, constraint.label)
    if difference.constant != round(difference.constant):
        return  # a whole number and a fraction always differ
    zero = -round(difference.constant)
    if len(scope) == 2:
        (x, a), (y, b) = scope.items()
        others = formula.multiples(y, b)
        pairs = ((literal, others.get(zero - d)) for d, literal in formula.multiples(x, a).items())
        formula.add([[-one, -other] for one, other in pairs if other is not None])
        return

    def is_allowed(least: int, most: int) -> bool | None:
        return True if not least <= zero <= most else None if least < most else False

    partial_sums(formula, [formula.multiples(k, c) for k, c in scope.items()], is_allowed, constraint.label)
