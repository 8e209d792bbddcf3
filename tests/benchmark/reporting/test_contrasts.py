"""Contrasts as sentences and tables, and in a report whose folder has a protocol."""

import math
from pathlib import Path

import pandas as pd

from sudoku_models import benchmark
from sudoku_models.benchmark.contrasts import contrasts
from sudoku_models.benchmark.protocol import Contrast, Exclusions, Protocol
from sudoku_models.benchmark.reporting import contrasts as words
from sudoku_models.benchmark.rows import as_table, writer
from sudoku_models.benchmark.sample import rows

ENGINES = Contrast("engines", "Which is faster?", {"solver": ("highs",)}, {"solver": ("cbc",)})
FILE = """title = "A study"
[exclude]
failed = true
[[contrast]]
name = "engines"
question = "Which is faster?"
a = {solver = "highs"}
b = {solver = "cbc"}
"""


def sentence(times: list[list[float | None]]) -> str:
    (found,) = words.sentences(contrasts(rows(["highs", "cbc"], times), Protocol((ENGINES,), draws=1000)).results)
    return found


def test_the_verdict_is_in_words_with_its_reason() -> None:
    assert "is faster than B (assignment x pulp x cbc): 0.5x, with the interval 0.5x to 0.5x" in sentence([[1, 2]] * 8)
    assert "is slower than" in sentence([[2, 1]] * 8)
    assert "cannot be told apart, because the interval includes 1: 1x" in sentence([[1, 1]] * 8)
    assert "cannot be told apart, because fewer than six puzzles are too few: 0.5x, in the time" in sentence([[1, 2]])


def test_what_is_not_known_is_a_bound_or_a_dash() -> None:
    found = contrasts(rows(["highs", "cbc"], [[None, 1]] * 8), Protocol((ENGINES,), draws=1000))
    (row,) = words.written(found.results)
    assert row[:6] == ["engines", "slower", "0.0078", "-", *["> 10x\nmore than 10x"] * 2]
    assert row[6:] == ["8", "0", "8", "0", "8", "0"]
    gone = contrasts(rows(["highs", "cbc"], [[1, 1]], failed=True), Protocol((ENGINES,), Exclusions(failed=True)))
    assert words.written(gone.results)[0][4:6] == ["-", "-"]
    assert words.excluded(gone.excluded) == [
        f"Excluded for {rule}: 2 of 2 rows (100 %)." for rule in ("failed", "any of these")
    ]


def kept(folder: Path, table: pd.DataFrame) -> Path:
    table = table.astype(object)
    with writer(folder) as out:
        out.add(as_table(table.where(table.notna(), None).to_dict("records")))
    return folder


def test_a_report_has_the_contrasts_of_the_protocol_in_its_folder(tmp_path: Path) -> None:
    kept(tmp_path, rows(["highs", "cbc"], [[1.0, 2.0]] * 8)).joinpath("protocol.toml").write_text(FILE)
    made = benchmark.report(tmp_path)
    assert made.tables["contrasts"]["verdict"].tolist() == ["faster"]
    text = made.page.read_text(encoding="utf-8")
    assert "The contrasts of the protocol" in text
    assert "A study: 1 contrast" in text
    assert "Excluded for failed: 0 of 16 rows" in text
    assert (made.page.parent / "tables" / "contrasts.csv").exists()
    assert any('"table": "contrasts"' in line for line in made.json_lines())


def test_a_protocol_whose_rows_are_still_to_come_is_a_warning(tmp_path: Path) -> None:
    kept(tmp_path, rows(["highs"], [[1.0]] * 8)).joinpath("protocol.toml").write_text(FILE)
    made = benchmark.report(tmp_path)
    assert any("selects no row" in each for each in made.warnings)
    assert "contrasts" not in made.tables
    assert math.isfinite(made.tables["summary"]["median_seconds"].iat[0])
