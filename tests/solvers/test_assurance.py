"""A solver's claim is the answer, and it is proved, confirmed, refuted or left a claim; no search takes its place."""

from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from sudoku_models import Problem, solvers
from sudoku_models.backends import Linear, PlainModel, Term
from sudoku_models.runtime.limits import Deadline, TimeLimit
from sudoku_models.solvers import GAVE_UP, TIME_LIMIT, Claim, Feature, MilpSolver, Outcome, Status, assurance
from sudoku_models.solvers.dual_bound import RationalModel

LARGE = 10**7
"""The objective of a model is multiplied by it, so that claims about it are doubtful."""


def assignment(n: int, top: int) -> tuple[Any, int]:
    """An assignment problem, and the least cost."""
    cost = np.random.default_rng(n).integers(1, top, (n, n))

    def statement(m: Any) -> Any:
        x = m.bool_vars("x", [(i, j) for i in range(n) for j in range(n)])
        for i in range(n):
            m.add(m.sum(x[i, j] for j in range(n)) == 1, f"row {i}")
            m.add(m.sum(x[j, i] for j in range(n)) == 1, f"column {i}")
        m.minimize(m.dot(cost.flatten().tolist(), x.values()))
        return x

    return statement, int(cost[linear_sum_assignment(cost)].sum())


def knapsack(m: Any) -> Any:
    """At most 7 of weights 3, 5 and 4 with the values 3, 5 and 4: the relaxation is no proof that 7 is the most."""
    y = m.bool_vars("y", "abc")
    m.add(3 * y["a"] + 5 * y["b"] + 4 * y["c"] <= 7, "room")
    m.maximize(LARGE * (3 * y["a"] + 5 * y["b"] + 4 * y["c"]) - y["a"])
    return y


BEST = 7 * LARGE - 1


def no_room(m: Any) -> Any:
    """Without a solution, though the relaxation has one; as it is split, the claim is doubtful."""
    x = m.int_vars("x", "ab", 0, 9)
    m.add(LARGE * x["a"] + (LARGE + 1) * x["b"] == 5 * LARGE + 7, "5 in all, and 7 of b")
    return x


@pytest.mark.parametrize("n", [12, pytest.param(55, marks=pytest.mark.slow)])
@pytest.mark.parametrize("solver", ["highs", "cbc"])
def test_an_assignment_is_proved_whatever_its_costs(solver: str, n: int) -> None:
    for top in (1_000, 10**6):
        statement, best = assignment(n, top)
        result = Problem(statement, "pulp").solve(solver)
        assert (result.status, result.certainty, result.objective, result.bound) == ("solved", "proved", best, best)


def test_what_the_relaxation_leaves_open_is_confirmed_by_another_paradigm_or_stays_a_claim() -> None:
    result = Problem(knapsack, "pulp").solve("highs")
    assert (result.status, result.certainty, result.objective) == ("solved", "confirmed", BEST)

    def small(m: Any) -> Any:
        y = m.bool_vars("y", "abc")
        m.add(3 * y["a"] + 5 * y["b"] + 4 * y["c"] <= 6, "room")
        m.maximize(3 * y["a"] + 5 * y["b"] + 4 * y["c"])
        return y

    result = Problem(small, "pulp").solve("highs")
    assert (result.status, result.certainty, result.objective, result.bound) == ("solved", "claimed", 5, 5)


def unknown(*_: Any) -> Outcome:
    return Outcome(Status.UNKNOWN, "it gave up", stopped_by=GAVE_UP)


def late(*_: Any) -> Outcome:
    raise TimeLimit


def interrupted(*_: Any) -> Outcome:
    raise KeyboardInterrupt


@pytest.mark.parametrize("search", [unknown, late, interrupted])
def test_a_search_without_an_end_leaves_the_claim(search: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assurance, "_asked", search)
    problem = Problem(knapsack, "pulp")
    result = problem.solve("highs")
    assert (result.status, result.certainty, result.objective) == ("solved", "claimed", BEST)
    assert Problem(no_room, "pulp").solve("highs").certainty == "claimed"
    if search is not interrupted:
        count = Problem(no_room, "pulp").count_solutions("highs", cross_check=False)
        assert (count.value, count.status) == (0, "unknown")
        assert count.stopped_by == (TIME_LIMIT if search is late else GAVE_UP)


def test_without_another_paradigm_it_stays_a_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assurance, "having", lambda *features: ())
    assert Problem(knapsack, "pulp").solve("highs").certainty == "claimed"
    assert Problem(no_room, "pulp").solve("highs").certainty == "claimed"


def test_without_highs_there_is_no_proof_by_the_relaxation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assurance, "multipliers_of", lambda *_: None)
    statement, best = assignment(5, 9)
    result = Problem(statement, "pulp").solve("highs")
    assert (result.status, result.certainty, result.objective) == ("solved", "claimed", best)


class Liar(MilpSolver):
    """Claims that a first solution is the best, or that there is none."""

    name = "liar"
    features = MilpSolver.features | {Feature.IN_PROCESS}

    def __init__(self, lie: str = "optimal") -> None:
        self.lie = lie

    def run(self, milp: Any, seconds: float | None) -> Any:
        if self.lie == "infeasible":
            return Claim.INFEASIBLE, None
        return Claim.OPTIMAL, [0.0] * len(milp.lower)


@pytest.fixture
def liar() -> Any:
    solvers.register("liar", Liar, options=["infeasible"])
    yield
    del solvers.SOLVERS["liar"]


@pytest.mark.usefixtures("liar")
def test_a_false_claim_is_refuted_and_the_better_solution_is_the_answer() -> None:
    for name in ("liar", "liar:infeasible"):
        result = Problem(knapsack, "pulp").solve(name)
        assert (result.status, result.certainty, result.objective, result.bound) == ("solved", "claimed", BEST, BEST)
        assert "false" in result.reason


@pytest.mark.usefixtures("liar")
def test_a_count_does_not_end_with_a_false_claim() -> None:
    def five(m: Any) -> Any:
        x = m.int_vars("x", "a", 0, 2) | m.int_vars("x", "b", 0, 1)
        m.add(LARGE * x["a"] + x["b"] <= 2 * LARGE, "not both at the most")
        return x

    count = Problem(five, "pulp").count_solutions("liar:infeasible", cross_check=False)
    assert (count.value, count.status) == (5, "exact")


@pytest.mark.usefixtures("liar")
def test_a_better_solution_that_need_not_be_the_best_is_an_incumbent(monkeypatch: pytest.MonkeyPatch) -> None:
    better = Outcome(Status.UNKNOWN, "late", stopped_by=TIME_LIMIT, incumbent=[0.0, 1.0, 0.0])
    monkeypatch.setattr(assurance, "_asked", lambda *_: better)
    result = Problem(knapsack, "pulp").solve("liar")
    assert (result.status, result.certainty, result.values) == ("unknown", "", None)
    assert result.incumbent == {"a": 0, "b": 1, "c": 0}


def charge(big: float, need: float) -> Any:
    """Pay y to have the x that is needed; the values of solvers for y may be 1e-8."""

    def statement(m: Any) -> Any:
        y = m.bool_vars("y", range(1))
        x = m.native.add_variable("x", 0, None)
        m.native += x - big * y[0] <= 0, "charge"
        m.native += x >= need, "need"
        m.native.setObjective(1 * y[0])
        return y

    return statement


@pytest.mark.parametrize("solver", ["highs", "cbc"])
@pytest.mark.parametrize(("big", "need"), [(1e2, 0.05), (1e5, 0.05), (1e7, 1e-3), (1e8, 0.05)])
def test_values_that_hold_only_up_to_rounding_are_not_proved(solver: str, big: float, need: float) -> None:
    """The least charge is 1, and solvers say 0 where `big` is large."""
    result = Problem(charge(big, need), "pulp").solve(solver)
    assert result.certainty != "proved" or result.objective == 1
    assert result.certainty == "proved" or big > 1e2


def test_a_bound_above_the_claimed_value_says_that_the_values_are_no_solution() -> None:
    rows = [Linear((0, 1), (1, -1e5), -inf, 0, "charge"), Linear((0,), (1,), 0.05, inf, "need")]
    model = PlainModel(["x", "y"], [0.0] * 2, [inf, 1.0], [False, True], rows, Term((1,), (1,)))
    claim = assurance.made_sure(Outcome(Status.SOLVED, "", [0.05, 0.0]), model, "highs", Deadline())
    assert (claim.status, claim.values, claim.bound, claim.certainty) == (Status.UNKNOWN, None, 1, "")


def test_a_claim_with_values_that_are_no_solution_is_not_proved_even_where_they_reach_the_bound() -> None:
    """With x at most 10^7 y and x at least 10^-3, y = 0 is no solution; of z, which has the cost, nothing is asked."""
    rows = [Linear((0, 1), (1, -1e7), -inf, 0, "charge"), Linear((0,), (1,), 1e-3, inf, "need")]
    model = PlainModel(["x", "y", "z"], [0.0] * 3, [inf, 1.0, 1.0], [False, True, True], rows, Term((2,), (1,)))
    for values, certainty in (([1e-3, 0.0, 0.0], "claimed"), ([1e-3, 1.0, 0.0], "proved")):
        claim = assurance.made_sure(Outcome(Status.SOLVED, "", values), model, "highs", Deadline())
        assert (claim.status, claim.certainty) == (Status.SOLVED, certainty)


def infeasible_relaxations() -> Any:
    yield "rows", PlainModel(["x"], [0.0], [9.0], [True], [Linear((0,), (3,), 28, inf, "r")], None)
    huge = Linear((0, 1), (3 * 10**16, 1), 28 * 10**16, inf, "r"), Linear((0, 1), (1, 1), 0, 9, "s")
    yield "huge numbers", PlainModel(["x", "y"], [0.0] * 2, [9.0, 5.0], [True] * 2, [*huge], Term((0,), (10**17,)))
    below, above = Linear((0, 1), (1, 2), -inf, 3, "below"), Linear((0, 1), (1, 1), 4, inf, "above")
    yield "two rows", PlainModel(["x", "y"], [0.0] * 2, [inf] * 2, [True, False], [below, above], None)
    equations = [Linear((k, (k + 1) % 3), (1, -1), 1, 1, f"r{k}") for k in range(3)]
    yield "free columns", PlainModel(list("xyz"), [-inf] * 3, [inf] * 3, [False] * 3, equations, Term((0,), (1,)))
    yield "no value", PlainModel(["x"], [0.2], [0.8], [True], [Linear((0,), (1,), 0, 1, "r")], None)


@pytest.mark.parametrize(("name", "model"), list(infeasible_relaxations()))
def test_an_infeasible_relaxation_is_proved_by_its_ray(name: str, model: Any) -> None:
    claim = Outcome(Status.INFEASIBLE, "")
    assert assurance.made_sure(claim, model, "highs", Deadline()).certainty == "proved"


def test_no_claim_is_proved_that_is_false() -> None:
    """Small models with an honest and with false claims: what is proved is true, and most of what is true is proved."""
    proved = 0
    for seed in range(150):
        rng = Random(seed)
        rows = [
            Linear((0, 1, 2), [rng.randint(-4, 5) for _ in range(3)], *rng.choice([(2, inf), (-inf, 3), (1, 4)]), "r")
            for _ in range(3)
        ]
        cost = Term((0, 1, 2), tuple(rng.randint(-5, 5) for _ in range(3)))
        model = PlainModel(list("abc"), [0.0] * 3, [2.0] * 3, [True] * 3, rows, cost)
        rational = RationalModel(model)
        points = [x for x in np.ndindex(3, 3, 3) if all(r.lower <= np.dot(r.coefficients, x) <= r.upper for r in rows)]
        best = min(map(rational.value, points), default=None)
        for x in [rng.choice(points), min(points, key=rational.value)] if points else []:
            claim = Outcome(Status.SOLVED, "", list(map(float, x)))
            if assurance.made_sure(claim, model, "highs", Deadline()).certainty == "proved":
                assert rational.value(x) == best, seed
                proved += 1
        claim = Outcome(Status.INFEASIBLE, "")
        if assurance.made_sure(claim, model, "highs", Deadline()).certainty == "proved":
            assert not points, seed
            proved += 1
    assert proved > 50
