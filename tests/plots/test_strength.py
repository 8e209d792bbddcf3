"""The figures of strength show the numbers of the results, and a corpus is known by more than its colour."""

import pytest

import sudoku_models as sm
from sudoku_models import plots
from sudoku_models.inference.methods import METHODS
from sudoku_models.inference.strength import Attempt, MethodResult, StrengthComparison


def compared(figures, name="made up"):
    """Methods with so many of four puzzles finished, in so many milliseconds."""
    rows = [
        MethodResult(METHODS[method], tuple(Attempt(k < finished, ms / 1000, ms / 1000) for k in range(4)))
        for method, (finished, ms) in figures.items()
    ]
    return StrengthComparison(name, (sm.load("small:1"),) * 4, 9, 1, 1.0, tuple(rows))


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_each_end_is_a_share_and_equals_the_table():
    measured = [sm.strength(name, ["naked", "hidden", "domain", "shaving"]) for name in ("easy50", "hardest11")]
    ax = plots.strength(measured)
    ends = [line for line in ax.get_lines() if str(line.get_label()).startswith("_") and line.get_marker() in "os"]
    reached = [float(line.get_xdata()[0]) for line in ends if line.get_ydata()[0] >= -0.5]
    assert reached == [pytest.approx(100 * row.share) for each in measured for row in each]
    percents = [text for text in texts(ax) if text.endswith("%")]
    assert percents == [row.percent() for each in measured for row in each]
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["naked singles", "+ hidden singles", "domain consistency", "shaving"]
    assert len({line.get_marker() for line in ax.get_lines()} - {"None", None}) == 2
    assert {"easy50", "hardest11", "Propagation", "Presolve and trials"} <= {*texts(ax)}


def test_a_panel_is_ordered_by_strength_from_the_top_down():
    ax = plots.strength(compared({name: (k, 1) for k, name in enumerate(("domain", "bounds", "naked", "shaving"))}))
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels == ["domain consistency", "bounds consistency", "naked singles", "shaving"]
    places = list(ax.get_yticks())
    assert ax.yaxis_inverted()
    assert places[1] - places[0] == places[2] - places[1] == 1 < places[3] - places[2]


def test_an_unknown_result_is_a_dashed_end_a_range_and_a_bound():
    attempts = (Attempt(True, 0.1), Attempt(None, 1.0), Attempt(None, 1.0), Attempt(None, 1.0))
    row = MethodResult(METHODS["naked"], attempts)
    ax = plots.strength(StrengthComparison("small", (sm.load("small:1"),) * 4, 9, 1, 1.0, (row,)))
    dashed = [line for line in ax.get_lines() if line.is_dashed()]
    assert [list(line.get_xdata()) for line in dashed] == [[25, 100]]
    assert {"25-100 %", "4 of 9", "> 1,000"} <= {*texts(ax)}


def test_the_front_of_prices_is_joined_and_the_others_are_crosses():
    ax = plots.prices(compared({"hidden": (1, 1), "domain": (1, 9), "shaving": (4, 30), "lp:pairwise:rank": (0, 80)}))
    step, front, others = ax.get_lines()
    for line in (step, front):
        assert list(line.get_xdata()) == pytest.approx([1, 30])
        assert list(line.get_ydata()) == [25, 100]
    assert list(others.get_xdata()) == pytest.approx([9, 80])
    assert texts(ax) == ["+ hidden singles", "domain consistency", "shaving", "1 finish nothing"]
    ax = plots.prices(compared({"lp:assignment": (2, 20), "lp:pairwise:cliques": (2, 21), "shaving": (4, 20)}))
    assert sorted(texts(ax)) == ["LP of assignment\nLP of pairwise, cliques", "shaving"]
