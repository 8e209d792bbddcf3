"""The lessons as texts: their sections, slides that can be read, terms that are introduced."""

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOLVED = sorted((NOTEBOOKS / "solutions").glob("*.ipynb"))
GLOSSARY = (NOTEBOOKS / "glossary.md").read_text(encoding="utf-8")
MOST_WORDS, MOST_LINES = 120, 22
"""The words and the lines of code on a slide, which is what is shown until the speaker goes on."""

by_number = pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.name[:2])


def cells(path: Path) -> list[nbformat.NotebookNode]:
    found: list[nbformat.NotebookNode] = nbformat.read(path, 4).cells
    return found


def text(path: Path) -> str:
    return "\n\n".join(cell.source for cell in cells(path) if cell.cell_type == "markdown")


def slide_type(cell: nbformat.NotebookNode) -> str:
    return str(cell.metadata.get("slideshow", {}).get("slide_type", "-"))


@by_number
def test_a_lesson_has_its_sections_and_an_exercise_in_its_first_half(path: Path) -> None:
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
        words += 0 if is_code else len(cell.source.split())
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


@pytest.mark.parametrize(("path", "after"), list(pairwise(SOLVED)), ids=lambda path: path.name[:2])
def test_a_lesson_links_the_next_one_and_is_linked_by_it(path: Path, after: Path) -> None:
    assert f"({after.name})" in cells(path)[-1].source
    assert f"({path.name})" in cells(after)[-1].source
