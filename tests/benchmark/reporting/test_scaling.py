"""The part on scale is there when there are three sizes, and says what the exponents say."""

import xml.etree.ElementTree as ET

import pandas as pd
import pytest

from sudoku_models import benchmark
from sudoku_models.benchmark.growth import exponents
from sudoku_models.benchmark.reporting.scaling import of_scale, sentences
from sudoku_models.benchmark.rows import as_table, writer
from sudoku_models.benchmark.sample import rows


def board(n: int, corpus: str = "empty", **columns: object) -> pd.DataFrame:
    known = {
        "puzzle": f"{corpus} {n}",
        "size": n,
        "nonzeros": 4 * n**3,
        "processor_seconds": n**3 / 1e4,
        "memory_before": 1.0,
        "memory_peak": 2.0,
    }
    return rows(["highs"], [[0.5]], corpus, **{**known, **columns})


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    open_ = board(25).assign(proved=False, status="time limit", proved_seconds=None, processor_seconds=9.0)
    return pd.concat([*map(board, (4, 9, 16)), open_, *(board(n, "half full") for n in (4, 9, 16, 25))])


def test_the_sentences_name_the_exponents_and_the_largest_boards(table: pd.DataFrame) -> None:
    name = "assignment x pulp x highs"
    assert sentences(exponents(table)) == [
        f"empty: The nonzeros grow as n^3.0 with {name}.",
        f"empty: The largest boards that ended are 16x16, with {name}.",
        f"half full: The nonzeros grow as n^3.0 with {name}.",
        "half full: The processor time until the proof grows as the nonzeros, as far as the interval says, with "
        f"{name} (exponent 1.0, 1.0 to 1.0).",
        f"half full: The largest boards that ended are 25x25, with {name}.",
    ]


def test_comparisons_of_one_corpus_have_different_titles(table: pd.DataFrame) -> None:
    found = sentences(exponents(pd.concat([table, table.assign(time_limit=99.0)])))
    assert len(set(found)) == len(found) == 10


@pytest.mark.slow
def test_there_is_a_figure_of_the_whole_cost_and_one_of_each_corpus(table: pd.DataFrame) -> None:
    whole, *each = of_scale(table)
    assert [picture.name for picture in each] == ["scale-costs-1", "scale-costs-2"]
    words = "".join(ET.fromstring(whole.svg).itertext())
    assert "half full" in words
    assert "did not end" in words
    assert whole.glance.iloc[0].tolist()[-2:] == ["410 ms", "> 9 s"]
    assert list(of_scale(table[table["size"] < 16])) == []


@pytest.mark.slow
def test_the_page_has_the_figures_the_sentences_and_the_tables(table: pd.DataFrame, tmp_path) -> None:  # type: ignore[no-untyped-def]
    made = table.astype(object)
    with writer(tmp_path) as out:
        out.add(as_table(made.where(made.notna(), None).to_dict("records")))
    report = benchmark.report(tmp_path)
    text = report.page.read_text(encoding="utf-8")
    for words in ("empty: The nonzeros grow as n^3.0", "Each cost against the size of the board, half full", "16x16"):
        assert words in text
    assert {"exponents.csv", "costs.csv"} <= {path.name for path in (tmp_path / "report" / "tables").iterdir()}
    assert "scale.svg" in {path.name for path in report.figures}
