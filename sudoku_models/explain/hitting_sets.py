"""The search for a smallest set that forces a goal, by hitting sets (a MILP that grows) and counterexamples."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..backends import Backend
from ..errors import SolverError
from ..models.problem import Problem
from ..runtime.limits import TimeLimit, deadline_of
from ..solvers import INTERRUPTED, Feature, first
from .engines import Condition, Name, Values
from .named_model import NamedModel


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
        problem = Problem(lambda m: smallest_hitting_set(m, len(elements), numbered))
        found = problem.solve(first(Feature.OBJECTIVE), deadline.left())
    if found.values is not None:
        return frozenset(elements[e] for e, chosen in found.values.items() if chosen)
    if found.stopped_by == INTERRUPTED:
        raise KeyboardInterrupt
    if deadline.seconds is not None:
        raise TimeLimit
    raise SolverError(f"the solver found no smallest hitting set: {found.reason}")


class Denial(NamedTuple):
    """Values that deny a goal, and the rules that they break."""

    values: Values
    broken: frozenset[str]

    def violates(self, name: Name) -> bool:
        """Whether the values violate a rule or a fact."""
        return name in self.broken if isinstance(name, str) else self.values.get(name.column, name.value) != name.value


class Search:
    """A smallest part of some rules and facts that forces a goal, between a lower and an upper bound.

    Values that deny the goal violate some rules and facts: a *correction set*. A part forces the goal exactly when it
    hits every correction set. So a smallest hitting set of the correction sets that are known is a lower bound; and if
    it forces the goal, it is a smallest part. Otherwise the SAT solver has a counterexample, whose correction set is
    not hit yet: it is made minimal, and added.

    Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
    dualization", CP 2015.

    Args:
        model: The model.
        names: The rules and facts.
        goal: What is forced; None for a contradiction.
        known: Counterexamples of an earlier search for the goal; those of this search are added.
        below: Only smaller parts are looked for.

    Attributes:
        best: The smallest part so far, if there is one that is smaller than asked.
        below: The size of the best part; only smaller ones are looked for.
        lower: No part that forces the goal has fewer names.
    """

    def __init__(
        self,
        model: NamedModel,
        names: Sequence[Name],
        goal: Condition | None,
        known: list[Denial],
        below: float = math.inf,
    ) -> None:
        self.best: frozenset[Name] | None = None
        self.below = below
        self.lower = 0
        self._model, self._names, self._goal, self._known = model, names, goal, known
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
        found = self._model.small(self._in_order(chosen), self._goal, self.below)
        if found is not None:
            self.best, self.below = frozenset(found), len(found)
        return count > 0

    def _new_sets(self, chosen: set[Name]) -> Iterator[frozenset[Name]]:
        """Correction sets that are not hit, until the chosen names force the goal; then their names are chosen too."""
        while (found := self._counterexample(chosen)) is not None:
            correction = self._reduced(found)
            self._sets.append(correction)
            chosen |= correction
            yield correction

    def _reduced(self, found: Denial) -> frozenset[Name]:
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

    def _counterexample(self, names: Collection[Name]) -> Denial | None:
        goals = [self._goal] if self._goal else []
        values = self._model.sat.counterexample(self._in_order(names), goals)
        return None if values is None else Denial(values, self._model.broken(values))

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
