"""The notebooks of the lessons: find them, copy them, and make the learner's versions from the solved ones."""

import copy
import posixpath
import re
import shutil
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterable
from contextlib import chdir
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from ..errors import InputError, NotInstalledError, UnknownNameError
from .exercise import PATH, Exercise
from .exercises import every_exercise, find, own_folder
from .loading import NOTEBOOKS
from .progress_file import PROGRESS_FILE

BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"
"""The markers of nbgrader, so that the solved notebooks can be used with it."""

CHECK = re.compile(r"""course\.check\(\s*["']([\w-]+)["'](?:,\s*([\w, ]+)\))?""")
"""The check of an exercise in a cell: its name, and the variables that hold the answer."""

REGION = re.compile(rf"^([ \t]*){BEGIN}\n(?:(?!\s*{BEGIN}).*\n)*?[ \t]*{END}$", re.MULTILINE)

COLAB = """\
# On Google Colab this installs the package from a wheel that you uploaded; elsewhere it does nothing.
import sys

if "google.colab" in sys.modules:
    from glob import glob

    if not (wheels := glob("sudoku_models-*.whl")):
        raise SystemExit(
            "Upload the wheel of this package (Files, at the left), and run this cell again. "
            "`python -m pip wheel --no-deps .` in a clone of its repository makes one."
        )
    %pip install --quiet "./{wheels[0]}[lab]"
"""
"""The second cell of each learner's notebook."""
COLAB_CELL = "install-on-colab"
"""Its id."""

SECONDS_A_CELL = 120
BESIDE = (
    "index.md",
    "glossary.md",
    "references.md",
    "projects.md",
    "reference/benchmark.md",
    "reference/certificates.md",
    "reference/generating.md",
    "reference/libraries.md",
    "reference/numbers.md",
    "reference/strength.md",
    "reference/your_model.md",
    "images/trust.png",
    *(f"images/lesson-{number:02}.svg" for number in (*range(20), 23, 24, 25, 26, 27, 28)),
)
"""The pages that the lessons link, with their pictures."""
LINK = re.compile(r"\[([^\]]*)\]\(([^):#\s]+)(?:#[^)\s]*)?\)")
"""A link to a file, in Markdown: its words and the path."""

HOW_TO_BEGIN = re.compile("<!-- book -->.*?<!-- end -->\n*", re.DOTALL)
"""How to get the course, on its first page: a folder of lessons does without it, and the book says more."""

LIVE = "application/vnd.jupyter.widget-view+json"
"""The type of an output that is a live widget; without its kernel, JupyterLab says "model not found" instead."""
PNG = "image/png"


def lesson_files() -> dict[int, Path]:
    """The learner's notebooks, by the number of the lesson: a teacher's own, and those of the course.

    A teacher's own notebooks are in the folder that has the folder `exercises`, or at first in its folder `solutions`.

    >>> lesson_files()[0].name
    '00_one_puzzle_three_models.ipynb'
    """
    own = own_folder()
    folders = [own.parent / "solutions", own.parent, NOTEBOOKS] if own else [NOTEBOOKS]
    return {number: path for folder in folders for number, path in notebooks_in(folder).items()}


def notebooks_in(folder: Path) -> dict[int, Path]:
    """The notebooks in a folder, by the number of the lesson with which their names begin."""
    return {int(path.name[:2]): path for path in sorted(folder.glob("[0-9][0-9]_*.ipynb"))}


def pages() -> dict[str, Path]:
    """The pages beside the lessons, by their path from the folder of the lessons.

    >>> "glossary.md" in pages(), "reference/certificates.md" in pages()
    (True, True)
    """
    return {name: NOTEBOOKS / name for name in BESIDE}


def copy_lessons(folder: Path) -> list[str]:
    """Copy the course's notebooks into a folder, and start a progress file there; existing files are kept.

    The glossary and the other pages that they link are copied too, without their links to files that are not.

    Returns:
        The names of the notebooks that were copied.

    Raises:
        InputError: When the folder cannot be made or written.
    """
    notebooks = {path.name: path for path in notebooks_in(NOTEBOOKS).values()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        new = [name for name in notebooks if not (folder / name).exists()]
        files = {**notebooks, **pages()}
        for name, source in files.items():
            if not (folder / name).exists():
                _copy(source, folder, name, files)
        if not (folder / PROGRESS_FILE).exists():
            (folder / PROGRESS_FILE).write_text("{}\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"the lessons cannot be copied to {folder}: {error.strerror or error}") from None
    return new


def without_dead_links(text: str, page: str, files: Collection[str]) -> str:
    """The text of a page without how to get the course; a link to a file that is not there is only its words."""

    def kept(link: re.Match[str]) -> str:
        return link[0] if posixpath.normpath(posixpath.join(posixpath.dirname(page), link[2])) in files else link[1]

    return LINK.sub(kept, HOW_TO_BEGIN.sub("", text))


def copy_linked(texts: Iterable[str], folder: Path) -> set[str]:
    """Copy the pages and pictures that a notebook links into its folder, and those that they link in turn.

    Args:
        texts: The notebook's cells of text.
        folder: The folder of the notebook.

    Returns:
        The paths of the copied files from the folder.
    """
    every, found = pages(), set[str]()
    waiting = [("", text) for text in texts]
    for page, text in waiting:
        for _, link in LINK.findall(text):
            name = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
            if name in every and name not in found:
                found.add(name)
                if name.endswith(".md"):
                    waiting.append((name, every[name].read_text(encoding="utf-8")))
    for name in found:
        _copy(every[name], folder, name, found)
    return found


def _copy(source: Path, folder: Path, name: str, files: Collection[str]) -> None:
    """Copy a notebook, a page or a picture; a page without its links to what is not among the files."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".md":
        text = without_dead_links(source.read_text(encoding="utf-8"), name, files)
        (folder / name).write_text(text, encoding="utf-8")
    else:
        shutil.copyfile(source, folder / name)


def what_to_do_next() -> str:
    """Where to begin, and how to install JupyterLab where it is missing."""
    core = ", ".join(map(str, PATH["Core course"]))
    lines = [f"the core course is lessons {core}; the others are electives: index.md lists them"]
    if find_spec("jupyterlab") is None:
        lines.append(f"to open them: {_missing('jupyterlab')}")
    return "\n".join(lines)


def learners_version(solved: Any) -> Any:
    r"""A solved notebook (an `nbformat` node) without its solutions and outputs; the original is not modified.

    A region of a function is replaced by `raise NotImplementedError`, a region at the top of a cell by a comment.

    Raises:
        InputError: When a region is not closed, or a cell is marked as a solution and has no region.

    >>> from nbformat import v4
    >>> cell = v4.new_code_cell("def f(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION")
    >>> print(learners_version(v4.new_notebook(cells=[cell])).cells[0].source)
    def f(x):
        # YOUR CODE HERE
        raise NotImplementedError
    """
    learners = without_outputs(solved)
    for k, cell in enumerate(learners.cells, 1):
        if cell.cell_type != "code":
            continue
        cleared = REGION.sub(_placeholder, cell.source)
        if BEGIN in cleared or END in cleared:
            raise InputError(f"cell {k}: each {BEGIN!r} needs one {END!r} after it")
        if cleared == cell.source and cell.metadata.get("nbgrader", {}).get("solution"):
            raise InputError(f"cell {k} is marked as a solution, but has no line {BEGIN!r}")
        cell.source = cleared
    return learners


def must_check_exercises(solved: Any) -> None:
    """Check that a solved notebook checks exercises that there are, and that each answer is marked as a solution.

    Raises:
        InputError: When a cell checks an unknown exercise, or the answer before it has no region; and when the notebook
            leaves out an exercise of its lesson.
    """
    checked: list[Exercise] = []
    has_region = False
    for k, cell in enumerate((each for each in solved.cells if each.cell_type == "code"), 1):
        has_region = has_region or BEGIN in cell.source
        for name, _ in CHECK.findall(cell.source):
            try:
                checked.append(find(name))
            except UnknownNameError as error:
                raise InputError(f"code cell {k}: {error}") from None
            if not has_region:
                raise InputError(f"code cell {k} checks {name!r}, but no answer before it has a line {BEGIN!r}")
            has_region = False
    for lesson in sorted({each.lesson for each in checked}):
        if missing := [each.name for each in every_exercise(lesson) if each not in checked]:
            raise InputError(f"no cell checks {missing[0]!r}: course.check({missing[0]!r}, ...)")


def without_outputs(notebook: Any) -> Any:
    """A copy of a notebook whose cells have not been run."""
    copied = copy.deepcopy(notebook)
    copied.metadata.pop("widgets", None)
    for cell in copied.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return copied


def _placeholder(region: re.Match[str]) -> str:
    indent = region[1]
    return f"{indent}# YOUR CODE HERE" + f"\n{indent}raise NotImplementedError" * bool(indent)


def release(solutions: Path, folder: Path, progress: Callable[[int, int, str], None] | None = None) -> list[str]:
    """Make the learner's notebooks from the solved ones, and run them, so that their outputs are stored.

    Args:
        solutions: The folder of the solved notebooks.
        folder: The folder for the learner's notebooks. A notebook that is up to date is kept.
        progress: Called before each notebook with its number (from 0), the total number, and its name.

    Returns:
        The names of the notebooks that were made.

    Raises:
        InputError: When there are no notebooks, a region is not closed, a check does not fit the exercises, or a
            learner's notebook fails when it is run.
        NotInstalledError: Without the extra `lab`.
    """
    nbformat, nbclient = need("nbformat"), need("nbclient")
    folder.mkdir(parents=True, exist_ok=True)
    solutions, folder = solutions.resolve(), folder.resolve()
    late = out_of_date(solutions, folder)
    for k, name in enumerate(late):
        if progress:
            progress(k, len(late), name)
        notebook = _learners(solutions / name)
        must_be_complete(solutions / name, folder)
        options = {"timeout": SECONDS_A_CELL, "kernel_name": "python3", "record_timing": False}
        options |= {"coalesce_streams": True, "extra_arguments": ["--log-level=ERROR"]}
        try:
            nbclient.NotebookClient(notebook, resources={"metadata": {"path": str(folder)}}, **options).execute()
        except nbclient.exceptions.CellExecutionError as error:
            raise InputError(f"{name}: the learner's version does not run: {error}") from None
        notebook.metadata.language_info = {"name": "python"}
        nbformat.write(still(notebook), folder / name)
    return late


def must_be_complete(solved: Path, folder: Path) -> None:
    """As `must_check_exercises`, for the file of a notebook whose lesson has its exercises in a folder."""
    with chdir(folder):
        try:
            must_check_exercises(need("nbformat").read(solved, 4))
        except InputError as error:
            raise InputError(f"{solved.name}: {error}") from None


def still(notebook: Any) -> Any:
    """A notebook that was run, as it is stored: small pictures, and no live boards; their pictures stay.

    >>> from nbformat import v4
    >>> outputs = [v4.new_output("display_data", {"text/html": "<table>"}), v4.new_output("display_data", {LIVE: {}})]
    >>> cell = v4.new_code_cell("board", outputs=outputs)
    >>> [output.data for output in still(v4.new_notebook(cells=[cell])).cells[0].outputs]
    [{'text/html': '<table>'}]
    """
    notebook.metadata.pop("widgets", None)  # the state of a live board is large, and useless on a static page
    for cell in notebook.cells:
        if "outputs" in cell:  # a board has two outputs: its picture, and the live board, whose kernel is gone
            cell.outputs = [output for output in cell.outputs if LIVE not in output.get("data", {})]
            for output in cell.outputs:
                if PNG in output.get("data", {}):
                    output.data[PNG] = _with_few_colours(output.data[PNG])
    return notebook


def _with_few_colours(picture: str) -> str:
    """A picture with at most 128 colours, which is about a quarter as large; PNG as base64, both."""
    from PIL import Image

    image = Image.open(BytesIO(b64decode(picture)))
    if image.mode == "P":
        return picture
    small = BytesIO()
    image.convert("RGB").quantize(128, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return b64encode(small.getvalue()).decode()


def out_of_date(solutions: Path, folder: Path) -> list[str]:
    """The names of the solved notebooks whose learner's version is missing or differs.

    Raises:
        InputError: When there are no solved notebooks.
    """
    names = sorted(path.name for path in solutions.glob("*.ipynb"))
    if not names:
        raise InputError(f"there are no notebooks in {solutions}")
    return [name for name in names if not _is_up_to_date(solutions / name, folder / name)]


def _is_up_to_date(solved: Path, learners: Path) -> bool:
    if not learners.is_file():
        return False
    expected, found = _learners(solved), need("nbformat").read(learners, 4)
    return [_content(cell) for cell in expected.cells] == [_content(cell) for cell in found.cells]


def _content(cell: Any) -> tuple[Any, ...]:
    return cell.id, cell.cell_type, cell.source, *map(cell.metadata.get, ("jupyter", "slideshow", "nbgrader"))


def _learners(solved: Path) -> Any:
    try:
        learners = learners_version(need("nbformat").read(solved, 4))
    except InputError as error:
        raise InputError(f"{solved.name}: {error}") from None
    folded = {"jupyter": {"source_hidden": True}, "slideshow": {"slide_type": "skip"}, "tags": ["remove-cell"]}
    cell = need("nbformat").v4.new_code_cell(COLAB.rstrip(), id=COLAB_CELL, metadata=folded)
    learners.cells.insert(1, cell)
    return learners


def need(library: str) -> Any:
    """Import one of Jupyter's libraries.

    Raises:
        NotInstalledError: Without the extra `lab`.
    """
    try:
        return import_module(library)
    except ImportError:
        raise _missing(library) from None


def _missing(library: str) -> NotInstalledError:
    return NotInstalledError(
        f'{library} is not installed; it comes with the extra "lab" of this package, or with: '
        "python -m pip install jupyterlab ipykernel matplotlib pandas pyarrow anywidget"
    )
