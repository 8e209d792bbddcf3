"""Lesson 1, define a problem: consistency, a map with binaries, domains, orders, pairs and peers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from ...errors import SolverError, SudokuModelsError
from ...inference.backtracking import search
from ...models.problem import Problem
from ...models.validation import short
from ...puzzles.board import Board, Unit
from ..exercise import Undecided, Wrong
from ..judges import call_unchanged, must_be_callable, must_be_unchanged, value
from ..pictures import svg

AUSTRALIA = ["NSW", "NT", "Q", "SA", "T", "V", "WA"]
BORDERS = [
    ("WA", "NT"), ("WA", "SA"), ("NT", "SA"), ("NT", "Q"), ("SA", "Q"),
    ("SA", "NSW"), ("SA", "V"), ("Q", "NSW"), ("NSW", "V"),
]  # fmt: skip


def is_consistent(assignment: dict[str, int], borders: list[tuple[str, str]]) -> bool:
    """Whether no border has the same colour on both sides; a region that is not in the assignment has none."""
    return all(assignment.get(r, 0) != assignment.get(s, -1) for r, s in borders)


CIRCLE = {"A": (0.0, 1.0), "B": (1.0, 1.0), "C": (1.0, 0.0), "D": (0.0, 0.0)}
"""The places of the regions of a small map."""


def _cases() -> Iterator[tuple[dict[str, int], list[tuple[str, str]]]]:
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


def consistent(answer: Any) -> str:
    """A function (assignment, borders) -> bool, compared with the definition."""
    must_be_callable(answer, "assignment, borders")
    for assignment, borders in _cases():
        got, want = call_unchanged(answer, (assignment, borders)), is_consistent(assignment, borders)
        if isinstance(got, bool) and got == want:
            continue
        on = "the borders of Australia" if borders is BORDERS else f"the borders {borders}"
        returns = f"for the assignment {assignment} and {on} your function returns {short(got)}"
        raise Wrong(
            f"{returns}, and it should return {want}: {_reason(assignment, borders)}",
            picture=_drawn(assignment, borders),
        )
    return "it is right on partial and on complete assignments, and it takes the borders from its argument"


def _reason(assignment: Mapping[str, int], borders: Iterable[tuple[str, str]]) -> str:
    for r, s in borders:
        if r in assignment and assignment[r] == assignment.get(s):
            return f"{r} and {s} touch, and both have colour {assignment[r]}"
    return "no border has the same colour on both sides"


def _drawn(colours: Mapping[str, int], borders: Sequence[tuple[str, str]]) -> str:
    """A map with these colours; a small one as a graph."""
    if borders is BORDERS:
        return svg(lambda plots, ax: plots.coloured_map(colours, ax=ax))
    places = {r: CIRCLE[r] for r in CIRCLE if r in colours or any(r in border for border in borders)}
    return svg(lambda plots, ax: plots.constraint_graph(borders, colours, places, ax), 2.4, 2.4)


MAPS: list[tuple[str, list[str], list[tuple[str, str]], int]] = [
    ("two regions that touch", ["A", "B"], [("A", "B")], 2),
    ("three regions that all touch", ["A", "B", "C"], [("A", "B"), ("B", "C"), ("A", "C")], 2),
    ("one region", ["A"], [], 1),
    ("three regions, two of which touch", ["C", "B", "A"], [("B", "A")], 2),
    ("four regions in a ring", ["A", "B", "C", "D"], [("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")], 3),
    ("Australia", AUSTRALIA, BORDERS, 3),
]


def colour_with_binaries(answer: Any) -> str:
    """A model `(m, regions, borders, k) -> y[region, colour]` that must accept the colourings and nothing else."""
    must_be_callable(answer, "m, regions, borders, k")
    for name, regions, borders, k in MAPS:
        _judge_map(answer, name, regions, borders, k)
    return f"your model has exactly the colourings of {len(MAPS)} maps, from {MAPS[0][0]} to {MAPS[-1][0]} (18)"


def _judge_map(answer: Any, name: str, regions: list[str], borders: list[tuple[str, str]], k: int) -> None:
    tried = f"{name}, with {k} colour{'s' * (k > 1)}"
    problem = _binary_problem(answer, tried, regions, borders, k)
    truth = [c for c in map(dict, _assignments(regions, k)) if is_consistent(c, borders)]
    found = []
    for y in _solutions(problem, len(truth) + 1):
        colours = {r: [d for d in range(1, k + 1) if y[r, d]] for r in regions}
        for r, of_region in colours.items():
            if len(of_region) != 1:
                has = f"the colours {' and '.join(map(str, of_region))}" if of_region else "no colour"
                raise Wrong(f"for {tried}, your model accepts an assignment in which {r} has {has}")
        colouring = {r: d for r, (d,) in colours.items()}
        for r, s in borders:
            if colouring[r] == colouring[s]:
                accepts = f"for {tried}, your model accepts {colouring}, but {r} and {s} touch"
                raise Wrong(accepts, picture=_drawn(colouring, borders))
        found.append(colouring)
    if missing := [c for c in truth if c not in found]:
        forbids = (
            f"for {tried}, your model forbids {missing[0]}, in which no two regions that touch have the same colour"
        )
        raise Wrong(forbids, picture=_drawn(missing[0], borders))


def _binary_problem(answer: Any, tried: str, regions: list[str], borders: list[tuple[str, str]], k: int) -> Problem:
    """The model of the answer, which must be linear and have a binary for each region and colour."""
    keys = list(product(regions, range(1, k + 1)))

    def define(m: Any) -> Any:
        arguments = list(regions), list(borders)
        y = answer(m, *arguments, k)
        must_be_unchanged((regions, borders), arguments, "its argument regions or borders")
        if not isinstance(y, Mapping):
            raise Wrong(f"for {tried}, it must return a dict y with a key (region, colour) such as {keys[0]}")
        if missing := [key for key in keys if key not in y]:
            raise Wrong(f"for {tried}, it must return a dict y with a key (region, colour); {missing[0]} is missing")
        return {key: y[key] for key in keys}

    try:
        problem = Problem(define)
    except SudokuModelsError as error:
        raise Wrong(f"for {tried}, your model cannot be built: {error}") from None
    if problem.m.logic():
        raise Wrong("use sums of binaries, so that a linear solver takes the model without a rewrite")
    for key, y in problem.variables.items():
        column = problem.m.column(y)
        if not problem.m.is_integer(column) or problem.m.declared(column) != (0, 1):
            raise Wrong(f"the variable for {key} must be a binary; m.bool_vars makes them")
    return problem


def _assignments(regions: list[str], k: int) -> Any:
    return (zip(regions, colours, strict=True) for colours in product(range(1, k + 1), repeat=len(regions)))


def _solutions(problem: Problem, most: int) -> Any:
    try:
        yield from problem.solutions(limit=most, time_limit=10)
    except SolverError as error:
        raise Undecided(str(error)) from None
    except SudokuModelsError as error:
        raise Wrong(f"your model cannot be solved: {error}") from None


def poor_domains(domains: Any) -> str:
    """Domains with two or three of the colours 1 to 3 for each region, with which Australia has no colouring."""
    if not isinstance(domains, Mapping) or sorted(map(str, domains)) != AUSTRALIA:
        raise Wrong(f"the answer must be a dict with a set of colours for each of {', '.join(AUSTRALIA)}")
    for r, colours in domains.items():
        if not isinstance(colours, set | frozenset | list | tuple) or not set(colours) <= {1, 2, 3}:
            raise Wrong(f"the domain of {r} must be a set of colours from 1 to 3, not {short(colours)}")
        if len(set(colours)) < len(colours):
            raise Wrong(f"the domain of {r} has a colour twice: {short(colours)}")
        if len(colours) < 2:
            raise Wrong(f"the domain of {r} must keep at least two colours, and it has {len(colours)}")
    taken = 21 - sum(map(len, domains.values()))
    if taken > 3:
        raise Wrong(f"you have taken {taken} of the 21 values away; three are enough")
    for colours in product(*(sorted(domains[r]) for r in AUSTRALIA)):
        colouring = dict(zip(AUSTRALIA, map(int, colours), strict=True))
        if is_consistent(colouring, BORDERS):
            there_is = f"there is still a colouring within these domains: {colouring}"
            raise Wrong(there_is, picture=_drawn(colouring, BORDERS))
    return (
        "no colouring, though every region has at least two colours left, so that forward checking finds nothing to "
        "remove at the root"
    )


def _nodes(order: Any, strength: str = "none") -> int:
    units = [Unit(f"{r}-{s}", (r, s)) for r, s in BORDERS]  # type: ignore[arg-type]  # a unit of regions
    return len(search(units, {r: frozenset({1, 2, 3}) for r in order}, strength).nodes)


FEWEST, MOST = 103, 1120
"""The nodes of plain backtracking for all 18 colourings, over all 5,040 orders; a test counts them."""


def order_regions(order: Any) -> str:
    """An order of the regions in which plain backtracking visits the fewest nodes."""
    if not isinstance(order, list | tuple) or sorted(map(str, order)) != AUSTRALIA:
        raise Wrong(f"the answer must be a list with each of the seven regions once: {', '.join(AUSTRALIA)}")
    nodes = _nodes(order)
    if nodes > FEWEST:
        at = order.index("T") + 1
        hint = (
            f"T touches nothing, and at place {at} it multiplies all that comes below it by three"
            if order[-1] != "T"
            else "take next a region that touches as many as possible of those that have a colour already"
        )
        raise Wrong(
            f"{nodes:,} nodes, and the alphabet needs {_nodes(AUSTRALIA)}; there are orders with {FEWEST}: {hint}"
        )
    return f"{nodes} nodes, the fewest that any of the 5,040 orders needs; the worst ones need {MOST:,}"


pairs_of_16 = value(
    len(Board.of_size(16).pairs),
    {
        39: "39 is the number of peers of one cell; the board has 256 cells",
        256 * 39: "this counts every pair from both ends: the pair of i and j is the pair of j and i",
        256 * 45: "this counts every pair from both ends, and twice the cells that share a box and a row or a column",
        48 * 120: "this counts the pairs of each unit, but some pairs share two units: a box and a row or a column",
        810: "810 is the number for the 9x9 board",
    },
    praise="each cell has 15 + 15 + 9 = 39 peers, and 256 * 39 / 2 = 4992",
    hint="count the peers of one cell first: those in its row, in its column, and in its box but in neither",
)
