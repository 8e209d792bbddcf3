"""All best solutions, and solutions best first, compared with brute force."""

import random
from itertools import product
from typing import Any

import pulp
import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError

HIGH = 2


class Small:
    """Integers from 0 to HIGH, with a cost that may be fractional, and perhaps a continuous variable beside them."""

    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.n, self.unit = rng.randint(2, 3), rng.choice([1, 0.1])
        self.rows = [([rng.randint(-3, 3) for _ in range(self.n)], rng.randint(-1, 6)) for _ in range(2)]
        self.costs, self.sense = [rng.randint(-2, 2) for _ in range(self.n)], rng.choice([1, -1])
        self.is_logical, self.is_mixed = rng.random() < 0.3, rng.random() < 0.4

    def problem(self) -> sm.Problem:
        lp = pulp.LpProblem("small", pulp.LpMinimize if self.sense == 1 else pulp.LpMaximize)
        x = [lp.add_variable(f"x{k}", 0, HIGH, "Integer") for k in range(self.n)]
        cost = pulp.lpDot([self.unit * c for c in self.costs], x)
        if self.is_mixed:  # what is over 1 costs half as much again
            over = lp.add_variable("over", 0)
            lp += over >= x[0] - 1, "over"
            cost += self.sense * 0.5 * self.unit * over
        lp += cost + 2
        for r, (coefficients, side) in enumerate(self.rows):
            lp += pulp.lpDot(coefficients, x) <= side, f"row {r}"
        problem = sm.Problem(lp, variables=dict(enumerate(x)))
        if self.is_logical:
            problem.m.not_equal(x[0], x[1], "they differ")
        return problem

    def cost(self, values: Any) -> int:
        """Twice the cost, in whole numbers, with the sign of a minimisation."""
        over = max(0, values[0] - 1) if self.is_mixed else 0
        return self.sense * 2 * sum(c * values[k] for k, c in enumerate(self.costs)) + over

    def solutions(self) -> list[tuple[int, ...]]:
        return [
            values
            for values in product(range(HIGH + 1), repeat=self.n)
            if all(sum(c * v for c, v in zip(row, values, strict=True)) <= side for row, side in self.rows)
            and not (self.is_logical and values[0] == values[1])
        ]


@pytest.mark.parametrize(("solver", "seeds"), [("highs", 3), pytest.param("cpsat", 60, marks=pytest.mark.slow)])
def test_best_solutions(solver: str, seeds: int) -> None:
    sizes = set()
    for seed in range(seeds):
        model = Small(seed)
        if model.is_mixed and solver == "cpsat":
            solver = "highs"
        every = model.solutions()
        best = {values for values in every if model.cost(values) == min(map(model.cost, every))}
        found = model.problem().best_solutions(solver=solver)
        assert {tuple(each.values.values()) for each in found} == best, seed
        assert len(found) == len(best)
        assert found.status == ("at least" if model.is_mixed and best else "exact"), (seed, found)
        first = [tuple(values.values()) for values in model.problem().solutions(6, solver)]
        assert list(map(model.cost, first)) == sorted(map(model.cost, every))[:6], seed
        sizes.add(len(best))
    assert len(sizes) > 1


def test_a_limit_says_that_there_may_be_more() -> None:
    def two(m: Any) -> Any:
        x = m.bool_vars("x", range(4))
        m.add(m.sum(x.values()) >= 2, "two")
        m.minimize(m.sum(x.values()))
        return x

    found = sm.Problem(two).best_solutions(limit=3)
    assert (len(found), found.status, found.objective) == (3, "at least", 2)
    with pytest.raises(InputError):
        sm.Problem(lambda m: m.bool_vars("x", range(2))).best_solutions()


@pytest.mark.parametrize("domain", [(0, None, "Integer"), (0, 3, "Continuous")])
@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_what_cannot_be_counted_is_named(domain: Any, solver: str) -> None:
    lp = pulp.LpProblem("boxes", pulp.LpMaximize)
    x, y = lp.add_variable("weight", *domain), lp.add_variable("y", cat="Binary")
    lp += x + y <= 3, "room"
    lp += x
    problem = sm.Problem(lp)
    for verb in problem.count_solutions, problem.best_solutions:
        with pytest.raises(InputError, match="weight"):
            verb(solver=solver)
    with pytest.raises(InputError, match="weight"):
        sm.equivalent(problem, problem)
    assert sm.Problem(lp, variables=["y"]).count_solutions("highs").value == 2
    assert next(problem.solutions())["weight"] == 3


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_what_is_fixed_stays_fixed(backend: str) -> None:
    def statement(m: Any) -> Any:
        x = m.bool_vars("x", "abc")
        m.minimize(x["a"])
        return x

    problem = sm.Problem(statement, backend)
    problem.m.fix(problem.variables["b"], 1)
    assert problem.count_solutions("highs").value == 4
    found = problem.best_solutions(10, "highs")
    assert sorted(one.values["c"] for one in found) == [0, 1]
    assert all(one.values["b"] == 1 for one in found)
