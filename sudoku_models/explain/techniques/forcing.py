"""Forcing chains: assume a candidate, derive everything that follows, and compare the conclusions of all cases.

- Multiple chains: each digit of a cell, or each position of a digit in a unit, implies the same conclusion.
- Nishio: a candidate implies a contradiction within its own digit.
- Dynamic chains: a conclusion may depend on several earlier ones; a contradiction, or the same conclusion in all cases.

Source: N. Juillerat, Sudoku Explainer 1.2, for the kinds and their ratings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from ...puzzles.candidates import Candidates, bits
from ...puzzles.labels import Label
from ...runtime.limits import check_deadline
from ..step import Step
from .chains import length_rating
from .implications import Derivation, Fact, Group, Implications, implications

__all__ = ["Fact", "Supposition", "dynamic_chain", "multiple_chains", "nishio"]


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

    def derivation(self, targets: list[Fact]) -> Derivation:
        """The derivation of these facts; its text names the digits that are found."""
        graph, needed = self.graph, 0
        for target in targets:
            needed |= self.ancestors[target]
        used = {fact: parents for fact, parents in self.parents.items() if needed & self._bit(fact)}
        found = [fact for fact in used if fact.on and fact != self.start]
        return Derivation(
            [self.start.candidate, *(fact.candidate for fact in found)],
            ", ".join(graph.fact(*fact) for fact in found),
            [self._rule(fact, parents) for fact, parents in used.items() if parents],
            [graph.arrow(parent.candidate, fact.candidate, fact.on) for fact in used for parent in used[fact]],
        )

    def _rule(self, fact: Fact, parents: tuple[Fact, ...]) -> Label:
        """The rule by which a fact follows from its parents."""
        if not fact.on:
            return self.graph.rule_between(parents[0].candidate, fact.candidate, on=False)
        groups = [set(self.graph.groups_of[each.candidate]) for each in (fact, *parents)]
        return self.graph.groups[min(set.intersection(*groups))].rule


def multiple_chains(state: Candidates) -> Iterator[Step]:
    """All members of a group of three or more imply the same conclusion by simple chains (8.0 and more).

    Each link depends on one candidate; the fewest candidates in all chains together are preferred.
    """
    graph = implications(state)
    waves = {p: [1 << p, *graph.waves(p, True)] for p in bits(graph.alive)}
    both = {p: (reduce(or_, those[::2], 0), reduce(or_, those[1::2], 0)) for p, those in waves.items()}
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
    name = f"{'cell' if group.is_cell else 'unit'} forcing chains"
    parts = [graph.derivation(graph.chain(p, True, target, on)) for p in bits(group.members)]
    starts = [Fact(p, True) for p in bits(group.members)]
    return _in_any_case(graph, name, 8.0 + length_rating(length), group.rule, starts, parts, Fact(target, on))


def _in_any_case(
    graph: Implications,
    name: str,
    rating: float,
    rule: Label | None,
    starts: list[Fact],
    parts: list[Derivation],
    target: Fact,
) -> Step:
    """The step to a fact that each of these suppositions implies, one of which is true by the rule."""
    cases = [
        f"if {graph.fact(*start)}, then {part.words}" if part.words else graph.fact(*start)
        for start, part in zip(starts, parts, strict=True)
    ]
    sentence = f"{f'{graph.reason(rule)}: ' if rule else ''}{'; '.join(cases)}; so {graph.fact(*target)} in any case"
    return graph.conclude(name, rating, sentence, target, parts, first=rule)


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
    part = supposed.derivation([Fact(m, False) for m in bits(fails.members)])
    digit, at = graph.digit(start.candidate), graph.name(start.candidate)
    leads = f"if {at} were {'' if start.on else 'not '}{digit}, then {part.words and part.words + ', and '}"
    closing = f"the {digit} goes from {at}" if start.on else f"{at} is {digit}"
    sentence = f"{leads}{fails.emptied}; so {closing}"
    end, rating = Fact(start.candidate, not start.on), base + length_rating(supposed.length)
    return graph.conclude(name, rating, sentence, end, [part], last=fails)


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
        rule, sides, target = chosen
        parts, starts = [side.derivation([target]) for side in sides], [side.start for side in sides]
        rating = 8.5 + length_rating(best)
        yield _in_any_case(graph, "dynamic forcing chains", rating, rule, starts, parts, target)
    elif shortest is not None:
        yield _contradiction("dynamic contradiction", 8.5, shortest)
