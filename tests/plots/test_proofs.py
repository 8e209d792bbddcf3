"""Pictures of proofs show each value once, in order, and each certificate as a point."""

import matplotlib.pyplot as plt
import pytest

import sudoku_models as sm
from sudoku_models import plots

CHAIN = [((1, 2), 4), ((4, 2), 2), ((4, 1), 3)]


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


def numbers(ax):
    return [text.get_text() for text in ax.texts if text.get_fontsize() == 6]


def test_each_value_has_its_number(unique4):
    ax = plots.implications(unique4, CHAIN)
    assert numbers(ax) == ["1", "2", "3"]
    assert [text.get_text() for text in ax.texts if text.get_fontstyle() == "italic"] == ["4", "3", "2"]


def test_a_cell_with_two_digits_has_two_numbers(unique4):
    ax = plots.implications(unique4, [*CHAIN, ((1, 2), 2)])
    assert numbers(ax) == ["1, 4", "2", "3"]
    assert "4/2" in [text.get_text() for text in ax.texts]


def test_the_first_cell_is_highlighted_and_the_conflict_framed(unique4):
    bare = len(plots.implications(unique4, []).patches)
    framed = plots.implications(unique4, CHAIN, conflict=[(1, 3), (1, 4)])
    dashed = [patch for patch in framed.patches if patch.get_linestyle() == "--"]
    assert [patch.get_xy() for patch in dashed] == [(3 - 0.475, 1 - 0.475), (4 - 0.475, 1 - 0.475)]
    assert len(framed.patches) == bare + 2 + 2  # a ground and a border for the first cell


def test_each_certificate_is_a_point_at_its_sizes(unique4):
    one, other = sm.certify(unique4), sm.certify("12.. ..1. 3... ....")
    ax = plots.proof_sizes({"one": [one], "both": [one, other]})
    assert [len(points.get_offsets()) for points in ax.collections] == [1, 2]
    assert list(ax.collections[1].get_offsets()[1]) == [len(other.formula) / 1000, len(other.proof) / 1000]
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["one", "both", "as long as its formula"]


def test_it_draws_on_the_given_axes(unique4):
    _, ax = plt.subplots()
    assert plots.implications(unique4, CHAIN, ax=ax) is ax
    assert plots.proof_sizes({"one": [sm.certify(unique4)]}, ax=ax) is ax
