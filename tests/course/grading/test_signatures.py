"""A row that was changed after grading is found."""

import csv
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from sudoku_models.cli import app
from sudoku_models.course import every_exercise, grading
from sudoku_models.course.grading.signatures import signature
from sudoku_models.errors import InputError

NAMES = [each.name for each in every_exercise(2)]
GRADES = [
    grading.Grade(student, f"{student}/02.ipynb", 2, name, int(name > "p"), "right" if name > "p" else "wrong", "=so")
    for student in ("anna", "bert")
    for name in NAMES
]


@pytest.fixture
def signed(tmp_path):
    key = grading.load_key(tmp_path / "key")
    grading.write_csv(GRADES, tmp_path / "grades.csv", key)
    return tmp_path / "grades.csv", key


def test_what_was_written_is_what_was_signed(signed):
    path, key = signed
    assert grading.verify(grading.read_rows(path), key) == []


@pytest.mark.parametrize(
    "column", ["student", "exercise", "points", "status", "sentence", "isolated", "hints", "signature"]
)
def test_a_change_in_any_column_is_found_with_its_line(signed, column):
    path, key = signed
    rows = grading.read_rows(path)
    rows[3] = {**rows[3], column: "2"}
    assert grading.verify(rows, key)[0].startswith("line 5 ")


def test_rows_that_were_added_repeated_or_removed_are_found(signed):
    path, key = signed
    rows = grading.read_rows(path)
    unsigned = {**rows[0], "points": "1", "signature": ""}
    assert "is not signed" in grading.verify([*rows, unsigned], key)[0]
    assert "has 2 rows" in grading.verify([*rows, rows[0]], key)[0]
    assert f"the row of {NAMES[1]!r} is missing" in grading.verify(rows[:1] + rows[2:], key)[0]


def test_another_order_is_no_change(signed):
    path, key = signed
    assert grading.verify(sorted(grading.read_rows(path), key=lambda row: row["exercise"]), key) == []


@given(st.dictionaries(st.text(), st.text()), st.binary(min_size=1), st.binary(min_size=1))
def test_equal_signatures_mean_equal_keys_and_rows(row, key, other):
    padded, padded_other = key.ljust(64, b"\0"), other.ljust(64, b"\0")
    if len(key) <= 64 and len(other) <= 64:
        assert (signature(row, key) == signature(row, other)) == (padded == padded_other)
    assert signature({**row, "x": "1"}, key) != signature({**row, "x": "2"}, key)


def test_a_key_is_made_once_for_its_owner_and_outside_the_submissions(tmp_path):
    key = grading.load_key(tmp_path / "key")
    assert grading.load_key(tmp_path / "key") == key
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) & 0o077 == 0
    (tmp_path / "no").write_text("123")
    for path, words in ((tmp_path / "no", "is no key"), (tmp_path / "a" / "b", "cannot be read or made")):
        with pytest.raises(InputError, match=words):
            grading.load_key(path)
    with pytest.raises(InputError, match="inside the folder of submissions"):
        grading.load_key(tmp_path / "in" / "key", tmp_path / "in")


def test_the_command_says_which_rows_were_changed(signed, tmp_path):
    path, _ = signed
    command = ["course", "verify", str(path), "--key", str(tmp_path / "key")]
    assert CliRunner().invoke(app, command).exit_code == 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[0]["points"] = "1"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    result = CliRunner().invoke(app, command)
    assert (result.exit_code, "line 2 (anna, count-pairs) was changed" in result.stdout) == (1, True)
    assert CliRunner().invoke(app, [*command[:-1], str(tmp_path / "none")]).exit_code == 2
