"""The pages of results and their pictures, written from the rows of the studies in `data/benchmark`.

    python notebooks/_book/results.py            # write them
    python notebooks/_book/results.py --check    # fail when they are not what these rows give

Their texts are the templates beside this program. Each number is computed, and a sentence that compares states the
verdict that it needs, so that no page can be written when the rows say something else. The last line of a page is a
digest of all that it was made from, and of the page itself: `check` compares it, and so does the build of the book.
"""

import argparse
import hashlib
import json
import math
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import mode
from typing import Any

import jinja2
import numpy as np
import pandas as pd
from other_models import model_rows, models_setup  # noqa: F401
from pictures import SOLVERS, WORDS, bounds, draw_effort, draw_times, short

from sudoku_models import benchmark
from sudoku_models.benchmark import comparisons, formatting, storage
from sudoku_models.benchmark.contrasting import compared
from sudoku_models.benchmark.description import CONTROLS
from sudoku_models.benchmark.rows import COLUMNS
from sudoku_models.benchmark.verdicts import DIFFERENT, SAME, SILENT, SLOWER, judge
from sudoku_models.puzzles.corpora import corpus

BOOK = Path(__file__).parent
PAGES = {name: BOOK.parent / "reference" / f"{name}.md" for name in ("results", "claims", "other_models")}
IMAGES = BOOK.parent / "images"
DATA = BOOK.parents[1] / "data" / "benchmark"
STUDIES = tuple(
    name
    for name in ("classic", "hardest", "boards", "rules", "counting", "problems")
    if (DATA / name / "rows").is_dir()
)
EARLIER = "earlier/2026-11-24"
"""A study of the same questions, on another machine."""
MARK = "<!-- made by notebooks/_book/results.py: {} -->"
ALL, SOLVER, IN_TIME = "proved", "solver", "in_time"

CHOCO, CPSAT, CADICAL, HIGHS = (
    "all_different x pulp x choco, first-fail",
    "all_different x cpsat x cpsat",
    "all_different x pulp x cadical",
    "assignment_reduced x pulp x highs",
)
"""What is recommended for each solver on a 9x9 puzzle."""
HIGHS_ALL, CPSAT_ALL = "assignment x pulp x highs", "assignment x cpsat x cpsat"
"""Assignment, with the binaries that the givens decide."""


_TOLD = """CHOCO CPSAT CADICAL HIGHS HIGHS_ALL CPSAT_ALL STUDIES EARLIER study table searched sized ratio counting
proved puzzles limit taken safest at_most short between predictions afterwards again before machine
model_rows models_setup"""
TOLD = _TOLD.split()
"""What the templates may name."""


class Stale(Exception):
    """A page, or a sentence in it, is not what the rows say."""


class Study:
    """A folder with rows and their protocol.

    Args:
        name: The name of the folder.
    """

    def __init__(self, name: str) -> None:
        self.name, self.folder = name, DATA / name

    @cached_property
    def all_rows(self) -> pd.DataFrame:
        """The rows, with those of the controls."""
        return comparisons.labelled(benchmark.read(self.folder))

    @cached_property
    def rows(self) -> pd.DataFrame:
        """The rows without those of the controls."""
        return self.all_rows[self.all_rows["corpus"] != CONTROLS].reset_index(drop=True)

    @cached_property
    def protocol(self) -> Any:
        """The questions."""
        return benchmark.load_protocol(self.folder / "protocol.toml")

    @cached_property
    def strata(self) -> list[str]:
        """The names of the strata, in the order of the protocol."""
        described = tomllib.loads((self.folder / "protocol.toml").read_text(encoding="utf-8"))
        return [each.get("name", each.get("corpus")) for each in described["run"]["puzzles"]]

    @cached_property
    def answers(self) -> pd.DataFrame:
        """The contrasts of the protocol."""
        return benchmark.contrasts(self.all_rows, self.protocol)

    def claims(self) -> str:
        """The contrasts as a table: a line for each question and stratum, its measures side by side."""
        lines = ["| question | stratum | puzzles | solver | all | in time |", "|---|---|---|---|---|---|"]
        for (question, stratum), rows in self.answers.groupby(["question", "corpora"], sort=False):
            of = rows.set_index("measure", drop=False)
            cells = [_claim(of.loc[each]) if each in of.index else "" for each in (SOLVER, ALL, IN_TIME)]
            lines.append(f"| {question.replace(',?', '?')} | {stratum} | {of['puzzles'].max()} | {' | '.join(cells)} |")
        return "\n".join(lines)

    def setup(self) -> str:
        """How it was measured, as a row of a table."""
        rows = self.all_rows
        again = sum(len(part) for part in storage.parts(self.folder, COLUMNS)) - len(rows)  # replaced rows stay there
        cells = [f"{len(rows):,}", f"{float(rows['outside_seconds'].sum()) / 3600:.2g}", f"{again:,}"]
        cells += [f"{int((~in_time(rows)).sum()):,}", f"{int(rows['failed'].sum()):,}"]
        cells += [", ".join(sorted({str(each)[:12] for each in rows[name].dropna()} - {""})) for name in _DIGESTS]
        return " | ".join(cells)


_DIGESTS = ("commit", "software", "measures_digest", "protocol_digest")


@cache
def study(name: str) -> Study:
    """A study; each is read once."""
    return Study(name)


@cache
def strata() -> dict[str, Study]:
    """The study of each stratum."""
    return {stratum: study(name) for name in STUDIES for stratum in study(name).strata}


def rows_of(configuration: str, *names: str) -> pd.DataFrame:
    """The rows of a configuration, of strata."""
    found = [study.rows for study in dict.fromkeys(strata()[name] for name in names)]
    rows = pd.concat([rows[rows["corpus"].isin(names)] for rows in found])
    return rows[rows["configuration"] == configuration]


def in_time(rows: pd.DataFrame) -> pd.Series:
    """Whether each row has its proof within the limit."""
    return np.isfinite(comparisons.finished(rows, ALL))


def answer(a: str, b: str, stratum: str, measure: str = ALL) -> pd.Series:
    """What a protocol's contrast of two configurations has found.

    Raises:
        Stale: When no protocol asks for it: a question of afterwards would not be corrected with the others.
    """
    found = strata()[stratum].answers
    found = found[(found["a"] == a) & (found["b"] == b) & (found["corpora"] == stratum) & (found["measure"] == measure)]
    if len(found) != 1:
        raise Stale(f"{len(found)} questions of a protocol compare {a} with {b} on {stratum} by {measure}")
    return found.iloc[0]


def ratio(a: str, b: str, names: Sequence[str] | str, verdict: str = "", measure: str = ALL) -> str:
    """The ratio of two configurations as text, on a condition.

    Args:
        a, b: The configurations, as in a contrast.
        names: A stratum, or several: where their intervals have no common point, the smallest and the largest ratio.
        verdict: The verdict that the sentence needs in each of them; empty: it is added where there is no difference.
        measure: The measure.

    Raises:
        Stale: When the verdict is another one.
    """
    names = [names] if isinstance(names, str) else names
    found = [answer(a, b, name, measure) for name in names]
    for name, row in zip(names, found, strict=True):
        if verdict and row["verdict"] != verdict:
            raise Stale(f"{a} or {b}, {name}, {measure}: the sentence says {verdict}, the rows {row['verdict']}")
    text = _ratios(found, [rows_of(side, *names) for side in (a, b)], measure)
    weak = [] if verdict else [row["verdict"] for row in found if row["verdict"] not in DIFFERENT]
    return ", ".join([text, *weak[:1]])


def _ratios(found: Sequence[Any], sides: Sequence[pd.DataFrame], measure: str) -> str:
    """Ratios of several strata as text: pooled where their intervals have a common point, or else their range."""
    if not agree(found):
        return f"{between(min(row['ratio'] for row in found), max(row['ratio_at_most'] for row in found))}, by kind"
    row = found[0] if len(found) == 1 else compared(*sides, measure)
    return f"{between(row['ratio'], row['ratio_at_most'])} ({between(row['ratio_low'], row['ratio_high'])})"


def agree(found: Sequence[Any]) -> bool:
    """Whether strata may be pooled: their intervals have a common point."""
    return bool(max(row["ratio_low"] for row in found) <= min(row["ratio_high"] for row in found)) or len(found) == 1


def between(low: float, high: float) -> str:
    """A factor of two digits, or its bounds: no line of Markdown begins with ">", which would be a quotation."""
    if math.isnan(low):
        return "unknown"
    if math.isinf(high):
        return f"over {_two(low)}" if low else "unknown"
    if not low:
        return f"under {_two(high)}"
    return _two(low) if _two(low) == _two(high) else f"{_two(low)} to {_two(high)}"


def _two(value: float) -> str:
    return f"{value:,.0f}" if value >= 99.5 else f"{value:.2g}"


def _claim(row: pd.Series) -> str:
    """A verdict with its figures."""
    if row["verdict"] in SILENT:
        return str(row["verdict"])
    words = {SAME: "not told apart"}.get(row["verdict"], f"**{row['verdict']}**")
    if row["measure"] == IN_TIME:
        a, b = (row["puzzles"] - row[f"open_{side}"] for side in "ab")
        return f"{words.replace(' in time', '')}: {a}, {b}"
    if row["not_apart"]:
        return "not separate"
    return f"{words}: {_ratios([row], [], row['measure'])}"


@dataclass
class Choice:
    """The best configuration of a solver for a task, beside that of all solvers; one comparison for each stratum."""

    configuration: str
    names: Sequence[str]
    best: str
    found: list[dict[str, Any]]

    @property
    def words(self) -> str:
        """What is to be stated."""
        row = rows_of(self.configuration, *self.names).iloc[0]
        parts = [row[name] for name in ("formulation", "search", "count")]
        return ", ".join(WORDS[part] for part in parts if isinstance(part, str) and part in WORDS)

    @property
    def text(self) -> str:
        """The factor to the best with its interval, and how many puzzles are decided in time where that is not all."""
        is_in_time = in_time(rows_of(self.configuration, *self.names))
        ends = "" if is_in_time.all() else f"; {is_in_time.sum()} of {len(is_in_time)}"
        if self.configuration == self.best:
            return f"1{ends}"
        sides = [rows_of(name, *self.names) for name in (self.configuration, self.best)]
        sign = "" if all(row["verdict"] in DIFFERENT for row in self.found) else "~"
        return sign + _ratios(self.found, sides, ALL).replace(", by kind", "") + ends


def costs(names: Sequence[str]) -> pd.DataFrame:
    """For each solver and configuration how many cases of strata are open, and the geometric mean of their medians."""
    rows = pd.concat([study.rows for study in dict.fromkeys(strata()[name] for name in names)])
    rows = rows[rows["corpus"].isin(names) & (rows["distrusted"] == "")]
    seconds = comparisons.finished(rows, ALL)
    groups = [rows["solver"], rows["configuration"]]
    medians = np.log(seconds.clip(upper=rows["time_limit"])).groupby([*groups, rows["corpus"]]).median()
    return pd.DataFrame({"open": np.isinf(seconds).groupby(groups).sum(), "log": medians.groupby(level=[0, 1]).mean()})


@cache
def choices() -> dict[str, dict[str, Choice]]:
    """For each task and solver the configuration that leaves the fewest open, and is the fastest of these.

    All comparisons with the best one of a task are corrected together.
    """
    chosen: dict[str, dict[str, Choice]] = {}
    for task, names in tasks().items():
        order = costs(names).sort_values(["open", "log"]).index
        of = {solver: name for solver, name in reversed(order) if solver in SOLVERS}
        best = next(name for solver, name in order if solver in SOLVERS)
        chosen[task] = {solver: Choice(name, names, best, []) for solver, name in of.items()}
        for each in chosen[task].values():
            if each.configuration != best:
                pairs = [[rows_of(name, stratum) for name in (each.configuration, best)] for stratum in names]
                each.found = [compared(*pair, ALL, quiet=0.1) for pair in pairs]
    judge([row for of_task in chosen.values() for each in of_task.values() for row in each.found])
    return chosen


def searched() -> list[str]:
    """The strata of 9x9 puzzles that need search."""
    return [name for each in STUDIES if each in ("classic", "hardest") for name in study(each).strata][1:]


def sized(size: str, easy: bool) -> list[str]:
    """The strata of boards of a size: the presolved one, or those that need search."""
    return [name for name in study("boards").strata if name.startswith(size) and name.endswith("presolved") == easy]


def tasks() -> dict[str, list[str]]:
    """The strata of each row of the table."""
    made = {"9x9, easy": ["presolved"], "9x9, needs search": searched()}
    for size in ("16x16", "25x25"):
        made |= {f"{size}, easy": sized(size, True), f"{size}, needs search": sized(size, False)}
    made |= {name.replace("-", " ").replace("antik", "anti-k"): [name] for name in study("rules").strata}
    few, *many = study("counting").strata
    made |= {f"count {few}": [few], f"count 10 to {many[-1].split()[2]} solutions": many}
    return made | {name: [name] for name in study("problems").strata}


def table() -> str:
    """Task x solver: the factor to the best, and what to state where that is not what the column's heading says."""
    chosen = choices()
    usual = {solver: mode(of[solver].words for of in chosen.values() if solver in of) for solver in SOLVERS}
    lines = [f"| task | {' | '.join(f'{name}: {usual[solver]}' for solver, name in SOLVERS.items())} |"]
    lines.append("|---|---|---|---|---|")
    for task, of in chosen.items():
        is_supported = all(row["verdict"] == SLOWER for each in of.values() for row in each.found)
        cells = []
        for solver in SOLVERS:
            text = of[solver].text if solver in of else "not measured"
            text = re.sub("^1", "**1**", text) if is_supported and not of[solver].found else text
            other = of[solver].words.removeprefix(f"{usual[solver]}, ") if solver in of else usual[solver]
            cells.append(text if other == usual[solver] else f"{other}: {text}")
        lines.append(f"| {task} | {' | '.join(cells)} |")
    cells = []
    for solver in SOLVERS:
        each = [chosen[f"9x9, {kind}"][solver] for kind in ("easy", "needs search")]
        cells.append("; ".join(f"{10_000 * mean(of.configuration, *of.names) / 60:.2g} min" for of in each))
    lines.append(f"| 10,000 9x9, one core: easy; with search | {' | '.join(cells)} |")
    return "\n".join([*lines, *first_calls()])


def mean(configuration: str, *names: str) -> float:
    """The mean over the puzzles of all of the time, in seconds."""
    return float(bounds(rows_of(configuration, *names))["most"].mean())


def first_calls() -> list[str]:
    """The row of the first call of a program, with its imports, if it was measured."""
    file = DATA / "first_call" / "rows.csv"
    if not file.exists():
        return []
    rows = pd.read_csv(file).groupby(["solver", "formulation"])[["first_seconds", "later_seconds"]].median()
    cells = []
    for solver in SOLVERS:
        found = rows.loc[solver].sort_values("first_seconds") if solver in rows.index else rows.head(0)
        first = [f"{WORDS[name]} {formatting.seconds(row['first_seconds'])}" for name, row in found.iterrows()]
        cells.append(first[0] if first else "")
    return [f"| the first call, with imports | {' | '.join(cells)} |"]


def proved(configuration: str, *names: str) -> str:
    """How many puzzles of strata a configuration has decided in time, as "3 of 14"."""
    is_in_time = in_time(rows_of(configuration, *names))
    return f"{is_in_time.sum()} of {len(is_in_time)}"


def puzzles(*names: str) -> int:
    """How many puzzles strata have."""
    return sum(strata()[name].rows.loc[strata()[name].rows["corpus"] == name, "puzzle"].nunique() for name in names)


def limit(stratum: str) -> str:
    """The time limit of a stratum."""
    return formatting.seconds(float(strata()[stratum].rows["time_limit"].max()))


def counting(solver: str, one: str, other: str, stratum: str) -> str:
    """The ratio of two ways to count with a solver, as text."""
    names = study("counting").rows["configuration"].unique()
    a, b = (next(name for name in names if f" {solver}" in name and name.endswith(way)) for way in (one, other))
    return ratio(a, b, stratum)


@cache
def regrets() -> pd.DataFrame:
    """What it costs to take the best configuration of one problem for the others, by measure."""
    from evidence import regret

    kinds = dict.fromkeys(["presolved", *searched()], "9x9")
    kinds |= {name: name for each in ("rules", "problems") for name in study(each).strata}
    rows = pd.concat([study.rows for study in dict.fromkeys(strata()[name] for name in kinds)], ignore_index=True)
    found = regret(rows.assign(kind=rows["corpus"].map(kinds)), by="kind")
    return found[found["taken_from"] != found["problem"]].set_index("measure")


def at_most(configuration: str, measure: str = ALL, problems: Sequence[str] = ()) -> str:
    """The largest regret of a configuration, with the upper end of its interval, over all problems or some."""
    found = regrets().loc[measure]
    found = found[(found["taken"] == configuration) & (found["problem"].isin(problems) | (not problems))]
    worst = found.loc[found["ratio"] == found["ratio"].max()].iloc[0]
    if worst["ratio"] == 1:
        return "as fast as the best on each of them"
    high = _two(found["ratio_high"].max())
    return f"at most {_two(worst['ratio'])} times as long as the best (up to {high}), on {worst['problem']}"


def taken(measure: str = ALL) -> str:
    """The best configuration of 9x9 puzzles, of those that are measured on all problems."""
    found = regrets().loc[measure]
    return str(found.loc[found["taken_from"] == "9x9", "taken"].iat[0])


def safest(measure: str = ALL) -> str:
    """The configuration, of those that are the best on some problem, whose largest regret is the smallest."""
    return str(regrets().loc[measure].groupby("taken")["ratio"].max().idxmin())


def efforts() -> pd.Series:
    """The search effort of each puzzle, by stratum and puzzle."""
    known = {entry.name: float(entry.effort) for entry in corpus("effort").entries if entry.effort is not None}
    both = pd.concat([study(name).rows[["corpus", "puzzle"]] for name in STUDIES]).drop_duplicates()
    return both.assign(effort=both["puzzle"].map(known)).dropna().set_index(["corpus", "puzzle"])["effort"]


def predictions() -> list[dict[str, Any]]:
    """What is expected of puzzles that no study has."""
    file = DATA / "predictions.toml"
    return list(tomllib.loads(file.read_text(encoding="utf-8"))["prediction"]) if file.exists() else []


def afterwards() -> str:
    """The comparisons of the table, which no protocol asks for, with their verdicts."""
    lines = ["| task | stratum | A | best | puzzles | all, A over best |", "|---|---|---|---|---|---|"]
    for task, of_task in choices().items():
        for each in of_task.values():
            for stratum, row in zip(each.names, each.found, strict=False):
                cells = [task, stratum, short(each.configuration), short(each.best), str(row["puzzles"])]
                lines.append(f"| {' | '.join(cells)} | {_claim(pd.Series({**row, 'not_apart': ''}))} |")
    return "\n".join(lines)


def again(summary: bool = False) -> str:
    """The questions on 9x9 puzzles that were measured a second time, side by side; or how many of the answers agree."""
    lines = ["| question | stratum | first | again | intervals |", "|---|---|---|---|---|"]
    agreeing = 0
    for row in study("again").answers.to_dict("records"):
        first = answer(row["a"], row["b"], row["corpora"], row["measure"])
        agreeing += agree([first, row])
        cells = [row["question"].replace(",?", "?"), row["corpora"], _claim(first), _claim(pd.Series(row))]
        lines.append(f"| {' | '.join(cells)} | {'overlap' if agree([first, row]) else 'apart'} |")
    return f"{agreeing} of {len(lines) - 2}" if summary else "\n".join(lines)


def before() -> str:
    """The questions that the study of 9x9 puzzles and the earlier one both asked, side by side."""
    earlier, now = study(EARLIER).answers, study("classic").answers
    lines = [
        "| A / B | measure | earlier | presolved | with search | what it says |",
        "|---|---|---|---|---|---|",
    ]
    for (a, b, measure), rows in now.groupby(["a", "b", "measure"], sort=False):
        same = earlier[(earlier["a"] == a) & (earlier["b"] == b) & (earlier["measure"] == measure)]
        if same.empty or measure not in (SOLVER, ALL) or same["not_apart"].any():
            continue
        old, of = same.iloc[0], rows.set_index("corpora")
        easy, hard = of.loc["presolved"], [row for name, row in of.iterrows() if name != "presolved"]
        later = _ratios(hard, [rows_of(side, *[row.name for row in hard]) for side in (a, b)], measure)
        verdicts = ", ".join(dict.fromkeys(_word(row) for row in hard))
        cells = [_claim(old), _claim(easy), f"{verdicts}: {later}"]
        time = "all" if measure == ALL else measure
        lines.append(f"| {short(a)} / {short(b)} | {time} | {' | '.join(cells)} | {_moved(old, easy, hard)} |")
    return "\n".join(lines)


def _moved(old: pd.Series, easy: pd.Series, hard: Sequence[pd.Series]) -> str:
    """Whether an answer of the earlier study holds, and if not, where it has moved."""
    if old["verdict"] != easy["verdict"]:
        return "moved on presolved puzzles (machine, version, other puzzles)"
    if any(row["verdict"] != old["verdict"] for row in hard):
        return "holds on presolved puzzles; with search not in every stratum"
    return "agrees" if agree([old, easy, *hard]) else "same verdict, another ratio"


def _word(row: pd.Series) -> str:
    return "not told apart" if row["verdict"] == SAME else str(row["verdict"])


def machine() -> str:
    """The machines and the versions, as a sentence."""
    rows = pd.concat([study(name).all_rows[["cpu", "cores", "python", "versions"]] for name in STUDIES])
    names = ("highspy", "ortools", "pychoco", "python-sat", "pulp")
    found = []
    for row in rows.dropna().drop_duplicates().itertuples():
        versions = json.loads(row.versions)
        known = ", ".join(f"{name} {versions[name]}" for name in names if name in versions)
        found.append(f"{row.cpu.strip()} with {row.cores} cores, {row.python}, one thread; {known}")
    return "; and ".join(dict.fromkeys(found))


def page(name: str) -> str:
    """The text of a page, without its last line."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(BOOK), undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    text = environment.get_template(f"{name}.md.jinja").render({each: globals()[each] for each in TOLD})
    return re.sub(r"\n{3,}", "\n\n", text).rstrip("\n")


def drawn() -> Iterator[tuple[str, Any]]:
    """The name of each picture, and the picture."""
    boards = {size: [*sized(size, True), *sized(size, False)] for size in ("16x16", "25x25")}
    rows, nine = pd.concat([study(name).rows for name in STUDIES]), ["presolved", *searched()]
    yield "effort", draw_effort(rows, {"9x9": nine, **boards}, (CHOCO, CADICAL, HIGHS), CPSAT, efforts())
    named = {"nine": nine, **{name: study(name).strata for name in ("boards", "rules", "counting", "problems")}}
    for name, found in named.items():
        yield name, draw_times(rows, found)


def digest(text: str) -> str:
    """A digest of a text of a page and of all that it was made from."""
    found = hashlib.sha256(text.encode())
    for name in (*STUDIES, "again", EARLIER):
        files = sorted((DATA / name / "rows").glob("*.parquet"))  # their names are the digests of their bytes
        found.update(" ".join(file.name for file in files).encode())
        found.update((DATA / name / "protocol.toml").read_bytes())
    files = [DATA / "models" / "rows.csv", DATA / "first_call" / "rows.csv", DATA / "predictions.toml"]
    programs = (Path(__file__).name, "pictures.py", "evidence.py", "other_models.py")
    for file in (*(BOOK / name for name in programs), *sorted(BOOK.glob("*.jinja")), *files):
        found.update(file.read_bytes() if file.exists() else b"")
    return found.hexdigest()[:16]


def check() -> None:
    """Compare the last line of each page with its text and with what it was made from.

    Raises:
        Stale: When they do not fit.
    """
    again = "write it again: python notebooks/_book/results.py"
    for file in PAGES.values():
        text, _, last = file.read_text(encoding="utf-8").rstrip("\n").rpartition("\n")
        if last != MARK.format(digest(text)):
            raise Stale(f"{file.name} is not what its rows give; {again}")
        if gone := [name for name in re.findall(r"\.\./images/([\w-]+\.\w+)", text) if not (IMAGES / name).exists()]:
            raise Stale(f"{file.name} has no picture {gone[0]}; {again}")


def write() -> None:
    """Write the pages and their pictures."""
    import matplotlib as mpl

    mpl.use("agg")
    mpl.rcParams["svg.hashsalt"] = "results"  # so that the same rows give the same file
    for name, file in PAGES.items():
        text = page(name)
        file.write_text(f"{text}\n{MARK.format(digest(text))}\n", encoding="utf-8")
    for name, figure in drawn():
        file = IMAGES / f"results-{name}.svg"
        figure.savefig(file, metadata={"Date": None}, facecolor="white")
        file.write_text(re.sub(r"[ \t]+$", "", file.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare the pages with what the rows give")
    try:
        if parser.parse_args().check:
            check()
            for name, file in PAGES.items():
                if file.read_text(encoding="utf-8").rpartition("\n<!--")[0] != page(name):
                    raise Stale(f"{file.name} is not what its rows give")
        else:
            write()
    except Stale as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
