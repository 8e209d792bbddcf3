"""Classic problems: attacks, clashes and breaks are where they are, and not told by colour alone."""

from itertools import combinations

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_hex

from sudoku_models import plots
from sudoku_models.course.exercises import lesson_01
from sudoku_models.course.exercises.league import austrian_league
from sudoku_models.plots.problems import COLOURS, HATCHES
from sudoku_models.plots.style import INK, PAPER

PLACED = {"art": (1, "hall"), "maths": (2, "lab"), "music": (2, "hall")}


@pytest.mark.parametrize(
    ("columns", "attacks", "attacked"),
    [
        ([2, 4, 1, 3], 0, 0),
        ([1, 1, 3, 5], 2, 3),  # a column, and a diagonal
        ([1, 2, 3], 3, 3),
        ([4, 3, 1, 2], 2, 4),
    ],
)
def test_attacks_are_lines_and_the_queens_hollow(columns, attacks, attacked):
    ax = plots.queens(dict(enumerate(columns, 1)))
    assert len(ax.get_lines()) == attacks
    assert len(ax.patches) == len(columns) ** 2 + 1 + len(columns)
    pieces = [to_hex(patch.get_facecolor()) for patch in ax.patches[-len(columns) :]]
    assert pieces.count(PAPER) == attacked
    assert pieces.count(INK) == len(columns) - attacked
    assert ax.yaxis_inverted()  # row 1 on top
    assert len(plots.queens([(1, 1), (1, 3)], size=4).patches) == 16 + 1 + 2


def test_lessons_stand_in_their_places_with_a_hatch_for_each_group():
    ax = plots.timetable(PLACED, [1, 2, 3], ["hall", "lab"], {"art": "1a", "maths": "1b", "music": "1a"})
    at = {text.get_text(): (int(text.get_position()[1]), int(text.get_position()[0])) for text in ax.texts}
    assert at == {"art": (0, 0), "maths": (1, 1), "music": (1, 0)}
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["hall", "lab"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["1", "2", "3"]
    assert len({patch.get_hatch() for patch in ax.patches}) >= 2


def test_two_lessons_in_one_place_are_both_drawn_in_a_thick_frame():
    ax = plots.timetable({"art": (1, "hall"), "music": (1, "hall")}, [1], ["hall"])
    assert sorted(text.get_text() for text in ax.texts) == ["art", "music"]
    assert max(patch.get_linewidth() for patch in ax.patches) == 3
    (_, y), (_, z) = (text.get_position() for text in ax.texts)
    assert y != z


def test_a_home_match_has_an_h_and_a_break_has_a_line():
    ax = plots.home_away([(1, "Linz", "Graz"), (2, "Linz", "Graz"), (3, "Graz", "Linz")])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Graz", "Linz"]
    homes = {text.get_position() for text in ax.texts if text.get_text() == "H"}
    assert homes == {(1, 1), (2, 1), (3, 0)}
    assert sorted((line.get_xdata()[0], round(sum(line.get_ydata()) / 2)) for line in ax.lines) == [(1.5, 0), (1.5, 1)]
    ax = plots.home_away([(1, "Linz", "Graz"), (2, "Wien", "Graz")])
    assert len(ax.patches) == 4  # a team that does not play has no cell
    season = plots.home_away([(match.round, match.home, match.away) for match in austrian_league()])
    assert len(season.lines) == 36


def test_a_gantt_chart_has_a_bar_for_each_step_and_shows_a_clash_and_a_deadline():
    bars = [("saw", 0, 3, "A"), ("drill", 3, 4, "A"), ("saw", 2, 2, "B"), ("saw", 4, 1, "C")]
    ax = plots.gantt(bars, ["saw", "drill"], end=9)
    assert [label.get_text() for label in ax.get_yticklabels()] == ["saw", "drill"]
    assert [(bar.get_x(), bar.get_width(), round(bar.get_y() + 0.4)) for bar in ax.patches] == [
        (0, 3, 0), (3, 4, 1), (2, 2, 0), (4, 1, 0),
    ]  # fmt: skip
    assert [bar.get_linewidth() for bar in ax.patches] == [2.5, 0.8, 2.5, 0.8]
    assert list(ax.lines[0].get_xdata()) == [9, 9]


def test_a_resource_profile_adds_the_demands_of_the_tasks_that_run():
    ax = plots.resource_profile([(0, 2, 3), (2, 2, 1), (5, 1, 2)], 4, what="power")
    heights, times = ax.patches[0].get_data()[:2]
    assert (list(times), list(heights)) == ([0, 2, 4, 5, 6], [3, 1, 0, 2])
    assert (list(ax.lines[0].get_ydata()), ax.get_ylabel()) == ([4, 4], "power")


BORDERS = set(map(frozenset, lesson_01.BORDERS))
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
