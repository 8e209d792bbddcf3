"""Presolve keeps every solution and adds none, and leaves out what fixed variables decide."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models import Puzzle
from sudoku_models.backends import Linear, new_backend
from sudoku_models.formulations import find as find_formulation
from sudoku_models.solvers import Status, find
from sudoku_models.solvers.highs import read_linear
from sudoku_models.solvers.presolve import compressed, presolve, untouched

DOMAIN = st.tuples(st.integers(-2, 1), st.integers(0, 2)).map(lambda pair: (pair[0], pair[0] + pair[1]))
BOUNDS = st.lists(DOMAIN, min_size=1, max_size=4)
SIDES = st.tuples(st.integers(-4, 4) | st.just(-np.inf), st.integers(-4, 4) | st.just(np.inf))


@st.composite
def models(draw):
    """The bounds of a few integers, and rows; a column may occur twice in a row."""
    bounds = draw(BOUNDS)
    columns = st.integers(0, len(bounds) - 1)
    rows = []
    for _ in range(draw(st.integers(0, 4))):
        terms = draw(st.lists(st.tuples(columns, st.sampled_from([-2, -1, 1, 2])), max_size=4))
        low, high = draw(SIDES)
        rows.append(Linear([k for k, _ in terms], [c for _, c in terms], low, max(low, high), "row"))
    return bounds, rows


def arrays(bounds):
    return np.array([low for low, _ in bounds], dtype=float), np.array([high for _, high in bounds], dtype=float)


def solutions(rows, lower, upper):
    """All integer points within the bounds that satisfy the rows, by brute force."""
    boxes = (range(int(low), int(high) + 1) for low, high in zip(lower, upper, strict=True))
    return {point for point in product(*boxes) if satisfies(rows, point)}


def satisfies(rows, point):
    values = np.array([point[k] for k in rows.columns]) * rows.coefficients
    sums = np.bincount(rows.row_of_entry, values, len(rows.lower))
    return bool(((rows.lower <= sums) & (sums <= rows.upper)).all())


def expanded(left):
    return {tuple(left.values(np.array(point, dtype=float))) for point in solutions(left.rows, left.lower, left.upper)}


@given(models())
def test_the_solutions_are_those_of_the_whole_model(model):
    bounds, rows = model
    lower, upper = arrays(bounds)
    left = presolve(compressed(rows), lower, upper)
    assert expanded(left) == solutions(compressed(rows), lower, upper)


@given(models(), models())
def test_rows_that_come_later_can_be_added_to_what_is_left(model, other):
    bounds, rows = model
    lower, upper = arrays(bounds)
    later = compressed([row for row in other[1] if max(row.columns, default=0) < len(bounds)])
    left = presolve(compressed(rows), lower, upper)
    expected = solutions(compressed(rows).plus(later), lower, upper)
    if (added := left.restricted(later)) is None:
        assert not expected
    else:
        assert expanded(replace(left, rows=left.rows.plus(added))) == expected


def test_a_puzzle_that_singles_solve_leaves_nothing():
    m = new_backend("pulp")
    find_formulation("assignment")(m, Puzzle.parse("1... ..2. .3.. ...4"))
    rows = compressed(read_linear(m, m.constraints()))
    left = presolve(rows, *m.bounds())
    assert (len(left.columns), len(left.rows.lower), left.fixed.sum()) == (0, 0, 16)


def test_a_contradiction_is_left_to_the_solver():
    pairs = [((0, 1), 1), ((1, 2), 2), ((0, 2), 2)]
    rows = compressed([Linear(pair, (1, 1), total, total, "row") for pair, total in pairs])
    left = presolve(rows, np.zeros(3), np.ones(3))
    assert len(left.columns) == 3
    assert not expanded(left)


def test_a_row_that_contradicts_what_was_fixed_is_left_to_the_solver():
    one, other = (compressed([Linear((0, 1), (1, 1), total, total, "row")]) for total in (2, 1))
    left = presolve(one, np.zeros(2), np.ones(2))
    assert len(left.columns) == 0
    assert left.restricted(other) is None
    assert len(presolve(one.plus(other), np.zeros(2), np.ones(2)).columns) == 2


@pytest.mark.parametrize(
    ("coefficients", "upper"),
    [((0.1, 0.2), (1, 1)), ((1, 1), (1, np.inf)), ((1, 1), (1, 1.5)), ((0, 1), (1, 1)), ((2**53, 1), (1, 1))],
)
def test_a_model_whose_sums_may_not_be_exact_is_returned_as_it_is(coefficients, upper):
    rows = compressed([Linear((0, 1), coefficients, -np.inf, 1, "row")])
    left = presolve(rows, np.array([1.0, 0.0]), np.array(upper, dtype=float))
    assert left.rows is rows
    assert left.columns.tolist() == [0, 1]


def test_a_row_whose_sums_may_not_be_exact_is_not_added_to_what_is_left():
    left = presolve(compressed([]), np.array([1.0, 0.0]), np.ones(2))
    assert left.restricted(compressed([Linear((0, 1), (0.1, 0.2), -np.inf, 0.1, "row")])) is None


def test_nothing_is_left_out_without_presolve():
    rows = compressed([Linear([0, 1], [1, 1], 1, 1, "row")])
    left = untouched(rows, np.array([1.0, 0.0]), np.ones(2))
    assert left.restricted(rows).columns.tolist() == [0, 1]
    assert left.values(np.array([1.0, 0.0])).tolist() == [1, 0]


@pytest.mark.parametrize("option", ["", ":no-presolve"])
def test_a_session_follows_bounds_rows_and_costs_that_change(option):
    m = new_backend("pulp")
    x = m.bool_vars("x", "abc")
    m.add(m.sum(x.values()) == 1, "one of three")
    session = find(f"highs{option}").session(m)
    m.fix(x["a"], 1)
    assert session.solve().values.tolist() == [1, 0, 0]
    cut = m.add(x["a"] + x["b"] <= 0, "neither")
    assert session.solve().status is Status.INFEASIBLE
    m.free()
    assert session.solve().values.tolist() == [0, 0, 1]
    m.forget([cut])
    m.minimize(m.dot([3, 1, 2], x.values()))
    outcome = session.solve()
    assert (outcome.values.tolist(), outcome.bound) == ([0, 1, 0], 1)
    m.fix(x["c"], 1)
    outcome = session.solve()
    assert (outcome.values.tolist(), outcome.bound, outcome.size) == ([0, 0, 1], 2, (3, 1, 3))
