"""Supports: each value needs one of its supports."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import allowed_points, largest

EQUAL = [(d, d) for d in range(1, 4)]
goals = st.lists(st.integers(-3, 3), min_size=6, max_size=6)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), max_size=8), st.booleans(), goals)
@example(EQUAL, True, [1, 0, 0, 0, 1, 0])
def test_the_relaxations_are_ordered_by_strength(tuples, allowed, goal):
    names = "tuple_hull", "table_supports", "table_conflicts"
    hull, supports, conflicts = (largest(name, tuples, allowed, goal) for name in names)
    best = max((goal[a - 1] + goal[b + 2] for a, b in allowed_points(2, tuples, allowed)), default=float("-inf"))
    assert hull == pytest.approx(best), "the hull of the tuples"
    assert hull <= supports + 1e-7
    assert supports <= conflicts + 1e-7


def test_supports_are_strictly_stronger_than_conflicts():
    goal = [1, 1, 0, 0, 0, 1]  # a is 1 or 2, and b is 3; with equal values one of the two at most
    assert largest("table_supports", EQUAL, True, goal) == pytest.approx(1)
    assert largest("table_conflicts", EQUAL, True, goal) > 1.4
