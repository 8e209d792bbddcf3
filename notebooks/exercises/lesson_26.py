"""Lesson 26, work with a solver: when to stop, a complete hint, a free window of time, a check without tolerance.

## stop-or-go: Stop or go on

1. What is the best that another run could find? The bound tells you. What does the run cost?
2. All objective values are whole, so a bound of 638.2 for a minimum means 639, and for a maximum it is rounded the other way. A
   bound of 638.0000004 may be meant as 638: move it by one millionth before you round. Compare the gain with rate * step.
3. First the cases without a plan, without time, without a bound. Then gain = round(plan) - ceil(bound - 1e-6) for "min", and
   floor(bound + 1e-6) - round(plan) for "max"; go on if gain > rate * step.

## complete-hint: Complete a hint

1. The plan need not be short. When are all machines free for the new jobs?
2. After the last known step has ended, nothing is in the way: put the new steps there one after another, job by job, each in
   the order of its job.
3. time = the largest t + duration of the known steps (0 if there are none); for each step that is not known, its start is time, and time grows by
   its duration. At last hint["end"] = the largest end of all.

## free-window: Free a window of time

1. Of two steps of a machine, the one that begins first stays first, except if both may move. Which pairs are that?
2. A pair is left out only if *both* steps are free. Do not leave out all pairs with a free step.
3. free = {o for o in steps if low <= start[o] <= high}; all pairs (a, b) with steps[a] == steps[b], start[a] < start[b] and not
   both in free.

## exact-check: A check without tolerance

1. Which numbers are floats? Make fractions of them before you calculate, not afterwards.
2. Round the values of the whole variables with round(), take Fraction(value) of the others, and add up the products as fractions.
3. left = sum(Fraction(a) * exact[v] for v, a in coefficients.items()); then compare left with rhs by <=, >= or ==, without any
   tolerance.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from random import Random
from typing import Any

from sudoku_models.course.answers import call_unchanged, must_fit, same
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Wrong

# -- stop or go on -----------------------------------------------------------------------------------------------------

Run = tuple[str, float | None, float | None, float, float, float]
"""The goal, the best plan, the bound, the minutes that are left, the minutes of a run, euros a minute."""

DECISIONS = ("go on", "use the plan", "no plan")
TYPICAL: tuple[Run, ...] = (
    ("min", None, 638.2, 30, 10, 2.0),
    ("min", None, None, 5, 10, 2.0),
    ("min", 653.0, 600.0, 30, 10, 2.0),
    ("min", 653.0, 640.0, 30, 10, 2.0),
    ("min", 653.0, 600.0, 5, 10, 2.0),
    ("min", 653.0, 600.0, 10, 10, 2.0),
    ("min", 653.0, None, 30, 10, 2.0),
    ("min", 653.0, None, 5, 10, 2.0),
    ("max", 653.0, 700.0, 30, 10, 2.0),
    ("max", 653.0, 660.0, 30, 10, 2.0),
    ("max", None, 700.0, 30, 10, 2.0),
    ("min", 653.0, 652.3, 30, 10, 0.0),
    ("max", 653.0, 653.7, 30, 10, 0.0),
    ("min", 653.0, 653.0, 30, 10, 0.0),
    ("min", 658.0, 637.5, 30, 10, 2.0),
    ("min", 659.0, 638.0, 30, 10, 2.0),
    ("min", 658.0, 638.0, 30, 10, 2.0),
    ("max", 658.0, 678.6, 30, 10, 2.0),
    ("min", 653.0000004, 652.9999997, 30, 10, 0.0),
    ("min", 654.0, 652.0000006, 30, 1, 1.5),
    ("max", 652.0, 653.9999994, 30, 1, 1.5),
    ("min", -40.0, -62.5, 30, 10, 2.0),
    ("min", -40.0, -60.5, 30, 10, 2.0),
    ("max", -62.0, -40.5, 30, 10, 2.0),
    ("min", 0.0, -30.0, 30, 10, 2.0),
    ("max", 0.0, 30.0, 30, 10, 2.0),
    ("min", 653.0, 653.0000005, 30, 10, 0.0),
    ("min", 653.0, 652.0001, 30, 10, 0.0),
    ("max", 653.0, 653.9999, 30, 10, 0.0),
    ("min", 5_000_003.0, 5_000_000.5, 30, 1, 2.0),
    ("max", 5_000_000.0, 5_000_002.5, 30, 1, 2.0),
    ("min", 653.0, 0.0, 30, 10, 2.0),
    ("min", 0.0, -12.0, 30, 10, 2.0),
    ("min", 12.0, 0.0, 30, 10, 2.0),
    ("min", None, 638.2, 600, 60, 50.0),
    ("max", None, None, 600, 60, 50.0),
    ("max", 653.0, None, 600, 60, 50.0),
)


def largest_gain(goal: str, plan: float, bound: float) -> int:
    """The most that another plan can be better; objective values are whole.

    >>> largest_gain("min", 653, 638.2), largest_gain("max", 653, 660.9), largest_gain("min", 654, 652.0000004)
    (14, 7, 2)
    """
    best = ceil(Fraction(bound) - Fraction(1, 10**6)) if goal == "min" else floor(Fraction(bound) + Fraction(1, 10**6))
    return round(plan) - best if goal == "min" else best - round(plan)


def decision(goal: str, plan: float | None, bound: float | None, left: float, step: float, rate: float) -> str:
    """What to do after a run.

    >>> decision("min", 653, 638.2, 30, 10, 2), decision("min", None, 638.2, 5, 10, 2)
    ('use the plan', 'no plan')
    """
    if left < step:
        return "no plan" if plan is None else "use the plan"
    if plan is None or bound is None:
        return "go on"
    return "go on" if largest_gain(goal, plan, bound) > Fraction(rate) * Fraction(step) else "use the plan"


def runs() -> list[Run]:
    """Typical cases, and random ones near the border between going on and stopping."""
    rng, found = random.Random(26), list(TYPICAL)
    for _ in range(400):
        goal, step, rate = rng.choice(["min", "max"]), rng.choice([1, 5, 10]), rng.choice([0.0, 0.5, 1.0, 2.0])
        gain = max(0, round(step * rate) + rng.randint(-2, 3))
        plan = rng.randint(-200, 2000)
        best = plan - gain if goal == "min" else plan + gain
        inside = rng.choice([0, 0, 0.25, 0.5, 0.875, 4e-7, -4e-7])
        bound = best - inside if goal == "min" else best + inside
        left = rng.choice([0, step - 1, step, step + 7, 60])
        found.append(
            (
                goal,
                rng.choice([float(plan), plan + 3e-7, float(plan), None]) if rng.random() < 0.4 else float(plan),
                float(bound) if rng.random() < 0.9 else None,
                left,
                step,
                rate,
            )
        )
    return found


def _why(goal: str, plan: float | None, bound: float | None, left: float, step: float, rate: float) -> str:
    if left < step:
        return f"one more run takes {step} minutes, and {left} are left"
    if plan is None:
        return "there is time for a run, and there is no plan yet"
    if bound is None:
        return "without a bound the gain may be as large as you like"
    gain = largest_gain(goal, plan, bound)
    whole = f"the objective values are whole, so no plan is {'cheaper' if goal == 'min' else 'worth more'} than "
    best = round(plan) - gain if goal == "min" else round(plan) + gain
    return f"{whole}{best}: a run can gain at most {gain}, and costs {rate:g} * {step:g} = {rate * step:g}"


def stop_or_go(answer: Function) -> str:
    """The decision must be the right one of many runs."""
    tried = runs()
    for case in tried:
        got, right = call_unchanged(answer, case), decision(*case)
        given = "for " + ", ".join(
            f"{name} = {value!r}"
            for name, value in zip(("goal", "plan", "bound", "left", "step", "rate"), case, strict=True)
        )
        must_fit(got, str, f"{given} your function must return a text")
        if got not in DECISIONS:
            raise Wrong(f"{given} your function returns {got!r}, which is none of {', '.join(map(repr, DECISIONS))}")
        if got != right:
            raise Wrong(f"{given} your function returns {got!r}, not {right!r}: {_why(*case)}")
    return f"your decision is the right one in {len(tried)} cases, minima and maxima, with and without plans and bounds"


# -- a complete hint ---------------------------------------------------------------------------------------------------

Jobs = list[list[tuple[int, int]]]
"""The steps of each job: a machine and a duration."""
Step = tuple[int, int]
Plan = dict[Step, int]


def faults(jobs: Jobs, start: Mapping[Step, float]) -> Iterator[str]:
    """What is wrong with the starts of all steps of some jobs.

    >>> list(faults([[(0, 2), (1, 3)], [(0, 4)]], {(0, 0): 0, (0, 1): 1, (1, 0): 1}))
    ['step 1 of job 0 begins at 1, before 2', 'machine 0 works for jobs 0 and 1 at the same time']
    """
    for j, k in sorted(start):
        ready = start[j, k - 1] + jobs[j][k - 1][1] if k else 0
        if start[j, k] < ready:
            yield f"step {k} of job {j} begins at {start[j, k]:g}, before {ready:g}"
    for (i, m), (j, k) in combinations(sorted(start), 2):
        (machine, p), (other, q) = jobs[i][m], jobs[j][k]
        if i != j and machine == other and start[i, m] < start[j, k] + q and start[j, k] < start[i, m] + p:
            yield f"machine {machine} works for jobs {i} and {j} at the same time"


def in_order(jobs: Jobs, order: Iterable[int], waits: Random | None = None) -> Plan:
    """A plan: the next step of each job in turn, as early as possible or a little later."""
    done, ready, free, start = [0] * len(jobs), [0] * len(jobs), dict[int, int](), Plan()
    for j in order:
        machine, p = jobs[j][done[j]]
        time = max(ready[j], free.get(machine, 0)) + (waits.choice([0, 0, 3]) if waits else 0)
        start[j, done[j]] = time
        ready[j] = free[machine] = time + p
        done[j] += 1
    return start


def shops() -> list[tuple[Jobs, Plan]]:
    """Jobs, and a plan of some of them, which ends within the sum of their durations."""
    found: list[tuple[Jobs, Plan]] = [
        ([[(0, 3), (1, 2)], [(0, 2), (1, 4)]], {(0, 0): 0, (0, 1): 3}),
        ([[(0, 3), (1, 2)], [(1, 2), (0, 4)]], {(1, 0): 0, (1, 1): 2}),
        ([[(0, 3), (1, 2)], [(1, 2), (0, 4)]], {}),
        ([[(0, 3), (1, 2)], [(1, 2), (0, 4)]], {(0, 0): 2, (0, 1): 5, (1, 0): 0, (1, 1): 5}),
        ([[(0, 1)], [(0, 9)], [(0, 4)], [(1, 7)]], {(1, 0): 6, (3, 0): 0}),
        ([[(0, 9)], [(1, 1), (2, 1), (1, 5)]], {(0, 0): 0}),
        ([[(0, 20), (1, 1)], [(1, 2), (2, 2)], [(2, 3), (0, 2)], [(3, 30)]], {(1, 0): 21, (1, 1): 30, (3, 0): 0}),
    ]
    rng = random.Random(1998)
    while len(found) < 37:
        n, machines = rng.randint(2, 5), rng.randint(2, 4)
        jobs = [
            [(m, rng.randint(1, 9)) for m in rng.sample(range(machines), rng.randint(1, machines))] for _ in range(n)
        ]
        turns = [j for j, job in enumerate(jobs) for _ in job]
        rng.shuffle(turns)
        whole, known = in_order(jobs, turns, rng), set(rng.sample(range(n), rng.randint(0, n)))
        some = {(j, k): t for (j, k), t in whole.items() if j in known}
        if max((t + jobs[j][k][1] for (j, k), t in some.items()), default=0) <= horizon(jobs[j] for j in known):
            found.append((jobs, some))
    return found


def horizon(jobs: Iterable[list[tuple[int, int]]]) -> int:
    """The end if one step follows the other.

    >>> horizon([[(0, 2), (1, 3)], [(0, 4)]])
    9
    """
    return sum(p for job in jobs for _, p in job)


def complete_hint(answer: Function) -> str:
    """All steps must have a start, the known ones theirs, without a fault, and the end must be the end."""
    tried = shops()
    for jobs, known in tried:
        got = call_unchanged(answer, (jobs, known))
        given = f"for jobs = {jobs} and known = {known}"
        must_fit(got, dict, f"{given} your function must return a dict")
        steps = {(j, k) for j, job in enumerate(jobs) for k in range(len(job))}
        if lacking := [key for key in (*sorted(steps), "end") if key not in got]:
            raise Wrong(f"{given} the hint is not complete: {lacking[0]!r} is missing")
        if odd := [key for key in got if key not in steps and key != "end"]:
            raise Wrong(f"{given} the hint has the key {odd[0]!r}, which is no step and not 'end'")
        must_fit(list(got.values()), [int], f"{given} each value of the hint must be a whole number")
        if moved := [o for o in known if got[o] != known[o]]:
            o = moved[0]
            raise Wrong(f"{given} the known step {o} must stay at {known[o]}, and your hint has it at {got[o]}")
        start = {o: got[o] for o in steps}
        for sentence in faults(jobs, start):
            raise Wrong(f"{given} your hint {got} is no plan: {sentence}")
        if early := [o for o in start if start[o] < 0]:
            raise Wrong(f"{given} step {early[0]} begins before 0")
        end = max(start[j, k] + jobs[j][k][1] for j, k in steps)
        if end > (latest := horizon(jobs)):
            raise Wrong(f"{given} the last step of your hint ends at {end}, after {latest}, the horizon of `job_shop`")
        if got["end"] != end:
            raise Wrong(f"{given} the last step of your hint ends at {end}, and it says 'end': {got['end']}")
    return f"your hints for {len(tried)} shops are complete, have no fault and keep what was known"


# -- a free window -----------------------------------------------------------------------------------------------------

Window = tuple[dict[Step, int], dict[Step, int], int, int]
"""The machine of each step, its start, and the first and the last start of the free ones."""


def windows() -> list[Window]:
    """Plans with a window of time."""
    small = {(0, 0): 0, (1, 0): 0, (2, 0): 0, (3, 0): 0, (0, 1): 1}
    begin = {(0, 0): 0, (1, 0): 4, (2, 0): 6, (3, 0): 9, (0, 1): 4}
    swapped = {(0, 0): 9, (1, 0): 6, (2, 0): 4, (3, 0): 0, (0, 1): 12}
    found: list[Window] = [
        (small, begin, 4, 6),
        (small, begin, 0, 4),
        (small, begin, 6, 6),
        (small, begin, 5, 5),
        (small, begin, 0, 9),
        (small, begin, 3, 8),
        (small, swapped, 4, 6),
        (small, swapped, 0, 6),
    ]
    rng = random.Random(1986)
    for _ in range(25):
        n, machines = rng.randint(3, 6), rng.randint(1, 4)
        jobs = [[(m, rng.randint(1, 9)) for m in rng.sample(range(machines), machines)] for _ in range(n)]
        turns = [j for j, job in enumerate(jobs) for _ in job]
        rng.shuffle(turns)
        start = in_order(jobs, turns, rng)
        low, high = sorted(rng.choices(sorted(start.values()), k=2))
        found.append(({o: jobs[o[0]][o[1]][0] for o in sorted(start)}, start, low, high))
    return found


def implied(pairs: Iterable[tuple[Step, Step]], among: Iterable[Step]) -> set[tuple[Step, Step]]:
    """All pairs that follow from some, because "before" is transitive.

    >>> sorted(implied([((0, 0), (1, 0)), ((1, 0), (2, 0))], [(0, 0), (1, 0), (2, 0)]))
    [((0, 0), (1, 0)), ((0, 0), (2, 0)), ((1, 0), (2, 0))]
    """
    found = set(pairs)
    for middle in among:
        before = [a for a, b in found if b == middle]
        after = [b for a, b in found if a == middle]
        found |= {(a, b) for a in before for b in after}
    return found


def free_window(answer: Function) -> str:
    """The pairs must hold in the plan, fix all that is not free, and nothing that is."""
    tried = windows()
    for steps, start, low, high in tried:
        given = f"for steps = {steps}, start = {start}, low = {low} and high = {high}"

        def listed(*case: Any, given: str = given) -> list[Any]:
            got = answer(*case)
            if isinstance(got, str) or not isinstance(got, Iterable):
                raise Wrong(f"{given} your function must return pairs of steps, not {got!r}")
            return list(got)

        got = call_unchanged(listed, (steps, start, low, high))
        must_fit(got, [((int, int), (int, int))], f"{given} your function must return pairs (a, b) of steps")
        pairs = {(tuple(a), tuple(b)) for a, b in got}
        _must_be_of_one_machine(pairs, steps, given)
        if turned := sorted((a, b) for a, b in pairs if start[a] >= start[b]):
            a, b = turned[0]
            raise Wrong(
                f"{given} you demand {a} before {b}, and in the plan {a} begins at {start[a]}, {b} at {start[b]}: the plan "
                "that you have is forbidden, so the next one may be worse, or there is none"
            )
        free = {o for o in steps if low <= start[o] <= high}
        known = implied((pair for pair in pairs if steps[pair[0]] == steps[pair[1]]), steps)
        for a, b in sorted((a, b) for a in steps for b in steps if steps[a] == steps[b] and start[a] < start[b]):
            if {a, b} <= free and (a, b) in known:
                raise Wrong(
                    f"{given} {a} and {b} are free, and your pairs fix their order: the solver cannot change it"
                )
            if not {a, b} <= free and (a, b) not in known:
                both = "neither of them is free" if not {a, b} & free else "only one of them is free"
                raise Wrong(f"{given} {a} and {b} may change places on machine {steps[a]}, though {both}")
    return f"your pairs fix all but the free part of {len(tried)} plans, and each plan keeps them"


def _must_be_of_one_machine(pairs: set[tuple[Any, Any]], steps: Mapping[Step, int], given: str) -> None:
    """Pairs of one job in the order of its route say nothing new, and are allowed."""
    for a, b in sorted(pairs):
        if odd := [o for o in (a, b) if o not in steps]:
            raise Wrong(f"{given} your pair {(a, b)} names {odd[0]}, which is no step")
        if steps[a] != steps[b] and not (a[0] == b[0] and a[1] < b[1]):
            raise Wrong(
                f"{given} you demand {a} before {b}; they are on machines {steps[a]} and {steps[b]}, and nobody asked for an order"
            )


# -- a check without tolerance -----------------------------------------------------------------------------------------

Number = int | Fraction
Rows = dict[str, tuple[dict[str, Number], str, Number]]
Answer = tuple[Rows, set[str], dict[str, float]]

BIG: Rows = {"a or b": ({"s_a": 1, "s_b": -1, "z": 10**7}, ">=", 5), "early": ({"s_a": 1}, "<=", 9)}
ADDED: Rows = {"sum": ({"a": 1, "b": 1, "c": -1}, "=", 0)}
PARTS: Rows = {"thirds": ({"a": Fraction(1, 3), "b": Fraction(1, 3), "c": Fraction(1, 3)}, "=", 1)}
HUGE: Rows = {"huge": ({"n": 10**17, "m": 1, "k": -(10**17)}, ">=", 1)}

ANSWERS: tuple[Answer, ...] = (
    ({"a": ({"x": 1, "y": 2}, "<=", 7), "b": ({"x": 1}, ">=", 2)}, {"x", "y"}, {"x": 2.0, "y": 3.0}),
    ({"a": ({"x": 1, "y": 2}, "<=", 8), "b": ({"x": 1}, ">=", 2)}, {"x", "y"}, {"x": 2.0, "y": 3.0}),
    ({"least": ({"x": 1}, ">=", 1)}, {"x"}, {"x": 0.9999999}),
    ({"most": ({"x": 1}, "<=", 1)}, {"x"}, {"x": 1.0000001}),
    ({"least": ({"x": 1}, ">=", 1)}, set(), {"x": 0.9999999}),
    ({"most": ({"x": 1}, "<=", 1)}, set(), {"x": 1.0000001}),
    ({"equal": ({"x": 1}, "=", 1)}, set(), {"x": 1.0000000001}),
    ({"equal": ({"x": 1}, "=", 1)}, {"x"}, {"x": 1.0000000001}),
    (BIG, {"z"}, {"s_a": 0.0, "s_b": 0.0, "z": 5e-7}),
    (BIG, {"z"}, {"s_a": 5.0, "s_b": 0.0, "z": 5e-7}),
    (BIG, {"z"}, {"s_a": 0.0, "s_b": 0.0, "z": 0.9999996}),
    (ADDED, set(), {"a": 0.1, "b": 0.2, "c": 0.30000000000000004}),
    (ADDED, set(), {"a": 0.5, "b": 0.25, "c": 0.75}),
    (PARTS, {"a", "b", "c"}, {"a": 1.0, "b": 1.0, "c": 1.0}),
    (PARTS, {"a", "b", "c"}, {"a": 1.0, "b": 1.0, "c": 0.9999998}),
    (HUGE, {"n", "m", "k"}, {"n": 1.0, "m": 1.0, "k": 1.0}),
    (HUGE, {"n", "m", "k"}, {"n": 1.0, "m": 0.0, "k": 1.0}),
    ({"tiny": ({"x": Fraction(1, 10**30)}, "<=", 0)}, {"x"}, {"x": 1.0}),
    ({"tiny": ({"x": Fraction(1, 10**30)}, ">=", 0)}, {"x"}, {"x": 1.0}),
    ({"both": ({"x": 1, "y": -1}, "=", 0), "no": ({"x": 1}, "<=", -1)}, {"x", "y"}, {"x": -0.0, "y": 1e-9}),
    ({"ten": ({"x": 10}, "=", 1), "most": ({"x": 10}, "<=", 1)}, set(), {"x": 0.1}),
    ({"right": ({"x": 3}, "<=", Fraction(1, 3))}, set(), {"x": 0.1111111111111111}),
    ({"wrong": ({"x": 3}, ">=", Fraction(1, 3))}, set(), {"x": 0.1111111111111111}),
    ({"low": ({"x": 1}, ">=", 3), "high": ({"x": 1}, "<=", 2), "at": ({"x": 1}, "=", 4)}, {"x"}, {"x": 2.5e0 + 0.1}),
)


def broken(rows: Rows, whole: set[str], x: Mapping[str, float]) -> dict[str, Fraction]:
    """The rows that are broken, and by how much.

    >>> broken({"most": ({"x": 2}, "<=", 3)}, {"x"}, {"x": 1.9999999})
    {'most': Fraction(1, 1)}
    """
    exact = {v: Fraction(round(value) if v in whole else value) for v, value in x.items()}
    found = {}
    for name, (coefficients, sense, rhs) in rows.items():
        over = sum((Fraction(a) * exact[v] for v, a in coefficients.items()), Fraction(0)) - rhs
        by = {"<=": max(over, Fraction(0)), ">=": max(-over, Fraction(0)), "=": abs(over)}[sense]
        if by:
            found[name] = by
    return found


def answers_of_solvers() -> list[Answer]:
    """The cases above, and random ones of which some rows are broken by very little."""
    rng, found = random.Random(771), list(ANSWERS)
    for _ in range(60):
        names = [f"x_{k}" for k in range(rng.randint(2, 4))]
        whole = {name for name in names if rng.random() < 0.5}
        x = {
            v: rng.randint(-5, 5) + rng.choice([0, 3e-7, -3e-7]) if v in whole else rng.randint(-40, 40) / 8
            for v in names
        }
        rows: Rows = {}
        for k in range(rng.randint(1, 4)):
            factors: list[Number] = [1, -2, 3, 10**6, Fraction(1, 7)]
            coefficients = {v: rng.choice(factors) for v in names}
            at = {v: Fraction(round(x[v]) if v in whole else x[v]) for v in names}
            left = sum((Fraction(a) * at[v] for v, a in coefficients.items()), Fraction(0))
            slack = rng.choice([Fraction(0), Fraction(0), Fraction(1, 10**7), Fraction(-1, 10**7), Fraction(3)])
            rows[f"row {k}"] = coefficients, rng.choice(["<=", ">=", "="]), left + slack
        found.append((rows, whole, x))
    return found


def exact_check(answer: Function) -> str:
    """The rows that are broken, by however little, and no others."""
    tried = answers_of_solvers()
    for rows, whole, x in tried:
        got, right = call_unchanged(answer, (rows, whole, x)), broken(rows, whole, x)
        given = f"for rows = {rows}, whole = {whole or '{}'} and x = {x}"
        must_fit(got, [str], f"{given} your function must return a set of names")
        if more := sorted(set(got) - set(right)):
            name = more[0]
            why = f"after rounding it holds exactly: {_row(rows, name)}" if name in rows else "there is no such row"
            raise Wrong(f"{given} you call {name!r} broken; {why}")
        if fewer := sorted(set(right) - set(got)):
            by = right[fewer[0]]
            raise Wrong(f"{given} {fewer[0]!r} is broken by {float(by):g}: {_row(rows, fewer[0])}")
        if not same(sorted(got), sorted(right)):
            raise Wrong(f"{given} a name stands twice in your answer {got}")
    return (
        f"your check finds exactly the broken rows of {len(tried)} answers, also those that are broken by 1e-7 or less"
    )


def _row(rows: Rows, name: str) -> str:
    coefficients, sense, rhs = rows[name]
    return f"{' + '.join(f'{a} {v}' for v, a in coefficients.items())} {sense} {rhs}"


# -- questions of an examination ---------------------------------------------------------------------------------------


@question(1, 2, 1)
def stop_a_run(rng: Random) -> Asked:
    plan, (gain, cost) = rng.randint(400, 900), rng.sample(range(4, 21), 2)
    low = plan - gain - round(rng.choice([0.2, 0.4, 0.7]), 1)
    best = ceil(low)
    verdict = "they can pay" if plan - best > cost else "they cannot pay, use the plan"
    return Asked(
        f"A solver minimises a cost in whole euros. After ten minutes its log says BestBound {low:.1f}, BestSol {plan}. What is its gap in "
        f"per cent? Ten more minutes cost {cost} euros. How much can they save at most? Can they pay?",
        f"The gap is ({plan} - {low:.1f}) / {plan} = {100 * (plan - low) / plan:.2f} %. No plan costs less than {best}, because costs are whole. So at "
        f"most **{plan - best}** euros can be saved, for {cost}: **{verdict}**.",
        (plan - best, verdict),
    )


@question(2, 1, 1)
def what_a_tolerance_lets_through(rng: Random) -> Asked:
    power, most, setup = rng.choice([7, 8, 9]), 10 * rng.randint(4, 12), 50 * rng.randint(3, 9)
    through = 10 ** (power - 6)
    costs = Fraction(setup * min(most, through), 10**power)
    return Asked(
        f"A machine makes at most {most} pieces. If it makes any, it costs {setup} euros: the objective has {setup} y, with y binary and x <= M y, "
        f"where M = 10^{power}. The solver takes y for whole if it is within 10^-6 of a whole number. How many pieces may it make with a y that "
        "counts as 0? What does the objective charge for them, and which M is the smallest valid one?",
        f"y = 10^-6 counts as 0, and the row allows x <= 10^{power} * 10^-6 = {through} then. At most {most} pieces can be made, so it is "
        f"**{min(most, through)}** pieces, for which y = x / M is enough: they cost **{f'{float(costs):.7f}'.rstrip('0')}** euros instead of {setup}. The "
        f"smallest valid M is **{most}**.",
        (min(most, through), costs, most),
    )
