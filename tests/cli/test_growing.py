"""The commands for what grows: what they write, print and refuse."""

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sudoku_models import benchmark
from sudoku_models.cli import app, growing


def invoke(*arguments: str) -> tuple[int, str, str]:
    ended = CliRunner().invoke(app, ["bench", *arguments])
    return ended.exit_code, ended.stdout, ended.stderr


def test_the_default_sizes_are_those_of_the_benchmark() -> None:
    assert growing._sizes(growing.SIZES) == [*benchmark.scale.SIZES]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_one_command_measures_and_writes_the_page_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = benchmark.scale_configurations()[-1:]
    monkeypatch.setattr("sudoku_models.benchmark.scale.scale_configurations", lambda backend: chosen)
    code, said, plan = invoke("scale", "-o", str(tmp_path), "--sizes", "4", "-t", "5")
    assert code == 0
    assert "2 cases, one at a time" in plan
    assert said.splitlines() == ["2 cases measured; 0 left.", str(tmp_path / "report" / "index.html")]
    assert "half full" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    code, said, _ = invoke("scale", "-o", str(tmp_path), "--sizes", "4", "-t", "5")
    assert said.startswith("0 cases measured; 2 were there before")


@pytest.mark.slow
def test_counting_writes_a_row_for_each_method(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_models.benchmark.counting.PUZZLES", [("several:13", ())])
    code, said, shown = invoke("counting", "-o", str(tmp_path / "rows.csv"))
    assert code == 0
    assert "several:13, partition with highs: 2 solutions (exact) in" in shown
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert said == f"{len(rows)} rows in {tmp_path / 'rows.csv'}\n"
    assert {row["solutions"] for row in rows} == {"2"}


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["scale", "--sizes", "7"], "no board with 7 digits"),
        (["scale", "--sizes", "4;9"], "--sizes takes sizes of boards"),
        (["scale", "--sizes", "4", "--memory-limit", "-1"], "memory limit must be a positive number"),
        (["scale", "--sizes", "4", "--time-limit", "0"], "time limit must be a positive number"),
        (["counting", "--time-limit", "0"], "time limit must be a positive number"),
    ],
)
def test_bad_input_is_a_sentence_and_exit_code_2(arguments: list[str], what: str, tmp_path: Path) -> None:
    code, _, said = invoke(*arguments, "-o", str(tmp_path / "out"))
    assert code == 2
    assert what in " ".join(said.split())
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_refused_before_it_is_measured(tmp_path: Path) -> None:
    for out in (tmp_path, tmp_path / "absent" / "rows.csv"):
        code, _, said = invoke("counting", "-o", str(out))
        assert code == 2
        assert "pass a file in a folder that is there" in " ".join(said.split())
