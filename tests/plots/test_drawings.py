"""The rules of a board in a plot."""

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_hex

import sudoku_models as sm
from sudoku_models.plots import board
from sudoku_models.plots.drawings import RULE, points_per_cell, wrapped
from sudoku_models.puzzles.drawing import COLOURS, Caption, drawing
from sudoku_models.puzzles.rules import KillerCage, Sandwich, Whisper, WhiteDot

NINE = sm.Board.of_size(9)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_every_number_of_a_rule_is_a_text(every_rule):
    ax = board(every_rule)
    captions = [each.text for each in drawing(every_rule.board).elements if isinstance(each, Caption)]
    assert sorted(text.get_text() for text in ax.texts if text.get_gid() == RULE) == sorted(captions)
    assert [text.get_text() for text in ax.texts if text.get_gid() != RULE] == ["7", "3"]


def test_the_meanings_of_the_rules_stand_below(every_rule):
    written = " ".join(board(every_rule).get_xlabel().split())
    for note in drawing(every_rule.board).notes:
        assert note in written


def test_all_that_is_drawn_lies_within_the_limits(every_rule):
    ax = board(every_rule)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    for line in ax.lines:
        assert all(left <= x <= right for x in line.get_xdata())
        assert all(top <= y <= bottom for y in line.get_ydata())
    for text in ax.texts:
        x, y = text.get_position()
        assert left < x < right
        assert top < y < bottom


def test_cells_are_where_the_numbers_of_rows_and_columns_say():
    ax = board(NINE.with_rules(WhiteDot([(2, 3), (2, 4)])))
    (dot,) = ax.patches
    assert dot.center == (3.5, 2)


def test_clues_outside_the_board_are_shown_and_the_cells_keep_their_size():
    row = Sandwich(5, [(1, c) for c in range(1, 10)])
    plain, wide = board(NINE), board(NINE.with_rules(row))
    assert wide.get_xlim()[0] < plain.get_xlim()[0]
    plain.figure.draw_without_rendering()
    wide.figure.draw_without_rendering()
    assert points_per_cell(wide) == pytest.approx(points_per_cell(plain), rel=0.1)


def test_a_soft_colour_is_mixed_with_white():
    ax = board(NINE.with_rules(Whisper([(1, 1), (1, 2)])))
    color = next(line.get_color() for line in ax.lines if line.get_linewidth() > 2)
    assert to_hex(color).upper() != COLOURS["green"]
    assert min(color) > 0.3


def test_letters_follow_the_size_of_the_axes():
    puzzle = sm.Puzzle(NINE.with_rules(KillerCage(3, [(1, 1), (1, 2)])), (0,) * 81)
    small, large = (board(puzzle, ax=plt.figure(figsize=(k, k)).add_axes((0, 0, 1, 1))) for k in (2, 4))
    assert large.texts[0].get_fontsize() == pytest.approx(2 * small.texts[0].get_fontsize())


def test_a_plain_board_has_no_label():
    assert board(NINE).get_xlabel() == ""


@pytest.mark.parametrize("inches", [0.5, 2, 7])
def test_long_meanings_are_wrapped(inches):
    lines = wrapped(["one two three " * 20, "four"], inches)
    assert " ".join(lines).split() == ("one two three " * 20 + "four").split()
    assert lines[-1] == "four"
    assert all(len(line) <= max(20, inches / 0.057) for line in lines)
