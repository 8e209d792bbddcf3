"""No answer about a model with a large big-M rests on a solver's tolerance; exact arithmetic knows the truth."""

from collections import Counter
from math import inf
from typing import Any

import pytest
from mixed_models import random_mixed, verdict_on

from sudoku_models import solvers
from sudoku_models.backends import Linear, PlainModel, Term
from sudoku_models.models.satisfaction import is_satisfied
from sudoku_models.solvers import mixed

MILP = [
    name for name in solvers.installed(everything=True) if solvers.Feature.CONTINUOUS in solvers.find(name).features
]


def figures_of(solver: str, trials: range, only: str = "") -> Counter[str]:
    """How many answers are right, unknown, refused, on one backend or any; the first wrong one is shown."""
    found: Counter[str] = Counter()
    for trial in trials:
        model, backend, query = random_mixed(4, trial)
        verdict, why = verdict_on(model, only or backend, query, solver)
        assert verdict != "wrong", f"trial {trial}, {model.family}, M = {model.m:g}, {backend}, {query}: {why}"
        found[verdict] += 1
    return found


def test_no_optimum_and_no_count_is_false() -> None:
    assert figures_of("highs", range(16), "pulp")["right"] >= 15


@pytest.mark.slow
@pytest.mark.parametrize("solver", MILP)
def test_no_optimum_and_no_count_of_any_solver_is_false(solver: str) -> None:
    assert figures_of(solver, range(40, 240))["right"] >= 190


@pytest.mark.slow
def test_no_answer_is_false_where_the_solver_finds_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that is too large for fractions."""
    monkeypatch.setattr(mixed, "LARGEST_TABLEAU", 0)
    assert figures_of("highs", range(240, 440))["right"] >= 190


@pytest.mark.parametrize("m", [1e2, 1e5, 1e7, 1e10])
def test_an_integer_has_no_tolerance(m: float) -> None:
    """x <= M * y does not hold where y is 0 and x more than rounding; a rounded x may be a little too large."""
    row = Linear((0, 1), (1, -m), -inf, 0, "open")
    assert [is_satisfied(row, [x, 0], continuous={0}) for x in (0, 1e-9, 0.001)] == [True, True, False]
    assert is_satisfied(row, [m * (1 + 1e-9), 1], continuous={0})
    assert not is_satisfied(row, [m * (1 + 1e-5), 1], continuous={0})


def plant(m: float | None, is_exact: bool) -> PlainModel:
    """Ten plants and forty customers; with None each pair has its own, smallest big-M: the demand."""
    demands = [1 + 7 * j % 50 for j in range(40)]
    integer = [True] * 10 + [False] * 400
    costs = [50 + 31 * i % 97 for i in range(10)] + [1 + 13 * k % 19 for k in range(400)]
    pairs = [(i, j, 10 + 40 * i + j) for i in range(10) for j in range(40)]
    rows = [Linear((x, i), (1, -(m or demands[j])), -inf, 0, f"pair {i} {j}") for i, j, x in pairs]
    for j, demand in enumerate(demands):
        served = [x for _, customer, x in pairs if customer == j]
        rows.append(Linear(served, [1] * 10, demand, demand if is_exact else inf, f"demand {j}"))
    ends: Any = [0.0] * 410, [1.0] * 10 + [inf] * 400
    return PlainModel([f"x{k}" for k in range(410)], *ends, integer, [*rows], Term(tuple(range(410)), tuple(costs)))


@pytest.mark.slow
@pytest.mark.parametrize("solver", MILP)
def test_the_size_of_a_big_m_does_not_change_the_optimum(solver: str) -> None:
    for is_exact in (True, False):
        best = [solvers.find(solver).session(plant(m, is_exact)).solve().bound for m in (None, 1e4, 1e8)]
        assert best == pytest.approx(best[:1] * 3, rel=1e-6)
