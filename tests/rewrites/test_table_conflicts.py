"""Conflicts: a row for each combination of values that is not allowed."""

from tables import selecting

from sudoku_models import rewrites


def test_shortest_beginnings_are_forbidden():
    m, _, sums = selecting(3)
    m.table(sums, [(1, 2, 3), (1, 1, 1)], "table")
    rewrites.apply(m, "table_conflicts")
    rows = [row.name for row in m.read(m.constraints()) if row.name.startswith("table")]
    assert rows[:3] == ["table: not 2", "table: not 3", "table: not 1, 3"]
    assert len(rows) == 3 + 4
