"""implication -> big-M."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from ..backends import Backend, Column, Implication, Term
from ..backends.numbers import whole
from ..errors import UnsupportedError
from .links import Links, indicate, number, unused
from .selectors import Selectors, selectors


def indicator_big_m(m: Backend, constraints: Sequence[Implication], links: Links) -> None:
    """From conditions that imply a linear row to inequalities with the tightest M that the domains allow.

    From
        y[1] = v[1] and ... and y[k] = v[k] imply lower <= e <= upper,   e in {low, ..., high}, y binaries; for an
        integer variable the indicator of its value, see `indicators`
    To
        f                                       the number of conditions that do not hold: the sum of 1 - y, or y
        e >= lower - (lower - low) * f          f = 0: the row;  f >= 1: redundant
        e <= upper + (high - upper) * f
        f >= 1                                  instead, where no value of e satisfies the row
        A side that all values of e satisfy is left out. Of binaries with a row "sum of y = 1" exactly one counts, so
        the sum of d*y[d] lies between the smallest and the largest d.

    Strength
        Weak: a fractional f weakens the row in proportion. With one condition it is the convex hull of the two cases
        where e is a single variable.

    Source: H. P. Williams, "Model Building in Mathematical Programming", 5th edition, 2013, chapter 9; P. Belotti et
    al., "On handling indicator constraints in mixed integer programming", Computational Optimization and Applications
    65, 2016, for the tightest M.

    Raises:
        UnsupportedError: When e has no finite bound where one is needed; the message names the constraint.
    """
    known = selectors(m)
    for constraint in constraints:
        _implication(m, constraint, links, known)


def _implication(m: Backend, constraint: Implication, links: Links, known: Selectors) -> None:
    domains = [m.declared(k) for k, _ in constraint.conditions]
    if any(not low <= value <= high for (_, value), (low, high) in zip(constraint.conditions, domains, strict=True)):
        return  # a condition never holds
    conditions = [_binary(m, k, value, links) for k, value in constraint.conditions]
    of_row = whole(constraint.row) if all(map(m.is_integer, constraint.row.columns)) else constraint.row
    lower, upper, term = of_row.lower, of_row.upper, Term(tuple(of_row.columns), tuple(of_row.coefficients))
    low, high = known.ends(term, m.declared)
    # The number of conditions that do not hold, as coefficients of their binaries and a constant
    signs = [-1 if value else 1 for _, value in conditions]
    ones = sum(value for _, value in conditions)
    binaries = [x for x, _ in conditions]
    row = [m.variables[k] for k in term.columns]
    coefficients = list(map(number, term.coefficients))

    def add(side: Any, which: str) -> None:
        m.add(side, unused(m, f"{constraint.name}: {which}" if which else constraint.label))

    if lower > high or upper < low or lower > upper:
        add(m.dot(signs, binaries) >= 1 - ones, "a condition does not hold")
        return
    if not binaries and lower == upper:
        add(m.dot(coefficients, row) == number(lower), "")
        return
    for bound, end, is_side, which in ((lower, low, lower > low, "at least"), (upper, high, upper < high, "at most")):
        if not is_side:
            continue
        if binaries and not isfinite(end):
            raise UnsupportedError(
                f"{constraint.name!r}: rewriting an implication needs finite bounds of the variables in its row"
            )
        # e - (end - bound) * f, where f = sum of signs * binaries + ones
        big_m = number(end - bound) if binaries else 0
        total = m.dot([*coefficients, *(-big_m * sign for sign in signs)], [*row, *binaries])
        right = number(bound + big_m * ones)
        add(total >= right if which == "at least" else total <= right, which)


def _binary(m: Backend, column: Column, value: int, links: Links) -> tuple[Any, int]:
    """A binary, and the value that it has when the column has its value: of an integer, the indicator of the value."""
    if m.is_binary(column):
        return m.variables[column], value
    indicate(m, column, links)
    return m.variables[links.indicator[column, value]], 1
