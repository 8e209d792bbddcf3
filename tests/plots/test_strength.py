"""The figure shows the numbers of the results, and a corpus is known by more than its colour."""

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


@pytest.fixture(scope="module")
def climbed():
    return [sm.strength(name, ["naked", "hidden", "domain", "shaving"]) for name in ("easy50", "hardest11")]


def made_up(name, tries, rung="naked"):
    return StrengthComparison(name, (sm.load("small:1"),) * len(tries), 9, 1, 1.0, (Row(METHODS[rung], tuple(tries)),))


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_each_end_is_a_share_and_equals_the_table(climbed):
    ax = plots.strength(climbed)
    ends = [line for line in ax.get_lines() if str(line.get_label()).startswith("_") and line.get_marker() in "os"]
    reached = [float(line.get_xdata()[0]) for line in ends if line.get_ydata()[0] >= -0.5]
    assert reached == [pytest.approx(100 * row.share) for each in climbed for row in each]
    percents = [text for text in texts(ax) if text.endswith("%")]
    assert percents == [row.percent() for each in climbed for row in each]
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["naked singles", "+ hidden singles", "domain consistency", "shaving"]


def test_weak_methods_are_above_strong_ones_and_panels_apart(climbed):
    ax = plots.strength(climbed)
    places = list(ax.get_yticks())
    assert places == sorted(places)
    assert ax.yaxis_inverted()
    assert places[1] - places[0] == places[2] - places[1] == 1 < places[3] - places[2]
    assert {"Propagation", "Presolve and trials"} <= set(texts(ax))


def rows_of(shares):
    """A comparison of methods that finish so many of four puzzles."""
    puzzles = (sm.load("small:1"),) * 4
    rows = [
        Row(METHODS[name], tuple(Attempt(k < finished, 0.02) for k in range(4))) for name, finished in shares.items()
    ]
    return StrengthComparison("made up", puzzles, 9, 1, 1.0, tuple(rows))


def test_a_panel_is_ordered_by_strength():
    ax = plots.strength(rows_of({"domain": 1, "naked": 3, "bounds": 2, "shaving": 4, "presolve": 1}))
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["domain consistency", "bounds consistency", "naked singles", "HiGHS presolve", "shaving"]


def test_methods_that_finish_nothing_are_named_below_the_others():
    shares = {"lp:assignment": 4, "lp:pairwise:rank": 0, "lp:pairwise:big_m": 0}
    ax = plots.strength(rows_of(shares))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["LP of assignment"]
    assert "Nothing in 20 ms: pairwise, rank; pairwise, big_m." in texts(ax)
    alone = plots.strength(rows_of({"lp:assignment": 4, "lp:pairwise:rank": 0}))
    assert [label.get_text() for label in alone.get_yticklabels()] == ["LP of pairwise, rank", "LP of assignment"]
    both = plots.strength(rows_of({"lp:pairwise:rank": 0, "lp:pairwise:big_m": 0}))
    assert len(both.get_yticklabels()) == 2


def test_no_text_of_the_figure_of_all_methods_lies_on_another():
    shares = {name: 4 - k % 5 for k, name in enumerate(METHODS)} | {name: 0 for name in METHODS if "pairwise" in name}
    ax = plots.strength([rows_of(shares)] * 3)
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in (*ax.texts, *ax.get_yticklabels()) if text.get_text()]
    assert not [(k, j) for k, a in enumerate(boxes) for j, b in enumerate(boxes) if j > k and a.overlaps(b)]


def test_corpora_are_not_distinguished_by_colour_alone(climbed):
    ax = plots.strength(climbed)
    markers = {line.get_marker() for line in ax.get_lines()} - {"None", None}
    assert len(markers) == 2
    assert {"easy50", "hardest11"} <= set(texts(ax))


def test_what_is_not_known_is_a_dashed_end_and_a_range():
    tries = [Attempt(True, 0.1), Attempt(None, 1.0), Attempt(False, 0.1), Attempt(False, 0.1)]
    ax = plots.strength(made_up("small", tries))
    dashed = [line for line in ax.get_lines() if line.is_dashed()]
    assert [list(line.get_xdata()) for line in dashed] == [[25, 50]]
    assert "25-50 %" in texts(ax)
    assert "4 of 9" in texts(ax)


def test_a_median_that_the_limit_leaves_open_is_reported_as_a_bound():
    ax = plots.strength(
        [made_up("a", [Attempt(None, 1.0)] * 2), made_up("b", [Attempt(True, 0.002), Attempt(True, 0.002)])]
    )
    assert "> 1,000" in texts(ax)
    assert "2.0" in texts(ax)


def test_given_axes_are_drawn_on():
    _, ax = plt.subplots()
    assert plots.strength(made_up("small", [Attempt(True, 0.1)]), ax=ax) is ax


def test_a_method_that_a_corpus_lacks_is_blank():
    ax = plots.strength([made_up("a", [Attempt(True, 0.1)]), made_up("b", [Attempt(False, 0.1)], "shaving")])
    assert [text for text in texts(ax) if text.endswith("%")] == ["100 %", "0 %"]


def test_nothing_to_draw_and_too_much_are_refused():
    with pytest.raises(InputError, match="no inference method"):
        plots.strength([])
    with pytest.raises(InputError, match="markers for 6 corpora, not for 7"):
        plots.strength([made_up(str(k), [Attempt(True, 0.1)]) for k in range(7)])
