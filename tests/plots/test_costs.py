"""What a picture of costs shows is what the count says."""

from itertools import combinations

import matplotlib.pyplot as plt
import pandas as pd
import pytest

import sudoku_models as sm
from sudoku_models import plots
from sudoku_models.inference.local_search import Approximation


@pytest.fixture(scope="module")
def six() -> sm.Puzzle:
    return sm.load("several:18")


def test_every_solve_is_a_point_and_the_proof_a_star(six):
    exact = sm.count_solutions(six, "assignment", "pulp")
    stopped = sm.count_solutions(six, "assignment", "pulp", limit=2)
    ax = plots.solve_times({"exact": exact, "stopped": stopped})
    lines = ax.get_lines()
    assert [len(line.get_xdata()) for line in lines] == [7, 1, 2]  # six and the proof, its star, two and no proof
    assert lines[1].get_marker() == "*"
    assert list(lines[1].get_ydata()) == [1000 * exact.seconds[-1]]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["exact", "stopped", "no more"]
    assert len({line.get_marker() for line in lines}) == 3  # never by colour alone


def test_distances_count_every_pair_once(six):
    grids = sm.count_solutions(six, "assignment", "pulp").grids
    ax = plots.distances(grids)
    bars = {round(bar.get_x() + bar.get_width() / 2): round(bar.get_height()) for bar in ax.patches}
    assert sum(bars.values()) == 15
    assert min(bars) >= 4
    nearest = min(sum(a != b for a, b in zip(g.values, h.values, strict=True)) for g, h in combinations(grids, 2))
    assert min(bars) == nearest


def test_counts_that_ended_are_joined_and_stopped_ones_are_triangles():
    known = {"truth": [300, 2, 20], "processor_seconds": [60.0, 0.1, 1.0], "status": ["at least", "exact", "exact"]}
    both = [pd.DataFrame({"method": method, "solver": "highs", **known}) for method in ("cuts", "partition")]
    ax = plots.counting_times(pd.concat(both))
    first, stopped, *_ = ax.get_lines()
    assert list(first.get_xdata()) == [2, 20]
    assert (list(stopped.get_xdata()), list(stopped.get_ydata()), stopped.get_marker()) == ([300], [60.0], "^")
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend == ["cuts, highs", "partition, highs", "stopped at the limit"]


def test_each_certificate_is_a_point_at_its_sizes(unique4):
    one, other = sm.certify(unique4), sm.certify("12.. ..1. 3... ....")
    ax = plots.proof_sizes({"one": [one], "both": [one, other]})
    assert [len(points.get_offsets()) for points in ax.collections] == [1, 2]
    assert list(ax.collections[1].get_offsets()[1]) == [len(other.formula) / 1000, len(other.proof) / 1000]
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["one", "both", "as long as its formula"]


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
