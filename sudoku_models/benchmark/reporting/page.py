"""The page of a report: one HTML file that needs nothing else, from `page.html`, `parts.html` and `page.css`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from ..statistics import VIRTUAL_BEST
from .figures import Picture
from .views import SUMMARY, View

__all__ = ["STYLE", "Cell", "Row", "Table", "document", "further_table", "inline", "markup", "summary_table"]

FOLDER = Path(__file__).parent
STYLE = (FOLDER / "page.css").read_text(encoding="utf-8")

FIRST = 15
"""Rows of a table that are visible at once; the others are folded."""

INKS = {
    "#000000": "ink",
    "#1a1a1a": "ink",
    "#ffffff": "paper",
    "#8a8a8a": "muted",
    "#b0b0b0": "rule",
    "#0072b2": "blue",
    "#e69f00": "orange",
    "#009e73": "green",
    "#d55e00": "red",
    "#cc79a7": "purple",
    "#56b4e9": "sky",
}
"""The colours of the figures -> the colours of the page that replace them, so that both are dark in a dark scheme."""


@dataclass(frozen=True)
class Cell:
    """A cell: its text, a second line, the share that a bar shows, and whether it is prose."""

    text: str
    second: str = ""
    share: float | None = None
    is_prose: bool = False


@dataclass(frozen=True)
class Row:
    """A row of a table: its head, its cells, and "best", "virtual" or nothing."""

    head: str
    cells: list[Cell]
    kind: str = ""


@dataclass(frozen=True)
class Table:
    """A table of the page, of which `rest` is folded."""

    caption: str
    heads: list[str]
    rows: list[Row]
    rest: list[Row] = field(default_factory=list)


def document(**parts: Any) -> str:
    """The whole page; the template names its parts."""
    text = _environment().get_template("page.html").render(style=Markup(STYLE), **parts)
    return re.sub(r"(?<=\d) (?=%)", "&nbsp;", text.lstrip())  # no line ends between a number and its "%"


def markup(table: Table) -> str:
    """The HTML of one table."""
    macros: Any = _environment().get_template("parts.html").module
    return str(macros.folded(table))


def _environment() -> Environment:
    loader = FileSystemLoader(FOLDER)
    environment = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.keep_trailing_newline = True
    environment.filters.update(inline=inline, numbers=_numbers, bold=_bold)
    return environment


def summary_table(rows: pd.DataFrame, caption: str) -> Table:
    """The main table of a comparison: the first configurations, the virtual best, and the others folded."""
    compared = [row for row in rows.to_dict("records") if row["cases"]]
    configurations = [row for row in compared if row["configuration"] != VIRTUAL_BEST]
    virtual = [row for row in compared if row["configuration"] == VIRTUAL_BEST]
    return _table(SUMMARY, configurations, caption, virtual)


def further_table(view: View, rows: pd.DataFrame, caption: str) -> Table:
    """Another table; columns of which nothing is known are left out, and rows beyond the first are folded."""
    return _table(view, rows.to_dict("records"), caption)


def inline(picture: Picture) -> Markup:
    """The figure as a part of the page: in its colours, with unique ids, and a name for screen readers."""
    svg = picture.svg[picture.svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{picture.name}.', svg)
    svg = re.sub(r'href="#', f'href="#{picture.name}.', svg)
    svg = svg.replace("url(#", f"url(#{picture.name}.")
    for colour, name in INKS.items():
        svg = svg.replace(f": {colour}", f": var(--{name})")
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return Markup(svg.replace("<svg", f'<svg role="img" aria-label="{escape(picture.title)}"', 1).strip())


def _numbers(picture: Picture) -> Table:
    """The figures of a picture at a glance."""
    first, *others = picture.glance.columns
    view = View(picture.title, "", tuple((name, _text_of(name)) for name in others))
    glance = picture.glance.astype(str).rename(columns={first: "configuration"})
    table = further_table(view, glance, picture.title)
    return replace(table, heads=[first, *table.heads[1:]])


def _text_of(name: str) -> Any:
    return lambda row: row[name]


def _bold(sentence: str, names: Iterable[str]) -> Markup:
    """The sentence with names in bold; longer ones come first, as they may begin with shorter ones."""
    pattern = "|".join(re.escape(escape(name)) for name in sorted(names, key=len, reverse=True))
    return Markup(re.sub(pattern, lambda found: f"<strong>{found[0]}</strong>", escape(sentence)))


def _table(view: View, rows: list[dict[str, Any]], caption: str, last: Sequence[dict[str, Any]] = ()) -> Table:
    columns = [(name, write) for name, write in view.columns if any(write(row) != "-" for row in (*rows, *last))]
    heads = ["configuration", *(name for name, _ in columns)]
    first = len(rows) if len(rows) <= FIRST + 1 else FIRST  # one row is not folded
    made = [_row(columns, row, "best" if k == 0 and view is SUMMARY else "") for k, row in enumerate(rows)]
    return Table(caption, heads, [*made[:first], *(_row(columns, row, "virtual") for row in last)], made[first:])


def _row(columns: Sequence[tuple[str, Any]], row: Mapping[str, Any], kind: str) -> Row:
    return Row(str(row["configuration"]), [_cell(name, write(row), row) for name, write in columns], kind)


def _cell(name: str, text: str, row: Mapping[str, Any]) -> Cell:
    share = row.get(f"{name}_percent") if name in ("proved", "solved") else None
    first, _, second = text.partition("\n")
    return Cell(first, second, share if share == share else None, name.startswith("reason"))
