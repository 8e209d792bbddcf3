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
import re
import sys
from collections.abc import Iterable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jinja2
import pandas as pd

from sudoku_models import benchmark
from sudoku_models.benchmark import comparisons, formatting
from sudoku_models.benchmark.contrasting import FASTER, SAME, SLOWER
from sudoku_models.benchmark.description import CONTROLS, load_study

BOOK = Path(__file__).parent
ROOT = BOOK.parents[1]
PAGE = BOOK.parent / "reference" / "results.md"
IMAGES = BOOK.parent / "images"
DATA = ROOT / "data" / "benchmark"
STUDIES = ("classic", "ablation", "boards", "latin", "problems", "counting")
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
    def rows(self) -> pd.DataFrame:
        """All rows but those of the controls."""
        table = comparisons.labelled(benchmark.read(self.folder))
        return table[table["corpus"] != CONTROLS].reset_index(drop=True)

    @cached_property
    def all_rows(self) -> pd.DataFrame:
        """The rows, with the controls."""
        return comparisons.labelled(benchmark.read(self.folder))

    @cached_property
    def answers(self) -> pd.DataFrame:
        """The contrasts of the protocol."""
        protocol = benchmark.load_protocol(self.folder / "protocol.toml")
        return benchmark.contrasts(self.all_rows, protocol).set_index(["contrast", "measure"])

    @cached_property
    def runs(self) -> list[dict[str, Any]]:
        """The log of the runs."""
        return [json.loads(line) for line in (self.folder / "runs.jsonl").read_text(encoding="utf-8").splitlines()]

    def ratio(self, contrast: str, measure: str = "solver", verdict: str = "", interval: bool = True) -> str:
        """The ratio of a contrast as text, with its interval.

        Raises:
            Stale: When its verdict is another one than that which the sentence needs.
        """
        row = self.answers.loc[contrast, measure]
        if verdict and row["verdict"] != VERDICTS[verdict]:
            raise Stale(f"{self.name}, {contrast!r}, {measure}: the sentence says {verdict}, the rows {row['verdict']}")
        text = formatting.between(row["ratio"], row["ratio_at_most"])
        return f"{text} ({formatting.between(row['ratio_low'], row['ratio_high'])})" if interval else text

    def table(self, names: Iterable[str] = (), within: str = "") -> str:
        """Contrasts as a table: the solver alone and all of the time side by side; `within` is the start of names."""
        asked = list(dict.fromkeys(self.answers.index.get_level_values(0)))
        chosen = [each for each in asked if (not names or each in names) and each.startswith(within)]
        lines = ["| question | puzzles | solver alone | all of the time |", "|---|---|---|---|"]
        for name in chosen:
            of_it = self.answers.loc[name]
            cells = [self._cell(of_it.loc[each]) if each in of_it.index else "" for each in ("solver", "proved")]
            lines.append(f"| {of_it['question'].iat[0]} | {of_it['puzzles'].max()} | {' | '.join(cells)} |")
        return "\n".join(lines)

    def _cell(self, row: pd.Series) -> str:
        figures = formatting.between(row["ratio"], row["ratio_at_most"])
        interval = formatting.between(row["ratio_low"], row["ratio_high"])
        words = {FASTER: "yes", SLOWER: "no, slower"}.get(row["verdict"], row["verdict"])
        if row["verdict"] == SAME and row["why"] not in ("the interval includes 1",):
            words += f" ({row['why']})"
        return f"**{words}**: {figures} ({interval})"

    def setup(self) -> str:
        """How it was measured, as a sentence."""
        rows, runs = self.all_rows, self.runs
        hours = sum((pd.Timestamp(run["ended"]) - pd.Timestamp(run["started"])).total_seconds() for run in runs) / 3600
        again = sum(run["again"] for run in runs)
        opened = int((~rows["proved"].astype(bool) & ~rows["failed"].astype(bool)).sum())
        kinds = rows.loc[rows["failed"].astype(bool), "status"].value_counts()
        failed = ", ".join(f"{formatting.plural(int(n), 'row')} {name}" for name, n in kinds.items()) or "none failed"
        return (
            f"{len(rows):,} cases in {hours:.1f} hours, {again:,} measured again because others were at work on the "
            f"core; {opened:,} open at their limit; {failed}"
        )


FACTORS = {
    "HiGHS": ("highs", {"model": "formulation", "presolve": "presolve", "way": "memory or file"}),
    "CP-SAT": (
        "cpsat",
        {"model": "formulation", "presolve": "presolve", "search": "search order", "way": "memory or file"},
    ),
    "Choco": ("choco", {"model": "formulation", "search": "search order"}),
    "CaDiCaL": ("cadical", {"model": "formulation", "option": "at-most-one", "way": "memory or file"}),
}
"""Engine -> the name of its solver, and its factors with their names on the page."""
LEVELS = {
    "engine-search": "its own search",
    "": "pairs",
    "on": "this package's presolve",
    "engine": "the engine's presolve",
    "off": "no presolve",
}
TABLED = {"HiGHS": {}, "CP-SAT": {"on": "presolve"}, "Choco": {}, "CaDiCaL": {}}
"""Names of levels on the page, and those that differ for an engine."""


@cache
def factors() -> dict[str, pd.DataFrame]:
    """For each engine, what each factor makes in the time of the solver; see `benchmark.components`."""
    rows = benchmark.with_factors(study("ablation").rows)
    rows = rows[rows["backend"].isin(["pulp", "cpsat"])]
    rows = rows.assign(model=rows["formulation"].str.replace("_", "-") + rows["rewrite"].map(_of_pairs))
    found = {}
    for engine, (solver, names) in FACTORS.items():
        of_it = rows[rows["family"] == solver]
        if solver == "choco":
            of_it = of_it[of_it["option"] == ""]
        table = benchmark.components(of_it, [*names])
        levels = {**LEVELS, **TABLED[engine]}
        for column in ("slowest", "fastest"):
            table[column] = table[column].map(lambda level: levels.get(level, level), na_action="ignore")  # noqa: B023
        found[engine] = table.assign(source=table["source"].replace(names))
    return found


def _of_pairs(rewrite: Any) -> str:
    return ", rank" if rewrite == "rank" else ""


def named(table: pd.DataFrame, engine: str) -> pd.DataFrame:
    """The rows of the factors of an engine, without those of puzzles, interactions and repeats."""
    return table[table["source"].isin(FACTORS[engine][1].values())]


@cache
def transfers() -> pd.DataFrame:
    """Kendall's rank correlation of the configurations, between 9x9 puzzles and each other problem."""
    rows = study("problems").rows
    first, *others = dict.fromkeys(corpus.name for corpus in load_study(DATA / "problems" / "protocol.toml").strata)
    made = [{"problem": each, **benchmark.transfer(rows, [first], [each])} for each in others if each != CONTROLS]
    return pd.DataFrame(made).set_index("problem")


@cache
def study(name: str) -> Study:
    """A study; each is read once."""
    return Study(name)


def seconds(value: float) -> str:
    """A time as text."""
    return formatting.seconds(value)


def page() -> str:
    """The text of the page, without its last line."""
    import pictures

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(BOOK), undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    names: dict[str, Any] = {name: study(name) for name in STUDIES}
    text = environment.get_template(TEMPLATE.name).render(
        **names, benchmark=benchmark, pictures=pictures, facts=Facts(), seconds=seconds, formatting=formatting
    )
    return re.sub(r"\n{3,}", "\n\n", text)


def digest(text: str) -> str:
    """A digest of a text of the page and of all that it was made from."""
    found = hashlib.sha256(text.encode())
    for name in STUDIES:
        files = sorted((DATA / name / "rows").glob("*.parquet"))  # their names are the digests of their bytes
        found.update(" ".join(file.name for file in files).encode())
        found.update((DATA / name / "protocol.toml").read_bytes())
    for file in (Path(__file__), BOOK / "pictures.py", TEMPLATE):
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
