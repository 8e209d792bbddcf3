"""The commands certify and verify, their exit codes and their errors."""

from pathlib import Path

import pytest
from running import refused, run

import sudoku_models as sm
from sudoku_models.certificates import unit_propagation
from sudoku_models.certificates.verifier import CLAIM, FORMULA, PROOF

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
    monkeypatch.setattr(unit_propagation, "OFTEN", 50)
    run("certify", "large:1", "--out", str(tmp_path))
    ran = run("verify", str(tmp_path), "-t", "0.001", "--json")
    assert ran.code == 3
    assert ran.objects[0]["accepted"] is None
