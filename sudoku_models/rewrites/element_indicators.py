"""element -> value indicators of the index."""

import operator
from collections.abc import Sequence

from ..backends import Backend, Element
from .links import Links, unused
from .selectors import selectors
from .value_terms import ValueTerms, conditions_of, relation, scaled


def element_indicators(m: Backend, constraints: Sequence[Element], links: Links) -> None:
    """From value = array[index] to an indicator for each value of the index.

    From
        value = array[index],       index in {0, ..., n - 1}
    To
        y[i] in {0, 1}                                  1 when index = i, see `value_terms`
        sum over i of y[i] = 1                          over the i that the array has
        value = sum over i of array[i]*y[i]             for an array of numbers
        y[i] = 1 implies value = array[i]               for each i otherwise; implications are rewritten afterwards

    Strength
        For an array of numbers the relaxation is the convex hull of the pairs (i, array[i]). Otherwise it is that of
        the rewrite of the implications.

    Source: J. Hooker, "Integrated Methods for Optimization", 2nd edition, 2012, section 7.4, the element constraint.
    """
    terms = ValueTerms(m, links, selectors(m))
    for constraint in constraints:
        indices, n = terms.of(constraint.index, constraint.name), len(constraint.array)
        chosen = {i: y for i, y in indices.items() if 0 <= i < n}
        if len(chosen) < len(indices):
            label = unused(m, f"{constraint.name}: the index is in the array")
            terms.add(list(chosen.values()), operator.eq, 1, label)
        if not any(each.columns for each in constraint.array):
            parts = [scaled(constraint.array[i].constant, y) for i, y in chosen.items()]
            terms.add([*parts, scaled(-1, constraint.value)], operator.eq, 0, unused(m, constraint.label))
            continue
        for i, y in chosen.items():
            sides = [constraint.value, scaled(-1, constraint.array[i])]
            for condition in conditions_of(y):
                label = unused(m, f"{constraint.name}: index {i}", logic=True)
                m.implies(
                    [(m.variables[k], value) for k, value in condition], relation(m, sides, operator.eq, 0), label
                )
