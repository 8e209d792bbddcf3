"""element, inverse, circuit, cumulative -> linear rows and implications."""

import operator
from collections.abc import Sequence
from itertools import combinations, permutations

from ..backends import Backend, Circuit, Cumulative, Element, Inverse, Term
from ..backends.logic import scaled
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .links import Links, unused
from .value_terms import LARGEST, Values, ValueTerms, conditions_of, relation


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
    terms = ValueTerms(m, links)
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


ZERO = Term((), (), 0)


def inverse_indicators(m: Backend, constraints: Sequence[Inverse], links: Links) -> None:
    """From x[i] = j exactly when y[j] = i to indicators that are equal.

    From
        x[i] = j exactly when y[j] = i,     i and j in {0, ..., n - 1}
    To
        p[i,j], q[j,i] in {0, 1}            1 when x[i] = j, when y[j] = i, see `value_terms`
        p[i,j] = q[j,i]                     for each i and j
        p[i,d] = q[j,d] = 0                 for each value d outside {0, ..., n - 1}

    Strength
        The relaxation is the convex hull: each x[i] has one value and each y[j] has one, so that p is a point of the
        assignment polytope.

    Source: J. Hooker, "Integrated Methods for Optimization", 2nd edition, 2012, chapter 7; G. Birkhoff, 1946, for the
    corners of the assignment polytope.
    """
    terms = ValueTerms(m, links)
    for constraint in constraints:
        name, n = constraint.name, len(constraint.xs)
        p, q = ([terms.of(term, name) for term in part] for part in (constraint.xs, constraint.ys))
        for which, part in (("first", p), ("second", q)):
            for i, values in enumerate(part):
                if outside := [y for d, y in values.items() if not 0 <= d < n]:
                    terms.add(outside, operator.eq, 0, unused(m, f"{name}: {which} {i} from 0 to {n - 1}"))
        for i in range(n):
            for j in range(n):
                sides = [p[i].get(j, ZERO), scaled(-1, q[j].get(i, ZERO))]
                terms.add(sides, operator.eq, 0, unused(m, f"{name}: {i} and {j}"))


def miller_tucker_zemlin(m: Backend, constraints: Sequence[Circuit], links: Links) -> None:
    """From one tour through all nodes to an assignment, and the position of each node in the tour.

    From
        the successors x[0], ..., x[n-1] form one tour through the nodes 0 to n - 1
    To
        y[i,j] in {0, 1}                        1 when x[i] = j, see `value_terms`; y[i,i] = 0, and 0 for other values
        sum over i of y[i,j] = 1                for each j
        u[j] in {1, ..., n - 1}                 the position of node j > 0; that of node 0 is 0
        u[i] - u[j] + (n-1)*y[i,j] + (n-3)*y[j,i] <= n - 2      for each i, j > 0
        The positions rise along the tour by one, so that the tour determines them.

    Strength
        Weak without the term of y[j,i], by which it is lifted; subtour elimination is stronger and has 2^n rows.

    Sources: C. Miller, A. Tucker, R. Zemlin, "Integer Programming Formulation of Traveling Salesman Problems", Journal
    of the ACM 7, 1960; M. Desrochers, G. Laporte, "Improvements and extensions to the Miller-Tucker-Zemlin subtour
    elimination constraints", Operations Research Letters 10, 1991, for the lifting.
    """
    terms = ValueTerms(m, links)
    for constraint in constraints:
        _circuit(terms, constraint)


def _circuit(terms: ValueTerms, constraint: Circuit) -> None:
    m, name, n = terms.m, constraint.name, len(constraint.successors)
    y = [terms.of(term, name) for term in constraint.successors]
    for i, values in enumerate(y):
        outside = [each for j, each in values.items() if not 0 <= j < n or (i == j and n > 1)]
        if outside:
            terms.add(outside, operator.eq, 0, unused(m, f"{name}: node {i} has another node as its successor"))
    for j in range(n):
        into = [values[j] for i, values in enumerate(y) if j in values and (i != j or n == 1)]
        terms.add(into, operator.eq, 1, unused(m, f"{name}: node {j} is a successor"))
    if n > 2:
        _positions(terms, y, name)


def _positions(terms: ValueTerms, y: list[Values], name: str) -> None:
    m, n = terms.m, len(y)
    position = m.int_vars(f"position_{len(m.variables)}", range(1, n), 1, n - 1)
    u = {j: Term((m.column(x),), (1,)) for j, x in position.items()}
    for i, j in permutations(u, 2):
        parts = [(1, u[i]), (-1, u[j]), (n - 1, y[i].get(j, ZERO)), (n - 3, y[j].get(i, ZERO))]
        terms.add([scaled(c, part) for c, part in parts], operator.le, n - 2, unused(m, f"{name}: {i} before {j}"))


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
    terms = ValueTerms(m, links)
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
