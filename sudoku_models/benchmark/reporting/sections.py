"""What stands in the sections of a report's page."""

import math
import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from ..races import Race, of_race
from ..statistics import VIRTUAL_BEST
from . import page
from .figures import Picture
from .findings import about_measure
from .views import TABLES
from .words import plural

if TYPE_CHECKING:
    from .report import Report

__all__ = ["environment", "explained", "facts", "found", "heading", "lead", "race", "stems"]

EXPLAINED = (
    (
        "Time, proved and solved",
        "A case is one way on one puzzle in one orientation. Its time counts everything from the formulation on: "
        "building, rewriting, translating, solving, and, for the measure “proved”, the proof that there is no other "
        "solution. A puzzle with several solutions or none counts as proved once that is known.",
    ),
    (
        "Open cases",
        "A case that did not end within the limit is open (censored): its time is unknown, and more than the limit. It"
        " is never dropped and never shown as a time. A median among open cases is written “> 10 s”; a geometric mean "
        "counts an open case as the limit and is then written with “>”; PAR2 and PAR10 count it as 2 and 10 times the "
        "limit. A case that failed is open too, whatever its limit.",
    ),
    (
        "Which cases are compared",
        "Only cases that all ways of a race have; a race is one corpus with one limit on one kind of machine with one "
        "set of versions. A way with less than half of the cases so far, or one that can state none of the puzzles, is"
        " left out and said to be.",
    ),
    (
        "Median and its interval",
        "Over puzzles; of a puzzle's symmetric twins their median counts, since twins are no independent evidence. "
        "The interval of 95 % is between two places in the order of the times (Conover, Practical Nonparametric "
        "Statistics, 1999), so it takes no distribution for granted, and open cases count by their place.",
    ),
    (
        "Shifted geometric mean",
        "exp(mean of log(time + 10 ms)) - 10 ms, over cases. 10 ms is about what it costs to build a model in Python; "
        "with it a gain on a trivial puzzle does not count as much as one on a hard puzzle (Achterberg, Constraint "
        "Integer Programming, 2007).",
    ),
    (
        "PAR2 and PAR10",
        "Means over cases in which an open case counts 2 or 10 times the limit (Hutter, Hoos, Leyton-Brown and "
        "Stützle, 2009). Ways are ranked by PAR2.",
    ),
    (
        "Fastest, and the virtual best",
        "The share of the cases on which no way was faster. The virtual best would know for each case which way is the "
        "fastest (Xu, Hutter, Hoos and Leyton-Brown, 2012); as it picks after the event, it profits from chance.",
    ),
    (
        "Building",
        "The share of the time that goes into building, rewriting and translating: the median over the cases that "
        "ended. It is a lower bound (≥) where a library does not tell what translating took.",
    ),
)

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
    "largest_load": "largest load over a minute",
}


def lead(made: "Report", rows: pd.DataFrame) -> str:
    """What the times are, and how many cases there are."""
    return f"{about_measure(made.measure)}, on {plural(len(rows), 'case')}."


def stems(races: Sequence[Race]) -> list[str]:
    """A name for the files and the section of each race; no two are the same.

    >>> stems([Race("top95", 10.0, 1, 1), Race("my puzzles!", 10.0, 1, 1), Race("my puzzles?", 20.0, 1, 1)])
    ['top95', 'my-puzzles', 'my-puzzles-2']
    """
    taken = {"found", "sizes", "reading", "environment"}
    made: list[str] = []
    for race in races:
        alone = sum(other.corpus == race.corpus for other in races) == 1
        also = "" if alone else f" limit {race.time_limit:g}s {race.threads} threads setting {race.setting}"
        plain = re.sub(r"[^A-Za-z0-9]+", "-", race.corpus + also).strip("-") or "corpus"
        stem, k = plain, 2
        while stem.lower() in taken:  # some systems do not tell capitals apart
            stem, k = f"{plain}-{k}", k + 1
        taken.add(stem.lower())
        made.append(stem)
    return made


def heading(race: Race, races: Iterable[Race]) -> str:
    """The corpus, and what tells its race from another of the same corpus."""
    others = [other for other in races if other.corpus == race.corpus and other != race]
    also = [
        f"limit {race.time_limit:g} s" * any(other.time_limit != race.time_limit for other in others),
        f"threads {race.threads}" * any(other.threads != race.threads for other in others),
        f"setting {race.setting}" * any(other.setting != race.setting for other in others),
    ]
    return ", ".join([race.corpus, *filter(None, also)])


def facts(race: Race, made: "Report") -> str:
    """How large a race is."""
    rows = of_race(made.tables["summary"], race)
    first = rows.iloc[0]
    ways = int((rows["cases"] > 0).sum() - (rows["way"] == VIRTUAL_BEST).sum())
    puzzles = 0 if math.isnan(first.get("puzzles", math.nan)) else int(first["puzzles"])
    return (
        f"{plural(ways, 'way')} on {plural(puzzles, 'puzzle')}, {plural(int(first['cases']), 'case')} each; limit "
        f"{race.time_limit:g} s, {plural(race.threads, 'thread')}, setting {race.setting}."
    )


def race(race: Race, made: "Report", pictures: Sequence[Picture]) -> list[str]:
    """The tables and the pictures of a race."""
    of = {name: of_race(table, race) for name, table in made.tables.items() if name != "environments"}
    parts = []
    if (of["summary"]["cases"] > 0).any():
        caption = f"{race.corpus}: the best way first, by PAR2 of the time until {made.measure}"
        parts.append(page.summary_table(of["summary"], caption))
    left_out = [f"{row['way']}: {row['note']}" for row in of["summary"].to_dict("records") if row["note"]]
    if left_out:
        items = "".join(f"<li>{escape(each)}</li>" for each in left_out)
        parts.append(page.details(f"Not compared: {len(left_out)}", "", f"<ul>{items}</ul>"))
    parts.append(page.figures(pictures))
    parts.append("<h3>Further tables</h3>\n")
    for name, view in TABLES.items():
        if len(of[name]):
            inside = page.table(view, of[name], f"{race.corpus}: {view.title.lower()}")
            parts.append(page.details(view.title, view.about, inside, is_open=name == "failures"))
    return parts


def found(made: "Report") -> str:
    """What to know first, and what was found."""
    warned = "".join(f"<li>{escape(each)}</li>" for each in made.warnings)
    box = (
        f'<section class="warnings" aria-labelledby="first"><h2 id="first">Before you compare</h2><ul>{warned}</ul>'
        "</section>\n"
    )
    ways = sorted(made.tables["summary"]["way"].unique(), key=len, reverse=True)
    said = "".join(
        f"<div><h3>{escape(heading(race, made.findings))}</h3><ul>"
        + "".join(f"<li>{_with_ways(each, ways)}</li>" for each in sentences)
        + "</ul></div>\n"
        for race, sentences in made.findings.items()
    )
    return (
        f"{box * bool(made.warnings)}"
        '<section class="found" id="found" aria-labelledby="found-heading">'
        f'<h2 id="found-heading">What was found</h2>\n<div class="races">{said}</div></section>\n'
    )


def _with_ways(sentence: str, ways: Sequence[str]) -> str:
    """The sentence with the names of ways in bold; longer names come first, as they may begin with shorter ones."""
    named = "|".join(re.escape(escape(way)) for way in ways)
    return re.sub(named, lambda found: f"<strong>{found[0]}</strong>", escape(sentence))


def explained() -> str:
    """What the columns mean."""
    return "<dl>" + "".join(f"<dt>{escape(what)}</dt><dd>{escape(text)}</dd>\n" for what, text in EXPLAINED) + "</dl>\n"


def environment(made: "Report") -> str:
    """The settings, side by side."""
    settings = made.tables["environments"].to_dict("records")
    rows = [(title, [_fact(setting[name]) for setting in settings]) for name, title in SETTING.items()]
    heads = [f"setting {setting['setting']}" for setting in settings]
    return page.facts_table(rows, heads, "What the cases were measured with")


def _fact(value: Any) -> str:
    if hasattr(value, "strftime"):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    if value is None or value != value or value == "":
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)
