"""The lessons for nbgrader are what it expects."""

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import nbformat
import pytest

from sudoku_models.course import every_exercise
from sudoku_models.course.exports import export_lessons
from sudoku_models.course.lessons import BEGIN, LINK
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
    made = export_lessons(SOLUTIONS, tmp_path)
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


def test_an_assignment_has_its_pictures_and_pages_and_no_link_that_leads_nowhere(tmp_path):
    for path in export_lessons(SOLUTIONS, tmp_path, [0, 4, 16]):
        texts = {path.name: "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")}
        texts |= {str(page.relative_to(path.parent)): page.read_text() for page in path.parent.rglob("*.md")}
        linked = {Path(name).parent / link for name, text in texts.items() for _, link in LINK.findall(text)}
        assert {path.parent / link for link in linked if not (path.parent / link).exists()} == set()
        assert {"glossary.md", f"lesson-{path.name[:2]}.svg"} <= {link.name for link in linked}


def test_an_assignment_that_a_teacher_may_have_edited_is_kept(tmp_path):
    (made,) = export_lessons(SOLUTIONS, tmp_path, [2])
    (tmp_path / "nbgrader_config.py").write_text("# mine")
    made.write_text("mine")
    with pytest.raises(InputError, match="is there already"):
        export_lessons(SOLUTIONS, tmp_path, [3, 2])
    export_lessons(SOLUTIONS, tmp_path, [3])
    assert (made.read_text(), (tmp_path / "nbgrader_config.py").read_text()) == ("mine", "# mine")


def test_an_unknown_lesson_and_a_folder_without_solutions_are_errors(tmp_path):
    with pytest.raises(InputError, match="there is no lesson 99"):
        export_lessons(SOLUTIONS, tmp_path, [99])
    with pytest.raises(InputError, match="no solved notebooks"):
        export_lessons(tmp_path, tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("nbgrader") is None, reason="nbgrader is not installed")
def test_nbgrader_grades_a_solved_and_an_empty_notebook(tmp_path):
    export_lessons(SOLUTIONS, tmp_path, [2])
    run = lambda *command: subprocess.run([sys.executable, "-m", "nbgrader", *command], cwd=tmp_path, check=True)  # noqa: E731
    run("generate_assignment", "lesson_02")
    for student, version in (("anna", "source"), ("bert", "release")):
        shutil.copytree(tmp_path / version / "lesson_02", tmp_path / "submitted" / student / "lesson_02")
    run("autograde", "lesson_02")
    run("export")
    lines = (tmp_path / "grades.csv").read_text().splitlines()
    scores = {line.split(",")[3]: float(line.split(",")[7]) for line in lines[1:]}
    assert scores == {"anna": len(names(2)), "bert": 0}
