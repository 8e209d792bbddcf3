"""The search for a smallest set of names that forces something, by hitting sets and counterexamples.

It asks two kinds of questions: a MILP solver for a smallest hitting set, and its owner whether some names suffice.
"""

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Protocol

from ..backends import Backend, PlainBackend, PlainModel
from ..errors import SolverError
from ..runtime.limits import TimeLimit, deadline_of
from ..solvers import Feature, find, first

Name = Any
"""What the sets consist of."""


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

    >>> from sudoku_models.models.problem import Problem
    >>> found = Problem(lambda m: smallest_hitting_set(m, 4, [(0, 1), (1, 2), (3,)])).solve("highs")
    >>> [e for e, chosen in found.values.items() if chosen]
    [1, 3]
    """
    g = m.bool_vars("g", range(size))

    for k, elements in enumerate(sets):
        m.add(m.sum(g[e] for e in elements) >= 1, f"set {k} is hit")

    m.minimize(m.sum(g.values()))

    return g


def smallest_hit(elements: Sequence[Any], sets: Iterable[Iterable[Any]]) -> frozenset[Any]:
    """A smallest set that has an element of each of these sets, as the solver claims.

    Raises:
        TimeLimit: When the time is up.

    >>> len(smallest_hit("abc", [{"a", "b"}, {"c"}]))
    2
    """
    index = {element: e for e, element in enumerate(elements)}
    numbered = [sorted(index[element] for element in each) for each in sets]
    with deadline_of(None) as deadline:
        deadline.check()
        m = PlainBackend(PlainModel([], [], [], [], [], None))
        smallest_hitting_set(m, len(elements), numbered)
        outcome = find(first(Feature.OBJECTIVE)).session(m.native).solve(deadline.left())
    if outcome.values is not None:
        return frozenset(element for element, chosen in zip(elements, outcome.values, strict=True) if round(chosen))
    if deadline.seconds is not None:
        raise TimeLimit
    raise SolverError(f"the solver found no smallest hitting set: {outcome.reason}")


class Counterexample(Protocol):
    """Something that satisfies some names, and does not do what they are to force."""

    def violates(self, name: Name) -> bool:
        """Whether it violates a name."""


Ask = Callable[[list[Name]], Any]
"""A `Counterexample` to these names; None when they force what is asked for."""
Small = Callable[[list[Name], float], "Collection[Name] | None"]
"""A minimal part of these names that forces it; None when they do not, or it has not fewer names than asked for."""


class Search:
    """A smallest part of some names that forces something, between a lower and an upper bound.

    A counterexample violates some names: a *correction set*. A part forces it exactly when it hits every correction
    set. So a smallest hitting set of the correction sets that are known is a lower bound; and if it forces it, it is a
    smallest part. Otherwise there is a counterexample, whose correction set is not hit yet: it is made minimal, and
    added.

    Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
    dualization", CP 2015.

    Args:
        names: The names, in a fixed order.
        counterexample, small: They answer the questions.
        known: Counterexamples of an earlier search; those of this search are added.
        below: Only smaller parts are looked for.

    Attributes:
        best: The smallest part so far, if there is one that is smaller than asked.
        below: The size of the best part; only smaller ones are looked for.
        lower: No part has fewer names.
    """

    def __init__(
        self,
        names: Sequence[Name],
        counterexample: Ask,
        small: Small,
        known: list[Any],
        below: float = math.inf,
    ) -> None:
        self.best: frozenset[Name] | None = None
        self.below = below
        self.lower = 0
        self._names, self._ask, self._small, self._known = names, counterexample, small, known
        of_set = {frozenset(name for name in names if each.violates(name)): each for each in known}
        self._sets = _without_supersets(of_set)
        known[:] = [of_set[each] for each in self._sets]

    @property
    def is_proved(self) -> bool:
        """Whether there is no smaller part."""
        return self.lower >= self.below

    def start(self) -> None:
        """A lower bound from disjoint correction sets: a part needs a name of each."""
        chosen: set[Name] = set()
        for each in sorted(self._sets, key=len):
            if chosen.isdisjoint(each):
                chosen |= each
                self.lower += 1
        for _ in () if self.is_proved else self._new_sets(chosen):
            self.lower += 1
            if self.is_proved:
                return

    def improve(self) -> None:
        """One round: a smallest hitting set, and counterexamples to it; or the proof that it is a smallest part.

        Hitting sets that are found one name after another come first, as long as they give counterexamples: they need
        no MILP solver.
        """
        while self._extend(_small_hitting_set(self._sets)):
            pass
        if self.is_proved:
            return
        smallest = smallest_hit(self._names, _without_supersets(self._sets))
        self.lower = len(smallest)
        if not self.is_proved:
            self._extend(set(smallest))

    def _extend(self, chosen: set[Name]) -> bool:
        """Add correction sets that these names do not hit; then look for a minimal part within all of these names.

        Returns:
            Whether there was a correction set.
        """
        count = len([*self._new_sets(chosen)])
        found = self._small(self._in_order(chosen), self.below)
        if found is not None:
            self.best, self.below = frozenset(found), len(found)
        return count > 0

    def _new_sets(self, chosen: set[Name]) -> Iterator[frozenset[Name]]:
        """Correction sets that are not hit, until the chosen names force it; then their names are chosen too."""
        while (found := self._counterexample(chosen)) is not None:
            correction = self._reduced(found)
            self._sets.append(correction)
            chosen |= correction
            yield correction

    def _reduced(self, found: Counterexample) -> frozenset[Name]:
        """A minimal correction set within that of a counterexample: name after name is satisfied too, if possible."""
        needed: set[Name] = set()
        violated = {name for name in self._names if found.violates(name)}
        while left := [name for name in self._names if name in violated and name not in needed]:
            better = self._counterexample({*self._names} - violated | {left[0]})
            if better is None:
                needed.add(left[0])
            else:
                found, violated = better, {name for name in left if better.violates(name)} | needed
        self._known.append(found)
        return frozenset(needed)

    def _counterexample(self, names: Collection[Name]) -> Any:
        return self._ask(self._in_order(names))

    def _in_order(self, names: Collection[Name]) -> list[Name]:
        """These names in a fixed order, so that the same search is made again."""
        return [name for name in self._names if name in names]


def _without_supersets(sets: Iterable[frozenset[Name]]) -> list[frozenset[Name]]:
    kept: list[frozenset[Name]] = []
    for each in sorted(sets, key=len):
        if not any(smaller <= each for smaller in kept):
            kept.append(each)
    return kept


def _small_hitting_set(sets: Iterable[frozenset[Name]]) -> set[Name]:
    """A hitting set, by choosing each time the name that hits most of the sets that are left."""
    left, chosen = list(sets), set[Name]()
    while left:
        hits = Counter(name for each in left for name in sorted(each, key=str))
        chosen.add(name := hits.most_common(1)[0][0])
        left = [each for each in left if name not in each]
    return chosen
