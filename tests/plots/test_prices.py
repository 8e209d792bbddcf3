"""The figure of prices shows each method where its numbers are, and joins those that none beats."""

import matplotlib.pyplot as plt
import pytest

import sudoku_models as sm
from sudoku_models import plots
from sudoku_models.errors import InputError
from sudoku_models.inference.methods import METHODS
from sudoku_models.inference.strength import Attempt, Row, StrengthComparison


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


def compared(figures):
    """Methods with so many of four puzzles finished, in so many milliseconds of processor time."""
    rows = [
        Row(METHODS[name], tuple(Attempt(k < finished, 1.0, ms / 1000) for k in range(4)))
        for name, (finished, ms) in figures.items()
    ]
    return StrengthComparison("made up", (sm.load("small:1"),) * 4, 4, 1, 1.0, tuple(rows))


def test_the_front_is_joined_and_the_others_are_crosses():
    ax = plots.prices(compared({"hidden": (1, 1), "domain": (1, 9), "shaving": (4, 30), "lp:pairwise:rank": (0, 80)}))
    step, front, others = ax.get_lines()
    for line in (step, front):
        assert list(line.get_xdata()) == pytest.approx([1, 30])
        assert list(line.get_ydata()) == [25, 100]
    assert list(others.get_xdata()) == pytest.approx([9, 80])
    words = [text.get_text() for text in ax.texts]
    assert words == ["+ hidden singles", "domain consistency", "shaving", "1 finish nothing"]


def test_methods_at_one_place_share_a_label():
    ax = plots.prices(compared({"lp:assignment": (2, 20), "lp:pairwise:cliques": (2, 21), "shaving": (4, 20)}))
    words = [text.get_text() for text in ax.texts]
    assert sorted(words) == ["LP of assignment\nLP of pairwise, cliques", "shaving"]


def test_nothing_to_draw_is_refused():
    with pytest.raises(InputError, match="no inference method"):
        plots.prices(compared({}))


def test_given_axes_are_drawn_on():
    _, ax = plt.subplots()
    assert plots.prices(compared({"naked": (0, 0)}), ax) is ax
