"""One bad notebook never stops the grading of the rest, and a forged check earns nothing."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import psutil
import pytest
from nbformat import v4
from typer.testing import CliRunner

from sudoku_models.cli import app
from sudoku_models.course import every_exercise, grading
from sudoku_models.course.grading import grades as module
from sudoku_models.course.lessons import lesson_files
from sudoku_models.errors import InputError

LESSON = 2
FILE = lesson_files()[LESSON].name
SOLVED = Path(__file__).parents[3] / "notebooks" / "solutions" / FILE
NAMES = {each.name for each in every_exercise(LESSON)}
START = "from sudoku_models import course"


def notebook(path, *cells):
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell(cell) for cell in cells]), path)


def solved_exercises(path):
    """The solved notebook, without the cells that are no exercises."""
    solved = nbformat.read(SOLVED, 4)
    code = [cell for cell in solved.cells if cell.cell_type == "code"]
    solved.cells = [cell for cell in code if "nbgrader" in cell.metadata or cell.source.startswith(("import", "from"))]
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(solved, path)


IN_A_TAB = {
    "kernelspec": {"display_name": "Python (Pyodide)", "language": "python", "name": "python"},
    "language_info": {
        "codemirror_mode": {"name": "python", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.13",
    },
}
"""What JupyterLite writes into the metadata of a notebook."""


def download_from_a_tab(path):
    """The solved notebook as JupyterLite saves it, with a cell that only runs there, and with verdicts of the tab."""
    solved_exercises(path)
    saved = json.loads(path.read_text())
    saved["metadata"] = IN_A_TAB
    for k, cell in enumerate(saved["cells"], 1):
        text = {"text/plain": ["right: ..."], "text/html": ["<div>right</div>"]}
        shown = {"data": text, "execution_count": k, "metadata": {}, "output_type": "execute_result"}
        cell |= {"execution_count": k, "outputs": [shown], "metadata": {**cell["metadata"], "trusted": True}}
    pip = {"cell_type": "code", "execution_count": 1, "id": "c0ffee00-0000-4000-8000-000000000000", "metadata": {}}
    saved["cells"].insert(
        0, {**pip, "outputs": [], "source": ["import piplite\n", "await piplite.install('highs-js')"]}
    )
    path.write_text(json.dumps(saved, indent=2))


FORGES = f"""
import sudoku_models.course.answer_checks as checking, sudoku_models.course.exercise as exercise
from sudoku_models.course.exercise import Verdict
from sudoku_models import course
right = lambda name, *_, **__: Verdict(name, "right", "mine")
course.check = checking.check = checking.judge = exercise.judge = checking.verdict_from = right
for name in {sorted(NAMES)}:
    course.check(name, 1)
class Yes:
    def __eq__(self, other): return True
    def __hash__(self): return 1
pairs = Yes()
smallest_M = big_m_by_hand = ranks_alone = lambda *_: Yes()
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
NEVER_STOPS = "import signal; signal.setitimer(signal.ITIMER_REAL, 0); signal.pause()"
REPLACES = """
def smallest_M(p, q, r, s):
    import sys
    sys.modules["sudoku_models.course.exercise"].Wrong = lambda *_: "mine"
    return 1
"""
IMPORTS = """
def ranks_alone(m, puzzle):
    from sudoku_models.formulations.pairwise import pairwise
    return pairwise(m, puzzle)
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("submissions")
    notebook(folder / "anna" / FILE, START, "pairs = 864", "course.check(2.1, pairs)", "pairs = 7")
    notebook(folder / "bert" / FILE, START, "pairs = 1728", "print('no check here')")
    notebook(folder / "carl" / FILE, START, "pairs = 864\ncourse.check('count-pairs', pairs)", "import os; os._exit(1)")
    (folder / "emil").mkdir()
    (folder / "emil" / FILE).write_text("this is no notebook")
    notebook(folder / "fred" / FILE, START, "1 / 0", "pairs = 864", 'print(course.check("count-pairs", 7).sentence)')
    notebook(folder / "hans" / FILE, START, "pairs = 864", "def ranks_alone(m, puzzle):\n    x = 1\n    return (x\n")
    notebook(folder / "ines" / FILE, FORGES)
    notebook(folder / "jan" / FILE, "pairs = 1 / 0", f"PATH = {str(folder / 'alive')!r}{LEAVES_A_PROCESS}")
    notebook(
        folder / "kim" / FILE,
        IMPORTS,
        "import threading\npairs = threading.Lock()",
        "%matplotlib inline\nsmallest_M = 3",
    )
    notebook(folder / "rosa" / FILE, REPLACES)
    notebook(folder / "mona" / FILE, "get_ipython().run_cell = None", "pairs = 864")
    notebook(folder / "otto" / FILE, "pairs = b'0' * 10**8")
    (folder / "nils").mkdir()
    with (folder / "nils" / FILE).open("wb") as huge:
        huge.truncate(10**9)
    notebook(folder / "essay.ipynb", "print('nothing of the course')")
    solved_exercises(folder / "gina" / FILE)
    download_from_a_tab(folder / "paul" / FILE)
    (folder / "hans" / "progress.json").write_text(json.dumps({"hints": {"ranks-alone": 1, "count-pairs": 1}}))
    asks = nbformat.read(folder / "hans" / FILE, 4)
    asks.cells[1].outputs = [v4.new_output("stream", text="hint 2 of 3 for count-pairs: ...\n")]
    nbformat.write(asks, folder / "hans" / FILE)
    hanging = tmp_path_factory.mktemp("hanging")
    notebook(hanging / "=dora" / FILE, START, "pairs = 864", "while True: pass")
    notebook(hanging / "lara" / FILE, NEVER_STOPS)
    notebook(hanging / "uwe" / FILE, START, "pairs = 0\nwhile True: pairs = 7", "course.check('count-pairs', pairs)")
    grades = []
    for of_these, seconds, code in ((folder, 300, 1), (hanging, 20, 3)):  # some are not run; of some, nothing is known
        out = tmp_path_factory.mktemp("out") / "grades.csv"
        command = ["course", "grade", str(of_these), "--csv", str(out), "--json", "--time-limit", str(seconds)]
        result = CliRunner().invoke(app, [*command, "--jobs", "2"])
        assert result.exit_code == code
        found = [grading.Grade(**json.loads(line)) for line in result.stdout.splitlines()]
        rows = grading.read_rows(out)
        assert [row["sentence"] for row in rows] == [grade.sentence for grade in found]
        assert [row["points"] for row in rows] == ["" if grade.points is None else str(grade.points) for grade in found]
        grades += found
    assert "'=dora" in {row["student"] for row in rows}  # a spreadsheet must not take it for a formula
    return folder, {(grade.student, grade.exercise): grade for grade in grades}


@pytest.mark.parametrize(
    ("student", "exercise", "status", "sentence"),
    [
        ("anna", "count-pairs", "right", "864"),  # the answer is that of the moment of the check
        ("anna", "ranks-alone", "wrong", "no cell defines ranks_alone"),
        ("bert", "count-pairs", "wrong", "pair"),  # checked, though the notebook has no check
        ("carl", "count-pairs", "right", ""),  # kept, though the notebook ends Python
        ("carl", "ranks-alone", "not run", "Python ended in code cell 3"),
        ("=dora", "count-pairs", "right", ""),  # the cells after one that hangs still run
        ("=dora", "ranks-alone", "not known", "code cell 3 was stopped after"),
        ("uwe", "count-pairs", "not known", "code cell 2 was stopped after"),  # its answer was half made
        ("uwe", "ranks-alone", "not known", "no cell defines ranks_alone"),
        ("lara", "ranks-alone", "not known", "the notebook was stopped after 20 seconds, in code cell 1"),
        ("emil", "count-pairs", "not run", "cannot be read as a notebook"),
        ("essay", "", "not run", "checks no exercise that is known"),
        ("fred", "count-pairs", "right", ""),  # the arguments of the check cell are those of the course
        ("hans", "count-pairs", "right", ""),
        ("hans", "ranks-alone", "wrong", "the cell of your answer (code cell 3) has a syntax error: line "),
        ("jan", "count-pairs", "wrong", "(code cell 1) stopped with ZeroDivisionError: division by zero"),
        ("kim", "count-pairs", "wrong", "cannot be sent"),
        ("rosa", "smallest-m", "wrong", "in place of sudoku_models.course.exercise.Wrong"),
        ("mona", "count-pairs", "not run", "the notebook cannot be run"),
        ("otto", "count-pairs", "wrong", "more than 64 MB"),
        ("nils", "count-pairs", "not run", "more than 100 MB"),
    ],
)
def test_each_answer_has_a_verdict_and_the_reason(graded, student, exercise, status, sentence):
    grade = graded[1][student, exercise]
    assert (grade.status, grade.points) == (status, {"right": 1, "wrong": 0}.get(status))
    assert sentence in grade.sentence


def test_every_exercise_of_the_lesson_has_a_row_and_the_solved_ones_have_all_points(graded):
    _, by = graded
    for student in {student for student, _ in by} - {"essay"}:
        assert {exercise for s, exercise in by if s == student} == NAMES
    assert {g.status for (student, _), g in by.items() if student in ("gina", "paul")} == {"right"}


def test_a_notebook_that_forges_checks_and_verdicts_has_no_points(graded):
    assert {graded[1]["ines", name].points for name in NAMES} == {0}


def test_a_formulation_that_is_imported_is_named(graded):
    _, by = graded
    assert by["kim", "ranks-alone"].formulations == "sudoku_models.formulations.pairwise.pairwise"
    assert {by["gina", name].formulations for name in NAMES} == {""}


def test_a_process_that_a_notebook_leaves_behind_is_killed(graded):
    folder, _ = graded
    pid, until = int((folder / "alive").read_text()), time.monotonic() + 20
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_hints_are_counted_in_the_notebook_and_in_the_progress_file(graded):
    _, by = graded
    assert (by["hans", "count-pairs"].hints, by["hans", "ranks-alone"].hints, by["gina", "ranks-alone"].hints) == (
        2,
        1,
        0,
    )


def test_impossible_requests_are_reported_first(tmp_path):
    notebook(tmp_path / "in" / "anna.ipynb", START)
    (tmp_path / "empty").mkdir()
    for arguments, words in (
        (["in", "--csv", str(tmp_path / "no" / "x.csv")], "cannot be written"),
        (["in", "--time-limit", "0"], "positive number of seconds"),
        (["none"], "there is no folder"),
        (["empty"], "there is no notebook"),
    ):
        result = CliRunner().invoke(app, ["course", "grade", str(tmp_path / arguments[0]), *arguments[1:]])
        assert (result.exit_code, words in result.stderr) == (2, True)


def test_ctrl_c_keeps_the_rows_so_far(tmp_path, monkeypatch):
    for name in ("anna", "bert", "carl"):
        notebook(tmp_path / name / FILE, START)

    def pressed(*_):
        raise KeyboardInterrupt

    row = grading.Grade("anna", "anna/x.ipynb", 2, "count-pairs", 1, "right", ".")
    monkeypatch.setattr(module, "_grades_of", lambda *_: [row])
    grades = grading.grade(tmp_path, progress=pressed)
    assert row in grades
    assert grades[-1].sentence == grading.INTERRUPTED
    monkeypatch.setattr(grading, "grade", lambda *_: grades)
    assert CliRunner().invoke(app, ["course", "grade", str(tmp_path)]).exit_code == 130


def test_an_interrupted_table_is_as_it_was_and_the_next_grading_goes_on(tmp_path, monkeypatch):
    for name in ("anna", "bert", "carl"):
        notebook(tmp_path / "in" / name / FILE, START)
    table, begun = tmp_path / "grades.csv", []
    table.write_text("old")

    def grades_of(path, student, name, *_):
        begun.append(student)
        if student == is_interrupted_at:
            raise KeyboardInterrupt
        return [grading.Grade(student, str(name), 2, "count-pairs", 1, "right", "=x\n,")]

    def run():
        begun.clear()
        command = ["course", "grade", str(tmp_path / "in"), "--csv", str(table)]
        return CliRunner().invoke(app, command).exit_code

    monkeypatch.setattr(module, "_grades_of", grades_of)
    is_interrupted_at = "carl"
    assert (run(), begun, table.read_text()) == (130, ["anna", "bert", "carl"], "old")
    with (tmp_path / "grades.csv.part").open("a") as file:
        file.write('["cut short')
    notebook(tmp_path / "in" / "anna" / FILE, START, "handed_in_again = True")
    assert (run(), begun, table.read_text()) == (130, ["anna", "carl"], "old")
    is_interrupted_at = None
    assert (run(), begun) == (0, ["carl"])
    assert [row["student"] for row in grading.read_rows(table)] == ["anna", "bert", "carl"]
    assert {path.name for path in tmp_path.iterdir()} == {"in", "grades.csv"}


INTERRUPTED_GRADING = """
import sys, time
from sudoku_models.course import grading
from sudoku_models.course.grading import grades
from sudoku_models.cli import main
grades.PREPARED = ()
def grades_of(path, student, name, time_limit, worker):
    if student == "bert":
        worker.request(lambda post: (post(None), time.sleep(600)), on_message=lambda _: print("begun", flush=True))
    return [grading.Grade(student, str(name), 2, "count-pairs", 1, "right", "")]
grades._grades_of = grades_of
main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_a_grading_that_is_ended_keeps_its_rows_and_no_temporary_folder(name, tmp_path):
    for folder in ("in/anna", "in/bert", "temporary"):
        (tmp_path / folder).mkdir(parents=True)
        notebook(tmp_path / folder / FILE, START)
    (tmp_path / "temporary" / FILE).unlink()
    (tmp_path / "grades.csv").write_text("old")
    command = [sys.executable, "-c", INTERRUPTED_GRADING, "course", "grade", "in", "--csv", "grades.csv"]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "begun\n"
        running.send_signal(getattr(signal, name))
        assert running.wait() == (-9 if name == "SIGKILL" else 130)
    assert (tmp_path / "grades.csv").read_text() == "old"
    assert (tmp_path / "grades.csv.part").read_text().count("anna") == 2
    if name != "SIGKILL":
        assert not [*(tmp_path / "temporary").iterdir()]


CLASS = """\
id;first name;last name
a1;Anna;Berg
b2;Bert;Ångström
c3;Carl;Berg
d4;Dora;Dahl
e5;Anna;Berg
f6;Fred;Frost
"""


@pytest.fixture
def checked(tmp_path, monkeypatch):
    """The grades of a folder, and the table that is printed; notebooks are not run."""

    def graded(*options):
        monkeypatch.setattr(module, "_judged", lambda *_: {"count-pairs": ("right", "", "")})
        (tmp_path / "class.csv").write_text(CLASS, encoding="utf-8")
        command = ["course", "grade", str(tmp_path / "in"), "--json", *options]
        result = CliRunner().invoke(app, command)
        assert result.exit_code in (0, 1), result.output
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        found = {}
        for row in rows:
            found.setdefault((row["student"], row["notebook"].split("/")[0]), []).append(row["status"])
        return found

    return graded


def test_downloads_of_moodle_and_canvas_belong_to_the_students_of_the_roster(tmp_path, checked):
    names = {
        "Anna Berg_222_assignsubmission_file/": None,  # there are two of them
        "Bert Ångström_223_assignsubmission_file/": "b2",
        "Carl Berg_224_assignsubmission_file_": "c3",
        "dahldora_LATE_123_456_": "d4",
        "berganna_5_457_": "e5",  # the two of one name differ by their number
        "f6/": "f6",
        "Zoe Zahn/": None,
    }
    for name in names:
        notebook(tmp_path / "in" / f"{name}{FILE}", START)
    notebook(tmp_path / "in" / "__MACOSX" / f"._{FILE}", START)
    rows = checked("--roster", str(tmp_path / "class.csv"))
    for name, student in names.items():
        start = name.removesuffix("/") if name.endswith("/") else f"{name}{FILE}"
        own = student or start.split("_")[0]
        assert rows.pop((own, start)) == (["right"] if student else ["not run", "right"])
    assert rows == {("a1", ""): ["not run"]}


def test_each_student_and_each_folder_without_a_notebook_has_a_row(tmp_path, checked):
    notebook(tmp_path / "in" / "f6" / FILE, START)
    for name in ("Anna", "all.ZIP", "b2/02_answers.ipynb.txt", "Zoe", "Carl Berg_7_assignsubmission_file_notes.pdf"):
        (tmp_path / "in" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "in" / name).touch() if "." in name else (tmp_path / "in" / name).mkdir()
    assert {student for student, _ in checked()} == {"all", "Anna", "b2", "f6", "Zoe"}
    rows = checked("--roster", str(tmp_path / "class.csv"))
    assert {student for student, _ in rows} == {"a1", "b2", "c3", "d4", "e5", "f6", "all", "Anna", "Zoe"}
    assert {student for (student, _), found in rows.items() if found != ["not run"]} == {"f6"}


@pytest.mark.parametrize("text", ["", "name\n", "a1,Anna\nb2,Bert\n".replace("a1", "11"), "id,name\na,Anna\na,Bert\n"])
def test_what_is_no_roster_is_an_error(tmp_path, text):
    (tmp_path / "class.csv").write_text(text)
    with pytest.raises(InputError):
        grading.Roster.read(tmp_path / "class.csv")


def test_a_roster_whose_first_line_is_a_student_is_refused(tmp_path):
    notebook(tmp_path / "in" / "ab01" / FILE, START)
    (tmp_path / "class.csv").write_text("ab01\nab02\n")
    with pytest.raises(InputError, match="has the student 'ab01'"):
        grading.grade(tmp_path / "in", roster=grading.Roster.read(tmp_path / "class.csv"))
