"""The picture of a comparison shows each row once."""

from types import SimpleNamespace

import matplotlib.pyplot as plt

from sudoku_models import plots


def row(formulation, solver, nonzeros):
    count = SimpleNamespace(stats=SimpleNamespace(solve_seconds=0.01, nonzeros=nonzeros), prove_seconds=0.02)
    return SimpleNamespace(formulation=formulation, solver=solver, count=count)


def test_each_row_is_a_point_and_solvers_differ_by_their_fill():
    rows = [row(f, s, k) for f in ("pairwise", "assignment") for s in ("highs", "cpsat") for k in (300, 700, 1500)]
    ax = plots.sizes_and_times(rows)
    lines = {line.get_label(): line for line in ax.get_lines()}
    assert set(lines) == {f"{f}, {s}" for f in ("pairwise", "assignment") for s in ("highs", "cpsat")}
    for label, line in lines.items():
        assert list(line.get_xdata()) == [300, 700, 1500]
        assert [round(ms) for ms in line.get_ydata()] == [30, 30, 30]
        assert line.get_fillstyle() == ("full" if label.endswith("highs") else "none")
    assert len({(line.get_color(), line.get_marker()) for line in lines.values()}) == 2
    plt.close(ax.figure)
