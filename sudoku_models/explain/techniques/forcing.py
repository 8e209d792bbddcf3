"""Forcing chains: assume a candidate, derive everything that follows, and compare the conclusions of all cases.

- Multiple chains: each digit of a cell, or each position of a digit in a unit, implies the same conclusion.
- Nishio: a candidate implies a contradiction within its own digit.
- Dynamic chains: a conclusion may depend on several earlier ones; a contradiction, or the same conclusion in all cases.

Source: N. Juillerat, Sudoku Explainer 1.2, for the kinds and their ratings.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from operator import and_, or_

from ...puzzles.candidates import Candidates, bits
from ...puzzles.labels import Label
from ...runtime.limits import check_deadline
from ..step import Step
from .chains import length_rating
from .implications import Derivation, Group, Implications, implications


class Supposition:
    """Everything that follows from one fact, by links from several candidates.

    Args:
        graph: The links of the candidates.
        start: The supposed fact.
        kind: "X" stays within one digit, "XY" has all links.
        known: The facts that hold before, as bits.
        with_rules: Whether the rules of the board that are not units take part.

    Attributes:
        holds: The known facts and those that follow, as bits.
        parents: The facts from which each new fact follows directly.
        fails: The group without a remaining candidate, if there is a contradiction.
        rules: For each fact that a further rule of the board implies, this rule.
    """

    def __init__(
        self, graph: Implications, start: int, kind: str = "XY", known: int = 0, with_rules: bool = False
    ) -> None:
        check_deadline()
        self.graph, self.start, self.holds = graph, start, known
        self.parents: dict[int, tuple[int, ...]] = {}
        self.fails: Group | None = None
        self.rules: dict[int, Label] = {}
        self._waiting: deque[int] = deque()
        self._follows, self._within_digit = graph.follows(kind), kind == "X"
        self._add(start, ())
        self._spread()
        while with_rules and not self.fails and (excluded := graph.ruled_out(self.holds >> graph.off)):
            rule, gone = excluded
            before = tuple(bits(self.holds & graph.off_of(rule.cells)))
            for fact in bits(gone << graph.off & ~self.holds):
                self.rules[fact] = rule
                self._add(fact, before)
            self._spread()

    def _spread(self) -> None:
        """Add the facts that follow from the waiting ones, until there are none or a group is empty."""
        while self._waiting and not self.fails:
            fact = self._waiting.popleft()
            if self.graph.is_on(fact):
                for off in bits(self._follows[fact] & ~self.holds):
                    self._add(off, (fact,))
            else:
                self._last_of_groups(fact)

    def _last_of_groups(self, off: int) -> None:
        """Add what is left of the groups of a candidate that is off."""
        graph = self.graph
        for g in graph.groups_of[off - graph.off]:
            group = graph.groups[g]
            if self._within_digit and group.is_cell:
                continue
            left = group.members & ~(self.holds >> graph.off)
            if not left:
                self.fails, self._last = group, off
                return
            if left & (left - 1) == 0 and not left & self.holds:
                self._add(left.bit_length() - 1, tuple(p + graph.off for p in bits(group.members ^ left)))

    def _add(self, fact: int, parents: tuple[int, ...]) -> None:
        self.parents[fact] = parents
        self.holds |= 1 << fact
        self._waiting.append(fact)

    @cached_property
    def ancestors(self) -> dict[int, int]:
        """All facts on which each fact depends, itself included, as bits."""
        found: dict[int, int] = {}
        for fact, parents in self.parents.items():
            found[fact] = reduce(or_, (found[parent] for parent in parents), 1 << fact)
        return found

    @cached_property
    def length(self) -> int:
        """The number of facts that imply both that the last candidate of the empty group is on and that it is off."""
        assert self.fails is not None
        off = (p + self.graph.off for p in bits(self.fails.members))
        others = reduce(or_, (self.ancestors[fact] for fact in off if fact != self._last), 0)
        return others.bit_count() + 1 + self.ancestors[self._last].bit_count()

    def derivation(self, targets: Sequence[int]) -> Derivation:
        """The derivation of these facts; its text names the digits that are found."""
        graph, needed = self.graph, reduce(or_, (self.ancestors[target] for target in targets))
        parents = {fact: of for fact, of in self.parents.items() if needed >> fact & 1}
        found = [fact for fact in parents if graph.is_on(fact) and fact != self.start]
        return graph.derivation(parents, [self.start, *found], ", ".join(map(graph.fact, found)))


def multiple_chains(state: Candidates) -> Iterator[Step]:
    """All members of a group of three or more imply the same conclusion by simple chains (8.0 and more).

    Each link depends on one candidate; the fewest candidates in all chains together are preferred.
    """
    graph = implications(state)
    waves = {p: [*graph.waves(p)] for p in graph.groups_of}
    reached = {p: reduce(or_, of) for p, of in waves.items()}
    best: tuple[int, Group, int] | None = None
    for group in graph.groups:
        check_deadline()
        members = list(bits(group.members))
        if len(members) < 3:
            continue
        for target in bits(reduce(and_, (reached[p] for p in members))):
            length = sum(_distance(waves[p], target) + 1 for p in members)
            if best is None or length < best[0]:
                best = length, group, target
    if best is not None:
        length, group, target = best
        name = f"{'cell' if group.is_cell else 'unit'} forcing chains"
        starts = list(bits(group.members))
        parts = [graph.of_chain(graph.chain(p, target)) for p in starts]
        yield _in_any_case(graph, name, 8.0 + length_rating(length), group.rule, starts, parts, target)


def _distance(waves: list[int], target: int) -> int:
    return next(k for k, wave in enumerate(waves) if wave >> target & 1)


def _in_any_case(
    graph: Implications,
    name: str,
    rating: float,
    rule: Label | None,
    starts: Sequence[int],
    parts: Sequence[Derivation],
    target: int,
) -> Step:
    """The step to a fact that each of these suppositions implies, one of which is true by the rule."""
    cases = [
        f"if {graph.fact(start)}, then {part.words}" if part.words else graph.fact(start)
        for start, part in zip(starts, parts, strict=True)
    ]
    sentence = f"{f'{graph.reason(rule)}: ' if rule else ''}{'; '.join(cases)}; so {graph.fact(target)} in any case"
    return graph.conclude(name, rating, sentence, target, parts, first=rule)


def nishio(state: Candidates) -> Iterator[Step]:
    """A candidate that implies a contradiction within its own digit (7.5 and more)."""
    graph = implications(state)
    supposed = [Supposition(graph, p, "X") for p in graph.groups_of]
    if failing := [each for each in supposed if each.fails]:
        yield _contradiction("Nishio", 7.5, min(failing, key=lambda each: each.length))


def _contradiction(name: str, base: float, supposed: Supposition) -> Step:
    graph, start, fails = supposed.graph, supposed.start, supposed.fails
    assert fails is not None
    part = supposed.derivation([p + graph.off for p in bits(fails.members)])
    digit, at = graph.digit(start), graph.name(start)
    leads = f"if {at} were {'' if graph.is_on(start) else 'not '}{digit}, then {part.words and part.words + ', and '}"
    closing = f"the {digit} goes from {at}" if graph.is_on(start) else f"{at} is {digit}"
    sentence, rating = f"{leads}{fails.emptied}; so {closing}", base + length_rating(supposed.length)
    return graph.conclude(name, rating, sentence, graph.negation(start), [part], last=fails)


def dynamic_chain(state: Candidates) -> Iterator[Step]:
    """A contradiction, or the same conclusion in all cases, by links from several candidates (8.5 and more)."""
    graph = implications(state)
    supposed = {p: Supposition(graph, p) for p in graph.groups_of}
    contrary = {p: Supposition(graph, graph.negation(p)) for p in graph.groups_of}
    failing = [each for each in (*supposed.values(), *contrary.values()) if each.fails]
    shortest = min(failing, key=lambda each: each.length, default=None)
    best = shortest.length if shortest else 1 << 30
    chosen: tuple[Label | None, list[Supposition], int] | None = None
    cases: list[tuple[Label | None, list[Supposition]]]
    cases = [(group.rule, [supposed[p] for p in bits(group.members)]) for group in graph.groups]
    cases += [(None, [supposed[p], contrary[p]]) for p in supposed]  # on or off: these cases need no rule
    for rule, sides in cases:
        check_deadline()
        if any(side.fails for side in sides):
            continue
        for target in bits(reduce(and_, (side.holds for side in sides))):
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
