"""element, inverse, circuit, cumulative -> clauses."""

from ...backends import Circuit, Cumulative, Element, Inverse
from ...errors import UnsupportedError
from ...runtime.limits import check_deadline
from .formula import Formula, Values
from .linear import between
from .sums import partial_sums, values_of, within


def element(formula: Formula, constraint: Element) -> None:
    """From value = array[index] to an equation for each value of the index.

    From
        z = a[x],       x in {0, ..., n - 1}
    To, with the literals of values of `sums`
        not x = i                                       for each i that the array does not have
        x = i and a[i] = v imply z = v, x = i and z = v imply a[i] = v      for each i and v
        z = v implies x = i for one of the i with a[i] = v                  for an array of numbers

    Strength
        Domain consistency for an array of numbers; otherwise once the index is settled.

    Source: P. Van Hentenryck, J.-P. Carillon, "Generality versus Specificity: an Experience with AI and OR Techniques",
    AAAI 1988, for the constraint; I. Gent, "Arc Consistency in SAT", ECAI 2002, for the supports.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many values; the message names it.
    """
    index, value, *array = (values_of(formula, term, constraint.label) for term in constraint.terms)
    for i, chosen in index.items():
        check_deadline()
        if not 0 <= i < len(array):
            formula.add([[-chosen]])
            continue
        for v in array[i].keys() | value.keys():
            sides = [each[v] for each in (array[i], value) if v in each]
            if len(sides) < 2:  # the other one never has this value
                formula.add([[-chosen, -sides[0]]])
            else:
                formula.add([[-chosen, -sides[0], sides[1]], [-chosen, sides[0], -sides[1]]])
    if all(len(each) == 1 for each in array):
        for v, literal in value.items():
            formula.add([[-literal, *(chosen for i, chosen in index.items() if 0 <= i < len(array) and v in array[i])]])


def inverse(formula: Formula, constraint: Inverse) -> None:
    """From x[i] = j exactly when y[j] = i to literals that are equal.

    From
        x[i] = j exactly when y[j] = i,     i and j in {0, ..., n - 1}
    To, with the literals of values of `sums`
        x[i] = j if and only if y[j] = i    for each i and j
        not x[i] = d, not y[j] = d          for each value d outside {0, ..., n - 1}

    Strength
        As each x[i] has one value, so has each y[j]: naked and hidden singles of the permutation.

    Source: B. Hnich, B. Smith, T. Walsh, "Dual Modelling of Permutation and Injection Problems", JAIR 21, 2004.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many values; the message names it.
    """
    n = len(constraint.xs)
    x, y = ([values_of(formula, term, constraint.label) for term in part] for part in (constraint.xs, constraint.ys))
    for values in (*x, *y):
        formula.add([-literal] for d, literal in values.items() if not 0 <= d < n)
    for i in range(n):
        for j in range(n):
            sides = [values[d] for values, d in ((x[i], j), (y[j], i)) if d in values]
            if len(sides) == 2:
                formula.add([[-sides[0], sides[1]], [sides[0], -sides[1]]])
            else:
                formula.add([-literal] for literal in sides)


MOST_NODES = 60
"""A tour of more nodes is refused; the clauses grow with the third power."""


def circuit(formula: Formula, constraint: Circuit) -> None:
    """From one tour through all nodes to the position of each node.

    From
        the successors x[0], ..., x[n-1] form one tour through the nodes 0 to n - 1
    To, with the literals of values of `sums`
        not x[i] = i, and not x[i] = d for each value d outside {0, ..., n - 1}
        exactly one of x[i] = j, over i             for each j
        u[j,p] for p in {1, ..., n - 1}             node j > 0 has position p; exactly one of them; node 0 has 0
        x[0] = j implies u[j,1]
        x[i] = j and u[i,p] imply u[j,p+1]          there is no position n, so the last node has the successor 0

    Strength
        Hidden singles of the permutation; a subtour is found once its nodes have positions.

    Source: S. Prestwich, "SAT Problems with Chains of Dependent Variables", Discrete Applied Mathematics 130, 2003, for
    positions in Hamiltonian cycles.

    Raises:
        UnsupportedError: When a coefficient is not whole, or there are too many nodes; the message names it.
    """
    n = len(constraint.successors)
    if n > MOST_NODES:
        raise UnsupportedError(
            f"{constraint.name!r}: a tour of {n} nodes is too large for clauses, which take {MOST_NODES}; choose "
            "a CP or MILP solver"
        )
    x = [values_of(formula, term, constraint.label) for term in constraint.successors]
    for i, values in enumerate(x):
        formula.add([-each] for d, each in values.items() if not 0 <= d < n or (d == i and n > 1))
    for j in range(n):
        into = [values[j] for i, values in enumerate(x) if j in values and (i != j or n == 1)]
        formula.at_most_one(into)
        formula.add([into])
    if n > 1:
        _positions(formula, x)


def _positions(formula: Formula, x: list[Values]) -> None:
    n = len(x)
    u = {j: [formula.new() for _ in range(1, n)] for j in range(1, n)}
    for literals in u.values():
        formula.add([literals])
        formula.at_most_one(literals)
    for j, first in u.items():
        if j in x[0]:
            formula.add([[-x[0][j], first[0]]])
        for i, before in u.items():
            check_deadline()
            if i != j and j in x[i]:
                later = [*zip(before, first[1:], strict=False)]
                formula.add([-x[i][j], -now, then] for now, then in later)
                formula.add([[-x[i][j], -before[-1]]])


MOST_STARTS = 100_000
"""A constraint with more pairs of a task and a time is refused."""


def cumulative(formula: Formula, constraint: Cumulative) -> None:
    """From tasks that share a capacity to a count, or a sum, for each time.

    From
        at each time the tasks that run need no more than the capacity; s[i] starts, p[i] durations, d[i] demands
    To, with the literals of values of `sums`
        b[i,t] if and only if s[i] = u for some u <= t          task i has begun
        r[i,t] if b[i,t] and not b[i,t-p[i]]                    it runs
        the sum of d[i] over the r[i,t] that are true is at most the capacity, as a count when all demands are equal,
        for each time t at which a task can start and some tasks could need too much

    Strength
        What the tasks that must run at a time need is counted: the time-table of propagators. For two tasks that
        cannot run together, no more.

    Source: A. Schutt, T. Feydy, P. Stuckey, M. Wallace, "Why Cumulative Decomposition Is Not as Bad as It Sounds", CP
    2009, the time-resource decomposition.

    Raises:
        UnsupportedError: When there are too many times, or too many sums; the message names the constraint.
    """
    tasks = [(values_of(formula, start, constraint.label), p, d) for start, p, d in constraint.tasks]
    times = sorted({t for starts, _, _ in tasks for t in starts})
    if len(times) * len(tasks) > MOST_STARTS:
        raise UnsupportedError(
            f"{constraint.name!r}: its tasks have more than {MOST_STARTS:,} starts together; choose a CP or MILP solver"
        )
    begun = [_begun(formula, starts) for starts, _, _ in tasks]
    for t in times:
        check_deadline()
        running = []
        for has_begun, (_, duration, demand) in zip(begun, tasks, strict=True):
            if literals := _running(formula, has_begun, t, duration):
                running.append((literals[0], demand))
        _bound(formula, running, constraint)


def _begun(formula: Formula, starts: Values) -> list[tuple[int, int]]:
    """The starts in their order, each with the literal that the task has begun by then."""
    times = sorted(starts)
    begun = [(t, starts[t]) for t in times[:1]]
    for t in times[1:]:
        begun.append((t, formula.one_of([begun[-1][1], starts[t]])))
    formula.add([literal] for _, literal in begun[-1:])  # so that the earlier ones follow from excluded starts
    return begun


def _running(formula: Formula, begun: list[tuple[int, int]], time: int, duration: int) -> list[int]:
    """The literal that a task runs at a time; none when it cannot."""
    now = [literal for t, literal in begun if t <= time]
    ended = [literal for t, literal in begun if t <= time - duration]
    if len(now) == len(ended):
        return []
    literal = formula.new()
    formula.add([[-now[-1], *ended[-1:], literal]])
    return [literal]


def _bound(formula: Formula, running: list[tuple[int, int]], constraint: Cumulative) -> None:
    demands = [demand for _, demand in running]
    capacity = constraint.capacity
    if sum(demands) <= capacity:
        return
    if len(set(demands)) == 1:
        between(formula, [literal for literal, _ in running], 0, capacity // demands[0], constraint.label)
    else:
        terms = [{0: -literal, demand: literal} for literal, demand in running]
        partial_sums(formula, terms, within(0, capacity), constraint.label)
