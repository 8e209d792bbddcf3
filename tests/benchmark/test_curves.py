"""The numbers that pictures draw, where it is easy to get them wrong: open cases, ties, and unequal sets of cases."""

import math

import pandas as pd
import pytest

from sudoku_models.benchmark import curves
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.errors import UnknownNameError

HIGHS, CPSAT = (f"assignment x pulp x {solver}" for solver in ("highs", "cpsat"))


def test_a_case_that_none_ended_counts_in_a_profile_for_none():
    table = curves.performance_profile(rows(["highs", "cpsat"], [[1.0, 2.0], [None, None]]))
    assert table.groupby("configuration")["share"].max().to_dict() == {HIGHS: 0.5, CPSAT: 0.5}


def test_two_configurations_that_are_the_fastest_at_once_both_are():
    table = curves.performance_profile(rows(["highs", "cpsat"], [[1.0, 1.0]]))
    assert table[["ratio", "share"]].to_numpy().tolist() == [[1, 1], [1, 1]]


def test_a_configuration_that_ends_nothing_has_a_profile_at_0_and_infinite_times():
    table = rows(["highs", "cpsat"], [[1.0, None]])
    profile = curves.performance_profile(table)
    assert profile[profile["configuration"] == CPSAT][["ratio", "share"]].to_numpy().tolist() == [[1, 0]]
    times = curves.cactus(table).set_index("configuration")["seconds"]
    assert times.to_dict() == {"virtual best": 1.0, HIGHS: 1.0, CPSAT: math.inf}


def test_a_scatter_plot_names_the_isomorph():
    both = pd.concat([rows(["highs", "cpsat"], [[1.0, 2.0]], seed=seed) for seed in (0, 4)])
    assert curves.scatter(both, HIGHS, CPSAT)[["puzzle", "seed"]].to_numpy().tolist() == [
        ["sample:1", 0],
        ["sample:1", 4],
    ]
    with pytest.raises(UnknownNameError, match="did you mean"):
        curves.scatter(both, HIGHS, "assignment x pulp x cpsta")


def test_the_measure_decides_what_is_drawn():
    table = rows(["highs"], [[1.0], [3.0]])
    assert curves.cactus(table, "solved")["seconds"].tolist() == [0.5, 1.5] * 2
