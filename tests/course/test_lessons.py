"""The learner's notebooks are made from the solved ones, and copied without harm."""

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat import v4
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models.cli import app
from sudoku_models.course import every_exercise, lessons
from sudoku_models.course.grading.notebooks import CHECK

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOLVED = sorted((NOTEBOOKS / "solutions").glob("*.ipynb"))
LEARNERS = sorted(NOTEBOOKS.glob("*.ipynb"))


def read(path):
    return nbformat.read(path, 4)


def solution(text, **metadata):
    return v4.new_code_cell(text, metadata=metadata)


def test_the_learners_notebooks_are_those_that_release_makes():
    assert [path.name for path in SOLVED] == [path.name for path in LEARNERS]
    assert lessons.out_of_date(NOTEBOOKS / "solutions", NOTEBOOKS) == []


@pytest.mark.parametrize("path", [*SOLVED, *LEARNERS], ids=lambda p: f"{p.parent.name}/{p.name[:2]}")
def test_a_notebook_is_small_and_has_stored_outputs_of_this_machine_alone(path):
    book, text = read(path), path.read_text(encoding="utf-8")
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert len(text) < 500_000
    assert max(len(cell.source.splitlines()) for cell in cells) <= 20
    outputs = [out for cell in cells for out in cell.outputs]
    assert len(outputs) > 10
    assert [out for out in outputs if out.output_type == "error" or out.get("name") == "stderr"] == []
    # A live board needs its kernel. To mend a notebook that was just run: write `lessons.still(notebook)`.
    assert "widgets" not in book.metadata
    assert not any(lessons.LIVE in out.get("data", {}) for out in outputs)
    # What stands before the slash keeps pictures out, which are letters, digits, + and / in a long row.
    assert re.findall(r"(?<![\w+/=])/(?:home|root|tmp|work|Users|usr|opt|var)/\S*|site-packages", text) == []


@pytest.mark.parametrize("path", SOLVED, ids=lambda p: p.name[:2])
def test_each_exercise_of_a_lesson_has_its_three_cells_and_is_solved(path):
    cells = read(path).cells
    lesson = int(path.name[:2])
    checks = {CHECK.findall(cell.source)[0][0]: k for k, cell in enumerate(cells) if CHECK.search(cell.source)}
    assert list(checks) == [each.name for each in every_exercise(lesson)]
    assert 3 <= len(checks) <= 5
    ids = [cell.metadata.nbgrader.grade_id for cell in cells if "nbgrader" in cell.metadata]
    assert len(ids) == len(set(ids))
    for name, k in checks.items():
        assert cells[k].metadata.nbgrader.grade_id == f"check-{name}"
        assert cells[k - 1].metadata.nbgrader.solution
        assert lessons.BEGIN in cells[k - 1].source
        assert any(f"### Exercise {lesson}." in cell.source for cell in cells[k - 5 : k])
        assert cells[k].outputs[0].data["text/plain"].startswith("right: "), name


@pytest.mark.parametrize("path", LEARNERS, ids=lambda p: p.name[:2])
def test_a_learners_notebook_has_no_solution_and_installs_on_colab(path):
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    checks = [cell for cell in cells if CHECK.search(cell.source)]
    assert checks
    assert all(cell.outputs[0].data["text/plain"].startswith("not yet: ") for cell in checks)
    assert lessons.BEGIN not in path.read_text(encoding="utf-8")
    assert (cells[0].source, cells[0].outputs) == (lessons.COLAB.rstrip(), [])


def test_a_region_is_removed_and_the_rest_stays():
    cell = solution(
        "def f(x):\n    '''Doubles.'''\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION\n\ny = 1"
    )
    learners = lessons.learners_version(v4.new_notebook(cells=[cell]))
    assert learners.cells[0].source == (
        "def f(x):\n    '''Doubles.'''\n    # YOUR CODE HERE\n    raise NotImplementedError\n\ny = 1"
    )
    at_the_top = solution("n = ...\n### BEGIN SOLUTION\nn = 6\n### END SOLUTION")
    assert lessons.learners_version(v4.new_notebook(cells=[at_the_top])).cells[0].source == "n = ...\n# YOUR CODE HERE"
    assert "return 2" in cell.source


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        (solution("### BEGIN SOLUTION\nn = 6"), "cell 1: "),
        (solution("### END SOLUTION"), "BEGIN"),
        (solution("### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION"), "BEGIN"),
        (solution("n = 6", nbgrader={"solution": True}), "marked as a solution"),
    ],
)
def test_a_region_that_is_not_marked_well_is_an_error(cell, complaint):
    with pytest.raises(sm.SudokuModelsError, match=complaint):
        lessons.learners_version(v4.new_notebook(cells=[cell]))


@pytest.fixture
def two_folders(tmp_path):
    solved, folder = tmp_path / "solutions", tmp_path / "learners"
    solved.mkdir()
    cells = [solution("n = ...\n### BEGIN SOLUTION\nn = 6\n### END SOLUTION"), v4.new_code_cell("print(n)")]
    nbformat.write(v4.new_notebook(cells=cells), solved / "00_six.ipynb")
    return solved, folder


@pytest.mark.slow
def test_release_makes_runs_and_notices_what_is_out_of_date(two_folders):
    solved, folder = two_folders
    run = CliRunner().invoke
    command = ["course", "release", str(solved), str(folder)]
    assert run(app, [*command, "--check"]).exit_code == 1
    assert run(app, command).exit_code == 0
    assert read(folder / "00_six.ipynb").cells[2].outputs[0].text == "Ellipsis\n"
    assert run(app, [*command, "--check"]).exit_code == 0
    changed = (solved / "00_six.ipynb").read_text().replace("print(n)", "print(n, n)")
    (solved / "00_six.ipynb").write_text(changed)
    found = run(app, [*command, "--check"])
    assert (found.exit_code, found.output) == (1, "00_six.ipynb is out of date\n")


def test_release_of_nothing_is_an_error(tmp_path):
    result = CliRunner().invoke(app, ["course", "release", str(tmp_path), str(tmp_path / "out")])
    assert (result.exit_code, result.stderr) == (2, f"error: there are no notebooks in {tmp_path}\n")


def test_start_copies_the_lessons_and_leaves_work_alone(tmp_path):
    folder = tmp_path / "mine"
    start = ["course", "start", str(folder), "--no-lab"]
    assert CliRunner().invoke(app, start).exit_code == 0
    assert sorted(p.name for p in folder.glob("*.ipynb")) == [path.name for path in LEARNERS]
    assert json.loads((folder / "progress.json").read_text()) == {}
    (folder / LEARNERS[0].name).write_text("my work")
    (folder / LEARNERS[1].name).unlink()
    (folder / "progress.json").write_text('{"count-pairs": "right"}')
    again = CliRunner().invoke(app, start)
    assert "1 lesson copied" in again.output
    assert (folder / LEARNERS[0].name).read_text() == "my work"
    assert json.loads((folder / "progress.json").read_text()) == {"count-pairs": "right"}


def test_start_opens_jupyterlab_in_the_folder(tmp_path, monkeypatch):
    called = []

    class Lab:
        def __init__(self, command, cwd):
            called.append((command, cwd))

        def poll(self):
            return 0

    monkeypatch.setattr(subprocess, "Popen", Lab)
    assert CliRunner().invoke(app, ["course", "start", str(tmp_path / "mine")]).exit_code == 0
    assert called == [([sys.executable, "-m", "jupyterlab", LEARNERS[0].name], tmp_path / "mine")]


def test_start_where_there_is_a_file_is_an_error_message(tmp_path):
    (tmp_path / "mine").write_text("")
    result = CliRunner().invoke(app, ["course", "start", str(tmp_path / "mine"), "--no-lab"])
    assert result.exit_code == 2
    assert "cannot be copied" in result.stderr


def test_without_jupyter_the_error_names_the_package_to_install(monkeypatch, tmp_path):
    monkeypatch.setattr(lessons, "find_spec", lambda _: None)
    result = CliRunner().invoke(app, ["course", "start", str(tmp_path / "mine")])
    assert result.exit_code == 2
    assert "python -m pip install jupyterlab" in result.stderr
    assert len(list((tmp_path / "mine").glob("*.ipynb"))) == len(LEARNERS)
