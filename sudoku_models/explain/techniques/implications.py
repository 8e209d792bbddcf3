"""The implication graph: candidates that exclude each other, and sets of candidates of which exactly one holds.

A candidate is numbered `cell * n + digit - 1`; a set of candidates is one integer with these bits. "On" means that the
cell holds the digit, "off" that it does not.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from ...puzzles.board import Board, Cell
from ...puzzles.candidates import Candidates, bits, geometry
from ...puzzles.cell_names import short_cell_name
from ...puzzles.labels import Label, cell_has_digit, unit_has_digit, unit_is_different
from ...puzzles.rules.rule import CellRule, possible_digits
from ..step import ChainLink, Step
from .words import digits_named, make_step

__all__ = ["Derivation", "Fact", "Group", "Implications", "Link", "implications"]


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


class Link(NamedTuple):
    """A link of a chain: this candidate is on or off because of the one before, by the rule."""

    candidate: int
    on: bool
    rule: Label | None


class Fact(NamedTuple):
    """A candidate that is on, or off."""

    candidate: int
    on: bool


class Derivation(NamedTuple):
    """A part of a proof: its candidates in order, the text after the first one, its rules, and its links."""

    candidates: list[int]
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
        alive: The candidates of open cells.
        groups: The sets of which exactly one holds: the digits of each open cell, the positions of a digit in a unit.
        groups_of: The numbers of the groups of each candidate.
    """

    def __init__(self, state: Candidates) -> None:
        self.state = state
        self.n = n = state.board.size
        self._tables: dict[str, tuple[dict[int, int], dict[int, int]]] = {}
        self._no_news: set[tuple[CellRule, tuple[frozenset[int], ...]]] = set()
        self.alive = sum(sum(1 << k * n + d - 1 for d in bits(mask)) for k, mask in enumerate(state.masks))
        self.groups: list[Group] = []
        for k, mask in enumerate(state.masks):
            if mask:
                self.groups.append(Group(cell_has_digit(state.board.cells[k]), (mask >> 1) << k * n))
        for u in state.geometry.complete:
            for d in state.board.digits:
                if positions := state.positions[d] & state.geometry.units[u]:
                    members = sum(1 << k * n + d - 1 for k in bits(positions))
                    self.groups.append(Group(unit_has_digit(state.board.units[u], d), members))
        self.groups_of: dict[int, list[int]] = {p: [] for p in bits(self.alive)}
        for g, group in enumerate(self.groups):
            for p in bits(group.members):
                self.groups_of[p].append(g)

    def cell(self, p: int) -> Cell:
        """The cell of a candidate."""
        return self.state.board.cells[p // self.n]

    def name(self, p: int) -> str:
        """The name of the cell of a candidate, in the short form: chains name many cells."""
        return short_cell_name(self.cell(p))

    def digit(self, p: int) -> int:
        """The digit of a candidate."""
        return p % self.n + 1

    def tables(self, kind: str) -> tuple[dict[int, int], dict[int, int]]:
        """The candidates that are off when a candidate is on, and those that are on when it is off.

        Args:
            kind: "X" stays within one digit; "Y" goes from on to off within a digit, and from off to on within a cell
                of two digits; "XY" has all links.
        """
        if kind not in self._tables:
            own_cell, own_digit = zip(*_excluded(self.state.board), strict=True)
            excludes = {p: own_digit[p] & self.alive for p in self.groups_of}
            if kind == "XY":
                excludes = {p: others | own_cell[p] & self.alive for p, others in excludes.items()}
            forces = dict.fromkeys(self.groups_of, 0)
            for group in self.groups:
                in_cell = group.is_cell
                if group.members.bit_count() == 2 and kind in ("XY", "Y" if in_cell else "X"):
                    p, q = bits(group.members)
                    forces[p] |= 1 << q
                    forces[q] |= 1 << p
            self._tables[kind] = excludes, forces
        return self._tables[kind]

    def ruled_out(self, off: int) -> tuple[Label, int] | None:
        """The candidates that a further rule of the board excludes when these are off; None when no rule does."""
        left = self.alive & ~off
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

    def _domain(self, left: int, cell: Cell) -> frozenset[int]:
        """The digits of a cell among the candidates that are left; its digit, if it has one."""
        if cell in self.state.digits:
            return frozenset((self.state.digits[cell],))
        return _digits_of(left >> self.state.geometry.number[cell] * self.n & (1 << self.n) - 1)

    def waves(self, p: int, on: bool, kind: str = "XY", most: int = 1 << 30) -> Iterator[int]:
        """Breadth-first search from one candidate; yields each level as bits, off and on in turn.

        A candidate is in at most one level of each kind, the earliest.
        """
        excludes, forces = self.tables(kind)
        front = 1 << p
        seen = {on: front, not on: 0}
        while front and most > 0:
            table = excludes if on else forces
            following = 0
            for q in bits(front):
                following |= table[q]
            on = not on
            front = following & ~seen[on]
            seen[on] |= front
            most -= 1
            yield front

    def chain(self, p: int, on: bool, target: int, target_on: bool, kind: str = "XY") -> list[Link]:
        """The shortest chain from one candidate to another, both included."""
        waves = [1 << p]
        state = on
        if (p, on) != (target, target_on):
            for wave in self.waves(p, on, kind):
                waves.append(wave)
                state = not state
                if state == target_on and wave >> target & 1:
                    break
        return self.path_to(waves, target, target_on, kind)

    def path_to(self, waves: list[int], target: int, target_on: bool, kind: str = "XY") -> list[Link]:
        """The chain from the start, in the first level, to a candidate in the last level."""
        excludes, forces = self.tables(kind)
        path = [Link(target, target_on, None)]
        for wave in reversed(waves[:-1]):
            after = path[-1]
            table = forces if after.on else excludes
            before = next(q for q in bits(wave) if table[q] >> after.candidate & 1)
            path[-1] = after._replace(rule=self.rule_between(before, after.candidate, after.on))
            path.append(Link(before, not after.on, None))
        return path[::-1]

    def rule_between(self, p: int, q: int, on: bool) -> Label:
        """The rule of the link from p to q, by which q is on (because p is off) or off (because p is on)."""
        shared = [g for g in self.groups_of[p] if g in self.groups_of[q]]
        if on:
            shared = [g for g in shared if self.groups[g].members.bit_count() == 2]
        if shared:
            return self.groups[shared[0]].rule
        shape = self.state.geometry
        for u in shape.units_of[p // self.n]:
            if u in shape.units_of[q // self.n]:
                return unit_is_different(self.state.board.units[u])
        raise ValueError(f"nothing links {self.fact(p, True)} and {self.fact(q, on)}")

    def words(self, links: list[Link]) -> str:
        """A chain as text, after its first candidate, with the rule for each digit that is found."""
        facts = []
        for link in links:
            rule = f" ({self.reason(link.rule)})" if link.on and link.rule else ""
            facts.append(f"{self.fact(link.candidate, link.on)}{rule}")
        return ", then ".join(facts)

    def reason(self, rule: Label) -> str:
        """The rule of a group as text: a unit has a digit, or a cell can only be one of its candidates."""
        if rule.kind != "cell":
            return rule.sentence
        (cell,) = rule.cells
        return f"{short_cell_name(cell)} can only be {digits_named(self.state.candidates[cell], 'or')}"

    def derivation(self, links: list[Link]) -> Derivation:
        """A chain as a part of a proof."""
        return Derivation(
            [link.candidate for link in links],
            self.words(links[1:]),
            [link.rule for link in links if link.rule],
            [self.arrow(p.candidate, q.candidate, q.on) for p, q in pairwise(links)],
        )

    def arrow(self, p: int, q: int, on: bool) -> ChainLink:
        """The link by which q is on because p is off, or off because p is on."""
        kind: Literal["strong", "weak"] = "strong" if on else "weak"
        return ChainLink((self.cell(p),), self.digit(p), (self.cell(q),), self.digit(q), kind)

    def fact(self, p: int, on: bool) -> str:
        """A fact as text, such as (1, 2) is 5, or (1, 2) is not 5."""
        return f"{self.name(p)} is {'' if on else 'not '}{self.digit(p)}"

    def conclude(
        self,
        name: str,
        rating: float,
        sentence: str,
        target: Fact,
        parts: Iterable[Derivation],
        first: Label | None = None,
        last: Group | None = None,
    ) -> Step:
        """The step to a fact that follows from these parts, from a first rule, and from a group that is empty."""
        parts = list(parts)
        candidates = [p for part in parts for p in part.candidates]
        rules = (rule for part in parts for rule in part.rules)
        because = [*filter(None, [first]), *rules, *([last.rule] if last else ())]
        cells = map(self.cell, (*candidates, *(bits(last.members) if last else ()), target.candidate))
        i, d = self.cell(target.candidate), self.digit(target.candidate)
        effect: dict[str, Any] = {"puts": {i: d}} if target.on else {"removes": {i: frozenset([d])}}
        arrows = [arrow for part in parts for arrow in part.arrows]
        digits = map(self.digit, candidates)
        return make_step(name, round(rating, 1), sentence, because, cells, digits=digits, links=arrows, **effect)


_latest: list[tuple[Candidates, Implications]] = []


def implications(state: Candidates) -> Implications:
    """The implications of a state; those of the latest state are kept, for several techniques use them."""
    if not _latest or _latest[0][0] is not state:
        _latest[:] = [(state, Implications(state))]
    return _latest[0][1]
