"""A teacher adds a lesson by the page "Add a lesson": from the empty folder to the grades."""

import os
import re
import shlex
import shutil
from pathlib import Path

import nbformat
import pytest
from typer.testing import CliRunner

from sudoku_models import course
from sudoku_models.cli import app
from sudoku_models.course import answer_checks, grading, lessons
from sudoku_models.course.exercises import read
from sudoku_models.course.grading import grades
from sudoku_models.errors import InputError

PAGE = (Path(__file__).parents[2] / "notebooks" / "reference" / "lessons.md").read_text(encoding="utf-8")
SECTIONS = dict(zip(*[iter(re.split(r"^## ([A-Z].*)\n", PAGE, flags=re.MULTILINE)[1:])] * 2, strict=True))
NOTEBOOK = "31_magic_squares.ipynb"


def blocks(section: str, language: str = "python") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", SECTIONS[section], re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the page, with the two files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sudoku_models.course.progress_file._memory", {})
    for name in ("exercises", "solutions"):
        (tmp_path / name).mkdir()
    (text,) = blocks("The exercises")
    (tmp_path / "exercises" / "lesson_31.py").write_text(text)
    cells = [nbformat.v4.new_code_cell(each.rstrip()) for each in blocks("The notebook")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "solutions" / NOTEBOOK)
    return tmp_path


def run(command: str) -> str:
    program, *words = shlex.split(command)
    assert program == "sudoku-models"
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.slow
def test_the_commands_of_the_page_lead_to_a_graded_class(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grades, "PREPARED", (answer_checks.__name__,))  # begins faster
    check, release = blocks("Try it, release it", "console")[0].splitlines()
    shown = run(check)
    assert "45 in three rows is 15 in each" in shown
    assert "right on 5 squares, two of them magic" in shown
    run(release)
    learners = nbformat.read(folder / NOTEBOOK, 4)
    assert "SOLUTION" not in str(learners.cells)
    said = [str(out.data["text/plain"]) for cell in learners.cells for out in cell.get("outputs", ()) if "data" in out]
    assert [each.partition(":")[0] for each in said] == ["not yet", "not yet"]

    for student, notebook in {"anna": folder / "solutions" / NOTEBOOK, "bert": folder / NOTEBOOK}.items():
        (folder / "submissions" / student).mkdir(parents=True)
        shutil.copy(notebook, folder / "submissions" / student)
    grade, exam = blocks("Teach with it", "console")[0].splitlines()
    run(grade)
    rows = [(row["student"], row["exercise"], row["points"]) for row in grading.read_rows(folder / "grades.csv")]
    names = ("magic-sum", "is-magic")
    assert rows == [(who, name, points) for who, points in (("anna", "1"), ("bert", "0")) for name in names]
    run(exam)
    assert "magic square" in (folder / "paper" / "exam.html").read_text()


def test_the_notebook_fits_its_exercises_and_is_released_without_solutions(folder: Path) -> None:
    solved = nbformat.read(folder / "solutions" / NOTEBOOK, 4)
    lessons.must_check_exercises(solved)
    assert "SOLUTION" not in str(lessons.learners_version(solved).cells)
    assert lessons.lesson_files()[31] == folder / "solutions" / NOTEBOOK


@pytest.mark.usefixtures("folder")
def test_an_exercise_of_ones_own_is_checked_and_has_hints_and_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    assert repr(course.check("magic-sum", 45)) == "wrong: 45 is the sum of all nine cells"
    assert course.check(31.1, 15).passed
    assert course.hint("is-magic", 1).total == 3
    assert "1 of 2 exercises done" in repr(course.progress(31))
    monkeypatch.setenv("SUDOKU_MODELS_WITHOUT", "processes")
    assert "12 and 24" in course.check("is-magic", lambda s: sorted(s) == [*range(1, 10)] and sum(s[:3]) == 15).sentence
    assert "must be a function" in course.check("is-magic", True).sentence


def test_it_is_found_from_a_folder_of_notebooks_and_read_again_after_a_change(folder: Path) -> None:
    file = folder / "exercises" / "lesson_31.py"
    os.chdir(folder / "solutions")
    assert course.check("magic-sum", 15).passed
    file.write_text(file.read_text().replace("magic_sum = judges.value(\n    15", "magic_sum = judges.value(\n    16"))
    os.utime(file, ns=(0, 0))  # a clock may be too coarse for two changes
    assert course.check("magic-sum", 15).passed is False


HEAD = '"""A lesson.\n\n## one: Say one\n\n1. It is a digit.\n"""\n'
FILES = {
    "an exercise without a judge": (HEAD, "the exercise 'one', but no judge: no function one"),
    "a judge without an exercise": (
        HEAD + "one = two = None\ndef three(answer) -> str: ...\n",
        "a judge three, but its",
    ),
    "two exercises of one name": (HEAD.replace("1.", "## one: Again\n\n1."), "two exercises 'one'"),
    "an exercise of the course": (
        '"""A.\n\n## count-pairs: C\n"""\ncount_pairs = 1\n',
        "both have the exercise 'count-pairs'",
    ),
    "a heading of another form": ('"""A.\n\n## Say one\n"""\n', "an exercise must begin as '## count-pairs: "),
    "a question without points": (
        HEAD + "one = 1\n@question\ndef two(rng): ...\n",
        "must stand @question(2, 1), not @",
    ),
    "an error of syntax": (HEAD + "def one(:\n", "cannot be read: invalid syntax, in line 7"),
}


@pytest.mark.parametrize("what", FILES)
def test_a_file_with_a_mistake_is_named_with_the_reason(folder: Path, what: str) -> None:
    text, reason = FILES[what]
    file = folder / "exercises" / "lesson_32.py"
    file.write_text(text)
    with pytest.raises(InputError) as error:
        course.every_exercise()
    assert str(file) in str(error.value)
    assert reason in str(error.value)


def test_a_lesson_may_not_have_the_number_of_one_of_the_course_unless_it_is_a_copy_of_it(folder: Path) -> None:
    (first,) = {each.file for each in course.every_exercise(2)}
    copy = folder / "exercises" / first.name
    shutil.copy(first, copy)
    assert course.check("count-pairs", 864).passed
    copy.write_text(HEAD + "one = None\n")
    with pytest.raises(InputError, match="there is a lesson 2 already"):
        course.every_exercise()
    copy.rename(copy.with_name("lesson_two.py"))
    with pytest.raises(InputError, match=r"must be as lesson_31\.py"):
        course.every_exercise()


JUDGES = {
    "returns nothing": ("def one(answer): pass\n", "returned None; a judge returns a sentence or `Right`"),
    "stops": ("one = 1 / 0\n", "cannot be used: ZeroDivisionError: division by zero, in line 7"),
    "needs a library": ("import no_such_library\none = 1\n", "this needs no_such_library"),
}


@pytest.mark.parametrize("what", JUDGES)
def test_a_judge_that_cannot_judge_says_nothing_about_the_answer(folder: Path, what: str) -> None:
    text, reason = JUDGES[what]
    file = folder / "exercises" / "lesson_32.py"
    file.write_text(HEAD + text)
    verdict = course.check("one", 1)
    assert (verdict.status, reason in verdict.sentence) == ("not known", True)
    assert what == "needs a library" or str(file) in verdict.sentence


MISTAKES = {
    "an unknown exercise": ('"magic-sum"', '"magic-sun"', "code cell 3: .*did you mean 'magic-sum'"),
    "an answer that is not marked": ("### BEGIN SOLUTION", "#", "checks 'magic-sum', but no answer before it"),
    "an exercise that is left out": ('course.check("is-magic", is_magic)', "", "no cell checks 'is-magic'"),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_notebook_that_does_not_fit_its_exercises_is_refused(folder: Path, what: str) -> None:
    old, new, reason = MISTAKES[what]
    path = folder / "solutions" / NOTEBOOK
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells[:3] if what == "an answer that is not marked" else notebook.cells:
        cell.source = cell.source.replace(old, new).replace("### END SOLUTION" if new == "#" else old, "")
    nbformat.write(notebook, path)
    for command in (["check"], ["release", "solutions", "."]):
        done = CliRunner().invoke(app, ["course", *command])
        assert done.exit_code == 2
        assert re.search(f"{NOTEBOOK}: .*{reason}", " ".join(done.output.split()))
    assert not (folder / NOTEBOOK).exists()


def test_the_questions_of_a_file_are_read_without_importing_it(folder: Path) -> None:
    file = folder / "exercises" / "lesson_31.py"
    file.write_text(file.read_text() + "\nimport no_such_library\n")
    assert read(file).questions == {"complete-a-square": [2]}
