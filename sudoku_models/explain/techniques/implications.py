"""The implication graph: candidates that exclude each other, and sets of candidates of which exactly one holds.

A candidate is numbered `cell * n + digit - 1`. It is "on" when the cell holds the digit, and "off" when it does not.
The fact that it is on has its number, and the fact that it is off has this number plus `Implications.off`. A set of
candidates or of facts is one integer with these bits.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from ...puzzles.board import Board
from ...puzzles.candidates import Candidates, bits, geometry
from ...puzzles.cell_names import short_cell_name
from ...puzzles.labels import Label, cell_has_digit, unit_has_digit
from ...puzzles.rules.rule import CellRule, possible_digits
from ...puzzles.units import Cell
from ..step import ChainLink, Step
from .words import apart, digits_named, make_step


class Group(NamedTuple):
    """Candidates of which exactly one holds, and the rule for that: a cell has a digit, or a unit has a digit."""

    rule: Label
    members: int

    @property
    def is_cell(self) -> bool:
        """Whether these are the digits of a cell; else they are the positions of a digit in a unit."""
        return self.rule.kind == "cell"

    @property
    def emptied(self) -> str:
        """A sentence for the contradiction that none of them can hold."""
        if self.is_cell:
            return f"no digit is left for {short_cell_name(self.rule.cells[0])}"
        return f"{self.rule.unit} has no cell left for the {self.rule.digit}"


class Derivation(NamedTuple):
    """A part of a proof: the facts that its text names, the text after the first one, its rules, and its links."""

    facts: Sequence[int]
    words: str
    rules: list[Label]
    arrows: list[ChainLink]


@cache
def _excluded(board: Board) -> list[tuple[int, int]]:
    """The candidates that each candidate of the empty board excludes: in its cell, and of its digit in the peers."""
    shape, n = geometry(board), board.size
    found = []
    for k in range(len(shape.cells)):
        spread = sum(1 << j * n for j in bits(shape.peers[k]))
        for d in range(n):
            found.append((((1 << n) - 1) << k * n & ~(1 << k * n + d), spread << d))
    return found


@cache
def _digits_of(mask: int) -> frozenset[int]:
    """The digits of these bits, the lowest of which stands for 1."""
    return frozenset(d + 1 for d in bits(mask))


class Implications:
    """The candidates of a state and their links.

    Attributes:
        off: The number of the fact that a candidate is off is this much larger than that of the candidate.
        groups: The sets of which exactly one holds: the digits of each open cell, the positions of a digit in a unit.
        groups_of: The numbers of the groups of each candidate of an open cell.
    """

    def __init__(self, state: Candidates) -> None:
        self.state = state
        self.n = n = state.board.size
        self.off = n * len(state.masks)
        self._follows: dict[str, dict[int, int]] = {}
        self._no_news: set[tuple[CellRule, tuple[frozenset[int], ...]]] = set()
        self.groups: list[Group] = []
        for k, mask in enumerate(state.masks):
            if mask:
                self.groups.append(Group(cell_has_digit(state.board.cells[k]), (mask >> 1) << k * n))
        self._alive = sum(group.members for group in self.groups)
        for u in state.geometry.complete:
            for d in state.board.digits:
                if positions := state.positions[d] & state.geometry.units[u]:
                    members = sum(1 << k * n + d - 1 for k in bits(positions))
                    self.groups.append(Group(unit_has_digit(state.board.units[u], d), members))
        self.groups_of: dict[int, list[int]] = {p: [] for p in bits(self._alive)}
        for g, group in enumerate(self.groups):
            for p in bits(group.members):
                self.groups_of[p].append(g)

    def is_on(self, fact: int) -> bool:
        """Whether it is the fact that a candidate is on."""
        return fact < self.off

    def negation(self, fact: int) -> int:
        """The fact that the same candidate is off, or on."""
        return (fact + self.off) % (2 * self.off)

    def cell(self, fact: int) -> Cell:
        """The cell of the candidate of a fact."""
        return self.state.board.cells[fact % self.off // self.n]

    def name(self, fact: int) -> str:
        """The name of this cell, in the short form: chains name many cells."""
        return short_cell_name(self.cell(fact))

    def digit(self, fact: int) -> int:
        """The digit of the candidate of a fact."""
        return fact % self.n + 1

    def fact(self, fact: int) -> str:
        """A fact as text, such as (1, 2) is 5, or (1, 2) is not 5."""
        return f"{self.name(fact)} is {'' if self.is_on(fact) else 'not '}{self.digit(fact)}"

    def follows(self, kind: str) -> dict[int, int]:
        """The facts that follow from each fact alone, as bits.

        Args:
            kind: "X" stays within one digit; "Y" goes from on to off within a digit, and from off to on within a cell
                of two digits; "XY" has all links.
        """
        if kind not in self._follows:
            found: dict[int, int] = {}
            for p in self.groups_of:
                own_cell, own_digit = _excluded(self.state.board)[p]
                excluded = own_digit | own_cell if kind == "XY" else own_digit
                found |= {p: (excluded & self._alive) << self.off, p + self.off: 0}
            for group in self.groups:
                if group.members.bit_count() == 2 and kind in ("XY", "Y" if group.is_cell else "X"):
                    p, q = bits(group.members)
                    found[p + self.off] |= 1 << q
                    found[q + self.off] |= 1 << p
            self._follows[kind] = found
        return self._follows[kind]

    def ruled_out(self, off: int) -> tuple[Label, int] | None:
        """The candidates that a further rule of the board excludes when these are off; None when no rule does."""
        left = self._alive & ~off
        for rule in self.state.board.cell_rules:
            domains = tuple(self._domain(left, i) for i in rule.cells)
            if (rule, domains) in self._no_news:
                continue
            gone = 0
            for i, before, after in zip(rule.cells, domains, possible_digits(rule, domains), strict=True):
                if i not in self.state.digits:
                    first = self.state.geometry.number[i] * self.n - 1
                    gone |= sum(1 << first + d for d in before - after)
            if gone:
                return rule.label(), gone
            self._no_news.add((rule, domains))
        return None

    def off_of(self, cells: Iterable[Cell]) -> int:
        """The facts, as bits, that a candidate of one of these cells is off."""
        whole = (1 << self.n) - 1
        return sum(whole << self.state.geometry.number[i] * self.n for i in cells) << self.off

    def _domain(self, left: int, cell: Cell) -> frozenset[int]:
        """The digits of a cell among the candidates that are left; its digit, if it has one."""
        if cell in self.state.digits:
            return frozenset((self.state.digits[cell],))
        return _digits_of(left >> self.state.geometry.number[cell] * self.n & (1 << self.n) - 1)

    def waves(self, start: int, kind: str = "XY", most: int = 1 << 30) -> Iterator[int]:
        """Breadth-first search from one fact, which is the first level; yields each level as bits.

        The facts of a level are all on or all off, in turn. A fact is in at most one level, the earliest.
        """
        follows = self.follows(kind)
        front = seen = 1 << start
        while front and most > 0:
            yield front
            following = 0
            for fact in bits(front):
                following |= follows[fact]
            front = following & ~seen
            seen |= front
            most -= 1

    def chain(self, start: int, target: int, kind: str = "XY") -> list[int]:
        """The shortest chain of facts from one to another, both included."""
        waves = []
        for wave in self.waves(start, kind):
            waves.append(wave)
            if wave >> target & 1:
                break
        return self.path_to(waves, target, kind)

    def path_to(self, waves: list[int], target: int, kind: str = "XY") -> list[int]:
        """The chain from the start, in the first level, to a fact in the last level."""
        follows = self.follows(kind)
        path = [target]
        for wave in reversed(waves[:-1]):
            path.append(next(fact for fact in bits(wave) if follows[fact] >> path[-1] & 1))
        return path[::-1]

    def rule_of(self, fact: int, parents: Sequence[int]) -> Label:
        """The rule by which a candidate is on because all others of a group are off, or off because one is on."""
        if self.is_on(fact):
            members = sum(1 << parent - self.off for parent in parents) | 1 << fact
            return next(self.groups[g].rule for g in self.groups_of[fact] if self.groups[g].members == members)
        p, q = fact - self.off, parents[0]
        for g in self.groups_of[p]:
            if self.groups[g].members >> q & 1:
                return self.groups[g].rule
        return apart(self.state, 1 << p // self.n, 1 << q // self.n)[0]

    def reason(self, rule: Label) -> str:
        """The rule of a group as text: a unit has a digit, or a cell can only be one of its candidates."""
        if rule.kind != "cell":
            return rule.sentence
        (cell,) = rule.cells
        return f"{short_cell_name(cell)} can only be {digits_named(self.state.candidates[cell], 'or')}"

    def of_chain(self, chain: Sequence[int]) -> Derivation:
        """A chain as a part of a proof; its text names all facts, with the rule for each digit that is found."""
        parents = {fact: (before,) for before, fact in pairwise(chain)}
        facts = []
        for fact, of in parents.items():
            rule = f" ({self.reason(self.rule_of(fact, of))})" if self.is_on(fact) else ""
            facts.append(f"{self.fact(fact)}{rule}")
        return self.derivation(parents, chain, ", then ".join(facts))

    def derivation(self, parents: Mapping[int, Sequence[int]], named: Sequence[int], words: str) -> Derivation:
        """A part of a proof, in which each fact follows from its parents."""
        rules = [self.rule_of(fact, of) for fact, of in parents.items() if of]
        return Derivation(named, words, rules, [self.arrow(p, fact) for fact, of in parents.items() for p in of])

    def arrow(self, p: int, q: int) -> ChainLink:
        """The link by which the second fact follows from the first."""
        kind: Literal["strong", "weak"] = "strong" if self.is_on(q) else "weak"
        return ChainLink((self.cell(p),), self.digit(p), (self.cell(q),), self.digit(q), kind)

    def conclude(
        self,
        name: str,
        rating: float,
        sentence: str,
        target: int,
        parts: Sequence[Derivation],
        first: Label | None = None,
        last: Group | None = None,
    ) -> Step:
        """The step to a fact that follows from these parts, from a first rule, and from a group that is empty."""
        facts = [fact for part in parts for fact in part.facts]
        because = [*filter(None, [first]), *(rule for part in parts for rule in part.rules)]
        because += [last.rule] if last else []
        cells = map(self.cell, (*facts, *(bits(last.members) if last else ()), target))
        i, d = self.cell(target), self.digit(target)
        effect: dict[str, Any] = {"puts": {i: d}} if self.is_on(target) else {"removes": {i: frozenset([d])}}
        arrows = [arrow for part in parts for arrow in part.arrows]
        digits = map(self.digit, facts)
        return make_step(name, round(rating, 1), sentence, because, cells, digits=digits, links=arrows, **effect)


_latest: list[tuple[Candidates, Implications]] = []


def implications(state: Candidates) -> Implications:
    """The implications of a state; those of the latest state are kept, for several techniques use them."""
    if not _latest or _latest[0][0] is not state:
        _latest[:] = [(state, Implications(state))]
    return _latest[0][1]
