"""Nested suppositions, the last resort: where one supposition implies no contradiction, more are made.

This depth-first search refutes every candidate that is in no solution, so it finishes every puzzle with one solution.
The further rules of a board, such as killer cages, take part in it. The rating is our own.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ...puzzles.candidates import Candidates, bits
from ...puzzles.labels import Label
from ...runtime.limits import check_deadline
from ..step import Step
from .implications import Group, Implications, implications
from .words import listed, make_step

__all__ = ["nested_suppositions"]

MOST_CONTRADICTIONS = 1 << 16
"""Longer proofs are given up; the hardest 9x9 puzzles known need a few dozen."""


@dataclass
class NestedCase:
    """One supposition of a nested proof, and how it fails.

    Attributes:
        candidate: The candidate that is supposed to be on.
        fails: The group without a remaining candidate, if there is one.
        tried: Otherwise, the group whose candidates are supposed one after another.
        cases: The cases of these candidates.
        used: The rules of the board, other than units, that exclude candidates in this case.
    """

    candidate: int
    fails: Group | None = None
    tried: Group | None = None
    cases: list["NestedCase"] = field(default_factory=list)
    used: tuple[Label, ...] = ()

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


def nested_suppositions(state: Candidates) -> Iterator[Step]:
    """Suppose a candidate, and where it does not fail by itself suppose more (9.5 and more, in a scale of our own).

    It looks for a proof with few contradictions first, then for more and more.
    """
    graph = implications(state)
    sizes = {p: min(graph.groups[g].members.bit_count() for g in those) for p, those in graph.groups_of.items()}
    order = sorted(sizes, key=lambda p: sizes[p])
    most = 2
    open_still = set(order)
    while open_still and most <= MOST_CONTRADICTIONS:
        for p in order:
            if p not in open_still:
                continue
            proof, solution = _refute(graph, p, 0, 0, most)
            if proof is not None:
                yield _nested_step(graph, proof)
                return
            open_still.difference_update(bits(solution))  # none of these can be refuted
        most *= 2


class Spread(NamedTuple):
    """The consequences of suppositions.

    Attributes:
        on, off: The candidates that are on, and those that are off.
        fails: The group without a remaining candidate, if there is one.
        used: The rules of the board, other than units, that exclude candidates.
    """

    on: int
    off: int
    fails: Group | None
    used: tuple[Label, ...]


def _spread(graph: Implications, p: int, on: int, off: int) -> Spread:
    """The consequences of one more candidate being on."""
    excludes, _ = graph.tables("XY")
    used: dict[Label, None] = {}
    waiting = deque([p])
    on |= 1 << p
    while True:
        if waiting:
            new = excludes[waiting.popleft()] & ~off
        elif excluded := graph.ruled_out(off):
            rule, new = excluded
            used[rule] = None
        else:
            return Spread(on, off, None, tuple(used))
        off |= new
        for g in {g for m in bits(new) for g in graph.groups_of[m]}:
            left = graph.groups[g].members & ~off
            if not left:
                return Spread(on, off, graph.groups[g], tuple(used))
            if left & (left - 1) == 0 and not left & on:
                on |= left
                waiting.append(left.bit_length() - 1)


def _refute(graph: Implications, p: int, on: int, off: int, most: int) -> tuple[NestedCase | None, int]:
    """A proof with at most this many contradictions that p is not on, or else the candidates of a solution, if any."""
    check_deadline()
    on, off, fails, used = _spread(graph, p, on, off)
    if fails:
        return NestedCase(p, fails=fails, used=used), 0
    undecided = [g for g in graph.groups if (g.members & ~off).bit_count() > 1]
    if not undecided:
        return None, on
    group = min(undecided, key=lambda g: ((g.members & ~off).bit_count(), -g.members.bit_count()))
    members = list(bits(group.members & ~off))
    found = NestedCase(p, tried=group, used=used)
    for k, q in enumerate(members):
        allowed = most - (len(members) - k - 1)
        if allowed < 1:
            return None, 0
        proof, solution = _refute(graph, q, on, off, allowed)
        if proof is None:
            return None, solution
        found.cases.append(proof)
        most -= proof.leaves
    return found, 0


def _nested_step(graph: Implications, proof: NestedCase) -> Step:
    depth, leaves = proof.depth, proof.leaves
    rating = round(9.5 + 0.5 * (depth - 2) + 0.1 * (leaves.bit_length() - 1), 1)
    i, d, at = graph.cell(proof.candidate), graph.digit(proof.candidate), graph.name(proof.candidate)
    because = [group.rule for case in proof.every() for group in (case.tried, case.fails) if group]
    because += [rule for case in proof.every() for rule in case.used]
    cells = [graph.cell(case.candidate) for case in proof.every()]
    sentence = f"if {at} were {d}, {_nested_words(graph, proof)}; so the {d} goes from {at}"
    removes, digits = {i: frozenset([d])}, [graph.digit(case.candidate) for case in proof.every()]
    return make_step("nested suppositions", rating, sentence, because, cells, removes=removes, digits=digits)


def _nested_words(graph: Implications, proof: NestedCase, most: int = 8) -> str:
    """The cases as text; of a proof with many contradictions, only their number."""
    if proof.fails:
        by = f", by {listed(proof.used)}" if proof.used else ""
        return f"{proof.fails.emptied}{by}"
    tried = listed([graph.fact(case.candidate, True) for case in proof.cases], "or")
    if proof.leaves > most:
        return f"then {tried}, and each case leads to contradictions, {proof.leaves} in all ({proof.depth} levels deep)"
    cases = [
        f"with {graph.digit(case.candidate)} in {graph.name(case.candidate)} {_nested_words(graph, case)}"
        for case in proof.cases
    ]
    return f"then {tried}: {'; '.join(cases)}"
