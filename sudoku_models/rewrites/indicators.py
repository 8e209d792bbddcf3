"""all-different -> value indicators."""

import re
from collections.abc import Sequence
from math import floor

from ..backends import AllDifferent, Backend, Column, NotEqual, Term
from ..errors import UnsupportedError
from .big_m import whole_range
from .links import Links, unused


def indicators(m: Backend, constraints: Sequence[AllDifferent], links: Links) -> None:
    """From all-different(x[1], ..., x[k]) to one binary for each variable and value.

    From
        all-different(x[i], i in u),    x[i] in D[i]
    To
        y[i,d] in {0, 1}                1 when x[i] = d
        sum over d of y[i,d] = 1        for each i
        sum over d of d*y[i,d] = x[i]   for each i
        sum over i in u of y[i,d] <= 1  for each d; = 1 when u has as many variables as there are values

    Strength
        On one unit the relaxation is the convex hull: the assignment polytope, whose corners are integral.

    A variable in several all-different constraints gets its indicators once. Terms such as x[i] + i are counted by the
    value of the term. A sum of several variables, such as x[i] + x[j], becomes a new variable, which is equal to it.

    Source: J. Hooker, "Integrated Methods for Optimization", 2nd edition, 2012, section 7.4; G. Birkhoff, 1946, for
    the corners of the assignment polytope.
    """
    for constraint in constraints:
        at_value: dict[int, list[object]] = {}
        fixed: dict[int, int] = {}
        for term in constraint.terms:
            if not term.columns and term.constant == round(term.constant):  # a constant uses up one value
                fixed[round(term.constant)] = fixed.get(round(term.constant), 0) + 1
                continue
            column, factor, shift = _single(m, term, constraint, links)
            for d in indicate(m, column, links):
                at_value.setdefault(factor * d + shift, []).append(links.indicator[column, d])
        exactly = len(constraint.terms) == len(at_value) and not fixed
        for value in at_value | fixed:
            total, free = m.sum(at_value.get(value, [])), 1 - fixed.get(value, 0)
            m.add(total == 1 if exactly else total <= free, unused(m, f"{constraint.name}: value {value}"))


def indicate(m: Backend, column: Column, links: Links) -> range:
    """The values of a variable, each of which gets an indicator unless it has one."""
    low, high = m.declared(column)
    if not (low > -1e6 and high < 1e6 and m.is_integer(column)):
        raise UnsupportedError(
            f"variable {m.variables[column]} must be an integer with finite bounds before it can have indicators"
        )
    values = range(-floor(-low), floor(high) + 1)
    if (column, values.start) not in links.indicator:
        x = m.variables[column]
        y = m.bool_vars(re.sub(r"\W+", "_", f"{x}_is"), values)
        m.add(m.sum(y.values()) == 1, unused(m, f"{x} has a value"))
        m.add(m.dot([*values, -1], [*y.values(), x]) == 0, unused(m, f"{x} is its value"))
        links.indicator.update({(column, d): y[d] for d in values})
    return values


def _single(m: Backend, term: Term, constraint: AllDifferent, links: Links) -> tuple[Column, int, int]:
    """A term as a*x + b, with integers a and b; for a longer sum, x is a new variable that is equal to it."""
    whole_range(m, NotEqual(term, constraint.label))
    shift = round(term.constant)
    if len(term.columns) == 1:
        return term.columns[0], round(term.coefficients[0]), shift
    key = tuple(sorted(zip(term.columns, term.coefficients, strict=True)))
    if key not in links.total:
        columns, coefficients = zip(*key, strict=True)
        low, high = whole_range(m, NotEqual(Term(columns, coefficients), constraint.label))
        total = m.int_vars(f"sum{len(links.total) or ''}", ["total"], low, high)["total"]
        row = m.dot([*coefficients, -1], [*(m.variables[k] for k in columns), total]) == 0
        m.add(row, unused(m, f"{total} is a sum in {constraint.name}"))
        links.total[key] = m.column(total)
    return links.total[key], 1, shift
