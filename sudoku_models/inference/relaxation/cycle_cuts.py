"""Cuts from odd cycles of all-different constraints, on the binaries y[i,d] of `assignment`.

The units V[1], ..., V[q] form a cycle when each meets the next, and the last the first. For odd q, D. Bergman and
J. Hooker derive a cut from sets S[k] of cells in V[k] and V[k+1]: of the cells in S = S[1] + ... + S[q], at most
m = (q - 1) / 2 can hold the same digit, so the sum of x[i] over S is at least m of the smallest digit, m of the next,
and so on. On the binaries the reason itself is linear:

    sum over i in S of y[i,d] <= (q - 1) / 2        for each digit d

These inequalities imply the cut on x: with sum over d of y[i,d] = 1, the sum of x[i] = sum over d of d*y[i,d] over S is
least when each digit, from the smallest on, is taken m times. What the cuts on x cut off, these cut off too. They are
Chvatal-Gomory cuts: add the q rows "sum over V[k] of y[i,d] <= 1", halve, and round down. This rounding is what
`OddCycles` returns, with a coefficient of 1 for each cell that is in two or three units of the cycle. Webs, the other
cuts of the article, are not looked for.

Sources: D. Bergman, J. Hooker, "Graph coloring inequalities from all-different systems", Constraints 19, 2014;
M. Padberg, Mathematical Programming 5, 1973, for odd cycles; M. Groetschel, L. Lovasz, A. Schrijver, "Geometric
Algorithms and Combinatorial Optimization", 1988, for the separation by shortest paths.
"""

from collections.abc import Collection, Iterator, Sequence
from math import inf
from typing import Any, NamedTuple

from ...errors import NotInstalledError
from ...runtime.limits import Deadline
from ...solvers.milp import Milp
from .linear_relaxation import TOLERANCE, highs_of, is_one_value, minimize, random_cost

VIOLATION = 1e-4
"""A cut must be violated by more than this; less would be noise of the LP."""


class CycleCut(NamedTuple):
    """The sum of `coefficients[i]` * y[i] is at most `bound`, over the members of the cliques by their numbers."""

    coefficients: tuple[int, ...]
    bound: int


class OddCycles:
    """The odd cycles of cliques, such as the units of a board, of whose members at most one is 1.

    Args:
        cliques: The members of each clique, numbered from 0.
        size: How many members there are in all.

    >>> pentagon = OddCycles([(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)], 5)
    >>> pentagon.violated([0.5] * 5)
    [CycleCut(coefficients=(1, 1, 1, 1, 1), bound=2)]
    >>> pentagon.violated([0.4] * 5)
    []
    """

    def __init__(self, cliques: Sequence[Collection[int]], size: int) -> None:
        NotInstalledError.check("the search for odd cycles", "numpy", "scipy")
        import numpy as np
        import scipy.sparse

        sets = [frozenset(clique) for clique in cliques]
        self.members = np.zeros((len(sets), size), dtype=int)
        for k, clique in enumerate(sets):
            self.members[k, list(clique)] = 1
        near = [[v for v in range(len(sets)) if v != u and sets[u] & sets[v]] for u in range(len(sets))]
        steps = [(u, v) for u, others in enumerate(near) for v in others]
        # Each cycle goes through such a step in one of its two directions.
        self.starts = np.array([k for k, (u, v) in enumerate(steps) if u < v], dtype=int)
        number = {step: k for k, step in enumerate(steps)}
        turns = [(number[u, v], number[v, w], u, w) for u, v in steps for w in near[v] if w != u]
        self.from_clique = np.array([u for u, _ in steps], dtype=int)
        self.turns = np.array([turn[:2] for turn in turns], dtype=int).reshape(-1, 2)
        both = self.members[self.from_clique] * self.members[[v for _, v in steps]]
        self.both = scipy.sparse.csr_array(both.reshape(-1, size))
        """A row for each step from a clique to another: their common members."""
        ends = np.array([turn[2:] for turn in turns], dtype=int).reshape(-1, 2)
        of_three = both[self.turns[:, 0]] * self.members[ends[:, 1]]
        self.of_three = scipy.sparse.csr_array(of_three.reshape(-1, size))

    def violated(self, y: Sequence[float]) -> list[CycleCut]:
        """The cuts that a point violates: for each step between two cliques, that of a shortest odd cycle through it.

        The length of a cycle is what is left in its cliques: the sum of 1 - y(S[k-1]) - y(S[k]), which is less than 1
        for each violated inequality. Where a member is in three cliques of a cycle, its length may be less than 1
        without a violation, and such a cycle may hide a longer one that is violated; otherwise none is missed.

        Args:
            y: The value of each member, from 0 to 1, that satisfies the cliques.
        """
        if all(abs(value - round(value)) <= TOLERANCE for value in y):
            return []
        steps = len(self.from_clique)
        distances, before = self._paths(y)
        found = set()
        for k, start in enumerate(self.starts):
            if not distances[k, start + steps] < 1 - VIOLATION:
                continue
            walk: list[int] = []
            at = start + steps  # the end: at the start again, after an odd number of steps
            while not walk or at != start:
                walk.append(self.from_clique[at % steps])
                at = before[k, at]
            coefficients, bound = self.members[walk].sum(axis=0) // 2, len(walk) // 2
            if coefficients @ y > bound + VIOLATION:
                found.add(CycleCut(tuple(coefficients.tolist()), bound))
        return sorted(found)

    def _paths(self, y: Sequence[float]) -> Any:
        """Distances between steps, and the step before each; steps reached after an odd number of turns come second."""
        import numpy as np
        import scipy.sparse
        from scipy.sparse.csgraph import dijkstra

        weight, steps = self.both @ y, len(self.from_clique)
        first, second = self.turns.T
        length = np.maximum(0, 1 - weight[first] - weight[second] + self.of_three @ y)
        short = length < 1
        first, second, length = first[short], second[short], length[short] + 1e-9  # a length of 0 would be no edge
        ends = np.concatenate([first, first + steps]), np.concatenate([second + steps, second])
        graph = scipy.sparse.csr_array((np.tile(length, 2), ends), shape=(2 * steps, 2 * steps))
        return dijkstra(graph, indices=self.starts, limit=1 - VIOLATION, return_predecessors=True)


def only_values_with_cycle_cuts(
    lp: Milp, groups: Sequence[Sequence[int]], cycles: OddCycles, deadline: Deadline
) -> tuple[list[float] | None, int]:
    """A feasible point if each column of the groups has one value over the polytope and all its cycle cuts.

    As in `only_values`, a random linear function is minimised and maximised. The cuts that the two points violate are
    added, until none is found for either; two different points then mean that these cuts do not finish the puzzle.

    Args:
        lp: The LP.
        groups: The columns of the members of the cliques: a sequence for each digit.
        cycles: The cliques.
        deadline: The time limit.

    Returns:
        The point, or None, and how many cuts were added.

    Raises:
        TimeLimit: When the deadline is over.
    """
    added, columns = 0, sorted({k for group in groups for k in group})
    highs, cost = highs_of(lp, whole=False), random_cost(len(lp.cost), columns)
    while True:
        point, other = (minimize(highs, signed, deadline) for signed in (cost, [-c for c in cost]))
        if point is None or other is None:
            return None, added
        if is_one_value(point, other, columns):
            return point, added
        cuts = {cut for each in (point, other) for cut in _violated(each, groups, cycles, deadline)}
        if not cuts:
            return None, added
        for used, coefficients, bound in sorted(cuts):
            highs.addRows(1, [-inf], [float(bound)], len(used), [0], used, coefficients)
        added += len(cuts)


def _violated(
    point: Sequence[float], groups: Sequence[Sequence[int]], cycles: OddCycles, deadline: Deadline
) -> Iterator[tuple[Any, ...]]:
    """The violated cuts of each digit: columns, coefficients, and the upper bound."""
    for columns in groups:
        deadline.check()
        for coefficients, bound in cycles.violated([min(max(0.0, point[k]), 1.0) for k in columns]):
            used = {k: float(a) for k, a in zip(columns, coefficients, strict=True) if a}
            yield tuple(used), tuple(used.values()), bound
