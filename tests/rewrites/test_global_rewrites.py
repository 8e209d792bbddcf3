"""The rewrites of global constraints: how tight their relaxations are, and what they add."""

from itertools import permutations
from math import factorial
from typing import Any

import pytest

from sudoku_models import rewrites
from sudoku_models.backends import Linear, PlainModel, new_backend, plain
from sudoku_models.errors import UnsupportedError
from sudoku_models.solvers import find


def relaxed(m: Any, weights: dict[Any, float]) -> float:
    """The least value of a weighted sum over the relaxation of a linear model."""
    m.minimize(m.dot(list(weights.values()), list(weights)))
    model = plain(m)
    assert all(isinstance(record, Linear) for record in model.records)
    names = [False] * len(model.variables)
    outcome = (
        find("highs")
        .session(PlainModel(model.variables, model.lower, model.upper, names, model.records, model.minimised))
        .solve()
    )
    return float(outcome.bound)


@pytest.mark.parametrize("weights", [(1, 1), (-1, 2), (3, -1), (-2, -1)])
def test_an_element_of_numbers_is_its_convex_hull(weights: tuple[int, int]) -> None:
    numbers = [7, 2, 9, 4]
    m = new_backend("pulp")
    x, z = (m.int_vars(name, "0", 0, 10)["0"] for name in "xz")
    m.element(numbers, x, z, "element")
    assert rewrites.apply(m)[0] == "element_indicators"
    least = min(weights[0] * i + weights[1] * number for i, number in enumerate(numbers))
    assert relaxed(m, {x: weights[0], z: weights[1]}) == pytest.approx(least)


def test_inverse_permutations_are_their_convex_hull() -> None:
    m = new_backend("pulp")
    x, y = (list(m.int_vars(name, range(3), 0, 2).values()) for name in "xy")
    m.inverse(x, y, "inverse")
    assert rewrites.apply(m)[0] == "inverse_indicators"
    weights = [1, -2, 3, 2, 1, -1]
    pairs = [(p, [p.index(i) for i in range(3)]) for p in permutations(range(3))]
    least = min(sum(c * v for c, v in zip(weights, (*p, *q), strict=True)) for p, q in pairs)
    assert relaxed(m, dict(zip((*x, *y), weights, strict=True))) == pytest.approx(least)


def test_a_tour_determines_the_positions() -> None:
    """All columns of the linear model together have as many solutions as there are tours."""
    m = new_backend("cpsat")
    m.circuit(m.int_vars("x", range(5), 0, 4).values(), "tour")
    assert rewrites.apply(m)[0] == "miller_tucker_zemlin"
    found = []
    find("choco").session(m).enumerate(lambda values: found.append(tuple(values)) or True)
    assert len(found) == len(set(found)) == factorial(4)


def shop(capacity: int, rewrite: str) -> tuple[str, float]:
    """Three tasks of 2 in 0..6: the rewrites that were used, and the least sum of starts of the relaxation."""
    m = new_backend("pulp")
    x = list(m.int_vars("x", range(3), 0, 6).values())
    m.cumulative(x, [2] * 3, [1] * 3, capacity, "machine")
    return rewrites.apply(m, rewrite)[0], relaxed(m, dict.fromkeys(x, 1))


def test_time_indexed_is_stronger_than_an_order_of_pairs() -> None:
    """The best sum of starts is 0 + 2 + 4."""
    name, weak = shop(1, "disjunctive")
    assert (name, weak) == ("disjunctive+indicator_big_m", 0)
    name, strong = shop(1, "time_indexed")
    assert name == "time_indexed"
    assert weak < 3 <= strong <= 6


def test_tasks_that_can_run_together_are_time_indexed_anyway() -> None:
    assert shop(2, "disjunctive")[1] == shop(2, "time_indexed")[1]


def test_too_many_starts_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.rewrites.global_constraints.LARGEST", 20)
    with pytest.raises(UnsupportedError, match="'machine': it would have more than 20 starts"):
        shop(2, "time_indexed")
