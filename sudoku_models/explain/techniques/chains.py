"""Chains: assume one candidate, follow the links, and reach its negation.

Links lead from "on" to "off" by any unit or cell, and from "off" to "on" by a unit with two positions or a cell with
two digits. If a candidate that is on implies that it is off, it is removed. If being off implies being on, it is the
digit. This covers X-chains, XY-chains, W-wings, simple colouring, and alternating inference chains in general.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

from ...puzzles.candidates import Candidates, bits
from ...puzzles.units import Cell
from ...runtime.limits import check_deadline
from ..step import Step
from .implications import Implications, implications
from .words import make_step, removed_words


def length_rating(length: int) -> float:
    """The increment of a rating for the length of a chain: 0.1 for each of 4, 6, 8, 12, 16, 24, 32 ... exceeded.

    Two candidates are subtracted from the length first. Source: Sudoku Explainer 1.2.

    >>> [length_rating(k) for k in (6, 7, 8, 9, 11, 15)]
    [0.0, 0.1, 0.1, 0.2, 0.3, 0.4]
    """
    steps, bound = 0, 4
    while length - 2 > bound:
        steps += 1
        bound = bound * 3 // 2 if steps % 2 else bound * 4 // 3
    return round(0.1 * steps, 1)


def x_chain(state: Candidates) -> Iterator[Step]:
    """The shortest chain within one digit (6.6 and more)."""
    yield from _shortest(state, "X", base=6.6)


def chain(state: Candidates) -> Iterator[Step]:
    """The shortest chain through digits and cells (7.0 and more)."""
    yield from _shortest(state, "XY", base=7.0)


def loop(kind: str) -> Callable[[Candidates], Iterator[Step]]:
    """Find the shortest chain that closes in a ring, of one of the kinds of `Implications.follows`.

    Followed in both directions, a ring implies that of two neighbours that exclude each other exactly one holds. So
    every candidate that both exclude is removed.
    """

    def find(state: Candidates) -> Iterator[Step]:
        graph = implications(state)
        best: list[int] = []
        for p in graph.groups_of:
            check_deadline()
            best = _ring_through(graph, p, kind, len(best) or 1 << 30) or best
        if best:
            yield _ring(graph, best, kind)

    return find


def _ring_through(graph: Implications, p: int, kind: str, shorter_than: int) -> list[int]:
    """The shortest ring through a candidate that removes anything; empty if none is short enough.

    It ends with a candidate r that is on, then one that r excludes and that forces p.
    """
    follows = graph.follows(kind)
    ends = list(bits(follows[graph.negation(p)]))
    waves: list[int] = []
    for wave in graph.waves(p, kind, shorter_than - 2) if ends else ():
        waves.append(wave)
        if len(waves) % 2 == 0 or len(waves) < 3:
            continue
        for q in ends:
            for r in bits(wave & follows[q] >> graph.off):
                path, last = graph.path_to(waves, r, kind), graph.negation(q)
                if last not in path and _excluded_twice(graph, [*path, last]):
                    return [*path, last]
    return []


def _excluded_twice(graph: Implications, ring: list[int]) -> list[int]:
    """The candidates that both neighbours of a pair exclude, for the first and second fact, the third and fourth ..."""
    follows, gone = graph.follows("XY"), 0
    for p, q in zip(ring[::2], ring[1::2], strict=True):
        gone |= follows[p] & follows[graph.negation(q)]
    return list(bits(gone))


def _ring(graph: Implications, ring: list[int], kind: str) -> Step:
    removes: dict[Cell, frozenset[int]] = {}
    for p in _excluded_twice(graph, ring):
        removes[graph.cell(p)] = removes.get(graph.cell(p), frozenset()) | {graph.digit(p)}
    part, start = graph.of_chain(ring), graph.fact(ring[0])
    sentence = (
        f"a ring: if {start}, then {part.words}, then {start}; it can be read backwards too, so of two "
        f"neighbours one holds, and {removed_words(removes)}"
    )
    name = {"X": "X-ring", "Y": "XY-ring", "XY": "alternating ring"}[kind]
    rating = round((7.0 if kind == "XY" else 6.5) + length_rating(len(ring)), 1)
    because = [*part.rules, graph.rule_of(ring[0], ring[-1:])]
    arrows = [*part.arrows, graph.arrow(ring[-1], ring[0])]
    at, digits = (*map(graph.cell, ring), *removes), map(graph.digit, ring)
    return make_step(name, rating, sentence, because, at, removes=removes, digits=digits, links=arrows)


def _shortest(state: Candidates, kind: str, base: float) -> Iterator[Step]:
    """The shortest chain from a fact to its negation; each search stops at the length of the best chain so far."""
    graph = implications(state)
    best: int | None = None
    shortest = 1 << 30
    for p in graph.groups_of:
        check_deadline()
        for start in (p, graph.negation(p)):
            for length, wave in enumerate(graph.waves(start, kind, shortest - 1), 1):
                if wave >> graph.negation(start) & 1:
                    best, shortest = start, length
                    break
    if best is not None:
        yield _step(graph, graph.chain(best, graph.negation(best), kind), base + length_rating(shortest), kind)


def _step(graph: Implications, chain: list[int], rating: float, kind: str) -> Step:
    start, part = chain[0], graph.of_chain(chain)
    digit, at = graph.digit(start), graph.name(start)
    if graph.is_on(start):
        sentence = f"if {at} were {digit}, then {part.words}, which is a contradiction, so the {digit} goes from {at}"
    else:
        sentence = f"if {at} were not {digit}, then {part.words}, so {at} is {digit} in any case"
    return graph.conclude(_name(chain, kind, graph), rating, sentence, chain[-1], [part])


def _name(chain: list[int], kind: str, graph: Implications) -> str:
    if kind == "X":
        return "X-chain"
    in_cells = [graph.cell(p) == graph.cell(q) for p, q in pairwise(chain) if graph.is_on(q)]
    return "XY-chain" if all(in_cells) else "alternating chain"
