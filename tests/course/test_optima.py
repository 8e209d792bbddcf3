"""What a model allows, compared with enumeration."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudoku_models.backends import new_backend
from sudoku_models.course.exercises.optima import Ranges

SMALL = st.integers(-3, 3)
ROWS = st.lists(st.tuples(SMALL, SMALL, SMALL, st.integers(-6, 6)), max_size=4)


def stated(inequalities):
    """Three variables with values from 0 to 3, and inequalities a x + b y + c z <= d."""
    m = new_backend("pulp")
    x = m.int_vars("x", range(3), 0, 3)
    for k, (a, b, c, d) in enumerate(inequalities):
        if a or b or c:
            m.add(a * x[0] + b * x[1] + c * x[2] <= d, f"row {k}")
    return Ranges(m)


@settings(max_examples=40, deadline=None)
@given(ROWS, st.tuples(SMALL, SMALL, SMALL), st.integers(-5, 8))
def test_a_solution_below_a_bound_is_found_if_there_is_one(inequalities, cost, bound):
    used = [row for row in inequalities if any(row[:3])]
    solutions = [
        point
        for point in product(range(4), repeat=3)
        if all(sum(map(int.__mul__, row, point)) <= row[3] for row in used)
    ]
    below = [point for point in solutions if sum(map(int.__mul__, cost, point)) < bound]
    found = stated(inequalities).below(dict(enumerate(cost)), bound)
    assert (found is None) == (not below)
    if found is not None:
        assert tuple(map(round, found)) in below
    assert (stated(inequalities).solution() is None) == (not solutions)


@pytest.mark.parametrize(("bound", "there_is"), [(4, True), (3, False)])
def test_a_fractional_point_below_the_bound_is_no_solution(bound, there_is):
    odd = stated([(-2, 0, 0, -5)])  # 2 x >= 5, so that x is 3, and 2.5 in the relaxation
    assert (odd.below({0: 1}, bound) is not None) is there_is
