"""Pictures of boards say what the data say."""

from itertools import pairwise

import matplotlib.pyplot as plt
import pytest
from contrast import contrast, mixed

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.inference.propagation import domains_of, propagate, steps
from sudoku_models.plots import board
from sudoku_models.plots.boards import HIGHLIGHT
from sudoku_models.plots.style import INK, PALETTE, PAPER


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def texts(ax, **look):
    return [t.get_text() for t in ax.texts if all(getattr(t, f"get_{k}")() == v for k, v in look.items())]


def struck_lines(ax):
    return [line for line in ax.lines if line.get_color() == PALETTE["red"]]


def thick_lines(ax):
    return [line for line in ax.lines if line.get_linewidth() > 1.5]


def test_givens_are_bold_and_found_digits_slanted(unique4):
    grid = sm.build(unique4, backend="pulp").solve().grid
    ax = board(unique4, grid)
    assert texts(ax, fontweight="bold") == ["1", "2", "3", "4"]
    assert len(texts(ax, fontstyle="italic")) == 12


def test_a_grid_of_another_board_is_refused(unique4, mccaffrey):
    with pytest.raises(InputError, match="9x9"):
        board(mccaffrey, sm.Puzzle.parse("1234 3412 2143 4321").as_grid())


def test_a_step_displays_its_hall_set_and_the_removed_values(unique4):
    units = unique4.board.units
    step = next(steps(units, domains_of(unique4)))
    ax = board(unique4, candidates=step.domains, highlight=step.hall, struck=step.removed)
    gone = sum(map(len, step.removed.values()))
    assert len(struck_lines(ax)) == gone
    assert len(ax.patches) == 2 * len(step.hall)


@pytest.mark.parametrize("n", [4, 9, 16])
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


def test_every_digit_that_is_left_is_there(unique4):
    left = propagate(unique4.board.units, domains_of(unique4), "none")
    assert len(board(unique4, candidates=left).texts) == sum(map(len, left.values()))


@pytest.mark.slow
@pytest.mark.parametrize("n", [4, 6, 9, 12, 16])
def test_boxes_have_thick_borders(n):
    of = sm.Board.of_size(n)
    rows, columns = of.box
    ax = board(of)
    across, down = n // rows + 1, n // columns + 1
    assert len(thick_lines(ax)) == n * (across + down)
    assert not ax.texts


def test_a_board_without_boxes_and_a_jigsaw():
    lines = [unit for unit in sm.Board.of_size(4).units if not unit.name.startswith("box")]
    latin = sm.Board(4, tuple(lines))
    assert len(thick_lines(board(latin))) == 16
    assert len(board(latin, candidates={(1, 1): frozenset({1, 4})}).texts) == 2
    pieces = [[(1, 1), (1, 2), (1, 3), (2, 1)], [(1, 4), (2, 4), (3, 4), (2, 3)]]
    pieces += [[(2, 2), (3, 1), (3, 2), (4, 1)], [(3, 3), (4, 2), (4, 3), (4, 4)]]
    jigsaw = sm.Board(4, (*lines, *(sm.Unit(f"piece {k}", tuple(cells)) for k, cells in enumerate(pieces, 1))))
    assert len(thick_lines(board(jigsaw))) > 16


def test_it_draws_on_the_given_axes(unique4):
    _, ax = plt.subplots()
    assert board(unique4, ax=ax) is ax
