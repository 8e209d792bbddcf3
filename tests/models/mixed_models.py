"""Random models with integer and continuous variables and large big-M, and what is true of them in exact arithmetic.

Fixed charges, lot sizes, facilities, blending. The integers are enumerated, and a linear program in fractions decides
about the continuous variables. No solver and nothing of the package is used. As a program it prints the figures by M:

    python tests/models/mixed_models.py --solver highs --trials 300
"""

import argparse
import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

Number = int | float
Cost = Fraction | None
ACCURACY = Fraction(1, 10**6)
"""How far an optimum may be off, relative to it where it is more than 1: continuous variables have a tolerance."""
LIMIT = 5
"""Solutions that are counted."""


def exact(number: Number) -> Fraction:
    return Fraction(str(number))


@dataclass
class Row:
    """The sum of coefficient * variable, compared with the right side."""

    terms: dict[str, Number]
    sense: str
    right: Number
    name: str


@dataclass
class Mixed:
    """Minimise a sum over continuous variables of at least 0 and over integers between 0 and an upper bound."""

    m: Number
    integers: dict[str, int] = field(default_factory=dict)
    continuous: dict[str, Number | None] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    costs: dict[str, Number] = field(default_factory=dict)
    family: str = ""

    def add(self, terms: dict[str, Number], sense: str, right: Number, name: str) -> None:
        self.rows.append(Row(terms, sense, right, name))

    def state(self, m: Any) -> dict[str, Any]:
        """The statement for a `Problem` on PuLP or Pyomo; the answer is about the integers."""
        x = {key: m.int_vars(key, [0], 0, high)[0] for key, high in self.integers.items()}
        answer = dict(x)
        for key, high in self.continuous.items():
            if m.name == "pulp":
                x[key] = m.native.add_variable(key, 0, high)
            else:
                import pyomo.environ as pyo

                m.native.add_component(key, pyo.Var(bounds=(0, high)))
                x[key] = getattr(m.native, key)
        for row in self.rows:
            left = sum(c * x[key] for key, c in row.terms.items())
            m.add(
                left <= row.right
                if row.sense == "<="
                else left >= row.right
                if row.sense == ">="
                else left == row.right,
                row.name,
            )
        if self.costs:
            m.minimize(sum(c * x[key] for key, c in self.costs.items()))
        return answer

    @cached_property
    def costs_of(self) -> dict[tuple[int, ...], Fraction]:
        """The least cost for the values of the integers, where there is one."""
        every = product(*(range(high + 1) for high in self.integers.values()))
        found = {z: self._least(dict(zip(self.integers, z, strict=True))) for z in every}
        return {z: cost for z, cost in found.items() if cost is not None}

    @property
    def best(self) -> Fraction:
        return min(self.costs_of.values())

    def _least(self, z: dict[str, int]) -> Cost:
        """The least cost with these integers; None where there are no values for the continuous variables."""
        names = list(self.continuous)
        rows = []
        for row in self.rows:
            right = exact(row.right) - sum(exact(c) * z[key] for key, c in row.terms.items() if key in z)
            terms = [exact(row.terms.get(key, 0)) for key in names]
            if any(terms):
                rows.append((terms, row.sense, right))
            elif (right < 0 and row.sense != ">=") or (right > 0 and row.sense != "<="):
                return None
        for k, high in enumerate(self.continuous.values()):
            if high is not None:
                rows.append(([Fraction(j == k) for j in range(len(names))], "<=", exact(high)))
        fixed = sum(exact(c) * z[key] for key, c in self.costs.items() if key in z)
        least = least_cost(rows, [exact(self.costs.get(key, 0)) for key in names])
        return None if least is None else fixed + least


def least_cost(rows: list[tuple[list[Fraction], str, Fraction]], costs: list[Fraction]) -> Cost:
    """The least costs @ x with x >= 0 and these rows, by the simplex method in two phases with Bland's rule.

    The costs are at least 0. None means that there is no x.
    """
    n, table, basis = len(costs), [], []
    width = n + len(rows)
    for i, (terms, sense, right) in enumerate(rows):
        slack = [Fraction(0)] * len(rows)
        slack[i] = Fraction({"<=": 1, ">=": -1, "==": 0}[sense])
        line = [*terms, *slack, right]
        table.append([-number for number in line] if right < 0 else line)
    for i, line in enumerate(table):  # an artificial variable for each row that has no slack to begin with
        line[-1:-1] = [Fraction(j == i) for j in range(len(rows))]
        basis.append(n + i if line[n + i] == 1 else width + i)
    total = width + len(rows)
    first = [Fraction(k >= width) for k in range(total)]
    if minimise(table, basis, first, total) > 0:
        return None
    for line in table:
        line[width:-1] = [Fraction(0)] * len(rows)  # they have done their work
    return minimise(table, basis, [*costs, *[Fraction(0)] * (total - n)], width)


def minimise(table: list[list[Fraction]], basis: list[int], costs: list[Fraction], width: int) -> Fraction:
    while True:
        paid = [(costs[b], line) for b, line in zip(basis, table, strict=True) if costs[b]]
        reduced = (k for k in range(width) if costs[k] < sum(c * line[k] for c, line in paid))
        if (entering := next(reduced, None)) is None:
            return sum((c * line[-1] for c, line in paid), Fraction(0))
        ratios = [(line[-1] / line[entering], basis[i], i) for i, line in enumerate(table) if line[entering] > 0]
        # An artificial variable that is still in the basis, at 0, leaves as soon as it would grow.
        stuck = [(Fraction(0), b, i) for i, b in enumerate(basis) if b >= width and table[i][entering] < 0]
        _, _, leaving = min(ratios + stuck)
        pivot = table[leaving][entering]
        table[leaving] = kept = [number / pivot for number in table[leaving]]
        for i, line in enumerate(table):
            if i != leaving and (factor := line[entering]):
                table[i] = [a - factor * b if b else a for a, b in zip(line, kept, strict=True)]
        basis[leaving] = entering


# -- the families -----------------------------------------------------------------------------------------------------


def random_mixed(seed: int, trial: int) -> tuple[Mixed, str, str]:
    """A model, a backend and a query."""
    rng = random.Random(f"{seed} {trial}")
    model = Mixed(10 ** rng.randint(2, 10))
    family = rng.choice([fixed_charge, fixed_charge, lot_sizing, facility, blending])
    family(rng, model)
    model.family = family.__name__
    keys = list(model.integers)
    if rng.random() < 0.3:
        model.add(dict.fromkeys(keys, 1), "<=", rng.randint(0, len(keys)), "few")
    if rng.random() < 0.15:
        model.add({rng.choice(keys): 1}, "==", 0, "zero")
    if rng.random() < 0.2:
        model.costs = {key: c for key, c in model.costs.items() if key in model.integers}
    if rng.random() < 0.15:
        model.costs = {}
    return model, rng.choice(["pulp", "pulp", "pyomo"]), rng.choice(["solve"] * 5 + ["count"])


def amount(rng: random.Random) -> Number:
    """A need between a millionth and fifty."""
    if rng.random() < 0.4:
        return rng.randint(1, 50)
    return float(f"{rng.randint(1, 99)}e-{rng.randint(1, 6)}")


def factor(rng: random.Random, model: Mixed) -> Number:
    return model.m * rng.choice([1, 1, 1, 1, 3, 0.5])


def fixed_charge(rng: random.Random, model: Mixed) -> None:
    """Each x needs its y, and some needs are met together."""
    n = rng.randint(1, 4)
    high = rng.choice([None, None, rng.randint(10, 100), 1000])
    for i in range(n):
        model.integers[f"y{i}"] = rng.choice([1, 1, 1, 2])
        model.continuous[f"x{i}"] = high
        model.costs |= {f"y{i}": rng.randint(1, 20), f"x{i}": rng.choice([0, 1, 2.5, 4])}
        model.add({f"x{i}": 1, f"y{i}": -factor(rng, model)}, "<=", 0, f"open {i}")
    for j in range(rng.randint(1, 3)):
        some = rng.sample(range(n), rng.randint(1, n))
        model.add(
            {f"x{i}": rng.choice([1, 1, 2]) for i in some}, rng.choice([">=", ">=", "=="]), amount(rng), f"need {j}"
        )


def lot_sizing(rng: random.Random, model: Mixed) -> None:
    """What is made in a period needs a set-up there, and is stored until it is needed."""
    n = rng.randint(2, 4)
    is_in_lots = rng.random() < 0.3
    for t in range(n):
        model.integers[f"y{t}"] = 2 if is_in_lots else 1
        model.continuous |= {f"x{t}": None, f"s{t}": rng.choice([None, None, 40])}
        model.costs |= {f"y{t}": rng.randint(1, 20), f"x{t}": rng.choice([0, 1, 3]), f"s{t}": rng.choice([0, 0.5, 2])}
        model.add({f"x{t}": 1, f"y{t}": -factor(rng, model)}, "<=", 0, f"set-up {t}")
        stored = {f"s{t - 1}": 1} if t else {}
        model.add({**stored, f"x{t}": 1, f"s{t}": -1}, "==", rng.choice([amount(rng), amount(rng), 0]), f"balance {t}")


def facility(rng: random.Random, model: Mixed) -> None:
    """Customers are served by facilities that are open; a big-M for each pair or for each facility."""
    plants, customers = rng.randint(2, 3), rng.randint(1, 3)
    pairs = rng.random() < 0.5
    for i in range(plants):
        model.integers[f"y{i}"] = 1
        model.costs[f"y{i}"] = rng.randint(1, 30)
        for j in range(customers):
            model.continuous[f"x{i}{j}"] = rng.choice([None, None, 60])
            model.costs[f"x{i}{j}"] = rng.choice([0, 1, 2.5, 4, 7])
            if pairs:
                model.add({f"x{i}{j}": 1, f"y{i}": -factor(rng, model)}, "<=", 0, f"pair {i} {j}")
        if not pairs:
            served = {f"x{i}{j}": 1 for j in range(customers)}
            model.add({**served, f"y{i}": -factor(rng, model)}, "<=", 0, f"plant {i}")
    for j in range(customers):
        model.add({f"x{i}{j}": 1 for i in range(plants)}, rng.choice(["==", ">="]), amount(rng), f"demand {j}")


def blending(rng: random.Random, model: Mixed) -> None:
    """Rows in several units: yields between a thousandth and a thousand, and a large capacity that may bind."""
    n = rng.randint(2, 3)
    for i in range(n):
        model.integers[f"y{i}"] = rng.choice([1, 1, 3])
        model.continuous |= {f"x{i}": rng.choice([None, None, 5000]), f"z{i}": None}
        model.costs |= {f"y{i}": rng.randint(1, 20), f"x{i}": rng.choice([0, 1, 0.01]), f"z{i}": rng.choice([0, 0.5])}
        model.add(
            {f"x{i}": rng.choice([1, 0.1, 20]), f"y{i}": -factor(rng, model)},
            "<=",
            rng.choice([0, 0, 0.02]),
            f"open {i}",
        )
        model.add({f"z{i}": 1, f"x{i}": -rng.choice([1, 0.5, 0.001, 0.03, 1000])}, "==", 0, f"yield {i}")
    for j in range(rng.randint(1, 2)):
        some = rng.sample(range(n), rng.randint(1, n))
        need = rng.choice([amount(rng), amount(rng), model.m, 1.5 * model.m])
        model.add({f"z{i}": rng.choice([1, 1, 2]) for i in some}, ">=", need, f"need {j}")
    if rng.random() < 0.4:
        model.add({f"x{i}": 1 for i in range(n)}, "<=", rng.choice([amount(rng), 2 * model.m, 3.5 * model.m]), "stock")


# -- the judge --------------------------------------------------------------------------------------------------------


def verdict_on(model: Mixed, backend: str, query: str, solver: str) -> tuple[str, str]:
    """Whether the answer is "right", "unknown", "refused" or "wrong", and why."""
    from sudoku_models import Problem
    from sudoku_models.errors import UnsupportedError

    problem = Problem(model.state, backend)
    try:
        if query == "count":
            count = problem.count_solutions(solver, LIMIT, cross_check=False)
            true = len(model.costs_of)
            if count.value > true or (count.status == "exact" and count.value != true):
                return "wrong", f"{count.value} ({count.status}), and there are {true}"
            is_done = count.status == "exact" or count.value == LIMIT
            return ("right" if is_done else "unknown"), count.reason
        result = problem.solve(solver, 60)
    except UnsupportedError as error:
        return "refused", str(error)
    except Exception as error:
        return "wrong", f"{type(error).__name__}: {error}"
    if result.status == "unknown":
        is_named = result.stopped_by != "gave up" or any(row.name in result.reason for row in model.rows)
        return ("unknown" if is_named else "wrong"), result.reason
    if result.status == "infeasible":
        return (
            ("wrong", f"infeasible, but {next(iter(model.costs_of))} is a solution")
            if model.costs_of
            else ("right", "")
        )
    z = tuple(result.values.values())
    if z not in model.costs_of:
        return "wrong", f"{z} is no solution; the best costs {float(model.best) if model.costs_of else None}"
    if model.costs:
        slack = ACCURACY * max(1, abs(model.best))
        if abs(Fraction(result.objective) - model.best) > slack or model.costs_of[z] > model.best + slack:
            return "wrong", f"{z} with {result.objective}, not {float(model.costs_of[z])}; best {float(model.best)}"
    return "right", ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--solver", nargs="+", default=["highs"])
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true")
    asked = parser.parse_args()
    for solver in asked.solver:
        figures: Counter[Any] = Counter()
        reasons: Counter[str] = Counter()
        for trial in range(asked.first, asked.first + asked.trials):
            model, backend, query = random_mixed(asked.seed, trial)
            verdict, why = verdict_on(model, backend, query, solver)
            figures[model.m, verdict] += 1
            figures["all", verdict] += 1
            if verdict == "unknown":
                reasons[why[:150]] += 1
            if verdict == "wrong" and not asked.quiet:
                print(f"{solver} trial {trial}: {model.family}, M {model.m:g}, {backend}, {query}: {why}", flush=True)
        for m in [*[10**k for k in range(2, 11)], "all"]:
            print(
                f"{solver:6} {m!s:12}",
                *(f"{figures[m, v]:6} {v}" for v in ("wrong", "refused", "unknown", "right")),
                flush=True,
            )
        print(*(f"{n:5} {why}" for why, n in reasons.most_common(6)), sep="\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
