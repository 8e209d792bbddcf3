"""The pictures of linear models draw what is computed elsewhere: nonzeros, digits, points inside and cut off."""

from itertools import product

import matplotlib.pyplot as plt
import pytest

import sudoku_models as sm
from sudoku_models import plots
from sudoku_models.inference.relaxation import relax, rows


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_a_settled_board_displays_its_solution(mccaffrey):
    ax = plots.relaxation(relax(sm.build(mccaffrey, "assignment", "pulp")), mccaffrey)
    assert "".join(texts(ax)) == sm.corpus("named").entry("mccaffrey").solution.line()


@pytest.mark.parametrize(("n", "M"), [(5, 5), (5, 3), (9, 12), (3, 2)])
def test_the_drawn_band_is_the_projection_of_the_two_rows(n, M):
    """Some z in [0, 1] keeps both rows at (a, b) exactly when the drawn polygon holds (a, b)."""
    ax = plots.not_equal(n, M)
    band = ax.patches[0].get_path()
    for a, b in product([1 + k / 4 for k in range(4 * n - 3)], repeat=2):
        low, high = max(0, (a - b + 1) / M), min(1, (a - b - 1) / M + 1)
        drawn = band.contains_point((a, b), radius=1e-6) or band.contains_point((a, b), radius=-1e-6)
        assert drawn == (low <= high + 1e-9)


def test_points_are_cut_off_exactly_when_m_is_too_small():
    def labels(ax):
        return set(ax.get_legend_handles_labels()[1])

    for picture in (plots.not_equal, plots.order_binary):
        assert "a ≠ b, cut off" in labels(picture(9, 8))
        assert "a ≠ b, cut off" not in labels(picture(9, 9))
        assert "a ≠ b, cut off" not in labels(picture(9))


@pytest.mark.parametrize("backend", ["pulp", "pyomo"])
def test_one_dot_for_each_nonzero(mccaffrey, backend):
    ax = plots.spy(sm.build(mccaffrey, "assignment", backend))
    dots = ax.lines[0].get_xydata()
    assert len(dots) == len({tuple(dot) for dot in dots}) == 2916
    assert [label.get_text() for label in ax.get_yticklabels()] == ["cell: 81", "row: 81", "column: 81", "box: 81"]


def test_rows_of_one_kind_stand_together_and_a_csp_is_linearised(unique4):
    """big_m states its two rows in turn; drawn, they are two blocks."""
    _, given = plt.subplots()
    found = rows(sm.build(unique4, "pairwise", "pulp", "big_m"))
    ax = plots.spy(found, given, group=lambda name: name.rpartition(": ")[2])
    assert ax is given
    assert [label.get_text() for label in ax.get_yticklabels()] == ["above: 56", "below: 56"]
    model = sm.build(unique4, "all_different", "pyomo")
    assert len(plots.spy(model).lines[0].get_xydata()) == rows(model.rewritten()).matrix.nnz
