"""all-different -> the number of distinct values, by value indicators of each constraint's own."""

import re
from collections.abc import Sequence
from typing import Any

from ..backends import AllDifferent, Backend, Column
from .indicators import by_value, terms_of
from .links import Links, unused
from .value_indicators import indicate


def count_distinct(m: Backend, constraints: Sequence[AllDifferent], links: Links) -> None:
    """From all-different(x[1], ..., x[k]) to "k distinct values are taken", as JuMP's bridges state it.

    From
        all-different(x[i], i in u),    x[i] in D[i]
    To
        z[i,d] in {0, 1}                            1 when x[i] = d; of each constraint's own
        sum over d of z[i,d] = 1                    for each i
        sum over d of d*z[i,d] = x[i]               for each i
        used[d] in {0, 1}                           1 when some x[i] = d
        used[d] <= sum over i of z[i,d] <= k * used[d]      for each d
        sum over d of used[d] = k

    Strength
        On one unit that of `indicators`, the convex hull: the sums over i add up to k, as the used[d] do, so they are
        equal to them, and at most 1. The big-M rows lose nothing. On several units it is weaker: a variable in three of
        them has three sets of indicators, which only x[i] = sum of d*z[i,d] ties together, so that 2 may be half a 1
        and half a 3 in the row, and a 2 in the column.

    Source: JuMP, MathOptInterface, the documentation of `AllDifferentToCountDistinctBridge` and
    `CountDistinctToMILPBridge`. For two variables JuMP uses `big_m` instead.
    """
    terms = terms_of(m, constraints, links)
    for constraint in constraints:
        at_value, fixed = by_value(m, constraint, terms, lambda column: _own_indicators(m, column, links))
        values, k = sorted(at_value | fixed), len(constraint.terms)
        used = m.bool_vars(f"used_{len(m.variables)}", values)
        for d in values:
            literals, constants = at_value.get(d, []), fixed.get(d, 0)
            ones = [1] * len(literals)
            row = f"{constraint.name}: value {d}"
            m.add(m.dot([*ones, -1], [*literals, used[d]]) >= -constants, unused(m, f"{row} is taken"))
            m.add(m.dot([*ones, -k], [*literals, used[d]]) <= -constants, unused(m, f"{row} is used"))
        m.add(m.sum(used.values()) == k, unused(m, f"{constraint.name}: {k} values are used"))


def _own_indicators(m: Backend, column: Column, links: Links) -> dict[int, Any]:
    """The indicators of a variable for one more constraint: those of `indicate` the first time, then new ones."""
    before = len(links.indicator)
    values = indicate(m, column, links)
    if len(links.indicator) > before:
        return {d: links.indicator[column, d] for d in values}
    x = m.variables[column]
    z = m.bool_vars(re.sub(r"\W+", "_", f"{x}_is_{len(m.variables)}"), values)
    m.add(m.sum(z.values()) == 1, unused(m, f"{x} has a value"))
    m.add(m.dot([*values, -1], [*z.values(), x]) == 0, unused(m, f"{x} is its value"))
    links.copies.extend((column, d, z[d]) for d in values)
    return z
