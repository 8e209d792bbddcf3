"""Elements are data, from which each page draws the same."""

import json
from math import hypot

import pytest

from sudoku_models.puzzles.drawing import Caption, Disc, Shade, Stroke, as_data, middle


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


def test_a_line_without_an_arrow_has_no_head():
    assert Stroke(points=((0.0, 0.0), (1.0, 0.0))).head == ()
    assert "head" not in as_data(Stroke(points=((0.0, 0.0), (1.0, 0.0))))


def test_x_goes_to_the_right_and_y_down():
    assert middle((2, 1)) == (0.5, 1.5)
