"""What the page of results says is what the published rows say, and each row has the right answer."""

import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sudoku_models as sm
from sudoku_models import benchmark
from sudoku_models.benchmark.cases import digest_of
from sudoku_models.benchmark.description import CONTROLS
from sudoku_models.benchmark.problems import Instance
from sudoku_models.benchmark.protocol import load_study
from sudoku_models.benchmark.rows import is_disturbed
from sudoku_models.puzzles.isomorphs import isomorph

CHECKOUT = Path(__file__).parents[2]
BOOK = CHECKOUT / "notebooks" / "_book"
DATA = CHECKOUT / "data" / "benchmark"
STUDIES = [file.parent.name for file in sorted(DATA.glob("*/protocol.toml"))]
ANSWERED = ["unique", "several", "infeasible", "counted"]
LARGEST_PAGE = 8_192
"""Bytes of the first page: an answer on one screen."""
SMALLEST = "counting"
"""The study of the quick tests; the others take from three seconds to half a minute."""
each_study = pytest.mark.parametrize(
    "study", [name if name == SMALLEST else pytest.param(name, marks=pytest.mark.slow) for name in STUDIES]
)
described = cache(lambda study: load_study(DATA / study / "protocol.toml"))
rows_of = cache(lambda study: benchmark.read(DATA / study))


@pytest.fixture(scope="module")
def results() -> ModuleType:
    """The program that writes the page."""
    sys.path.insert(0, str(BOOK))
    try:
        spec = importlib.util.spec_from_file_location("results", BOOK / "results.py")
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(BOOK))


@each_study
def test_each_case_of_the_protocol_has_one_row_and_was_measured_without_others_beside_it(study: str) -> None:
    cases, rows = described(study), rows_of(study)
    names = ["corpus", "puzzle_digest", "seed", "repeat", "configuration"]
    found = benchmark.labelled(rows)[names].itertuples(index=False, name=None)
    wanted = [(case.corpus, digest_of(case.puzzle), case.seed, case.repeat, str(case.configuration)) for case in cases]
    assert sorted(found) == sorted(wanted)
    assert rows["software"].nunique() == rows["protocol_digest"].nunique() == rows["measures_digest"].nunique() == 1
    assert not rows["commit"].str.endswith("+").any()
    disturbed = [row["started"] for row in rows.to_dict("records") if is_disturbed(row, cases.quiet)]
    assert not disturbed


@each_study
def test_no_published_row_is_wrong(study: str) -> None:
    """Grids are judged by the validator, and answers about one puzzle by each other and by the known ones."""
    rows = rows_of(study)
    assert set(rows["status"]) <= {*ANSWERED, "solved", "time limit", "gave up"}
    cases = {(case.corpus, digest_of(case.puzzle)): case for case in described(study)}
    for key, of_it in rows.groupby(["corpus", "puzzle_digest"]):
        case: Any = cases[key]
        answers = set(of_it.loc[of_it["proved"].astype(bool), "status"])
        assert len(answers) <= 1, key
        if case.solutions and "counted" in answers:
            assert set(of_it.loc[of_it["status"] == "counted", "solutions"]) == {int(case.solutions)}
        elif case.solutions and answers:
            assert answers == {{"0": "infeasible", "1": "unique"}.get(case.solutions, "several")}
        for seed, line in of_it.loc[of_it["grid"].fillna("") != "", ["seed", "grid"]].drop_duplicates().to_numpy():
            if isinstance(case.puzzle, Instance):
                assert case.puzzle.isomorph(int(seed)).violations(tuple(map(int, line.split()))) == []
            else:
                puzzle = isomorph(case.puzzle, int(seed))
                grid = sm.Puzzle.parse(line, puzzle.board).as_grid()
                assert grid is not None
                assert sm.is_solution(puzzle, grid)


def test_all_ways_to_solve_a_model_of_another_kind_agree() -> None:
    """With a gap of 0 to a millionth, and otherwise to the gap of HiGHS's default."""
    for model, rows in pd.read_csv(DATA / "models" / "rows.csv").groupby(["family", "size"]):
        exact = rows[rows["way"].isin(["here", "before", "pulp_gap0"])]["objective"].dropna()
        found = rows["objective"].dropna()
        assert exact.empty or exact.max() - exact.min() <= 1e-6 * abs(exact.max()), model
        assert found.empty or found.max() - found.min() <= 1.1e-4 * abs(found.max()), model


@each_study
def test_each_contrast_is_the_median_of_ratios_that_pandas_finds(study: str, results: ModuleType) -> None:
    """Recomputed from the rows alone, without a function of the package."""
    rows = rows_of(study)
    rows = rows[rows["corpus"] != CONTROLS]
    contrasts = {each.name: each for each in benchmark.load_protocol(DATA / study / "protocol.toml").contrasts}
    compared = 0
    for answer in results.study(study).answers.to_dict("records"):
        contrast = contrasts[answer["contrast"]]
        time = "solver_seconds" if answer["measure"] == "solver" else "proved_seconds"
        sides = []
        for side in (contrast.a, contrast.b):
            chosen = rows[rows["corpus"].isin(contrast.corpora or rows["corpus"])]
            for column, values in side.items():
                chosen = chosen[chosen[column].isin(values)]
            late = chosen["proved_seconds"] > chosen["time_limit"]
            seconds = chosen[time].astype(float).where(chosen["proved"].astype(bool) & ~late, np.inf)
            chosen = chosen.assign(seconds=seconds)
            cases = chosen.groupby(["corpus", "puzzle", "seed"])["seconds"].median()
            sides.append(cases.groupby(["corpus", "puzzle"]).median())
        a, b = sides[0].align(sides[1], join="inner")
        assert answer["puzzles"] == len(a)
        assert (answer["open_a"], answer["open_b"]) == (np.isinf(a).sum(), np.isinf(b).sum())
        if answer["measure"] != "in_time" and np.isfinite(a).all() and np.isfinite(b).all():
            assert answer["ratio"] == pytest.approx(float((a / b).median()))
            compared += 1
    assert compared


def test_the_pages_and_their_pictures_are_made_from_these_rows(results: ModuleType) -> None:
    results.check()
    assert results.PAGES["results"].stat().st_size <= LARGEST_PAGE


def test_a_page_that_was_changed_is_stale(results: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, file in results.PAGES.items():
        text = file.read_text(encoding="utf-8")
        for changed in (text.replace("1", "2", 1), text.replace("<!-- made", "\n<!-- made", 1)):
            page = tmp_path / file.name
            page.write_text(changed, encoding="utf-8")
            monkeypatch.setitem(results.PAGES, name, page)
            with pytest.raises(results.Stale):
                results.check()
        monkeypatch.setitem(results.PAGES, name, file)


@pytest.mark.slow
def test_a_sentence_that_the_rows_do_not_carry_cannot_be_written(results: ModuleType) -> None:
    """Nor one about a question that no protocol has asked."""
    answers = results.study("classic").answers
    found = answers[answers["verdict"].isin(["faster", "slower"])].iloc[0]
    a, b, stratum, measure, verdict = found[["a", "b", "corpora", "measure", "verdict"]]
    assert results.ratio(a, b, stratum, verdict, measure)
    with pytest.raises(results.Stale):
        results.ratio(a, b, stratum, "slower" if verdict == "faster" else "faster", measure)
    with pytest.raises(results.Stale):
        results.ratio(b, a, stratum, measure=measure)


@pytest.mark.slow
def test_the_table_divides_the_median_times_that_pandas_finds(results: ModuleType) -> None:
    """Of the tasks of one stratum; the best one is open on no more puzzles than the others."""
    for of in results.choices().values():
        if len({name for each in of.values() for name in each.names}) == 1:
            (best,) = (each for each in of.values() if each.configuration == each.best)
            opened = {each.configuration: open_cases(results, each) for each in of.values()}
            assert opened[best.configuration] == min(opened.values())
        for each in of.values():
            for stratum, row in zip(each.names, each.found, strict=False):
                a, b = (times(results, name, stratum) for name in (each.configuration, each.best))
                if np.isfinite(a).all() and np.isfinite(b).all():
                    assert row["ratio"] == pytest.approx(float((a / b).median()))


@pytest.mark.slow
def test_the_pages_are_what_the_program_writes(results: ModuleType) -> None:
    for name, file in results.PAGES.items():
        assert file.read_text(encoding="utf-8").rpartition("\n<!--")[0] == results.page(name)


def times(results: ModuleType, configuration: str, stratum: str) -> pd.Series:
    """The time of each puzzle of a stratum, by pandas alone."""
    rows = results.rows_of(configuration, stratum)
    ended = rows["proved"].astype(bool) & (rows["proved_seconds"] <= rows["time_limit"])
    cases = rows.assign(seconds=rows["proved_seconds"].where(ended, np.inf)).groupby(["puzzle", "seed"])["seconds"]
    return cases.median().groupby("puzzle").median()


def open_cases(results: ModuleType, choice: Any) -> int:
    """How many puzzles a choice leaves open."""
    return int(np.isinf(times(results, choice.configuration, *choice.names)).sum())
