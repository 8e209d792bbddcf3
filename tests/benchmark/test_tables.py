"""Where the time goes, sizes, memory, search, failures, settings: medians that can be checked by eye."""

import math

import numpy as np
import pandas as pd
import pytest

from sudoku_models.benchmark import tables
from sudoku_models.benchmark.sample import rows

HIGHS = "assignment x pulp x highs"


def test_a_part_that_half_of_the_cases_did_not_get_through_is_infinite():
    table = rows(["highs"], [[1.0], [None], [None]])
    (row,) = tables.parts(table).to_dict("records")
    assert row["build_seconds"] == 0.001
    assert math.isinf(row["solve_seconds"])
    table.loc[1, ["status", "solved", "solve_seconds"]] = ["solved", True, 4.0]  # solved, and not proved
    (row,) = tables.parts(table).to_dict("records")
    assert row["solve_seconds"] == 4.0
    assert math.isinf(row["prove_seconds"])
    assert math.isnan(row["rewrite_seconds"])


def test_sizes_before_and_after_presolve():
    table = rows(["highs"], [[1.0]] * 4, presolved_variables=0, presolved_constraints=0, presolved_nonzeros=0)
    table = table.astype({"presolved_variables": "Int64", "lp_single_point": "boolean"})
    table["variables"] = [10, 20, 30, 40]
    table.loc[0, "presolved_variables"] = 6
    table.loc[1, "presolved_variables"] = pd.NA
    table["lp_single_point"] = pd.array([True, False, False, None], dtype="boolean")
    (row,) = tables.sizes(table).to_dict("records")
    assert (row["variables"], row["presolved_variables"]) == (25, 0)
    assert (row["lp_known"], row["lp_single_point_percent"]) == (3, pytest.approx(100 / 3))
    unknown = table.assign(lp_single_point=pd.array([None] * 4, dtype="boolean"))
    assert math.isnan(tables.sizes(unknown).loc[0, "lp_single_point_percent"])


def test_memory_has_the_peak_and_what_it_adds():
    table = rows(["highs"], [[1.0]] * 3)
    table["memory_before"], table["memory_peak"] = [100.0, 110.0, 120.0], [150.0, 210.0, 130.0]
    (row,) = tables.memory(table).to_dict("records")
    assert (row["memory_before"], row["memory_peak"], row["memory_added"], row["largest_peak"]) == (110, 150, 50, 210)
    assert math.isnan(row["program_memory_peak"])


def test_search_counts_an_open_case_as_more_than_any_that_ended():
    table = rows(["choco"], [[1.0], [1.0], [None]])
    table["backtracks"], table["nodes"] = [5.0, 7.0, 10**6], np.nan
    (row,) = tables.search(table).to_dict("records")
    assert row["backtracks"] == 7
    assert math.isnan(row["nodes"])
    (row,) = tables.search(table[1:]).to_dict("records")
    assert math.isinf(row["backtracks"])


def test_failures_are_counted_by_kind_over_all_rows():
    table = rows(["highs"], [[1.0], [None], [None], [None]])
    table.loc[1:, "failed"] = True
    table.loc[1:, "status"] = ["crashed", "wrong", "crashed"]
    table.loc[1:, "reason"] = ["signal 11", "row 3 has 7 twice", "signal 6"]
    found = tables.failures(table)[["configuration", "status", "cases", "first", "reason"]].to_numpy().tolist()
    assert found == [
        [HIGHS, "crashed", 2, "sample:2", "signal 11"],
        [HIGHS, "wrong", 1, "sample:3", "row 3 has 7 twice"],
    ]
    assert tables.failures(table[:1]).empty


def test_environments_tell_what_differed_within_a_setting_too():
    here = rows(["highs"], [[1.0]], load=0.5, commit="abc")
    there = rows(
        ["highs"], [[1.0]], load=3.0, commit="def", machine="other", started=pd.Timestamp(1, unit="D", tz="UTC")
    )
    newer = rows(["highs"], [[1.0]], versions='{"highspy": "1.13.1", "pulp": "3.3.2"}', started=there["started"][0])
    found = tables.environments(pd.concat([here, there, newer])).set_index("setting")
    assert found["machines"].tolist() == ["sample, other", "sample"]
    assert found["commits"].tolist() == ["abc, def", ""]
    assert found["versions"].tolist() == ["", "highspy 1.13.1, pulp 3.3.2"]
    assert found.loc[1, "largest_load"] == 3
    assert (found.loc[1, "last"] - found.loc[1, "first"]).days == 1
