"""The drawn tree has the nodes of the search, apart from each other and each with its look."""

from itertools import combinations

import matplotlib.pyplot as plt
import pytest

import sudoku_models as sm
from sudoku_models import plots
from sudoku_models.inference.backtracking import search
from sudoku_models.inference.propagation import domains_of


@pytest.fixture(autouse=True)
def close():
    yield
    plt.close("all")


def tree_of(text, strength, **options):
    puzzle = sm.Puzzle.parse(text)
    return search(puzzle.board.units, domains_of(puzzle), strength, **options)


def points(ax):
    return {group.get_label(): [tuple(xy) for xy in group.get_offsets().tolist()] for group in ax.collections}


@pytest.mark.parametrize("limit", [None, 1])
def test_every_node_has_a_place_of_its_own(limit):
    tree = tree_of("..1. 2... 4.3. ....", "none", limit=limit)
    drawn = points(plots.search_tree(tree))
    assert len(drawn["dead end"]) == len(tree.dead_ends)
    assert len(drawn["solution"]) == len(tree.solutions) == 1
    assert ("open" in drawn) == (limit == 1)
    places = [place for group in drawn.values() for place in group]
    assert len(places) >= len(tree.nodes)
    for (x, y), (u, v) in combinations(places, 2):
        assert y != v or abs(x - u) > 0.99


def test_results_differ_in_shape_and_not_in_colour_alone():
    ax = plots.search_tree(tree_of("..1. 2... 4.3. ....", "none", limit=1))
    shapes = {group.get_label(): group.get_paths()[0].vertices.round(3).tolist() for group in ax.collections}
    assert shapes["branch"] not in (shapes["dead end"], shapes["solution"])
    assert shapes["dead end"] != shapes["solution"]
    dotted = next(group for group in ax.collections if group.get_label() == "open").get_linestyles()
    assert dotted != ax.collections[0].get_linestyles()


def test_labels():
    tree = tree_of("..1. 2... 4.3. ....", "none")
    said = [text.get_text() for text in plots.search_tree(tree, name=lambda i: f"r{i[0]}c{i[1]}").texts]
    assert "r1c1" in said
    assert len(said) == len(tree.nodes) - 1 + sum(node.result == "branch" for node in tree.nodes)
    assert not plots.search_tree(tree, labels=False).texts


def test_a_root_alone_and_a_given_axes():
    _, ax = plt.subplots()
    assert plots.search_tree(tree_of("1... ..2. .3.. ...4", "values"), legend=False, ax=ax) is ax
    assert list(points(ax)) == ["solution"]
    assert ax.get_legend() is None


@pytest.mark.slow
def test_a_large_tree_has_no_labels():
    tree = tree_of(".... .... .... ....", "none", node_limit=500)
    assert not plots.search_tree(tree).texts
