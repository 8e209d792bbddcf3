"""Lesson 1, define a problem: consistency, a map with binaries, domains, orders, pairs and peers."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from ...backends import Backend
from ...inference.backtracking import search
from ...puzzles.board import Board
from ...puzzles.cell_names import listed
from ...puzzles.units import Unit
from ..answers import must_fit
from ..exercise import Function, Wrong
from ..judges import function, value
from ..models import binary_solutions, must_have_solutions, stated, svg

Colouring = Mapping[str, int]
Borders = Sequence[tuple[str, str]]

AUSTRALIA = ["NSW", "NT", "Q", "SA", "T", "V", "WA"]
BORDERS = [
    ("WA", "NT"), ("WA", "SA"), ("NT", "SA"), ("NT", "Q"), ("SA", "Q"),
    ("SA", "NSW"), ("SA", "V"), ("Q", "NSW"), ("NSW", "V"),
]  # fmt: skip
CIRCLE = {"A": (0.0, 1.0), "B": (1.0, 1.0), "C": (1.0, 0.0), "D": (0.0, 0.0)}
"""The places of the regions of a small map."""


def is_consistent(assignment: Colouring, borders: Borders) -> bool:
    """Whether no border has the same colour on both sides; a region that is not in the assignment has none."""
    return all(assignment.get(r, 0) != assignment.get(s, -1) for r, s in borders)


def _assignments() -> Iterator[tuple[Colouring, Borders]]:
    """Assignments of few regions first: small maps with all partial assignments, and Australia with some of them."""
    yield {}, BORDERS
    for borders in ([("A", "B")], [("B", "A")], [], [("A", "B"), ("C", "B")], [("B", "C"), ("A", "C"), ("A", "B")]):
        for colours in product((None, 1, 2), repeat=3):
            yield {r: c for r, c in zip("ABC", colours, strict=True) if c}, borders
    yield {"A": int("1000"), "B": int("1000")}, [("A", "B")]  # two objects, which are equal and not the same
    random = Random(0)
    for _ in range(60):
        some = random.sample(AUSTRALIA, random.randint(2, 7))
        yield {r: random.randint(1, 3) for r in some}, BORDERS
    yield {"SA": 3, "WA": 1, "NT": 2, "Q": 1, "NSW": 2, "V": 1, "T": 3}, BORDERS
    for r, s in BORDERS:  # one border alone has the same colour on both sides
        clash = {region: k for k, region in enumerate(AUSTRALIA, 1)}
        yield clash | {s: clash[r]}, BORDERS


def _drawn(colours: Colouring, borders: Borders) -> str:
    """A map with these colours; a small one as a graph."""
    if max(colours.values(), default=0) > len(AUSTRALIA):
        return ""
    if list(borders) == BORDERS:
        return svg(lambda plots, ax: plots.coloured_map(colours, ax=ax))
    places = {r: CIRCLE[r] for r in CIRCLE if r in colours or any(r in border for border in borders)}
    return svg(lambda plots, ax: plots.constraint_graph(borders, colours, places, ax), 2.4, 2.4)


def _not_as_defined(got: Any, want: bool, assignment: Colouring, borders: Borders) -> Wrong:
    alike = [(r, s) for r, s in borders if r in assignment and assignment[r] == assignment.get(s)]
    why = f"{listed(alike[0])} touch, and have one colour" if alike else "no border has one colour on both sides"
    on = "Australia" if list(borders) == BORDERS else f"the borders {borders}"
    says = f"for the assignment {assignment} and {on} your function returns {got!r}, and it should return {want}"
    return Wrong(f"{says}: {why}", picture=_drawn(assignment, borders))


consistent = function(
    is_consistent,
    _assignments,
    "it is right on partial and on complete assignments, and it takes the borders from its argument",
    objection=_not_as_defined,
)


MAPS: list[tuple[str, list[str], list[tuple[str, str]], int]] = [
    ("two regions that touch", ["A", "B"], [("A", "B")], 2),
    ("three regions that all touch", ["A", "B", "C"], [("A", "B"), ("B", "C"), ("A", "C")], 2),
    ("one region", ["A"], [], 1),
    ("three regions, two of which touch", ["C", "B", "A"], [("B", "A")], 2),
    ("four regions in a ring", ["A", "B", "C", "D"], [("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")], 3),
    ("Australia", AUSTRALIA, BORDERS, 3),
]


def colour_with_binaries(answer: Function) -> str:
    """A model `(m, regions, borders, k) -> y[region, colour]` that must accept the colourings and nothing else."""
    for each in MAPS:
        _must_have_the_colourings(answer, *each)
    return f"your model has exactly the colourings of {len(MAPS)} maps, from {MAPS[0][0]} to {MAPS[-1][0]} (18)"


def _must_have_the_colourings(answer: Any, name: str, regions: list[str], borders: Borders, k: int) -> None:
    tried, keys = f"for {name} and {k} colours, your model", [*product(regions, range(1, k + 1))]
    every = (dict(zip(regions, c, strict=True)) for c in product(range(1, k + 1), repeat=len(regions)))
    right = [frozenset(c.items()) for c in every if is_consistent(c, borders)]

    def define(m: Backend) -> dict[Any, Any]:
        y = stated(answer, m, [regions, borders, k], keys, "pairs (region, colour)")
        if m.logic():
            raise Wrong("use sums of binaries, so that a linear solver takes the model without a rewrite")
        return y

    def objection(ones: frozenset[Any], allowed: bool) -> Wrong:
        for r in regions:
            if len(held := [c for s, c in sorted(ones) if s == r]) != 1:
                has = f"the colours {listed(held)}" if held else "no colour"
                return Wrong(f"{tried} accepts an assignment in which {r} has {has}")
        colours = dict(sorted(ones))
        touching = next((f", but {r} and {s} touch" for r, s in borders if colours[r] == colours[s]), "")
        says = f"accepts {colours}{touching}" if allowed else f"forbids {colours}, in which all that touch differ"
        return Wrong(f"{tried} {says}", picture=_drawn(colours, borders))

    must_have_solutions(binary_solutions(define, len(right) + 1), right, objection)


def poor_domains(domains: Any) -> str:
    """Domains with two or three of the colours 1 to 3 for each region, with which Australia has no colouring."""
    must_fit(domains, {str: [{1, 2, 3}]}, "the answer must be a dict with a set of colours from 1 to 3 for each region")
    if sorted(domains) != AUSTRALIA:
        raise Wrong(f"the regions must be {listed(AUSTRALIA)}, and these are {listed(domains) if domains else 'none'}")
    for r, colours in domains.items():
        if not 2 <= len(set(colours)) == len(colours):
            raise Wrong(f"the domain of {r} must keep at least two colours, each once, and it is {colours}")
    taken = 21 - sum(map(len, domains.values()))
    if taken > 3:
        raise Wrong(f"you have taken {taken} of the 21 values away; three are enough")
    for colours in product(*(sorted(map(int, domains[r])) for r in AUSTRALIA)):
        colouring = dict(zip(AUSTRALIA, colours, strict=True))
        if is_consistent(colouring, BORDERS):
            still = f"there is still a colouring within these domains: {colouring}"
            raise Wrong(still, picture=_drawn(colouring, BORDERS))
    return "no colouring, though each region has two colours left, so that forward checking removes nothing at the root"


FEWEST, MOST = 103, 1120
"""The nodes of plain backtracking for all 18 colourings, over all 5,040 orders; a test counts them."""


def _nodes(order: Any) -> int:
    units = [Unit(f"{r}-{s}", (r, s)) for r, s in BORDERS]  # type: ignore[arg-type]  # a unit of regions
    return len(search(units, {r: frozenset({1, 2, 3}) for r in order}, "none").nodes)


def order_regions(order: Any) -> str:
    """An order of the regions in which plain backtracking visits the fewest nodes."""
    must_fit(order, [str], "the answer must be a list of regions")
    if isinstance(order, set | frozenset) or sorted(order) != AUSTRALIA:
        raise Wrong(f"the answer must be a list with each of the seven regions once: {listed(AUSTRALIA)}")
    nodes = _nodes(order)
    if nodes > FEWEST:
        hint = "take next a region that touches as many as possible of those that have a colour already"
        if order[-1] != "T":
            hint = f"T touches nothing, and at place {order.index('T') + 1} it multiplies all that comes below by three"
        raise Wrong(
            f"{nodes:,} nodes, the alphabet needs {_nodes(AUSTRALIA)}, and there are orders with {FEWEST}: {hint}"
        )
    return f"{nodes} nodes, the fewest that any of the 5,040 orders needs; the worst ones need {MOST:,}"


pairs_of_16 = value(
    len(Board.of_size(16).pairs),
    {
        39: "39 is the number of peers of one cell; the board has 256 cells",
        256 * 39: "this counts every pair from both ends: the pair of i and j is the pair of j and i",
        256 * 45: "this counts pairs from both ends, and cells twice that share a box and a row or a column",
        48 * 120: "this counts the pairs of each unit, but some pairs share two units: a box and a row or a column",
        810: "810 is the number for the 9x9 board",
    },
    praise="each cell has 15 + 15 + 9 = 39 peers, and 256 * 39 / 2 = 4992",
    hint="count the peers of one cell first: those in its row, in its column, and in its box but in neither",
)
