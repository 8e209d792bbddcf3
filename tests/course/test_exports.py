"""The lessons for nbgrader and Otter-Grader are what these tools expect."""

import shutil
import subprocess
import sys
from importlib.util import find_spec

import nbformat
import pytest
from typer.testing import CliRunner

from sudoku_models.cli import app
from sudoku_models.course import every_exercise
from sudoku_models.course.exports import export_nbgrader, export_otter, solutions_folder
from sudoku_models.course.lessons import BEGIN
from sudoku_models.errors import InputError

LESSONS = sorted({each.lesson for each in every_exercise()})


def names(lesson):
    return [each.name for each in every_exercise(lesson)]


@pytest.fixture(scope="module")
def nbgrader(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nbgrader")
    made = export_nbgrader(folder, solutions_folder())
    return folder, dict(zip(LESSONS, made.made, strict=True))


@pytest.fixture(scope="module")
def otter(tmp_path_factory):
    return dict(zip(LESSONS, export_otter(tmp_path_factory.mktemp("otter"), solutions_folder()).made, strict=True))


def read(path):
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    return notebook


@pytest.mark.parametrize("lesson", LESSONS)
def test_nbgrader_gets_a_point_a_check_that_raises_and_a_solution_for_each_exercise(nbgrader, lesson):
    folder, made = nbgrader
    assert made[lesson] == folder / "source" / f"lesson_{lesson:02}"
    (path,) = made[lesson].glob("*.ipynb")
    cells = {c.metadata.nbgrader.grade_id: c for c in read(path).cells if "nbgrader" in c.metadata}
    for name in names(lesson):
        check, answer = cells[f"check-{name}"], cells[name]
        assert (check.metadata.nbgrader.points, check.metadata.nbgrader.grade) == (1, True)
        assert "assert verdict.passed" in check.source
        compile(check.source, name, "exec")
        assert (answer.metadata.nbgrader.solution, BEGIN in answer.source) == (True, True)
    assert all(cell.metadata.nbgrader.schema_version == 3 for cell in cells.values())


@pytest.mark.parametrize("lesson", LESSONS)
def test_otter_gets_a_question_with_a_solution_and_a_test_for_each_exercise(otter, lesson):
    cells = read(otter[lesson]).cells
    marks = [cell.source.split("\n")[0] for cell in cells if cell.cell_type == "raw"]
    question = ["QUESTION", "SOLUTION"], ["SOLUTION"], ["TESTS"], ["TESTS", "QUESTION"]
    one = [
        f"# {kind} {each}"
        for kind, part in zip(("BEGIN", "END", "BEGIN", "END"), question, strict=True)
        for each in part
    ]
    assert marks == ["# ASSIGNMENT CONFIG", *one * len(names(lesson))]
    tests = [cell for cell in cells if cell.get("source", "").endswith(".passed")]
    assert [cell.outputs[0].data["text/plain"] for cell in tests] == ["True"] * len(names(lesson))
    for cell in tests:
        compile(cell.source, "test", "exec")
    assert not any(BEGIN in cell.source for cell in cells)


def test_an_unknown_lesson_and_a_folder_without_solutions_are_errors(tmp_path):
    with pytest.raises(InputError, match="there is no lesson 99"):
        export_nbgrader(tmp_path, solutions_folder(), [99])
    with pytest.raises(InputError, match="--solutions"):
        solutions_folder(tmp_path)


@pytest.mark.parametrize("system", ["nbgrader", "otter"])
def test_the_command_says_what_to_do_next(tmp_path, system):
    result = CliRunner().invoke(app, ["course", "export", system, str(tmp_path / "out"), "--lesson", "2"])
    assert result.exit_code == 0, result.output
    assert "1 assignments" in result.stdout
    assert "generate_assignment lesson_02" in result.stdout or "otter assign" in result.stdout


@pytest.mark.slow
@pytest.mark.skipif(find_spec("nbgrader") is None, reason="nbgrader is not installed")
def test_nbgrader_grades_a_solved_and_an_empty_notebook(tmp_path):
    export_nbgrader(tmp_path, solutions_folder(), [2])
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
    (made,) = export_otter(tmp_path, solutions_folder(), [2]).made
    subprocess.run([sys.executable, "-m", "otter", "assign", made.name, "dist"], cwd=made.parent, check=True)
    assert list((made.parent / "dist" / "autograder").glob("*.zip"))
