"""cumulative -> a binary for each task and start."""

import operator
from collections.abc import Sequence

from ..backends import Backend, Cumulative, Term
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .links import Links, unused
from .selectors import selectors
from .value_terms import LARGEST, ValueTerms, scaled


def time_indexed(m: Backend, constraints: Sequence[Cumulative], links: Links) -> None:
    """From tasks that share a capacity to a binary for each start, and a row for each time.

    From
        at each time the tasks that run need no more than the capacity; s[i] starts, p[i] durations, d[i] demands
    To
        y[i,t] in {0, 1}                        1 when s[i] = t, see `value_terms`
        sum over i of d[i] * (sum of y[i,u] over t - p[i] < u <= t) <= capacity
                                                for each time t at which a task can start

    Strength
        Strong: for capacity 1 the rows are cliques, the conflicts of all starts that keep the machine busy at t. The
        size grows with the horizon.

    Source: A. Pritsker, L. Watters, P. Wolfe, "Multiproject Scheduling with Limited Resources: A Zero-One Programming
    Approach", Management Science 16, 1969.

    Raises:
        UnsupportedError: When there are too many starts; the message names the constraint.
    """
    terms = ValueTerms(m, links, selectors(m))
    for constraint in constraints:
        _rows(terms, constraint)


def _rows(terms: ValueTerms, constraint: Cumulative) -> None:
    name, capacity = constraint.name, constraint.capacity
    tasks = [(terms.of(start, name), duration, demand) for start, duration, demand in constraint.tasks]
    times = sorted({t for starts, _, _ in tasks for t in starts})
    if len(times) * len(tasks) > LARGEST:
        raise UnsupportedError(f"{name!r}: it would have more than {LARGEST:,} starts; choose a CP solver")
    for t in times:
        check_deadline()
        running: list[Term] = []
        most = 0
        for starts, duration, demand in tasks:
            now = [scaled(demand, y) for u, y in starts.items() if t - duration < u <= t]
            running += now
            most += demand if now else 0
        if most > capacity:
            terms.add(running, operator.le, capacity, unused(terms.m, f"{name}: time {t}"))
