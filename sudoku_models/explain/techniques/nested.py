"""Nested suppositions, the last resort: where one supposition implies no contradiction, more are made.

This depth-first search refutes every candidate that is in no solution, so it finishes every puzzle with one solution.
The further rules of a board, such as killer cages, take part in it. The rating is our own.
"""

from collections.abc import Iterator

from ...puzzles.candidates import Candidates, bits
from ...puzzles.cell_names import listed
from ..step import NESTED, Step
from .forcing import Supposition
from .implications import Implications, implications
from .nested_walk import NestedCase, walk_of
from .words import make_step

MOST_CONTRADICTIONS = 1 << 16
"""Longer proofs are given up; the hardest 9x9 puzzles known need a few dozen."""


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
            proof, solution = _refute(graph, p, 0, most)
            if proof is not None:
                yield _nested_step(graph, proof)
                return
            open_still.difference_update(bits(solution))  # none of these can be refuted
        most *= 2


def _refute(graph: Implications, p: int, known: int, most: int) -> tuple[NestedCase | None, int]:
    """A proof with at most this many contradictions that p is not on, or else the facts of a solution, if any."""
    supposed = Supposition(graph, p, known=known, with_rules=True)
    found = NestedCase(supposed)
    if supposed.fails:
        return found, 0
    left = [(group.members & ~(supposed.holds >> graph.off), group) for group in graph.groups]
    undecided = [(mask, group) for mask, group in left if mask.bit_count() > 1]
    if not undecided:
        return None, supposed.holds
    mask, found.tried = min(undecided, key=lambda one: (one[0].bit_count(), -one[1].members.bit_count()))
    others = mask.bit_count()
    for q in bits(mask):
        others -= 1
        if most <= others:
            return None, 0
        proof, solution = _refute(graph, q, supposed.holds, most - others)
        if proof is None:
            return None, solution
        found.cases.append(proof)
        most -= proof.leaves
    return found, 0


def _nested_step(graph: Implications, proof: NestedCase) -> Step:
    every = [case.supposed for case in proof.every()]
    rating = round(9.5 + 0.5 * (proof.depth - 2) + 0.1 * (proof.leaves.bit_length() - 1), 1)
    start = proof.supposed.start
    i, d, at = graph.cell(start), graph.digit(start), graph.name(start)
    walk = walk_of(graph, proof)
    because = [group.rule for case in proof.every() for group in (case.tried, case.supposed.fails) if group]
    because += [label for part in walk for label in part.rests_on]
    because += [rule for supposed in every for rule in supposed.rules.values() if not walk]
    cells, digits = [graph.cell(supposed.start) for supposed in every], [graph.digit(each.start) for each in every]
    sentence = f"if {at} were {d}, {_nested_words(graph, proof)}; so the {d} goes from {at}"
    removes = {i: frozenset([d])}
    return make_step(NESTED, rating, sentence, because, cells, removes=removes, digits=digits, walk=walk)


def _nested_words(graph: Implications, proof: NestedCase, most: int = 2) -> str:
    """The cases as text; of a proof with more contradictions, only their number: the walk has all of them."""
    supposed = proof.supposed
    if supposed.fails:
        return supposed.fails.emptied
    tried = listed([graph.fact(case.supposed.start) for case in proof.cases], "or")
    if proof.leaves > most:
        return f"then {tried}, and each case leads to contradictions, {proof.leaves} in all ({proof.depth} levels deep)"
    cases = [
        f"with {graph.digit(case.supposed.start)} in {graph.name(case.supposed.start)} {_nested_words(graph, case)}"
        for case in proof.cases
    ]
    return f"then {tried}: {'; '.join(cases)}"
