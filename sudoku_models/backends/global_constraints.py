"""Global constraints as plain data: each is about the values of several terms together.

| record       | holds when                                                                              |
|--------------|-----------------------------------------------------------------------------------------|
| `Element`    | value = array[index]; the index counts from 0                                           |
| `Inverse`    | x[i] = j exactly when y[j] = i; both count from 0, and are permutations                 |
| `Circuit`    | from node i to its successor, and so on, is one tour through all nodes                  |
| `Cumulative` | at each time the tasks that run need no more than the capacity                          |

Source: N. Beldiceanu, M. Carlsson, J.-X. Rampon, "Global Constraint Catalog", SICS T2005:08, where they have the same
names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .records import Global, Term

__all__ = ["Circuit", "Cumulative", "Element", "Inverse"]


@dataclass(frozen=True, slots=True)
class Element(Global):
    """value = array[index].

    >>> Element(Term((0,), (1,)), Term((1,), (1,)), (Term((), (), 5), Term((), (), 7)), "price").allows([1, 7, 5, 7])
    True
    """

    index: Term
    value: Term
    array: tuple[Term, ...]
    label: Any

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.index, self.value, *self.array

    def over(self, terms: Sequence[Term], label: Any) -> "Element":
        index, value, *array = terms
        return Element(index, value, tuple(array), label)

    def allows(self, values: Sequence[float]) -> bool:
        index, value, *array = values
        return index in range(len(array)) and array[int(index)] == value


@dataclass(frozen=True, slots=True)
class Inverse(Global):
    """x[i] = j exactly when y[j] = i, for i and j from 0 to n - 1. No x[i] and no y[j] has another value.

    >>> x = tuple(Term((k,), (1,)) for k in range(6))
    >>> Inverse(x[:3], x[3:], "places").allows([1, 2, 0, 2, 0, 1])
    True
    """

    xs: tuple[Term, ...]
    ys: tuple[Term, ...]
    label: Any

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.xs + self.ys

    def over(self, terms: Sequence[Term], label: Any) -> "Inverse":
        return Inverse(tuple(terms[: len(self.xs)]), tuple(terms[len(self.xs) :]), label)

    def allows(self, values: Sequence[float]) -> bool:
        n = len(self.xs)
        xs, ys = values[:n], values[n:]
        return all(x in range(n) and ys[int(x)] == i for i, x in enumerate(xs))


@dataclass(frozen=True, slots=True)
class Circuit(Global):
    """The successors of the nodes 0 to n - 1 form one tour through all nodes; one node is its own successor.

    >>> tour = Circuit(tuple(Term((k,), (1,)) for k in range(4)), "tour")
    >>> tour.allows([2, 3, 1, 0]), tour.allows([1, 0, 3, 2])
    (True, False)
    """

    successors: tuple[Term, ...]
    label: Any

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.successors

    def over(self, terms: Sequence[Term], label: Any) -> "Circuit":
        return Circuit(tuple(terms), label)

    def allows(self, values: Sequence[float]) -> bool:
        node, seen = 0, set[int]()
        while node in range(len(values)) and node not in seen:
            seen.add(node)
            node = int(values[node]) if values[node] == int(values[node]) else -1
        return len(seen) == len(values) and (not seen or node == 0)


@dataclass(frozen=True, slots=True)
class Cumulative(Global):
    """Task i runs from starts[i] for durations[i]; at each time the demands of the running tasks fit the capacity.

    A task without duration needs nothing. With capacity 1 and demands 1, no two tasks overlap.

    >>> shop = Cumulative((Term((0,), (1,)), Term((1,), (1,))), (3, 2), (1, 1), 1, "machine")
    >>> shop.allows([0, 3]), shop.allows([0, 2])
    (True, False)
    """

    starts: tuple[Term, ...]
    durations: tuple[int, ...]
    demands: tuple[int, ...]
    capacity: int
    label: Any

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.starts

    @property
    def tasks(self) -> list[tuple[Term, int, int]]:
        """Start, duration and demand of each task that needs something."""
        every = zip(self.starts, self.durations, self.demands, strict=True)
        return [task for task in every if task[1] and task[2]]

    @property
    def is_disjunctive(self) -> bool:
        """Whether no two tasks can run at the same time."""
        demands = sorted(demand for _, _, demand in self.tasks)
        return sum(demands[:2]) > self.capacity or len(demands) < 2

    def over(self, terms: Sequence[Term], label: Any) -> "Cumulative":
        return Cumulative(tuple(terms), self.durations, self.demands, self.capacity, label)

    def allows(self, values: Sequence[float]) -> bool:
        tasks = list(zip(values, self.durations, self.demands, strict=True))

        def load(time: float) -> int:
            return sum(demand for start, duration, demand in tasks if start <= time < start + duration)

        return all(load(start) <= self.capacity for start, _, _ in tasks)
