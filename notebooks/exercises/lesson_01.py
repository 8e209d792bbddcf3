r"""Lesson 1, state a problem: a map with binaries, a MiniZinc model, domains, orders.

## colour-with-binaries: State a colouring with binaries

1. Two kinds of constraints are needed: each region has exactly one colour, and regions that touch do not share one.
2. One equation for each region: its k binaries add up to 1. For each border and each colour one inequality: of the two
   binaries at most one is 1.
3. m.bool_vars('y', [(r, c) for r in regions for c in range(1, k + 1)]) makes the variables; the rule of a border is
   m.add(y[r, c] + y[s, c] <= 1, name), with a name that contains r, s and c. In PuLP: problem += y[r, c] + y[s, c] <= 1.

## read-minizinc: Read a MiniZinc model

1. Compare each line with its rule in words, one after the other. Two of the five lines say something else; a third one
   only looks as if it did.
2. Read the signs aloud: \/ is "or", <-> is "exactly if". For which timetables does the line say yes and the rule no,
   and for which the other way round? Then choose the hours so that all other lines hold.
3. For too_weak, begin with D in hour 1 and E in hour 2, and put A where E is not later than A. For too_strong, begin
   with B and D in hour 2 and E in hour 3: no rule is broken, but the last line demands that B is in hour 1.

## poor-domains: Find domains without a solution

1. Think of the proof that two colours are too few: which regions all touch each other?
2. WA, NT and SA touch each other. If they have only two colours between them, there is no colouring.
3. Start with {1, 2, 3} for each region, and take the same colour away from each of three regions that all touch each
   other.

## order-regions: Order the variables well

1. The tree below a node is repeated for each value of the variable above it. Which variables should come late?
2. Put first the region with the most borders, and then always one that touches as many as possible of those that are
   already placed. T touches nothing.
3. Begin with SA, take NT or V next, and go on along the coast, so that each further region touches two that are already
   placed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

from sudoku_models.course.answers import must_fit
from sudoku_models.course.exams import Asked, question, values
from sudoku_models.course.exercise import SECONDS, Function, Wrong
from sudoku_models.course.models import must_have_solutions, stated, svg
from sudoku_models.errors import NotInstalledError, SolverError, SudokuModelsError
from sudoku_models.inference.backtracking import search
from sudoku_models.models.problem import Problem
from sudoku_models.models.validation import Undecided
from sudoku_models.puzzles.cell_names import listed
from sudoku_models.puzzles.units import Unit

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
    """A model with y[region, colour], of any library, that must accept the colourings and nothing else."""
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
    return "no colouring, though each region has two or three colours left, so that forward checking removes nothing at the root"


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


# -- what a judge uses -------------------------------------------------------------------------------------------------


def binary_solutions(make: Callable[[], Problem], most: int) -> Iterator[frozenset[Any]]:
    """The keys of the variables that are 1, in each solution of a problem.

    Args:
        make: Makes the problem, such as `stated`.
        most: After so many solutions there are no more.

    Raises:
        Wrong: When the problem cannot be built or solved.
        Undecided: At the time limit.

    >>> sorted(map(sorted, binary_solutions(lambda: Problem(lambda m: m.bool_vars("y", "ab")), 9)))
    [[], ['a'], ['a', 'b'], ['b']]
    """
    try:
        for values in make().solutions(most, time_limit=SECONDS):
            yield frozenset(key for key, one in values.items() if one)
    except SolverError as error:
        raise Undecided(str(error)) from None
    except NotInstalledError:
        raise
    except SudokuModelsError as error:
        raise Wrong(f"your model cannot be built or solved: {error}") from None


# -- examination -------------------------------------------------------------------------------------------------------


REGIONS = (
    "AB BC CD DA AC BE DE",
    "AB BC CD DE EA BE",
    "AB AC AD BC CD BE DE",
    "AB BC CA CD DE EC",
    "AB BC CD DA DE EA BE",
)
"""Pairs of regions that touch."""


@question(2, 2)
def state_it(rng: Random) -> Asked:
    names = "abc"
    found: list[tuple[int, ...]] = []
    while not 2 <= len(found) <= 6:
        total, gap = rng.randint(7, 12), rng.randint(1, 3)
        every = (each for each in product(range(1, 6), repeat=3) if sum(each) == total)
        found = [(a, b, c) for a, b, c in every if a < b and c - a >= gap]
    return Asked(
        f"Three numbers a, b, c from 1 to 5 add up to {total}; a is less than b, and c is at least {gap} more than a. State "
        "this as a constraint satisfaction problem: variables, domains, constraints. Then list all its solutions.",
        f"Variables {', '.join(names)}, each with the domain {{1, ..., 5}}; constraints a + b + c = {total}, a < b, "
        f"c - a >= {gap}. Solutions (a, b, c), **{len(found)}** in all: {found}.",
        found,
    )


@question(3, 3)
def colours(rng: Random) -> Asked:
    letters = rng.sample("ABCDE", 5)
    edges = [tuple(sorted(letters["ABCDE".index(end)] for end in edge)) for edge in rng.choice(REGIONS).split()]
    nodes = sorted({end for edge in edges for end in edge})

    def ways(k: int) -> int:
        every = (dict(zip(nodes, colour, strict=True)) for colour in product(range(k), repeat=len(nodes)))
        return sum(all(each[a] != each[b] for a, b in edges) for each in every)

    fewest = next(k for k in range(1, 6) if ways(k))
    return Asked(
        f"On a map, these regions touch: {', '.join(f'{a}-{b}' for a, b in sorted(edges))}. What is the smallest number of "
        "colours with which touching regions differ, and how many such colourings are there with so many named colours?",
        f"With {fewest - 1} colours there is none, with **{fewest}** there are **{ways(fewest)}**, counted by trying all "
        f"{fewest}^{len(nodes)} = {fewest ** len(nodes)} assignments.",
        (fewest, ways(fewest)),
    )


def ordered_variables(rng: Random) -> tuple[dict[str, list[int]], list[tuple[str, str]]]:
    """Three variables with domains, and two comparisons between them, which have a solution."""
    while True:
        domains = {name: sorted(rng.sample(range(1, 7), rng.randint(3, 4))) for name in "xyz"}
        less = rng.choice(([("x", "y"), ("y", "z")], [("y", "x"), ("x", "z")], [("x", "z"), ("y", "z")]))
        if consistent_values(domains, less):
            return domains, less


def consistent_values(domains: dict[str, list[int]], less: list[tuple[str, str]]) -> list[dict[str, int]]:
    every = (dict(zip(domains, each, strict=True)) for each in product(*domains.values()))
    return [each for each in every if all(each[a] < each[b] for a, b in less)]


@question(4, 2)
def nodes_of_a_tree(rng: Random) -> Asked:
    tried: list[dict[str, int]] = []

    def visit(chosen: dict[str, int]) -> bool:
        if len(chosen) == len(domains):
            return True
        name = list(domains)[len(chosen)]
        for value in domains[name]:
            child = chosen | {name: value}
            tried.append(child)
            if all(child[a] < child[b] for a, b in less if a in child and b in child) and visit(child):
                return True
        return False

    while len(tried) < 7:
        tried.clear()
        domains, less = ordered_variables(rng)
        visit({})
    walk = "; ".join(values(each) for each in tried)
    return Asked(
        f"Domains: {values({name: set(each) for name, each in domains.items()})}. Constraints: "
        f"{', '.join(f'{a} < {b}' for a, b in less)}. Backtracking assigns x, then y, then z, each from its smallest value "
        "up, and tests a constraint as soon as both of its variables have values. Draw the tree to the first solution. "
        "How many assignments does it try, the last one included?",
        f"It tries **{len(tried)}**: {walk}. The last is the solution.",
        len(tried),
    )


@question(3, 1)
def forward_checking(rng: Random) -> Asked:
    domains, less = ordered_variables(rng)
    name = rng.choice([end for pair in less for end in pair])
    value = rng.choice(domains[name])
    left = {}
    for other, domain in domains.items():
        keeps = [(a, b) for a, b in less if {a, b} == {name, other}]
        left[other] = {
            v for v in domain if all({name: value, other: v}[a] < {name: value, other: v}[b] for a, b in keeps)
        }
    left[name] = {value}
    empty = [other for other in left if not left[other]]
    return Asked(
        f"Domains: {values({other: set(each) for other, each in domains.items()})}. Constraints: "
        f"{', '.join(f'{a} < {b}' for a, b in less)}. Forward checking has just assigned {name} = {value}. What is left of "
        "each domain? Does it go on, or back?",
        f"Only the domains of variables that share a constraint with {name} change: {values(left)}. "
        + (f"The domain of {empty[0]} is empty: it goes **back**." if empty else "No domain is empty: it goes **on**."),
        left,
    )
