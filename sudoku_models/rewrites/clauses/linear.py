"""a linear row, also one that conditions imply -> a count of literals, or partial sums."""

from typing import Any

from ...backends import Implication, Linear
from ...backends.numbers import whole
from .formula import Formula, whole_scope
from .sums import partial_sums, within


def between(formula: Formula, literals: list[int], low: int, high: int, name: Any) -> None:
    """From low <= number of true literals <= high to clauses; at-most-one, at-least-one and exactly-one are recognised.

    From
        low <= x[1] + ... + x[n] <= high    x[i] literals
    To
        x[1] or ... or x[n]                 for low = 1
        at most one of x[1], ..., x[n]      for high = 1, by one of the encodings of `at_most_one`
        the same of their negations         for high = n - 1 and low = n - 1
        x[i], or not x[i], for each i       for low = n, or high = 0
        their partial sums                  otherwise

    Strength
        Domain consistency of each side alone.

    Source: C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.

    Raises:
        UnsupportedError: When there would be too many clauses.
    """
    if low > high:
        formula.add([[]])
        return
    at_least(formula, literals, low, name)
    at_least(formula, [-literal for literal in literals], len(literals) - high, name)


def at_least(formula: Formula, literals: list[int], low: int, name: Any) -> None:
    """At least `low` of the literals are true. A literal that is given twice counts twice.

    >>> formula = Formula()
    >>> at_least(formula, [1, 2, 3], 2, "two of three")
    >>> formula.clauses
    [[1, 2], [1, 3], [2, 3]]
    """
    count = len(literals)
    if low <= 0:
        return
    if low > count:
        formula.add([[]])
    elif low == count:
        formula.add([literal] for literal in literals)
    elif low == 1:
        formula.add([literals])
    elif low == count - 1:
        formula.at_most_one([-literal for literal in literals])
    else:
        partial_sums(formula, [{0: -literal, 1: literal} for literal in literals], within(low, count), name)


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
    row = whole(row)
    scope = whole_scope(row.columns, row.coefficients, row.label)
    terms = [formula.multiples(k, c) for k, c in scope.items()]
    if not all(terms):
        return  # an empty domain is a contradiction already
    ends = [(min(term), max(term)) for term in terms]
    base, most = sum(least for least, _ in ends), sum(largest for _, largest in ends)
    lower, upper = row.lower, row.upper
    low, high = int(min(max(lower, base), most + 1)), int(max(min(upper, most), base - 1))
    steps = {largest - least for least, largest in ends} - {0}
    if len(steps) == 1 and all(len(term) <= 2 for term in terms):
        [step] = steps
        literals = [term[largest] for term, (_, largest) in zip(terms, ends, strict=True) if len(term) == 2]
        between(formula, literals, -((base - low) // step), (high - base) // step, row.label)
    else:
        partial_sums(formula, terms, within(low, high), row.label)


def implication(formula: Formula, constraint: Implication) -> None:
    """From conditions that imply a linear row to the clauses of the row with a guard.

    From
        x[1] = v[1] and ... and x[k] = v[k] imply lower <= sum of a[j]*z[j] <= upper
    To
        a guard g                               the literal of the condition when there is one alone
        g if and only if x[1] = v[1] and ... and x[k] = v[k]
        not g or c                              for each clause c of the row, see `linear`; c alone where it contains
                                                the negation of a variable that was added for the row, because with all
                                                of these false it holds
        A condition with a value outside the domain of its variable never holds, and then nothing is implied.

    Strength
        Domain consistency of the row once the conditions hold; and once the row cannot hold, the last condition that
        is open is made false.

    Source: N. Een, N. Sorensson, "Translating Pseudo-Boolean Constraints into SAT", JSAT 2, 2006, for the rows; the
    guard is their activation literal.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many clauses; the message names it.
    """
    literals = [formula.columns[k].get(value) for k, value in constraint.conditions]
    conditions = [literal for literal in literals if literal is not None]
    if len(conditions) < len(literals):
        return
    every = [formula.guard, *conditions] if formula.guard else conditions
    outer, formula.guard = formula.guard, 0
    try:
        guard = formula.all_of(every) if every else 0
        formula.true()  # so that the clauses of the row do not begin with it
        known, start = formula.size, len(formula.clauses)
        linear(formula, constraint.row._replace(label=constraint.label))
        added = formula.clauses[start:]
        del formula.clauses[start:]
        for clause in added:
            formula.add([clause if min(clause) < -known or not guard else [-guard, *clause]])
    finally:
        formula.guard = outer
