"""Lesson 22, decompose a model: a knapsack, the bound of a round, a Benders cut, and one plan of each orbit.

## best-pattern: The best pattern

1. Go through all widths c of a strip, from 0 to the roll. What is the best worth of a strip of width c, if you know those
   of all narrower strips?
2. A strip of width c is worth at least as much as one of width c - 1. For each width w that fits it can also be cut into
   a piece of width w and a strip of width c - w. Keep the pattern with each worth; copy a list before you change it.
3. best = [(0, [0] * len(widths))]; for c in range(1, roll + 1): append best[c - 1]; for each i, if widths[i] <= c and
   best[c - widths[i]][0] + prices[i] is more than best[c][0], replace best[c]. The answer is best[roll][1].

## bound-of-a-round: What a round proves

1. What is the whole order worth at these prices, and how much of that can a single roll deliver at most?
2. The number of rolls is at least the worth of the order, divided by the worth of the best pattern. It is whole, so the
   bound can be rounded up. A quotient a little above a whole number, by the errors of the solver, must not be.
3. worth = sum(price * number for price, number in zip(prices, pieces)), then math.ceil(worth / value - 1e-6).

## strengthened-cut: A strengthened cut

1. Of the jobs that the machine cannot do together, perhaps a few are enough. Which of them can be left out?
2. Try to leave out each job in turn, from the set that is left so far. If the rest still does not fit, go on with the
   rest. The cut says of the jobs that are left in the end: at most all but one of them on this machine.
3. core = list(jobs); for j in jobs: rest = [i for i in core if i != j]; if not fits(rest, m): core = rest. Then prob +=
   pulp.lpSum(x[j, m] for j in core) <= len(core) - 1.

## one-of-each-orbit: One of each orbit

1. Go through the jobs in order. A job may be put on a machine that has a job already, or on the next empty one. The
   machines are alike, so the next empty one can be chosen by its number.
2. The k-th job can only be on one of the first k machines. And it is on machine m only if an earlier job is on machine
   m - 1.
3. For k, j in enumerate(jobs): the sum of x[j, m] over machines[k + 1:] is 0; for before, m in zip(machines,
   machines[1:]): prob += x[j, m] <= pulp.lpSum(x[i, before] for i in jobs[:k]).
"""

import math
import random
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pulp

from sudoku_models.backends.pulp import PulpBackend
from sudoku_models.course.answers import call_unchanged, must_be_unchanged, must_fit
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.course.models import allowed_by

# -- the knapsack ------------------------------------------------------------------------------------------------------

Knapsack = tuple[list[float], list[int], int]

KNAPSACKS: tuple[Knapsack, ...] = (
    ([1 / 5, 1 / 2, 1 / 2, 1 / 2, 1], [20, 45, 50, 55, 75], 110),  # the first round of the lesson
    ([6, 5], [6, 5], 10),  # the highest price first is wrong
    ([9, 5], [6, 4], 8),  # and so is the highest price for the width
    ([2, 7], [3, 7], 9),  # the narrowest first is wrong
    ([1, 2, 3], [1, 2, 3], 7),  # many are best
    ([0, 0], [3, 4], 12),  # nothing is worth anything
    ([0, 4], [1, 5], 9),
    ([3, 1], [8, 9], 7),  # nothing fits
    ([3, 8], [4, 7], 7),  # exactly one fits
    ([5], [3], 14),
    ([4, 4], [5, 5], 11),  # the same width twice
    ([10, 1], [10, 1], 13),
)


@cache
def _knapsacks() -> tuple[tuple[Knapsack, float], ...]:
    """The cases, each with the best worth."""
    rng = random.Random(22)
    cases = list(KNAPSACKS)
    for k in range(24):
        n = rng.randint(1, 6)
        roll = rng.randint(8, 40) if k < 20 else rng.randint(150, 300)
        widths = [rng.randint(max(2, roll // 9), roll) for _ in range(n)]
        cases.append(([rng.choice((w / roll, rng.randint(0, 9), rng.random())) for w in widths], widths, roll))
    return tuple((case, _best(*case)) for case in cases)


def _best(prices: Sequence[float], widths: Sequence[int], roll: int) -> float:
    """The best worth of a pattern, by trying all of them."""
    if not widths:
        return 0.0
    rest = prices[1:], widths[1:]
    return max(a * prices[0] + _best(*rest, roll - a * widths[0]) for a in range(roll // widths[0] + 1))


def best_pattern(answer: Function) -> str:
    """A pattern that fits, and is worth as much as the best of all patterns."""
    for (prices, widths, roll), best in _knapsacks():
        pattern = call_unchanged(answer, (prices, widths, roll))
        shown = [round(price, 3) for price in prices]
        case = f"for prices {shown}, widths {widths} and a roll of {roll}"
        must_fit(pattern, [int], f"{case} your function must return a list of whole numbers")
        if isinstance(pattern, set | frozenset) or len(pattern) != len(widths):
            raise Wrong(f"{case} the list must have {len(widths)} numbers, one for each width, and yours is {pattern}")
        if min(pattern) < 0:
            raise Wrong(f"{case} your pattern {pattern} has a negative number of pieces")
        total = sum(w * a for w, a in zip(widths, pattern, strict=True))
        if total > roll:
            raise Wrong(f"{case} your pattern {pattern} is {total} wide and does not fit")
        worth = sum(price * a for price, a in zip(prices, pattern, strict=True))
        if worth < best - 1e-7:
            raise Wrong(f"{case} your pattern {pattern} is worth {worth:.4g}, and the best one is worth {best:.4g}")
    return f"your patterns fit and are best for {len(_knapsacks())} rolls, compared with all patterns"


# -- the bound of a round ----------------------------------------------------------------------------------------------

ROUNDS: tuple[tuple[list[float], list[int], float], ...] = (
    ([0.2, 0.5, 0.5, 0.5, 1.0], [48, 35, 24, 10, 8], 1.2),  # the first round of the lesson
    ([1 / 6, 5 / 12, 1 / 2, 1 / 2, 5 / 6], [48, 35, 24, 10, 8], 1.0),  # the last one: 46.25
    ([0.1] * 3, [10, 10, 10], 0.3),  # 3.0000000000000004 / 0.3
    ([0.1, 0.2], [10, 15], 1.0),  # 4, to the last bit
    ([0.2, 0.3000000003], [2, 8], 0.7),  # 4 and a little
    ([1 / 3, 1 / 3], [9, 12], 1.0000000001),  # 7 and a little less
    ([0.25, 0.4], [3, 4], 0.8),  # less than 1: more is proved than the LP says
    ([0.5, 0.45], [10, 9], 0.95),
    ([0.5], [7], 1.5),  # 2.33
    ([1.0, 0.0], [5, 9], 2.0),  # 2.5
    ([0.0, 0.3], [100, 1], 1.2),  # 0.25
    ([0.5, 0.5], [4, 4], 2.0),  # 2
    ([0.49], [100], 1.02),  # 48.04
    ([0.6, 0.7, 0.8], [11, 13, 17], 1.5),
    ([0.43005], [100], 1.0),  # 43.005: a tolerance of 1e-2 is too large
    ([0.430005], [100], 1.0),  # 43.0005: and so is 1e-3
    ([0.43000005], [100], 1.0),  # 43.000005: and so is 1e-5
)


def bound_of_a_round(answer: Function) -> str:
    """The worth of the order over the worth of the best pattern, rounded up with a tolerance."""
    for prices, pieces, value in ROUNDS:
        got = call_unchanged(answer, (prices, pieces, value))
        shown = [round(price, 9) for price in prices]
        case = f"for prices {shown}, pieces {pieces} and a best pattern that is worth {round(value, 9)}"
        must_fit(got, int, f"{case} your function must return a whole number")
        worth = sum(price * number for price, number in zip(prices, pieces, strict=True))
        want = math.ceil(worth / value - 1e-6)
        if got == want:
            continue
        rolls = f"{want} roll{'s' * (want != 1)}"
        says = (
            f"{case} the order is worth {worth:.6g}, a roll at most {value:.6g}, the quotient is {worth / value:.12g}"
        )
        if got < want:
            raise Wrong(f"{says}: your {got} is a valid bound, but {rolls} can be proved to be necessary")
        raise Wrong(f"{says}: this proves {rolls} and not {got}")
    return f"your bound is the largest that is proved in each of {len(ROUNDS)} rounds"


# -- models in plain PuLP ----------------------------------------------------------------------------------------------

Assignment = tuple[Any, ...]
"""For each job its machine."""


class _Master:
    """An assignment model in PuLP, to which a learner's function adds constraints."""

    def __init__(self, jobs: Sequence[Any], machines: Sequence[Any]) -> None:
        self.jobs, self.machines = list(jobs), list(machines)
        self.prob = pulp.LpProblem("master", pulp.LpMinimize)
        self.x = {key: self._binary(k) for k, key in enumerate(product(jobs, machines))}
        self.prob += pulp.lpSum(self.x.values())
        for j in jobs:
            self.prob += pulp.lpSum(self.x[j, m] for m in machines) == 1
        self.before = self.prob.numConstraints()

    def _binary(self, k: int) -> Any:
        return self.prob.add_variable(f"x{k}", 0, 1, pulp.LpInteger)

    def must_have_grown(self) -> None:
        """Refuse a function that added nothing, which has often returned the constraint instead."""
        bounds = {(v.lowBound, v.upBound) for v in self.x.values()}
        if self.prob.numConstraints() == self.before and bounds == {(0, 1)}:
            raise Wrong("your function adds no constraint to prob; write prob += ... <= ...")

    def allowed(self) -> Iterator[tuple[Assignment, bool]]:
        """Each assignment, and whether the model allows it, with some values of the variables that were added."""
        every = product(self.machines, repeat=len(self.jobs))
        values = (
            {(j, m): int(m == k) for j, k in zip(self.jobs, a, strict=True) for m in self.machines} for a in every
        )
        for numbers, is_allowed in allowed_by(PulpBackend(self.prob), self.x, values):
            yield tuple(m for _, m in (key for key, one in numbers.items() if one)), is_allowed

    def shown(self, a: Assignment) -> str:
        """An assignment for a sentence."""
        of = {m: [j for j, k in zip(self.jobs, a, strict=True) if k == m] for m in self.machines}
        return "; ".join(f"machine {m}: {' '.join(map(str, some)) or 'nothing'}" for m, some in of.items())


# -- a Benders cut -----------------------------------------------------------------------------------------------------


class _Shop:
    """Jobs with release times and deadlines, on machines with different durations."""

    def __init__(self, seed: int, jobs: int, machines: int) -> None:
        rng = random.Random(seed)
        self.jobs = list("KLMNPQ"[:jobs])
        self.machines = list(range(1, machines + 1))
        self.release = {j: rng.randint(0, 4) for j in self.jobs}
        self.hours = {(j, m): rng.randint(1, 5) for j in self.jobs for m in self.machines}
        self.due = {j: self.release[j] + 5 + rng.randint(0, 3) for j in self.jobs}
        if seed % 8 == 0:  # a job that one machine cannot do even alone
            self.hours[rng.choice(self.jobs), rng.choice(self.machines)] = 9
        self._ends: dict[tuple[frozenset[Any], Any], float] = {}

    def fits(self, jobs: Collection[Any], m: Any) -> bool:
        """Whether machine m can do these jobs, exactly."""
        return self._end(frozenset(jobs), m) < math.inf

    def _end(self, jobs: frozenset[Any], m: Any) -> float:
        if (jobs, m) not in self._ends:
            ends = [math.inf] if jobs else [0.0]
            for last in jobs:
                end = max(self._end(jobs - {last}, m), self.release[last]) + self.hours[last, m]
                if end <= self.due[last]:
                    ends.append(end)
            self._ends[jobs, m] = min(ends)
        return self._ends[jobs, m]

    def minimal(self, jobs: Collection[Any], m: Any) -> list[set[Any]]:
        """All minimal sets of these jobs that do not fit on machine m."""
        found: list[set[Any]] = []
        for size in range(1, len(jobs) + 1):
            for some in combinations(jobs, size):
                if not self.fits(some, m) and not any(each <= set(some) for each in found):
                    found.append(set(some))
        return found


@cache
def _shops() -> tuple[tuple[_Shop, tuple[Any, ...], Any], ...]:
    """Shops, each with jobs that a machine cannot do: the order of a list, several minimal sets, sets of each size."""
    found: list[tuple[_Shop, tuple[Any, ...], Any]] = []
    kinds: defaultdict[tuple[int, int, bool], int] = defaultdict(int)
    for seed in range(400):
        rng = random.Random(seed)
        shop = _Shop(seed, rng.choice((4, 5)), rng.choice((2, 3)))
        m = rng.choice(shop.machines)
        jobs = tuple(rng.sample(shop.jobs, rng.choice((3, 4, len(shop.jobs)))))
        if minimal := shop.minimal(jobs, m):
            everywhere = all(not shop.fits(each, k) for each in minimal for k in shop.machines)
            kind = (min(map(len, minimal)), min(len(minimal), 3), everywhere)
            kinds[kind] += 1
            if kinds[kind] <= 2:
                found.append((shop, jobs, m))
    return tuple(sorted(found, key=lambda each: (len(each[0].jobs), len(each[0].machines))))


def strengthened_cut(answer: Function) -> str:
    """Valid for all assignments that fit, and it excludes all that give the machine some minimal set."""
    for shop, jobs, m in _shops():
        master, given = _Master(shop.jobs, shop.machines), list(jobs)

        def fits(some_jobs: Collection[Any], machine: Any, shop: _Shop = shop) -> bool:
            return shop.fits(some_jobs, machine)

        answer(master.prob, dict(master.x), given, m, fits)
        must_be_unchanged(list(jobs), given, "the list of jobs")
        master.must_have_grown()
        _must_cut(master, shop, jobs, m)
    return f"your cuts are valid, and exclude a minimal infeasible set in each of {len(_shops())} cases"


def _must_cut(master: _Master, shop: _Shop, jobs: Sequence[Any], m: Any) -> None:
    def on(a: Assignment, machine: Any) -> set[Any]:
        return {j for j, k in zip(shop.jobs, a, strict=True) if k == machine}

    minimal = shop.minimal(jobs, m)
    remaining: list[Assignment] = []
    asked = f"asked about {' '.join(map(str, jobs))} on machine {m},"
    for a, allowed in master.allowed():
        if allowed:
            remaining.append(a)
        elif all(shop.fits(on(a, k), k) for k in shop.machines):
            raise Wrong(f"{asked} your cut excludes an assignment that can be scheduled: {master.shown(a)}")
    for a in remaining:
        if set(jobs) <= on(a, m):
            raise Wrong(f"{asked} your cut does not exclude this assignment: {master.shown(a)}")
    if not any(all(not each <= on(a, m) for a in remaining) for each in minimal):
        each = minimal[0]
        a = min((a for a in remaining if each <= on(a, m)), key=lambda a: len(on(a, m)))
        small = "a minimal infeasible set is" if len(minimal) == 1 else "one of the minimal infeasible sets is"
        names = " ".join(sorted(each))
        raise Wrong(f"{asked} {small} {names}, and your cut is too weak: it allows {master.shown(a)}")


# -- identical machines ------------------------------------------------------------------------------------------------

WORKSHOPS: tuple[tuple[tuple[Hashable, ...], tuple[Hashable, ...]], ...] = (
    (("A", "B", "C"), (1, 2)),
    (("A", "B", "C", "D"), (1, 2, 3)),
    (("D", "A", "C", "B", "E"), (1, 2, 3)),
    ((7, 3, 5, 1), ("left", "middle", "right")),
    (("A", "B"), (1, 2, 3, 4)),
    (("A", "B", "C", "D"), (4, 3, 2, 1)),
    (("A",), (10, 20)),
    (("A", "B", "C", "D", "E", "F"), (1, 2)),
)


def one_of_each_orbit(answer: Function) -> str:
    """Of the assignments that differ in the names of the machines only, exactly one must remain."""
    orbits = 0
    for jobs, machines in WORKSHOPS:
        master, given = _Master(jobs, machines), (list(jobs), list(machines))
        answer(master.prob, dict(master.x), *given)
        must_be_unchanged((list(jobs), list(machines)), given, "a list that it was given")
        master.must_have_grown()
        orbits += _must_keep_one_of_each(master)
    return f"exactly one assignment of each of {orbits} orbits remains"


def _must_keep_one_of_each(master: _Master) -> int:
    kept: defaultdict[frozenset[frozenset[Any]], list[Assignment]] = defaultdict(list)
    case = f"with the jobs {' '.join(map(str, master.jobs))} and {len(master.machines)} machines"
    for a, allowed in master.allowed():
        of = (frozenset(j for j, k in zip(master.jobs, a, strict=True) if k == m) for m in master.machines)
        kept[frozenset(filter(None, of))] += [a] if allowed else []
    for groups, assignments in kept.items():
        if not assignments:
            together = " | ".join(sorted(" ".join(map(str, sorted(each, key=str))) for each in groups))
            raise Wrong(f"{case} the orbit of {together} is lost: no member of it remains")
    for assignments in kept.values():
        if len(assignments) > 1:
            one, other = map(master.shown, assignments[:2])
            raise Wrong(f"{case} {len(assignments)} members of an orbit remain, such as ({one}) and ({other})")
    return len(kept)


# -- examination -------------------------------------------------------------------------------------------------------


@question(3, 1, 2)
def price_a_pattern(rng: Random) -> Asked:
    roll = rng.randint(16, 24)
    widths = sorted(rng.sample(range(4, 11), 3))
    prices = [Fraction(rng.randint(4, 10), 10) / (roll // w) for w in widths]  # a roll of one width is worth 1 at most
    every = [
        each
        for each in product(*(range(roll // w + 1) for w in widths))
        if sum(n * w for n, w in zip(each, widths, strict=True)) <= roll
    ]
    worth = {each: sum((n * p for n, p in zip(each, prices, strict=True)), Fraction(0)) for each in every}
    best = max(worth.values())
    found = [each for each in every if worth[each] == best]
    return Asked(
        f"In cutting stock with rolls of width {roll}, the master's prices of the widths {widths} are {', '.join(map(str, prices))}. "
        "Find the best pattern. Does it enter the master, and which bound on the relaxation do these prices prove, if the master's value is z?",
        f"Best worth **{best}**, for example the numbers {found[0]}. Its reduced cost is 1 - {best} = {1 - best}: "
        + (
            f"it **enters**, and the prices divided by {best} are dual feasible: the bound is z / ({best})."
            if best > 1
            else "**nothing enters**, so z is the value of the whole relaxation."
        ),
        best,
    )
