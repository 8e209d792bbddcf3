"""The lessons for nbgrader and Otter-Grader are what these tools expect."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest

from sudoku_models.course import every_exercise
from sudoku_models.course.exports import export_lessons
from sudoku_models.course.lessons import BEGIN
from sudoku_models.errors import InputError

SOLUTIONS = Path(__file__).parents[2] / "notebooks" / "solutions"
LESSONS = sorted({each.lesson for each in every_exercise()})


def names(lesson):
    return [each.name for each in every_exercise(lesson)]


def read(path):
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    return notebook


def test_nbgrader_gets_a_point_a_check_that_raises_and_a_solution_for_each_exercise(tmp_path):
    made = export_lessons("nbgrader", SOLUTIONS, tmp_path)
    for lesson, path in zip(LESSONS, made, strict=True):
        assert path.parent == tmp_path / "source" / f"lesson_{lesson:02}"
        cells = {c.metadata.nbgrader.grade_id: c for c in read(path).cells if "nbgrader" in c.metadata}
        for name in names(lesson):
            check, answer = cells[f"check-{name}"], cells[name]
            assert (check.metadata.nbgrader.points, check.metadata.nbgrader.grade) == (1, True)
            assert "assert verdict.passed" in check.source
            compile(check.source, name, "exec")
            assert (answer.metadata.nbgrader.solution, BEGIN in answer.source) == (True, True)
        assert all(cell.metadata.nbgrader.schema_version == 3 for cell in cells.values())


def test_otter_gets_a_question_with_a_solution_and_a_test_for_each_exercise(tmp_path):
    question = ["BEGIN QUESTION", "BEGIN SOLUTION", "END SOLUTION", "BEGIN TESTS", "END TESTS", "END QUESTION"]
    for lesson, path in zip(LESSONS, export_lessons("otter", SOLUTIONS, tmp_path), strict=True):
        cells = read(path).cells
        marks = [cell.source.split("\n")[0] for cell in cells if cell.cell_type == "raw"]
        assert marks == ["# ASSIGNMENT CONFIG", *[f"# {mark}" for mark in question] * len(names(lesson))]
        tests = [cell for cell in cells if cell.get("source", "").endswith(".passed")]
        assert [cell.outputs[0].data["text/plain"] for cell in tests] == ["True"] * len(names(lesson))
        for cell in tests:
            compile(cell.source, "test", "exec")
        assert not any(BEGIN in cell.source for cell in cells)


def test_an_unknown_lesson_and_a_folder_without_solutions_are_errors(tmp_path):
    with pytest.raises(InputError, match="there is no lesson 99"):
        export_lessons("nbgrader", SOLUTIONS, tmp_path, [99])
    with pytest.raises(InputError, match="no solved notebooks"):
        export_lessons("nbgrader", tmp_path, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("nbgrader") is None, reason="nbgrader is not installed")
def test_nbgrader_grades_a_solved_and_an_empty_notebook(tmp_path):
    export_lessons("nbgrader", SOLUTIONS, tmp_path, [2])
    run = lambda *command: subprocess.run([sys.executable, "-m", "nbgrader", *command], cwd=tmp_path, check=True)  # noqa: E731
    run("generate_assignment", "lesson_02")
    for student, version in (("anna", "source"), ("bert", "release")):
        shutil.copytree(tmp_path / version / "lesson_02", tmp_path / "submitted" / student / "lesson_02")
    run("autograde", "lesson_02")
    run("export")
    lines = (tmp_path / "grades.csv").read_text().splitlines()
    scores = {line.split(",")[3]: float(line.split(",")[7]) for line in lines[1:]}
    assert scores == {"anna": len(names(2)), "bert": 0}


@pytest.mark.slow
@pytest.mark.skipif(find_spec("otter") is None, reason="Otter-Grader is not installed")
def test_otter_accepts_its_own_solutions(tmp_path):
    (made,) = export_lessons("otter", SOLUTIONS, tmp_path, [2])
    subprocess.run([sys.executable, "-m", "otter", "assign", made.name, "dist"], cwd=made.parent, check=True)
    assert list((made.parent / "dist" / "autograder").glob("*.zip"))
