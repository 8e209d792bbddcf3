"""The command `generate`: what it prints and writes, its exit codes, and Ctrl-C."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import sudoku_models as sm
from sudoku_models import cli
from sudoku_models.certificates import verify
from sudoku_models.cli import generating
from sudoku_models.generation import KINDS, Generated, generator


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli.app, ["generate", *arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_a_puzzle_is_drawn_with_its_title() -> None:
    ran = run("--seed", "42", "--level", "medium")
    made = sm.generate(9, "medium", seed=42)
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert made.puzzle
    assert ran.stdout.startswith(made.puzzle.draw())
    assert made.title in ran.stdout


def test_json_is_the_same_on_every_run_and_each_is_unique() -> None:
    arguments = ("--board", "6", "--count", "3", "--seed", "7", "--minimal", "--json")
    ran = run(*arguments)
    assert ran.exit_code == 0
    assert run(*arguments).stdout == ran.stdout
    said = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [each["seed"] for each in said] == ["7", "7.2", "7.3"]
    for each in said:
        count = sm.count_solutions(sm.Puzzle.parse(each["puzzle"]), "assignment", "pulp")
        assert (count.value, count.status, count.grids[0].line()) == (1, "exact", each["solution"])
        assert each["minimal"] is True
    assert run(*arguments[:4], "--seed", "8", "--json").stdout != ran.stdout


def test_the_random_seed_is_in_the_result() -> None:
    (said,) = map(json.loads, run("--board", "4", "--json").stdout.splitlines())
    (again,) = map(json.loads, run("--board", "4", "--json", "--seed", said["seed"]).stdout.splitlines())
    assert again == said


def test_sheets(tmp_path: Path) -> None:
    pdf = tmp_path / "sheet.pdf"
    assert run("--board", "4", "-n", "3", "--seed", "1", "--pdf", str(pdf)).exit_code == 0
    assert pdf.read_bytes().startswith(b"%PDF")


def test_symmetric_with_so_many_givens() -> None:
    (said,) = map(json.loads, run("--clues", "32", "--symmetric", "--seed", "1", "--json").stdout.splitlines())
    assert (said["clues"], said["symmetric"], said["met"]) == (32, True, True)
    assert said["puzzle"].replace(".", "0")[::-1].count("0") == 49
    assert [ch == "." for ch in said["puzzle"]] == [ch == "." for ch in reversed(said["puzzle"])]


def test_a_request_that_is_not_met_has_an_exit_code_and_a_message() -> None:
    ran = run("--board", "4", "--level", "hard", "--seed", "1")
    assert ran.exit_code == 3
    assert ran.stderr == "puzzle 1 is not as requested: the level is easy, not hard: 200 attempts were not enough\n"
    assert "not as requested" in ran.stdout
    late = run("--seed", "1", "-t", "0.000001", "--json")
    assert late.exit_code == 3
    assert json.loads(late.stdout)["met"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--level", "esay"), "did you mean 'easy'"),
        (("--clues", "16"), "fewer than 17 givens"),
        (("--board", "7"), "no board with 7 digits"),
        (("--board", "25", "--level", "hard"), "leave the level out"),
        (("--pdf", "no/such/folder/a.pdf"), "there is no folder"),
        (("--board", "4", "-t", "-1"), "time limit"),
        (("--count", "0"), "count"),
        (("--rules", "kilelr"), "did you mean 'killer'"),
        (("--rules", "killer:many"), "'killer:many' is not understood"),
        (("--board", "windowku"), "cannot be 'windowku'"),
        (("--minimal-rules",), "only rules that are placed"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], words: str) -> None:
    ran = run("--seed", "1", *arguments)
    assert ran.exit_code == 2
    assert words in ran.stderr
    assert "Traceback" not in ran.stderr


def test_without_matplotlib_nothing_is_made_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    for name in [name for name in sys.modules if name.startswith("sudoku_models.plots")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(sm, "plots", raising=False)
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *of: None if name == "matplotlib" else found(name, *of)
    )
    ran = run("--pdf", "a.pdf")
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert "pip install matplotlib" in ran.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process there")
def test_ctrl_c_keeps_what_is_done() -> None:
    command = [sys.executable, "-m", "sudoku_models", "generate", "--count", "100000", "--seed", "1", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    first = process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    lines = (first + out).splitlines()
    assert all(json.loads(line)["met"] for line in lines)
    assert f"interrupted: {len(lines)} of 100000 puzzles were generated" in err


def test_ctrl_c_keeps_what_is_done_in_the_pdf_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    generate = generator.generate

    def pressed(board: sm.Board, level: str | None, seed: str, **options: Any) -> Generated:
        if str(seed).endswith(".3"):
            raise KeyboardInterrupt
        return generate(board, level, seed, **options)

    monkeypatch.setattr(generator, "generate", pressed)
    pdf = tmp_path / "sheet.pdf"
    ran = run("--board", "4", "-n", "9", "--seed", "1", "--json", "--pdf", str(pdf))
    assert (ran.exit_code, ran.stderr) == (130, "interrupted: 2 of 9 puzzles were generated\n")
    assert len(ran.stdout.splitlines()) == 2
    assert pdf.exists()


def test_certificates_of_a_batch_are_written(tmp_path: Path) -> None:
    assert run("--board", "4", "--count", "2", "--seed", "5", "--certify", str(tmp_path)).exit_code == 0
    assert [verify(folder)[1] for folder in sorted(tmp_path.iterdir())] == [1, 1]


# -- rules ------------------------------------------------------------------------------------------------------------


def test_the_help_lists_all_kinds_of_rules() -> None:
    told = re.sub(r"\([^)]*\)", "", generating.KINDS).removeprefix("The kinds: ").rstrip(".")
    assert [name.strip() for name in re.split(r"[,;](?: and)?", told)] == [*KINDS]


def test_a_killer_sudoku_without_givens_is_printed_as_text_that_can_be_read_again() -> None:
    arguments = ("--rules", "killer", "--board", "4", "--clues", "0", "--seed", "1")
    made = sm.generate(4, rules="killer", clues=0, seed=1)
    ran = run(*arguments)
    assert (ran.exit_code, ran.stderr) == (0, "")
    title, text = (line for line in ran.stdout.splitlines()[-3:] if line)
    assert title == made.title == "6 killer cages, 0 givens, seed 1"
    assert sm.Puzzle.parse(text) == made.puzzle
    (said,) = map(json.loads, run(*arguments, "--json").stdout.splitlines())
    assert (said["text"], said["clues"], said["level"]) == (text, 0, None)


def test_kinds_boards_and_minimal_rules_together() -> None:
    options = ("--minimal-rules", "--seed", "1", "--json")
    ran = run("--board", "4+diagonal", "-r", "even-odd:3,jigsaw,xv", *options)
    assert ran.exit_code == 0
    (said,) = map(json.loads, ran.stdout.splitlines())
    made = sm.generate(sm.Board.of_size(4).diagonal(), rules="even-odd:3, jigsaw, xv", minimal_rules=True, seed=1)
    assert said["minimal_rules"] is True
    assert made.puzzle == sm.Puzzle.parse(said["text"])
    assert {unit.kind for unit in made.puzzle.board.plain.units} == {"row", "column", "region", "diagonal"}


def rows_of_variants() -> list[dict[str, str]]:
    path = Path(__file__).parents[2] / "data" / "variants.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", [row for row in rows_of_variants() if "--board 4" in row["command"]], ids=str)
def test_a_command_makes_the_puzzle_of_the_corpus_again(row: dict[str, str]) -> None:
    """On other versions of the libraries it may make another one."""
    program, command, *arguments = row["command"].split()
    assert (program, command) == ("sudoku-models", "generate")
    (said,) = map(json.loads, run(*arguments, "--json").stdout.splitlines())
    assert (said["text"], said["solution"]) == (row["puzzle"], row["solution"])
