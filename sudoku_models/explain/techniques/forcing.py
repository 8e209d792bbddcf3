"""Forcing chains: assume a candidate, derive everything that follows, and compare the conclusions of all cases.

- Multiple chains: each digit of a cell, or each position of a digit in a unit, implies the same conclusion.
- Nishio: a candidate implies a contradiction within its own digit.
- Dynamic chains: a conclusion may depend on several earlier ones; a contradiction, or the same conclusion in all cases.

Source: N. Juillerat, Sudoku Explainer 1.2, for the kinds and their ratings.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...puzzles.board import Cell
from ...puzzles.candidates import Candidates, bits
from ...puzzles.labels import Label
from ...runtime.limits import check_deadline
from ..step import ChainLink, Step
from .chains import length_rating
from .implications import Group, Implications, implications
from .words import make_step

__all__ = ["Fact", "Supposition", "dynamic_chain", "multiple_chains", "nishio"]


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


def multiple_chains(state: Candidates) -> Iterator[Step]:
    """All members of a group of three or more imply the same conclusion by simple chains (8.0 and more).

    Each link depends on one candidate; the fewest candidates in all chains together are preferred.
    """
    graph = implications(state)
    waves = {p: [1 << p, *graph.waves(p, True)] for p in bits(graph.alive)}
    both: dict[int, tuple[int, int]] = {}
    for p, those in waves.items():
        on = off = 0
        for k, wave in enumerate(those):
            if k % 2:
                off |= wave
            else:
                on |= wave
        both[p] = on, off
    best: tuple[int, Group, int, bool] | None = None
    for group in graph.groups:
        check_deadline()
        members = list(bits(group.members))
        if len(members) < 3:
            continue
        for target_on in (True, False):
            common = graph.alive
            for p in members:
                common &= both[p][0 if target_on else 1]
            for target in bits(common):
                length = sum(_distance(waves[p], target, target_on) + 1 for p in members)
                if best is None or length < best[0]:
                    best = length, group, target, target_on
    if best is not None:
        yield _multiple_step(graph, *best)


def _distance(waves: list[int], target: int, on: bool) -> int:
    return next(k for k in range(0 if on else 1, len(waves), 2) if waves[k] >> target & 1)


def _multiple_step(graph: Implications, length: int, group: Group, target: int, on: bool) -> Step:
    rating = round(8.0 + length_rating(length), 1)
    cases: list[str] = []
    because: list[Label] = [group.rule]
    cells: list[Cell] = []
    digits: list[int] = []
    arrows: list[ChainLink] = []
    for p in bits(group.members):
        links = graph.chain(p, True, target, on)
        cases.append(f"if {graph.fact(p, True)}, then {graph.words(links[1:])}" if links[1:] else graph.fact(p, True))
        because += graph.rules(links)
        arrows += graph.arrows(links)
        digits += [graph.digit(link.candidate) for link in links]
        cells += [graph.cell(link.candidate) for link in links]
    name, end = f"{'cell' if group.is_cell else 'unit'} forcing chains", Fact(target, on)
    sentence = f"{graph.reason(group.rule)}: {'; '.join(cases)}; so {graph.fact(target, on)} in any case"
    return _conclude(name, rating, sentence, because, cells, digits, graph, end, arrows)


def _conclude(
    name: str,
    rating: float,
    sentence: str,
    because: list[Label],
    cells: list[Cell],
    digits: Iterable[int],
    graph: Implications,
    target: Fact,
    links: list[ChainLink],
) -> Step:
    i, d = graph.cell(target.candidate), graph.digit(target.candidate)
    if target.on:
        return make_step(name, rating, sentence, because, [*cells, i], puts={i: d}, digits=digits, links=links)
    removes = {i: frozenset([d])}
    return make_step(name, rating, sentence, because, [*cells, i], removes=removes, digits=digits, links=links)


def nishio(state: Candidates) -> Iterator[Step]:
    """A candidate that implies a contradiction within its own digit (7.5 and more)."""
    graph = implications(state)
    best: Supposition | None = None
    for p in bits(graph.alive):
        supposed = Supposition(graph, Fact(p, True), same_digit=True)
        if supposed.fails and (best is None or supposed.length < best.length):
            best = supposed
    if best is not None:
        yield _contradiction("Nishio", 7.5, best)


def _contradiction(name: str, base: float, supposed: Supposition) -> Step:
    graph, start, fails = supposed.graph, supposed.start, supposed.fails
    assert fails is not None
    targets = [Fact(m, False) for m in bits(fails.members)]
    chain = supposed.words(targets)
    cell, digit = graph.cell(start.candidate), graph.digit(start.candidate)
    at, ends = graph.name(start.candidate), fails.emptied
    leads = f"if {at} were {'' if start.on else 'not '}{digit}, then {chain and chain + ', and '}{ends}"
    rating = round(base + length_rating(supposed.length), 1)
    because = [*supposed.rules(targets), fails.rule]
    found = supposed.found(targets)
    cells = [cell, *(graph.cell(fact.candidate) for fact in found)]
    cells += [graph.cell(m) for m in bits(fails.members)]
    digits = [digit, *(graph.digit(fact.candidate) for fact in found)]
    end = Fact(start.candidate, not start.on)
    closing = f"the {digit} goes from {at}" if start.on else f"{at} is {digit}"
    return _conclude(
        name, rating, f"{leads}; so {closing}", because, cells, digits, graph, end, supposed.links(targets)
    )


def dynamic_chain(state: Candidates) -> Iterator[Step]:
    """A contradiction, or the same conclusion in all cases, by links from several candidates (8.5 and more)."""
    graph = implications(state)
    supposed = {p: Supposition(graph, Fact(p, True)) for p in bits(graph.alive)}
    contrary = {p: Supposition(graph, Fact(p, False)) for p in bits(graph.alive)}
    failing = [each for each in (*supposed.values(), *contrary.values()) if each.fails]
    shortest = min(failing, key=lambda each: each.length, default=None)
    best = shortest.length if shortest else 1 << 30
    chosen: tuple[Label | None, list[Supposition], Fact] | None = None
    cases: list[tuple[Label | None, list[Supposition]]]
    cases = [(group.rule, [supposed[p] for p in bits(group.members)]) for group in graph.groups]
    cases += [(None, [supposed[p], contrary[p]]) for p in supposed]  # on or off: these cases need no rule
    for rule, sides in cases:
        check_deadline()
        if any(side.fails for side in sides):
            continue
        for on in (True, False):
            common = graph.alive
            for side in sides:
                common &= side.on if on else side.off
            for q in bits(common):
                target = Fact(q, on)
                length = sum(side.ancestors[target].bit_count() for side in sides)
                if length < best:
                    best, chosen = length, (rule, sides, target)
    if chosen is not None:
        yield _same_in_all_cases(graph, best, *chosen)
    elif shortest is not None:
        yield _contradiction("dynamic contradiction", 8.5, shortest)


def _same_in_all_cases(
    graph: Implications, length: int, rule: Label | None, sides: list[Supposition], target: Fact
) -> Step:
    cases: list[str] = []
    because: list[Label] = [rule] if rule else []
    facts: list[Fact] = []
    arrows: list[ChainLink] = []
    for side in sides:
        chain = side.words([target])
        supposition = graph.fact(*side.start)
        cases.append(f"if {supposition}, then {chain}" if chain else f"{supposition}")
        because += side.rules([target])
        arrows += side.links([target])
        facts += [side.start, *side.found([target])]
    sentence = f"{f'{graph.reason(rule)}: ' if rule else ''}{'; '.join(cases)}; so {graph.fact(*target)} in any case"
    cells = [graph.cell(fact.candidate) for fact in facts]
    digits = [graph.digit(fact.candidate) for fact in facts]
    rating = round(8.5 + length_rating(length), 1)
    return _conclude("dynamic forcing chains", rating, sentence, because, cells, digits, graph, target, arrows)
