"""Lesson 1, define a problem: pairs and peers, consistency, a map with binaries, orders, domains."""

from itertools import product
from typing import Any

from ...errors import SolverError, SudokuModelsError
from ...inference.backtracking import search
from ...models.problem import Problem
from ...puzzles.board import Board, Unit
from ..exercise import Undecided, Wrong, exercise
from ..judges import function, value

AUSTRALIA = ["NSW", "NT", "Q", "SA", "T", "V", "WA"]
BORDERS = [
    ("WA", "NT"), ("WA", "SA"), ("NT", "SA"), ("NT", "Q"), ("SA", "Q"),
    ("SA", "NSW"), ("SA", "V"), ("Q", "NSW"), ("NSW", "V"),
]  # fmt: skip

exercise(
    "pairs-of-16",
    lesson=1,
    title="Count the pairs of a larger board",
    judge=value(
        len(Board.of_size(16).pairs),
        {
            39: "39 is the number of peers of one cell; the board has 256 cells",
            256 * 39: "this counts every pair from both ends: the pair of i and j is the pair of j and i",
            256
            * 45: "this counts every pair from both ends, and twice the cells that share a box and a row or a column",
            48 * 120: "this counts the pairs of each unit, but some pairs share two units: a box and a row or a column",
            810: "810 is the number for the 9x9 board",
        },
        praise="each cell has 15 + 15 + 9 = 39 peers, and 256 * 39 / 2 = 4992",
        hint="count the peers of one cell first: those in its row, in its column, and in its box but in neither",
    ),
)


def consistent(assignment: dict[str, int], borders: list[tuple[str, str]]) -> bool:
    """Whether no border has the same colour on both sides; a region that is not in the assignment has none."""
    return all(assignment.get(r, 0) != assignment.get(s, -1) for r, s in borders)


exercise(
    "consistent",
    lesson=1,
    title="Tell whether an assignment is consistent",
    judge=function(
        consistent,
        [
            ({"WA": 1, "NT": 2}, BORDERS),
            ({"WA": 1, "NT": 1}, BORDERS),
            ({"WA": 1, "Q": 1, "V": 1, "T": 1}, BORDERS),
            ({}, BORDERS),
            ({"NSW": 3, "V": 3}, BORDERS),
            ({"SA": 3, "WA": 1, "NT": 2, "Q": 1, "NSW": 2, "V": 1, "T": 3}, BORDERS),
            ({"b": 2, "a": 2}, [("a", "b")]),
            ({"a": 2, "b": 2}, []),
        ],
        praise="it is right on partial and on complete assignments, and it takes the borders from its argument",
        hint="only a border with the same colour on both sides breaks a rule",
    ),
)

MAPS: list[tuple[str, list[str], list[tuple[str, str]], int]] = [
    ("two regions that touch", ["A", "B"], [("A", "B")], 2),
    ("three regions that all touch", ["A", "B", "C"], [("A", "B"), ("B", "C"), ("A", "C")], 2),
    ("four regions in a ring", ["A", "B", "C", "D"], [("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")], 3),
    ("Australia", AUSTRALIA, BORDERS, 3),
]


@exercise("colour-with-binaries", lesson=1, title="State a colouring with binaries")
def colour_with_binaries(answer: Any) -> str:
    """A model `(m, regions, borders, k) -> y[region, colour]` that must accept the colourings and nothing else."""
    if not callable(answer):
        raise Wrong("the answer must be a function; pass it without brackets")
    for name, regions, borders, k in MAPS:
        _judge_map(answer, name, regions, borders, k)
    return f"your model has exactly the colourings of {len(MAPS)} maps, from {MAPS[0][0]} to {MAPS[-1][0]} (18)"


def _judge_map(answer: Any, name: str, regions: list[str], borders: list[tuple[str, str]], k: int) -> None:
    tried = f"{name}, with {k} colours"
    keys = list(product(regions, range(1, k + 1)))

    def define(m: Any) -> Any:
        y = answer(m, list(regions), list(borders), k)
        if not isinstance(y, dict) or not all(key in y for key in keys):
            raise Wrong(f"for {tried}, it must return a dict y with a key (region, colour) such as {keys[0]}")
        return {key: y[key] for key in keys}

    problem = Problem(define)
    if problem.m.logic():
        raise Wrong("use sums of binaries, so that a linear solver takes the model without a rewrite")
    for key, y in problem.variables.items():
        column = problem.m.column(y)
        if not problem.m.is_integer(column) or problem.m.declared(column) != (0, 1):
            raise Wrong(f"the variable for {key} must be a binary; m.bool_vars makes them")
    truth = [c for c in map(dict, _assignments(regions, k)) if consistent(c, borders)]
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
                raise Wrong(f"for {tried}, your model accepts {colouring}, but {r} and {s} touch")
        found.append(colouring)
    if missing := [c for c in truth if c not in found]:
        raise Wrong(f"for {tried}, your model forbids {missing[0]}, in which no two regions that touch are alike")


def _assignments(regions: list[str], k: int) -> Any:
    return (zip(regions, colours, strict=True) for colours in product(range(1, k + 1), repeat=len(regions)))


def _solutions(problem: Problem, most: int) -> Any:
    try:
        yield from problem.solutions(limit=most, time_limit=10)
    except SolverError as error:
        raise Undecided(str(error)) from None
    except SudokuModelsError as error:
        raise Wrong(f"your model cannot be solved: {error}") from None


def _nodes(order: Any, strength: str = "none") -> int:
    units = [Unit(f"{r}-{s}", (r, s)) for r, s in BORDERS]  # type: ignore[arg-type]  # a unit of regions
    return len(search(units, {r: frozenset({1, 2, 3}) for r in order}, strength).nodes)


FEWEST, MOST = 103, 1120
"""The nodes of plain backtracking for all 18 colourings, over all 5,040 orders; a test counts them."""


@exercise("order-regions", lesson=1, title="Order the variables well")
def order_regions(order: Any) -> str:
    """An order of the regions in which plain backtracking visits the fewest nodes."""
    if not isinstance(order, list | tuple) or sorted(map(str, order)) != AUSTRALIA:
        raise Wrong(f"the answer must be a list with each of the seven regions once: {', '.join(AUSTRALIA)}")
    nodes = _nodes(order)
    if nodes > FEWEST:
        at = order.index("T") + 1
        hint = (
            f"T touches nothing, and from place {at} on it multiplies all that comes below it by three"
            if order[-1] != "T"
            else "take next a region that touches as many as possible of those that have a colour already"
        )
        raise Wrong(
            f"{nodes:,} nodes, and the alphabet needs {_nodes(AUSTRALIA)}; there are orders with {FEWEST}: {hint}"
        )
    return f"{nodes} nodes, the fewest that any of the 5,040 orders needs; the worst ones need {MOST:,}"


@exercise("poor-domains", lesson=1, title="Find domains without a solution")
def poor_domains(domains: Any) -> str:
    """Domains with two or three of the colours 1 to 3 for each region, with which Australia has no colouring."""
    if not isinstance(domains, dict) or sorted(map(str, domains)) != AUSTRALIA:
        raise Wrong(f"the answer must be a dict with a set of colours for each of {', '.join(AUSTRALIA)}")
    for r, colours in domains.items():
        if not isinstance(colours, set | frozenset | list | tuple) or not set(colours) <= {1, 2, 3}:
            raise Wrong(f"the domain of {r} must be a set of colours from 1 to 3, not {colours!r}")
        if len(set(colours)) < 2:
            raise Wrong(f"the domain of {r} must keep at least two colours, and it has {len(set(colours))}")
    kept = sum(len(set(colours)) for colours in domains.values())
    if kept < 18:
        raise Wrong(f"you have taken {21 - kept} of the 21 values away; three are enough")
    for colours in product(*(sorted(set(domains[r])) for r in AUSTRALIA)):
        colouring = dict(zip(AUSTRALIA, colours, strict=True))
        if consistent(colouring, BORDERS):
            raise Wrong(f"there is still a colouring within these domains: {colouring}")
    return (
        "no colouring, though every region has at least two colours left and forward checking has nothing to say at "
        "the root"
    )
