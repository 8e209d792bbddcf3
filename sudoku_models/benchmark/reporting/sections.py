"""What stands in the sections of a report's page."""

import math
import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from ..comparisons import Comparison, of_comparison
from ..statistics import VIRTUAL_BEST
from . import page
from .figures import Picture
from .findings import about_measure
from .formatting import plural
from .views import TABLES

if TYPE_CHECKING:
    from .report import Report

__all__ = ["comparison", "environment", "explained", "facts", "found", "heading", "lead", "stems"]

EXPLAINED = (
    (
        "Time, proved and solved",
        "A case is one configuration on one puzzle in one orientation. Its time counts everything from the formulation on: "
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
        "Only cases that all configurations of a comparison have; a comparison is one corpus with one limit on one kind of machine with one "
        "set of versions. A configuration with less than half of the cases so far, or one that can state none of the puzzles, is"
        " left out and said to be.",
    ),
    (
        "Median and its interval",
        "Over puzzles; of a puzzle's isomorphs their median counts, since isomorphs are no independent evidence. "
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
        "Stützle, 2009). Configurations are ranked by PAR2.",
    ),
    (
        "Fastest, and the virtual best",
        "The share of the cases on which no configuration was faster. The virtual best would know for each case which configuration is the "
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


def stems(comparisons: Sequence[Comparison]) -> list[str]:
    """A name for the files and the section of each comparison; no two are the same.

    >>> stems([Comparison("top95", 10.0, 1, 1), Comparison("my puzzles!", 10.0, 1, 1), Comparison("my puzzles?", 20.0, 1, 1)])
    ['top95', 'my-puzzles', 'my-puzzles-2']
    """
    taken = {"found", "sizes", "reading", "environment"}
    made: list[str] = []
    for comparison in comparisons:
        alone = sum(other.corpus == comparison.corpus for other in comparisons) == 1
        also = "" if alone else f" limit {comparison.time_limit:g}s {comparison.threads} threads setting {comparison.setting}"
        plain = re.sub(r"[^A-Za-z0-9]+", "-", comparison.corpus + also).strip("-") or "corpus"
        stem, k = plain, 2
        while stem.lower() in taken:  # some systems do not tell capitals apart
            stem, k = f"{plain}-{k}", k + 1
        taken.add(stem.lower())
        made.append(stem)
    return made


def heading(comparison: Comparison, comparisons: Iterable[Comparison]) -> str:
    """The corpus, and what tells its comparison from another of the same corpus."""
    others = [other for other in comparisons if other.corpus == comparison.corpus and other != comparison]
    also = [
        f"limit {comparison.time_limit:g} s" * any(other.time_limit != comparison.time_limit for other in others),
        f"threads {comparison.threads}" * any(other.threads != comparison.threads for other in others),
        f"setting {comparison.setting}" * any(other.setting != comparison.setting for other in others),
    ]
    return ", ".join([comparison.corpus, *filter(None, also)])


def facts(comparison: Comparison, made: "Report") -> str:
    """How large a comparison is."""
    rows = of_comparison(made.tables["summary"], comparison)
    first = rows.iloc[0]
    configurations = int((rows["cases"] > 0).sum() - (rows["configuration"] == VIRTUAL_BEST).sum())
    puzzles = 0 if math.isnan(first.get("puzzles", math.nan)) else int(first["puzzles"])
    return (
        f"{plural(configurations, 'configuration')} on {plural(puzzles, 'puzzle')}, {plural(int(first['cases']), 'case')} each; limit "
        f"{comparison.time_limit:g} s, {plural(comparison.threads, 'thread')}, setting {comparison.setting}."
    )


def comparison(comparison: Comparison, made: "Report", pictures: Sequence[Picture]) -> list[str]:
    """The tables and the pictures of a comparison."""
    of = {name: of_comparison(table, comparison) for name, table in made.tables.items() if name != "environments"}
    parts = []
    if (of["summary"]["cases"] > 0).any():
        caption = f"{comparison.corpus}: the best configuration first, by PAR2 of the time until {made.measure}"
        parts.append(page.summary_table(of["summary"], caption))
    left_out = [f"{row['configuration']}: {row['note']}" for row in of["summary"].to_dict("records") if row["note"]]
    if left_out:
        items = "".join(f"<li>{escape(each)}</li>" for each in left_out)
        parts.append(page.details(f"Not compared: {len(left_out)}", "", f"<ul>{items}</ul>"))
    parts.append(page.figures(pictures))
    parts.append("<h3>Further tables</h3>\n")
    for name, view in TABLES.items():
        if len(of[name]):
            inside = page.table(view, of[name], f"{comparison.corpus}: {view.title.lower()}")
            parts.append(page.details(view.title, view.about, inside, is_open=name == "failures"))
    return parts


def found(made: "Report") -> str:
    """What to know first, and what was found."""
    warned = "".join(f"<li>{escape(each)}</li>" for each in made.warnings)
    box = (
        f'<section class="warnings" aria-labelledby="first"><h2 id="first">Before you compare</h2><ul>{warned}</ul>'
        "</section>\n"
    )
    configurations = sorted(made.tables["summary"]["configuration"].unique(), key=len, reverse=True)
    said = "".join(
        f"<div><h3>{escape(heading(comparison, made.findings))}</h3><ul>"
        + "".join(f"<li>{_with_configurations(each, configurations)}</li>" for each in sentences)
        + "</ul></div>\n"
        for comparison, sentences in made.findings.items()
    )
    return (
        f"{box * bool(made.warnings)}"
        '<section class="found" id="found" aria-labelledby="found-heading">'
        f'<h2 id="found-heading">What was found</h2>\n<div class="comparisons">{said}</div></section>\n'
    )


def _with_configurations(sentence: str, configurations: Sequence[str]) -> str:
    """The sentence with the names of configurations in bold; longer names come first, as they may begin with shorter ones."""
    named = "|".join(re.escape(escape(configuration)) for configuration in configurations)
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
