"""Value graphs and search trees have what propagation and search found, and no meaning by colour alone."""

from itertools import combinations

import matplotlib.pyplot as plt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models import plots
from sudoku_models.inference.backtracking import search
from sudoku_models.inference.propagation import domains_of, propagate

values = st.frozensets(st.integers(1, 5), min_size=1, max_size=4)


def dashed(ax):
    return sum(line.get_linestyle() == "--" for line in ax.lines)


def thick(ax):
    return sum(line.get_linewidth() == 3 for line in ax.lines)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.lists(values, min_size=1, max_size=4).map(lambda found: dict(enumerate(found))))
def test_dashed_edges_are_the_values_that_go(domains):
    left = propagate([sm.Unit("unit", tuple(domains))], domains)
    ax = plots.value_graph(domains)
    assert len(ax.lines) == sum(map(len, domains.values()))
    assert dashed(ax) == (sum(len(domains[key] - left[key]) for key in domains) if left else 0)
    assert thick(ax) == len(domains) if left else thick(ax) < len(domains)
    plt.close(ax.figure)


def test_a_value_graph_shows_edges_a_matching_or_groups():
    domains = {"a": frozenset({1, 2}), "b": frozenset({1, 2}), "c": frozenset({2, 3, 4})}
    bare, matched, grouped = (plots.value_graph(domains, show) for show in ("values", "matching", "groups"))
    assert (thick(bare), dashed(bare), len(bare.patches)) == (0, 0, 0)
    assert (thick(matched), dashed(matched), len(matched.patches)) == (3, 0, 0)
    assert (thick(grouped), dashed(grouped), len(grouped.patches)) == (3, 1, 2)
    assert [t.get_text() for t in grouped.texts] == ["a", "b", "c", "1", "2", "3", "4"]
    crowded = {**domains, "c": frozenset({1, 2}), "d": frozenset({1, 3})}
    assert (dashed(plots.value_graph(crowded)), len(plots.value_graph(crowded).patches)) == (0, 1)


def tree_of(text, strength, **options):
    puzzle = sm.Puzzle.parse(text)
    return search(puzzle.board.units, domains_of(puzzle), strength, **options)


def points(ax):
    return {group.get_label(): [tuple(xy) for xy in group.get_offsets().tolist()] for group in ax.collections}


@pytest.mark.parametrize("limit", [None, 1])
def test_every_node_has_a_place_of_its_own(limit):
    tree = tree_of("..1. 2... 4.3. ....", "none", limit=limit)
    _, given = plt.subplots()
    ax = plots.search_tree(tree, legend=limit is None, ax=given)
    assert ax is given
    assert (ax.get_legend() is None) == (limit == 1)
    drawn = points(ax)
    assert len(drawn["dead end"]) == len(tree.dead_ends)
    assert len(drawn["solution"]) == len(tree.solutions) == 1
    assert ("open" in drawn) == (limit == 1)
    places = [place for group in drawn.values() for place in group]
    assert len(places) >= len(tree.nodes)
    assert all(y != v or abs(x - u) > 0.99 for (x, y), (u, v) in combinations(places, 2))
    shapes = {group.get_label(): group.get_paths()[0].vertices.round(3).tobytes() for group in ax.collections}
    assert len({shapes[result] for result in ("branch", "dead end", "solution")}) == 3
