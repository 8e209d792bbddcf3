"""A dual bound is never above the optimum, whatever the multipliers are; brute force in rational numbers knows it."""

from fractions import Fraction
from itertools import product
from math import inf
from random import Random
from typing import Any

import pytest

from sudoku_models.backends import Linear, NotEqual, Objective, PlainModel, Term
from sudoku_models.backends.numbers import holds_exactly, total
from sudoku_models.solvers.dual_bound import RationalModel

HALVES = [Fraction(n, 2) for n in range(-4, 9)]
"""The values that are tried for a continuous column: its bounds are among them."""


def random_model(rng: Random) -> tuple[PlainModel, list[Any], bool]:
    """A model of a few columns and rows, points that satisfy it, and whether these are all."""
    width = rng.randint(1, 4)
    integer = [rng.random() < 0.75 for _ in range(width)]
    lower = [rng.choice([0.0, -1.0, 0.5, 0.3]) for _ in range(width)]
    upper = [low + rng.choice([0.0, 1.0, 2.2]) for low in lower]
    values: list[Any] = [
        [v for v in (range(-2, 4) if is_integer else HALVES) if low <= v <= high]
        for low, high, is_integer in zip(lower, upper, integer, strict=True)
    ]
    for k in range(width):
        if rng.random() < 0.15:  # the points that are tried are then only some of the solutions
            lower[k], upper[k] = rng.choice([(-inf, inf), (lower[k], inf), (-inf, upper[k])])
    records: list[Any] = []
    for number in range(rng.randint(1, 4)):
        columns = [rng.randrange(width) for _ in range(rng.randint(0, 3))]  # a column may come twice
        numbers = [rng.choice([1, -1, 2, 3, -5, 0.1, 0.25, 1 / 3]) for _ in columns]
        side = rng.randint(-3, 4) * rng.choice([1, 1, 0.5])
        sides = rng.choice([(side, side), (side, inf), (-inf, side), (side, side + 2), (-inf, inf)])
        records.append(Linear(columns, numbers, *sides, f"row {number}"))
    if rng.random() < 0.2:
        records.insert(0, NotEqual(Term((0,), (1,)), "logic, which a bound may ignore"))
    objective = None
    if rng.random() < 0.9:
        columns = tuple(rng.randrange(width) for _ in range(rng.randint(1, 4)))
        numbers = tuple(rng.choice([1, -2, 7, 0.1, 0.3, 1e-3]) for _ in columns)
        objective = Objective.of(Term(columns, numbers, rng.choice([0, 5, 0.7])), rng.choice([1, -1]))
    model = PlainModel([f"x{k}" for k in range(width)], lower, upper, integer, records, objective)
    rows = [record for record in records if isinstance(record, Linear)]
    return model, [x for x in product(*values) if all(holds_exactly(row, x) for row in rows)], all(integer)


def random_multipliers(rng: Random, rows: int) -> list[Any]:
    return [rng.choice([0, 0, 1, -1, Fraction(rng.randint(-9, 9), 7), Fraction(rng.gauss(0, 3))]) for _ in range(rows)]


def test_any_multipliers_give_a_bound_that_no_solution_beats() -> None:
    tight = 0
    for seed in range(2_000):
        rng = Random(seed)
        model, solutions, _ = random_model(rng)
        rational = RationalModel(model)
        for _ in range(3):
            y = random_multipliers(rng, len(rational.rows))
            ray = rational.bound(y, of_zero=True)
            assert not (solutions and ray > 0), seed
            bound = rational.bound(y)
            if solutions:
                best = min(rational.value(x) for x in solutions)
                assert bound <= best, (seed, bound, best)
                tight += bound == best
    assert tight > 200


def test_the_value_is_that_of_the_objective() -> None:
    for seed in range(200):
        model, solutions, _ = random_model(Random(seed))
        for x in solutions[:3]:
            assert RationalModel(model).value(x) == (total(model.minimised, x) if model.minimised else 0)


def test_an_unbounded_column_needs_a_reduced_cost_of_exactly_zero() -> None:
    row = Linear((0, 1), (3, 1), 2, inf, "row")
    free = PlainModel(["x", "y"], [-inf, 0.0], [inf, 4.0], [False] * 2, [row], Term((0,), (1,)))
    rational = RationalModel(free)
    assert rational.bound([Fraction(1, 3)]) == Fraction(2, 3) - Fraction(4, 3)
    assert rational.bound([Fraction(1 / 3)]) == -inf
    assert rational.best_bound([1 / 3]) == (Fraction(-2, 3), [Fraction(1, 3)])


@pytest.mark.parametrize(
    ("cost", "integer", "bound"),
    [
        ((1, 1), (True, True), 2),
        ((1, 1), (True, False), Fraction(3, 2)),
        ((0.1, 0.1), (True, True), Fraction(2, 10)),
        ((2, 2), (True, True), 4),
    ],
)
def test_only_an_objective_of_whole_columns_is_rounded_up(cost: Any, integer: Any, bound: Any) -> None:
    row = Linear((0, 1), (2, 2), 3, inf, "row")
    model = PlainModel(["x", "y"], [0.0] * 2, [9.0] * 2, list(integer), [row], Term((0, 1), cost))
    assert RationalModel(model).bound([Fraction(str(cost[0])) / 2]) == bound


def test_a_row_whose_numbers_were_rounded_proves_nothing() -> None:
    """The sum of two square roots is not what floating point says, so the equation may have a solution."""
    root, other = 2**0.5, 3**0.5
    row = Linear((0, 1), (root, other), root + other + 1e-15, inf, "row")
    model = PlainModel(["x", "y"], [0.0] * 2, [1.0] * 2, [True] * 2, [row], None)
    assert RationalModel(model).bound([1], of_zero=True) <= 0


def test_a_column_without_a_value_proves_that_there_is_no_solution() -> None:
    model = PlainModel(["x"], [0.2], [0.8], [True], [], None)
    assert RationalModel(model).bound([], of_zero=True) == inf
