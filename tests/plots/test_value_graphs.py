"""The value graph shows a matching, the groups, and exactly the edges that domain consistency removes."""

import matplotlib.pyplot as plt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.inference.propagation import propagate
from sudoku_models.plots import value_graph

values = st.frozensets(st.integers(1, 5), min_size=1, max_size=4)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def dashed(ax):
    return sum(line.get_linestyle() == "--" for line in ax.lines)


def thick(ax):
    return sum(line.get_linewidth() == 3 for line in ax.lines)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.lists(values, min_size=1, max_size=4).map(lambda found: dict(enumerate(found))))
def test_dashed_edges_are_the_values_that_go(domains):
    left = propagate([sm.Unit("unit", tuple(domains))], domains)
    ax = value_graph(domains)
    assert len(ax.lines) == sum(map(len, domains.values()))
    assert dashed(ax) == (sum(len(domains[key] - left[key]) for key in domains) if left else 0)
    assert thick(ax) == len(domains) if left else thick(ax) < len(domains)
    plt.close(ax.figure)


def test_what_is_shown():
    domains = {"a": frozenset({1, 2}), "b": frozenset({1, 2}), "c": frozenset({2, 3, 4})}
    bare, matched, grouped = (value_graph(domains, show) for show in ("values", "matching", "groups"))
    assert (thick(bare), dashed(bare), len(bare.patches)) == (0, 0, 0)
    assert (thick(matched), dashed(matched), len(matched.patches)) == (3, 0, 0)
    assert (thick(grouped), dashed(grouped), len(grouped.patches)) == (3, 1, 2)
    assert [t.get_text() for t in grouped.texts] == ["a", "b", "c", "1", "2", "3", "4"]


def test_too_many_keys_stand_on_a_ground():
    domains = {"a": frozenset({1, 2}), "b": frozenset({1, 2}), "c": frozenset({1, 2}), "d": frozenset({1, 3})}
    ax = value_graph(domains)
    assert (dashed(ax), len(ax.patches)) == (0, 1)
    assert [t.get_text() for t in ax.texts] == ["a", "b", "c", "d", "1", "2", "3"]
