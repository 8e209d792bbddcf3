"""The learner's notebooks are made from the solved ones, and copied without harm."""

import ast
import base64
import dis
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import InteractiveShell
from lab import Lab
from matplotlib.figure import Figure
from nbformat import v4
from PIL import Image, ImageChops
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
    lessons.must_check_exercises(read(path))
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


def assigned(source):
    """The names that a cell assigns, outside its functions."""
    code = compile(source, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    return {each.argval for each in dis.get_instructions(code) if each.opname in ("STORE_NAME", "STORE_GLOBAL")}


@pytest.mark.parametrize("path", SOLVED, ids=lambda p: p.name[:2])
def test_no_cell_after_a_check_assigns_what_the_check_reads(path):
    cells = [cell.source for cell in read(path).cells if cell.cell_type == "code"]
    shell = TransformerManager()
    stored = [assigned(shell.transform_cell(source)) for source in cells]
    for k, source in enumerate(cells):
        for _, answers in CHECK.findall(source):
            assert [names for names in stored[k + 1 :] if not names.isdisjoint(answers.split(", "))] == [], answers


@pytest.mark.parametrize("path", LEARNERS, ids=lambda p: p.name[:2])
def test_a_learners_notebook_has_no_solution_and_installs_on_colab(path):
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    checks = [cell for cell in cells if CHECK.search(cell.source)]
    assert checks
    assert all(cell.outputs[0].data["text/plain"].startswith("not yet: ") for cell in checks)
    assert lessons.BEGIN not in path.read_text(encoding="utf-8")
    assert (cells[0].source, cells[0].outputs) == (lessons.COLAB.rstrip(), [])


@pytest.mark.parametrize("uploaded", [["sudoku_models-1.0-py3-none-any.whl"], []])
def test_on_colab_only_a_wheel_that_is_there_is_installed(tmp_path, monkeypatch, uploaded):
    for wheel in uploaded:
        (tmp_path / wheel).touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)  # with another environment IPython warns
    monkeypatch.setitem(sys.modules, "google.colab", sys)
    shell, asked = InteractiveShell(), []
    shell.register_magic_function(asked.append, magic_name="pip")
    ran = shell.run_cell(lessons.COLAB)
    assert asked == [f'install --quiet "./{wheel}[lab]"' for wheel in uploaded]
    assert isinstance(ran.error_in_exec, SystemExit) == (not uploaded)


@pytest.mark.parametrize(
    ("solved", "learners"),
    [
        (
            "def f(x):\n    ### BEGIN SOLUTION\n    return 2\n    ### END SOLUTION\n\ny = 1",
            "def f(x):\n    # YOUR CODE HERE\n    raise NotImplementedError\n\ny = 1",
        ),
        ("n = ...\n### BEGIN SOLUTION\nn = 6\n### END SOLUTION", "n = ...\n# YOUR CODE HERE"),
    ],
)
def test_a_region_is_removed_and_the_rest_stays(solved, learners):
    cell = v4.new_code_cell(solved)
    assert lessons.learners_version(v4.new_notebook(cells=[cell])).cells[0].source == learners
    assert cell.source == solved


@pytest.mark.parametrize(
    "cell",
    [
        v4.new_code_cell("### BEGIN SOLUTION\nn = 6"),
        v4.new_code_cell("### END SOLUTION"),
        v4.new_code_cell("### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION"),
        v4.new_code_cell("n = 6", metadata={"nbgrader": {"solution": True}}),
    ],
)
def test_a_region_that_is_not_marked_well_is_an_error(cell):
    with pytest.raises(sm.SudokuModelsError, match=r"cell 1.*BEGIN"):
        lessons.learners_version(v4.new_notebook(cells=[cell]))


def run(*command):
    result = CliRunner().invoke(app, ["course", *map(str, command)])
    return result.exit_code, result.output


@pytest.mark.slow
def test_release_makes_runs_and_notices_what_is_out_of_date(tmp_path):
    solved, folder = tmp_path / "solutions", tmp_path / "learners"
    solved.mkdir()
    command = ["release", solved, folder]
    assert run(*command) == (2, f"error: there are no notebooks in {solved}\n")
    cells = ["n = ...\n### BEGIN SOLUTION\nn = 6\n### END SOLUTION", "print(n)"]
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell(each) for each in cells]), solved / "00_six.ipynb")
    assert run(*command, "--check")[0] == 1
    assert run(*command)[0] == 0
    assert read(folder / "00_six.ipynb").cells[2].outputs[0].text == "Ellipsis\n"
    assert run(*command, "--check")[0] == 0
    changed = (solved / "00_six.ipynb").read_text().replace("print(n)", "print(n, n)")
    (solved / "00_six.ipynb").write_text(changed)
    assert run(*command, "--check") == (1, "00_six.ipynb is out of date\n")


def test_start_copies_the_lessons_and_leaves_work_alone(tmp_path):
    folder = tmp_path / "mine"
    assert run("start", folder, "--no-lab")[0] == 0
    assert sorted(p.name for p in folder.glob("*.ipynb")) == [path.name for path in LEARNERS]
    assert json.loads((folder / "progress.json").read_text()) == {}
    (folder / LEARNERS[0].name).write_text("my work")
    (folder / LEARNERS[1].name).unlink()
    (folder / "progress.json").write_text('{"count-pairs": "right"}')
    assert "1 lesson copied" in run("start", folder, "--no-lab")[1]
    assert (folder / LEARNERS[0].name).read_text() == "my work"
    assert json.loads((folder / "progress.json").read_text()) == {"count-pairs": "right"}


@pytest.mark.slow
def test_start_serves_the_first_lesson_until_ctrl_c(tmp_path):
    command = [sys.executable, "-m", "sudoku_models", "course", "start", str(tmp_path / "mine")]
    with Lab([*command, "--no-browser", "--port", "0"], tmp_path) as lab:
        assert lab.path == f"lab/tree/{LEARNERS[0].name}"
        assert {"index.md", LEARNERS[0].name} <= lab.files()
        assert lab.first_output_of(LEARNERS[0].name)
        port = str(lab.port)
        taken = subprocess.run([*command, "--port", port], capture_output=True, text=True, timeout=300)
        assert (taken.returncode, "--port" in taken.stderr, "Traceback" in taken.stderr) == (2, True, False)
        assert lab.end() == 130
        assert not lab.answers()


def test_start_without_jupyterlab_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr("sudoku_models.cli.course.find_spec", lambda _: None)
    monkeypatch.setattr(lessons, "find_spec", lambda _: None)
    code, output = run("start", tmp_path / "other")
    assert (code, "python -m pip install jupyterlab" in output) == (0, True)
    assert len(list((tmp_path / "other").glob("*.ipynb"))) == len(LEARNERS)


def text_of(path):
    return path.read_text(encoding="utf-8") if path.suffix == ".md" else "\n".join(c.source for c in read(path).cells)


def anchors(text):
    headings = re.findall(
        r"^#{1,6} (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    return {slug(heading) for heading in headings}


def slug(heading):
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def test_every_link_in_the_folder_of_a_student_leads_somewhere_and_the_teachers_page_is_not_there(tmp_path):
    lessons.copy_lessons(tmp_path)
    dead, followed = [], 0
    files = [path for path in tmp_path.rglob("*") if path.suffix in (".md", ".ipynb")]
    for path in files:
        text = re.sub(r"`[^`\n]*`", "", text_of(path))
        named = re.findall(r"\]\(<?([^)#\s>]*)(?:#([^)\s]*))?\)", text)
        named += [(name, "") for name in re.findall(r"(?:src|srcset|href)=[\"']([^\"']*)", text)]
        for name, anchor in named:
            if re.match(r"https?:", name) or not (name or anchor):
                continue
            target, followed = (path.parent / name if name else path), followed + 1
            if not target.is_file() or (anchor and slug(anchor) not in anchors(text_of(target))):
                dead.append((path.name, name, anchor))
    assert dead == []
    assert followed > 200
    assert "TEACHING.md" not in {path.name for path in tmp_path.rglob("*")}


def test_a_stored_picture_has_few_colours_and_looks_the_same():
    figure = Figure()
    for colour in ("C0", "C1", "C2"):
        figure.gca().plot([0, 3, 1, 2], color=colour, alpha=0.5, linewidth=9)
    raw = io.BytesIO()
    figure.savefig(raw)
    picture = base64.b64encode(raw.getvalue()).decode()
    book = v4.new_notebook(cells=[v4.new_code_cell(outputs=[v4.new_output("display_data", {lessons.PNG: picture})])])
    small = lessons.still(book).cells[0].outputs[0].data[lessons.PNG]
    assert len(small) < 0.6 * len(picture)
    seen = Image.open(io.BytesIO(base64.b64decode(small)))
    difference = ImageChops.difference(seen.convert("RGB"), Image.open(raw).convert("RGB"))
    assert max(high for _, high in difference.getextrema()) < 16
    assert lessons.still(book).cells[0].outputs[0].data[lessons.PNG] == small
