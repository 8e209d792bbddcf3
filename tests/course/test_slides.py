"""Slides of a lesson: one page without a network, with the exercises and without their solutions."""

import html
import re
from html.parser import HTMLParser

import nbformat
import pytest
from typer.testing import CliRunner

import sudoku_models as sm
from sudoku_models.cli import app
from sudoku_models.course.lessons import REGION, lesson_files
from sudoku_models.course.slides import slides

LESSONS = lesson_files()


class Page(HTMLParser):
    """The references of a page, and the text of each of its slides."""

    def __init__(self, text):
        super().__init__()
        self.references, self.slides = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.references += [values[name] for name in ("src", "srcset", "data") if values.get(name)]
        if tag in ("link", "iframe", "object"):
            self.references.append(tag)
        if tag == "section":
            self.slides.append("")

    def handle_data(self, data):
        if self.slides:
            self.slides[-1] += data


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_page_loads_nothing_and_has_every_exercise_without_its_solution(lesson):
    text = slides(lesson)
    page = Page(text)
    assert all(each.startswith("data:") for each in page.references)
    assert "$$" not in "".join(page.slides)
    tasks = "\n".join(slide for slide in page.slides if "Exercise " in slide)
    assert not re.search(r"@import|url\(", text.split("</head>")[0])
    solved = nbformat.read(LESSONS[lesson].parent / "solutions" / LESSONS[lesson].name, 4).cells
    learners = html.unescape("\n".join(cell.source for cell in nbformat.read(LESSONS[lesson], 4).cells))
    learners += learners.replace("`", "")
    for cell in solved:
        if cell.source.startswith("### Exercise"):
            title = re.sub(r"[`$].*", "", cell.source.splitlines()[0].strip("# "))
            assert sum(title in slide for slide in page.slides) == 1
        for region in REGION.finditer(cell.source) if cell.cell_type == "code" else ():
            lines = [line.strip() for line in region[0].splitlines() if "SOLUTION" not in line]
            assert [line for line in lines if len(line) > 12 and line not in learners and line in tasks] == []


def test_the_command_writes_one_page_for_each_lesson_that_is_asked_for(tmp_path):
    def run(*arguments):
        return CliRunner().invoke(app, ["course", "slides", *map(str, arguments)])

    assert run(tmp_path / "pages", "--lesson", 2, "--lesson", 5).exit_code == 0
    assert sorted(path.name[:2] for path in (tmp_path / "pages").iterdir()) == ["02", "05"]
    assert run(tmp_path / "pages", "--lesson", 77).exit_code == 2
    (tmp_path / "file").touch()
    assert run(tmp_path / "file" / "x", "--lesson", 2).exit_code == 2
    with pytest.raises(sm.SudokuModelsError, match="no lesson 77"):
        slides(77)
