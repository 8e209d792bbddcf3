"""Strong links of one digit, two or three of them: skyscraper, two-string kite, turbot fish, empty rectangle.

A strong link is a unit whose positions for a digit form two groups, so that at least one of the groups holds it. When a
group of one link and a group of the next cannot both hold the digit, the links form a chain: at least one of its two
free ends holds the digit. So it is removed from every cell that is a peer of all cells of both ends.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

from ...puzzles.candidates import Candidates, bits
from ...puzzles.cell_names import listed, short_cell_name
from ...puzzles.labels import unit_has_digit
from ...runtime.limits import check_deadline
from ..step import ChainLink, Step
from .words import apart, cells_named, make_step, removal


class StrongLink(NamedTuple):
    """At least one of the groups `a` and `b` (cells as bits) holds the digit, because unit `u` does.

    The cells that all of `b` see are `sees`.
    """

    u: int
    a: int
    b: int
    sees: int

    @property
    def is_grouped(self) -> bool:
        """Whether an end has more than one cell."""
        return bool(self.a & (self.a - 1) or self.b & (self.b - 1))


def strong_links(k: int) -> Callable[[Candidates], Iterator[Step]]:
    """Find chains of k strong links of one digit, k = 2 or 3.

    Source of the idea: "turbot fish", N. Beylerian, 2005; of the ratings: Sukaku Explainer.
    """

    def find(state: Candidates) -> Iterator[Step]:
        for d in state.board.digits:
            links = _links(state, d)
            if len(links) >= 2 * k:
                for path in _paths(links, k):
                    check_deadline()
                    yield from _step(state, d, path)

    return find


def _links(state: Candidates, d: int) -> list[StrongLink]:
    """All strong links of a digit, each in both directions."""
    shape = state.geometry
    found: dict[tuple[int, int], int] = {}
    for u in shape.complete:
        positions = state.positions[d] & shape.units[u]
        if positions.bit_count() == 2:
            low = positions & -positions
            found.setdefault((low, positions ^ low), u)
        elif positions:
            parts = {positions & shape.units[v] for k in bits(positions) for v in shape.units_of[k]} - {positions}
            groups = sorted(part for part in parts if shape.seen_by_all(part) >= 0)
            for a, b in combinations(groups, 2):
                if a | b == positions:
                    found.setdefault((a, b), u)
    links = []
    for (a, b), u in found.items():
        links += [StrongLink(u, a, b, shape.seen_by_all(b)), StrongLink(u, b, a, shape.seen_by_all(a))]
    return links


def _paths(links: list[StrongLink], k: int) -> Iterator[tuple[StrongLink, ...]]:
    """Chains of k links; each is found from both ends, and yielded once."""
    following = {link: [m for m in links if m.u != link.u and not m.a & ~link.sees] for link in links}
    for first in links:
        check_deadline()
        for second in following[first]:
            if k == 2:
                if first.a < second.b:
                    yield first, second
                continue
            for third in following[second]:
                if first.a < third.b and third.u != first.u:
                    yield first, second, third


def _step(state: Candidates, d: int, path: tuple[StrongLink, ...]) -> Iterator[Step]:
    shape = state.geometry
    ends = path[0].a, path[-1].b
    gone = shape.seen_by_all(ends[0] | ends[1]) & state.positions[d]
    if not gone:
        return
    removes = removal(state, {d: gone})

    def named(group: int) -> str:
        return listed(map(short_cell_name, shape.cells_of(group)), "or")

    name, rating = _name(state, path)
    each = []
    for link in path:
        unit = state.board.units[link.u]
        each.append(f"{unit} has its {d} in {named(link.a)} or else in {named(link.b)}")
    near = [f"{named(p.b)} and {named(q.a)}" for p, q in pairwise(path)]
    nor = "".join(f", nor can {pair}" for pair in near[1:])
    both = "both" if (ends[0] | ends[1]).bit_count() == 2 else "all of them"
    sentence = (
        f"{'; '.join(each)}; {near[0]} cannot both have it{nor}; so {named(ends[0] | ends[1])} has it, "
        f"and the {d} goes from {cells_named(removes)}, which {'sees' if len(removes) == 1 else 'see'} {both}"
    )
    because = [unit_has_digit(state.board.units[link.u], d) for link in path]
    for p, q in pairwise(path):
        because += apart(state, p.b, q.a)
    used = 0
    for link in path:
        used |= link.a | link.b
    cells = (*shape.cells_of(used), *removes)
    yield make_step(name, rating, sentence, because, cells, removes=removes, links=_arrows(state, d, path))


def _arrows(state: Candidates, d: int, path: tuple[StrongLink, ...]) -> Iterator[ChainLink]:
    """The strong link of each unit, and the weak links between them."""
    cells_of = state.geometry.cells_of
    for k, link in enumerate(path):
        if k:
            yield ChainLink(cells_of(path[k - 1].b), d, cells_of(link.a), d, "weak")
        yield ChainLink(cells_of(link.a), d, cells_of(link.b), d, "strong")


def _name(state: Candidates, path: tuple[StrongLink, ...]) -> tuple[str, float]:
    """The common name, and the rating in Sukaku Explainer."""
    rows, columns = ([link.u in lines for link in path] for lines in state.geometry.lines)
    grouped = any(link.is_grouped for link in path)
    if len(path) == 2:
        if grouped:
            return "empty rectangle", 4.2
        if all(rows) or all(columns):
            return "skyscraper", 4.0
        return ("two-string kite", 4.1) if any(rows) and any(columns) else ("turbot fish", 4.2)
    if grouped:
        return "three grouped strong links", 5.7
    if all(rows) or all(columns):
        return "three skyscrapers", 5.4
    return ("three-string kite", 5.6) if any(rows) and any(columns) else ("three strong links", 5.5)
