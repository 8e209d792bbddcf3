"""The commands on the pages beside the code can be typed, and what their programs import and call exists."""

import ast
import doctest
import inspect
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from types import ModuleType
from typing import Any

import pytest
import typer

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.cli import app

ROOT = Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"
LESSONS = sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))
PAGES = [*sorted(ROOT.glob("*.md")), ROOT / "data" / "README.md", *sorted(NOTEBOOKS.rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands(program: str) -> Iterator[tuple[str, list[str]]]:
    """The page and the arguments of each command of a program."""
    for page in PAGES:
        for line in "".join(blocks(page, "console")).splitlines():
            for part in re.split(r" & | \| ", line):
                words = shlex.split(part, comments=True)
                if words and Path(words[0]).name == program:
                    yield page.name, words[1:]


@cache
def command_line() -> Any:
    return typer.main.get_command(app)


def parse(words: list[str]) -> None:
    """Parse a command without running it; an error of click says that there is no such command or option."""
    command = command_line()
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    command.make_context("", words)


@pytest.mark.parametrize(("page", "words"), list(commands("sudoku-models")))
def test_each_command_of_a_page_can_be_typed(page: str, words: list[str]) -> None:
    parse(words)


@pytest.mark.slow
@pytest.mark.parametrize(("page", "words"), list(commands("dask")))
def test_each_command_of_dask_can_be_typed(page: str, words: list[str]) -> None:
    assert words[0] in ("scheduler", "worker")
    main = import_module(f"distributed.cli.dask_{words[0]}").main
    known = {option for each in main.params for option in (*each.opts, *each.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_program_imports_and_calls_of_the_package_exists(page: Path) -> None:
    for program in blocks(page, "python"):
        for node in ast.walk(ast.parse(program)):
            if isinstance(node, ast.ImportFrom) and node.module and find_spec(node.module.partition(".")[0]):
                for name in node.names:
                    is_there = hasattr(import_module(node.module), name.name)
                    assert is_there or find_spec(f"{node.module}.{name.name}"), name.name
            elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("benchmark."):
                function = getattr(benchmark, ast.unparse(node.func).removeprefix("benchmark."))
                keywords = {each.arg: None for each in node.keywords if each.arg}
                inspect.signature(function).bind(*node.args, **keywords)


def text_of(page: Path) -> str:
    """The text of a page, or of the cells of a lesson that are text."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".md":
        return text
    return "\n".join("".join(each["source"]) for each in json.loads(text)["cells"] if each["cell_type"] == "markdown")


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, as GitHub and the book make them."""
    text = re.sub(r"^```.*?^```", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#{1,6} (.*)$", text, re.MULTILINE)
    return set(map(slug, headings))


def slug(heading: str) -> str:
    """JupyterLab keeps capitals and punctuation in an anchor, GitHub and the book do not."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def links(page: Path) -> Iterator[tuple[str, str]]:
    """The file and the anchor of each link that leads to no other site."""
    text = re.sub(r"`[^`\n]*`", "", text_of(page))
    yield from re.findall(r"\]\(([^):#\s]*)(?:#([^)\s]*))?\)", text)


@pytest.mark.parametrize("page", [*PAGES, *LESSONS], ids=lambda page: page.name)
def test_the_links_of_a_page_lead_to_files_and_headings(page: Path) -> None:
    lost = []
    for file, anchor in links(page):
        target = page.parent / file if file else page
        if not target.exists() or (anchor and slug(anchor) not in anchors(target)):
            lost.append(f"{file}#{anchor}")
    assert lost == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda page: page.name)
def test_each_figure_of_a_lesson_has_words_in_place_of_it(lesson: Path) -> None:
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    figures = [c for c in cells if any("image/png" in output.get("data", {}) for output in c.get("outputs", []))]
    texts = [cell["metadata"].get("mystnb", {}).get("image", {}).get("alt", "") for cell in figures]
    assert all(40 <= len(text) <= 260 for text in texts)
    assert len({*texts}) == len(figures)


def test_every_page_can_be_reached_from_the_first() -> None:
    found, left = set(), [ROOT / "README.md"]
    while left:
        page = left.pop().resolve()
        if page.exists() and page not in found:
            found.add(page)
            left += [page.parent / file for file, _ in links(page) if file.endswith((".md", ".ipynb"))]
    without_own_text = {*(NOTEBOOKS / "project").iterdir(), *(NOTEBOOKS / "api").iterdir(), NOTEBOOKS / "report.md"}
    assert {*PAGES, *LESSONS} - without_own_text <= found


def test_the_readme_is_one_screen() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90


@pytest.mark.slow
def test_the_programs_that_add_to_the_four_tables_run() -> None:
    program = "\n".join(blocks(NOTEBOOKS / "reference" / "adding.md", "python"))
    try:
        exec(compile(program, "adding.md", "exec"), {})
    finally:
        for table in (sm.FORMULATIONS, sm.REWRITES, sm.SOLVERS):
            table.registered.clear()


def test_the_programs_on_a_model_of_one_s_own_print_what_stands_below_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = (NOTEBOOKS / "reference" / "your_model.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for program, printed in re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```", page, re.M | re.S):
        exec(compile(program, "your_model.md", "exec"), names)
        assert sorted(capsys.readouterr().out.splitlines()) == sorted(printed.splitlines())
    assert page.count("```python") == page.count("```text") > 4


def test_every_public_name_is_in_the_reference() -> None:
    named = set(
        re.findall(r"^\.\. auto\w+:: (\w+)$", "".join(map(text_of, (NOTEBOOKS / "api").iterdir())), re.MULTILINE)
    )
    modules = {"explain", "rules"}  # the modules of these names, which are documented as such
    assert named == {*sm.__all__, "BoardWidget"} - modules


def test_every_term_of_the_glossary_has_an_example_and_a_lesson() -> None:
    terms = text_of(NOTEBOOKS / "glossary.md").split("\n### ")[1:]
    assert len(terms) > 100
    names = [term.partition("\n")[0] for term in terms]
    assert names == [name.lower() for name in names]  # JupyterLab keeps capitals in an anchor, GitHub does not
    assert [
        name for name, term in zip(names, terms, strict=True) if not re.search(r"\*Example\..*Lesson \d", term, re.S)
    ] == []


def test_the_citation_is_of_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"\nversion: {project['version']}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_docstrings_of_the_book_s_own_code_hold() -> None:
    book = ModuleType("docstrings")
    vars(book).update(run_path(str(NOTEBOOKS / "_book" / "docstrings.py")))
    tried = doctest.testmod(book)
    assert (tried.failed, tried.attempted > 0) == (0, True)
