"""The report of a benchmark: one page that needs nothing else, with the rows as a table and the pictures of them.

The page has the columns of all cases, packed, and its script draws the pictures from them (see `curves`), so that each
point can show the rows that it stands for.
"""

import base64
import json
import math
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ..errors import InputError, UnknownNameError
from .comparisons import COMPARISON, MEASURES, Conditions, comparisons, finished, labelled, time_table
from .contrasting import contrasts
from .formatting import between, p_value, percent, plural, seconds
from .protocol import PROTOCOL, load_protocol
from .rows import SEARCH, read
from .running import RUNS
from .statistics import VIRTUAL_BEST, against_best, environments, summary
from .verdicts import FEWEST, SILENT

PAGE = Path(__file__).with_name("report.html")
TOO_BUSY = 5.0
"""Percent of the cases that started while other work had a share of the machine."""

CASES = (
    "corpus puzzle seed repeat size configuration status proved_seconds solved_seconds build_seconds "
    "rewrite_seconds translate_seconds solve_seconds prove_seconds solver_seconds processor_seconds variables "
    f"constraints nonzeros solutions {' '.join(SEARCH)} memory_peak time_limit setting engine solver_seed options "
    "interface outside_load block machine started reason note versions"
)
CONFIGURATIONS = (
    "corpus configuration cases puzzles proved_percent solved_percent median_seconds low_seconds high_seconds "
    "shifted_mean_seconds par2_seconds par10_seconds fastest_percent build_percent spread verdict ratio ratio_low "
    "ratio_high drift faster slower p_holm why failed time_limit setting note"
)
CONTRASTS = (
    "contrast question a b measure verdict why ratio ratio_at_most ratio_low ratio_high drift spread puzzles "
    "faster slower neither open_a open_b p_holm disturbed measurements not_apart corpora"
)
"""The names of the columns of the tables on the page."""

INTERVAL = (
    "low to high is the interval of 95 % by a bootstrap over the puzzles, spread how far two repeats of a case differ, "
    "and drift how far whole repeats do. A figure after “>” is a bound, because cases were open."
)
ABOUT = {
    "configurations": (
        "Each comparison has one corpus, time limit and setting. Configurations stand by PAR2, the mean in which an "
        "open case counts twice the limit. The interval is that of the median; ratio is the median of the time over "
        f"that of the best, p holm that of an exact sign test, corrected for the number of configurations; {INTERVAL}"
    ),
    "contrasts": f"The ratio is the median over the puzzles of the time of A over that of B; {INTERVAL}",
    "cases": (
        "Conditions are such as configuration=..., size=9, nodes>1000 or solve>0.5, in seconds, with the name of a "
        "column, in which _ stands for a blank. Times after proved are its parts. Starts are in UTC."
    ),
}
"""What is to be known of each table."""


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
        measure: "proved" (time until the solution is claimed to be the only one) or "solved" (until it is found).
        corpora: The corpora to report; None means all.

    Raises:
        InputError: When there are no results, or the report cannot be written.
        UnknownNameError: When there is no such measure, or no result of such a corpus.
        NotInstalledError: When pandas or pyarrow is missing.

    >>> import tempfile
    >>> from sudoku_models import Puzzle, benchmark
    >>> chosen = benchmark.configurations(["assignment"], backends=["pulp"], solvers=["highs"])
    >>> study = benchmark.study([("mine", [Puzzle.parse("1... ..2. .3.. ...4")])], chosen)
    >>> with tempfile.TemporaryDirectory() as results:
    ...     ended = benchmark.run(study, results)
    ...     print(benchmark.report(results).page.name)
    index.html
    """
    UnknownNameError.check("measure", [measure], MEASURES)
    rows = labelled(read(folder))
    UnknownNameError.check("corpus in these results", corpora or (), rows["corpus"].unique())
    found, title, problem = _contrasts(Path(folder) / PROTOCOL, rows)
    if corpora:
        rows = rows[rows["corpus"].isin(corpora)]
    settings, table = environments(rows), _by_configuration(rows, measure)
    runs, damaged = _runs(Path(folder) / RUNS)
    warnings = [*_warnings(rows, settings), *problem, *damaged]
    findings = _findings(table, measure)
    tables = {"contrasts": columns(found, CONTRASTS)} if found is not None else {}
    tables |= {"configurations": columns(table, CONFIGURATIONS)}
    parts = {
        "title": escape(title or "Which formulation? A benchmark of Sudoku models"),
        "lead": escape(f"{MEASURES[measure].capitalize()}, on {plural(len(rows), 'case')}."),
        "warnings": listed(warnings),
        "findings": listed(findings),
        "settings": as_html(settings.rename(columns=lambda name: name.replace("_", " ")).T, header=False),
        "runs": f'<h2>Runs</h2><div class="wide settings" tabindex="0" role="region" aria-label="Runs">{runs}</div>'
        if runs
        else "",
    }
    out = Path(out) if out is not None else Path(folder) / "report"
    return Report(_write(out, parts, tables, rows, measure), findings, warnings)


def _write(
    out: Path, parts: Mapping[str, str], tables: Mapping[str, list[dict[str, Any]]], rows: pd.DataFrame, measure: str
) -> Path:
    """Write the page: HTML for each name in braces in it, and the columns of each table and of the cases."""
    cases, numbers = _packed(rows)
    data = {
        "tables": {**tables, "cases": cases},
        "about": ABOUT,
        "cases": len(rows),
        "comparisons": [
            {
                "name": str(key),
                "corpus": key.corpus,
                "limit": key.time_limit,
                "setting": key.setting,
                "ranking": {each: time_table(of_it, each).ranking for each in MEASURES},
            }
            for key, of_it in comparisons(rows).items()
        ],
        "measures": MEASURES,
        "measure": measure,
    }
    parts = {
        **parts,
        "data": json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c"),
        "numbers": numbers,
    }
    text = re.sub(r"\{\{(\w+)\}\}", lambda name: parts[name[1]], PAGE.read_text(encoding="utf-8"))
    page = out / "index.html"
    try:
        out.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise InputError(
            f"the report cannot be written to {str(out)!r} ({error.strerror or error}); choose a folder with --out"
        ) from None
    return page


# -- sentences ---------------------------------------------------------------------------------------------------------


def _contrasts(file: Path, rows: pd.DataFrame) -> tuple[pd.DataFrame | None, str, list[str]]:
    """The contrasts of the protocol of a folder, if it has one, its title, and why they cannot be had."""
    if not file.exists():
        return None, "", []
    try:
        protocol = load_protocol(file)
        found = contrasts(rows, protocol) if protocol.contrasts else None
        return found, protocol.title, []
    except InputError as error:  # as when some of its rows are still to come
        return None, "", [f"The contrasts of {file.name} are not here: {error}."]


def _by_configuration(rows: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Every figure of each configuration of each comparison."""
    key = [*COMPARISON, "configuration"]
    table = summary(rows, measure)
    against = against_best(rows, measure)
    if not len(against):
        return table
    return table.merge(against[[*key, *(name for name in against if name not in table)]], "left", key)


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
        found.append(sentence + _next(ranking[1]) if len(ranking) > 1 else sentence)
    return found


def _next(other: Mapping[Any, Any]) -> str:
    """How the next configuration compares with the best one; without a figure where there is no verdict."""
    why = f" ({other['why']})" if other["why"] else ""
    said = f" Next is {other['configuration']}; compared with the best one: {other['verdict']}{why}."
    if other["verdict"] in SILENT:
        return said
    known, interval = between(other["ratio"], other["ratio_at_most"]), between(other["ratio_low"], other["ratio_high"])
    return (
        f"{said} On the median puzzle it takes {known} the time (95 % interval {interval}); it is slower on "
        f"{other['slower']:.0f} and faster on "
        f"{other['faster']:.0f} of {plural(int(other['puzzles']), 'puzzle')} (sign test, corrected: "
        f"p = {p_value(other['p_holm'])})."
    )


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
        if row["busy_percent"] > TOO_BUSY:
            found.append(
                f"{name}{percent(row['busy_percent'])} of the cases started while other work had a share of the "
                "machine, so their times are too long."
            )
        if "+" in row["commits"]:
            found.append(f"{name}files had changed since the commit, so it does not name what was measured.")
    few = [key.corpus for key, of_it in comparisons(rows).items() if of_it["puzzle"].nunique() < FEWEST]
    if few:
        found.append(f"Fewer than six puzzles have no interval: {', '.join(dict.fromkeys(few))}.")
    return found


def _runs(file: Path) -> tuple[str, list[str]]:
    """The log of the runs in a folder as HTML, and a warning when lines of it are damaged."""
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines() if file.exists() else []
    runs = [run for line in lines if (run := _run(line))]
    damaged = f"{plural(len(lines) - len(runs), 'line')} of {file.name} cannot be read."
    table = pd.DataFrame(runs).rename(columns=lambda name: str(name).replace("_", " "))
    return as_html(table.fillna(""), index=False) if runs else "", [damaged] if len(runs) < len(lines) else []


def _run(line: str) -> dict[str, Any] | None:
    """The entry of one run in the log."""
    try:
        run = json.loads(line)
    except ValueError:
        return None
    return run if isinstance(run, dict) and run else None


# -- page --------------------------------------------------------------------------------------------------------------


def columns(table: pd.DataFrame, shown: str) -> list[dict[str, Any]]:
    """The columns of a table of which anything is known: name, kind, and values; texts as numbers into a list."""
    made: list[dict[str, Any]] = []
    for name in shown.split():
        if name not in table or table[name].isna().all():
            continue
        column, values = _column(name, table[name])
        if column.get("texts") == [""]:
            continue
        column["values"] = values.tolist() if "texts" in column else [_json(value) for value in values]
        if (bound := f"{name.removesuffix('_seconds')}_is_bound") in table:
            column["bounds"] = [int(each) for each in table[bound].fillna(False)]
        made.append(column)
    return made


def _packed(rows: pd.DataFrame) -> tuple[list[dict[str, Any]], str]:
    """The columns of the cases, and their numbers: arrays one after another, compressed, as text.

    Each array begins at a multiple of 8 bytes. Times have seven digits, and other numbers all that they have.
    """
    made, packed, packer = [], [], zlib.compressobj(wbits=31)  # the format of gzip, without a date

    def add(column: dict[str, Any], values: Any) -> None:
        made.append({**column, "type": values.dtype.str[1:]})
        content = values.tobytes()
        packed.append(packer.compress(content + bytes(-len(content) % 8)))

    for name in CASES.split():
        if name not in rows or (rows[name].isna().all() and name != "processor_seconds"):
            continue
        column, values = _column(name, rows[name])
        if "texts" in column:
            values = values.astype(np.min_scalar_type(len(column["texts"])).newbyteorder("<"))
        else:
            short = values.astype("<f4")
            is_short = column["kind"] == "seconds" or np.array_equal(short, values, equal_nan=True)
            values = short if is_short else values.astype("<f8")
        add(column, values)
    for measure in MEASURES:
        ended = finished(rows, measure).to_numpy("<f8")
        add({"name": f"{measure}_ended", "title": "", "kind": "seconds", "hidden": True}, ended)
    packed.append(packer.flush())
    return made, base64.b64encode(b"".join(packed)).decode()


def _column(name: str, column: pd.Series) -> tuple[dict[str, Any], Any]:
    """The name, the title and the kind of a column, and its values; those of texts are places in its `texts`."""
    title = name.removesuffix("_seconds").removesuffix("_percent").replace("_", " ")
    kind = _kind(name, column)
    about = {"name": name, "title": title, "kind": kind}
    if kind == "text":
        values, texts = pd.factorize(column.astype("string").fillna(""))
        return {**about, "texts": [*texts]}, values
    if kind == "moment":
        return about, (column - pd.Timestamp(0, tz="UTC")).dt.total_seconds().to_numpy(float)
    return about, column.to_numpy(float, na_value=math.nan)


def _kind(name: str, column: pd.Series) -> str:
    """How the page writes a column."""
    kinds = {
        "moment": pd.api.types.is_datetime64_any_dtype(column),
        "seconds": name.endswith("_seconds"),
        "percent": name.endswith("_percent"),
        "ratio": name.startswith(("ratio", "drift", "spread")),
        "number": pd.api.types.is_numeric_dtype(column),
    }
    return next((kind for kind, is_it in kinds.items() if is_it), "text")


def _json(value: float) -> float | int | str | None:
    """A number as it goes to the page, which rounds it."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "open"
    return int(value) if value == int(value) else value


def listed(sentences: Sequence[str]) -> str:
    """Sentences as the items of a list."""
    return "".join(f"<li>{escape(each)}</li>" for each in sentences)


def as_html(table: pd.DataFrame, **options: bool) -> str:
    """A small table as HTML."""
    with pd.option_context("display.max_colwidth", None):
        return str(table.to_html(border=0, float_format="{:.3g}".format, **options))
