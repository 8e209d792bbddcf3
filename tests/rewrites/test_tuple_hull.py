"""The convex hull of the tuples."""

import pytest
from tables import largest, selecting

from sudoku_models import rewrites


def test_the_hull_is_strictly_stronger_than_supports():
    tuples = [(1, 1), (2, 1), (3, 2), (3, 3)]
    goal = [1, 1, 0, -1, 0, 0]  # a is 1 or 2 only if b is 1
    assert largest("tuple_hull", tuples, True, goal) == pytest.approx(0)
    assert largest("table_supports", tuples, True, goal) == pytest.approx(1 / 3)


def test_each_tuple_has_a_binary():
    m, _, sums = selecting(3)
    m.table(sums, [(1, 1, 1), (1, 2, 3), (4, 4, 4)], "table")
    before = len(m.variables)
    rewrites.apply(m, "tuple_hull")
    assert len(m.variables) - before == 2, "the selectors never have the value 4"
