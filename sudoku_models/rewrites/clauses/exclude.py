"""not this solution -> a no-good."""

from ...backends import Exclude
from .counts import at_least
from .formula import Formula

__all__ = ["exclude"]


def exclude(formula: Formula, constraint: Exclude) -> None:
    """From not (x[1] = v[1] and ... and x[k] = v[k]) to a clause.

    From
        at least `at_least` of the variables x[i] take another value than v[i]
    To
        not x[1] = v[1] or ... or not x[k] = v[k]           when `at_least` is 1
        at least `at_least` of these literals, as a count   otherwise
        A value outside the domain of x[i] is never taken, so its variable counts as one of them.

    Strength
        Domain consistency, as long as no variable occurs twice.

    Source: D. Frost, R. Dechter, "Dead-end driven learning", AAAI 1994, for no-goods in general.

    Raises:
        UnsupportedError: When there would be too many clauses.
    """
    literals = [formula.columns[k].get(value) for k, value in constraint.values]
    taken = [-literal for literal in literals if literal is not None]
    at_least(formula, taken, constraint.at_least - literals.count(None), constraint.label)
