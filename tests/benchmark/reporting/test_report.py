"""The report: one page that needs nothing else, the same for the same rows, from whatever rows there are."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from sudoku_models import benchmark
from sudoku_models.benchmark.rows import as_table, writer
from sudoku_models.benchmark.sample import rows
from sudoku_models.errors import InputError, UnknownNameError


def keep(folder: Path, *tables: pd.DataFrame) -> Path:
    """A folder of results with these rows."""
    table = pd.concat(tables).astype(object)
    with writer(folder) as out:
        out.add(as_table(table.where(table.notna(), None).to_dict("records")))
    return folder


@pytest.fixture(scope="module")
def mixed() -> list[pd.DataFrame]:
    """Two corpora, three configurations and one that has just begun, isomorphs, open cases, a crash, two versions."""
    times = np.random.default_rng(3).lognormal(-2, 1.5, (8, 3)).round(4)
    some = [[time if time < 0.5 else None for time in row] for row in times.tolist()]
    names = ["highs", "cpsat", "choco"]
    hard = [rows(names, some, "hard", 0.5, seed=seed, variables=729, memory_peak=99.5) for seed in (0, 1)]
    hard[0].loc[4, ["status", "failed", "solved", "proved", "reason"]] = ["crashed", True, False, False, "<signal> 11"]
    small = rows(names, (times / 10).tolist(), "small", 0.5, size=4)
    newer = rows(names, times.tolist(), "small", 0.5, size=4, versions='{"highspy": "9"}', seed=7)
    late = rows(["cbc"], [[0.1]], "hard", 0.5)
    return [*hard, small, newer, late]


@pytest.fixture(scope="module")
def results(mixed, tmp_path_factory) -> Path:
    return keep(tmp_path_factory.mktemp("results"), *mixed)


@pytest.fixture(scope="module")
def made(results) -> benchmark.Report:
    return benchmark.report(results)


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: Counter[str] = Counter()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attributes:
            if name == "id":
                self.ids.append(str(value))
            if name in ("src", "href", "xlink:href", "action", "data") and value:
                self.links.append(value)


@pytest.mark.slow
def test_the_page_needs_nothing_else(made):
    text = made.page.read_text(encoding="utf-8")
    found = Page(text)
    assert len(set(found.ids)) == len(found.ids)
    assert {link.removeprefix("#") for link in found.links} <= {*found.ids}  # each leads to a place on the page
    assert not re.search(r"<script|<link|@import|url\((?!#)|javascript:", text)
    assert {*re.findall(r"\bhttps?://[^\"'<> ]+", text)} <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert "prefers-color-scheme: dark" in text
    assert found.tags["caption"] == found.tags["table"] > 10
    assert found.tags["svg"] == text.count('role="img" aria-label="') == len(made.figures)


@pytest.mark.slow
def test_the_same_rows_give_the_same_files(made, results, tmp_path):
    again = benchmark.report(results, out=tmp_path / "again")
    assert again.page == tmp_path / "again" / "index.html"
    files = sorted(path.relative_to(made.page.parent) for path in made.page.parent.rglob("*.*"))
    assert len(files) > 15
    for file in files:
        assert (made.page.parent / file).read_bytes() == (again.page.parent / file).read_bytes(), file


@pytest.mark.slow
def test_comparisons_and_uncompared_configurations_are_separate(made):
    summary = made.tables["summary"]
    assert [str(comparison) for comparison in made.findings] == [
        "hard, limit 0.5 s, setting 1",
        "small, limit 0.5 s, setting 1",
        "small, limit 0.5 s, setting 2",
    ]
    assert summary.groupby(["corpus", "setting"])["cases"].max().tolist() == [16, 8, 8]
    text = made.page.read_text(encoding="utf-8")
    for words in (
        "small, setting 2",
        "2 settings",
        "assignment x pulp x cbc: has 1 of 16 cases so far",
        "&lt;signal&gt; 11",
        "highspy 9",
        "&gt; 500 ms",
    ):
        assert words in text, words


def test_tables_are_there_as_csv_and_the_figures_as_svg_with_their_numbers(made):
    tables = {path.stem: pd.read_csv(path) for path in (made.page.parent / "tables").iterdir()}
    assert {*tables} == {
        "summary", "against_best", "isomorphs", "parts", "sizes", "memory", "search", "failures", "environments"
    }  # fmt: skip
    assert len(tables["summary"]) == len(made.tables["summary"])
    assert {path.suffix for path in made.figures} == {".svg"}
    for path in made.figures:
        assert path.with_suffix(".csv").exists()
    assert any(path.stem.startswith("size-") for path in made.figures)


def test_json_lines_are_plain(made):
    lines = [json.loads(line) for line in made.json_lines()]
    assert sum(line["table"] == "summary" for line in lines) == len(made.tables["summary"])
    assert not any(isinstance(value, float) and value != value for line in lines for value in line.values())
    assert "NaN" not in "".join(made.json_lines())


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [
        rows(["highs"], [[0.5]]),
        rows(["highs"], [[None]]),
        rows(["highs", "cpsat"], [[None, None]] * 3, failed=True, status="crashed"),
        rows(["highs", "cpsat"], [[None, None]] * 3, failed=True, status="unsupported"),
        rows(["highs", "cpsat"], [[1.0, 2.0], [3.0, None]]).drop(index=3),
        rows(["highs", "cpsat"], [[1.0, 2.0], [3.0, None]]).drop(index=[1, 2]),
    ],
    ids=["one row", "one open row", "only failures", "nothing possible", "a case is missing", "no case in common"],
)
@pytest.mark.parametrize("measure", ["proved", "solved"])
def test_whatever_there_is_has_a_report(tmp_path, table, measure):
    made = benchmark.report(keep(tmp_path, table), measure=measure)
    assert made.page.read_text(encoding="utf-8").endswith("</html>\n")
    assert "nan" not in re.sub(r"<svg.*?</svg>", "", made.page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert "nan" not in str(made)


@pytest.mark.slow
def test_one_corpus_may_be_chosen(results, tmp_path):
    chosen = benchmark.report(results, tmp_path, corpora=["small"])
    assert {comparison.corpus for comparison in chosen.findings} == {"small"}
    with pytest.raises(UnknownNameError, match="did you mean 'small'"):
        benchmark.report(results, tmp_path, corpora=["smal"])
    with pytest.raises(UnknownNameError, match="did you mean 'solved'"):
        benchmark.report(results, tmp_path, measure="solve")


def test_without_results_or_a_place_to_write_the_error_says_what_to_do(tmp_path):
    with pytest.raises(InputError, match="bench run"):
        benchmark.report(tmp_path)
    keep(tmp_path, rows(["highs"], [[0.5]]))
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(InputError, match="choose a folder with --out"):
        benchmark.report(tmp_path, out=tmp_path / "taken")


@pytest.mark.slow
def test_a_real_run_has_a_report(tmp_path, unique4):
    configurations = benchmark.configurations(
        ["assignment", "all_different"], backends=["pulp"], solvers=["highs", "cpsat"]
    )
    benchmark.run(benchmark.cases([("mine", [unique4])], configurations, time_limit=5, seeds=(0, 1)), tmp_path)
    made = benchmark.report(tmp_path)
    best = made.tables["summary"].iloc[0]
    assert (best["cases"], best["proved_percent"], best["run"]) == (2, 100, 2)
    assert made.tables["sizes"]["variables"].notna().all()
    assert made.tables["parts"]["solve_seconds"].between(0, 5).all()
    assert (made.tables["memory"]["memory_peak"] > 10).all()
    assert "highspy" in made.tables["environments"].loc[0, "versions"]
