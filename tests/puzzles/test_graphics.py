"""Elements are data, from which each page draws the same."""

import json
from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.puzzles.graphics import Caption, Disc, Shade, Stroke, as_data, outlines, towards


@pytest.mark.parametrize(
    "element",
    [
        Shade("sky", 0.2, cells=((1, 1), (2, 3))),
        Stroke(points=((0.5, 0.5), (1.5, 2.5)), dashed=True),
        Disc("white", above=True, at=(1.0, 0.5), edge="black"),
        Caption(at=(0.2, 0.2), text="17", boxed=True),
    ],
    ids=lambda element: type(element).__name__,
)
def test_plain_data_has_all_that_differs_from_the_default(element):
    data = json.loads(json.dumps(as_data(element)))
    again = {k: _frozen(v) for k, v in data.items() if k != "kind"}
    assert type(element)(**again) == element
    assert data["kind"] == type(element).__name__.lower()


def _frozen(value):
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("end", [(3.0, 1.0), (1.0, 4.0), (0.0, 0.0), (2.5, 2.5)])
def test_an_arrowhead_has_its_tip_at_the_end_and_points_back(end):
    start = (1.0, 1.0)
    left, tip, right = Stroke(points=(start, end), arrow=True).head
    assert tip == end
    for x, y in (left, right):
        assert hypot(x - start[0], y - start[1]) < hypot(end[0] - start[0], end[1] - start[1]) + 1e-9
    assert hypot(left[0] - tip[0], left[1] - tip[1]) == pytest.approx(hypot(right[0] - tip[0], right[1] - tip[1]))


# -- outlines ---------------------------------------------------------------------------------------------------------

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


def test_a_ring_has_two_lines():
    ring = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3) if (r, c) != (2, 2)]
    outer, inner = outlines(ring)
    assert (len(outer), len(inner)) == (4, 4)
    assert area(inner) == -1


@given(st.floats(0, 1.4))
def test_a_point_towards_another_has_its_distance(distance):
    x, y = towards((1.0, 1.0), (2.0, 2.0), distance)
    assert (hypot(x - 1, y - 1), hypot(2 - x, 2 - y)) == pytest.approx((distance, 2**0.5 - distance))
