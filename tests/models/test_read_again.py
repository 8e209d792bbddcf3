"""A problem that was written to a file and read again is the same problem, as exact numbers show."""

import random
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, inf, isfinite
from pathlib import Path
from typing import Any

import sudoku_models as sm
from sudoku_models.backends import Linear, Objective, PlainModel
from sudoku_models.backends.numbers import exact
from sudoku_models.backends.records import whole_ends
from sudoku_models.solvers.model_files import read_model

NAMES = [
    "free",
    "inf",
    "e1",
    "1x",
    "a b",
    "a_b",
    "x(1,2)",
    "St",
    "\N{SNOWMAN}",
    "X",
    "end",
    "-x",
    "3",
    "goal",
    "[",
    "$",
]
NUMBERS = [1, -1, 2, 0.1, -3.25, 1e-7, 12345678901, 1 / 3]
ENDS = [-4, -3, -0.75, 0, 0.3, 1, 2.5, 7]


def drawn(seed: int) -> PlainModel:
    """A random model: ranges, free rows, rows without columns, free, fixed and whole columns, and an objective."""
    rng = random.Random(seed)
    width = rng.randint(1, 4)
    names = [rng.choice(NAMES) if rng.random() < 0.6 else f"v{k}" for k in range(width)]
    integer = [rng.random() < 0.7 for _ in names]
    bounds = [interval(rng) for _ in names]
    for k, (low, high) in enumerate(bounds):
        if integer[k] and isfinite(low) and isfinite(high) and ceil(low) > floor(high):
            bounds[k] = float(floor(high)), float(floor(high))
    rows: list[Any] = []
    for i in range(rng.randint(0, 4)):
        columns = tuple(rng.sample(range(width), rng.randint(0, width)))
        label = rng.choice(NAMES) if rng.random() < 0.5 else f"row {i}"
        rows.append(Linear(columns, tuple(rng.choice(NUMBERS) for _ in columns), *interval(rng), label))
    columns = tuple(rng.sample(range(width), rng.randint(0, width)))
    costs = tuple(rng.choice([1, -2, 0.1, 1e-3, 7]) for _ in columns)
    goal = Objective(columns, costs, rng.choice([0, 0, 5, -2.5]), rng.choice([1, -1])) if rng.random() < 0.8 else None
    return PlainModel(names, [float(a) for a, _ in bounds], [float(b) for _, b in bounds], integer, rows, goal)


def interval(rng: random.Random) -> tuple[float, float]:
    low, high = sorted(rng.choices(ENDS, k=2))
    return rng.choice([(low, high), (low, low), (low, inf), (-inf, high), (-inf, inf)])


def meaning(m: PlainModel, names: Sequence[str]) -> Any:
    """Columns, rows and objective in exact numbers, in no order; rows with the same left side are one."""
    ends = [whole_ends(a, b) if whole else (a, b) for a, b, whole in zip(m.lower, m.upper, m.integer, strict=True)]
    rows: dict[Any, tuple[Any, Any]] = {}
    for row in m.records:
        assert isinstance(row, Linear)
        terms = zip(row.columns, map(exact, row.coefficients), strict=True)
        left = frozenset((names[k], c) for k, c in terms if c)
        low, high = rows.get(left, (-inf, inf))
        rows[left] = max(low, number(row.lower)), min(high, number(row.upper))
    low, high = rows.pop(frozenset(), (0, 0))
    goal: Any = m.minimised or Objective((), ())
    costs = {names[k]: exact(c) for k, c in zip(goal.columns, goal.coefficients, strict=True) if c}
    return (
        dict(zip(names, zip(ends, m.integer, strict=True), strict=True)),
        {left: sides for left, sides in rows.items() if sides != (-inf, inf)},
        low <= 0 <= high,
        (costs, exact(goal.constant), goal.sign if costs else 1),
    )


def number(side: float) -> float | Fraction:
    return exact(side) if isfinite(side) else side


def test_a_problem_that_is_written_and_read_again_is_the_same(tmp_path: Path) -> None:
    for seed in range(40):
        model, end = drawn(seed), ".gz" if seed % 2 else ""
        problem = sm.Problem(model)
        by_mps = read_model(problem.write(tmp_path / f"again.mps{end}"))
        names = by_mps.variables  # in the order of the columns, which an LP file does not keep
        assert meaning(by_mps, names) == meaning(model, names), seed
        by_lp = read_model(problem.write(tmp_path / f"again.lp{end}"))
        assert meaning(by_lp, by_lp.variables) == meaning(model, names), seed


def test_a_rewritten_problem_has_the_same_solutions_when_it_is_read_again(tmp_path: Path) -> None:
    problem = sm.build(sm.Puzzle.parse("1234 .... 2... .3.."), "pairwise", "pulp")
    problem.exclude(next(problem.solutions()))
    for suffix in (".lp", ".mps"):
        path = problem.write(tmp_path / f"puzzle{suffix}")
        cells = [name for name in read_model(path).variables if name.startswith("x")]
        assert sm.Problem.read(path, variables=cells).count_solutions().value == problem.count_solutions().value > 0
