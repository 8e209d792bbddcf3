"""The command `bench study`: it says what it will measure, measures that, and continues."""

import json
from pathlib import Path

from typer.testing import CliRunner, Result

from sudoku_models import benchmark
from sudoku_models.cli import app

TEXT = """
[run]
repeats = 2
[[run.puzzles]]
corpus = "small"
sample = 1
[[run.configurations]]
formulations = ["all_different"]
backends = ["pulp", "cpsat"]
solvers = ["cpsat"]
"""


def study(file: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["bench", "study", str(file), "-o", str(file.parent / "results"), *arguments])


def test_a_study_is_announced_measured_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "protocol.toml"
    file.write_text(TEXT, encoding="utf-8")
    said = study(file, "--dry-run")
    assert said.exit_code == 0
    assert "4 cases, at most 1 core-minutes" in said.stderr
    assert said.stdout.splitlines() == [
        "small: 1 puzzle, 4 cases",
        "all_different x pulp x cpsat",
        "all_different x cpsat x cpsat",
    ]
    assert not (tmp_path / "results").exists()
    assert study(file).exit_code == 0
    table = benchmark.read(tmp_path / "results")
    assert table["repeat"].tolist() == [0, 0, 1, 1]
    assert (table["status"] == "unique").all()
    again = json.loads(study(file, "--json").stdout)
    assert (again["before"], again["done"]) == (4, 0)


def test_a_protocol_that_is_not_there_is_refused(tmp_path: Path) -> None:
    said = study(tmp_path / "none.toml")
    assert (said.exit_code, said.stdout) == (2, "")
    assert "none.toml" in said.stderr
