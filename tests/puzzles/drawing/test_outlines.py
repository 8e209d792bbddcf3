"""Outlines go around cells, whatever their shape."""

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.puzzles.drawing.outlines import from_to, outlines, with_gap
from sudoku_models.puzzles.units import is_connected

cells = st.sets(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=1)


def area(line):
    """The area inside a closed line; negative when it goes the other way round, as that of a hole does."""
    return sum(x * v - u * y for (x, y), (u, v) in pairwise([*line, line[0]])) / 2


@given(cells)
def test_the_area_inside_is_the_number_of_cells(found):
    assert sum(map(area, outlines(found))) == len(found)


@given(cells)
def test_a_line_turns_at_each_corner(found):
    for line in outlines(found):
        for (x, y), (u, v), (p, q) in zip(line, [*line[1:], line[0]], [*line[2:], *line[:2]], strict=True):
            assert (x == u) != (y == v)
            assert (x == u) != (u == p)
            assert (y == v) != (v == q)


@given(cells, st.floats(0.01, 0.4))
def test_an_inset_line_stays_inside_its_cells(found, inset):
    for line in outlines(found, inset):
        for x, y in line:
            assert (int(y) + 1, int(x) + 1) in found


@given(cells)
def test_the_first_line_begins_in_the_uppermost_cell(found):
    r, c = min(found)
    assert outlines(found)[0][0] == (c - 1, r - 1)


def test_a_ring_has_two_lines():
    ring = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) != (2, 2)]
    outer, inner = outlines(ring)
    assert (len(outer), len(inner)) == (4, 4)
    assert area(inner) == -1


def test_cells_that_share_a_corner_have_lines_of_their_own():
    assert [area(line) for line in outlines([(1, 1), (2, 2)])] == [1, 1]


def test_without_a_number_a_line_is_closed():
    line = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    assert with_gap(line, 0.0, 0.0) == (*line, line[0])


@given(st.floats(0, 0.4), st.floats(0, 0.4))
def test_a_line_is_cut_short_at_both_ends(leave, stop):
    (x, y), (u, v) = from_to((1.0, 1.0), (2.0, 2.0), leave, stop)
    assert hypot(u - x, v - y) == pytest.approx(2**0.5 - leave - stop)


@pytest.mark.parametrize(
    ("found", "connected"), [([(1, 1)], True), ([(1, 1), (2, 1), (2, 2)], True), ([(1, 1), (2, 2)], False)]
)
def test_connected_cells_share_edges(found, connected):
    assert is_connected(found) is connected
