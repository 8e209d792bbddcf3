"""The page of a report: one HTML file that needs nothing else, with its pictures in it and no script."""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd

from ..statistics import VIRTUAL_BEST
from .figures import Picture
from .page_style import INKS, STYLE
from .views import SUMMARY, View

__all__ = ["details", "document", "facts_table", "figures", "section", "summary_table", "table"]

FIRST = 15
"""Rows of a table that are shown at once; the others are folded."""


def document(title: str, lead: str, parts: Iterable[str], contents: Mapping[str, str]) -> str:
    """The whole page.

    Args:
        title: Its title.
        lead: A sentence below the title.
        parts: What stands below the contents, as HTML.
        contents: Heading for each anchor.

    >>> "<h1>A &amp; B</h1>" in document("A & B", "", [], {"top95": "top95"})
    True
    """
    links = "".join(f'<li><a href="#{escape(to)}">{escape(what)}</a></li>' for to, what in contents.items())
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<header>\n<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n'
        f'<nav aria-label="Contents"><ul>{links}</ul></nav>\n</header>\n'
        f"<main>\n{_kept_together(''.join(parts))}</main>\n</body>\n</html>\n"
    )


def section(anchor: str, heading: str, facts: str, parts: Iterable[str]) -> str:
    """A part of the page with its heading and a line of facts."""
    line = f'<p class="facts">{escape(facts)}</p>\n' if facts else ""
    return (
        f'<section id="{escape(anchor)}" aria-labelledby="{escape(anchor)}-heading">\n'
        f'<h2 id="{escape(anchor)}-heading">{escape(heading)}</h2>\n{line}{"".join(parts)}</section>\n'
    )


def summary_table(rows: pd.DataFrame, caption: str) -> str:
    """The main table of a comparison: the first configurations, the virtual best, and the other configurations folded."""
    compared = [row for row in rows.to_dict("records") if row["cases"]]
    configurations = [row for row in compared if row["configuration"] != VIRTUAL_BEST]
    virtual = [row for row in compared if row["configuration"] == VIRTUAL_BEST]
    return _folded(SUMMARY, configurations, caption, virtual)


def table(view: View, rows: pd.DataFrame, caption: str) -> str:
    """A further table; columns that nothing is known of are left out, and rows beyond the first are folded."""
    return _folded(view, rows.to_dict("records"), caption)


def details(title: str, about: str, inside: str, is_open: bool = False) -> str:
    """Something that unfolds."""
    said = f"<p>{escape(about)}</p>\n" if about else ""
    return f"<details{' open' * is_open}>\n<summary>{escape(title)}</summary>\n{said}{inside}</details>\n"


def figure(picture: Picture) -> str:
    """A picture with how to read it, and its numbers folded."""
    rows = [{name: str(value) for name, value in row.items()} for row in picture.glance.to_dict("records")]
    columns = tuple((name, _text_of(name)) for name in picture.glance.columns if name != "configuration")
    view = View(picture.title, "", columns)
    return (
        f"<figure>\n<h3>{escape(picture.title)}</h3>\n"
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(picture.title)}">{inline(picture)}</div>\n'
        f"<figcaption>{escape(picture.how)}</figcaption>\n</figure>\n"
        + details("The numbers of this picture", "", _folded(view, rows, picture.title))
    )


def figures(pictures: Sequence[Picture]) -> str:
    """Pictures below each other, and square ones beside each other where there is worker."""
    wide = "".join(figure(each) for each in pictures if not each.is_square)
    square = "".join(f"<div>{figure(each)}</div>" for each in pictures if each.is_square)
    return wide + (f'<div class="beside">{square}</div>\n' if square else "")


def inline(picture: Picture) -> str:
    """The picture as a part of the page: in its colours, with names of its own, and a name for who cannot see it."""
    svg = picture.svg[picture.svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="', f'id="{picture.name}.', svg)
    svg = re.sub(r'href="#', f'href="#{picture.name}.', svg)
    svg = svg.replace("url(#", f"url(#{picture.name}.")
    for colour, name in INKS.items():
        svg = svg.replace(f": {colour}", f": var(--{name})")
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(picture.title)}"', 1).strip()


def facts_table(rows: Sequence[tuple[str, Sequence[str]]], heads: Sequence[str], caption: str) -> str:
    """A table with a property in each row and a setting in each column."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in ("", *heads))
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>{"".join(f"<td>{escape(value)}</td>" for value in values)}</tr>\n'
        for name, values in rows
    )
    return _scroll(
        caption,
        f'<table class="facts-table"><caption><span>{escape(caption)}</span></caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>",
    )


def _folded(view: View, rows: list[dict[str, Any]], caption: str, last: Sequence[dict[str, Any]] = ()) -> str:
    columns = [(name, write) for name, write in view.columns if any(write(row) != "-" for row in (*rows, *last))]
    if len(rows) <= FIRST + 1:
        return _table(columns, [*rows, *last], caption, view is SUMMARY)
    rest = len(rows) - FIRST
    return _table(columns, [*rows[:FIRST], *last], caption, view is SUMMARY) + details(
        f"The other {rest} rows", "", _table(columns, rows[FIRST:], f"{caption}, continued")
    )


def _table(
    columns: Sequence[tuple[str, Any]], rows: Sequence[Mapping[str, Any]], caption: str, best_first: bool = False
) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("configuration", *(name for name, _ in columns)))
    body = "".join(_row(columns, row, k == 0 and best_first) for k, row in enumerate(rows))
    return _scroll(
        caption,
        f"<table><caption><span>{escape(caption)}</span></caption><thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table>",
    )


def _row(columns: Sequence[tuple[str, Any]], row: Mapping[str, Any], is_best: bool) -> str:
    kind = "virtual" if row["configuration"] == VIRTUAL_BEST else "best" if is_best else ""
    cells = "".join(_cell(name, write(row), row) for name, write in columns)
    mark = f' class="{kind}"' if kind else ""
    return f'<tr{mark}><th scope="row">{escape(str(row["configuration"]))}</th>{cells}</tr>\n'


def _cell(name: str, text: str, row: Mapping[str, Any]) -> str:
    share = row.get(f"{name}_percent") if name in ("proved", "solved") else None
    if share is not None and share == share:
        return f'<td class="share" style="--share:{share:.1f}">{escape(text)}</td>'
    words = ' class="words"' * name.startswith("reason")
    first, _, second = text.partition("\n")
    return f"<td{words}>{escape(first)}{second and f'<small>{escape(second)}</small>'}</td>"


def _scroll(label: str, inside: str) -> str:
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}">{inside}</div>\n'


def _kept_together(text: str) -> str:
    """No line ends between a number and its "%"."""
    return re.sub(r"(?<=\d) (?=%)", "&nbsp;", text)


def _text_of(name: str) -> Any:
    return lambda row: row[name]
