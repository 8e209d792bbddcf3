"""The commands certify and verify, their exit codes and their errors."""

import csv
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from running import refused, run

import sudoku_models as sm
from sudoku_models.certificates import unit_propagation
from sudoku_models.certificates.batch import TABLE
from sudoku_models.certificates.lrat import LRAT
from sudoku_models.certificates.verifier import CLAIM, FORMULA, PROOF
from sudoku_models.runtime.limits import Deadline, TimeLimit

TWO = "12..341221..43.."


def accepted(*arguments: str) -> list[bool | None]:
    """What this package's verifier says of each certificate."""
    return [each["accepted"] for each in run("verify", *arguments, "--json").objects if each["checker"] == "verifier"]


def test_a_certificate_is_written_and_verified(tmp_path: Path) -> None:
    ran = run("certify", "mccaffrey", "--out", str(tmp_path / "proof"))
    assert ran.code == 0
    assert "exactly 1 solution" in ran.out
    assert {path.name for path in (tmp_path / "proof").iterdir()} == {CLAIM, FORMULA, PROOF}
    assert run("verify", str(tmp_path / "proof"), "--puzzle", "mccaffrey").code == 0
    assert accepted(str(tmp_path / "proof"), "--puzzle", "mccaffrey") == [True]
    assert run("verify", str(tmp_path / "proof"), "--puzzle", "ai-escargot").code == 1


def test_several_puzzles_get_a_folder_each_and_one_that_is_damaged_is_refused(tmp_path: Path) -> None:
    found = run("certify", "easy50:1", TWO, TWO, "12....3........4", "--out", str(tmp_path), "--json").objects
    assert [each["count"] for each in found] == [1, 2, 2, 0]
    assert len({each["folder"] for each in found}) == 4
    assert accepted(str(tmp_path)) == [True] * 4
    folders = sorted(tmp_path.iterdir())
    (folders[0] / PROOF).write_text("", encoding="utf-8")
    (folders[1] / CLAIM).unlink()
    assert accepted(str(tmp_path)) == [False, False, True, True]
    assert run("verify", str(tmp_path)).code == 1


def test_no_certificate_is_no_success(tmp_path: Path) -> None:
    ran = run("certify", "1...............", "--out", str(tmp_path), "--limit", "3")
    assert ran.code == 3
    assert "more than 3 solutions" in ran.out
    ran = run("certify", "large:2", "--out", str(tmp_path), "-t", "0.001", "--json")
    assert ran.code == 3
    assert ran.objects[0]["count"] is None


def test_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "no certificate" in refused("verify", str(tmp_path / "nowhere"))
    assert "cannot be written" in refused("certify", TWO, "--out", str(tmp_path / "file"))
    run("certify", TWO, "--out", str(tmp_path / "proof"))
    refused("verify", str(tmp_path / "proof"), "--puzzle", "")  # an empty puzzle is not taken for none


def test_boards_of_ones_own_are_not_described_by_names_in_the_file(tmp_path: Path) -> None:
    usual = sm.Board.of_size(4)
    unit = type(usual.units[0])("nothing special", ((1, 1), (2, 3)))
    puzzle = sm.Puzzle.parse(TWO, sm.Board(4, (*usual.units, unit), usual.box))
    sm.certify(puzzle).write(tmp_path)
    ran = run("verify", str(tmp_path), "--json")
    assert ran.code == 0
    assert "nothing special" not in ran.objects[0]["reason"]
    assert run("verify", str(tmp_path), "--puzzle", TWO).code == 1


def test_a_time_limit_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_propagation, "CHECK_EVERY", 50)
    run("certify", "large:1", "--out", str(tmp_path))
    ran = run("verify", str(tmp_path), "-t", "0.001", "--json")
    assert ran.code == 3
    assert ran.objects[0]["accepted"] is None
    monkeypatch.setattr(Deadline, "check", stop)
    ran = run("certify", "large:1", "--out", str(tmp_path / "hints"), "--lrat")
    assert ran.code == 3
    assert "not certified" in ran.out
    assert not (tmp_path / "hints" / CLAIM).exists()


def stop(_: Deadline) -> None:
    raise TimeLimit


def test_a_certificate_of_a_bound_is_a_file(tmp_path: Path) -> None:
    def least(m: Any) -> Any:
        x = m.int_vars("x", "ab", 0, 9)
        m.add(2 * x["a"] + 2 * x["b"] >= 3, "three halves")
        m.minimize(x["a"] + x["b"])
        return x

    file = sm.Problem(least, "pulp").certify().write(tmp_path / "bound.json")
    assert run("verify", str(file)).code == 0
    assert run("verify", str(file), "--puzzle", TWO).code == 1
    file.write_text(file.read_text(encoding="utf-8").replace('"3"', '"1"'), encoding="utf-8")
    assert run("verify", str(file)).code == 1


# -- LRAT and many puzzles ---------------------------------------------------------------------------------------------


def rows_of(table: Path) -> list[dict[str, str]]:
    with table.open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def test_a_proof_with_hints_is_written_and_checked_by_a_verified_program(cake_lpr: str, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    assert run("certify", "mccaffrey", "--out", str(proof), "--lrat", "-c", "cake_lpr").code == 0
    found = run("verify", str(proof), "--checker", "cake_lpr", "--json").objects
    assert [(each["checker"], each["accepted"]) for each in found] == [("verifier", True), ("cake_lpr", True)]
    lines = (proof / LRAT).read_text(encoding="utf-8").splitlines(keepends=True)
    (proof / LRAT).write_text("".join([*lines[:20], *lines[21:]]), encoding="utf-8")
    assert run("verify", str(proof), "--checker", "cake_lpr").code == 1
    (proof / LRAT).unlink()
    assert run("verify", str(proof), "--checker", "cake_lpr").code == 0  # the verifier makes one


def test_a_checker_that_is_not_there_is_no_success(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SUDOKU_MODELS_CAKE_LPR", str(tmp_path / "nowhere"))
    message = refused("certify", TWO, "--out", str(tmp_path / "proof"), "--checker", "cake_lpr")
    assert "https://github.com/tanyongkiam/cake_lpr" in message
    assert not (tmp_path / "proof").exists()


def test_what_the_table_has_is_not_certified_again(tmp_path: Path) -> None:
    out, table = str(tmp_path), tmp_path / TABLE
    assert len(run("certify", "easy50:1", TWO, "--out", out, "--json").objects) == 2
    assert [(row["count"], row["accepted"]) for row in rows_of(table)] == [("1", "True"), ("2", "True")]
    assert run("certify", "easy50:1", TWO, "--out", out, "--json").objects == []
    again = run("certify", "easy50:1", "easy50:2", "--out", out, "--json").objects
    assert [each["puzzle"] for each in again] == ["easy50:2"]  # it was another puzzle in this place
    (tmp_path / "1" / CLAIM).unlink()
    again = run("certify", "easy50:1", "easy50:2", "--out", out, "--json").objects
    assert [each["puzzle"] for each in again] == ["easy50:1"]
    again = run("certify", "easy50:1", TWO, "--out", out, "--lrat", "--json").objects
    assert [each["puzzle"] for each in again] == ["easy50:1", ""]  # neither has hints, and one was of another puzzle
    table.write_text(table.read_text(encoding="utf-8")[:-30], encoding="utf-8")  # killed while it wrote the last row
    for missing in (1, 0):
        assert len(run("certify", "easy50:1", TWO, "--out", out, "--lrat", "--json").objects) == missing


def test_what_was_not_certified_is_tried_again_and_what_was_not_checked_is_checked(tmp_path: Path) -> None:
    pytest.importorskip("dratify")
    table = tmp_path / "only.csv"
    many = "1..............."
    assert run("certify", TWO, many, "--out", str(table), "--limit", "3").code == 3
    assert [each["count"] for each in run("certify", TWO, many, "--out", str(table), "--json").objects] == [72]
    ran = run("certify", TWO, many, "--out", str(table), "--json", "--checker", "dratify")
    assert [each["checked_by"] for each in ran.objects] == ["verifier dratify"] * 2
    assert [*tmp_path.iterdir()] == [table]


@pytest.mark.slow
def test_many_are_certified_by_two_processes_interrupted_and_continued(tmp_path: Path) -> None:
    table = tmp_path / "clues17.csv"
    arguments = [sys.executable, "-m", "sudoku_models", "certify", "clues17", "--out", str(table), "--jobs", "2"]
    program = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (table.exists() and len(rows_of(table)) > 5):
        time.sleep(0.1)
        assert program.poll() is None
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=30)
    assert program.returncode == 130
    assert "Traceback" not in errors
    done = [row["puzzle"] for row in rows_of(table)]
    assert done == [*sm.corpus("clues17")][: len(done)]
    left = "\n".join(puzzle.line() for puzzle in [*sm.corpus("clues17").values()][: len(done) + 4])
    (tmp_path / "some.txt").write_text(left, encoding="utf-8")
    ran = run("certify", str(tmp_path / "some.txt"), "--out", str(table), "--jobs", "2", "--json")
    assert [each["count"] for each in ran.objects] == [1] * 4
