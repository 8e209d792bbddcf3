"""Tables as linear rows."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tables import allowed_points, largest, selecting

from sudoku_models import rewrites

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


def test_each_rewrite_is_strictly_stronger_than_the_next():
    goal = [1, 1, 0, 0, 0, 1]  # a is 1 or 2, and b is 3; with equal values one of the two at most
    assert largest("table_supports", EQUAL, True, goal) == pytest.approx(1)
    assert largest("table_conflicts", EQUAL, True, goal) > 1.4
    tuples, goal = [(1, 1), (2, 1), (3, 2), (3, 3)], [1, 1, 0, -1, 0, 0]  # a is 1 or 2 only if b is 1
    assert largest("tuple_hull", tuples, True, goal) == pytest.approx(0)
    assert largest("table_supports", tuples, True, goal) == pytest.approx(1 / 3)


def test_each_tuple_has_a_binary():
    m, _, sums = selecting(3)
    m.table(sums, [(1, 1, 1), (1, 2, 3), (4, 4, 4)], "table")
    before = len(m.variables)
    rewrites.apply(m, "tuple_hull")
    assert len(m.variables) - before == 2, "the selectors never have the value 4"


def test_shortest_beginnings_are_forbidden():
    m, _, sums = selecting(3)
    m.table(sums, [(1, 2, 3), (1, 1, 1)], "table")
    rewrites.apply(m, "table_conflicts")
    rows = [row.name for row in m.read(m.constraints()) if row.name.startswith("table")]
    assert rows[:3] == ["table: not 2", "table: not 3", "table: not 1, 3"]
    assert len(rows) == 3 + 4
