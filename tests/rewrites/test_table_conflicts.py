"""Conflicts: a row for each combination of values that is not allowed."""

import pytest
from tables import selecting

from sudoku_models import rewrites
from sudoku_models.backends import new_backend
from sudoku_models.errors import UnsupportedError


def test_shortest_beginnings_are_forbidden():
    m, _, sums = selecting(3)
    m.table(sums, [(1, 2, 3), (1, 1, 1)], "table")
    rewrites.apply(m, "table_conflicts")
    rows = [row.name for row in m.read(m.constraints()) if row.name.startswith("table")]
    assert rows[:3] == ["table: not 2", "table: not 3", "table: not 1, 3"]
    assert len(rows) == 3 + 4


@pytest.mark.parametrize(
    ("name", "width", "allowed"),
    [("table_conflicts", 2, True), ("tuple_hull", 2, False), ("table_supports", 2, False)],
)
def test_what_is_too_large_is_refused_by_its_name(name, width, allowed):
    m = new_backend("pulp")
    x = m.int_vars("x", range(width), 1, 400)
    m.table(x.values(), [(k, k) for k in range(1, 401)], "equal", allowed)
    with pytest.raises(UnsupportedError, match="'equal'"):
        rewrites.apply(m, name)
