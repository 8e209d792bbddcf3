"""Pictures of boards draw the data: digits, marks, steps, rules and proofs, legible one by one."""

from itertools import pairwise

import matplotlib.pyplot as plt
import pytest
from contrast import contrast, mixed

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.inference.propagation import domains_of, propagate, steps
from sudoku_models.plots import board, implications
from sudoku_models.plots.boards import HIGHLIGHT, RULE, points_per_cell
from sudoku_models.plots.style import INK, PALETTE, PAPER
from sudoku_models.puzzles.drawing import drawing
from sudoku_models.puzzles.graphics import Caption
from sudoku_models.puzzles.rules import KillerCage, Sandwich, WhiteDot

NINE = sm.Board.of_size(9)
CHAIN = [((1, 2), 4), ((4, 2), 2), ((4, 1), 3)]


def texts(ax, **look):
    return [t.get_text() for t in ax.texts if all(getattr(t, f"get_{k}")() == v for k, v in look.items())]


def struck_lines(ax):
    return [line for line in ax.lines if line.get_color() == PALETTE["red"]]


def thick_lines(ax):
    return [line for line in ax.lines if line.get_linewidth() > 1.5]


def test_givens_are_bold_and_found_digits_slanted(unique4, mccaffrey):
    _, given = plt.subplots()
    grid = sm.build(unique4, backend="pulp").solve().grid
    ax = board(unique4, grid, ax=given)
    assert ax is given
    assert texts(ax, fontweight="bold") == ["1", "2", "3", "4"]
    assert len(texts(ax, fontstyle="italic")) == 12
    with pytest.raises(InputError, match="9x9"):
        board(mccaffrey, grid)


def test_a_step_displays_its_hall_set_and_the_removed_values(unique4):
    step = next(steps(unique4.board.units, domains_of(unique4)))
    ax = board(unique4, candidates=step.domains, highlight=step.hall, struck=step.removed)
    assert len(struck_lines(ax)) == sum(map(len, step.removed.values()))
    assert len(ax.patches) == 2 * len(step.hall)
    left = propagate(unique4.board.units, domains_of(unique4), "none")
    assert len(board(unique4, candidates=left).texts) == sum(map(len, left.values()))


@pytest.mark.parametrize("n", [4, 9])
def test_removed_digits_can_be_read_one_by_one(n):
    of = sm.Board.of_size(n)
    ax = board(of, struck=dict.fromkeys(of.cells, of.digits), highlight=[(1, 1)])
    lines = sorted((line.get_xdata()[0], line.get_xdata()[1], *line.get_ydata()) for line in struck_lines(ax))
    assert len(lines) == n**3
    in_a_row = [line for line in lines if line[2] == lines[0][2]]
    assert all(right < left for (_, right, *_), (left, *_) in pairwise(in_a_row))
    for ground in (PAPER, mixed(PALETTE["yellow"], PAPER, HIGHLIGHT)):
        assert all(contrast(text.get_color(), ground) >= 7 for text in ax.texts)
        assert contrast(PALETTE["red"], ground) >= 3  # WCAG AA for graphics
    assert {text.get_color() for text in ax.texts} == {INK}


def test_boxes_have_thick_borders():
    for n in (4, 6, 12):
        of = sm.Board.of_size(n)
        rows, columns = of.box
        assert len(thick_lines(board(of))) == n * (n // rows + 1 + n // columns + 1)
    lines = [unit for unit in sm.Board.of_size(4).units if not unit.name.startswith("box")]
    latin = sm.Board(4, tuple(lines))
    assert len(thick_lines(board(latin))) == 16
    assert len(board(latin, candidates={(1, 1): frozenset({1, 4})}).texts) == 2
    pieces = [[(1, 1), (1, 2), (1, 3), (2, 1)], [(1, 4), (2, 4), (3, 4), (2, 3)]]
    pieces += [[(2, 2), (3, 1), (3, 2), (4, 1)], [(3, 3), (4, 2), (4, 3), (4, 4)]]
    jigsaw = sm.Board(4, (*lines, *(sm.Unit(f"piece {k}", tuple(cells)) for k, cells in enumerate(pieces, 1))))
    assert len(thick_lines(board(jigsaw))) > 16


def test_every_rule_is_drawn_within_the_limits_and_explained_below(every_rule):
    ax = board(every_rule)
    captions = [each.text for each in drawing(every_rule.board).elements if isinstance(each, Caption)]
    assert sorted(texts(ax, gid=RULE)) == sorted(captions)
    assert [text.get_text() for text in ax.texts if text.get_gid() != RULE] == ["7", "3"]
    written = " ".join(ax.get_xlabel().split())
    assert all(note in written for note in drawing(every_rule.board).notes)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    for line in ax.lines:
        assert all(left <= x <= right for x in line.get_xdata())
        assert all(top <= y <= bottom for y in line.get_ydata())
    for x, y in (text.get_position() for text in ax.texts):
        assert left < x < right
        assert top < y < bottom
    assert board(NINE).get_xlabel() == ""


def test_cells_are_where_the_numbers_of_rows_and_columns_say_and_keep_their_size():
    (dot,) = board(NINE.with_rules(WhiteDot([(2, 3), (2, 4)]))).patches
    assert dot.center == (3.5, 2)
    plain, wide = board(NINE), board(NINE.with_rules(Sandwich(5, [(1, c) for c in range(1, 10)])))
    assert wide.get_xlim()[0] < plain.get_xlim()[0]
    plain.figure.draw_without_rendering()
    wide.figure.draw_without_rendering()
    assert points_per_cell(wide) == pytest.approx(points_per_cell(plain), rel=0.1)
    puzzle = sm.Puzzle(NINE.with_rules(KillerCage(3, [(1, 1), (1, 2)])), (0,) * 81)
    small, large = (board(puzzle, ax=plt.figure(figsize=(k, k)).add_axes((0, 0, 1, 1))) for k in (2, 4))
    assert large.texts[0].get_fontsize() == pytest.approx(2 * small.texts[0].get_fontsize())


def test_implications_have_numbers_and_the_conflict_a_frame(unique4):
    ax = implications(unique4, [*CHAIN, ((1, 2), 2)])
    assert texts(ax, fontsize=6) == ["1, 4", "2", "3"]
    assert "4/2" in texts(ax)
    bare = len(implications(unique4, []).patches)
    framed = implications(unique4, CHAIN, conflict=[(1, 3), (1, 4)])
    dashed = [patch for patch in framed.patches if patch.get_linestyle() == "--"]
    assert [patch.get_xy() for patch in dashed] == [(3 - 0.475, 1 - 0.475), (4 - 0.475, 1 - 0.475)]
    assert len(framed.patches) == bare + 2 + 2  # a ground and a border for the first cell
