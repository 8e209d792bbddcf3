"""Eight families of models from textbooks in three sizes, as plain data, and stated in three modelling libraries.

| family     | the question                                                                    | columns            |
|------------|---------------------------------------------------------------------------------|--------------------|
| assignment | people for as many jobs, at the least cost                                      | binaries           |
| transport  | supplies to demands at the least cost                                           | continuous         |
| knapsack   | the most valuable items that fit, with a weight and a volume                    | binaries           |
| cover      | the cheapest posts from which all fields are seen                               | binaries           |
| facility   | which facilities to open for all customers                                      | binaries           |
| lot_sizing | what to produce when: setups, stock and a capacity                              | mixed              |
| diet       | the cheapest foods between a least and a most of each nutrient                  | continuous         |
| shifts     | staff for each half hour: one column for each shift with its break              | integers           |

Each instance is drawn with a fixed seed, so that a name and a size are always the same model.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

SIZES = ("small", "medium", "large")


@dataclass
class Instance:
    """A model as plain data; all columns have the lower bound 0, and it is minimised.

    Attributes:
        cost: The coefficient of each column in the objective.
        upper: The upper bound of each column.
        whole: Whether each column is an integer.
        rows: For each row its columns, their coefficients, and the least and the most that it may be.
        closed: A column without which there still is a solution; the second question fixes it at 0.
    """

    cost: list[float] = field(default_factory=list)
    upper: list[float] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)
    rows: list[tuple[list[int], list[float], float, float]] = field(default_factory=list)
    closed: int = 0

    def column(self, cost: float, upper: float = 1, whole: bool = True) -> int:
        """Add a column, and return its number."""
        self.cost.append(cost)
        self.upper.append(upper)
        self.whole.append(whole)
        return len(self.cost) - 1

    def row(self, terms: list[tuple[int, float]], low: float, high: float) -> None:
        """Add a row."""
        self.rows.append(([k for k, _ in terms], [c for _, c in terms], low, high))

    @property
    def non_zeros(self) -> int:
        """The number of coefficients of the rows."""
        return sum(len(columns) for columns, *_ in self.rows)


# -- the families ------------------------------------------------------------------------------------------------------


def assignment(rng: random.Random, n: int) -> Instance:
    """People, as many jobs, each pair with a cost."""
    model = Instance()
    x = [[model.column(rng.randint(1, 10 * n)) for _ in range(n)] for _ in range(n)]
    for i in range(n):
        model.row([(x[i][j], 1) for j in range(n)], 1, 1)
    for j in range(n):
        model.row([(x[i][j], 1) for i in range(n)], 1, 1)
    return model


def transport(rng: random.Random, n: int) -> Instance:
    """Supplies, as many demands; there is a tenth more than is needed."""
    model = Instance()
    demand = [rng.randint(20, 100) for _ in range(n)]
    x = [[model.column(rng.randint(5, 200), inf, whole=False) for _ in range(n)] for _ in range(n)]
    for i in range(n):
        model.row([(x[i][j], 1) for j in range(n)], -inf, demand[i - 1] + sum(demand) // (10 * n))
    for j in range(n):
        model.row([(x[i][j], 1) for i in range(n)], demand[j], inf)
    return model


def knapsack(rng: random.Random, items: int) -> Instance:
    """Items with a value, a weight and a volume; a third of each fits."""
    model = Instance()
    weight, volume = ([rng.randint(10, 1000) for _ in range(items)] for _ in range(2))
    x = [model.column(-rng.randint(10, 1000)) for _ in range(items)]
    for size in (weight, volume):
        model.row(list(zip(x, size, strict=True)), -inf, sum(size) // 3)
    return model


def cover(rng: random.Random, side: int, posts: int) -> Instance:
    """A square of fields, and posts that each see a rectangle of them, at a cost."""
    model = Instance()
    seen_from: dict[tuple[int, int], list[tuple[int, float]]] = {}
    for k in range(posts):
        x = model.column(rng.randint(100, 1000))
        corner = k // side % side, k % side
        width, height = rng.randint(2, 4), rng.randint(2, 4)
        for i in range(corner[0], corner[0] + width):
            for j in range(corner[1], corner[1] + height):
                seen_from.setdefault((i % side, j % side), []).append((x, 1))
    for _, seen in sorted(seen_from.items()):
        model.row(seen, 1, inf)
    return model


def facility(rng: random.Random, facilities: int, customers: int) -> Instance:
    """Points in a square: a cost for each open facility, and the distance for each customer of it."""
    model = Instance()
    sites, homes = ([(rng.random(), rng.random()) for _ in range(n)] for n in (facilities, customers))
    is_open = [model.column(rng.randint(300, 600)) for _ in sites]
    for a, b in homes:
        served = [model.column(round(1000 * ((a - c) ** 2 + (b - d) ** 2) ** 0.5)) for c, d in sites]
        model.row([(x, 1) for x in served], 1, 1)
        for x, y in zip(served, is_open, strict=True):
            model.row([(x, 1), (y, -1)], -inf, 0)
    return model


def lot_sizing(rng: random.Random, items: int, periods: int) -> Instance:
    """Items with a demand in each period: a setup before what is made, stock after it, one machine for all."""
    model = Instance()
    demand = [[rng.choice([0, 10, 20, 30, 40]) for _ in range(periods)] for _ in range(items)]
    capacity = 40 * items
    made = [[model.column(rng.randint(1, 3), inf, whole=False) for _ in range(periods)] for _ in range(items)]
    stock = [[model.column(1 + i % 3, inf, whole=False) for _ in range(periods)] for i in range(items)]
    setup = [[model.column(rng.randint(40, 120)) for _ in range(periods)] for _ in range(items)]
    for i in range(items):
        for t in range(periods):
            before = [(stock[i][t - 1], 1.0)] if t else []
            model.row([(made[i][t], 1), *before, (stock[i][t], -1)], demand[i][t], demand[i][t])
            most = min(capacity, sum(demand[i][t : t + 6]))
            model.row([(made[i][t], 1), (setup[i][t], -most)], -inf, 0)
    for t in range(periods):
        model.row([(made[i][t], 1) for i in range(items)], -inf, capacity)
    model.closed = setup[0][1]
    return model


def diet(rng: random.Random, foods: int, nutrients: int) -> Instance:
    """Foods with a price and some of each nutrient, in hundredths."""
    model = Instance()
    x = [model.column(rng.randint(20, 500) / 100, 10, whole=False) for _ in range(foods)]
    for _ in range(nutrients):
        least = rng.randint(500, 2000)
        model.row([(k, rng.randint(1, 2000) / 100) for k in x], least, 3 * least)
    return model


def shifts(rng: random.Random, days: int, breaks: int) -> Instance:
    """Staff for each half hour of some days: shifts of five to seven hours with a break at one of several times."""
    model = Instance()
    slots = 48 * days
    needed = [rng.randint(2, 6) + (6 if 16 <= t % 48 < 40 else 0) for t in range(slots)]
    at_work: list[list[tuple[int, float]]] = [[] for _ in range(slots)]
    for start in range(slots):
        for length in range(10, 15):
            for rest in range(3, 3 + breaks):
                hours = [(start + t) % slots for t in range(length) if t != rest]
                x = model.column(sum(3 if t % 48 < 12 else 2 for t in hours) + 4, inf)
                for t in hours:
                    at_work[t].append((x, 1))
    for t in range(slots):
        model.row(at_work[t], needed[t], inf)
    return model


FAMILIES: dict[str, tuple[Callable[..., Instance], dict[str, tuple[int, ...]]]] = {
    "assignment": (assignment, {"small": (20,), "medium": (150,), "large": (316,)}),
    "transport": (transport, {"small": (20,), "medium": (150,), "large": (316,)}),
    "knapsack": (knapsack, {"small": (200,), "medium": (5_000,), "large": (100_000,)}),
    "cover": (cover, {"small": (8, 300), "medium": (20, 3_000), "large": (40, 8_000)}),
    "facility": (facility, {"small": (10, 30), "medium": (30, 120), "large": (100, 300)}),
    "lot_sizing": (lot_sizing, {"small": (6, 20), "medium": (20, 50), "large": (100, 100)}),
    "diet": (diet, {"small": (100, 10), "medium": (10_000, 10), "large": (100_000, 10)}),
    "shifts": (shifts, {"small": (1, 2), "medium": (7, 6), "large": (49, 7)}),
}


def draw(family: str, size: str) -> Instance:
    """The model of a family and a size."""
    function, sizes = FAMILIES[family]
    return function(random.Random(f"{family} {size}"), *sizes[size])


# -- stated in a library -----------------------------------------------------------------------------------------------


def in_pulp(model: Instance) -> tuple[Any, list[Any]]:
    """An `LpProblem`, and its variables in the order of the columns."""
    import pulp

    lp = pulp.LpProblem("model", pulp.LpMinimize)
    x = [
        lp.add_variable(f"x{k}", 0, None if upper == inf else upper, pulp.LpInteger if whole else pulp.LpContinuous)
        for k, (upper, whole) in enumerate(zip(model.upper, model.whole, strict=True))
    ]
    lp += pulp.LpAffineExpression(zip(x, model.cost, strict=True))
    for r, (columns, coefficients, low, high) in enumerate(model.rows):
        total = pulp.LpAffineExpression((x[k], c) for k, c in zip(columns, coefficients, strict=True))
        if low == high:
            lp += total == low, f"r{r}"
            continue
        if low > -inf:
            lp += total >= low, f"r{r}"
        if high < inf:
            lp += total <= high, f"r{r}_most"
    return lp, x


def in_pyomo(model: Instance) -> tuple[Any, list[Any]]:
    """A `ConcreteModel`, and its variables in the order of the columns."""
    import pyomo.environ as pyo
    from pyomo.core.expr import LinearExpression

    m = pyo.ConcreteModel()
    numbers = range(len(model.cost))
    m.x = pyo.Var(
        numbers,
        domain=lambda _, k: pyo.NonNegativeIntegers if model.whole[k] else pyo.NonNegativeReals,
        bounds=lambda _, k: (0, None if model.upper[k] == inf else model.upper[k]),
    )
    x = [m.x[k] for k in numbers]
    m.cost = pyo.Objective(expr=LinearExpression(linear_coefs=model.cost, linear_vars=x))

    def row(_: Any, r: int) -> Any:
        columns, coefficients, low, high = model.rows[r]
        total = LinearExpression(linear_coefs=coefficients, linear_vars=[x[k] for k in columns])
        return (total == low) if low == high else (None if low == -inf else low, total, None if high == inf else high)

    m.rows = pyo.Constraint(range(len(model.rows)), rule=row)
    return m, x


def in_mathopt(model: Instance) -> tuple[Any, list[Any]]:
    """A model of OR-Tools' MathOpt, and its variables in the order of the columns."""
    from ortools.math_opt.python import mathopt

    m = mathopt.Model(name="model")
    x = [
        m.add_variable(lb=0, ub=upper, is_integer=whole) for upper, whole in zip(model.upper, model.whole, strict=True)
    ]
    for variable, cost in zip(x, model.cost, strict=True):
        m.objective.set_linear_coefficient(variable, cost)
    for columns, coefficients, low, high in model.rows:
        row = m.add_linear_constraint(lb=low, ub=high)
        for k, c in zip(columns, coefficients, strict=True):
            row.set_coefficient(x[k], c)
    return m, x
