"""The pictures without matplotlib take what those with it take."""

from inspect import signature

import pytest

from sudoku_models import plots
from sudoku_models.plots import sketched

DRAWN = ("board", "home_away", "implications", "queens", "relaxation", "search_tree", "value_graph")


@pytest.mark.parametrize("name", DRAWN)
def test_the_arguments_are_the_same(name):
    there = [each for each in signature(getattr(sketched, name)).parameters if each != "more"]
    assert there == [*signature(getattr(plots, name)).parameters]
