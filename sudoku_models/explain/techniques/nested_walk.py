"""The walk through a nested proof: each supposition, what follows from it by which rule, and the contradiction.

Only the facts on which a contradiction rests are in the walk. That a digit leaves the peers of a cell that holds it is
no sub-step of its own.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from ...puzzles.candidates import bits
from ...puzzles.cell_names import listed, short_cell_name
from ...puzzles.labels import Label
from ...puzzles.units import Cell
from ..step import LONGEST_WALK, SubStep
from .forcing import Supposition
from .implications import Group, Implications
from .words import digits_named, removal, removed_words


@dataclass
class NestedCase:
    """One supposition of a nested proof, and how it fails.

    Attributes:
        supposed: That a candidate is on, and what follows; it fails if a group has no remaining candidate.
        tried: If it does not fail, the group whose candidates are supposed one after another.
        cases: The cases of these candidates.
    """

    supposed: Supposition
    tried: Group | None = None
    cases: list["NestedCase"] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """The depth of nesting."""
        return 1 + max((case.depth for case in self.cases), default=0)

    @property
    def leaves(self) -> int:
        """The number of contradictions in the proof."""
        return sum(case.leaves for case in self.cases) or 1

    def every(self) -> Iterator["NestedCase"]:
        """This case and all nested cases."""
        yield self
        for case in self.cases:
            yield from case.every()


def walk_of(graph: Implications, proof: NestedCase) -> tuple[SubStep, ...]:
    """The sub-steps of a nested proof, in the order in which they are read; none when it has too many."""
    walk = tuple(islice(_Walk(graph).through(proof, _State()), LONGEST_WALK + 1))
    return walk if len(walk) <= LONGEST_WALK else ()


@dataclass(frozen=True)
class _State:
    """Where the walk is: what is supposed, what has followed, and the reasons of each fact."""

    supposed: dict[Cell, int] = field(default_factory=dict)
    follows: dict[Cell, int] = field(default_factory=dict)
    gone: dict[Cell, frozenset[int]] = field(default_factory=dict)
    parents: dict[int, tuple[int, ...]] = field(default_factory=dict)
    rules: dict[int, Label] = field(default_factory=dict)


class _Walk:
    def __init__(self, graph: Implications) -> None:
        self.graph = graph

    def through(self, case: NestedCase, outer: _State) -> Iterator[SubStep]:
        """A case and its nested cases; the last sub-step says that the case fails."""
        graph, supposed = self.graph, case.supposed
        start, at = graph.cell(supposed.start), graph.name(supposed.start)
        now = _State(
            {**outer.supposed, start: graph.digit(supposed.start)},
            dict(outer.follows),
            dict(outer.gone),
            {**outer.parents, **supposed.parents},
            {**outer.rules, **supposed.rules},
        )
        yield self._sub_step(now, "supposition", f"suppose that {graph.fact(supposed.start)}", cells=[start])
        needed = self._needed(case)
        for fact, parents in supposed.parents.items():
            if fact not in needed or fact == supposed.start:
                continue
            if graph.is_on(fact):
                now.follows[graph.cell(fact)] = graph.digit(fact)
                yield self._found(now, fact, parents)
            elif fact in supposed.rules and graph.digit(fact) not in now.gone.get(graph.cell(fact), ()):
                rule = supposed.rules[fact]
                alike = [f for f, of in supposed.rules.items() if of == rule and f in needed]
                alike = [f for f in alike if supposed.parents[f] == parents]
                yield self._ruled_out(now, rule, alike, parents)
        so = f"so {at} is not {graph.digit(supposed.start)}"
        if supposed.fails:
            off = [p + graph.off for p in bits(supposed.fails.members)]
            why, sources, labels = self._why(now, off)
            cells = supposed.fails.rule.cells
            held = [
                now.parents[fact][0]
                for fact in off
                if fact in now.parents and now.parents[fact] and fact not in now.rules
            ]
            twice = sorted({graph.digit(on) for on in held if supposed.fails.is_cell and graph.cell(on) in cells})
            at_cell = short_cell_name(cells[0])
            if len(twice) > 1:
                what = f"{at_cell} would have to be {digits_named(twice)} at once"
            elif twice:
                excluded = [fact for fact in off if graph.digit(fact) == twice[0]]
                what = f"{at_cell} would have to be {twice[0]}, which it cannot be{self._why(now, excluded)[0]}"
            else:
                what = f"{supposed.fails.emptied}{why}"
            sentence = f"{what}: {so}"
            yield self._sub_step(now, "contradiction", sentence, [supposed.fails.rule, *labels], cells, sources)
            return
        assert case.tried is not None
        for each in case.cases:
            yield from self.through(each, now)
        starts = [each.supposed.start for each in case.cases]
        none = (
            f"neither {listed(map(graph.fact, starts), 'nor')} can hold"
            if len(starts) == 2
            else f"none of {listed(map(graph.fact, starts))} holds"
        )
        sentence = f"{graph.reason(case.tried.rule)}, and {none}: {so}"
        yield self._sub_step(outer, "conclusion", sentence, [case.tried.rule], [start])

    def _needed(self, case: NestedCase) -> set[int]:
        """The facts on which the contradictions of a case and of its nested cases rest."""
        graph = self.graph
        group = case.supposed.fails or case.tried
        assert group is not None
        starts = {each.supposed.start for each in case.cases}
        wanted = [p + graph.off for p in bits(group.members) if p not in starts]
        wanted += [fact for each in case.cases for fact in self._needed(each)]
        needed: set[int] = set()
        while wanted:
            fact = wanted.pop()
            if fact not in needed:
                needed.add(fact)
                wanted += case.supposed.parents.get(fact, ())
        return needed

    def _found(self, now: _State, fact: int, parents: tuple[int, ...]) -> SubStep:
        graph = self.graph
        rule = graph.rule_of(fact, parents)
        why, sources, labels = self._why(now, parents)
        if rule.kind == "cell":
            name, what = "naked single", f"in {graph.name(fact)} only the digit {graph.digit(fact)} is left"
        else:
            name, what = (
                "hidden single",
                f"in {rule.unit} the digit {graph.digit(fact)} fits only in {graph.name(fact)}",
            )
        return self._sub_step(now, name, what + why, [rule, *labels], [graph.cell(fact)], sources)

    def _ruled_out(self, now: _State, rule: Label, facts: list[int], parents: tuple[int, ...]) -> SubStep:
        graph = self.graph
        gone: dict[int, int] = {}
        for fact in facts:
            cell, digit = graph.cell(fact), graph.digit(fact)
            now.gone[cell] = now.gone.get(cell, frozenset()) | {digit}
            gone[digit] = gone.get(digit, 0) | 1 << graph.state.geometry.number[cell]
        _, sources, labels = self._why(now, parents)
        sentence = f"by {rule.sentence} {removed_words(removal(graph.state, gone))}"
        return self._sub_step(now, rule.rule.kind, sentence, [rule, *labels], rule.cells, sources)

    def _why(self, now: _State, off: Iterable[int]) -> tuple[str, list[Cell], list[Label]]:
        """Why candidates are off: as the end of a sentence, as cells with digits, and as rules."""
        graph = self.graph
        sources: dict[int, None] = {}
        labels: dict[Label, None] = {}
        rules: dict[Label, None] = {}
        for fact in off:
            if rule := now.rules.get(fact):
                rules[rule] = None
            elif parents := now.parents.get(fact):
                sources[parents[0]] = None
                labels[graph.rule_of(fact, parents)] = None
        reasons = [f"the {graph.digit(on)} in {graph.name(on)}" for on in sources]
        reasons += [str(rule.sentence) for rule in rules]
        why = f", because of {listed(reasons)}" if reasons else ""
        return why, [graph.cell(on) for on in sources], [*labels, *rules]

    def _sub_step(
        self,
        now: _State,
        name: str,
        sentence: str,
        rests_on: Iterable[Label] = (),
        cells: Iterable[Cell] = (),
        sources: Iterable[Cell] = (),
    ) -> SubStep:
        return SubStep(
            name,
            sentence,
            len(now.supposed),
            dict(now.supposed),
            dict(now.follows),
            dict(now.gone),
            tuple(dict.fromkeys(rests_on)),
            tuple(cells),
            tuple(dict.fromkeys(sources)),
        )
