"""The commands certify and verify, their exit codes and their errors."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models import cli
from sudoku_models.certificates import certify, unit_propagation
from sudoku_models.certificates.verifier import CLAIM, FORMULA, PROOF

TWO = "12..341221..43.."


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def test_a_certificate_is_written_and_verified(tmp_path: Path) -> None:
    code, out, _ = run("certify", "mccaffrey", "--out", str(tmp_path / "proof"))
    assert code == 0
    assert "mccaffrey: exactly 1 solution" in out
    assert {path.name for path in (tmp_path / "proof").iterdir()} == {CLAIM, FORMULA, PROOF}
    code, out, _ = run("verify", str(tmp_path / "proof"), "--puzzle", "mccaffrey", "--json")
    assert code == 0
    assert all(json.loads(line)["accepted"] for line in out.splitlines())
    assert json.loads(out.splitlines()[0])["checker"] == "verifier"
    assert run("verify", str(tmp_path / "proof"), "--puzzle", "ai-escargot", "--no-others")[0] == 1


def test_several_puzzles_get_a_folder_each(tmp_path: Path) -> None:
    code, out, _ = run("certify", "easy50:1", TWO, TWO, "12....3........4", "--out", str(tmp_path), "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [each["count"] for each in found] == [1, 2, 2, 0]
    assert len({each["folder"] for each in found}) == 4
    code, out, _ = run("verify", str(tmp_path), "--no-others")
    assert code == 0
    assert out.count("accepted") == 4


def test_a_damaged_one_is_refused(tmp_path: Path) -> None:
    run("certify", TWO, TWO, "--out", str(tmp_path))
    damaged = sorted(tmp_path.iterdir())[0] / PROOF
    damaged.write_text("", encoding="utf-8")
    code, out, _ = run("verify", str(tmp_path), "--no-others")
    assert code == 1
    assert (out.count("REFUSED"), out.count("accepted")) == (1, 1)


def test_what_cannot_be_certified_is_said(tmp_path: Path) -> None:
    code, out, _ = run("certify", "1...............", "--out", str(tmp_path), "--limit", "3")
    assert code == 3
    assert "more than 3 solutions" in out
    code, out, _ = run("certify", "large:2", "--out", str(tmp_path), "-t", "0.001", "--json")
    assert code == 3
    assert json.loads(out)["count"] is None


def test_bad_input(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for arguments, reason in (
        (("verify", str(tmp_path)), "no certificate"),
        (("verify", str(tmp_path / "nowhere")), "no certificate"),
        (("certify", TWO, "--out", str(tmp_path / "file")), "cannot be written"),
        (("certify", "nothing-like-it", "--out", str(tmp_path)), "unknown puzzle"),
    ):
        code, out, err = run(*arguments)
        assert code == 2, (arguments, out, err)
        assert reason in err


def test_an_empty_puzzle_is_not_taken_for_none(tmp_path: Path) -> None:
    run("certify", TWO, "--out", str(tmp_path))
    assert run("verify", str(tmp_path), "--puzzle", "")[0] == 2


def test_a_certificate_that_has_lost_a_file_is_refused(tmp_path: Path) -> None:
    run("certify", TWO, TWO, "--out", str(tmp_path))
    (sorted(tmp_path.iterdir())[1] / CLAIM).unlink()
    code, out, _ = run("verify", str(tmp_path), "--no-others", "--json")
    assert code == 1
    assert [json.loads(line)["accepted"] for line in out.splitlines()] == [True, False]


def test_certificates_in_and_below_a_folder_are_all_checked(tmp_path: Path) -> None:
    run("certify", "mccaffrey", "--out", str(tmp_path))
    run("certify", "easy50:1", TWO, "--out", str(tmp_path))
    assert run("verify", str(tmp_path), "--no-others")[1].count("accepted") == 3


def test_boards_of_ones_own_are_not_described_by_names_in_the_file(tmp_path: Path) -> None:
    usual = sm.Board.of_size(4)
    board = sm.Board(4, (*usual.units, sm.Unit("nothing special", ((1, 1), (2, 3)))), usual.box)
    puzzle = sm.Puzzle.parse(TWO, board)
    certify(puzzle).save(tmp_path)
    code, out, _ = run("verify", str(tmp_path), "--no-others", "--json")
    reason = json.loads(out)["reason"]
    assert code == 0
    assert "nothing special" not in reason
    assert "with the units and rules that certificate.json lists" in reason
    code, out, _ = run("verify", str(tmp_path), "--no-others", "--json", "--puzzle", TWO)
    assert code == 1
    assert "only one of them has the unit" in json.loads(out)["reason"] or "4x4 board" in json.loads(out)["reason"]


def test_a_time_limit_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_propagation, "OFTEN", 50)
    run("certify", "large:1", "--out", str(tmp_path))
    code, out, _ = run("verify", str(tmp_path), "-t", "0.001", "--json", "--no-others")
    assert code == 3
    assert json.loads(out)["accepted"] is None
