"""The matrix picture shows each nonzero once, and names the kinds of rows."""

import matplotlib.pyplot as plt
import pytest

import sudoku_models as sm
from sudoku_models.inference.relaxation import rows
from sudoku_models.plots import spy


@pytest.fixture(autouse=True)
def no_figures_left():
    yield
    plt.close("all")


@pytest.mark.parametrize("backend", ["pulp", "pyomo"])
def test_one_dot_for_each_nonzero(mccaffrey, backend):
    ax = spy(sm.build(mccaffrey, "assignment", backend))
    dots = ax.lines[0].get_xydata()
    assert len(dots) == len({tuple(dot) for dot in dots}) == 2916
    assert [label.get_text() for label in ax.get_yticklabels()] == ["cell: 81", "row: 81", "column: 81", "box: 81"]


def test_rows_of_one_kind_stand_together(unique4):
    """big_m states its two rows in turn; drawn, they are two blocks."""
    model = sm.build(unique4, "pairwise", "pulp", "big_m")
    _, given = plt.subplots()
    ax = spy(rows(model), given, group=lambda name: name.rpartition(": ")[2])
    assert ax is given
    assert [label.get_text() for label in ax.get_yticklabels()] == ["above: 56", "below: 56"]


def test_a_csp_is_drawn_as_its_linearised_model(unique4):
    model = sm.build(unique4, "all_different", "pyomo")
    assert len(spy(model).lines[0].get_xydata()) == rows(model.rewritten()).matrix.nnz
    assert model.m.logic()
