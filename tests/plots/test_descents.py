"""What the pictures of local search show is what the runs say."""

import matplotlib.pyplot as plt
import pytest

import sudoku_models as sm
from sudoku_models import plots
from sudoku_models.inference.local_search import Approximation


@pytest.fixture(scope="module")
def runs() -> list[Approximation]:
    """Two that succeed, and one that cannot."""
    solvable, impossible = sm.load("small:5"), sm.Puzzle.parse("12.. ..3. .... ...4")
    found = [sm.local_search(solvable, seed=seed, max_steps=100_000, time_limit=None) for seed in (1, 2)]
    return [*found, sm.local_search(impossible, max_steps=5_000, time_limit=None)]


def test_a_descent_shows_every_sample_and_how_it_ended(runs):
    ax = plots.descents({"one": runs[0], "two": runs[2]})
    one, star, two, cross = ax.get_lines()
    assert list(one.get_ydata()) == [sample.cost for sample in runs[0].samples]
    assert list(one.get_xdata())[1:] == [sample.steps for sample in runs[0].samples][1:]
    assert min(one.get_xdata()) > 0  # a logarithm of 0 there is not
    assert (star.get_marker(), cross.get_marker()) == ("*", "X")
    assert (list(star.get_xdata()), list(star.get_ydata())) == ([runs[0].steps], [0])
    assert one.get_linestyle() != two.get_linestyle()  # never by colour alone
    assert ax.get_xscale() == "log"
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["one", "two"]


def test_the_lowest_cost_never_rises(runs):
    _, given = plt.subplots()
    ax = plots.descents({"run": runs[2]}, lowest=True, ax=given)
    assert ax is given
    costs = list(ax.get_lines()[0].get_ydata())
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == runs[2].cost


def test_success_jumps_at_each_solution_and_stops_below_1_without(runs):
    ax = plots.success({"all": runs, "none": runs[2:], "good": runs[:2], "empty": []})
    curves = [line for line in ax.get_lines() if not line.get_label().startswith("_")]
    assert [line.get_label() for line in curves] == ["all: 2 of 3", "none: 0 of 1", "good: 2 of 2"]
    assert max(curves[0].get_ydata()) == pytest.approx(2 / 3)
    assert max(curves[1].get_ydata()) == 0
    assert max(curves[2].get_ydata()) == 1
    assert not plots.success({}).get_legend()
    assert sorted({run.steps for run in runs[:2]}) == sorted({*list(curves[2].get_xdata())[1:]})
