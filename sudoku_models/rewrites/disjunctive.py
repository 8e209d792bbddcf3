"""cumulative -> one of two tasks comes first."""

import operator
from collections.abc import Sequence
from itertools import combinations

from ..backends import Backend, Cumulative
from .links import Links, unused
from .time_indexed import time_indexed
from .value_terms import relation, scaled


def disjunctive(m: Backend, constraints: Sequence[Cumulative], links: Links) -> None:
    """From tasks that cannot run at the same time to an order of each pair.

    From
        the tasks need no more than the capacity, where every two of them need more; s[i] starts, p[i] durations
    To
        z[i,j] in {0, 1}                        1 when task i comes before task j
        z[i,j] = 1 implies s[j] >= s[i] + p[i]
        z[i,j] = 0 implies s[i] >= s[j] + p[j]  for each i < j; implications are rewritten afterwards
        Where some two tasks can run at the same time, the constraint becomes `time_indexed`.

    Strength
        Weak, as all big-M: with z = 1/2 the tasks may overlap. But there are few rows, whatever the horizon.

    Source: A. Manne, "On the Job-Shop Scheduling Problem", Operations Research 8, 1960.
    """
    for constraint in constraints:
        if any(demand > constraint.capacity for _, _, demand in constraint.tasks):
            m.add(m.sum([]) >= 1, unused(m, f"{constraint.name}: a task needs more than there is"))
        elif constraint.is_disjunctive:
            _order(m, constraint)
        else:
            time_indexed(m, [constraint], links)


def _order(m: Backend, constraint: Cumulative) -> None:
    pairs = list(combinations(enumerate(constraint.tasks), 2))
    before = m.bool_vars(f"before_{len(m.variables)}", range(len(pairs)))
    for z, ((i, first), (j, second)) in zip(before.values(), pairs, strict=True):
        for value, (a, one), (b, other) in ((1, (i, first), (j, second)), (0, (j, second), (i, first))):
            distance = [other[0], scaled(-1, one[0])]
            label = unused(m, f"{constraint.name}: task {a} before task {b}", logic=True)
            m.implies((z, value), relation(m, distance, operator.ge, one[1]), label)
