"""Suppositions: everything that follows from one candidate being on, or off."""

from dataclasses import dataclass, field
from typing import NamedTuple

from ...puzzles.candidates import bits
from ...puzzles.labels import Label
from ...runtime.limits import check_deadline
from ..step import ChainLink
from .implications import Group, Implications

__all__ = ["Fact", "Supposition"]


class Fact(NamedTuple):
    """A candidate that is on, or off."""

    candidate: int
    on: bool


@dataclass
class Supposition:
    """Everything that follows from one candidate being on, or off.

    Attributes:
        start: The supposed fact.
        on: The candidates that are on, as bits.
        off: Those that are off.
        parents: The facts from which each fact follows directly.
        ancestors: All facts on which each fact depends, itself included, as bits: off candidates in the upper half.
        fails: The group without a remaining candidate, if there is a contradiction.
        length: The number of facts on which the contradiction depends.
    """

    graph: Implications
    start: Fact
    same_digit: bool = False
    on: int = 0
    off: int = 0
    parents: dict[Fact, tuple[Fact, ...]] = field(default_factory=dict)
    ancestors: dict[Fact, int] = field(default_factory=dict)
    fails: Group | None = None
    length: int = 0

    def __post_init__(self) -> None:
        check_deadline()
        graph = self.graph
        excludes, _ = graph.tables("X" if self.same_digit else "XY")
        waiting = [self.start]
        self._add(self.start, ())
        for fact in waiting:
            if fact.on:
                for q in bits(excludes[fact.candidate] & ~self.off):
                    follows = Fact(q, False)
                    self._add(follows, (fact,))
                    waiting.append(follows)
                continue
            for g in graph.groups_of[fact.candidate]:
                group = graph.groups[g]
                if self.same_digit and group.is_cell:
                    continue
                left = group.members & ~self.off
                if not left:
                    self.fails = group
                    self.length = self._length_of_failure(group, fact)
                    return
                if left & (left - 1) == 0 and not left & self.on:
                    follows = Fact(left.bit_length() - 1, True)
                    self._add(follows, tuple(Fact(m, False) for m in bits(group.members ^ left)))
                    waiting.append(follows)

    def _add(self, fact: Fact, parents: tuple[Fact, ...]) -> None:
        rests_on = self._bit(fact)
        for parent in parents:
            rests_on |= self.ancestors[parent]
        self.parents[fact] = parents
        self.ancestors[fact] = rests_on
        if fact.on:
            self.on |= 1 << fact.candidate
        else:
            self.off |= 1 << fact.candidate

    def _bit(self, fact: Fact) -> int:
        return 1 << fact.candidate + (0 if fact.on else self.graph.alive.bit_length())

    def _length_of_failure(self, group: Group, last: Fact) -> int:
        """The number of facts that imply both that the last candidate of the group is on and that it is off."""
        others = 0
        for m in bits(group.members & ~(1 << last.candidate)):
            others |= self.ancestors[Fact(m, False)]
        return others.bit_count() + 1 + self.ancestors[last].bit_count()

    def found(self, targets: list[Fact]) -> list[Fact]:
        """The digits that are found in the derivation of these facts, in order, without the start."""
        needed = 0
        for target in targets:
            needed |= self.ancestors[target]
        return [fact for fact in self.parents if fact.on and fact != self.start and needed & self._bit(fact)]

    def links(self, targets: list[Fact]) -> list[ChainLink]:
        """The links used in the derivation of these facts, in order."""
        needed = 0
        for target in targets:
            needed |= self.ancestors[target]
        return [
            self.graph.arrow(parent.candidate, fact.candidate, fact.on)
            for fact, parents in self.parents.items()
            if needed & self._bit(fact)
            for parent in parents
        ]

    def words(self, targets: list[Fact]) -> str:
        """The derivation of these facts, as text."""
        return ", ".join(self.graph.fact(*fact) for fact in self.found(targets))

    def rules(self, targets: list[Fact]) -> list[Label]:
        """The rules used in the derivation of these facts."""
        needed = 0
        for target in targets:
            needed |= self.ancestors[target]
        found = []
        for fact, parents in self.parents.items():
            if parents and needed & self._bit(fact):
                if fact.on:
                    shared = set(self.graph.groups_of[fact.candidate])
                    for parent in parents:
                        shared &= set(self.graph.groups_of[parent.candidate])
                    found.append(self.graph.groups[min(shared)].rule)
                else:
                    rule = self.graph.rule_between(parents[0].candidate, fact.candidate, on=False)
                    found.append(rule)
        return found
