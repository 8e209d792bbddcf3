"""Home matches are filled, and breaks are marked where they are."""

import matplotlib.pyplot as plt
import pytest

from sudoku_models import plots
from sudoku_models.course.league import austrian_league


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


def test_a_home_match_has_an_h_and_a_break_has_a_line():
    ax = plots.home_away([(1, "Linz", "Graz"), (2, "Linz", "Graz"), (3, "Graz", "Linz")])
    assert [label.get_text() for label in ax.get_yticklabels()] == ["Graz", "Linz"]
    homes = {text.get_position() for text in ax.texts if text.get_text() == "H"}
    assert homes == {(1, 1), (2, 1), (3, 0)}
    assert sorted((line.get_xdata()[0], round(sum(line.get_ydata()) / 2)) for line in ax.lines) == [(1.5, 0), (1.5, 1)]


def test_the_real_season_has_its_36_breaks():
    ax = plots.home_away([(match.round, match.home, match.away) for match in austrian_league()])
    assert len(ax.lines) == 36
    assert sum(text.get_text() == "H" for text in ax.texts) == 132


def test_a_team_that_does_not_play_has_no_cell():
    ax = plots.home_away([(1, "Linz", "Graz"), (2, "Wien", "Graz")])
    assert len(ax.patches) == 4
    assert [text.get_text() for text in ax.texts if text.get_text().isdigit()] == ["1", "0", "0"]
