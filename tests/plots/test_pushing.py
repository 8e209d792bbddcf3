"""The film of a linear program: a picture for each row, levels below the optimum, and what came of it."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from sudoku_models import plots
from sudoku_models.inference.vertices import optimum
from sudoku_models.plots.pushing import BOTTOM, LEFT, RIGHT, TOP

ROWS, GAIN = {"oven": (3, 2, 17), "work": (1, 2, 10), "shelf": (0, 1, 4)}, (4, 5)


def test_rows_come_first_and_then_levels_up_to_the_optimum():
    film = plots.pushing(ROWS, GAIN, ("bread", "cakes"))
    assert [said.partition(":")[0] for said in film.captions[1:4]] == [*ROWS]
    assert "the feasible region" in film.captions[3]
    levels = [Fraction(said.split("gain ")[1].split(":")[0]) for said in film.captions if said.startswith("All points")]
    assert levels == sorted(set(levels))
    assert levels[-1] < optimum(ROWS.values(), GAIN).gain == Fraction(121, 4)
    assert "the vertex (3.5, 3.25)" in film.captions[-1]
    assert "30.25" in film.captions[-1]
    assert all(len(set(frame)) == len(frame) for frame in film.frames)


def test_the_last_line_goes_through_the_vertex_in_the_ring():
    (ring,) = [part for part in plots.pushing(ROWS, GAIN).frames[-1] if part.startswith("<circle")]
    x, y = (float(ElementTree.fromstring(ring).get(name)) for name in ("cx", "cy"))
    across, up = (x - LEFT) / (RIGHT - LEFT), (BOTTOM - y) / (BOTTOM - TOP)
    assert across * 7 == pytest.approx(3.5, abs=0.01)
    assert up * 5 == pytest.approx(3.25, abs=0.01)


@pytest.mark.parametrize(
    ("rows", "gain", "end"),
    [
        ({**ROWS, "order": (-1, -1, -8)}, GAIN, "the program is infeasible"),
        ({"shelf": (0, 1, 4)}, GAIN, "the program is unbounded"),
        (ROWS, (1, 2), "an edge, between the vertices (3.5, 3.25) and (2, 4)"),
        (ROWS, (-1, -1), "the vertex (0, 0). Its gain is 0"),
        ({"order": (-1, -1, -8)}, (-1, -2), "the vertex (8, 0). Its gain is -8"),
    ],
)
def test_every_outcome_is_said(rows, gain, end):
    film = plots.pushing(rows, gain)
    assert end in film.captions[-1]
    assert not [value for part in film.svg().split("'") for value in [part] if value in ("nan", "inf", "-inf")]


def test_whole_points_have_a_hull_and_a_best_one():
    film = plots.pushing(ROWS, GAIN, whole=True)
    assert "(2, 4), with the gain 28" in film.captions[-1]
    assert sum(part.startswith("<circle") and "r='3'" in part for part in film.frames[-1]) == 24
    (hull,) = [part for part in film.frames[-1] if part.startswith("<path") and "dasharray" in part]
    assert hull.split("'")[1].count("L") == 4
