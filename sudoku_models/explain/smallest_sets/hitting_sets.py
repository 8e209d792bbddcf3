"""A smallest hitting set, as a MILP that grows."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from ...backends import Backend
from ...errors import SolverError
from ...models.problem import Problem
from ...runtime.limits import TimeLimit, deadline_of
from ...solvers import INTERRUPTED, Status

__all__ = ["HittingSets", "smallest_hitting_set"]


def smallest_hitting_set(m: Backend, size: int, sets: Iterable[Iterable[int]]) -> dict[Any, Any]:
    """Define the model of a smallest set that has an element of each of some sets.

    Sets
        elements e = 0..size-1; the sets C[k]
    Variables
        g[e] in {0, 1}                  1 when e is chosen
    Rules
        sum over e in C[k] of g[e] >= 1 for each k
    Goal
        minimise sum of g[e]

    Source: R. M. Karp, "Reducibility Among Combinatorial Problems", 1972; as an integer program it is set covering.

    >>> found = Problem(lambda m: smallest_hitting_set(m, 4, [(0, 1), (1, 2), (3,)])).solve("highs")
    >>> [e for e, chosen in found.values.items() if chosen]
    [1, 3]
    """
    g = m.bool_vars("g", range(size))

    for k, elements in enumerate(sets):
        m.add(m.sum(g[e] for e in elements) >= 1, f"set {k} is hit")

    m.minimize(m.sum(g.values()))

    return g


class HittingSets:
    """Smallest hitting sets of sets that come one after another, on one live model.

    >>> sets = HittingSets("abc", [{"a", "b"}])
    >>> len(sets.smallest())
    1
    >>> sets.add({"c"})
    >>> len(sets.smallest())
    2
    """

    def __init__(self, elements: Sequence[Hashable], sets: Iterable[Iterable[Hashable]]) -> None:
        self._elements = elements
        self._index = {element: e for e, element in enumerate(elements)}
        start = [sorted(self._index[element] for element in each) for each in sets]
        self._count = len(start)
        self._problem = Problem(lambda m: smallest_hitting_set(m, len(elements), start))

    def add(self, elements: Iterable[Hashable]) -> None:
        """Add a set that is to be hit."""
        m, g = self._problem.m, self._problem.variables
        m.add(
            m.sum(g[e] for e in sorted(self._index[element] for element in elements)) >= 1, f"set {self._count} is hit"
        )
        self._count += 1

    def smallest(self) -> frozenset[Any]:
        """A smallest hitting set of the sets so far; proved by HiGHS.

        Raises:
            TimeLimit: When the time is up.
        """
        with deadline_of(None) as deadline:
            deadline.check()
            found = self._problem.solve("highs", deadline.left())
        if found.status is Status.SOLVED:
            return frozenset(self._elements[e] for e, chosen in found.values.items() if chosen)
        if found.stopped_by == INTERRUPTED:
            raise KeyboardInterrupt
        if deadline.seconds is not None:
            raise TimeLimit
        raise SolverError(f"HiGHS found no smallest hitting set: {found.reason}")
