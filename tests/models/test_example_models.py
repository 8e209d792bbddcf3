"""Models of textbooks, stated in the modelling libraries without this package, come in through every door.

The optimum is known from the book, or from the library's own solver; both are compared with.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pulp
import pyomo.environ as pyo
import pytest
from ortools.sat.python import cp_model
from pyomo.gdp import Disjunction

import sudoku_models as sm

Native = Any
near = pytest.approx
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore:Spaces are not permitted")
"""Models that people have use the names of PuLP 3."""


@dataclass(frozen=True)
class Example:
    """A model, its objective at the optimum, in each library a function that states it, and the number of optima."""

    best: float
    in_pulp: Callable[[], pulp.LpProblem] | None = None
    in_pyomo: Callable[[], pyo.ConcreteModel] | None = None
    in_cpsat: Callable[[], cp_model.CpModel] | None = None
    optima: int | None = None

    def natives(self) -> Iterator[Native]:
        return (state() for state in (self.in_pulp, self.in_pyomo, self.in_cpsat) if state)


# -- production (H. A. Taha, Operations Research: paints) ------------------------------------------------------------


def paints() -> pulp.LpProblem:
    lp = pulp.LpProblem("paints", pulp.LpMaximize)
    outside, inside = (lp.add_variable(name, 0) for name in ("outside", "inside"))
    lp += 5 * outside + 4 * inside
    lp += 6 * outside + 4 * inside <= 24, "first raw material"
    lp += outside + 2 * inside <= 6, "second raw material"
    lp += inside - outside <= 1, "market"
    lp += inside <= 2, "demand"
    return lp


def paints_in_pyomo() -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.tons = pyo.Var(["outside", "inside"], domain=pyo.NonNegativeReals)
    m.profit = pyo.Objective(expr=5 * m.tons["outside"] + 4 * m.tons["inside"], sense=pyo.maximize)
    m.raw = pyo.ConstraintList()
    m.raw.add(6 * m.tons["outside"] + 4 * m.tons["inside"] <= 24)
    m.raw.add(m.tons["outside"] + 2 * m.tons["inside"] <= 6)
    m.market = pyo.Constraint(expr=m.tons["inside"] <= m.tons["outside"] + 1)
    m.demand = pyo.Constraint(expr=(None, m.tons["inside"], 2))
    return m


# -- diet (Taha: feed), blending (PuLP's documentation: cat food) -----------------------------------------------------


def feed() -> pulp.LpProblem:
    lp = pulp.LpProblem("feed", pulp.LpMinimize)
    corn, soya = pulp.LpVariable("corn", 0), pulp.LpVariable("soya", 0)
    lp += 0.3 * corn + 0.9 * soya, "cost"
    lp += corn + soya >= 800, "pounds"
    lp += 0.09 * corn + 0.6 * soya >= 0.3 * (corn + soya), "protein"
    lp += 0.02 * corn + 0.06 * soya <= 0.05 * (corn + soya), "fibre"
    return lp


MEATS = {  # cost, protein, fat, fibre, salt
    "chicken": (0.013, 0.100, 0.080, 0.001, 0.002),
    "beef": (0.008, 0.200, 0.100, 0.005, 0.005),
    "mutton": (0.010, 0.150, 0.110, 0.003, 0.007),
    "rice": (0.002, 0.000, 0.010, 0.100, 0.002),
    "wheat bran": (0.005, 0.040, 0.010, 0.150, 0.008),
    "gel": (0.001, 0.000, 0.000, 0.000, 0.000),
}


def cat_food() -> pulp.LpProblem:
    lp = pulp.LpProblem("cat food", pulp.LpMinimize)
    share = pulp.LpVariable.dicts("percent", MEATS, 0)
    of = [pulp.lpSum(part[k] * share[name] for name, part in MEATS.items()) for k in range(5)]
    lp += of[0]
    lp += pulp.lpSum(share.values()) == 100, "percentages"
    lp += of[1] >= 8, "protein"
    lp += of[2] >= 6, "fat"
    lp += of[3] <= 2, "fibre"
    lp += of[4] <= 0.4, "salt"
    return lp


def cat_food_in_pyomo() -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.share = pyo.Var([*MEATS], bounds=(0, 100))
    of = [sum(part[k] * m.share[name] for name, part in MEATS.items()) for k in range(5)]
    m.cost = pyo.Objective(expr=of[0])
    m.whole = pyo.Constraint(expr=pyo.quicksum(m.share[name] for name in MEATS) == 100)
    m.protein = pyo.Constraint(expr=pyo.inequality(8, of[1], 100))
    m.fat = pyo.Constraint(expr=of[2] >= 6)
    m.fibre = pyo.Constraint(expr=of[3] <= 2)
    m.salt = pyo.Constraint(expr=of[4] <= 0.4)
    return m


# -- transport (PuLP's documentation: breweries and bars) -------------------------------------------------------------

SUPPLY, DEMAND = {"A": 1000, "B": 4000}, {1: 500, 2: 900, 3: 1800, 4: 200, 5: 700}
COSTS = {"A": (2, 4, 5, 2, 1), "B": (3, 1, 3, 2, 3)}


def crates() -> pulp.LpProblem:
    lp = pulp.LpProblem("crates")
    route = pulp.LpVariable.dicts("route", (SUPPLY, DEMAND), 0, None, pulp.LpInteger)
    lp += pulp.lpSum(COSTS[a][b - 1] * route[a][b] for a in SUPPLY for b in DEMAND)
    for a in SUPPLY:
        lp += pulp.lpSum(route[a].values()) <= SUPPLY[a], f"out of {a}"
    for b in DEMAND:
        lp += pulp.lpSum(route[a][b] for a in SUPPLY) >= DEMAND[b], f"into {b}"
    return lp


def crates_in_pyomo() -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.a, m.b = pyo.Set(initialize=[*SUPPLY]), pyo.Set(initialize=[*DEMAND])
    m.route = pyo.Var(m.a, m.b, domain=pyo.NonNegativeIntegers)
    m.cost = pyo.Objective(rule=lambda m: sum(COSTS[a][b - 1] * m.route[a, b] for a in m.a for b in m.b))
    m.out = pyo.Constraint(m.a, rule=lambda m, a: sum(m.route[a, :]) <= SUPPLY[a])
    m.into = pyo.Constraint(m.b, rule=lambda m, b: sum(m.route[:, b]) >= DEMAND[b])
    return m


# -- lot sizing (Wagner and Whitin, 1958) -----------------------------------------------------------------------------

NEEDED = (69, 29, 36, 61, 61, 26, 34, 67, 45, 67, 79, 56)
SETUP = (85, 102, 102, 101, 98, 114, 105, 86, 119, 110, 98, 114)


def lots() -> pulp.LpProblem:
    lp = pulp.LpProblem("lots")
    periods = range(12)
    made = lp.add_variable_dicts("made", periods, 0)
    stock = lp.add_variable_dicts("stock", periods, 0)
    is_set_up = lp.add_variable_dicts("set_up", periods, cat=pulp.LpBinary)
    lp += pulp.lpSum(SETUP[t] * is_set_up[t] + stock[t] for t in periods)
    for t in periods:
        lp += (stock[t - 1] if t else 0) + made[t] == NEEDED[t] + stock[t], f"balance {t}"
        lp += made[t] <= sum(NEEDED[t:]) * is_set_up[t], f"setup {t}"
    return lp


def lots_in_pyomo() -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.t = pyo.RangeSet(0, 11)
    m.made, m.stock = pyo.Var(m.t, bounds=(0, None)), pyo.Var(m.t, bounds=(0, None))
    m.is_set_up = pyo.Var(m.t, domain=pyo.Binary)
    m.cost = pyo.Objective(expr=sum(SETUP[t] * m.is_set_up[t] + m.stock[t] for t in m.t))

    @m.Constraint(m.t)
    def balance(m: Any, t: int) -> Any:
        return (m.stock[t - 1] if t else 0) + m.made[t] - m.stock[t] == NEEDED[t]

    @m.Constraint(m.t)
    def only_if_set_up(m: Any, t: int) -> Any:
        return m.made[t] <= sum(NEEDED[t:]) * m.is_set_up[t]

    return m


# -- cutting stock, knapsack ------------------------------------------------------------------------------------------

LENGTHS = {5: 15, 7: 20, 9: 30}
"""The length of a piece -> how many are ordered; a roll has 20."""
PATTERNS = [cut for cut in product(range(5), range(3), range(3)) if 15 < 5 * cut[0] + 7 * cut[1] + 9 * cut[2] <= 20]


def rolls() -> pulp.LpProblem:
    lp = pulp.LpProblem("rolls")
    number = [lp.add_variable(f"rolls of {cut}", 0, cat=pulp.LpInteger) for cut in PATTERNS]
    lp += pulp.lpSum(number)
    for k, (length, ordered) in enumerate(LENGTHS.items()):
        lp += pulp.lpSum(cut[k] * n for cut, n in zip(PATTERNS, number, strict=True)) >= ordered, f"length {length}"
    return lp


WEIGHT, VALUE = (12, 2, 1, 4, 1), (4, 2, 1, 10, 2)


def sack() -> pulp.LpProblem:
    lp = pulp.LpProblem("sack", pulp.LpMaximize)
    taken = lp.add_variable_dicts("taken", range(5), cat="Binary")
    lp += pulp.lpDot(VALUE, taken.values())
    lp += pulp.lpDot(WEIGHT, taken.values()) <= 15
    return lp


def sack_in_pyomo() -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.taken = pyo.Var(range(5), within=pyo.Binary)
    m.value = pyo.Objective(expr=pyo.sum_product(dict(enumerate(VALUE)), m.taken), sense=pyo.maximize)
    m.weight = pyo.Constraint(expr=pyo.sum_product(dict(enumerate(WEIGHT)), m.taken) <= 15)
    return m


def sack_in_cpsat() -> cp_model.CpModel:
    model = cp_model.CpModel()
    taken = [model.new_bool_var(f"taken_{k}") for k in range(5)]
    model.add(cp_model.LinearExpr.weighted_sum(taken, WEIGHT) <= 15)
    model.maximize(sum(v * x for v, x in zip(VALUE, taken, strict=True)))
    return model


# -- seating guests (PuLP's documentation), facilities, a timetable ----------------------------------------------------

GUESTS = "ABCDEFG"
TABLES = [table for size in (1, 2, 3) for table in combinations(GUESTS, size)]


def unhappiness(table: tuple[str, ...]) -> int:
    return ord(table[-1]) - ord(table[0])


def seating() -> pulp.LpProblem:
    lp = pulp.LpProblem("seating")
    used = pulp.LpVariable.dicts("table", TABLES, 0, 1, pulp.LpInteger)
    lp += pulp.lpSum(unhappiness(table) * used[table] for table in TABLES)
    lp += pulp.lpSum(used.values()) <= 3, "tables"
    for guest in GUESTS:
        lp += pulp.lpSum(used[table] for table in TABLES if guest in table) == 1, f"{guest} sits"
    return lp


OPENING, DISTANCE = (12, 9, 15), ((2, 9, 6, 7), (8, 1, 9, 4), (5, 6, 1, 2))


def depots() -> pulp.LpProblem:
    lp = pulp.LpProblem("depots")
    is_open = lp.add_variable_dicts("open", range(3), cat="Binary")
    serves = lp.add_variable_dicts("serves", (range(3), range(4)), 0, 1)
    lp += pulp.lpSum(OPENING[d] * is_open[d] + pulp.lpDot(DISTANCE[d], serves[d].values()) for d in range(3))
    for c in range(4):
        lp += pulp.lpSum(serves[d][c] for d in range(3)) == 1
        for d in range(3):
            lp += serves[d][c] <= is_open[d]
    return lp


LESSONS = [(teacher, group) for teacher in "XYZ" for group in (1, 2)]


def timetable_in_pyomo() -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.given = pyo.Var(LESSONS, range(1, 4), domain=pyo.Binary)
    m.late = pyo.Objective(expr=sum(p * m.given[lesson, p] for lesson in LESSONS for p in (1, 2, 3)))
    m.once = pyo.Constraint(LESSONS, rule=lambda m, *lesson: sum(m.given[lesson, p] for p in (1, 2, 3)) == 1)
    m.clash = pyo.ConstraintList()
    for p, who in product((1, 2, 3), ("X", "Y", "Z", 1, 2)):
        m.clash.add(sum(m.given[lesson, p] for lesson in LESSONS if who in lesson) <= 1)
    return m


def timetable_in_cpsat() -> cp_model.CpModel:
    model = cp_model.CpModel()
    period = {lesson: model.new_int_var(1, 3, "".join(map(str, lesson))) for lesson in LESSONS}
    for who in ("X", "Y", "Z", 1, 2):
        model.add_all_different([period[lesson] for lesson in LESSONS if who in lesson])
    model.minimize(sum(period.values()))
    return model


# -- a job shop (OR-Tools' documentation) -----------------------------------------------------------------------------

JOBS = (((0, 3), (1, 2), (2, 2)), ((0, 2), (2, 1), (1, 4)), ((1, 4), (2, 3)))
"""For each job its steps, each a machine and hours."""
STEPS = {(j, k): step for j, job in enumerate(JOBS) for k, step in enumerate(job)}
PAIRS = [(a, b) for a, b in combinations(STEPS, 2) if a[0] != b[0] and STEPS[a][0] == STEPS[b][0]]


def shop() -> pulp.LpProblem:
    lp = pulp.LpProblem("shop")
    start, end = lp.add_variable_dicts("start", STEPS, 0, 21, pulp.LpInteger), lp.add_variable("last", 0, 21)
    lp += end
    for (j, k), (_, hours) in STEPS.items():
        lp += (start[j, k + 1] if (j, k + 1) in STEPS else end) >= start[j, k] + hours, f"job {j}, after {k}"
    is_first = lp.add_variable_dicts("is_first", range(len(PAIRS)), cat=pulp.LpBinary)
    for p, (a, b) in enumerate(PAIRS):
        lp += start[b] >= start[a] + STEPS[a][1] - 21 * (1 - is_first[p])
        lp += start[a] >= start[b] + STEPS[b][1] - 21 * is_first[p]
    return lp


def shop_in_pyomo() -> pyo.ConcreteModel:
    m = pyo.ConcreteModel()
    m.start, m.end = pyo.Var(STEPS, domain=pyo.Integers, bounds=(0, 21)), pyo.Var(bounds=(0, 21))
    m.span = pyo.Objective(expr=m.end)
    m.order = pyo.ConstraintList()
    for (j, k), (_, hours) in STEPS.items():
        m.order.add((m.start[j, k + 1] if (j, k + 1) in STEPS else m.end) >= m.start[j, k] + hours)
    m.machine = Disjunction(
        range(len(PAIRS)),
        rule=lambda m, p: [m.start[b] >= m.start[a] + STEPS[a][1] for a, b in (PAIRS[p], PAIRS[p][::-1])],
    )
    return m


def shop_in_cpsat() -> cp_model.CpModel:
    model = cp_model.CpModel()
    start = {step: model.new_int_var(0, 21, f"start {step}") for step in STEPS}
    end = model.new_int_var(0, 21, "end")
    for machine in range(3):
        on_it = [step for step in STEPS if STEPS[step][0] == machine]
        model.add_no_overlap([model.new_fixed_size_interval_var(start[s], STEPS[s][1], f"{s}") for s in on_it])
    for (j, k), (_, hours) in STEPS.items():
        model.add((start[j, k + 1] if (j, k + 1) in STEPS else end) >= start[j, k] + hours)
    model.minimize(end)
    return model


EXAMPLES = {
    "paints": Example(21, paints, paints_in_pyomo),
    "feed": Example(437.6470588, feed),
    "cat food": Example(0.52, cat_food, cat_food_in_pyomo),
    "crates": Example(8600, crates, crates_in_pyomo),
    "lots": Example(864, lots, lots_in_pyomo),
    "rolls": Example(27, rolls),
    "sack": Example(15, sack, sack_in_pyomo, sack_in_cpsat, optima=1),
    "seating": Example(4, seating, optima=6),
    "depots": Example(29, depots),
    "timetable": Example(12, None, timetable_in_pyomo, timetable_in_cpsat, optima=12),
    "shop": Example(11, shop, shop_in_pyomo, shop_in_cpsat, optima=32),
}
each_example = pytest.mark.parametrize("example", EXAMPLES.values(), ids=[*EXAMPLES])


def written(native: Native, folder: Path) -> Iterator[Path]:
    """The files of the library itself."""
    if isinstance(native, pulp.LpProblem):
        native.writeLP(str(folder / "own.lp"))
        yield folder / "own.lp"
    elif isinstance(native, pyo.ConcreteModel) and not any(native.component_data_objects(Disjunction)):
        for name in ("own.lp", "own.mps"):
            native.write(str(folder / name))
            yield folder / name


@each_example
def test_every_door_leads_to_the_optimum(example: Example, tmp_path: Path) -> None:
    for native in example.natives():
        problem = sm.Problem(native)
        result = problem.solve()
        assert result.objective == near(example.best), type(native)
        if isinstance(native, pulp.LpProblem):
            native.solve(pulp.HiGHS(msg=False, gapRel=0))
            assert pulp.value(native.objective) == near(example.best)
        for path in (*written(native, tmp_path), *map(problem.write, (tmp_path / "ours.lp", tmp_path / "ours.mps"))):
            again = sm.Problem.read(path).solve()
            assert abs(again.objective) == near(example.best), path.name  # MPS files may minimise the negative


def improved(native: Native, best: float) -> None:
    """Post that the objective is to be better than its best by a hundredth."""
    if isinstance(native, pulp.LpProblem):
        native += native.objective * native.sense <= best * native.sense - abs(best) / 100, "better"
    else:
        (objective,) = native.component_data_objects(pyo.Objective)
        native.better = pyo.Constraint(expr=objective.sense * (objective.expr - best) <= -abs(best) / 100)


@pytest.mark.parametrize(
    "example",
    [pytest.param(each, id=name, marks=[pytest.mark.slow] * (name == "lots")) for name, each in EXAMPLES.items()],
)
def test_that_it_is_better_than_its_optimum_is_in_each_conflict(example: Example) -> None:
    for state in filter(None, (example.in_pulp, example.in_pyomo)):
        native = state()
        problem = sm.Problem(native)
        assert not problem.conflict()
        improved(native, example.best)
        conflict = problem.conflict()
        assert conflict.is_minimal
        assert "better" in conflict.names
        assert problem.solve().status == "infeasible"


@pytest.mark.parametrize("name", ["sack", "seating", "timetable", pytest.param("shop", marks=pytest.mark.slow)])
def test_all_optima_are_found_and_told_apart(name: str) -> None:
    example = EXAMPLES[name]
    for native in example.natives():
        problem = sm.Problem(native)
        if not all(map(problem.m.is_integer, problem.columns.values())):
            continue  # as in the job shop, whose binaries may tell two equal plans apart
        best = problem.best_solutions()
        assert (len(best), best.status, best.objective) == (example.optima, "exact", example.best)
        optima = {tuple(one.values.values()) for one in best}
        assert optima == {
            tuple(values.values()) for values in problem.solutions(limit=len(best))
        }  # the best come first
        assert len(optima) == len(best)
