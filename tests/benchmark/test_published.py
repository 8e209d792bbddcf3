"""What the page of results says was measured is what the published rows say, and every row has the right answer."""

import math
from itertools import takewhile
from pathlib import Path

import pandas as pd
import pytest

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark.contrasting import contrasts
from sudoku_models.benchmark.description import CONTROLS, load_study, read_toml
from sudoku_models.benchmark.formatting import between
from sudoku_models.puzzles.isomorphs import isomorph

CHECKOUT = Path(__file__).parents[2]
RESULTS = CHECKOUT / "notebooks" / "reference" / "results.md"
STUDY = CHECKOUT / "data" / "benchmark" / "study"
SCALE = CHECKOUT / "data" / "benchmark" / "scale"
HEAD = "| A | B | time | A takes, of the time of B | A is |"
TIMES = {"proved": "all", "solver": "solver"}


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    return benchmark.read(STUDY)


@pytest.fixture(scope="module")
def results(rows: pd.DataFrame) -> pd.DataFrame:
    return contrasts(rows, benchmark.load_protocol(STUDY / "protocol.toml"))


def test_the_rows_are_those_of_the_protocol(rows: pd.DataFrame) -> None:
    run = read_toml(STUDY / "protocol.toml")["run"]
    strata = {stratum.get("name", stratum["corpus"]) for stratum in run["puzzles"]}
    assert set(rows["corpus"]) == strata
    of_a_puzzle = benchmark.labelled(rows).groupby(["corpus", "puzzle"])["configuration"].nunique()
    assert set(of_a_puzzle) == {35}  # every configuration on every puzzle
    assert rows["software"].nunique() == rows["commit"].nunique() == 1
    assert not rows["commit"].str.endswith("+").any()


def test_no_case_was_wrong_and_every_grid_is_the_solution(rows: pd.DataFrame) -> None:
    assert not rows["failed"].any()
    assert set(rows["status"]) <= {"unique", "solved", "time limit"}
    assert (rows["status"] == "unique").mean() > 0.99
    found = rows[rows["solved"]].drop_duplicates(["puzzle", "seed", "grid"])
    assert len(found) == len(found.drop_duplicates(["puzzle", "seed"]))
    for name, seed, line in found[["puzzle", "seed", "grid"]].itertuples(index=False):
        puzzle = isomorph(sm.load(name), int(seed))
        grid = sm.Puzzle.parse(line, puzzle.board).as_grid()
        assert grid is not None
        assert sm.is_solution(puzzle, grid)


def lines_of_the_page() -> list[str]:
    lines = RESULTS.read_text(encoding="utf-8").splitlines()
    first = lines.index(HEAD) + 2
    return list(takewhile(lambda line: line.startswith("|"), lines[first:]))


@pytest.mark.slow
def test_the_table_of_the_page_is_the_contrasts_of_the_protocol(results: pd.DataFrame) -> None:
    measured = []
    for row in results.to_dict("records"):
        time = TIMES[row["measure"]] + ", 16x16" * (row["corpora"] == "16x16")
        ratio = between(row["ratio"], row["ratio_at_most"])
        interval = row["why"] if math.isnan(row["ratio_low"]) else between(row["ratio_low"], row["ratio_high"])
        measured.append(f"| {row['a']} | {row['b']} | {time} | {ratio} ({interval}) | {row['verdict']} |")
    assert lines_of_the_page() == measured


@pytest.fixture(scope="module")
def scale() -> pd.DataFrame:
    return benchmark.read(SCALE)


def test_every_configuration_ran_on_every_size_and_none_was_wrong(scale: pd.DataFrame) -> None:
    assert len(scale) == sum(case.corpus != CONTROLS for case in load_study(SCALE / "scale.toml"))
    assert not scale["failed"].any()
    assert set(scale["status"]) <= {"unique", "several", "solved", "time limit"}


def test_every_grid_of_the_scale_is_a_solution(scale: pd.DataFrame) -> None:
    puzzles = {case.puzzle.name: case.puzzle for case in load_study(SCALE / "scale.toml")}
    solved = scale[scale["solved"]].drop_duplicates("grid")
    assert len(solved) > 50
    for name, line in zip(solved["puzzle"], solved["grid"], strict=True):
        puzzle = puzzles[name]
        grid = sm.Puzzle.parse(line, puzzle.board).as_grid()
        assert grid is not None
        assert sm.is_solution(puzzle, grid)


def test_what_the_page_says_of_the_scale_is_what_was_measured(scale: pd.DataFrame) -> None:
    text = " ".join(RESULTS.read_text(encoding="utf-8").split())
    found = benchmark.exponents(scale)
    for corpus, formulation in (("empty", "assignment"), ("half full", "all_different")):
        largest = found[(found["corpus"] == corpus) & (found["ended"] == 36)]
        assert set(largest["formulation"]) <= {formulation, f"{formulation}_reduced"}
    assert found["ended"].max() == 36
    chosen = (found["corpus"] == "empty") & (found["configuration"] == "assignment x pulp x highs")
    (row,) = found[chosen].to_dict("records")
    value, low, high = (row[f"processor_seconds_{what}"] for what in ("exponent", "low", "high"))
    assert f"(exponent {value:.2f}, {low:.2f} to {high:.2f})" in text
    assert round(row["nonzeros_exponent"], 6) == 3.0
    assert low <= 1 <= high  # in proportion to the nonzeros
    assert set(scale["time_limit"]) == {15.0}
