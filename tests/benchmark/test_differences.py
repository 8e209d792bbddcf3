"""Two folders of results, compared: against themselves, against copies with a known change, and with plain pandas."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from result_rows import files

from sudoku_models import benchmark
from sudoku_models.benchmark import differences
from sudoku_models.benchmark.rows import as_table
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.storage import Writer
from sudoku_models.benchmark.verdicts import DISTURBED, NOT_TRUSTED, SAME, SLOWER
from sudoku_models.errors import InputError

HIGHS, CBC, CPSAT = (f"assignment x pulp x {solver}" for solver in ("highs", "cbc", "cpsat"))
TIMES = [
    "solve_seconds",
    "prove_seconds",
    "solver_seconds",
    "solved_seconds",
    "proved_seconds",
    "build_seconds",
    "translate_seconds",
]


def study(seed: int = 1, puzzles: int = 12) -> pd.DataFrame:
    """Three engines on two corpora, with isomorphs, repeats and open cases; names, digests and grids as in a run."""
    rng, made = np.random.default_rng(seed), []
    for corpus in ("easy", "hard"):
        for isomorph in range(2):
            for repeat in range(3):
                times: list[list[float | None]] = rng.lognormal(0, 1, (puzzles, 3)).tolist()
                times[3][0] = None
                common = {"seed": isomorph, "repeat": repeat, "variables": 729, "memory_peak": 100.0}
                made.append(rows(["highs", "cbc", "cpsat"], times, corpus, 100.0, **common))
    table = pd.concat(made, ignore_index=True)
    table["puzzle_digest"] = "d" + table["puzzle"]
    table["grid"] = np.where(table["solved"], table["puzzle"] + " " + table["seed"].astype(str), "")
    table["started"] = pd.Timestamp(0, tz="UTC") + pd.to_timedelta(np.arange(len(table)), unit="min")
    return table


def written(folder: Path, table: pd.DataFrame) -> Path:
    with Writer(folder) as writer:
        writer.add(as_table(table.astype(object).where(table.notna(), None).to_dict("records")))
    return folder


def solver_alone(table: pd.DataFrame) -> pd.Series:
    return table["solver_seconds"].astype(float).where(table["proved"], np.inf)


def of(table: pd.DataFrame, name: str, corpus: str, measure: str) -> dict[str, Any]:
    (row,) = table.query("configuration == @name and corpus == @corpus and measure == @measure").to_dict("records")
    return {str(column): value for column, value in row.items()}


def test_a_folder_against_itself_has_changed_nowhere(tmp_path: Path) -> None:
    folder = written(tmp_path, study())
    found = benchmark.regressions(folder, folder)
    assert len(found.table) == 3 * (2 + 1) * 2
    assert set(found.table["ratio"]) == {1.0}
    assert set(found.table["verdict"]) == {SAME}
    assert (found.table["statuses"] == "").all()
    assert [len(each) for each in (found.contradictions, found.changes, found.unmatched)] == [0, 0, 0]
    assert not found.fails(above=1.0)


def test_only_the_configuration_that_takes_twice_as_long_is_slower(tmp_path: Path) -> None:
    old, new = study(), study()
    new.loc[new["solver"] == "cbc", TIMES] *= 2
    found = benchmark.regressions(written(tmp_path / "old", old), written(tmp_path / "new", new))
    slower = found.table[found.table["verdict"] == SLOWER]
    assert set(slower["configuration"]) == {CBC}
    assert len(slower) == (2 + 1) * 2
    assert set(slower["ratio"]) == {2.0}
    others = found.table[found.table["configuration"] != CBC]
    assert set(others["ratio"]) == {1.0}
    assert set(others["verdict"]) == {SAME}
    assert [found.fails(each) for each in (None, 1.9, 2.1)] == [False, True, False]
    assert not benchmark.regressions(tmp_path / "new", tmp_path / "old").fails(1.0), "it is faster the other way"


def test_the_medians_are_those_of_pandas() -> None:
    old, new = study(seed=1), study(seed=2)
    table = benchmark.regressions(old, new).table
    for name, solver in ((HIGHS, "highs"), (CBC, "cbc")):
        for corpus in ("easy", "hard"):
            for measure in ("solver", "proved"):
                medians = []
                for side in (old, new):
                    its = side[(side["solver"] == solver) & (side["corpus"] == corpus)]
                    seconds = solver_alone(its) if measure == "solver" else its["proved_seconds"].fillna(np.inf)
                    cases = seconds.groupby([its["puzzle_digest"], its["seed"]]).median()
                    medians.append(cases.groupby(level=0).median())
                ratio = (medians[1] / medians[0]).fillna(0.0)  # both are open: it may be anything from 0 on
                row = of(table, name, corpus, measure)
                assert row["ratio"] == pytest.approx(ratio.median(), rel=1e-12)
                assert [row["old_seconds"], row["new_seconds"]] == pytest.approx([each.median() for each in medians])
                assert row["puzzles"] == 12


def test_repeats_are_no_cases() -> None:
    """With one repeat of three a case is as proved as with three; a case is lost when half of its repeats are open."""
    old, new = study(), study()
    is_one = (new["solver"] == "cbc") & (new["corpus"] == "easy")
    for puzzle, repeats in (("easy:1", [0]), ("easy:2", [0, 1]), ("easy:3", [0, 1, 2])):
        of_it = is_one & (new["puzzle"] == puzzle) & new["repeat"].isin(repeats)
        new.loc[of_it, ["status", "proved", "proved_seconds"]] = ["time limit", False, np.nan]
    row = of(benchmark.regressions(old, new).table, CBC, "easy", "proved")
    assert (row["cases"], row["puzzles"], row["measurements"]) == (24, 12, 24 * 3 * 2)
    assert (row["lost"], row["gained"]) == (4, 0)  # two isomorphs of each of two puzzles
    assert row["statuses"] == "unique -> time limit: 4"


@pytest.mark.slow
def test_the_order_of_the_rows_is_irrelevant(tmp_path: Path) -> None:
    old, new = study(1), study(2)
    mixed = [each.sample(frac=1.0, random_state=7) for each in (old, new)]
    found, again = benchmark.regressions(old, new), benchmark.regressions(*mixed)
    pd.testing.assert_frame_equal(found.table, again.table)
    folders = [written(tmp_path / str(k), each) for k, each in enumerate(mixed)]
    pd.testing.assert_frame_equal(found.table, benchmark.regressions(*folders).table, check_dtype=False)


@pytest.mark.parametrize(
    ("answer", "side"),
    [
        ("infeasible", 1),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in [("several", 0), ("several", 1), ("infeasible", 0)]),
    ],
)
def test_one_answer_that_differs_is_a_contradiction(answer: str, side: int, tmp_path: Path) -> None:
    tables = [study(), study()]
    place = tables[side].index[tables[side]["puzzle"] == "hard:5"][4]
    tables[side].loc[place, "status"] = answer
    if answer == "infeasible":
        tables[side].loc[place, ["solved", "grid"]] = [False, ""]
    found = benchmark.regressions(*(written(tmp_path / str(k), each) for k, each in enumerate(tables)), draws=100)
    (row,) = found.contradictions.to_dict("records")
    assert (row["corpus"], row["puzzle"]) == ("hard", "hard:5")
    assert found.fails()
    name = f"assignment x pulp x {tables[side]['solver'][place]}"
    assert set(found.table.loc[found.table["configuration"] == name, "verdict"]) == {NOT_TRUSTED}
    assert differences.warnings(found)[0].startswith("Contradiction on hard:5 of hard: old ")


@pytest.mark.parametrize(
    ("old", "new", "is_one"),
    [
        ({"status": "counted", "solutions": 12}, {"status": "counted", "solutions": 13}, True),
        ({"status": "counted", "solutions": 12}, {"status": "counted", "solutions": 12}, False),
        ({"status": "counted", "solutions": 12}, {"status": "time limit", "solutions": 9, "proved": False}, False),
        ({"status": "counted", "solutions": 12}, {"status": "time limit", "solutions": 20, "proved": False}, True),
        ({"status": "unique", "grid": "12"}, {"status": "unique", "grid": "21"}, True),
        ({"status": "several", "grid": "12"}, {"status": "several", "grid": "21"}, False),
        ({"status": "unique"}, {"status": "time limit", "proved": False}, False),
        ({"status": "infeasible", "solved": False}, {"status": "wrong", "failed": True, "solved": False}, True),
        ({"status": "unique"}, {"status": "crashed", "failed": True, "solved": False, "proved": False}, False),
    ],
)
def test_which_answers_contradict_each_other(old: dict[str, Any], new: dict[str, Any], is_one: bool) -> None:
    counts = {"count": "enumerate"} if "solutions" in old else {}
    tables = [rows(["highs"], [[0.1]], **{**counts, **each}) for each in (old, new)]
    for one, other in (tables, tables[::-1]):
        found = benchmark.regressions(one, other)
        assert len(found.contradictions) == is_one
        assert found.fails() == is_one


def test_controls_are_checked_and_not_timed() -> None:
    tables = [pd.concat([study(), rows(["highs"], [[0.1]], "controls")], ignore_index=True) for _ in range(2)]
    tables[1].loc[tables[1]["corpus"] == "controls", "status"] = "several"
    found = benchmark.regressions(*tables)
    assert found.contradictions["corpus"].tolist() == ["controls"]
    assert "controls" not in set(found.table["corpus"])


def test_what_only_one_folder_has_is_said_and_renamed_puzzles_are_the_same() -> None:
    old, new = study(), study()
    new["puzzle"] = "renamed " + new["puzzle"]
    old = old[(old["solver"] != "cpsat") & (old["puzzle"] != "easy:2")]
    new = new[(new["corpus"] == "easy") | (new["solver"] == "cpsat")]
    new.loc[(new["solver"] == "cbc") & (new["puzzle"] == "renamed easy:1"), "time_limit"] = 50.0
    found = benchmark.regressions(old, new)
    assert set(found.table["configuration"]) == {HIGHS, CBC}
    assert of(found.table, HIGHS, "easy", "proved")["puzzles"] == 11
    assert of(found.table, CBC, "easy", "proved")["puzzles"] == 10
    told = {row[:4]: row[4] for row in found.unmatched.itertuples(index=False, name=None)}
    assert told == {
        ("old", "easy", 100.0, CBC): 2,
        ("old", "hard", 100.0, HIGHS): 24,
        ("old", "hard", 100.0, CBC): 24,
        ("new", "easy", 100.0, HIGHS): 2,
        ("new", "easy", 100.0, CBC): 2,
        ("new", "easy", 50.0, CBC): 2,
        ("new", "easy", 100.0, CPSAT): 24,
        ("new", "hard", 100.0, CPSAT): 24,
    }
    assert "Not compared" in " ".join(differences.warnings(found))


def test_settings_are_not_pooled_and_what_has_changed_is_said() -> None:
    old, new = study(), study()
    new["versions"], new["cpu"] = '{"highspy": "2", "pulp": "1"}', "another"
    old["versions"] = '{"highspy": "1", "pulp": "1"}'
    earlier = old[old["repeat"] == 0].assign(versions='{"highspy": "0"}')
    earlier[TIMES] *= 50
    new["variables"] = 64
    new["memory_peak"] *= 3
    new.loc[(new["solver"] == "cbc") & (new["puzzle"] == "easy:1"), ["status", "proved"]] = ["time limit", False]
    found = benchmark.regressions(pd.concat([earlier, old], ignore_index=True), new)
    changes = {row.what: (row.old, row.new) for row in found.changes.itertuples()}
    assert changes == {"cpu": ("sample", "another"), "highspy": ("1", "2")}
    assert set(found.unmatched["why"]) == {"another setting"}
    row = of(found.table, CBC, "easy", "proved")
    assert (row["lost"], row["gained"], row["statuses"]) == (2, 0, "unique -> time limit: 2")
    assert (row["changed"], row["ratio_memory"], row["ratio"]) == ("variables 729 -> 64", 3.0, 1.0)


@pytest.mark.slow
def test_a_machine_that_was_slower_in_all_is_drift_and_one_that_was_disturbed_is_said() -> None:
    old, new = (table[table["repeat"] == 0].copy() for table in (study(), study()))
    for table, work in ((old, 0.001), (new, 0.0013)):
        table[["calibration_before_seconds", "calibration_after_seconds"]] = work
        table["processor_seconds"], table["outside_seconds"] = 1.0, 2.0
    new[TIMES] *= 1.2
    found = benchmark.regressions(old, new)
    assert set(found.table["verdict"]) == {SAME}
    assert of(found.table, CBC, "easy", "proved")["drift"] == pytest.approx(1.3)
    new[["calibration_before_seconds", "calibration_after_seconds"]] = 0.001
    assert benchmark.regressions(old, new).fails(above=1.1)
    noisy = benchmark.regressions(old, new.assign(outside_load=1.0))
    row = of(noisy.table, CBC, "all corpora", "proved")
    assert (row["verdict"], row["disturbed"], row["measurements"]) == (DISTURBED, 48, 96)
    assert not noisy.fails(above=1.1)
    assert benchmark.regressions(old, new.assign(outside_load=1.0, processor_seconds=1.2)).fails(above=1.1)


def test_a_crash_costs_the_trust() -> None:
    old, new = study(), study()
    new.loc[new["solver"] == "cbc", ["status", "failed", "solved", "proved"]] = ["crashed", True, False, False]
    found = benchmark.regressions(old, new)
    assert set(found.table.loc[found.table["configuration"] == CBC, "verdict"]) == {NOT_TRUSTED}
    assert [found.fails(), found.fails(above=100.0)] == [False, True]


def test_folders_that_cannot_be_compared_are_refused(tmp_path: Path) -> None:
    good, damaged = written(tmp_path / "good", study()), written(tmp_path / "damaged", study())
    with pytest.raises(InputError, match=r"there are no results in .*missing"):
        benchmark.regressions(good, tmp_path / "missing")
    (file,) = files(damaged)
    file.write_bytes(file.read_bytes()[:-9])
    with (
        pytest.warns(UserWarning, match="damaged"),
        pytest.raises(InputError, match=r"there are no results in .*damaged"),
    ):
        benchmark.regressions(damaged, good)
    other = written(tmp_path / "other", study().assign(solver="glpk"))
    with pytest.raises(InputError, match="no case of a configuration in common"):
        benchmark.regressions(good, other)


def test_records_are_what_scripts_can_read() -> None:
    found = benchmark.regressions(study(), study())
    records = differences.records(found)
    assert [row["kind"] for row in records] == ["regression"] * len(found.table)
    json.dumps(records, allow_nan=False)
