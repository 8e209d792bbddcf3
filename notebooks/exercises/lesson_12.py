"""Lesson 12, cuts and branching: the cut of an odd cycle, a method to try first, values excluded by reduced costs.

## odd-cycle: Derive a cut

1. Add the rows of all the sets. What is the coefficient of a member in the sum, and what is the right side?
2. A member that is in k of the sets has the coefficient k in the sum, and k // 2 after halving and rounding down. The
   right side is the number of the sets, halved and rounded down.
3. sum(member in clique for clique in cliques) is k. Add up k // 2 times y[member] over all members, and subtract
   len(cliques) // 2.

## first-try: Choose what to try first

1. Compute the mean time of each choice, also that of the solver alone, and take the smallest.
2. A method that decides the share p for c milliseconds takes c + (1 - p) S on average; the solver alone takes S. The
   shares are given in per cent.
3. times = {name: cost + (100 - share) / 100 * solver ...}; min(times, key=times.get) is the best method. Compare its
   time with that of the solver alone before you return it.

## reduced-costs: Filter by reduced costs

1. What does a solution cost at least in which a certain variable is 1? And what may a better solution cost?
2. At least bound + its reduced cost. A better solution costs best - 1 or less, because costs are integers. Keep the
   variables for which the first does not exceed the second.
3. A set of the names for which bound + r <= best - 1, over reduced.items().
"""

import random
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from sudoku_models.course.exams import Asked, question, values
from sudoku_models.course.judges import function

# -- the cut of an odd cycle -------------------------------------------------------------------------------------------

Cliques = list[set[str]]
Point = dict[str, float]


def _cut(weight: Callable[[int], float], bound: Callable[[int], float]) -> Callable[[Cliques, Point], float]:
    """The left side minus the right side of a cut, whose coefficients depend on the number of cliques with a member."""

    def violation(cliques: Cliques, y: Point) -> float:
        return sum(weight(sum(i in c for c in cliques)) * y[i] for i in y) - bound(len(cliques))

    return violation


violation = _cut(lambda count: count // 2, lambda q: q // 2)
"""The sum of all rows, halved and rounded down.

>>> violation([{"a", "b"}, {"b", "c"}, {"c", "a"}], {"a": 0.5, "b": 0.5, "c": 0.5})
0.5
"""


def cycles() -> list[tuple[Cliques, Point]]:
    """The pentagon, then rings of cliques in which some members are in one, three or four of them."""
    pentagon: Cliques = [{"a", "b"}, {"b", "c"}, {"c", "d"}, {"d", "e"}, {"e", "a"}]
    cases = [(pentagon, dict.fromkeys("abcde", 0.5)), (pentagon, dict.fromkeys("abcde", 0.25))]
    rng = random.Random(1973)
    for _ in range(28):
        q = rng.choice([3, 5, 7])
        names = "abcdefghij"[: q + 3]
        cliques: Cliques = [{names[k], names[(k + 1) % q]} for k in range(q)]
        for name in names[rng.randrange(q) :]:
            for clique in rng.sample(cliques, rng.randint(0, 2)):
                clique.add(name)
        cases.append((cliques, {name: rng.randint(2, 5) / 8 for name in names}))
    return cases


odd_cycle = function(
    violation,
    cycles,
    "your function agrees on {n} rings of 3, 5 or 7 sets, some of which violate their cut",
    mistakes={
        "does not round the coefficients": _cut(lambda count: count / 2, lambda q: q // 2),
        "rounds the coefficients up": _cut(lambda count: (count + 1) // 2, lambda q: q // 2),
        "does not round the right side": _cut(lambda count: count // 2, lambda q: q / 2),
        "rounds the right side up": _cut(lambda count: count // 2, lambda q: q // 2 + 1),
        "gives every member the coefficient 1": _cut(lambda count: 1, lambda q: q // 2),
        "gives the coefficient 1 to members of four cliques too": _cut(lambda count: count > 1, lambda q: q // 2),
        "leaves out the members of more than two cliques": _cut(lambda count: count == 2, lambda q: q // 2),
        "does not halve": _cut(lambda count: count, lambda q: q),
        "takes the right side minus the left": lambda cliques, y: -violation(cliques, y),
        "returns 0 where the cut is satisfied": lambda cliques, y: max(0, violation(cliques, y)),
    },
)

# -- what to try first -------------------------------------------------------------------------------------------------

Shares = dict[str, tuple[int, int]]
"""The percentage of the puzzles that a method decides, and its milliseconds for each puzzle, by name."""


def mean(methods: Shares, solver: int, name: str | None) -> Fraction:
    """The mean milliseconds for a puzzle, when a method is tried before the solver.

    >>> mean({"singles": (80, 1)}, 20, "singles")
    Fraction(5, 1)
    """
    share, cost = methods[name] if name is not None else (0, 0)
    return Fraction(cost) + (1 - Fraction(share, 100)) * Fraction(solver)


def tables() -> list[tuple[Shares, int]]:
    """Tables of the lesson, of which the last is a tie and two others nearly one, and random ones in which exactly one choice is best."""
    every: list[tuple[Shares, int]] = [
        ({"singles": (80, 1), "domain": (92, 30), "LP": (100, 40)}, 20),
        ({"singles": (0, 1), "domain": (16, 30), "LP": (31, 40)}, 20),
        ({"singles": (45, 1), "domain": (70, 8), "LP": (83, 40)}, 60),
        ({"singles": (45, 1), "domain": (70, 8), "LP": (83, 40)}, 10),
        ({"singles": (10, 5), "LP": (100, 40)}, 1000),
        ({"LP": (50, 20)}, 30),
        ({"LP": (50, 99)}, 200),
        ({"LP": (50, 100)}, 199),
        ({"LP": (50, 20)}, 40),
    ]
    rng = random.Random(2006)
    while len(every) < 60:
        methods = {name: (rng.randrange(0, 101, 5), rng.randint(1, 50)) for name in "abcd"[: rng.randint(1, 4)]}
        solver = rng.randint(2, 200)
        if len({mean(methods, solver, name) for name in (None, *methods)}) == len(methods) + 1:
            every.append((methods, solver))
    return every


def _slower(got: Any, want: str | None, methods: Shares, solver: int) -> str:
    if got is not None and got not in methods:
        return "it must be a method or None"
    means = (f"{float(mean(methods, solver, name)):.4g} ms with {name or 'the solver alone'}" for name in (got, want))
    return f"a puzzle takes on average {' and '.join(means)}"


first_try = function(
    lambda methods, solver: min([None, *methods], key=lambda name: mean(methods, solver, name)),
    tables,
    "the best choice on {n} tables; on some of them nothing is worth a try before the solver",
    returns=(str | None, "the name of a method, or None"),
    objection=_slower,
)

# -- reduced costs -----------------------------------------------------------------------------------------------------

Reduced = dict[str, float]


def _kept(keeps: Callable[[float, int, float], bool]) -> Callable[[float, int, Reduced], set[str]]:
    """The variables whose reduced cost is kept."""
    return lambda bound, best, reduced: {name for name, r in reduced.items() if keeps(bound, best, r)}


may_be_better = _kept(lambda bound, best, r: bound + r <= best - 1)
"""The variables that reduced costs do not exclude from a solution that costs at most best - 1.

>>> sorted(may_be_better(10, 12, {"a": 0.0, "b": 1.0, "c": 1.5}))
['a', 'b']
"""


def programs() -> list[tuple[float, int, Reduced]]:
    """Costs in quarters, so that sums are exact; in the first two, a variable is exactly at the limit."""
    cases: list[tuple[float, int, Reduced]] = [
        (10, 12, {"a": 0.0, "b": 1.0, "c": 1.5, "d": 2.0}),
        (10.5, 14, {"a": 0.0, "b": 2.5, "c": 2.75, "d": 3.5}),
        (7, 7, {"a": 0.0, "b": 0.5}),
    ]
    rng = random.Random(1999)
    for _ in range(40):
        best = rng.randint(5, 40)
        bound = best - rng.randint(0, 24) / 4
        cases.append((bound, best, {name: rng.randint(0, 24) / 4 for name in "abcdefgh"[: rng.randint(2, 8)]}))
    return cases


def _excluded(got: Any, want: set[str], bound: float, best: int, reduced: Reduced) -> str:
    name = min(set(got) ^ want)
    if name not in reduced:
        return f"{name} is none of its variables"
    return f"with {name} = 1 a solution costs at least {bound + reduced[name]:g}, and a better one at most {best - 1}"


reduced_costs = function(
    may_be_better,
    programs,
    "the right set for {n} linear programs, also where a sum is exactly at the limit",
    returns=([str], "a set of variables"),
    objection=_excluded,
    mistakes={
        "compares with best in place of best - 1": _kept(lambda bound, best, r: bound + r <= best),
        "keeps only what costs less than best - 1": _kept(lambda bound, best, r: bound + r < best - 1),
        "keeps what costs less than best, though costs are integers": _kept(lambda bound, best, r: bound + r < best),
        "forgets the bound": _kept(lambda bound, best, r: r <= best - 1),
        "keeps only reduced costs of 0": _kept(lambda bound, best, r: r == 0),
        "returns what is excluded": _kept(lambda bound, best, r: bound + r > best - 1),
        "returns every variable": _kept(lambda bound, best, r: True),
    },
)


# -- examination -------------------------------------------------------------------------------------------------------


@question(1, 2, 1)
def violated_cut(rng: Random) -> Asked:
    parts = [Fraction(rng.randint(5, 10), 20) for _ in range(5)]
    total = sum(parts)
    edges = [(k, (k + 1) % 5) for k in range(5)]
    broken = [(a + 1, b + 1) for a, b in edges if parts[a] + parts[b] > 1]
    return Asked(
        "Five binaries x1 to x5 exclude each other along a circle: x1 + x2 <= 1, ..., x5 + x1 <= 1. The relaxation returns "
        f"({', '.join(map(str, parts))}). Does this point satisfy the edges? State the odd-cycle inequality, derive it, and say "
        "whether it cuts the point off.",
        f"Violated edges: {broken or 'none'}. All five rows added and halved: x1 + ... + x5 <= 5/2, rounded down, for "
        f"binaries: x1 + ... + x5 <= 2. The point has the sum **{total}**, so it is {'**cut off**' if total > 2 else '**not cut off**'}.",
        (broken, total > 2),
    )


@question(3, 3)
def fix_by_reduced_cost(rng: Random) -> Asked:
    bound, best = rng.randint(20, 30), rng.randint(33, 40)
    costs = {f"x{k}": Fraction(rng.randint(0, 40), 2) for k in range(1, 6)}
    found = {name for name, cost in costs.items() if bound + cost >= best}
    return Asked(
        f"In a minimisation over binaries with whole costs the relaxation has the value {bound}, with x1 to x5 at 0 and the reduced "
        f"costs {values(costs)}. A solution of cost {best} is known. Which binaries may be fixed to 0, if only better solutions "
        "are of interest, and why?",
        f"A solution with x_k = 1 costs at least {bound} + reduced cost. Fixed are those for which this is {best} or more, or, "
        f"costs being whole, more than {best - 1}: **{', '.join(sorted(found | {n for n, c in costs.items() if bound + c > best - 1})) or 'none'}**.",
        found | {n for n, c in costs.items() if bound + c > best - 1},
    )
