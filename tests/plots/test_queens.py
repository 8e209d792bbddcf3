"""Queens that attack each other are shown to."""

import matplotlib.pyplot as plt
import pytest
from matplotlib.colors import to_hex

from sudoku_models import plots
from sudoku_models.plots.style import INK, PAPER


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


@pytest.mark.parametrize(
    ("columns", "attacks", "attacked"),
    [
        ([2, 4, 1, 3], 0, 0),
        ([1, 3, 5, 2, 4], 0, 0),
        ([1, 1, 3, 5], 2, 3),  # a column, and a diagonal
        ([1, 2, 3], 3, 3),
        ([3, 1, 4, 2], 0, 0),
        ([4, 3, 1, 2], 2, 4),
    ],
)
def test_attacks_are_lines_and_the_queens_hollow(columns, attacks, attacked):
    ax = plots.queens(dict(enumerate(columns, 1)))
    assert len(ax.get_lines()) == attacks
    pieces = [to_hex(patch.get_facecolor()) for patch in ax.patches[-len(columns) :]]
    assert pieces.count(PAPER) == attacked
    assert pieces.count(INK) == len(columns) - attacked


def test_the_board_has_all_squares_and_row_1_on_top():
    ax = plots.queens({1: 2, 2: 4, 3: 1, 4: 3})
    assert len(ax.patches) == 16 + 1 + 4
    bottom, top = ax.get_ylim()
    assert bottom > top


def test_squares_are_drawn_too_also_two_in_a_row():
    ax = plots.queens({(1, 1), (1, 3), (4, 2)}, size=4)
    assert len(ax.get_lines()) == 1
    assert len(ax.patches) == 16 + 1 + 3
    assert len(plots.queens([], size=3).patches) == 9 + 1
