"""The search for a smallest set that forces a goal: implicit hitting sets."""

import math
from collections.abc import Iterable, Iterator, Sequence

from ..minimal_sets.engines import Condition, Values
from ..minimal_sets.named_model import Name, NamedModel, parts
from .hitting_sets import HittingSets

__all__ = ["Search"]


class Search:
    """A smallest part of some rules and facts that forces a goal, between a lower and an upper bound.

    Values that deny the goal violate some rules and facts: a *correction set*. A part forces the goal exactly when it hits
    every correction set. So a smallest hitting set of the correction sets that are known is a lower bound; and if it
    forces the goal, it is a smallest part. Otherwise the SAT solver has a counterexample, whose correction set is not
    hit yet: it is made minimal, and added.

    Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
    dualization", CP 2015.

    Args:
        model: The model.
        names: The rules and facts.
        goal: What is forced; None for a contradiction.
        best: A part that forces the goal.
        counterexamples: Values that deny the goal, from an earlier search; those of this search are added.

    Attributes:
        best: The smallest part so far.
        lower: No part that forces the goal has fewer names.
    """

    def __init__(
        self,
        model: NamedModel,
        names: Sequence[Name],
        goal: Condition | None,
        best: Iterable[Name],
        counterexamples: list[Values],
    ) -> None:
        self.model = model
        self.names = names
        self.goals = [goal] if goal else []
        self.best = frozenset(best)
        self.lower = 0
        self._known = counterexamples
        self._sets = [frozenset(model.violated(names, values)) for values in counterexamples]
        self._milp: HittingSets | None = None

    @property
    def is_proved(self) -> bool:
        """Whether the best part is a smallest one."""
        return self.lower >= len(self.best)

    def start(self, enough: float = math.inf) -> None:
        """Bounds from disjoint correction sets: a part needs a name of each. It ends when the lower bound is `enough`."""
        chosen: set[Name] = set()
        for each in sorted(self._sets, key=len):
            if chosen.isdisjoint(each):
                chosen |= each
                self.lower += 1
        if self.lower < enough:
            for _ in self._new_sets(chosen):
                self.lower += 1
                if self.lower >= enough:
                    return
            self._shrink(chosen)

    def improve(self) -> None:
        """One round: a smallest hitting set, and counterexamples to it; or the proof that it is a smallest part."""
        if self._milp is None:
            self._milp = HittingSets(self.names, _without_supersets(self._sets))
        hitting = self._milp.smallest()
        self.lower = len(hitting)
        if self.is_proved:
            return
        chosen = set(hitting)
        if any([True for _ in self._new_sets(chosen)]):  # all of them, not only the first
            self._shrink(chosen)
        else:
            self.best = hitting

    def _new_sets(self, chosen: set[Name]) -> Iterator[frozenset[Name]]:
        """Correction sets that are not hit, until the chosen names force the goal; the names of each are chosen then."""
        while values := self.model.counterexample(*parts(chosen), *self.goals):
            correction = self._grown(values)
            self._sets.append(correction)
            if self._milp is not None:
                self._milp.add(correction)
            yield correction
            chosen |= correction

    def _grown(self, values: Values) -> frozenset[Name]:
        """A minimal correction set within that of these values: one name after another is satisfied too, if possible."""
        needed: set[Name] = set()
        while left := [name for name in self.model.violated(self.names, values) if name not in needed]:
            satisfied = [name for name in self.names if name not in needed and name not in left]
            more = self.model.counterexample(*parts([*satisfied, left[0]]), *self.goals)
            if more is None:
                needed.add(left[0])
            values = more or values
        self._known.append(values)
        return frozenset(needed)

    def _shrink(self, names: Iterable[Name]) -> None:
        """Look for a minimal part within these names that is smaller than the best one."""
        rules, facts = parts(name for name in self.names if name in names)
        found = self.model.small(rules, facts, *(self.goals or [None]), below=len(self.best))
        if found is not None:
            self.best = frozenset([*found[0], *found[1]])


def _without_supersets(sets: Iterable[frozenset[Name]]) -> list[frozenset[Name]]:
    kept: list[frozenset[Name]] = []
    for each in sorted(sets, key=len):
        if not any(smaller <= each for smaller in kept):
            kept.append(each)
    return kept
