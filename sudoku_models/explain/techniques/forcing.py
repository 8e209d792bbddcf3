"""Forcing chains: suppose, follow everything that this implies, and see what comes out whichever way it is.

- Multiple chains: each digit of a cell, or each place of a digit in a unit, leads to the same conclusion.
- Nishio: a candidate leads to a contradiction within its own digit.
- Dynamic chains: a conclusion may rest on several earlier ones. A contradiction, or the same conclusion on all sides.
- Nested suppositions, the last resort: where a supposition leads to no contradiction by itself, suppose more, one case
  after the other, as deep as necessary. This refutes every candidate that is in no solution, so every puzzle with one
  solution is finished.

Source: N. Juillerat, Sudoku Explainer 1.2, for the kinds and their ratings; the rating of nested suppositions is ours.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...puzzles.candidates import Candidates, bits
from ..step import Step
from .chains import length_rating
from .implications import Group, Implications, implications
from .words import listed, make_step

__all__ = ["dynamic_chain", "multiple_chains", "nested_suppositions", "nishio"]


MOST_CONTRADICTIONS = 1 << 16
"""Longer proofs are given up; the hardest 9x9 puzzles known need a few dozen."""


def multiple_chains(state: Candidates) -> Iterator[Step]:
    """All members of a group of three or more lead to the same conclusion by simple chains (8.0 and more).

    Each chain goes from one candidate to the next; the number of candidates in all of them decides.
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
    told, because, cells = [], [group.rule], []
    for p in bits(group.members):
        links = graph.chain(p, True, target, on)
        told.append(f"if {graph.fact(p, True)}, then {graph.words(links[1:])}" if links[1:] else graph.fact(p, True))
        because += [link.rule for link in links[1:]]
        cells += [graph.cell(link.candidate) for link in links]
    kind = "cell" if group.is_cell else "unit"
    sentence = f"{group.rule}: {'; '.join(told)}; so {graph.fact(target, on)} in any case"
    return _conclude(f"{kind} forcing chains", rating, sentence, because, cells, graph, target, on)


def _conclude(
    name: str,
    rating: float,
    sentence: str,
    because: list[str],
    cells: list[tuple[int, int]],
    graph: Implications,
    target: int,
    on: bool,
) -> Step:
    i, d = graph.cell(target), graph.digit(target)
    if on:
        return make_step(name, rating, sentence, because, [*cells, i], puts={i: d})
    return make_step(name, rating, sentence, because, [*cells, i], removes={i: frozenset([d])})


class Fact(NamedTuple):
    """A candidate that is on, or off."""

    candidate: int
    on: bool


@dataclass
class Supposition:
    """Everything that follows from one candidate being on, or off.

    Attributes:
        start: What is supposed.
        on: The candidates that are on, as bits.
        off: Those that are off.
        parents: For each fact those that it follows from at once.
        ancestors: For each fact all that it rests on, itself included, as bits: off candidates in the upper half.
        fails: The group that is left without a candidate, if it comes to that.
        length: How many facts the contradiction rests on.
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
        """Facts for "the last one must be on", and facts for "it is off"."""
        others = 0
        for m in bits(group.members & ~(1 << last.candidate)):
            others |= self.ancestors[Fact(m, False)]
        return others.bit_count() + 1 + self.ancestors[last].bit_count()

    def told(self, targets: list[Fact]) -> list[Fact]:
        """The digits that are found on the way to these facts, in order, without the start."""
        needed = 0
        for target in targets:
            needed |= self.ancestors[target]
        return [fact for fact in self.parents if fact.on and fact != self.start and needed & self._bit(fact)]

    def words(self, targets: list[Fact]) -> str:
        """The way to these facts."""
        found = [self.graph.fact(*fact) for fact in self.told(targets)]
        return ", ".join(found)

    def rules(self, targets: list[Fact]) -> list[str]:
        """The rules that the way to these facts rests on."""
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


def nishio(state: Candidates) -> Iterator[Step]:
    """A candidate that leads to a contradiction within its own digit (7.5 and more)."""
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
    way = supposed.words(targets)
    cell, digit = graph.cell(start.candidate), graph.digit(start.candidate)
    ends = fails.emptied
    leads = f"if {cell} were {'' if start.on else 'not '}{digit}, then {way and way + ', and '}{ends}"
    rating = round(base + length_rating(supposed.length), 1)
    because = [*supposed.rules(targets), fails.rule]
    cells = [cell, *(graph.cell(fact.candidate) for fact in supposed.told(targets))]
    cells += [graph.cell(m) for m in bits(fails.members)]
    closing = f"the {digit} goes from {cell}" if start.on else f"{cell} is {digit}"
    return _conclude(name, rating, f"{leads}; so {closing}", because, cells, graph, start.candidate, not start.on)


def dynamic_chain(state: Candidates) -> Iterator[Step]:
    """A contradiction, or the same conclusion on all sides, by chains whose links may rest on several (8.5 on)."""
    graph = implications(state)
    supposed = {p: Supposition(graph, Fact(p, True)) for p in bits(graph.alive)}
    contrary = {p: Supposition(graph, Fact(p, False)) for p in bits(graph.alive)}
    failing = [each for each in (*supposed.values(), *contrary.values()) if each.fails]
    shortest = min(failing, key=lambda each: each.length, default=None)
    best = shortest.length if shortest else 1 << 30
    chosen: tuple[str, list[Supposition], Fact] | None = None
    cases = [(group.rule, [supposed[p] for p in bits(group.members)]) for group in graph.groups]
    cases += [("", [supposed[p], contrary[p]]) for p in supposed]  # it is on or it is off: no rule is needed
    for rule, sides in cases:
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
        yield _same_on_all_sides(graph, best, *chosen)
    elif shortest is not None:
        yield _contradiction("dynamic contradiction", 8.5, shortest)


def _same_on_all_sides(graph: Implications, length: int, rule: str, sides: list[Supposition], target: Fact) -> Step:
    told, because, cells = [], [rule] if rule else [], []
    for side in sides:
        way = side.words([target])
        supposition = graph.fact(*side.start)
        told.append(f"if {supposition}, then {way}" if way else f"{supposition}")
        because += side.rules([target])
        cells += [graph.cell(side.start.candidate), *(graph.cell(f.candidate) for f in side.told([target]))]
    fact = graph.fact(*target)
    sentence = f"{rule and rule + ': '}{'; '.join(told)}; so {fact} in any case"
    rating = round(8.5 + length_rating(length), 1)
    return _conclude("dynamic forcing chains", rating, sentence, because, cells, graph, target.candidate, target.on)


@dataclass
class Case:
    """One supposition of a nested proof: what was supposed, and how it fails.

    Attributes:
        candidate: The candidate that is supposed to be on.
        fails: The group that is left without a candidate, if that is seen at once;
        tried: else the group whose candidates are supposed one after the other,
        cases: with these results.
    """

    candidate: int
    fails: Group | None = None
    tried: Group | None = None
    cases: list["Case"] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """How many suppositions stand within each other."""
        return 1 + max((case.depth for case in self.cases), default=0)

    @property
    def leaves(self) -> int:
        """How many contradictions it takes."""
        return sum(case.leaves for case in self.cases) or 1

    def every(self) -> Iterator["Case"]:
        """This case and all within it."""
        yield self
        for case in self.cases:
            yield from case.every()


def nested_suppositions(state: Candidates) -> Iterator[Step]:
    """Suppose a candidate, and where it does not fail by itself suppose more (9.5 and more, in a scale of our own).

    It asks for a proof with few contradictions first, then for more and more.
    """
    graph = implications(state)
    sizes = {p: min(graph.groups[g].members.bit_count() for g in those) for p, those in graph.groups_of.items()}
    order = sorted(sizes, key=lambda p: sizes[p])
    most = 2
    open_still = dict.fromkeys(order)
    while open_still and most <= MOST_CONTRADICTIONS:
        for p in list(open_still):
            proof, is_possible = _refute(graph, p, 0, 0, most)
            if proof is not None:
                yield _nested_step(graph, proof)
                return
            if is_possible:
                del open_still[p]  # a solution has it
        most *= 2


def _spread(graph: Implications, p: int, on: int, off: int) -> tuple[int, int, Group | None]:
    """What follows when one more candidate is on; the group that is left without a candidate, if there is one."""
    waiting = [p]
    on |= 1 << p
    groups, groups_of, (excludes, _) = graph.groups, graph.groups_of, graph.tables("XY")
    for q in waiting:
        new = excludes[q] & ~off
        off |= new
        touched = {g for m in bits(new) for g in groups_of[m]}
        for g in touched:
            left = groups[g].members & ~off
            if not left:
                return on, off, groups[g]
            if left & (left - 1) == 0 and not left & on:
                on |= left
                waiting.append(left.bit_length() - 1)
    return on, off, None


def _refute(graph: Implications, p: int, on: int, off: int, most: int) -> tuple[Case | None, bool]:
    """A proof of at most so many contradictions that p is not on; and whether a solution with p on was met."""
    on, off, fails = _spread(graph, p, on, off)
    if fails:
        return Case(p, fails=fails), False
    undecided = [g for g in graph.groups if (g.members & ~off).bit_count() > 1]
    if not undecided:
        return None, True
    group = min(undecided, key=lambda g: ((g.members & ~off).bit_count(), -g.members.bit_count()))
    members = list(bits(group.members & ~off))
    found = Case(p, tried=group)
    for k, q in enumerate(members):
        allowed = most - (len(members) - k - 1)
        if allowed < 1:
            return None, False
        proof, is_possible = _refute(graph, q, on, off, allowed)
        if proof is None:
            return None, is_possible
        found.cases.append(proof)
        most -= proof.leaves
    return found, False


def _nested_step(graph: Implications, proof: Case) -> Step:
    depth, leaves = proof.depth, proof.leaves
    rating = round(9.5 + 0.5 * (depth - 2) + 0.1 * (leaves.bit_length() - 1), 1)
    i, d = graph.cell(proof.candidate), graph.digit(proof.candidate)
    because = [group.rule for case in proof.every() for group in (case.tried, case.fails) if group]
    cells = [graph.cell(case.candidate) for case in proof.every()]
    sentence = f"if {i} were {d}, {_nested_words(graph, proof)}; so the {d} goes from {i}"
    return make_step("nested suppositions", rating, sentence, because, cells, removes={i: frozenset([d])})


def _nested_words(graph: Implications, proof: Case, most: int = 8) -> str:
    """The cases in words; a proof with many contradictions is only counted."""
    if proof.fails:
        return proof.fails.emptied
    tried = listed([graph.fact(case.candidate, True) for case in proof.cases], "or")
    if proof.leaves > most:
        return f"then {tried}, and each case leads to contradictions, {proof.leaves} in all ({proof.depth} levels deep)"
    told = [
        f"with {graph.digit(case.candidate)} in {graph.cell(case.candidate)} {_nested_words(graph, case)}"
        for case in proof.cases
    ]
    return f"then {tried}: {'; '.join(told)}"
