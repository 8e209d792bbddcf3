"""Lesson 23, when the model is wrong: a smallest conflict, a ray, a plan to mend, models to tell apart.

## smallest-conflict: The smallest conflict

1. The deletion filter finds a minimal set, which need not be a smallest one. In which order would you try sets so that
   the first conflict is a smallest one?
2. Try all sets of 0 constraints, then of 1, of 2, and so on: the first one that is infeasible is a smallest conflict.
   Keep the list of the constraints that were active, because the listing of the active ones changes while you work.
3. every = list(model.component_data_objects(pyo.Constraint, active=True)); for size in range(len(every) + 1): for part
   in itertools.combinations(every, size): deactivate all in every, activate those in part, and ask
   is_infeasible(model). At the end activate all in every.

## find-the-ray: Find a ray

1. The three conditions of a ray are linear. What could the objective of a linear program be that looks for one?
2. Maximise the profit of the ray. As any multiple of a ray is a ray, this would be unbounded; so bound each amount, for
   example by 1. If the largest profit is 0, there is no ray.
3. r = {p: problem.add_variable(f'r_{k}', 0, 1) for k, p in enumerate(profit)}; for each row the sum of its coefficients
   times r is at most 0, without the limit. Return {p: r[p].varValue for p in r} if the profit of it is positive, and
   None otherwise.

## mend-the-plan: Mend a plan

1. For each comment, try to break the rule: what is the smallest and the largest value that the plan allows? Three rows
   are printed for five rules.
2. A chain is two constraints. 'Not equal' and 'or' each need a binary variable that says which case holds, and two
   inequalities of which it switches one off. The numbers differ by at most 4, so a big-M of 5 is enough.
3. z = problem.add_variable('z', 0, 1, pulp.LpInteger); problem += x['chair'] - x['bench'] >= 1 - 5 * (1 - z); problem
   += x['bench'] - x['chair'] >= 1 - 5 * z. With another binary w: x['shelf'] >= 3 * w and x['bench'] >= 3 * (1 - w).

## tell-apart: Tell models apart

1. You need not guess: a function of the lesson compares two models, and gives an assignment where they differ.
2. sm.equivalent takes two problems. Its result is true where the two are proved equivalent, and has an assignment where
   they are different.
3. for name, (one, two) in PAIRS.items(): found = sm.equivalent(sm.Problem(one), sm.Problem(two)); the verdict is
   'equivalent' if found, and found.assignment otherwise.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, product
from random import Random
from typing import Any

import pulp
import pyomo.environ as pyo

from sudoku_models.backends.pulp import PulpBackend
from sudoku_models.course.answers import as_python, must_fit, same
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.course.models import allowed_by
from sudoku_models.models.validation import short

GOODS = ("table", "chair", "bench", "shelf")

# -- the smallest conflict ---------------------------------------------------------------------------------------------

Rules = dict[str, Callable[..., Any]]


def smallest_conflict(answer: Function) -> str:
    """A smallest set of active constraints without a solution, found by brute force; the model stays as it was."""
    for k, (title, high, rules, off) in enumerate(_broken_plans()):
        model, names = _in_pyomo(high, rules, off, STYLES[k % len(STYLES)])
        before = _active(model), _objectives(model), _variables(model)
        returned = as_python(answer(model))
        if _active(model) != before[0]:
            raise Wrong(
                f"for {title} your function changes which constraints are active; activate them again at the end"
            )
        if _objectives(model) != before[1]:
            raise Wrong(f"for {title} your function leaves another objective in the model; put the old one back")
        if _variables(model) != before[2]:
            raise Wrong(f"for {title} your function leaves other variables, or other bounds; make them as they were")
        active = {name: rule for name, rule in rules.items() if name not in off}
        _must_be_smallest(returned, title, active, high, {names[name]: name for name in active})
    return "your function finds a smallest conflict of each of 8 models, and None where there is a solution"


def _must_be_smallest(returned: Any, title: str, active: Rules, high: int, names: Mapping[str, str]) -> None:
    least = _smallest(active, high)
    if returned is None:
        if least is not None:
            raise Wrong(f"for {title} your function returns None, and {_listed(least)} cannot hold together")
        return
    must_fit(returned, [str], f"for {title} your function must return a set of names or None")
    if least is None:
        raise Wrong(f"for {title} there is a solution, so the answer is None, not {short(returned)}")
    for name in returned:
        if name not in names:
            raise Wrong(f"for {title} {short(name)} is no name of an active constraint; they are {_listed(names)}")
    chosen = {names[name] for name in returned}
    if _has_plan([active[name] for name in chosen], high):
        raise Wrong(f"for {title} the constraints {short(sorted(returned))} can hold together, so they are no conflict")
    if len(chosen) > len(least):
        more = f"these {len(chosen)} constraints are a conflict, but {len(least)} are enough: {_listed(least)}"
        raise Wrong(f"for {title} {more}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in sorted(names)) or "no constraint at all"


STYLES = "one indexed constraint", "constraints by themselves", "a block"
"""How the models of Pyomo are written, in turn."""


def _in_pyomo(high: int, rules: Rules, off: frozenset[str], style: str) -> tuple[Any, dict[str, str]]:
    """A model, and the name of the constraint of each rule."""
    model = pyo.ConcreteModel()
    if style == "one indexed constraint":
        x = model.x = pyo.Var(range(3), domain=pyo.NonNegativeIntegers, bounds=(0, high))
        model.rule = pyo.Constraint([*rules], rule=lambda _, name: rules[name](*x.values()))
        made = {name: model.rule[name] for name in rules}
    else:
        place = model
        if style == "a block":
            place = model.shop = pyo.Block()
        x = place.amount = pyo.Var(range(3), domain=pyo.NonNegativeIntegers, bounds=(0, high))
        for name, rule in rules.items():
            place.add_component(f"{name}_limit", pyo.Constraint(expr=rule(*x.values())))
        made = {name: place.component(f"{name}_limit") for name in rules}
    for name in off:
        made[name].deactivate()
    model.cost = pyo.Objective(expr=sum(x.values()))
    return model, {name: each.name for name, each in made.items()}


def _active(model: Any) -> list[tuple[str, bool]]:
    data = model.component_data_objects(pyo.Constraint, descend_into=True)
    return sorted((each.name, bool(each.active)) for each in data)


def _objectives(model: Any) -> list[tuple[str, str, str]]:
    data = model.component_data_objects(pyo.Objective, active=True, descend_into=True)
    return sorted((each.name, str(each.sense), str(each.expr)) for each in data)


def _variables(model: Any) -> list[tuple[str, Any, bool, str]]:
    data = model.component_data_objects(pyo.Var, descend_into=True)
    return sorted((each.name, each.bounds, bool(each.fixed), str(each.domain)) for each in data)


def _has_plan(rules: Iterable[Callable[..., Any]], high: int) -> bool:
    wanted = list(rules)
    return any(all(rule(*x) for rule in wanted) for x in product(range(high + 1), repeat=3))


def _smallest(rules: Rules, high: int) -> set[str] | None:
    for size in range(len(rules) + 1):
        for names in combinations(rules, size):
            if not _has_plan([rules[name] for name in names], high):
                return set(names)
    return None


def _broken_plans() -> Iterator[tuple[str, int, Rules, frozenset[str]]]:
    """Models of three numbers: what each is, the largest value, its rules, and those that are not active."""
    weeks: Rules = {
        "hours": lambda a, b, c: 5 * a + 2 * b + 2 * c <= 20,
        "oak": lambda a, b, c: 8 * a + 2 * b + 5 * c <= 38,
        "chairs": lambda a, b, c: b >= 2 * a,
        "inn": lambda a, b, c: a >= 2,
        "school": lambda a, b, c: b >= 6,
        "park": lambda a, b, c: c >= 2,
    }
    yield "a plan with two minimal conflicts", 9, weeks, frozenset()
    yield "the same plan in another order", 9, dict(reversed(weeks.items())), frozenset()
    yield "the plan without two of its orders", 9, weeks, frozenset({"school", "park"})
    yield "the plan without its hours", 9, weeks, frozenset({"hours"})
    alone: Rules = {
        "few": lambda a, b, c: a + b + c <= 9,
        "many": lambda a, b, c: a >= 6,
        "some": lambda a, b, c: b >= 1,
    }
    yield "a plan with a rule that fails by itself", 5, alone, frozenset()
    odd: Rules = {
        "low": lambda a, b, c: a + b + c <= 4,
        "odd": lambda a, b, c: 2 * a + 2 * b == 3,
        "high": lambda a, b, c: c >= 5,
    }
    yield "a plan that only fractions would fulfil", 6, odd, frozenset({"high"})
    cycle: Rules = {
        "first": lambda a, b, c: a >= b + 1,
        "second": lambda a, b, c: b >= c + 1,
        "third": lambda a, b, c: c >= a + 1,
        "sum": lambda a, b, c: a + b + c >= 1,
    }
    yield "a plan whose rules form a circle", 4, cycle, frozenset({"sum"})
    ends: Rules = {"few": lambda a, b, c: a + b + c <= 3, **cycle, "many": lambda a, b, c: a >= 4}
    yield "a plan with a small conflict and a larger one", 5, ends, frozenset()


# -- a ray -------------------------------------------------------------------------------------------------------------

Row = tuple[dict[str, float], float]
SMALL = 1e-6


def find_the_ray(answer: Function) -> str:
    """A ray where there is one, which is checked by multiplication, and None elsewhere."""
    cases = [*_plans()]
    for title, profit, rows, is_bounded in cases:
        given = dict(profit), {name: (dict(row), limit) for name, (row, limit) in rows.items()}
        ray = as_python(answer(*given))
        if given != (profit, rows):
            raise Wrong(f"for {title} your function changes its arguments; work on a copy")
        if ray is None:
            if not is_bounded:
                raise Wrong(f"for {title} your function returns None, and the profit is not bounded: {short(profit)}")
            continue
        must_fit(ray, {str: float}, f"for {title} your function must return a dict of numbers, or None")
        _must_be_ray(ray, title, profit, rows, is_bounded)
    return f"your function is right on {len(cases)} plans: each of your rays is one, as multiplication shows"


def _must_be_ray(ray: Any, title: str, profit: dict[str, float], rows: dict[str, Row], is_bounded: bool) -> None:
    says = f"for {title} your function returns {short(ray)}"
    if more := ray.keys() - profit.keys():
        raise Wrong(f"{says}, and {short(more.pop())} is none of the goods")
    r = {p: float(ray.get(p, 0)) for p in profit}
    size = max(map(abs, r.values()), default=0.0)
    if not math.isfinite(size):
        raise Wrong(f"{says}, and these are not all numbers")
    if size < SMALL:
        raise Wrong(f"{says}, which leads nowhere; " + ("the answer is None" if is_bounded else "there is a ray"))
    for p, step in r.items():
        if step < -SMALL * size:
            raise Wrong(f"{says}, along which the amount of {p} becomes negative")
    for name, (row, _) in rows.items():
        change = sum(c * r[p] for p, c in row.items())
        if change > SMALL * size * max(map(abs, row.values())):
            raise Wrong(f"{says}, along which the row {name!r} grows by {change:g} a step, past its limit")
    gain = sum(profit[p] * r[p] for p in r)
    if gain < SMALL * size:
        raise Wrong(f"{says}, and along it the profit changes by {gain:g} a step: it does not grow")


def _plans() -> Iterator[tuple[str, dict[str, float], dict[str, Row], bool]]:
    """Plans with a solution: what each is, profits, rows, and whether the profit is bounded."""
    profit: dict[str, float] = {"table": 180, "chair": 45, "bench": 80}
    hours: Row = ({"table": 5, "chair": 2, "bench": 2}, 50)
    oak: Row = ({"table": 8, "chair": 2, "bench": 5}, 90)
    yield "the joinery without birdhouses", profit, {"hours": hours, "oak": oak}, True
    some: Row = ({"birdhouse": -1}, -2)
    yield "the joinery with birdhouses", {**profit, "birdhouse": 5}, {"hours": hours, "oak": oak}, False
    yield "birdhouses that are ordered", {**profit, "birdhouse": 5}, {"hours": hours, "two at least": some}, False
    yield "birdhouses that are given away", {**profit, "birdhouse": 0}, {"hours": hours, "two at least": some}, True
    yield "birdhouses at a loss", {**profit, "birdhouse": -3}, {"hours": hours, "two at least": some}, True
    table_needs: Row = ({"table": 4, "chair": -1}, 0)
    yield "chairs without a limit", profit, {"four chairs": table_needs, "benches": ({"bench": 1}, 3)}, False
    sets: dict[str, Row] = {"four chairs": table_needs, "chairs": ({"chair": 1, "table": -4}, 0)}
    yield "sets of a table and four chairs", {"table": 100, "chair": -20}, sets, False
    yield "sets that cost more than they bring", {"table": 100, "chair": -30}, sets, True
    order: dict[str, Row] = {"an order": ({"table": -1}, -4), "hours": ({"table": 5, "bench": 2}, 50)}
    yield "an order of four tables", {"table": 180, "bench": 80}, order, True
    traded: dict[str, Row] = {"a swap": ({"in": 1, "out": -3, "stock": -1}, 10), "stock": ({"stock": 1}, 5)}
    yield "goods that pay for each other", {"in": 4, "out": -11, "stock": 1}, traded, False
    yield "goods that do not pay for each other", {"in": 4, "out": -13, "stock": 1}, traded, True


# -- a plan to mend ----------------------------------------------------------------------------------------------------

HIGH = 4
MEANT: dict[str, Callable[[Mapping[str, int]], bool]] = {
    "1 to 3 tables": lambda x: 1 <= x["table"] <= 3,
    "not as many chairs as benches": lambda x: x["chair"] != x["bench"],
    "3 shelves or more, or 3 benches": lambda x: x["shelf"] >= 3 or x["bench"] >= 3,
    "at least 2 chairs for each table": lambda x: x["chair"] >= 2 * x["table"],
    "at most 9 pieces": lambda x: sum(x.values()) <= 9,
}
"""The comments of the broken plan."""


def mend_the_plan(answer: Function) -> str:
    """A plan in plain PuLP that allows exactly the assignments which keep the five rules; other variables are free."""
    problem = pulp.LpProblem("plan", pulp.LpMinimize)
    x = {p: problem.add_variable(p, 0, HIGH, pulp.LpInteger) for p in GOODS}
    answer(problem, dict(x))
    every = [dict(zip(GOODS, numbers, strict=True)) for numbers in product(range(HIGH + 1), repeat=len(GOODS))]
    right = 0
    for numbers, allowed in allowed_by(PulpBackend(problem), x, every):
        broken = [rule for rule, is_kept in MEANT.items() if not is_kept(numbers)]
        right += not broken
        plan = ", ".join(f"{number} {p}" for p, number in numbers.items())
        if allowed and broken:
            raise Wrong(f"your plan allows this: {plan}. It breaks the rule {broken[0]!r}")
        if not allowed and not broken:
            raise Wrong(f"your plan forbids this: {plan}. It keeps all five rules")
    return f"of {len(every)} assignments your plan allows the {right} that keep all five rules, and no others"


# -- models to tell apart ----------------------------------------------------------------------------------------------

Pair = tuple[str, int, int, Callable[..., bool], Callable[..., bool]]
PAIRS: dict[str, Pair] = {
    "rising": ("abc", 3, 0, lambda a, b, c: a <= b <= c, lambda a, b, c: a <= b and a + b <= 2 * c),
    "apart by two": (
        "ab",
        4,
        1,
        lambda a, b, z: a - b >= 2 - 6 * z and b - a >= 6 * z - 4,
        lambda a, b, z: a - b >= 2 - 5 * z and b - a >= 5 * z - 3,
    ),
    "boards": ("abc", 4, 0, lambda a, b, c: 4 * a + 6 * b + 8 * c <= 21, lambda a, b, c: 2 * a + 3 * b + 4 * c <= 10),
    "one of them": (
        "ab",
        4,
        1,
        lambda a, b, z: a <= 4 * z and b <= 4 - 4 * z,
        lambda a, b, z: a <= 4 * z and a + 4 * b <= 20 - 16 * z,
    ),
}
"""The pairs of the lesson: variables, their largest value, the number of further binaries, and both models."""


def tell_apart(answer: Any) -> str:
    """For each pair "equivalent", or values that exactly one of the two models accepts; decided by brute force."""
    must_fit(answer, {str: object}, f"the answer must be a dict with the pairs {', '.join(PAIRS)}")
    if answer.keys() != PAIRS.keys():
        raise Wrong(f"the answer must have the pairs {', '.join(PAIRS)}, and no others")
    for name, pair in PAIRS.items():
        keys, high, *_ = pair
        differ = any(len(_accepting(pair, x)) == 1 for x in product(range(high + 1), repeat=len(keys)))
        given = answer[name]
        if same(given, "equivalent"):
            if differ:
                raise Wrong(f"the models of {name!r} are different: some values are accepted by one of them only")
            continue
        must_fit(given, {str: int}, f"for {name!r} give 'equivalent', or a dict of whole numbers")
        if set(given) != set(keys):
            raise Wrong(f"for {name!r} give a value for each of {', '.join(keys)}, and for nothing else")
        x = tuple(int(given[key]) for key in keys)
        if not all(0 <= number <= high for number in x):
            raise Wrong(f"the variables of {name!r} are from 0 to {high}, and your values are {short(given)}")
        accepting = _accepting(pair, x)
        if len(accepting) != 1:
            how = "both models accept" if accepting else "neither model accepts"
            raise Wrong(f"{how} {short(given)} of {name!r}, so this does not tell them apart")
    return "each of your witnesses is accepted by one model only, and the other pairs are equivalent"


def _accepting(pair: Pair, x: tuple[int, ...]) -> list[int]:
    """Which of the two models accept these values, with some values of the further binaries."""
    _, _, extra, *models = pair
    binaries = [*product((0, 1), repeat=extra)]
    return [k for k, accepts in enumerate(models) if any(accepts(*x, *z) for z in binaries)]


# -- examination -------------------------------------------------------------------------------------------------------


@question(2, 1, 1)
def reads_another_row(rng: Random) -> Asked:
    low = rng.randint(1, 3)
    high = low + rng.randint(2, 4)
    left = [x for x in range(high + 4) if x <= high]
    return Asked(
        f"In a model with an integer x from 0 to {high + 3}, a student adds `{low} <= x <= {high}` to a PuLP problem. Python reads "
        f"this as `({low} <= x) and (x <= {high})`, and the first part, a constraint object, counts as true. Which values of x does "
        "the model allow? How would you notice, and how is it written rightly?",
        f"Only the second part is added: x in **{left}**. Print the model, or ask for a solution with x = 0 and see it accepted. "
        f"Write two rows, or bounds: x >= {low}; x <= {high}.",
        left,
    )
