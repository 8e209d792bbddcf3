"""Rows are added and never changed, and whatever ends a run leaves whole files."""

import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from result_rows import append, files, row

from sudoku_models import benchmark
from sudoku_models.benchmark import rows
from sudoku_models.benchmark.measuring import failure
from sudoku_models.benchmark.rows import made_up as sample

CONFIGURATIONS = benchmark.configurations(["assignment"], None, ["pulp", "pyomo"], ["highs", "cpsat"])


def test_what_was_written_is_read_with_what_does_not_apply_left_empty(tmp_path: Path) -> None:
    append(tmp_path, [row(0, nodes=3, build_seconds=0.25), row(1)])
    table = rows.read(tmp_path)
    assert list(table.columns) == list(rows.COLUMNS)
    assert list(table["seed"]) == [0, 1]
    assert table["nodes"].isna().tolist() == [False, True]
    assert table["nodes"][0] == 3
    assert table["build_seconds"][0] == 0.25
    assert str(table["started"].dt.tz) == "UTC"


def test_no_file_changes_when_rows_are_added(tmp_path: Path) -> None:
    append(tmp_path, [row(0)])
    before = {file: file.read_bytes() for file in files(tmp_path)}
    append(tmp_path, [row(1), row(2)])
    after = {file: file.read_bytes() for file in files(tmp_path)}
    assert before.items() < after.items()
    assert len(after) == 2
    assert len(rows.read(tmp_path)) == 3


def test_of_a_case_that_was_run_again_the_last_row_counts(tmp_path: Path) -> None:
    append(tmp_path, [row(0, status="crashed", failed=True)])
    key = rows.key_digest([row(0)[name] for name in rows.KEY])
    assert rows.keys(tmp_path) == {key: True}
    append(tmp_path, [row(0)])
    assert rows.keys(tmp_path) == {key: False}
    assert rows.read(tmp_path)["status"].tolist() == ["unique"]


def test_of_two_machines_that_ran_one_case_both_rows_count(tmp_path: Path) -> None:
    append(tmp_path, [row(0, cpu="slow", failed=True), row(0, cpu="fast"), row(1, cpu="slow", failed=True)])
    append(tmp_path, [row(1, cpu="slow")])
    table = rows.read(tmp_path)
    assert table["seed"].tolist() == [0, 0, 1]
    assert table["cpu"].tolist() == ["slow", "fast", "slow"]
    assert table["failed"].tolist() == [True, False, False]


def test_the_row_of_a_lost_worker_counts_where_nothing_came_after_it(tmp_path: Path) -> None:
    lost = {"cpu": None, "failed": True}
    append(tmp_path, [row(0, **lost), row(0, cpu="fast"), row(1, cpu="fast"), row(1, **lost), row(2, **lost)])
    table = rows.read(tmp_path)
    assert table["seed"].tolist() == [0, 1, 1, 2]
    assert table["failed"].tolist() == [False, False, True, True]


def test_a_case_of_a_changed_puzzle_or_formulation_is_another_case(tmp_path: Path) -> None:
    append(tmp_path, [row(0), row(0, puzzle_digest="b"), row(0, formulation_digest="c")])
    assert len(rows.keys(tmp_path)) == len(rows.read(tmp_path)) == 3


def test_what_another_row_refutes_is_read_as_wrong_and_stays_written(tmp_path: Path) -> None:
    found = {"solved": True, "proved": True}
    append(tmp_path, [row(0, grid="1234", **found), row(0, solver="cbc", status="several", grid="1234", **found)])
    assert rows.read(tmp_path)["status"].tolist() == ["wrong", "several"]
    assert set(rows.keys(tmp_path).values()) == {False}


def test_the_keys_of_what_is_written_are_those_of_the_cases(tmp_path: Path) -> None:
    some = list(benchmark.study(["easy50"], CONFIGURATIONS, 20.0, sample=2))
    append(tmp_path, [failure(case, "error", "not measured") for case in some])
    assert set(rows.keys(tmp_path)) == {rows.key_digest(case.key) for case in some}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of file sizes to stand for a full disk")
def test_a_disk_that_takes_no_more_is_an_error_and_what_was_written_stays(tmp_path: Path) -> None:
    program = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from result_rows import append, row
from sudoku_models.errors import InputError
folder = Path(sys.argv[1])
append(folder, [row(0)])
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    append(folder, [row(1)])
except InputError as error:
    print(error)
"""
    command = [sys.executable, "-c", program, str(tmp_path), str(Path(__file__).parent)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True).stdout
    assert "1 of the rows could not be written" in said
    assert "run the same command again" in said
    assert len(files(tmp_path)) == 1
    assert rows.read(tmp_path)["seed"].tolist() == [0]


# -- answers that contradict a validated grid -----------------------------------------------------------------------

A, B = "1234", "4321"


def told(*answers: tuple[str, str], seed: int = 0) -> pd.DataFrame:
    """One puzzle, and what each configuration says of it: a status and a grid."""
    table = sample([f"solver {k}" for k in range(len(answers))], [[1.0] * len(answers)], seed=seed)
    table["status"], table["grid"] = ([each[k] for each in answers] for k in (0, 1))
    table["solved"] = table["grid"] != ""
    table["proved"] = table["status"].isin(["unique", "several", "infeasible"])
    return table


def statuses(*tables: pd.DataFrame) -> list[str]:
    return list(rows.mark_contradicted(pd.concat(tables, ignore_index=True))["status"])


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([("unique", A), ("unique", A)], ["unique", "unique"]),
        ([("several", A), ("unique", A)], ["several", "wrong"]),
        ([("several", A), ("solved", B)], ["several", "solved"]),
        ([("unique", A), ("unique", B)], ["wrong", "wrong"]),
        ([("unique", A), ("solved", B)], ["wrong", "solved"]),
        ([("infeasible", ""), ("solved", A)], ["wrong", "solved"]),
        ([("infeasible", ""), ("unique", A)], ["wrong", "unique"]),
        ([("infeasible", ""), ("several", A)], ["wrong", "several"]),
        ([("infeasible", ""), ("infeasible", "")], ["infeasible", "infeasible"]),
        ([("infeasible", ""), ("time limit", "")], ["infeasible", "time limit"]),
    ],
    ids=str,
)
def test_a_grid_refutes_and_a_claim_does_not(answers: list[tuple[str, str]], expected: list[str]) -> None:
    assert statuses(told(*answers)) == expected


def test_symmetric_isomorphs_have_other_grids_and_equally_many_solutions() -> None:
    assert statuses(told(("unique", A)), told(("unique", B), seed=1)) == ["unique", "unique"]
    assert statuses(told(("unique", A)), told(("several", B), seed=1)) == ["wrong", "several"]


def test_a_failed_answer_contradicts_no_other() -> None:
    broken = told(("unique", A), ("several", B))
    broken.loc[1, "failed"] = True
    assert statuses(broken) == ["unique", "several"]


def test_other_puzzles_are_not_touched_and_the_rows_given_stay_as_they_are() -> None:
    other = told(("unique", A)).assign(puzzle_digest="other")
    table = pd.concat([told(("several", A), ("unique", A)), other], ignore_index=True)
    before = table.copy()
    made = rows.mark_contradicted(table)
    assert list(made["status"]) == ["several", "wrong", "unique"]
    assert made[["failed", "solved", "proved"]].to_numpy().tolist()[1] == [True, False, False]
    assert table.equals(before)
