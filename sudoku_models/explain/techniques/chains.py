"""Chains: assume one candidate, follow the links, and reach its negation.

Links lead from "on" to "off" by any unit or cell, and from "off" to "on" by a unit with two positions or a cell with
two digits. If a candidate that is on implies that it is off, it is removed. If being off implies being on, it is the
digit. This covers X-chains, XY-chains, W-wings, simple colouring, and alternating inference chains in general.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise

from ...puzzles.board import Cell
from ...puzzles.candidates import Candidates, bits
from ...runtime.limits import check_deadline
from ..step import Step
from .implications import Fact, Implications, Link, implications
from .words import make_step, removed_words

__all__ = ["chain", "length_rating", "loop", "x_chain"]


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
    """Find the shortest chain that closes in a ring, of one of the kinds of `Implications.tables`.

    Followed in both directions, a ring implies that of two neighbours that exclude each other exactly one holds. So
    every candidate that both exclude is removed.
    """

    def find(state: Candidates) -> Iterator[Step]:
        graph = implications(state)
        best: list[Link] = []
        for p in bits(graph.alive):
            check_deadline()
            best = _ring_through(graph, p, kind, len(best) or 1 << 30) or best
        if best:
            yield _ring(graph, best, kind)

    return find


def _ring_through(graph: Implications, p: int, kind: str, shorter_than: int) -> list[Link]:
    """The shortest ring through a candidate that removes anything; empty if none is short enough.

    It ends with a candidate r that is on, then one that r excludes and that forces p.
    """
    excludes, forces = graph.tables(kind)
    ends = list(bits(forces[p]))
    waves = [1 << p]
    for wave in graph.waves(p, True, kind, shorter_than - 3) if ends else ():
        waves.append(wave)
        if len(waves) % 2 == 0 or len(waves) < 3:
            continue
        for q in ends:
            for r in bits(wave & excludes[q]):
                last = Link(q, False, graph.rule_between(r, q, on=False))
                links = [*graph.path_to(waves, r, True, kind), last]
                if _excluded_twice(graph, links):
                    return links
    return []


def _excluded_twice(graph: Implications, links: list[Link]) -> int:
    """The candidates that both neighbours of a pair exclude, for the first and second link, the third and fourth ..."""
    excludes, _ = graph.tables("XY")
    gone = 0
    for p, q in zip(links[::2], links[1::2], strict=True):
        gone |= excludes[p.candidate] & excludes[q.candidate]
    return gone


def _ring(graph: Implications, links: list[Link], kind: str) -> Step:
    gone = _excluded_twice(graph, links)
    first, last = links[0], links[-1]
    closing = graph.rule_between(last.candidate, first.candidate, on=True)
    cells = [graph.cell(link.candidate) for link in links]
    removes: dict[Cell, frozenset[int]] = {}
    for p in bits(gone):
        removes[graph.cell(p)] = removes.get(graph.cell(p), frozenset()) | {graph.digit(p)}
    start = graph.fact(first.candidate, True)
    sentence = (
        f"a ring: if {start}, then {graph.words(links[1:])}, then {start}; it can be read backwards too, so of two "
        f"neighbours one holds, and {removed_words(removes)}"
    )
    name = {"X": "X-ring", "Y": "XY-ring", "XY": "alternating ring"}[kind]
    rating = round((7.0 if kind == "XY" else 6.5) + length_rating(len(links)), 1)
    part = graph.derivation(links)
    arrows = [*part.arrows, graph.arrow(last.candidate, first.candidate, on=True)]
    at, digits = (*cells, *removes), map(graph.digit, part.candidates)
    return make_step(name, rating, sentence, [*part.rules, closing], at, removes=removes, digits=digits, links=arrows)


def _shortest(state: Candidates, kind: str, base: float) -> Iterator[Step]:
    """The shortest chain; each search stops at the length of the best chain so far."""
    graph = implications(state)
    best: tuple[int, bool] | None = None
    shortest = 1 << 30
    for p in bits(graph.alive):
        check_deadline()
        for on in (True, False):
            for length, wave in enumerate(graph.waves(p, on, kind, shortest - 2), 2):
                if length % 2 == 0 and wave >> p & 1:
                    best, shortest = (p, on), length
                    break
    if best is not None:
        p, on = best
        links = graph.chain(p, on, p, not on, kind)
        yield _step(graph, links, base + length_rating(len(links)), kind)


def _step(graph: Implications, links: list[Link], rating: float, kind: str) -> Step:
    start, part = links[0], graph.derivation(links)
    digit, at = graph.digit(start.candidate), graph.name(start.candidate)
    if start.on:
        sentence = f"if {at} were {digit}, then {part.words}, which is a contradiction, so the {digit} goes from {at}"
    else:
        sentence = f"if {at} were not {digit}, then {part.words}, so {at} is {digit} in any case"
    end = Fact(start.candidate, not start.on)
    return graph.conclude(_name(links, kind, graph), rating, sentence, end, [part])


def _name(links: list[Link], kind: str, graph: Implications) -> str:
    if kind == "X":
        return "X-chain"
    in_cells = [graph.cell(p.candidate) == graph.cell(q.candidate) for p, q in pairwise(links) if q.on]
    return "XY-chain" if all(in_cells) else "alternating chain"
