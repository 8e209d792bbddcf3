"""Grades in the forms that learning platforms import."""

import csv

import pytest
from typer.testing import CliRunner

from sudoku_models.cli import app
from sudoku_models.course import grading
from sudoku_models.errors import InputError

GRADES = [
    grading.Grade(student, f"{student}/{lesson}.ipynb", lesson, exercise, points, "right" if points else "wrong", "...")
    for student, lesson, exercise, points in (
        ("anna@school.example", 2, "count-pairs", 1),
        ("anna@school.example", 2, "pairwise", 1),
        ("anna@school.example", 3, "assignment", 0),
        ("bert@school.example", 2, "count-pairs", 0),
        ("bert@school.example", 2, "count-pairs", 1),  # a second submission
        ("bert@school.example", 2, "pairwise", 0),
    )
]


def table(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def rows(tmp_path):
    grading.write_csv(GRADES, tmp_path / "grades.csv")
    return grading.read_rows(tmp_path / "grades.csv")


def test_moodle_gets_a_row_for_each_student_and_a_column_for_each_exercise(rows, tmp_path):
    assert grading.write_lms(rows, tmp_path / "moodle.csv", "moodle") == 2
    anna, bert = table(tmp_path / "moodle.csv")
    assert anna == {
        "email": "anna@school.example",
        "Lesson 02 count-pairs": "1",
        "Lesson 02 pairwise": "1",
        "Lesson 03 assignment": "0",
    }
    assert (bert["Lesson 02 count-pairs"], bert["Lesson 03 assignment"]) == ("1", "")


def test_names_that_are_no_addresses_are_user_names(tmp_path):
    grading.write_csv([grading.Grade("anna", "a", 2, "pairwise", 1, "right", "")], tmp_path / "grades.csv")
    grading.write_lms(grading.read_rows(tmp_path / "grades.csv"), tmp_path / "moodle.csv", "moodle")
    assert table(tmp_path / "moodle.csv") == [{"username": "anna", "Lesson 02 pairwise": "1"}]


def test_canvas_gets_its_columns_and_the_possible_points(rows, tmp_path):
    grading.write_lms(rows, tmp_path / "canvas.csv", "canvas", "lesson")
    possible, anna, bert = table(tmp_path / "canvas.csv")
    assert list(anna) == ["Student", "ID", "SIS Login ID", "Section", "Lesson 02", "Lesson 03"]
    assert (possible["Student"].strip(), possible["Lesson 02"]) == ("Points Possible", "2")
    assert (anna["SIS Login ID"], anna["Lesson 02"], bert["Lesson 02"]) == ("anna@school.example", "2", "1")


def test_the_command_writes_the_file_and_refuses_another_one(rows, tmp_path):
    command = ["course", "export", "moodle", str(tmp_path / "grades.csv"), str(tmp_path / "m.csv"), "--by", "lesson"]
    assert "2 students written" in CliRunner().invoke(app, command).stdout
    assert table(tmp_path / "m.csv")[0]["Lesson 02"] == "2"
    (tmp_path / "grades.csv").write_text("a,b\n1,2\n")
    result = CliRunner().invoke(app, command)
    assert (result.exit_code, "no CSV of grades" in result.stderr) == (2, True)


def test_no_grade_and_no_file_are_errors(tmp_path):
    with pytest.raises(InputError, match="no grade"):
        grading.write_lms([], tmp_path / "m.csv", "moodle")
    with pytest.raises(InputError, match="cannot be read"):
        grading.read_rows(tmp_path / "none.csv")
