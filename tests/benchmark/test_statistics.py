"""The figures of a comparison, on tables small enough to do on paper."""

import math

import numpy as np
import pandas as pd
import pytest

from sudoku_models.benchmark import statistics
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.verdicts import SAME, SLOWER

HIGHS, CPSAT, CHOCO = (f"assignment x pulp x {solver}" for solver in ("highs", "cpsat", "choco"))


@pytest.fixture
def comparison() -> pd.DataFrame:
    """Four puzzles, limit 10 s. choco fails on the third; none ends the fourth."""
    table = rows(["highs", "cpsat", "choco"], [[1, 2, 4], [8, 2, 4], [None, 3, None], [None, None, None]])
    table.loc[(table["puzzle"] == "sample:3") & (table["solver"] == "choco"), ["failed", "status"]] = [True, "gave up"]
    return table


def test_the_summary_is_what_one_works_out_by_hand(comparison):
    table = statistics.summary(comparison).set_index("configuration")
    assert [*table.index] == [CPSAT, CHOCO, HIGHS, "virtual best"]  # PAR2: 27/4, 48/4, 49/4
    assert table["cases"].tolist() == [4] * 4
    assert table["proved_percent"].tolist() == [75, 50, 50, 75]
    assert table["par2_seconds"].tolist() == [(2 + 2 + 3 + 20) / 4, (4 + 4 + 40) / 4, (1 + 8 + 40) / 4, 26 / 4]
    assert table["par10_seconds"].tolist() == [(7 + 100) / 4, 208 / 4, 209 / 4, 106 / 4]
    assert table["fastest_percent"].tolist()[:3] == [50, 0, 25]  # none was the fastest on the last puzzle
    assert table["median_seconds"].tolist() == [2.5, 7, 9, 2.5]  # choco: between 4 and more than 10
    assert table["median_is_bound"].tolist() == [False, True, True, False]
    assert table["shifted_mean_is_bound"].all()
    mean = (2.01 * 2.01 * 3.01 * 10.01) ** 0.25 - 0.01
    assert table.loc[CPSAT, "shifted_mean_seconds"] == pytest.approx(mean)
    assert table["failed"].tolist() == [0, 1, 0, 0]


def test_the_measure_may_be_the_first_solution(comparison):
    chosen = (comparison["puzzle"] == "sample:4") & (comparison["solver"] == "cpsat")
    comparison.loc[chosen, ["status", "solved", "solved_seconds"]] = ["solved", True, 6.0]
    proved, solved = (
        statistics.summary(comparison, measure).set_index("configuration") for measure in ("proved", "solved")
    )
    for table in (proved, solved):
        assert (table.loc[CPSAT, "proved_percent"], table.loc[CPSAT, "solved_percent"]) == (75, 100)
    assert proved.loc[CPSAT, "par2_seconds"] == 27 / 4
    assert solved.loc[CPSAT, "par2_seconds"] == (1 + 1 + 1.5 + 6) / 4


def test_building_has_its_share_as_far_as_it_is_known():
    table = rows(["highs", "cpsat"], [[0.01, 0.01], [0.02, 0.02], [0.04, 0.04], [None, None]])
    table.loc[table["solver"] == "cpsat", "translate_seconds"] = np.nan
    found = statistics.summary(table).set_index("configuration")
    assert found.loc[[HIGHS, CPSAT], "build_percent"].tolist() == pytest.approx([10, 5])


def test_only_failures_and_a_single_row_have_a_summary():
    broken = rows(["highs"], [[None]] * 3, failed=True, status="gave up")
    row = statistics.summary(broken).iloc[0]
    assert (row["proved_percent"], row["median_seconds"], row["median_is_bound"], row["failed"]) == (0, 10, True, 3)
    assert math.isnan(row["build_percent"])
    row = statistics.summary(rows(["highs"], [[2.0]])).iloc[0]
    assert (row["cases"], row["median_seconds"], row["fastest_percent"]) == (1, 2, 100)
    assert math.isnan(row["low_seconds"])
    unable = rows(["highs"], [[None]] * 3, failed=True, status="unsupported")
    assert statistics.summary(unable)[["cases", "run", "note"]].values.tolist() == [
        [0, 3, "not supported for these puzzles"]
    ]


def test_censored_times_move_only_the_upper_end():
    row = statistics.summary(rows(["highs"], [[1], [2], [3], [4], [5], [6], [7], [None], [None], [None]])).iloc[0]
    assert row["low_seconds"] < row["median_seconds"] < row["high_seconds"] == math.inf


def test_a_case_that_is_measured_three_times_counts_once_with_its_median():
    times = [[[1.0, 2.0], [3.0, 9.0]], [[5.0, 2.0], [3.0, None]], [[2.0, 2.0], [None, None]]]
    table = pd.concat([rows(["highs", "cpsat"], seconds, repeat=k) for k, seconds in enumerate(times)])
    found = statistics.summary(table).set_index("configuration")
    assert found.loc[HIGHS, ["run", "cases", "puzzles"]].tolist() == [2, 2, 2]
    assert found.loc[HIGHS, "par2_seconds"] == (2 + 3) / 2
    assert found.loc[CPSAT, "proved_percent"] == 50  # one of three repeats is not enough
    assert statistics.against_best(table)[["faster", "slower", "neither"]].values.tolist() == [[0, 1, 1]]


def test_a_puzzle_that_one_isomorph_left_open_bounds_the_median_only_where_it_may_be_in_the_middle():
    """The median of 1 and more than 10 is more than 5.5: it may be below 6 or above 7."""
    for others, is_bound in (([6.0, 7.0], True), ([3.0, 4.0], False)):
        isomorphs = [
            rows(["highs"], [[first], *([each] for each in others)], seed=k) for k, first in enumerate((1.0, None))
        ]
        row = statistics.summary(pd.concat(isomorphs)).iloc[0]
        assert (row["median_seconds"], row["median_is_bound"]) == (6.0 if is_bound else 4.0, is_bound)


def test_the_faster_configuration_is_named_only_where_it_is_certain():
    first = rows(["highs", "cpsat"], [[1.0, 7.0], [1.0, 2.0], [None, None]])
    turned = rows(["highs", "cpsat"], [[None, 7.0], [None, 2.0], [1.0, 3.0]], seed=1)
    (row,) = statistics.against_best(pd.concat([first, turned])).to_dict("records")
    # highs took more than 5.5 on all three; cpsat 7, 2, and more than 6.5
    assert (row["best"], row["faster"], row["slower"], row["neither"]) == (CPSAT, 0, 1, 2)


def test_each_configuration_against_the_best():
    seconds = [[0.1, 0.2, 0.4]] * 7 + [[0.1, 0.2, 0.05]] + [[None, None, None]]
    table = statistics.against_best(rows(["highs", "cpsat", "choco"], seconds)).set_index("configuration")
    assert table["best"].unique().tolist() == [HIGHS]
    assert table.loc[CPSAT, ["faster", "slower", "neither"]].tolist() == [0, 8, 1]
    assert table.loc[CHOCO, ["faster", "slower", "neither"]].tolist() == [1, 7, 1]
    assert table["p"].to_dict() == {CPSAT: 2 / 2**8, CHOCO: 2 * 9 / 2**8}
    assert table["p_holm"].to_dict() == {CPSAT: 2 * 2 / 2**8, CHOCO: 2 * 9 / 2**8}  # twice the smallest, once the next
    assert table["ratio"].tolist() == table["ratio_at_most"].tolist() == [2, 4]
    assert table["verdict"].to_dict() == {CPSAT: SLOWER, CHOCO: SAME}
