"""Grades in the forms that learning platforms import."""

import csv

import pytest
from typer.testing import CliRunner

from sudoku_models.cli import app
from sudoku_models.course import grading
from sudoku_models.errors import InputError

ANNA, BERT = "anna@school.example", "bert@school.example"
GRADES = [
    grading.Grade(student, f"{student}/{lesson}.ipynb", lesson, exercise, points, "right" if points else "wrong", "...")
    for student, lesson, exercise, points in (
        (ANNA, 2, "count-pairs", 1),
        (ANNA, 2, "ranks-alone", 1),
        (ANNA, 3, "assignment", 0),
        (BERT, 2, "count-pairs", 0),
        (BERT, 2, "count-pairs", 1),  # a second submission
        (BERT, 2, "ranks-alone", 0),
    )
]


def exported(tmp_path, grades, platform, *options):
    """The table that the command writes for a learning platform."""
    source, target = tmp_path / "grades.csv", tmp_path / f"{platform}.csv"
    grading.write_csv(grades, source)
    result = CliRunner().invoke(app, ["course", "export", platform, str(source), str(target), *options])
    assert result.exit_code == 0, result.output
    with target.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_moodle_gets_a_row_for_each_student_and_a_column_for_each_exercise(tmp_path):
    anna, bert = exported(tmp_path, GRADES, "moodle")
    points = {"Lesson 02 count-pairs": "1", "Lesson 02 ranks-alone": "1", "Lesson 03 assignment": "0"}
    assert anna == {"email": ANNA, **points}
    assert (bert["Lesson 02 count-pairs"], bert["Lesson 03 assignment"]) == ("1", "")


def test_names_that_are_no_addresses_are_user_names(tmp_path):
    table = exported(
        tmp_path, [grading.Grade("anna", "a", 2, "ranks-alone", 1, "right", "")], "moodle", "--by", "lesson"
    )
    assert table == [{"username": "anna", "Lesson 02": "1"}]


def test_canvas_gets_its_columns_and_the_possible_points(tmp_path):
    possible, anna, bert = exported(tmp_path, GRADES, "canvas", "--by", "lesson")
    assert list(anna) == ["Student", "ID", "SIS Login ID", "Section", "Lesson 02", "Lesson 03"]
    assert (possible["Student"].strip(), possible["Lesson 02"]) == ("Points Possible", "2")
    assert (anna["SIS Login ID"], anna["Lesson 02"], bert["Lesson 02"]) == (ANNA, "2", "1")


def test_no_grade_no_file_and_another_file_are_errors(tmp_path):
    with pytest.raises(InputError, match="no grade"):
        grading.write_lms([], tmp_path / "m.csv", "moodle")
    with pytest.raises(InputError, match="cannot be read"):
        grading.read_rows(tmp_path / "none.csv")
    (tmp_path / "grades.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="no CSV of grades"):
        grading.read_rows(tmp_path / "grades.csv")
