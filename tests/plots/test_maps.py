"""The map shows each region once, coloured, hatched and numbered; its borders are those of the data."""

from itertools import combinations

import matplotlib.pyplot as plt
import pytest

from sudoku_models import plots
from sudoku_models.course.exercises import lesson_1
from sudoku_models.errors import InputError
from sudoku_models.plots.maps import COLOURS, HATCHES

BORDERS = set(map(frozenset, lesson_1.BORDERS))
COLOURING = {"WA": 1, "NT": 2, "SA": 3, "Q": 1, "NSW": 2, "V": 1, "T": 1}


def test_the_outlines_share_two_corners_where_there_is_a_border():
    outlines = {region: set(outline) for region, (outline, _) in plots.AUSTRALIA.items()}
    shared = {frozenset(pair) for pair in combinations(outlines, 2) if len(outlines[pair[0]] & outlines[pair[1]]) > 1}
    assert shared == BORDERS


def test_a_colour_is_also_a_hatch_and_a_number():
    ax = plots.coloured_map(COLOURING)
    looks = {text.get_text(): patch for text, patch in zip(ax.texts, ax.patches, strict=True)}
    assert sorted(looks) == sorted(f"{region} {colour}" for region, colour in COLOURING.items())
    for said, patch in looks.items():
        assert (patch.get_hatch() or "") == HATCHES[int(said.split()[1]) - 1]
    assert len(set(HATCHES)) == len(set(COLOURS)) == len(HATCHES) == len(COLOURS)


def test_the_graph_has_a_line_for_each_border():
    _, given = plt.subplots()
    ax = plots.constraint_graph([tuple(sorted(border)) for border in BORDERS], COLOURING, ax=given)
    assert ax is given
    assert len(ax.get_lines()) == 9
    assert {text.get_text() for text in ax.texts} == {f"{r} {c}" for r, c in COLOURING.items()}


def test_what_is_not_on_the_map_is_named():
    with pytest.raises(InputError, match="'NZ' has no position"):
        plots.coloured_map({"NZ": 1})
    with pytest.raises(InputError, match="'WA' has the colour 8, but there are colours 1 to 7"):
        plots.coloured_map({"WA": 8})
    with pytest.raises(InputError, match="'NZ' has no position"):
        plots.constraint_graph([("WA", "NZ")])
