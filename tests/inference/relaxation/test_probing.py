"""Probing with the LP: what it fixes is true, and it says when it does not know."""

from itertools import product

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models.inference.relaxation import Rows, only_values, only_values_with_probing

WIDTH = 4
POINTS = np.array(list(product((0, 1), repeat=WIDTH)))


def at_most(coefficients, bounds):
    """Binaries with a row "at most" for each bound."""
    matrix = np.array(coefficients, dtype=float)
    rows, width = matrix.shape
    return Rows(
        scipy.sparse.csr_array(matrix),
        np.full(rows, -np.inf),
        np.array(bounds, dtype=float),
        np.zeros(width),
        np.ones(width),
        np.zeros(width),
        np.ones(width, dtype=bool),
        tuple(map(str, range(rows))),
        tuple(map(str, range(width))),
    )


def test_a_binary_that_is_at_most_one_half_is_0():
    """2a <= 1 and a + b = 1: the LP leaves a from 0 to 1/2."""
    lp = at_most([[2, 0], [1, 1], [-1, -1]], [1, 1, -1])
    assert only_values(lp, range(2))[0] is False
    is_single, point = only_values_with_probing(lp, range(2))
    assert is_single
    assert point.tolist() == pytest.approx([0, 1])


def test_an_odd_cycle_of_equations_has_one_point_that_is_no_solution():
    pairs = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]
    is_single, point = only_values_with_probing(
        at_most(pairs + [[-c for c in row] for row in pairs], [1] * 3 + [-1] * 3), range(3)
    )
    assert is_single
    assert point.tolist() == pytest.approx([0.5, 0.5, 0.5])


def test_no_time_is_not_known():
    lp = at_most([[1, 1], [-1, -1]], [1, -1])
    assert only_values_with_probing(lp, range(2), 1e-9)[0] is None
    assert only_values_with_probing(lp, range(2))[0] is False


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.tuples(st.lists(st.integers(-2, 2), min_size=WIDTH, max_size=WIDTH), st.integers(-2, 2)),
        min_size=1,
        max_size=6,
    )
)
def test_it_loses_no_solution(rows):
    coefficients, bounds = zip(*rows, strict=True)
    lp = at_most(coefficients, bounds)
    solutions = POINTS[(np.array(bounds) >= POINTS @ np.array(coefficients).T).all(axis=1)]
    answer, point = only_values_with_probing(lp, range(WIDTH))
    if len(solutions) > 1:
        assert answer is False
    elif answer:
        assert len(solutions) == 0 or point.tolist() == pytest.approx(solutions[0].tolist(), abs=1e-6)
    if only_values(lp, range(WIDTH))[0]:
        assert answer
