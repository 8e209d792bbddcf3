"""The report of a benchmark: one page that needs nothing else, with the rows as a table and the pictures of them."""

import json
import math
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import pandas as pd

from ..errors import InputError, NotInstalledError, UnknownNameError
from .comparisons import COMPARISON, MEASURES, Conditions, comparisons, labelled
from .contrasting import contrasts, load_protocol
from .curves import pictures
from .formatting import between, percent, plural, seconds
from .rows import SEARCH, read
from .statistics import VIRTUAL_BEST, against_best, environments, exponents, summary

PROTOCOL = "protocol.toml"
"""The name of the protocol in a folder of results."""
PAGE = Path(__file__).with_name("report.html")
OFTEN = 5.0
"""Percent of the cases."""

CASES = (
    "corpus puzzle seed repeat size configuration status proved_seconds solved_seconds build_seconds rewrite_seconds "
    "translate_seconds solve_seconds prove_seconds processor_seconds variables constraints nonzeros solutions "
    f"{' '.join(SEARCH)} memory_peak time_limit setting engine solver_seed options interface outside_load "
    "block started versions reason note"
)
CONFIGURATIONS = (
    "corpus configuration cases puzzles proved_percent solved_percent median_seconds low_seconds high_seconds "
    "shifted_mean_seconds par2_seconds par10_seconds fastest_percent build_percent ratio ratio_low ratio_high noise "
    "faster slower p_holm nonzeros_exponent processor_seconds_exponent ended failed time_limit setting note"
)
CONTRASTS = (
    "contrast question a b measure verdict why ratio ratio_at_most ratio_low ratio_high noise puzzles faster slower "
    "neither open_a open_b p_holm not_apart corpora"
)
"""The names of the columns of the tables on the page."""


@dataclass(frozen=True)
class Report:
    """The contents of a report, and the path of its page.

    Attributes:
        page: The page.
        findings: Sentences about each comparison.
        warnings: Sentences to read before comparing.
    """

    page: Path
    findings: list[str]
    warnings: list[str]

    def __str__(self) -> str:
        return "\n".join([*(f"warning: {each}" for each in self.warnings), *self.findings, str(self.page)])


def report(
    folder: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    measure: str = "proved",
    corpora: Sequence[str] | None = None,
) -> Report:
    """Write the report of a folder of results: one HTML file that needs nothing else.

    It may be written while the run is still going on. The same rows give the same page. When the folder has a file
    `protocol.toml` the report has its contrasts (see `load_protocol`).

    Args:
        folder: The results.
        out: The folder for the page; None means `report` in the folder of results.
        measure: "proved" (time until the solution is proved to be the only one) or "solved" (until it is found).
        corpora: The corpora to report; None means all.

    Raises:
        InputError: When there are no results, or the report cannot be written.
        UnknownNameError: When there is no such measure, or no result of such a corpus.
        NotInstalledError: When pandas, pyarrow or matplotlib is missing.

    >>> import tempfile
    >>> from sudoku_models import Puzzle, benchmark
    >>> chosen = benchmark.configurations(["assignment"], backends=["pulp"], solvers=["highs"])
    >>> study = benchmark.study([("mine", [Puzzle.parse("1... ..2. .3.. ...4")])], chosen)
    >>> with tempfile.TemporaryDirectory() as results:
    ...     ended = benchmark.run(study, results)
    ...     print(benchmark.report(results).page.name)
    index.html
    """
    NotInstalledError.check("a report", "matplotlib")
    UnknownNameError.check("measure", [measure], MEASURES)
    rows = labelled(read(folder))
    UnknownNameError.check("corpus in these results", corpora or (), rows["corpus"].unique())
    found, title, problem = _contrasts(Path(folder) / PROTOCOL, rows)
    if corpora:
        rows = rows[rows["corpus"].isin(corpora)]
    settings, table = environments(rows), _by_configuration(rows, measure)
    warnings = [*_warnings(rows, settings), *problem]
    findings = _findings(table, measure)
    page = (Path(out) if out is not None else Path(folder) / "report") / "index.html"
    data = {"contrasts": _columns(found, CONTRASTS)} if found is not None else {}
    data |= {"configurations": _columns(table, CONFIGURATIONS), "cases": _columns(rows, CASES)}
    with pd.option_context("display.max_colwidth", None):
        facts = settings.rename(columns=lambda name: name.replace("_", " ")).T
        setting_table = facts.to_html(header=False, border=0, float_format="{:.3g}".format)
    parts = {
        "title": escape(title or "Which formulation? A benchmark of Sudoku models"),
        "lead": escape(f"{MEASURES[measure].capitalize()}, on {plural(len(rows), 'case')}."),
        "warnings": _list(warnings),
        "findings": _list(findings),
        "pictures": "\n".join(pictures(rows, measure)),
        "settings": setting_table,
        "data": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    text = re.sub(r"\{\{(\w+)\}\}", lambda name: parts[name[1]], PAGE.read_text(encoding="utf-8"))
    try:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(
            f"the report cannot be written to {str(page.parent)!r} ({error.strerror or error}); choose a folder with "
            "--out"
        ) from None
    return Report(page, findings, warnings)


# -- sentences ---------------------------------------------------------------------------------------------------------


def _contrasts(file: Path, rows: pd.DataFrame) -> tuple[pd.DataFrame | None, str, list[str]]:
    """The contrasts of the protocol of a folder, if it has one, its title, and why they cannot be had."""
    if not file.exists():
        return None, "", []
    try:
        protocol = load_protocol(file)
        return contrasts(rows, protocol), protocol.title, []
    except InputError as error:  # as when some of its rows are still to come
        return None, "", [f"The contrasts of {file.name} are not here: {error}."]


def _by_configuration(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Every figure of each configuration of each comparison."""
    key = [*COMPARISON, "configuration"]
    table = summary(rows, measure)
    for more in (against_best(rows, measure), exponents(rows)):
        if len(more):
            added = [name for name in more if name not in table]
            table = table.merge(more[[*key, *added]], "left", key)
    return table


def _findings(table: pd.DataFrame, measure: str) -> list[str]:
    """The best configuration of each comparison, and how the next one compares with it."""
    found = []
    for key, rows in table.groupby(COMPARISON, sort=False):
        ranking = rows[(rows["cases"] > 0) & (rows["configuration"] != VIRTUAL_BEST)].to_dict("records")
        if not ranking:
            found.append(f"{Conditions(*key)}: there is nothing to compare yet.")
            continue
        best, share = ranking[0], percent(ranking[0][f"{measure}_percent"])
        median = seconds(best["median_seconds"], best["median_is_bound"])
        interval = ""
        if not math.isnan(best["low_seconds"]):
            interval = f" (95 % interval {seconds(best['low_seconds'])} to {seconds(best['high_seconds'])})"
        sentence = (
            f"{Conditions(*key)}: the best of {plural(len(ranking), 'configuration')} by PAR2 is "
            f"{best['configuration']}, which ends {share} of {plural(best['cases'], 'case')}, with a median of "
            f"{median}{interval}."
        )
        if len(ranking) > 1:
            other = ranking[1]
            known = between(other["ratio_low"], other["ratio_high"])
            sentence += (
                f" Next is {other['configuration']}: on the median puzzle it takes "
                f"{between(other['ratio'], other['ratio_at_most'])} the time (95 % interval {known}); it is slower on "
                f"{other['slower']:.0f} and faster on {other['faster']:.0f} of "
                f"{plural(int(other['puzzles']), 'puzzle')} (sign test, corrected: p = {other['p_holm']:.2g})."
            )
        found.append(sentence)
    return found


def _warnings(rows: pd.DataFrame, settings: pd.DataFrame) -> list[str]:
    """Warnings to read before comparing."""
    found = []
    for name, number in rows.loc[rows["status"] == "wrong", "configuration"].value_counts().items():
        found.append(f"{name} gave {plural(int(number), 'wrong answer')}; do not use it, however fast it is.")
    if failed := int(rows["failed"].sum()):
        found.append(f"{plural(failed, 'case')} failed; the column status has the kind, and reason the rest.")
    if noted := int((rows["note"].fillna("") != "").sum()):
        found.append(f"{plural(noted, 'case')} ran on clocks that do not agree, as on a busy machine; see their notes.")
    if len(settings) > 1:
        found.append(
            f"The rows are from {len(settings)} settings (kinds of machine, or versions); their times are not compared."
        )
    for row in settings.to_dict("records"):
        name = f"Setting {row['setting']}: "
        if row["side_by_side"] > 1:
            found.append(f"{name}up to {row['side_by_side']} cases ran side by side, which may slow each of them.")
        if row["busy_percent"] > OFTEN:
            found.append(
                f"{name}{percent(row['busy_percent'])} of the cases started while other work had a share of the "
                "machine, so their times are too long."
            )
        if "+" in row["commits"]:
            found.append(f"{name}files had changed since the commit, so it does not name what was measured.")
    few = [key.corpus for key, of_it in comparisons(rows).items() if of_it["puzzle"].nunique() < 6]
    if few:
        found.append(f"Fewer than six puzzles have no interval: {', '.join(dict.fromkeys(few))}.")
    return found


# -- page --------------------------------------------------------------------------------------------------------------


def _columns(table: pd.DataFrame, shown: str) -> list[dict[str, Any]]:
    """The columns of a table of which anything is known: name, kind, and values; texts as numbers into a list."""
    made: list[dict[str, Any]] = []
    for name in shown.split():
        if name not in table or table[name].isna().all():
            continue
        title, kind = name.removesuffix("_seconds").removesuffix("_percent"), _kind(name, table[name])
        column: dict[str, Any] = {"name": name, "title": title.replace("_", " "), "kind": kind}
        if kind == "text":
            codes, texts = pd.factorize(table[name].astype("string").fillna(""))
            if [*texts] == [""]:
                continue
            column |= {"texts": [*texts], "values": codes.tolist()}
        else:
            column["values"] = [_short(value) for value in table[name].astype(float)]
            if f"{title}_is_bound" in table:
                column["bounds"] = [int(each) for each in table[f"{title}_is_bound"].fillna(False)]
        made.append(column)
    return made


def _kind(name: str, column: pd.Series) -> str:
    """How the page writes a column."""
    kinds = {
        "seconds": name.endswith("_seconds"),
        "percent": name.endswith("_percent"),
        "ratio": name.startswith("ratio") or name == "noise",
        "number": pd.api.types.is_numeric_dtype(column),
    }
    return next((kind for kind, is_it in kinds.items() if is_it), "text")


def _short(value: float) -> float | int | str | None:
    """A number with four digits, which are enough for a table."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "open"
    return int(value) if value == int(value) else float(f"{value:.4g}")


def _list(sentences: Sequence[str]) -> str:
    return "".join(f"<li>{escape(each)}</li>" for each in sentences)
