"""The pictures of a comparison draw what is worked out on paper, and censored cases as censored."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from sudoku_models.benchmark import curves
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.errors import UnknownNameError
from sudoku_models.plots import performance

HIGHS, CPSAT, CHOCO = (f"assignment x pulp x {solver}" for solver in ("highs", "cpsat", "choco"))


@pytest.fixture
def comparison() -> pd.DataFrame:
    """Four puzzles, limit 10 s; none ends the fourth."""
    return rows(["highs", "cpsat", "choco"], [[1, 2, 4], [8, 2, 4], [None, 3, None], [None, None, None]])


@pytest.fixture
def many() -> pd.DataFrame:
    times = np.random.default_rng(1).uniform(0.01, 1, (20, 50))
    return rows([f"solver {k}" for k in range(50)], times.tolist())


def curves_in(ax):
    return {line.get_label(): line for line in ax.get_lines() if not line.get_label().startswith("_")}


def draw(name, table, **options):
    """The figure of a table of rows, whose limit is 10 s."""
    names = options.pop("names", ())
    limit = {} if name == "performance_profile" else {"limit": 10.0}
    return getattr(performance, name)(getattr(curves, name)(table, *names), *names, **limit, **options)


def points(line):
    return [*zip(map(float, line.get_xdata()), map(float, line.get_ydata()), strict=True)]


def test_a_performance_profile_worked_out_on_paper(comparison):
    """Ratios to the fastest: highs 1, 4, -, -; cpsat 2, 1, 1, -; choco 4, 2, -, -."""
    table = curves.performance_profile(comparison)
    corners = {name: curve[["ratio", "share"]].to_numpy().tolist() for name, curve in table.groupby("configuration")}
    assert corners == {
        HIGHS: [[1, 0.25], [4, 0.5]],
        CPSAT: [[1, 0.5], [2, 0.75]],
        CHOCO: [[1, 0], [2, 0.25], [4, 0.5]],
    }
    ax = draw("performance_profile", comparison)
    drawn = curves_in(ax)
    assert {name: [[x, y] for x, y in points(line)[:-1]] for name, line in drawn.items()} == corners
    right = ax.get_xlim()[1]
    assert {name: points(line)[-1] for name, line in drawn.items()} == {
        HIGHS: (right, 0.5),
        CPSAT: (right, 0.75),
        CHOCO: (right, 0.5),
    }
    assert all(line.get_drawstyle() == "steps-post" for line in drawn.values())


def test_a_cactus_plot_counts_what_was_ended_and_has_the_virtual_best(comparison):
    ax = draw("cactus", comparison)
    drawn = {name: points(line) for name, line in curves_in(ax).items()}
    assert drawn == {
        "virtual best": [(1, 1), (2, 2), (3, 3)],
        CPSAT: [(1, 2), (2, 2), (3, 3)],
        CHOCO: [(1, 4), (2, 4)],
        HIGHS: [(1, 1), (2, 8)],
    }
    assert [line.get_ydata()[0] for line in ax.get_lines() if line.get_label() == "_limit"] == [10]


def test_a_scatter_puts_what_did_not_end_on_the_line_of_the_limit_with_another_marker(comparison):
    ax = draw("scatter", comparison, names=(HIGHS, CPSAT))
    both, x_open, neither = ax.collections[-3:]
    assert both.get_offsets().tolist() == [[1, 2], [8, 2]]
    assert x_open.get_offsets().tolist() == [[10, 3]]
    assert neither.get_offsets().tolist() == [[10, 10]]
    assert len({each.get_paths()[0].vertices.tobytes() for each in (both, x_open, neither)}) == 3
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "both ended: 2",
        "open on the horizontal axis: 1",
        "both open: 1",
    ]
    assert (ax.get_xlabel(), ax.get_ylabel()) == (HIGHS, CPSAT)
    assert ax.get_xlim() == ax.get_ylim()
    bands = [each.get_paths()[0] for each in ax.collections[:2]]
    for band, factor in zip(bands, (10, 2), strict=True):
        assert band.contains_point((1, 0.99 * factor))
        assert not band.contains_point((1, 1.01 * factor))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["performance_profile", "cactus"])
def test_of_many_configurations_the_best_stand_out_and_the_others_are_grey(name, many):
    ax = draw(name, many, highlight=3)
    coloured = [configuration for configuration in curves_in(ax) if configuration != "virtual best"]
    ranking = performance_ranking(many)
    assert coloured == ranking[:3]
    lines = [curves_in(ax)[configuration] for configuration in coloured]
    for look in ("get_color", "get_marker"):  # never by colour alone
        assert len({str(getattr(line, look)()) for line in lines}) == 3
    grey = [line for line in ax.get_lines() if line.get_label().startswith("_assignment")]
    assert len(grey) == 47
    assert {to_hex(line.get_color()) for line in grey} == {"#8a8a8a"}
    said = [text.get_text() for text in ax.texts]
    assert "grey: 47 other configurations" in said
    assert {*coloured} <= {*said}
    chosen = draw(name, many, highlight=[ranking[40], ranking[2]])
    assert {*curves_in(chosen)} - {"virtual best"} == {ranking[40], ranking[2]}
    with pytest.raises(UnknownNameError, match="unknown configuration 'gurobi'"):
        draw(name, many, highlight=["gurobi"])


def performance_ranking(table):
    means = table.groupby("solver")["proved_seconds"].mean().sort_values()
    return [f"assignment x pulp x {solver}" for solver in means.index]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "has_curves"),
    [
        (rows(["highs"], [[0.5]]), True),
        (rows(["highs", "cpsat"], [[None, None]] * 3, failed=True, status="error"), True),
        (rows(["highs", "cpsat"], [[None, None]] * 3, failed=True, status="crashed"), False),
        (rows(["highs"], [[None]], failed=True, status="unsupported"), False),
    ],
    ids=["one row", "only errors", "only crashes, which have no rank", "nothing supported"],
)
def test_little_is_drawn_too(table, has_curves):
    for name in ("performance_profile", "cactus"):
        ax = draw(name, table)
        ax.figure.canvas.draw()
        assert ("nothing to draw yet" not in [text.get_text() for text in ax.texts]) == has_curves


def test_each_row_of_a_comparison_is_a_point_and_solvers_differ_by_their_fill():
    count = SimpleNamespace(stats=SimpleNamespace(solve_seconds=0.01, nonzeros=300), prove_seconds=0.02)
    names = [(f, s) for f in ("pairwise", "assignment") for s in ("highs", "cpsat")]
    table = [SimpleNamespace(formulation=f, solver=s, count=count) for f, s in names]
    lines = {line.get_label(): line for line in performance.sizes_and_times(table).get_lines()}
    assert set(lines) == {f"{f}, {s}" for f, s in names}
    for label, line in lines.items():
        assert (list(line.get_xdata()), [round(ms) for ms in line.get_ydata()]) == ([300], [30])
        assert line.get_fillstyle() == ("full" if label.endswith("highs") else "none")
    assert len({(line.get_color(), line.get_marker()) for line in lines.values()}) == 2
