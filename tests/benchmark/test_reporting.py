"""The page of a report has every row, needs nothing else, and says what to know before comparing."""

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sudoku_models import benchmark
from sudoku_models.benchmark import Contrast, Protocol
from sudoku_models.benchmark.formatting import answers, table
from sudoku_models.benchmark.rows import as_table
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.storage import Writer
from sudoku_models.errors import InputError, UnknownNameError

TIMES: list[list[float | None]] = [[0.1 * k, 0.2 * k, None if k > 5 else 0.5] for k in range(1, 9)]
CONTRAST = """title = "A <study>"
[[contrast]]
name = "engines"
question = "Is A faster?"
a = {solver = "highs"}
b = {solver = "cbc"}
"""


def written(folder: Path, *tables: pd.DataFrame) -> Path:
    with Writer(folder) as writer:
        for each in tables:
            known = each.astype(object).where(each.notna(), None)
            writer.add(as_table(known.to_dict("records")))
    return folder


def data_of(page: Path) -> dict[str, list[dict[str, Any]]]:
    """The tables of a page, those of the cases unpacked."""
    text = page.read_text(encoding="utf-8")
    (data,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', text, re.DOTALL)
    (packed,) = re.findall(r'<script id="numbers" type="text/plain">(.*?)</script>', text)
    found, numbers, place = json.loads(data), gzip.decompress(base64.b64decode(packed)), 0
    for each in found["tables"]["cases"]:
        values = np.frombuffer(numbers, f"<{each['type']}", found["cases"], place)
        each["values"], place = values.tolist(), -(-(place + values.nbytes) // 8) * 8
    assert place == len(numbers)
    tables: dict[str, list[dict[str, Any]]] = found["tables"]
    return tables


def column(columns: list[dict[str, Any]], name: str) -> list[Any]:
    (found,) = [each for each in columns if each["name"] == name]
    return [found["texts"][k] for k in found["values"]] if "texts" in found else found["values"]


def test_the_page_has_every_row_every_configuration_and_the_contrasts(tmp_path: Path) -> None:
    wrong = rows(["glpk"], [[None]], corpus="other </script>", status="wrong", failed=True, note="it had to wait")
    folder = written(tmp_path, rows(["highs", "cbc", "cpsat"], TIMES), wrong)
    (folder / "protocol.toml").write_text(CONTRAST, encoding="utf-8")
    made = benchmark.report(folder)
    assert made.page == folder / "report" / "index.html"
    data = data_of(made.page)
    assert {len(each["values"]) for each in data["cases"]} == {8 * 3 + 1}
    assert sorted(set(column(data["cases"], "corpus"))) == ["other </script>", "sample"]
    proved = np.array(column(data["cases"], "proved_seconds"))
    assert proved[np.isfinite(proved)] == pytest.approx([each for row in TIMES for each in row if each], rel=1e-6)
    assert np.isinf(column(data["cases"], "proved_ended")).sum() == 3 + 1
    names = column(data["configurations"], "configuration")
    assert names[:4] == [*(f"assignment x pulp x {each}" for each in ("highs", "cbc", "cpsat")), "virtual best"]
    assert column(data["configurations"], "ratio")[1] == 2
    assert column(data["contrasts"], "verdict") == ["faster", "faster"]
    text = made.page.read_text(encoding="utf-8")
    assert "A &lt;study&gt;" in text
    assert not re.findall(r"(?:src|href)=\"(?!#|data:)", text)  # nothing is loaded
    assert len(set(re.findall(r'\bid="([^"]+)"', text))) == len(re.findall(r'\bid="', text))
    said = " ".join(made.warnings)
    for what in ("gave 1 wrong answer", "1 case failed", "1 case ran on clocks", "have no interval: other"):
        assert what in said
    assert "the best of 3 configurations by PAR2 is assignment x pulp x highs" in made.findings[0]
    assert "Next is assignment x pulp x cbc; compared with the best one: slower." in made.findings[0]
    assert "On the median puzzle it takes 2x the time" in made.findings[0]
    assert benchmark.report(folder, tmp_path / "again").page.read_text(encoding="utf-8") == text


def test_a_protocol_that_does_not_fit_yet_is_a_warning_and_one_corpus_may_be_chosen(tmp_path: Path) -> None:
    folder = written(tmp_path, rows(["highs"], [[0.1], [0.2]]), rows(["highs"], [[0.1]], corpus="other"))
    (folder / "protocol.toml").write_text(CONTRAST, encoding="utf-8")
    made = benchmark.report(folder, measure="solved", corpora=["other"])
    assert "selects no row" in " ".join(made.warnings)
    assert set(column(data_of(made.page)["cases"], "corpus")) == {"other"}
    with pytest.raises(UnknownNameError, match="did you mean 'other'"):
        benchmark.report(folder, corpora=["othr"])
    with pytest.raises(UnknownNameError, match="did you mean 'solved'"):
        benchmark.report(folder, measure="solve")
    with pytest.raises(InputError, match="--out"):
        benchmark.report(folder, __file__)


def test_the_log_of_the_runs_is_on_the_page_and_a_damaged_line_of_it_is_a_warning(tmp_path: Path) -> None:
    folder = written(tmp_path, rows(["highs"], [[0.1]]))
    assert "<h2>Runs" not in benchmark.report(folder).page.read_text(encoding="utf-8")
    runs = [{"machine": "<one>", "measured": 1}, {"machine": "two", "measured": 7, "interrupted": True}]
    lines = [*map(json.dumps, runs), '{"machine": "thr', "3"]
    (folder / "runs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    made = benchmark.report(folder)
    (section,) = re.findall(r"<h2>Runs</h2>.*?</table>", made.page.read_text(encoding="utf-8"), re.DOTALL)
    assert re.findall(r"<td>(.*?)</td>", section) == ["&lt;one&gt;", "1", "", "two", "7", "True"]
    assert made.warnings[-1].startswith("2 lines")


def test_contrasts_are_written_as_sentences_rows_and_json() -> None:
    seconds = rows(["highs", "cbc"], [[0.1 * k, 0.2 * k] for k in range(1, 9)])
    a, b = {"solver": ("highs",)}, {"solver": ("cbc",)}
    asked = (Contrast("one", "Is A faster?", a, b, "proved"), Contrast("other", "Is B faster?", b, a, "proved"))
    found = benchmark.contrasts(seconds, Protocol(asked))
    assert [each.partition(": ")[2][:60] for each in answers(found)] == [
        "Is A faster? A (assignment x pulp x highs) is faster than B ",
        "Is B faster? A (assignment x pulp x cbc) is slower than B (a",
    ]
    assert table(found)[0][:6] == ["one", "sample", "all", "0.5x", "0.5x", "faster"]
    few = benchmark.contrasts(seconds[:6], Protocol(asked[:1]))
    assert few["verdict"].tolist() == ["not asked"]
    assert few["ratio"].tolist() == [0.5]
    assert "0.5" not in answers(few)[0] + "".join(table(few)[0])
