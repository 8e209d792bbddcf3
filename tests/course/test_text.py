"""The lessons as texts: their sections, slides that can be read, terms that are introduced."""

import math
import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

from sudoku_models.course.exercise import PATH

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOLVED = sorted((NOTEBOOKS / "solutions").glob("*.ipynb"))
GLOSSARY = (NOTEBOOKS / "glossary.md").read_text(encoding="utf-8")
TEACHING = (NOTEBOOKS / "TEACHING.md").read_text(encoding="utf-8")
SOLUTION = re.compile(r"### BEGIN SOLUTION\n(.*?)### END SOLUTION", re.DOTALL)
WORDS_A_MINUTE, LINES_A_MINUTE, MOST_COLUMNS = 180, 20, 88
MOST_WORDS, MOST_LINES = 120, 22
"""The words and the lines of code on a slide, which is what is shown until the speaker goes on."""

by_number = pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.name[:2])


def cells(path: Path) -> list[nbformat.NotebookNode]:
    found: list[nbformat.NotebookNode] = nbformat.read(path, 4).cells
    return found


def text(path: Path) -> str:
    return "\n\n".join(cell.source for cell in cells(path) if cell.cell_type == "markdown")


def words_of(cell: nbformat.NotebookNode) -> int:
    """The words that are read: not those that stand for a picture."""
    return len(re.sub(r"!\[[^\]]*\]\([^)]*\)", "", cell.source).split())


def slide_type(cell: nbformat.NotebookNode) -> str:
    return str(cell.metadata.get("slideshow", {}).get("slide_type", "-"))


@by_number
def test_a_lesson_has_its_sections_and_an_exercise_in_its_first_half(path: Path) -> None:
    head = cells(path)[:6]
    assert "](images/lesson-" in head[0].source or any("picture" in cell.id for cell in head)
    for part in ("**You will**", "**Time", "## Exercises", "## Roads not taken", "## Sources"):
        assert part in text(path), part
    assert sum("assert " in cell.source for cell in cells(path) if cell.cell_type == "code") >= 5
    first = next(k for k, cell in enumerate(cells(path)) if cell.source.startswith("### Exercise"))
    assert first <= len(cells(path)) / 2


@by_number
def test_slides_can_be_read_and_leave_out_the_exercises(path: Path) -> None:
    slides: list[tuple[str, int, int]] = []
    for cell in cells(path):
        kind, is_code = slide_type(cell), cell.cell_type == "code"
        if "nbgrader" in cell.metadata or cell.source.startswith("### Exercise"):
            assert kind in ("skip", "notes"), cell.source
        if kind in ("slide", "subslide"):
            slides.append((cell.source.split("\n")[0], 0, 0))
        if kind in ("skip", "notes") or not slides:
            continue
        title, words, lines = slides[-1]
        hidden = "hide-input" in cell.metadata.get("tags", [])
        words += 0 if is_code else words_of(cell)
        lines += len(cell.source.splitlines()) if is_code and not hidden else 0
        slides[-1] = title, words, lines
    assert len(slides) >= 5
    assert [slide for slide in slides if slide[1] > MOST_WORDS or slide[2] > MOST_LINES] == []


def test_each_term_of_the_glossary_is_introduced_in_the_lesson_that_it_names() -> None:
    lessons = {path.name: text(path) for path in SOLVED}
    missing = []
    for entry in re.split(r"^### ", GLOSSARY, flags=re.MULTILINE)[1:]:
        term = entry.split("\n")[0].strip()
        anchor = re.sub(r"[^\w\- ]", "", term.lower()).replace(" ", "-")
        named = re.findall(r"\((\d\d_\w+\.ipynb)\)", entry)
        if not named or f"**](glossary.md#{anchor})" not in lessons.get(named[0], ""):
            missing.append((term, *named[:1]))
    assert missing == []


@by_number
def test_the_time_of_a_lesson_is_that_of_its_words_its_code_and_its_exercises(path: Path) -> None:
    """The rates are those of TEACHING.md, and a lesson of the core course takes an hour at most."""
    reading, exercises = minutes(path)
    assert f"**Time:** {reading} minutes to read and run, {exercises} minutes for the exercises." in text(path)
    row = next(line for line in TEACHING.splitlines() if line.startswith("| [") and f"({path.name})" in line)
    assert row.endswith(f"| {reading} min | {exercises} min |")
    assert reading + exercises <= 60 or int(path.name[:2]) not in PATH["Core course"]


def minutes(path: Path) -> tuple[int, int]:
    """To read and run, and for the exercises, rounded up to five minutes."""
    words = lines = tasks = told = solution = 0
    for cell in cells(path)[:-1]:  # the last one has links only
        if cell.cell_type == "markdown" and not cell.source.startswith(("## Roads", "## Sources")):
            is_exercise = cell.source.startswith("### Exercise")
            tasks += is_exercise
            told += words_of(cell) * is_exercise
            words += words_of(cell) * (not is_exercise)
        elif "nbgrader" in cell.metadata:
            solution += sum(lines_of(region) for region in SOLUTION.findall(cell.source))
        elif cell.cell_type == "code" and "hide-input" not in cell.metadata.get("tags", []):
            lines += lines_of(cell.source)
    found = words / WORDS_A_MINUTE + lines / LINES_A_MINUTE, told / WORDS_A_MINUTE + 4 * tasks + solution
    reading, exercises = (5 * math.ceil(each / 5) for each in found)
    return reading, exercises


def lines_of(code: str) -> int:
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in code.splitlines())


@by_number
def test_the_code_of_a_lesson_fits_the_page_and_exercises_have_one_level(path: Path) -> None:
    wide = [line for cell in cells(path) if cell.cell_type == "code" for line in cell.source.splitlines()]
    assert [line for line in wide if len(line) > MOST_COLUMNS] == []
    headings = re.findall(r"^#+ .*", text(path), flags=re.MULTILINE)
    first = next(k for k, heading in enumerate(headings) if "Exercise " in heading)
    assert any(heading.startswith("## ") for heading in headings[:first])


def test_the_core_course_and_the_electives_are_one_path() -> None:
    numbers = [number for group in PATH.values() for number in group]
    assert sorted(numbers) == sorted(int(path.name[:2]) for path in SOLVED)
    names = {int(path.name[:2]): path.name for path in SOLVED}
    for one, other in pairwise(numbers):
        assert f"({names[other]})" in cells(NOTEBOOKS / "solutions" / names[one])[-1].source
        assert f"({names[one]})" in cells(NOTEBOOKS / "solutions" / names[other])[-1].source
    index = (NOTEBOOKS / "index.md").read_text(encoding="utf-8")
    order = (NOTEBOOKS / "_book" / "order.txt").read_text(encoding="utf-8")
    listed = re.findall(r":caption: (.*)\n\n((?:\d\d_\w+\n)+)", order)
    assert {name: tuple(int(line[:2]) for line in lines.split()) for name, lines in listed} == PATH
    assert [int(number) for number in re.findall(r"^\| \[(\d+)\. ", index, flags=re.MULTILINE)] == numbers


def key(words: str) -> str:
    """Words in small letters, with single spaces between them."""
    return re.sub(r"[^\w]+", " ", words.lower()).strip()


def test_the_references_name_each_work_once_and_the_lessons_that_cite_it() -> None:
    sources = {path.name: f" {key(text(path).rpartition('## Sources')[2])} " for path in SOLVED}
    seen: set[str] = set()
    for entry in re.split(r"^- ", (NOTEBOOKS / "references.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        found = re.search(r'"([^"]+)"|\*([^*]+)\*', entry.split("\n\n")[0])
        assert found, entry
        title = key(found[1] or found[2])
        assert title not in seen, title
        seen.add(title)
        short = key((found[1] or found[2]).split(":")[0]).removeprefix("the ")
        for name in re.findall(r"\((\d\d_\w+\.ipynb)\)", entry):
            assert f" {short} " in sources[name], (title, name)
