"""Lesson 20, schedule a workshop: a bound, the smallest big-M, a workshop with cooling, a capacity by time.

## machine-bound: Bound a machine

1. Any set of the tasks gives a bound: its smallest head, its total time, its smallest tail. Which set gives the best one?
2. There are few tasks, so that all non-empty sets can be tried: `combinations(tasks, size)` for each size from 1 on.
3. max(min(h for h, _, _ in chosen) + sum(p for _, p, _ in chosen) + min(q for _, _, q in chosen) for size in
   range(1, len(tasks) + 1) for chosen in combinations(tasks, size)).

## tight-pair: The smallest big-M

1. With z = 1, a comes before b: s[b] - s[a] >= p[a]. With z = 0 this row must hold for all starts in the windows. How small can
   s[b] - s[a] be?
2. It is never less than earliest start of b - latest start of a. So the row may fall by M = p[a] + latest start of a -
   earliest start of b, and no further. The other row is the same with a and b exchanged, and 1 - z in place of z.
3. M = p["a"] + window["a"][1] - window["b"][0], and m.add(s["b"] - s["a"] + M * (1 - z) >= p["a"], "a before b"); in the
   other row M is computed anew and multiplied by z, and the name is another one.

## workshop-with-cooling: Release dates and cooling

1. Only the rows about one job change: the first step has an earliest start, and between two steps lies more than the
   duration of the first one.
2. In PuLP: a start for each step (lowBound = the release date of its job), the end of all, a row s[j, k + 1] >= s[j, k] + p
   + lag, and for each two steps of one machine a binary and two big-M rows.
3. The sum of all durations, of all lags and the last release date is a horizon that suffices, and a valid M too. Return {step:
   s[step].value() for step in s}.

## cumulative-by-time: A capacity for each time

1. Take one time t. Which of the binaries y[i, u] say that task i is running at t?
2. Task i runs at t when it started at a time u with t - duration < u <= t. The demands of these binaries add up to at
   most the capacity, at each t.
3. for t in times: m.add(m.sum(demands[i] * y[i, u] for i, u in y if t - durations[i] < u <= t) <= capacity, f"time {t}"), with
   the start times of y as times.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any

from sudoku_models import solvers
from sudoku_models.backends import Backend, Linear, Objective, plain
from sudoku_models.course.answers import call_unchanged, must_fit
from sudoku_models.course.exams import Asked, question, table
from sudoku_models.course.exercise import SECONDS, Function, Wrong
from sudoku_models.course.models import every_solution, must_have_solutions
from sudoku_models.models.problem import Problem
from sudoku_models.models.validation import Undecided
from sudoku_models.solvers import Feature, Status

Task = tuple[int, int, int]
"""A task of one machine: its head, its duration and its tail."""

# -- a bound for one machine -------------------------------------------------------------------------------------------


def subset_bound(tasks: Sequence[Task]) -> tuple[int, tuple[Task, ...]]:
    """The best bound of a set of the tasks, and the set.

    >>> subset_bound([(0, 2, 9), (5, 4, 3), (6, 4, 3)])
    (16, ((5, 4, 3), (6, 4, 3)))
    """
    subsets = (chosen for size in range(1, len(tasks) + 1) for chosen in combinations(tasks, size))
    return max(
        ((min(h for h, _, _ in s) + sum(p for _, p, _ in s) + min(q for *_, q in s), s) for s in subsets),
        key=lambda pair: (pair[0], len(pair[1])),
    )


def machine_optimum(tasks: Sequence[Task]) -> int:
    """The earliest time by which one machine can do its tasks, with heads and tails, by trying all orders.

    >>> machine_optimum([(0, 2, 9), (5, 4, 3), (6, 4, 3)])
    16
    """

    def end(order: Sequence[Task]) -> int:
        free = last = 0
        for head, duration, tail in order:
            free = max(free, head) + duration
            last = max(last, free + tail)
        return last

    return min(map(end, permutations(tasks)))


@cache
def _machines() -> list[list[Task]]:
    rng = random.Random(20)
    found: list[list[Task]] = [[(0, 3, 0)], [(4, 3, 2)], [(0, 2, 9), (5, 4, 3), (6, 4, 3)], [(3, 1, 10), (0, 4, 0)]]
    found += [[(5, 5, 5), (6, 1, 0), (7, 5, 5)], [(5, 5, 5), (0, 1, 6), (5, 5, 7)]]  # not consecutive in any order
    found += [[(0, 4, 4), (1, 1, 6)]]  # the best order takes longer than the bound
    found += [[(6, 3, 8), (7, 1, 5), (9, 4, 4), (0, 2, 3), (5, 5, 2), (5, 4, 3)], [(0, 2, 0)] * 6]  # five, and all six
    for _ in range(40):
        found.append([(rng.randrange(12), rng.randint(1, 6), rng.randrange(12)) for _ in range(rng.randint(2, 5))])
    return found


def machine_bound(answer: Function) -> str:
    """The bound must be the best one of a set of tasks."""
    for tasks in _machines():
        got = call_unchanged(answer, [tasks])
        must_fit(got, float, "your function must return a number")
        least, chosen = subset_bound(tasks)
        how = f"{min(h for h, _, _ in chosen)} + {sum(p for _, p, _ in chosen)} + {min(q for *_, q in chosen)}"
        if got > least:
            if got > (best := machine_optimum(tasks)):
                says = f"your bound is {got:g}, and in the best order the last task is through at {best}"
                raise Wrong(f"for {tasks} {says}")
            says = f"your bound {got:g} is valid, but no subset gives it"
            raise Wrong(f"for {tasks} {says}: the best bound of one is that of {list(chosen)}, {how} = {least}")
        if got < least:
            raise Wrong(
                f"for {tasks} your bound {got:g} is valid, but not the best: {list(chosen)} give {how} = {least}"
            )
    return f"your bound is the best that a set of tasks gives on each of {len(_machines())} machines"


# -- the smallest big-M ------------------------------------------------------------------------------------------------

Pair = dict[str, Any]
PAIRS: tuple[tuple[dict[str, int], dict[str, tuple[int, int]]], ...] = (
    ({"a": 3, "b": 2}, {"a": (0, 4), "b": (1, 5)}),
    ({"a": 4, "b": 1}, {"a": (0, 3), "b": (2, 6)}),
    ({"a": 1, "b": 5}, {"a": (2, 8), "b": (0, 4)}),
    ({"a": 3, "b": 4}, {"a": (20, 24), "b": (22, 25)}),
    ({"a": 2, "b": 3}, {"a": (0, 1), "b": (4, 6)}),
    ({"a": 2, "b": 2}, {"a": (0, 6), "b": (3, 3)}),
)
"""Durations and windows (earliest and latest start) of two steps on one machine."""
SHARES = (0.25, 0.5, 0.75)


def tight_pair(answer: Function) -> str:
    """The rows must allow the right starts, and their relaxation must be as tight as with the smallest M."""
    for p, window in PAIRS:
        _must_order(answer, p, window)
    for p, window in PAIRS:
        _must_be_tight(answer, p, window)
    tried = "tried with z = 0.25, 0.5 and 0.75"
    return (
        f"your rows are right for {len(PAIRS)} pairs of windows, and their relaxation is at least as tight as with the "
        f"smallest valid M ({tried})"
    )


def _pair(answer: Any, m: Backend, p: dict[str, int], window: dict[str, tuple[int, int]]) -> Pair:
    s = {i: m.int_vars(f"s_{i}", [0], *window[i])[0] for i in ("a", "b")}
    z = m.bool_vars("z", [0])[0]
    answer(m, z, dict(s), dict(p), dict(window))
    return {**s, "z": z}


def _must_order(answer: Any, p: dict[str, int], window: dict[str, tuple[int, int]]) -> None:
    spans = [range(window[i][0], window[i][1] + 1) for i in ("a", "b")]
    right = [(a, b, z) for a, b, z in product(*spans, (0, 1)) if (b >= a + p["a"] if z else a >= b + p["b"])]

    def objection(point: tuple[int, int, int], allowed: bool) -> Wrong:
        a, b, z = point
        does, order = ("allow" if allowed else "forbid"), ("a before b" if z else "b before a")
        given = f"with the durations {p} and the windows {window}"
        return Wrong(f"{given} your rows {does} a at {a}, b at {b} and z = {z}, which says {order}")

    problem = Problem(lambda m: _pair(answer, m, p, window))
    must_have_solutions(((x["a"], x["b"], x["z"]) for x in every_solution(problem)), right, objection)


def _must_be_tight(answer: Any, p: dict[str, int], window: dict[str, tuple[int, int]]) -> None:
    problem = Problem(lambda m: _pair(answer, m, p, window))
    model = plain(problem.m)
    if not all(isinstance(record, Linear) for record in model.records):
        raise Wrong("your constraints are right, but not linear rows; write them with m.add and a number M")
    a, b, z = (problem.m.column(problem.variables[key]) for key in ("a", "b", "z"))
    model = replace(model, integer=[False] * len(model.integer))
    (a0, a1), (b0, b1) = window["a"], window["b"]
    first, second = p["a"] + a1 - b0, p["b"] + b1 - a0  # the smallest M of either row
    for share in SHARES:
        bounds = {
            1: max(b0 - a1, p["a"] - first * (1 - share)),
            -1: max(a0 - b1, p["b"] - second * share),
        }
        for sign, least in bounds.items():
            names, order = ("s[b] - s[a]", "a before b") if sign == 1 else ("s[a] - s[b]", "b before a")
            lowest = _lowest(model, {b: sign, a: -sign}, z, share)
            if lowest is not None and lowest < least - 1e-6:
                smallest = first if sign == 1 else second
                allows = f"with z = {share:g} the relaxation allows {names} = {lowest:.4g}"
                raise Wrong(
                    f"your rows are right, but their relaxation is not as tight as it can be: with the durations {p} "
                    f"and the windows {window}, {allows}. With M = {smallest} in the row of {order!r} it is at least "
                    f"{least:.4g}"
                )


def _lowest(model: Any, coefficients: Mapping[int, int], z: int, share: float) -> float | None:
    """The smallest value of a sum in the relaxation, where z has this value; None when there is none."""
    lower, upper = list(model.lower), list(model.upper)
    lower[z] = upper[z] = share
    goal = Objective(tuple(coefficients), tuple(map(float, coefficients.values())))
    asked = replace(model, lower=lower, upper=upper, minimised=goal)
    outcome = solvers.find(solvers.first(Feature.OBJECTIVE, Feature.CONTINUOUS)).session(asked).solve(SECONDS)
    if outcome.status is Status.UNKNOWN:
        raise Undecided(f"how tight your rows are is not known: {outcome.reason}")
    if outcome.values is None:
        return None
    return float(sum(c * outcome.values[k] for k, c in coefficients.items()))


# -- a capacity for each time ------------------------------------------------------------------------------------------

STOCKS: tuple[tuple[dict[str, int], dict[str, int], int, int, int], ...] = (
    ({"a": 2, "b": 3}, {"a": 1, "b": 1}, 1, 0, 4),
    ({"a": 2, "b": 1, "c": 3}, {"a": 2, "b": 1, "c": 2}, 3, 0, 4),
    ({"a": 1, "b": 2, "c": 4}, {"a": 2, "b": 3, "c": 1}, 3, 5, 9),
    ({"a": 3, "b": 3, "c": 2}, {"a": 1, "b": 1, "c": 1}, 2, 1, 5),
    ({"a": 2, "b": 2, "c": 2, "d": 1}, {"a": 3, "b": 2, "c": 0, "d": 2}, 4, 0, 2),
    ({"a": 5, "b": 1}, {"a": 2, "b": 2}, 3, 0, 5),
)
"""Durations, demands, a capacity, the first and the last start."""


def cumulative_by_time(answer: Function) -> str:
    """With the learner's rows, a model must allow exactly the starts that fit the capacity."""
    tried = sum(_must_fit_the_capacity(answer, *case) for case in STOCKS)
    return f"your rows hold of exactly those of {tried} plans that keep to the capacity"


def _must_fit_the_capacity(
    answer: Any, durations: dict[str, int], demands: dict[str, int], capacity: int, first: int, last: int
) -> int:
    keys = [(i, t) for i in durations for t in range(first, last + 1)]

    def define(m: Backend) -> dict[Any, Any]:
        y = m.bool_vars("y", keys)
        for i in durations:
            m.add(m.sum(y[i, t] for t in range(first, last + 1)) == 1, f"{i} starts once")
        answer(m, dict(y), dict(durations), dict(demands), capacity)
        return dict(y)

    def need(starts: tuple[int, ...], t: int) -> int:
        at = zip(durations, starts, strict=True)
        return sum(demands[i] for i, start in at if start <= t < start + durations[i])

    def excess(starts: tuple[int, ...]) -> int | None:
        """A time at which the tasks need more than there is."""
        times = range(first, last + max(durations.values()))
        return next((t for t in times if need(starts, t) > capacity), None)

    def objection(starts: tuple[int, ...], allowed: bool) -> Wrong:
        given = f"with the durations {durations}, the demands {demands} and the capacity {capacity}"
        plan = ", ".join(f"{i} at {t}" for i, t in zip(durations, starts, strict=True))
        if (t := excess(starts)) is not None:
            return Wrong(f"{given} your rows allow {plan}: at time {t} the tasks need {need(starts, t)}")
        times = range(first, last + max(durations.values()))
        most = max(need(starts, t) for t in times)
        return Wrong(f"{given} your rows forbid {plan}, though the tasks never need more than {most}")

    every = list(product(range(first, last + 1), repeat=len(durations)))
    right = [starts for starts in every if excess(starts) is None]
    problem = Problem(define)
    place = {i: k for k, i in enumerate(durations)}
    found = ([t for _, t in sorted((place[i], t) for (i, t), one in x.items() if one)] for x in every_solution(problem))
    must_have_solutions(map(tuple, found), right, objection)
    if not all(isinstance(record, Linear) for record in plain(problem.m).records):
        raise Wrong("your constraints are right, but not linear rows; write them with m.add, a row for each time")
    return len(every)


# -- a workshop with release dates and cooling -------------------------------------------------------------------------

Jobs = list[list[tuple[int, int]]]
"""The steps of each job: a machine and a duration."""
Shop = tuple[Jobs, list[int], int]
"""Jobs, the release date of each, and the time that a job must cool between two steps."""

SHOPS: tuple[Shop, ...] = (
    ([[(1, 3), (2, 2)], [(2, 4), (1, 1)]], [0, 0], 0),
    ([[(1, 3), (2, 2)], [(1, 2), (2, 4)]], [0, 0], 2),
    ([[(1, 2), (2, 3), (3, 1)], [(2, 2), (1, 4), (3, 2)]], [0, 3], 1),
    ([[(1, 2), (2, 3)], [(2, 2), (1, 2)], [(1, 4), (2, 1)]], [4, 0, 2], 0),
    ([[(1, 2), (2, 1), (3, 3)], [(3, 2), (1, 3), (2, 2)], [(2, 3), (3, 1), (1, 2)]], [0, 1, 0], 3),
    ([[(1, 5)], [(1, 2), (2, 2)], [(2, 3), (1, 1)]], [0, 6, 0], 2),
    ([[(3, 1), (1, 4), (2, 4)], [(2, 1), (3, 4), (1, 1)]], [20, 20], 8),  # a late release and a long lag: M is large
)


def faults(starts: Mapping[tuple[int, int], float], shop: Shop) -> Iterator[str]:
    """Sentences that say what is wrong with a plan.

    >>> shop = ([[(1, 3), (2, 2)]], [1], 2)
    >>> list(faults({(1, 1): 0, (1, 2): 4}, shop))
    ['job 1 begins at 0, before its release date 1', 'step 2 of job 1 begins at 4, and it can begin at 5 or later']
    """
    jobs, release, lag = shop
    steps = {(j, k): step for j, job in enumerate(jobs, 1) for k, step in enumerate(job, 1)}
    for j, k in steps:
        if k == 1 and starts[j, k] < release[j - 1] - 1e-6:
            yield f"job {j} begins at {starts[j, k]:g}, before its release date {release[j - 1]}"
        if k > 1 and starts[j, k] < (ready := starts[j, k - 1] + steps[j, k - 1][1] + lag) - 1e-6:
            yield f"step {k} of job {j} begins at {starts[j, k]:g}, and it can begin at {ready:g} or later"
    for (one, (machine, p)), (other, (same, q)) in combinations(steps.items(), 2):
        if machine == same and starts[one] < starts[other] + q - 1e-6 and starts[other] < starts[one] + p - 1e-6:
            yield f"machine {machine} works for jobs {one[0]} and {other[0]} at the same time"


@cache
def _optimum(number: int) -> int:
    """The earliest end of a shop: for all orders of all machines, every step as early as possible."""
    jobs, release, lag = SHOPS[number]
    steps = {(j, k): step for j, job in enumerate(jobs, 1) for k, step in enumerate(job, 1)}
    machines = sorted({machine for machine, _ in steps.values()})
    orders = [permutations([o for o in steps if steps[o][0] == machine]) for machine in machines]
    ends = (_end(steps, release, lag, chosen) for chosen in product(*map(list, orders)))
    return min(end for end in ends if end is not None)


def _end(steps: Mapping[tuple[int, int], tuple[int, int]], release: list[int], lag: int, orders: Any) -> int | None:
    """The end when each machine works in an order; None when the orders contradict those of the jobs."""
    start = {(j, k): release[j - 1] for j, k in steps}
    arcs = [((j, k), (j, k + 1), steps[j, k][1] + lag) for j, k in steps if (j, k + 1) in steps]
    arcs += [(a, b, steps[a][1]) for order in orders for a, b in pairwise(order)]
    for _ in range(len(steps) + 1):
        late = [(b, start[a] + wait) for a, b, wait in arcs if start[b] < start[a] + wait]
        if not late:
            return max(start[o] + steps[o][1] for o in steps)
        for b, t in late:
            start[b] = max(start[b], t)
    return None


def workshop_with_cooling(answer: Function) -> str:
    """A plan of each shop, which must be valid and as short as possible."""
    for number, shop in enumerate(SHOPS):
        jobs, release, lag = shop
        got = call_unchanged(answer, shop)
        given = f"for jobs = {jobs}, release = {release} and lag = {lag}"
        form = {(int, int): float}
        must_fit(got, form, f"{given} your function must return a dict, (job, step) -> start")
        keys = [(j, k) for j, job in enumerate(jobs, 1) for k, _ in enumerate(job, 1)]
        if set(got) != set(keys):
            odd = sorted(set(got) ^ set(keys))[0]
            raise Wrong(f"{given} the keys must be (job, step), both counted from 1: {odd} is missing or too many")
        if early := next((o for o in keys if got[o] < -1e-6), None):
            raise Wrong(f"{given} step {early} begins at {got[early]:g}, before time 0")
        for sentence in faults(got, shop):
            raise Wrong(f"{given} the plan is not valid: {sentence}")
        end = max(got[j, k] + jobs[j - 1][k - 1][1] for j, k in keys)
        if end > _optimum(number) + 1e-6:
            raise Wrong(f"{given} your plan is valid and ends at {end:g}; there is one that ends at {_optimum(number)}")
    return f"your plans of {len(SHOPS)} workshops are valid, and none can end earlier"


# -- examination -------------------------------------------------------------------------------------------------------


@question(3, 3)
def one_machine(rng: Random) -> Asked:
    jobs = {name: (rng.randint(0, 6), rng.randint(2, 5)) for name in "ABC"}

    def end(order: tuple[str, ...]) -> int:
        now = 0
        for name in order:
            now = max(now, jobs[name][0]) + jobs[name][1]
        return now

    best = min(permutations(jobs), key=end)
    latest = end(best)
    (a, b), horizon = rng.sample(sorted(jobs), 2), latest + rng.randint(2, 5)
    least_m = horizon - jobs[a][0]
    shown = table(["job", "release", "duration"], [[name, *each] for name, each in jobs.items()])
    return Asked(
        f"One machine does these jobs, one at a time: {shown}Find the shortest makespan. In the disjunctive model with the "
        f"horizon {horizon}, by which all jobs must end, state the row that is switched on when {b} comes before {a}, with a right M.",
        f"Makespan **{latest}**, for example {' '.join(best)}. The row: s[{a}] >= s[{b}] + {jobs[b][1]} - M (1 - z). At worst s[{b}] "
        f"is {horizon} - {jobs[b][1]} and s[{a}] its release {jobs[a][0]}: M = **{least_m}** is enough.",
        (latest, least_m),
    )


@question(2, 2)
def enough_workers(rng: Random) -> Asked:
    tasks = {f"t{k}": (s := rng.randint(0, 5), s + rng.randint(2, 4), rng.randint(1, 3)) for k in range(1, 5)}
    profile = [
        sum(need for start, end, need in tasks.values() if start <= t < end)
        for t in range(max(end for _, end, _ in tasks.values()))
    ]
    shown = table(["task", "start", "end", "workers"], [[name, *each] for name, each in tasks.items()])
    return Asked(
        f"Tasks need workers from their start up to their end, but not at their end any more: {shown}How many workers are needed at each "
        "time, and at most? State the cumulative "
        "constraint for a capacity C by time-indexed binaries.",
        f"From time 0 on: {profile}; at most **{max(profile)}**. With y[t, k] = 1 when task k starts at t: for each time u, the sum "
        "over tasks k and starts t with t <= u < t + duration of workers[k] y[t, k] is at most C.",
        max(profile),
    )
