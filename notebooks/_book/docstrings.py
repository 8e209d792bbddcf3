r"""Docstrings as Sphinx reads them: tables with bars, indented code and mathematics, in reStructuredText.

The package's docstrings are written to be read in a terminal. Their sections (Args, Raises, ...) are left to
`sphinx.ext.napoleon`.

>>> print("\n".join(converted(["From", "    a != b", "To", "    a < b or a > b"])).strip())
::
<BLANKLINE>
    From
        a != b
    To
        a < b or a > b
"""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from textwrap import dedent, indent
from typing import Any

SECTION = re.compile(r"(Args|Options|Attributes|Returns|Yields|Raises|Note|Example|Examples|Warns):$")
PROSE = re.compile(r"(Strength|Source|Sources|Size|Cost|Time)$")
ITEM = re.compile(r"\s*([-*]|\d+\.) ")
TREE = re.compile("[├└]")


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def paragraphs(lines: list[str]) -> Iterator[list[str]]:
    """The runs of lines that are not blank."""
    for is_text, run in groupby(lines, key=lambda line: bool(line.strip())):
        if is_text:
            yield list(run)


def converted(lines: list[str]) -> Iterator[str]:
    """The lines of a docstring, in reStructuredText."""
    inside, text_before = "", ""
    for paragraph in paragraphs(lines):
        first = paragraph[0]
        if not indent_of(first):
            inside = "section" if SECTION.match(first) else "prose" if PROSE.match(first) else ""
        yield ""
        if first.lstrip().startswith(">>>"):
            yield from paragraph
        elif first.lstrip().startswith("|"):
            yield from table(paragraph)
        elif inside == "section":
            yield from map(escaped, paragraph)
        elif inside == "prose":
            yield from prose(paragraph)
        elif is_code(paragraph, text_before):
            yield from literal(paragraph, text_before)
            continue
        else:
            yield from with_lists(paragraph)
        text_before = paragraph[-1] if not ITEM.match(first) else first
    yield ""


def escaped(line: str) -> str:
    """A line in which a bar is a bar."""
    return line.replace("|", "\\|")


def table(rows: list[str]) -> Iterator[str]:
    """A table with bars as a list table."""
    before = " " * indent_of(rows[0])
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows]
    has_head = len(cells) > 1 and all(set(cell) <= set("-: ") for cell in cells[1])
    yield f"{before}.. list-table::"
    if has_head:
        yield f"{before}   :header-rows: 1"
        del cells[1]
    yield ""
    for row in cells:
        yield from (f"{before}   {' ' if k else '*'} - {cell}" for k, cell in enumerate(row))


def prose(paragraph: list[str]) -> Iterator[str]:
    """A heading of one word, and the indented text below it."""
    if PROSE.match(paragraph[0]):
        yield from (f"**{paragraph[0]}**", "")
        paragraph = paragraph[1:]
    yield from map(escaped, dedent("\n".join(paragraph)).splitlines())


def is_code(paragraph: list[str], text_before: str) -> bool:
    """Whether a paragraph is code, mathematics or a drawing, which its indentation tells."""
    first, deepest = paragraph[0], max(map(indent_of, paragraph))
    if ITEM.match(first):
        return False
    if any(map(TREE.search, paragraph)) or (indent_of(first) == 0 and deepest >= 4):
        return True
    item = ITEM.match(text_before)
    return bool(text_before) and indent_of(first) >= 4 and indent_of(first) > (item.end() if item else 0)


def literal(paragraph: list[str], text_before: str) -> Iterator[str]:
    """A paragraph as it stands, in the item of a list that it belongs to."""
    item = ITEM.match(text_before)
    before = " " * (item.end() if item and indent_of(paragraph[0]) else 0)
    yield from (f"{before}::", "", *indent(dedent("\n".join(paragraph)), f"{before}    ").splitlines())


def with_lists(paragraph: list[str]) -> Iterator[str]:
    """A paragraph with a blank line before a list in it."""
    last = ""
    for line in paragraph:
        if last and ITEM.match(line) and not ITEM.match(last) and indent_of(last) <= indent_of(line):
            yield ""
        yield escaped(line)
        last = line


def process(_app: Any, what: str, _name: str, thing: Any, _options: Any, lines: list[str]) -> None:
    """Convert a docstring, before napoleon does. A table such as `SOLVERS` is shown with its entries."""
    if what == "data" and isinstance(thing, Mapping):
        lines[:] = ["", ".. list-table::", "", *(f"   * - ``{key!r}``\n     - {text}" for key, text in thing.items())]
        lines[:] = "\n".join(lines).splitlines()
    else:
        lines[:] = converted(lines)


def setup(app: Any) -> dict[str, bool]:
    """Sphinx calls this."""
    app.connect("autodoc-process-docstring", process, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
