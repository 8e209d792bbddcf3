"""One bad notebook never stops the grading of the rest."""

import csv
import json
import time

import nbformat
import psutil
import pytest
from nbformat import v4
from submitted import SOLUTIONS, START, lesson_name, notebook
from typer.testing import CliRunner

from sudoku_models.cli import app
from sudoku_models.course import every_exercise, grading
from sudoku_models.course.grading import grades as module

LESSON = 2
NAMES = [each.name for each in every_exercise(LESSON)]


def solved_exercises(path):
    """The solved notebook, without the cells that are no exercises."""
    solved = nbformat.read(SOLUTIONS / path.name, 4)
    code = [cell for cell in solved.cells if cell.cell_type == "code"]
    solved.cells = [cell for cell in code if "nbgrader" in cell.metadata or cell.source.startswith(("import", "from"))]
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(solved, path)


FORGES = f"""
import json, os
from pathlib import Path
import sudoku_models.course.checking as checking
from sudoku_models import course
from sudoku_models.course.verdict import Verdict
right = lambda name, *_, **__: Verdict(name, "right", "mine")
course.check = checking.check = checking.judge = checking.verdict_on = right
for folder in {{Path(value) for name, value in os.environ.items() if name.startswith("SUDOKU")}}:
    for each in {NAMES}:
        for ending in ("json", "verdict", "pickle"):
            (folder / f"{{each}}.{{ending}}").write_text(json.dumps(["right", "mine"]))
pairs = my_pairwise = smallest_M = big_m_by_hand = ranks_alone = 1
"""
LEAVES_A_PROCESS = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open(PATH, "w").write(str(os.getpid()))
        time.sleep(600)
    os._exit(0)
while not os.path.exists(PATH):
    time.sleep(0.01)
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("submissions")
    name = lesson_name(LESSON)
    notebook(folder / "anna" / name, START, "pairs = 810", 'course.check("count-pairs", pairs)')
    notebook(folder / "bert" / name, START, "pairs = 1620", "print('no check here')")
    notebook(folder / "carl" / name, START, "import os; os._exit(1)", 'course.check("count-pairs", 810)')
    (folder / "emil").mkdir()
    (folder / "emil" / name).write_text("this is no notebook")
    notebook(folder / "fred" / name, START, "1 / 0", "pairs = 810", 'print(course.check("count-pairs", 7).sentence)')
    notebook(folder / "hans" / name, START, "pairs = 810", "def my_pairwise(m, puzzle):\n    x = 1\n    return (x\n")
    notebook(folder / "ines" / name, FORGES)
    notebook(folder / "jan" / name, "pairs = 1 / 0", f"PATH = {str(folder / 'alive')!r}{LEAVES_A_PROCESS}")
    notebook(folder / "essay.ipynb", "print('nothing of the course')")
    solved_exercises(folder / "gina" / name)
    (folder / "hans" / "progress.json").write_text(json.dumps({"hints": {"pairwise": 1, "count-pairs": 1}}))
    asks = nbformat.read(folder / "hans" / name, 4)
    asks.cells[1].outputs = [v4.new_output("stream", text="hint 2 of 3 for count-pairs: ...\n")]
    nbformat.write(asks, folder / "hans" / name)
    grades = grading.grade(folder, time_limit=60, jobs=2)
    hanging = tmp_path_factory.mktemp("hanging")
    notebook(hanging / "dora" / name, START, "pairs = 810", "while True: pass")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CELL_SHARE", 1 / 6)
        grades += grading.grade(hanging, time_limit=60)
    return folder, {(g.student, g.exercise): g for g in grades}


@pytest.mark.slow
def test_a_right_answer_has_a_point_and_the_others_say_why(graded):
    _, by = graded
    assert by["anna", "count-pairs"].points == 1
    assert {g.exercise: g.points for (student, _), g in by.items() if student == "gina"} == {
        each.name: 1 for each in every_exercise(LESSON)
    }
    assert by["bert", "count-pairs"].points == 0
    assert "pair" in by["bert", "count-pairs"].sentence


def test_the_check_cells_are_those_of_the_course(graded):
    # Bert's notebook had none, and Fred's another one.
    _, by = graded
    assert by["bert", "count-pairs"].status == "wrong"
    assert by["fred", "count-pairs"].status == "right"


def test_an_answer_that_is_not_there_is_reported(graded):
    _, by = graded
    others = [g for (student, _), g in by.items() if student == "anna" and g.exercise != "count-pairs"]
    assert others
    assert all("could not run: NameError" in g.sentence for g in others)


def test_a_notebook_that_crashes_hangs_or_cannot_be_read_is_a_row_with_the_reason(graded):
    _, by = graded
    assert "code cell 2" in by["carl", "count-pairs"].sentence
    assert "the kernel was killed: the cell ended Python, or took more memory" in by["carl", "count-pairs"].sentence
    # Dora's second cell is stopped, and then the checks at the end still run.
    assert by["dora", "count-pairs"].status == "right"
    assert "code cell 3 was stopped after 10 seconds" in by["dora", "pairwise"].sentence
    assert "cannot be read as a notebook" in by["emil", "count-pairs"].sentence
    assert "no check of an exercise" in by["essay", ""].sentence


def test_a_syntax_error_and_an_exception_are_told_with_the_cell(graded):
    _, by = graded
    assert by["hans", "count-pairs"].status == "right"
    remark = by["hans", "pairwise"].sentence
    assert remark.startswith("the cell of your answer (code cell 3) has a syntax error: line ")
    assert "(code cell 1) stopped with ZeroDivisionError: division by zero" in by["jan", "count-pairs"].sentence


def test_a_notebook_that_forges_checks_and_verdicts_has_no_points(graded):
    _, by = graded
    assert {by["ines", name].points for name in NAMES} == {0}
    assert {by["ines", name].isolated for name in NAMES} == {"yes"}


def test_a_process_that_a_notebook_leaves_behind_is_killed(graded):
    folder, _ = graded
    pid, until = int((folder / "alive").read_text()), time.monotonic() + 20
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_hints_are_counted_in_the_notebook_and_in_the_progress_file(graded):
    _, by = graded
    assert (by["hans", "count-pairs"].hints, by["hans", "pairwise"].hints, by["gina", "pairwise"].hints) == (2, 1, 0)


def test_every_exercise_of_the_lesson_has_a_row(graded):
    _, by = graded
    wanted = {each.name for each in every_exercise(LESSON)}
    for student in ("anna", "bert", "carl", "dora", "emil", "fred", "gina", "hans", "ines", "jan"):
        assert {exercise for s, exercise in by if s == student} == wanted


@pytest.mark.slow
def test_the_command_writes_a_table_and_a_csv(tmp_path):
    notebook(tmp_path / "in" / "=anna_02.ipynb", START, 'course.check("count-pairs", 810)')
    out = tmp_path / "grades.csv"
    result = CliRunner().invoke(app, ["course", "grade", str(tmp_path / "in"), "--csv", str(out), "--json"])
    lines = [json.loads(line) for line in result.output.splitlines()]
    with out.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["exercise"] for row in rows] == [line["exercise"] for line in lines]
    assert [row["exercise"] for row in rows] == [each.name for each in every_exercise(LESSON)]
    assert {row["student"] for row in rows} == {"'=anna_02"}  # a spreadsheet must not take it for a formula


def test_impossible_requests_are_reported_first(tmp_path):
    notebook(tmp_path / "in" / "anna.ipynb", START)
    nowhere = CliRunner().invoke(
        app, ["course", "grade", str(tmp_path / "in"), "--csv", str(tmp_path / "no" / "x.csv")]
    )
    assert (nowhere.exit_code, "cannot be written" in nowhere.stderr) == (2, True)
    no_time = CliRunner().invoke(app, ["course", "grade", str(tmp_path / "in"), "--time-limit", "0"])
    assert (no_time.exit_code, "positive number of seconds" in no_time.stderr) == (2, True)


def test_ctrl_c_keeps_the_rows_so_far(tmp_path, monkeypatch):
    for name in ("anna", "bert"):
        notebook(tmp_path / name / "02_make_not_equal_linear.ipynb", START)

    def pressed(*_):
        raise KeyboardInterrupt

    honest = module._grade_one
    row = grading.Grade("anna", "anna/x.ipynb", 2, "count-pairs", 1, "right", ".")
    monkeypatch.setattr(
        module, "_grade_one", lambda path, *rest: [row] if "anna" in path.parts else honest(path, *rest)
    )
    grades = grading.grade(tmp_path, progress=pressed)
    assert grades[0].student == "anna" or grades[0].status == "not run"
    assert {"not run"} <= {grade.status for grade in grades}
    assert any("interrupted" in grade.sentence for grade in grades)
    monkeypatch.setattr(grading, "grade", lambda *_: grades)
    assert CliRunner().invoke(app, ["course", "grade", str(tmp_path)]).exit_code == 130


def test_no_folder_and_no_notebook_are_error_messages(tmp_path):
    for folder, words in ((tmp_path / "none", "there is no folder"), (tmp_path, "there is no notebook")):
        result = CliRunner().invoke(app, ["course", "grade", str(folder)])
        assert result.exit_code == 2
        assert words in result.stderr
