"""Lesson 1, state a problem: a MiniZinc model, a map with binaries, domains, orders."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from ...inference.backtracking import search
from ...models.problem import Problem
from ...puzzles.cell_names import listed
from ...puzzles.units import Unit
from ..answers import must_fit
from ..exercise import Function, Wrong
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


def _drawn(colours: Colouring, borders: Borders) -> str:
    """A map with these colours; a small one as a graph."""
    if max(colours.values(), default=0) > len(AUSTRALIA):
        return ""
    if list(borders) == BORDERS:
        return svg(lambda plots, ax: plots.coloured_map(colours, ax=ax))
    places = {r: CIRCLE[r] for r in CIRCLE if r in colours or any(r in border for border in borders)}
    return svg(lambda plots, ax: plots.constraint_graph(borders, colours, places, ax), 2.4, 2.4)


TALKS = "ABCDE"
HOURS = (1, 2, 3)
Times = Mapping[str, int]


class Line(NamedTuple):
    """A rule in words, what it means, the line of the MiniZinc model, and what this means."""

    words: str
    meant: Callable[[Times], bool]
    stated: str
    says: Callable[[Times], bool]


def _at_most_two(x: Times) -> bool:
    return all(list(x.values()).count(h) <= 2 for h in HOURS)


def _abc_differ(x: Times) -> bool:
    return len({x["A"], x["B"], x["C"]}) == 3


LINES = [
    Line("A, B and C are in different hours", _abc_differ, "alldifferent([hour[A], hour[B], hour[C]])", _abc_differ),
    Line(
        "A and B are in hours that follow each other",
        lambda x: abs(x["A"] - x["B"]) == 1,
        "abs(hour[A] - hour[B]) <= 1",
        lambda x: abs(x["A"] - x["B"]) <= 1,
    ),
    Line(
        "E is later than A, and later than D",
        lambda x: x["A"] < x["E"] and x["D"] < x["E"],
        r"hour[A] < hour[E] \/ hour[D] < hour[E]",
        lambda x: x["A"] < x["E"] or x["D"] < x["E"],
    ),
    Line(
        "no hour has more than two talks",
        _at_most_two,
        "forall(h in HOUR)(sum(t in TALK)(hour[t] = h) <= 2)",
        _at_most_two,
    ),
    Line(
        "if D is in hour 1, then B is not",
        lambda x: x["D"] != 1 or x["B"] != 1,
        "hour[D] = 1 <-> hour[B] != 1",
        lambda x: (x["D"] == 1) == (x["B"] != 1),
    ),
]
"""The rules of the exercise and its model; a test counts what each of them allows."""


def read_minizinc(too_weak: Any, too_strong: Any) -> str:
    """Two timetables: one that the model accepts and the rules forbid, and one the other way round."""
    for which, x in (("too_weak", too_weak), ("too_strong", too_strong)):
        must_fit(x, {str: set(HOURS)}, f"{which} must be a dict with an hour from 1 to 3 for each talk")
        if sorted(x) != [*TALKS]:
            raise Wrong(f"{which} must have an hour for each of the talks {listed(TALKS)}, and no others")
        times = {t: int(x[t]) for t in TALKS}
        refused = next((line for line in LINES if not line.says(times)), None)
        against = next((line for line in LINES if not line.meant(times)), None)
        shown = f"{which} = {times}"
        if which == "too_weak" and refused:
            raise Wrong(f"{shown} is not accepted by the model: {refused.stated} does not hold")
        if which == "too_weak" and not against:
            raise Wrong(f"{shown} obeys all five rules, so that it does not show that the model is too weak")
        if which == "too_strong" and against:
            raise Wrong(f"{shown} breaks a rule: {against.words}")
        if which == "too_strong" and not refused:
            raise Wrong(f"{shown} is accepted by the model, so that it does not show that the model is too strong")
    return (
        r"the third line has \/ (or) where the rule says 'and'; the fifth has <-> (exactly if) where it says 'if'. "
        "The second line alone would accept A and B in one hour, but the first forbids that"
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

    def make() -> Problem:
        problem = stated(answer, [regions, borders, k], keys, "pairs (region, colour)")
        if problem.m.logic():
            raise Wrong("use sums of binaries, so that a linear solver takes the model without a rewrite")
        return problem

    def objection(ones: frozenset[Any], allowed: bool) -> Wrong:
        for r in regions:
            if len(held := [c for s, c in sorted(ones) if s == r]) != 1:
                has = f"the colours {listed(held)}" if held else "no colour"
                return Wrong(f"{tried} accepts an assignment in which {r} has {has}")
        colours = dict(sorted(ones))
        touching = next((f", but {r} and {s} touch" for r, s in borders if colours[r] == colours[s]), "")
        says = f"accepts {colours}{touching}" if allowed else f"forbids {colours}, in which all that touch differ"
        return Wrong(f"{tried} {says}", picture=_drawn(colours, borders))

    must_have_solutions(binary_solutions(make, len(right) + 1), right, objection)


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
