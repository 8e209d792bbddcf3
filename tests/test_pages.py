"""The commands on the pages beside the code can be typed, and what their programs import and call exists."""

import ast
import inspect
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer

from sudoku_models import benchmark
from sudoku_models.cli import app

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "notebooks").glob("*.md")),
    *sorted((ROOT / "notebooks" / "reference").glob("*.md")),
]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands(program: str) -> Iterator[tuple[str, list[str]]]:
    """The page and the arguments of each command of a program."""
    for page in PAGES:
        for line in "".join(blocks(page, "console")).splitlines():
            for part in re.split(r" & | \| ", line):
                words = shlex.split(part, comments=True)
                if words[:1] == [program]:
                    yield page.name, words[1:]


def parse(words: list[str]) -> None:
    """Parse a command without running it; an error of click says that there is no such command or option."""
    command: Any = typer.main.get_command(app)
    while hasattr(command, "commands"):
        command, words = command.commands[words[0]], words[1:]
    command.make_context("", words)


@pytest.mark.parametrize(("page", "words"), list(commands("sudoku-models")))
def test_each_command_of_a_page_can_be_typed(page: str, words: list[str]) -> None:
    parse(words)


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


def test_the_pages_and_lessons_use_the_words_of_the_field() -> None:
    """A comparison is no race, a method no rung, a set of known puzzles no battery, and an isomorph no twin."""
    lessons = [*(ROOT / "notebooks").glob("*.ipynb"), *(ROOT / "notebooks" / "solutions").glob("*.ipynb")]
    own = re.compile(r"\b(races?|raced|rungs?|battery|twins?)\b", re.IGNORECASE)
    found = {page.name: own.findall(page.read_text(encoding="utf-8")) for page in [*PAGES, *lessons]}
    assert {name: words for name, words in found.items() if words} == {}


def test_the_links_of_the_pages_lead_to_files() -> None:
    for page in PAGES:
        links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == []
