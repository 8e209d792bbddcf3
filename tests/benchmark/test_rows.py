"""Rows are added and never changed, and whatever ends a run leaves whole files."""

import subprocess
import sys
from pathlib import Path

import pytest
from result_rows import append, files, row

from sudoku_models import benchmark
from sudoku_models.benchmark import rows
from sudoku_models.benchmark.measure import failure
from sudoku_models.errors import InputError

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
    key = rows.key_digest(tuple(row(0)[name] for name in rows.KEY))
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


def test_a_folder_without_results_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no results"):
        rows.read(tmp_path)


def test_the_keys_of_what_is_written_are_those_of_the_cases(tmp_path: Path) -> None:
    some = list(benchmark.cases(["easy50"], CONFIGURATIONS, 20.0, sample=2))
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
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "1 row could not be written" in said
    assert "run the same command again" in said
    assert len(files(tmp_path)) == 1
    assert rows.read(tmp_path)["seed"].tolist() == [0]
