"""The sections of a report's page, from its tables."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from ..comparisons import Comparison, of_comparison
from ..contrasts import Contrasts
from ..statistics import VIRTUAL_BEST
from . import contrasts as words
from .figures import Picture
from .formatting import plural
from .page import Cell, Row, Table, further_table, summary_table
from .views import TABLES

__all__ = ["ContrastSection", "Section", "contrast_section", "environment", "section", "stems"]

SETTING = {
    "machines": "machines",
    "cpu": "processor",
    "cores": "cores",
    "memory_gib": "memory (GiB)",
    "system": "system",
    "python": "Python",
    "versions": "versions",
    "commits": "commits",
    "first": "first case",
    "last": "last case",
    "cases": "cases",
    "side_by_side": "cases side by side",
    "busy_percent": "cases started under other load (%)",
    "largest_load": "largest load over a minute",
    "calibration_median": "calibration before and after a case, median ratio",
    "calibration_p90": "the same, 90th percentile",
    "calibration_spread": "calibration over the run, 95th percentile over 5th",
}

Tables = Mapping[str, pd.DataFrame]


@dataclass(frozen=True)
class Section:
    """The part of the page about one comparison; `tables` has a title, a description, the table, and if it is open."""

    anchor: str
    heading: str
    facts: str
    findings: list[str]
    summary: Table | None
    left_out: list[str]
    pictures: list[Picture]
    tables: list[tuple[str, str, Table, bool]]


def section(
    anchor: str,
    comparison: Comparison,
    findings: Mapping[Comparison, list[str]],
    tables: Tables,
    measure: str,
    pictures: list[Picture],
) -> Section:
    """The section of one comparison.

    Args:
        anchor: Its name in links.
        findings: The sentences about all comparisons.
        tables: The tables of the report, by name.
        measure: "proved" or "solved".
        pictures: Its figures.
    """
    of = {name: of_comparison(tables[name], comparison) for name in ("summary", *TABLES)}
    summary, main = of["summary"], None
    if (summary["cases"] > 0).any():
        caption = f"{comparison.corpus}: the best configuration first, by PAR2 of the time until {measure}"
        main = summary_table(summary, caption)
    left_out = [f"{row['configuration']}: {row['note']}" for row in summary.to_dict("records") if row["note"]]
    further = [
        (
            view.title,
            view.about,
            further_table(view, of[name], f"{comparison.corpus}: {view.title.lower()}"),
            name == "failures",
        )
        for name, view in TABLES.items()
        if len(of[name])
    ]
    facts, sentences = _facts(comparison, summary), findings[comparison]
    return Section(anchor, _heading(comparison, findings), facts, sentences, main, left_out, pictures, further)


@dataclass(frozen=True)
class ContrastSection:
    """The part of the page about the contrasts of a protocol."""

    facts: str
    sentences: list[str]
    tables: list[Table]
    excluded: list[str]


def contrast_section(found: Contrasts, title: str) -> ContrastSection:
    """The section of the contrasts of one protocol, which has this title."""

    def table(caption: str, heads: Sequence[str], rows: list[list[str]]) -> Table:
        made = [
            Row(name, [Cell(first, second) for first, _, second in (text.partition("\n") for text in cells)])
            for name, *cells in rows
        ]
        return Table(caption, ["contrast", *heads], made)

    tables = [table("The contrasts of the protocol", (*words.TESTED, *words.HEADS), words.written(found.results))]
    if len(found.by_corpus):
        rows = words.written_by_corpus(found.by_corpus)
        tables.append(table("The same for each corpus, without a verdict", words.HEADS, rows))
    facts = f"{title}: " * bool(title) + f"{plural(len(found.results), 'contrast')}, of the file protocol.toml."
    return ContrastSection(facts, words.sentences(found.results), tables, words.excluded(found.excluded))


def stems(comparisons: Sequence[Comparison]) -> list[str]:
    """A name for the files and the section of each comparison; no two are the same.

    >>> stems([Comparison("top95", 10, 1, 1), Comparison("my puzzles!", 10, 1, 1), Comparison("my puzzles?", 20, 1, 1)])
    ['top95', 'my-puzzles', 'my-puzzles-2']
    """
    used = {"contrasts", "found", "sizes", "reading", "environment", "solved-by"}
    made: list[str] = []
    for each in comparisons:
        alone = sum(other.corpus == each.corpus for other in comparisons) == 1
        also = "" if alone else f" limit {each.time_limit:g}s {each.threads} threads setting {each.setting}"
        plain = re.sub(r"[^A-Za-z0-9]+", "-", each.corpus + also).strip("-") or "corpus"
        stem, k = plain, 2
        while stem.lower() in used:  # some file systems ignore case
            stem, k = f"{plain}-{k}", k + 1
        used.add(stem.lower())
        made.append(stem)
    return made


def _heading(comparison: Comparison, comparisons: Iterable[Comparison]) -> str:
    """The corpus, and the difference to other comparisons of the same corpus."""
    others = [other for other in comparisons if other.corpus == comparison.corpus and other != comparison]
    also = [
        f"limit {comparison.time_limit:g} s" * any(other.time_limit != comparison.time_limit for other in others),
        f"threads {comparison.threads}" * any(other.threads != comparison.threads for other in others),
        f"setting {comparison.setting}" * any(other.setting != comparison.setting for other in others),
    ]
    return ", ".join([comparison.corpus, *filter(None, also)])


def _facts(comparison: Comparison, summary: pd.DataFrame) -> str:
    """How large a comparison is."""
    first = summary.iloc[0]
    configurations = int((summary["cases"] > 0).sum() - (summary["configuration"] == VIRTUAL_BEST).sum())
    puzzles = 0 if math.isnan(first.get("puzzles", math.nan)) else int(first["puzzles"])
    return (
        f"{plural(configurations, 'configuration')} on {plural(puzzles, 'puzzle')}, "
        f"{plural(int(first['cases']), 'case')} each; limit {comparison.time_limit:g} s, "
        f"{plural(comparison.threads, 'thread')}, setting {comparison.setting}."
    )


def environment(settings: pd.DataFrame) -> Table:
    """The settings side by side: a property in each row and a setting in each column."""
    every = settings.to_dict("records")
    rows = [Row(title, [Cell(_fact(setting[name])) for setting in every]) for name, title in SETTING.items()]
    heads = ["", *(f"setting {setting['setting']}" for setting in every)]
    return Table("The environment of the cases", heads, rows)


def _fact(value: Any) -> str:
    if hasattr(value, "strftime"):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    if value is None or value != value or value == "":
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
