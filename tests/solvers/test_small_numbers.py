"""A linear model in small numbers has the solutions of the given one, whatever its numbers are."""

from itertools import product
from math import inf
from random import Random

import pytest

from sudoku_models.backends import Linear, PlainModel, Term
from sudoku_models.backends.numbers import holds_exactly, total
from sudoku_models.errors import UnsupportedError
from sudoku_models.solvers import Status, find
from sudoku_models.solvers.small_numbers import SmallModel


def random_model(rng: Random) -> tuple[PlainModel, list[tuple[int, ...]]]:
    """A model with large or fractional numbers, and its solutions by brute force."""
    lower = [rng.choice([0, 0, -3, 99_999_998]) for _ in range(rng.randint(1, 4))]
    upper = [low + rng.randint(0, 3) for low in lower]
    points = list(product(*(range(low, high + 1) for low, high in zip(lower, upper, strict=True))))
    rows = []
    planted = rng.choice(points)
    for number in range(rng.randint(1, 2)):
        digits, scale = rng.randint(1, 12), rng.choice([1, 1, 0.5, 1e-3, 1e-7])
        columns = rng.sample(range(len(lower)), rng.randint(1, len(lower)))
        weights = [rng.randint(-(10**digits), 10**digits) for _ in columns]
        side = sum(c * planted[k] for k, c in zip(columns, weights, strict=True)) + rng.choice([0, 0, 0, 1, -1])
        numbers = [w if scale == 1 else float(f"{w * scale:.12g}") for w in weights]
        side = side if scale == 1 else float(f"{side * scale:.12g}")
        ends = rng.choice([(side, side), (side, inf), (-inf, side), (side, side + 3 * abs(numbers[0]))])
        rows.append(Linear(columns, numbers, *ends, f"row {number}"))
    solutions = [x for x in points if all(holds_exactly(row, x) for row in rows)]
    ends = list(map(float, lower)), list(map(float, upper))
    return PlainModel([f"x{k}" for k in range(len(lower))], *ends, [True] * len(lower), rows, None), solutions


@pytest.mark.parametrize("largest", [1e3, 1e4, 1e6])
def test_both_models_have_the_same_solutions(largest: float) -> None:
    """CP-SAT, which is exact, enumerates the small model; brute force the given one."""
    for seed in range(60):
        given, solutions = random_model(Random(seed))
        small = SmallModel(given, largest)
        found: list[tuple[int, ...]] = []

        def add(values: list[float], small: SmallModel = small, found: list[tuple[int, ...]] = found) -> bool:
            found.append(tuple(map(int, small.values(values))))
            return True

        assert find("cpsat").session(small.model).enumerate(add).status is Status.INFEASIBLE
        assert sorted(found) == sorted(solutions), seed


@pytest.mark.parametrize("largest", [1e3, 1e4, 1e6])
def test_the_numbers_are_small(largest: float) -> None:
    for seed in range(60):
        model = SmallModel(random_model(Random(seed))[0], largest).model
        most = [int(max(map(abs, ends))) for ends in zip(model.lower, model.upper, strict=True)]
        for row in model.records:
            assert isinstance(row, Linear)
            assert all(type(c) is int for c in row.coefficients)
            size = sum(abs(c) * most[k] for k, c in zip(row.columns, row.coefficients, strict=True))
            sides = [abs(side) for side in (row.lower, row.upper) if abs(side) < inf]
            assert max([size, *sides]) <= 2 * largest or not row.columns, (seed, row)


def test_a_rounded_row_is_made_wider_and_no_answer_depends_on_the_rounding() -> None:
    """Equations of square roots: what differs by rounding only is unknown, not infeasible."""
    statuses = set()
    for seed in range(40):
        rng = Random(seed)
        roots = [rng.random() ** 0.5 for _ in range(5)]
        x = [rng.randint(0, 1) for _ in roots]
        side = float(total(Term(range(5), roots), x)) + rng.choice([0, 0, 1e-16, 1e-9])
        row = Linear(range(5), roots, side, side, "row")
        given = PlainModel(list("abcde"), [0.0] * 5, [1.0] * 5, [True] * 5, [row], None)
        outcome = find("highs").session(given).solve()
        near = [y for y in product((0, 1), repeat=5) if abs(float(total(row, y)) - side) < 1e-14]
        statuses.add(outcome.status)
        if outcome.status is Status.SOLVED:
            assert holds_exactly(row, list(map(round, outcome.values)))
        assert outcome.status is not Status.INFEASIBLE or not near, seed
        assert near or outcome.status is Status.INFEASIBLE, seed
    assert statuses >= {Status.UNKNOWN, Status.INFEASIBLE}


def test_what_cannot_be_small_is_refused_by_name() -> None:
    far = PlainModel(["a"], [0.0], [2.0**60], [True], [Linear((0,), (3,), 1, 5, "row")], None)
    with pytest.raises(UnsupportedError, match="a must be below"):
        SmallModel(far, 1e6)
    unbounded = [-inf] * 2, [inf] * 2
    mixed = PlainModel(["a", "b"], *unbounded, [False] * 2, [Linear((0, 1), (1e-12, 1), 1, 5, "mixed")], None)
    with pytest.raises(UnsupportedError, match="mixed"):
        SmallModel(mixed, 1e6)
    ends, row = ([1.0, 0.0], [1.0, inf]), Linear((0, 1), (1e6, 0.001), -inf, 1000005.102, "uneven")
    uneven = PlainModel(["a", "b"], *ends, [True] * 2, [row], Term((0, 1), (-1e6, -1e5)))  # b is 5102 at best
    with pytest.raises(UnsupportedError, match="uneven"):
        find("highs").session(uneven).solve()


@pytest.mark.parametrize("large", [10**4, 10**7, 10**8])
@pytest.mark.parametrize("solver", ["highs", "cbc"])
def test_a_cost_beside_a_much_larger_one_counts(solver, large):
    """Maximise x + large*y; a solver ignores what is below its tolerance of reduced costs."""
    rows = [
        Linear((0, 2), (1, 1), -inf, 10**6, "together"),
        Linear((0, 1, 2), (1, 1, -1), -inf, 500_000, "x is a half"),
    ]
    ends = [0.0] * 3, [1e6, 1.0, 1e6]
    model = PlainModel(list("xyz"), *ends, [False] * 3, rows, Term((0, 1), (-1, -large)))
    x, y, _ = find(solver).session(model).solve().values
    assert x + large * y == pytest.approx(large + 749_999.5, abs=0.1)
