"""The lessons as texts: slides that can be read, terms introduced, links that lead on, honest times."""

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
SOLVED = sorted((NOTEBOOKS / "solutions").glob("*.ipynb"))
GLOSSARY = (NOTEBOOKS / "glossary.md").read_text(encoding="utf-8")
MOST_WORDS, MOST_LINES = 120, 22
"""What a slide may hold, which is what is shown until the speaker goes on."""
READ_A_MINUTE = (120, 240)
"""Words; slowly, with the code, and quickly."""

by_number = pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.name[:2])


def cells(path: Path) -> list[nbformat.NotebookNode]:
    found: list[nbformat.NotebookNode] = nbformat.read(path, 4).cells
    return found


def text(path: Path) -> str:
    return "\n\n".join(cell.source for cell in cells(path) if cell.cell_type == "markdown")


def slides(path: Path) -> list[tuple[str, int, int]]:
    """The first line of each slide, its words, and its lines of code."""
    found: list[tuple[str, int, int]] = []
    for cell in cells(path):
        kind = cell.metadata.get("slideshow", {}).get("slide_type", "-")
        if kind in ("slide", "subslide"):
            found.append((cell.source.split("\n")[0], 0, 0))
        if kind in ("skip", "notes") or not found:
            continue
        title, words, lines = found[-1]
        is_code = cell.cell_type == "code"
        hidden = is_code and "hide-input" in cell.metadata.get("tags", [])
        words += 0 if is_code else len(cell.source.split())
        lines += len(cell.source.splitlines()) if is_code and not hidden else 0
        found[-1] = title, words, lines
    return found


@by_number
def test_a_slide_can_be_read(path: Path) -> None:
    too_long = [slide for slide in slides(path) if slide[1] > MOST_WORDS or slide[2] > MOST_LINES]
    assert too_long == []


@by_number
def test_exercises_and_their_solutions_are_left_out_of_the_slides(path: Path) -> None:
    for cell in cells(path):
        if "nbgrader" in cell.metadata or cell.source.startswith("### Exercise"):
            assert cell.metadata.get("slideshow", {}).get("slide_type") in ("skip", "notes"), cell.source


@by_number
def test_the_first_exercise_stands_in_the_first_half(path: Path) -> None:
    sources = [cell.source for cell in cells(path)]
    first = next(k for k, source in enumerate(sources) if source.startswith("### Exercise"))
    assert first <= len(sources) / 2


@by_number
def test_the_time_to_read_is_honest(path: Path) -> None:
    stated = re.search(r"\*\*Time:\*\*[^.]*?(\d+|ten|a quarter of an hour|half an hour)", text(path))
    assert stated is not None
    in_words = {"ten": 10, "a quarter of an hour": 15, "half an hour": 30}
    minutes = in_words.get(stated[1]) or int(stated[1])
    words = len(text(path).split())
    assert words / READ_A_MINUTE[1] <= minutes <= words / READ_A_MINUTE[0] + 10


def anchors(page: str) -> set[str]:
    """The anchors of the headings of a page, as GitHub and the book make them."""
    headings = re.findall(r"^#+ +(.*?)\s*$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@by_number
def test_each_term_leads_to_its_place_in_the_glossary(path: Path) -> None:
    linked = re.findall(r"\(glossary\.md#([\w-]+)\)", text(path))
    assert set(linked) <= anchors(GLOSSARY)


def test_each_term_of_the_glossary_is_introduced_in_the_lesson_that_it_names() -> None:
    lessons = {path.name: text(path) for path in SOLVED}
    missing = []
    for entry in re.split(r"^### ", GLOSSARY, flags=re.MULTILINE)[1:]:
        term = entry.split("\n")[0].strip()
        (anchor,) = anchors(f"### {term}")
        named = re.findall(r"\((\d\d_\w+\.ipynb)\)", entry)
        if not named or f"**](glossary.md#{anchor})" not in lessons.get(named[0], ""):
            missing.append((term, *named[:1]))
    assert missing == []


@pytest.mark.parametrize(("path", "after"), list(pairwise(SOLVED)), ids=lambda path: path.name[:2])
def test_a_lesson_links_the_next_one_and_is_linked_by_it(path: Path, after: Path) -> None:
    assert f"({after.name})" in cells(path)[-1].source
    assert f"({path.name})" in cells(after)[-1].source


@by_number
def test_a_lesson_ends_with_links_to_the_glossary_and_the_notes_for_teachers(path: Path) -> None:
    last = cells(path)[-1].source
    assert "(glossary.md)" in last
    assert "(TEACHING.md)" in last


@by_number
def test_the_links_of_a_lesson_lead_to_files(path: Path) -> None:
    """Links of a solved notebook lead on from the learner's copy, which lies one folder higher."""
    links = re.findall(r"\]\((?!https?:|#|attachment:)([^)#\s]+)", text(path))
    assert [link for link in links if not (NOTEBOOKS / link).exists()] == []
