"""The page `reference/results.md` and its pictures, written from the rows of the studies in `data/benchmark`.

    python notebooks/_book/results.py            # write them
    python notebooks/_book/results.py --check    # fail when they are not what these rows give

The text is `results.md.jinja`. Each number in it is computed, and a sentence that compares states the verdict that it
needs, so that the page cannot be written when the rows say something else. The last line of the page is a digest of the
rows, of this program and of the page itself: `check` compares it, and so does the build of the book.
"""

import argparse
import hashlib
import json
import math
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jinja2
import numpy as np
import pandas as pd

from sudoku_models import benchmark
from sudoku_models.benchmark import comparisons, formatting, storage
from sudoku_models.benchmark.contrasting import compared
from sudoku_models.benchmark.description import CONTROLS
from sudoku_models.benchmark.protocol import load_study
from sudoku_models.benchmark.rows import COLUMNS
from sudoku_models.benchmark.verdicts import FASTER, SAME, SLOWER, judged

BOOK = Path(__file__).parent
ROOT = BOOK.parents[1]
PAGE = BOOK.parent / "reference" / "results.md"
IMAGES = BOOK.parent / "images"
DATA = ROOT / "data" / "benchmark"
STUDIES = ("classic", "boards", "problems", "counting")
MODELS = DATA / "models"
"""Models of other kinds, beside the libraries' own way to solve them; `measure.py` there measures them."""
TEMPLATE = BOOK / "results.md.jinja"
MARK = "<!-- made by notebooks/_book/results.py: {} -->"
VERDICTS = {"faster": FASTER, "slower": SLOWER, "the same": SAME}


class Stale(Exception):
    """The page, or a sentence in it, is not what the rows say."""


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
    def described(self) -> Any:
        """What the protocol describes to be measured."""
        return load_study(self.folder / "protocol.toml")

    @cached_property
    def answers(self) -> pd.DataFrame:
        """The contrasts of the protocol."""
        return benchmark.contrasts(self.all_rows, self.protocol).set_index(["contrast", "measure"])

    def of(self, configuration: str = "", corpus: str = "", size: int = 0) -> pd.DataFrame:
        """The rows of a configuration, of a stratum, of boards of a size, or of several of these."""
        wanted = {"configuration": configuration, "corpus": corpus, "size": size}
        rows = self.rows
        for column, value in wanted.items():
            rows = rows[rows[column] == value] if value else rows
        return rows

    def answer(self, contrast: str, measure: str, verdict: str = "") -> pd.Series:
        """The result of a contrast.

        Raises:
            Stale: When its verdict is another one than that which a sentence needs.
        """
        row = self.answers.loc[contrast, measure]
        _check(row["verdict"], verdict, f"{self.name}, {contrast!r}, {measure}")
        return row

    def ratio(self, contrast: str, measure: str = "solver", verdict: str = "", interval: bool = True) -> str:
        """The ratio of a contrast as text, with its interval."""
        return _text(self.answer(contrast, measure, verdict), interval)

    def at_most(self, contrast: str, measure: str, verdict: str) -> str:
        """The upper bound of a ratio, and of its interval."""
        row = self.answer(contrast, measure, verdict)
        return f"{formatting.ratio(row['ratio_at_most'])} (interval up to {formatting.ratio(row['ratio_high'])})"

    def ahead(self, contrast: str, measure: str = "proved") -> str:
        """On how many puzzles A is the faster, as "24 of 30"."""
        row = self.answer(contrast, measure)
        return f"{row['faster']} of {row['puzzles']}"

    def told_apart(self, within: str) -> int:
        """How many contrasts have a verdict, of those whose names have this start."""
        of_it = self.answers[self.answers.index.get_level_values(0).str.startswith(within)]
        return int(of_it["verdict"].isin([FASTER, SLOWER]).sum())

    def later(self, a: str, b: str, measure: str = "proved", verdict: str = "", within: str = "") -> str:
        """The ratio of two configurations that no contrast of the protocol compares, with its interval.

        Args:
            a, b: Their names.
            measure: "solver" or "proved".
            verdict: The verdict that the sentence needs.
            within: A stratum; empty means all.

        Raises:
            Stale: When its verdict is another one.
        """
        found = compared(self.of(a, within), self.of(b, within), measure)
        _check(judged({**found, "p_holm": found["p"]})[0], verdict, f"{self.name}, {a} over {b}, {measure}")
        return _text(found)

    def strata_of(self, a: str, b: str, measure: str, corpora: Sequence[str] = ()) -> dict[str, tuple[float, float]]:
        """The bounds of the ratio of two configurations in each stratum, or in some of them."""
        rows = self.rows[self.rows["corpus"].isin(corpora)] if corpora else self.rows
        return by_group(rows, rows["corpus"], a, b, measure)

    def extremes(self, a: str, b: str, measure: str) -> str:
        """The smallest and the largest ratio of two configurations over the strata."""
        found = {name: low for name, (low, _) in self.strata_of(a, b, measure).items()}
        low, high = min(found, key=found.__getitem__), max(found, key=found.__getitem__)
        return f"{formatting.ratio(found[low])} for {low}, {formatting.ratio(found[high])} for {high}"

    def table(self, within: str = "") -> str:
        """Contrasts as a table: the solver alone and all of the time side by side; `within` is the start of names."""
        asked = dict.fromkeys(self.answers.index.get_level_values(0))
        lines = ["| question | puzzles | solver | all |", "|---|---|---|---|"]
        for name in (each for each in asked if each.startswith(within)):
            of_it = self.answers.loc[name]
            cells = [
                self._cell(name, of_it.loc[each], each) if each in of_it.index else "" for each in ("solver", "proved")
            ]
            lines.append(f"| {of_it['question'].iat[0]} | {of_it['puzzles'].max()} | {' | '.join(cells)} |")
        return "\n".join(lines)

    def _cell(self, name: str, row: pd.Series, measure: str) -> str:
        if measure == "solver" and row["not_apart"]:
            return "not told apart"
        words = {FASTER: "yes", SLOWER: "no, slower"}.get(row["verdict"], row["verdict"])
        if row["question"].startswith("How much"):
            words = row["verdict"]
        why = f" ({row['why']})" if row["why"] else ""
        text = f"**{words}**{why}: {_text(row)}"
        corpora = next(each.corpora for each in self.protocol.contrasts if each.name == name)
        if len(corpora) != 1:
            found = self.strata_of(row["a"], row["b"], measure, corpora).values()
            text += f"; {formatting.between(min(low for low, _ in found), max(high for _, high in found))} by kind"
        return text

    def share(self, configuration: str) -> str:
        """The share of the solver in all of the time: the median over the puzzles."""
        rows = self.of(configuration)
        rows = rows[rows["proved"].astype(bool)]
        share = rows["solver_seconds"].astype(float) / rows["proved_seconds"]
        return f"{100 * share.groupby([rows['corpus'], rows['puzzle']]).median().median():.0f} %"

    def names(self) -> list[str]:
        """The strata that the contrasts of the protocol name, in their order."""
        return list(dict.fromkeys(name for each in self.protocol.contrasts for name in each.corpora))

    def puzzles(self) -> int:
        """The number of puzzles."""
        return int(self.rows.groupby("corpus")["puzzle"].nunique().sum())

    def strata(self) -> str:
        """The strata, with their numbers of puzzles."""
        numbers = self.rows.groupby("corpus", sort=False)["puzzle"].nunique()
        described = [each.name for each in self.described.strata if each.name != CONTROLS]
        return ", ".join(f"{name} ({numbers[name]})" for name in described)

    def median(self, configuration: str, measure: str = "proved") -> float:
        """The median over the puzzles of the time of a configuration, in seconds."""
        import pictures

        return float(pictures.median(self.rows, measure)[configuration])

    def proved(self, configuration: str, corpus: str) -> str:
        """How many puzzles a configuration has proved in time, as "3 of 14"."""
        return _share(in_time(self.of(configuration, corpus)))

    def without(self, work: str, configuration: str, corpus: str) -> str:
        """On how many cases a configuration has none of some work of its search, such as conflicts, as "3 of 14"."""
        both = self.of(configuration, corpus)[[work, f"proof_{work}"]].astype(float).fillna(0.0).sum(axis=1)
        return _share(both == 0)

    def open_share(self, configuration: str, size: int) -> str:
        """How many cases of a size did not end in time, as "3 of 24"."""
        return _share(~in_time(self.of(configuration, size=size)))

    def ended(self, corpus: str, size: int) -> str:
        """How many of the configurations ended on the boards of a size, as "3 of 12 configurations"."""
        configurations = self.of(corpus=corpus)["configuration"].nunique()
        return f"{len(self.ended_on(corpus, size)) or 'none'} of {configurations} configurations"

    def ended_on(self, corpus: str, size: int) -> list[str]:
        """The configurations that ended on the boards of a size, by their names."""
        of_it = self.of(corpus=corpus, size=size)
        ended = in_time(of_it).groupby(of_it["configuration"]).all()
        return sorted(ended[ended].index)

    def open_cases(self) -> str:
        """How many cases did not end, and on how many puzzles."""
        of_it = self.rows[~in_time(self.rows)]
        cases, puzzles = len(of_it), of_it["puzzle"].nunique()
        return f"{formatting.plural(cases, 'case')} of {formatting.plural(puzzles, 'puzzle')} did not end in time"

    def limit(self, corpus: str) -> str:
        """The time limit of a stratum."""
        return seconds(float(self.of(corpus=corpus)["time_limit"].iat[0]))

    def setup(self) -> str:
        """How it was measured, as a sentence."""
        rows = self.all_rows
        hours = float(rows["outside_seconds"].sum()) / 3600
        opened = int((~in_time(rows) & ~rows["failed"].astype(bool)).sum())
        kinds = rows.loc[rows["failed"].astype(bool), "status"].value_counts()
        failed = ", ".join(f"{formatting.plural(int(n), 'row')} {name}" for name, n in kinds.items()) or "none failed"
        again = sum(len(part) for part in storage.parts(self.folder, COLUMNS)) - len(rows)  # replaced rows stay there
        ends = f"{again:,} measured again; {opened:,} not ended in time; {failed}"
        return f"{len(rows):,} cases, {hours:.2g} hours; {ends}"


def in_time(rows: pd.DataFrame) -> pd.Series:
    """Whether each row has its proof within the limit."""
    return np.isfinite(comparisons.finished(rows, "proved"))


def by_group(rows: pd.DataFrame, groups: pd.Series, a: str, b: str, measure: str) -> dict[Any, tuple[float, float]]:
    """The bounds of the ratio of two configurations in each group of rows."""
    found = {}
    for group, of_it in rows.groupby(groups, sort=False):
        sides = (of_it[of_it["configuration"] == name] for name in (a, b))
        ratio = compared(*sides, measure, draws=1)
        found[group] = ratio["ratio"], ratio["ratio_at_most"]
    return found


def _share(mask: pd.Series) -> str:
    return f"{int(mask.sum())} of {len(mask)}"


def _check(found: str, needed: str, where: str) -> None:
    """Refuse a verdict that is not the one that a sentence needs, if it needs one."""
    if needed and found != VERDICTS[needed]:
        raise Stale(f"{where}: the sentence says {needed}, the rows {found}")


def _text(row: Any, interval: bool = True) -> str:
    """A ratio in words where only bounds are known: a line of Markdown that begins with ">" would be a quotation."""
    text = (
        formatting.between(row["ratio"], row["ratio_at_most"]).replace("> ", "more than ").replace("< ", "less than ")
    )
    if " to " in text:
        text = f"between {text.replace(' to ', ' and ')}"
    return f"{text} ({formatting.between(row['ratio_low'], row['ratio_high'])})" if interval else text


def said(condition: Any, sentence: str) -> str:
    """A sentence, on a condition that its rows fulfil.

    Raises:
        Stale: When they do not.
    """
    if not condition:
        raise Stale(f"the rows do not say: {sentence}")
    return sentence


def best_count(solver: str, formulation: str) -> int:
    """On how many of the problems a formulation is the best of a solver, by the geometric mean of its time."""
    import pictures

    rows = study("problems").rows
    table = pictures.relative(rows[rows["solver"] == solver], [*dict.fromkeys(rows["corpus"])])
    return int((table.idxmin().str.split(r"[, ]", regex=True).str[0] == formulation).sum())


def machine() -> str:
    """The machine and the versions, as a sentence."""
    rows = pd.concat([study(name).all_rows[["cpu", "cores", "python", "versions"]] for name in STUDIES])
    found = rows.drop_duplicates()
    if len(found) > 1:
        raise Stale("the studies were measured on several machines or with several versions")
    (row,) = found.itertuples()
    versions = json.loads(row.versions)
    known = ", ".join(
        f"{name} {versions[name]}" for name in ("highspy", "ortools", "pychoco", "python-sat", "pulp", "pyomo", "cpmpy")
    )
    return f"All on one virtual machine, {row.cpu.strip()} with {row.cores} cores, {row.python}, one thread; {known}."


@cache
def models() -> pd.DataFrame:
    """The rows of the models of other kinds, by model and way; of several repeats that with the least work."""
    rows = pd.read_csv(MODELS / "rows.csv").sort_values("processor_seconds")
    return rows.drop_duplicates(["family", "size", "way"]).set_index(["family", "size", "way"]).sort_index()


def model_rows(size: str) -> str:
    """The rows of a table of the models of a size."""
    lines = []
    for family in models().index.unique("family"):
        ways = models().loc[family, size]
        first = ways.iloc[0]
        cells = [f"{family.replace('_', ' ')}", f"{first['columns']:,.0f}", f"{first['non_zeros']:,.0f}"]
        cells += [_model_cell(ways, way) for way in ("pulp", "pulp_gap0", "here", "before", "pyomo", "mathopt")]
        two = ways.reindex(["pulp", "here"])
        cells += [_both(row, "again_") for _, row in two.iterrows()]
        cells += [f"{peak:.0f}" for peak in two["peak_mb"]]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def models_setup() -> str:
    """Where and when the models of other kinds were measured."""
    rows = models()
    (cpu,), (cores,), (python,) = (rows[name].unique() for name in ("cpu", "cores", "python"))
    limit, load = rows["limit"].max(), rows["load"].median()
    return f"{cpu.strip()} with {cores} cores, {python}; a limit of {limit:.0f} s; a median load of {load:.1f}"


def _model_cell(ways: pd.DataFrame, way: str) -> str:
    """The seconds of a model with a way, and what its answer is worth."""
    if way not in ways.index:
        return ""
    row = ways.loc[way]
    if "exit code" in row["status"]:
        return "failed"
    if math.isnan(row["objective"]):
        return f"none in {row['limit']:.0f} s"
    certainty = f" {row['certainty']}" if isinstance(row["certainty"], str) else ""
    return f"{_both(row)}{certainty}"


def _both(row: Any, which: str = "") -> str:
    """The seconds of the clock, and in brackets those of the processor; empty when it was not asked."""
    clock, processor = row[f"{which}seconds"], row[f"{which}processor_seconds"]
    return "" if math.isnan(clock) else f"{_short(clock)} ({_short(processor)})"


def _short(seconds: float) -> str:
    """Two digits, or all before the point."""
    return f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.2g}"


@cache
def study(name: str) -> Study:
    """A study; each is read once."""
    return Study(name)


def seconds(value: float) -> str:
    """A time as text."""
    return formatting.seconds(value)


def page() -> str:
    """The text of the page, without its last line."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(BOOK), undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    names: dict[str, Any] = {name: study(name) for name in STUDIES}
    text = environment.get_template(TEMPLATE.name).render(
        **names,
        seconds=seconds,
        said=said,
        machine=machine,
        best_count=best_count,
        model_rows=model_rows,
        models_setup=models_setup,
    )
    return re.sub(r"\n{3,}", "\n\n", text)


def drawn() -> Iterator[tuple[str, Any]]:
    """The name of each picture, and the picture."""
    import pictures

    boards, problems = (study(name).rows for name in ("boards", "problems"))
    yield "parts", pictures.draw_parts(study("classic").rows)
    yield "boards", pictures.draw_medians(boards, study("boards").names())
    yield "growth", pictures.draw_growth(boards[boards["corpus"].isin(["empty", "half full"])])
    yield "counting", pictures.draw_counts(study("counting").rows)
    yield "problems", pictures.draw_ranks(problems, [each.name for each in study("problems").described.strata[:-1]])


def digest(text: str) -> str:
    """A digest of a text of the page and of all that it was made from."""
    found = hashlib.sha256(text.encode())
    for name in STUDIES:
        files = sorted((DATA / name / "rows").glob("*.parquet"))  # their names are the digests of their bytes
        found.update(" ".join(file.name for file in files).encode())
        found.update((DATA / name / "protocol.toml").read_bytes())
    for file in (Path(__file__), BOOK / "pictures.py", TEMPLATE, MODELS / "rows.csv"):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def check() -> None:
    """Compare the last line of the page with its text and with what it was made from.

    Raises:
        Stale: When they do not fit.
    """
    text, _, last = PAGE.read_text(encoding="utf-8").rstrip("\n").rpartition("\n")
    if last != MARK.format(digest(text)):
        raise Stale(f"{PAGE.name} is not what its rows give; write it again: python notebooks/_book/results.py")
    if missing := [name for name in re.findall(r"\.\./images/([\w-]+\.\w+)", text) if not (IMAGES / name).exists()]:
        raise Stale(f"{PAGE.name} has no picture {missing[0]}; write it again: python notebooks/_book/results.py")


def write() -> None:
    """Write the page and its pictures."""
    import matplotlib as mpl

    mpl.use("agg")
    mpl.rcParams["svg.hashsalt"] = "results"  # so that the same rows give the same file
    text = page().rstrip("\n")
    PAGE.write_text(f"{text}\n{MARK.format(digest(text))}\n", encoding="utf-8")
    for name, figure in drawn():
        file = IMAGES / f"results-{name}.svg"
        figure.savefig(file, metadata={"Date": None}, facecolor="white")
        file.write_text(re.sub(r"[ \t]+$", "", file.read_text(encoding="utf-8"), flags=re.M), encoding="utf-8")


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare the page with what the rows give")
    try:
        if parser.parse_args().check:
            check()
            if PAGE.read_text(encoding="utf-8").rpartition("<!--")[0].rstrip("\n") != page().rstrip("\n"):
                raise Stale(f"{PAGE.name} is not what its rows give")
        else:
            write()
    except Stale as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
