"""What the README says was measured is what the published rows say, and every row has the right answer."""

from pathlib import Path

import pandas as pd
import pytest

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark.scale import scale_cases

CHECKOUT = Path(__file__).parents[2]
CORPORA = ("easy50", "top95", "hardest11")


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    return benchmark.read(CHECKOUT / "data" / "benchmark")


@pytest.fixture(scope="module")
def summary(rows: pd.DataFrame) -> pd.DataFrame:
    return benchmark.summary(rows)


def test_every_case_ended_with_the_known_solution(rows: pd.DataFrame) -> None:
    known = {entry.name: entry for corpus in CORPORA for entry in sm.corpus(corpus).entries}
    solutions = {name: entry.solution.line() for name, entry in known.items() if entry.solution}
    assert len(rows) == 54 * 51
    assert set(rows["status"]) == {"unique"}
    assert rows["grid"].tolist() == [solutions[name] for name in rows["puzzle"]]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_the_table_of_the_readme_is_what_was_measured(number: int, summary: pd.DataFrame) -> None:
    measured = summary.set_index(["configuration", "corpus"])
    lines = (CHECKOUT / "README.md").read_text(encoding="utf-8").splitlines()
    first = lines.index("| configuration | easy50 | top95 | hardest11 |") + 2
    configuration, *cells = [cell.strip() for cell in lines[first + number].strip("|").split("|")]
    for corpus, cell in zip(CORPORA, cells, strict=True):
        row = measured.loc[(configuration, corpus)]
        median, low, high = (1000 * row[f"{name}_seconds"] for name in ("median", "low", "high"))
        assert cell == f"{median:.1f} ({low:.1f} to {high:.1f})"


def test_the_advice_of_the_readme_is_the_ranking(summary: pd.DataFrame) -> None:
    for corpus in CORPORA:
        configurations = summary.loc[summary["corpus"] == corpus, "configuration"].tolist()
        assert configurations[0].startswith("all_different x ")
        on_milp = [each for each in configurations if each.endswith((" x highs", " x cbc"))]
        assert on_milp[0].startswith("assignment x ")


@pytest.fixture(scope="module")
def scale() -> pd.DataFrame:
    return benchmark.read(CHECKOUT / "data" / "benchmark" / "scale")


def test_every_configuration_ran_on_every_size_and_none_was_wrong(scale: pd.DataFrame) -> None:
    assert len(scale) == len(scale_cases())
    assert not scale["failed"].any()
    assert set(scale["status"]) <= {"unique", "several", "solved", "time limit"}


def test_every_grid_of_the_scale_is_a_solution(scale: pd.DataFrame) -> None:
    puzzles = {case.puzzle.name: case.puzzle for case in scale_cases()}
    solved = scale[scale["solved"]].drop_duplicates("grid")
    assert len(solved) > 50
    for name, line in zip(solved["puzzle"], solved["grid"], strict=True):
        puzzle = puzzles[name]
        grid = sm.Puzzle.parse(line, puzzle.board).as_grid()
        assert grid is not None
        assert sm.is_solution(puzzle, grid)


def test_what_the_readme_says_of_the_scale_is_what_was_measured(scale: pd.DataFrame) -> None:
    text = " ".join((CHECKOUT / "README.md").read_text(encoding="utf-8").split())
    found = benchmark.exponents(scale)
    for corpus, formulation in (("empty", "assignment"), ("half full", "all_different")):
        largest = found[(found["corpus"] == corpus) & (found["ended"] == 36)]
        assert set(largest["formulation"]) <= {formulation, f"{formulation}_reduced"}
    assert found["ended"].max() == 36
    chosen = (found["corpus"] == "empty") & (found["configuration"] == "assignment x pulp x highs")
    (row,) = found[chosen].to_dict("records")
    value, low, high = (row[f"processor_seconds_{what}"] for what in ("exponent", "low", "high"))
    assert f"(exponent {value:.2f}, {low:.2f} to {high:.2f})" in text
    assert (round(row["nonzeros_exponent"], 6), row["follows"]) == (3.0, "as the nonzeros")
    assert set(scale["time_limit"]) == {15.0}
