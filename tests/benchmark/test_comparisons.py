"""What is compared with what: never across comparisons, never over unequal cases."""

import numpy as np
import pandas as pd
import pytest

from sudoku_models.benchmark.comparisons import comparisons, labelled, time_table
from sudoku_models.benchmark.rows import SETTING
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.errors import InputError

HIGHS, CPSAT, CHOCO = (f"assignment x pulp x {solver}" for solver in ("highs", "cpsat", "choco"))


def test_a_configuration_is_named_with_its_rewrite_and_without_presolve():
    table = pd.concat(
        [
            rows(["highs"], [[1.0]], formulation="all_different", rewrite="indicators", presolve="on"),
            rows(["highs"], [[1.0]], backend="pyomo", presolve="off"),
        ]
    )
    assert [*labelled(table)["configuration"]] == [
        "all_different, indicators x pulp x highs",
        "assignment x pyomo x highs, no presolve",
    ]


@pytest.mark.parametrize(
    "other",
    [
        {"corpus": "other"},
        {"time_limit": 20.0},
        {"cpu": "another"},
        {"python": "CPython 3.99"},
        {"versions": '{"highspy": "0"}'},
    ],
    ids=lambda other: next(iter(other)),
)
def test_another_corpus_limit_machine_or_version_is_another_comparison(other):
    table = pd.concat([rows(["highs"], [[1.0]]), rows(["highs"], [[2.0]], **other)])
    assert len(comparisons(table)) == 2
    with pytest.raises(InputError, match="2 comparisons, which are never pooled"):
        time_table(table)


def test_two_machines_of_one_kind_are_one_setting():
    table = pd.concat([rows(["highs"], [[1.0]]), rows(["highs"], [[1.0]], machine="another one", puzzle="sample:2")])
    assert len(comparisons(table)) == 1


def test_settings_are_numbered_as_they_were_first_used_and_keep_their_number():
    late = rows(["highs"], [[1.0]], versions='{"highspy": "2"}', started=pd.Timestamp(5, tz="UTC"), corpus="late")
    both = labelled(pd.concat([late, rows(["highs"], [[1.0]])]))
    assert [*both["setting"]] == [2, 1]
    assert [comparison.setting for comparison in comparisons(both[both["corpus"] == "late"])] == [2]


def test_configurations_are_compared_on_the_cases_that_all_of_them_have():
    table = rows(["highs", "cpsat"], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    found = time_table(table[~((table["solver"] == "cpsat") & (table["puzzle"] == "sample:2"))])
    assert [puzzle for puzzle, _ in found.seconds.index] == ["sample:1", "sample:3"]
    assert found.run == {HIGHS: 3, CPSAT: 2}
    assert found.left_out == {}


def test_a_configuration_that_has_just_begun_does_not_shrink_the_others():
    table = rows(["highs", "cpsat"], [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    found = time_table(table[(table["solver"] == "highs") | (table["puzzle"] == "sample:3")])
    assert len(found.seconds) == 3
    assert found.left_out == {CPSAT: "has 1 of 3 cases so far"}


def test_a_configuration_that_is_not_supported_is_left_out_and_one_that_fails_is_not():
    unable = rows(["cpsat"], [[None], [None]], status="unsupported", failed=True)
    broken = rows(["choco"], [[None], [None]], status="gave up", failed=True)
    found = time_table(pd.concat([rows(["highs"], [[1.0], [2.0]]), unable, broken]))
    assert found.left_out == {CPSAT: "not supported for these puzzles"}
    assert np.isinf(found.seconds[CHOCO]).all()
    assert time_table(unable).seconds.empty
    assert len(time_table(unable).seconds) == 0


def test_what_failed_or_took_longer_than_the_limit_has_not_ended():
    table = rows(["highs"], [[9.0], [11.0], [3.0], [None]])
    table.loc[2, ["failed", "solved", "proved"]] = [True, False, False]  # a wrong grid, in 3 s
    assert time_table(table).seconds[HIGHS].tolist() == [9.0, np.inf, np.inf, np.inf]
    assert time_table(table, "solved").seconds[HIGHS].tolist() == [4.5, 5.5, np.inf, np.inf]


def test_a_solution_that_was_found_before_the_proof_crashed_is_one():
    table = rows(["highs"], [[9.0], [3.0]])
    table.loc[1, ["status", "failed", "proved"]] = ["gave up", True, False]
    assert time_table(table).seconds[HIGHS].tolist() == [9.0, np.inf]
    assert time_table(table, "solved").seconds[HIGHS].tolist() == [4.5, 1.5]


def test_a_row_of_a_lost_worker_is_given_to_the_setting_that_has_the_most_rows():
    lost = rows(["highs"], [[None]], failed=True, status="gave up").assign(**dict.fromkeys(SETTING))
    table = pd.concat([lost, rows(["cpsat"], [[1.0]], python="3.99"), rows(["highs"], [[1.0], [2.0]])])
    assert labelled(table)["setting"].tolist() == [2, 1, 2, 2]
    assert labelled(lost)["setting"].tolist() == [1]


def test_puzzles_and_formulations_of_one_name_are_distinguished_by_their_digests():
    first, second = (
        rows(["highs"], [[1.0]], puzzle_digest=d, formulation_digest="f" + d) for d in ("a1b2c3d4", "e5f6")
    )
    table = labelled(pd.concat([first, second]))
    assert table["puzzle"].tolist() == ["sample:1 (a1b2c3)", "sample:1 (e5f6)"]
    assert table["configuration"].tolist() == [
        "assignment (fa1b2c) x pulp x highs",
        "assignment (fe5f6) x pulp x highs",
    ]
    assert labelled(table).equals(table)
    assert labelled(first)["configuration"].tolist() == [HIGHS]


def test_isomorphs_are_one_puzzle_with_their_median_time():
    times = {0: 1.0, 1: 4.0, 2: 2.0}
    table = pd.concat([rows(["highs"], [[time], [None if seed else 1.0]], seed=seed) for seed, time in times.items()])
    for rows_of, at_least in ((table, [2.0, 10.0]), (table[table["seed"] < 2], [2.5, 5.5])):
        found = time_table(rows_of).bounds(HIGHS)
        assert found["least"].tolist() == at_least
        assert found["most"].tolist() == [at_least[0], np.inf]
