"""!=, all-different, "not this solution" -> clauses."""

from ...backends import AllDifferent, Exclude, NotEqual
from .formula import Formula, whole_scope
from .linear import at_least
from .sums import partial_sums, values_of


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
