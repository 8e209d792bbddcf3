"""The result of a contrast, on rows of which the truth is known, and what a protocol may not ask."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sudoku_models.benchmark.comparisons import time_table
from sudoku_models.benchmark.contrasting import (
    FASTER,
    NOT_TRUSTED,
    SAME,
    SLOWER,
    Contrast,
    Protocol,
    contrasts,
    load_protocol,
)
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.statistics import summary
from sudoku_models.errors import InputError

A, B = {"solver": ("highs",)}, {"solver": ("cbc",)}
ENGINES = Contrast("engines", "Is HiGHS faster than CBC?", A, B, "proved")


def asked(table: pd.DataFrame, *questions: Contrast) -> pd.DataFrame:
    return contrasts(table, Protocol(questions or (ENGINES,), draws=1000))


def only(table: pd.DataFrame) -> dict[str, Any]:
    (row,) = asked(table).to_dict("records")
    return {str(name): value for name, value in row.items()}


def study(ratio: float, noise: float = 0.02, puzzles: int = 12, corpus: str = "sample", seed: int = 1) -> pd.DataFrame:
    """Two engines on three isomorphs of each puzzle, three times each; the first takes `ratio` times the second."""
    rng = np.random.default_rng(seed)
    of_puzzle = rng.lognormal(-1, 1, puzzles)
    made = []
    for isomorph in range(3):
        of_case = of_puzzle * rng.lognormal(0, 0.2, puzzles)
        for repeat in range(3):
            times = [[t * ratio * rng.lognormal(0, noise), t * rng.lognormal(0, noise)] for t in of_case]
            made.append(rows(["highs", "cbc"], times, corpus, 100.0, seed=isomorph, repeat=repeat))
    return pd.concat(made, ignore_index=True)


def test_the_figures_are_those_that_one_works_out_by_hand() -> None:
    row = only(rows(["highs", "cbc"], [[1, 2], [1, 4], [1, 8], [2, 1], [3, None], [None, None], [5, 5]]))
    assert (row["a"], row["b"]) == ("assignment x pulp x highs", "assignment x pulp x cbc")
    assert (row["puzzles"], row["faster"], row["slower"], row["neither"]) == (7, 4, 1, 2)
    assert (row["open_a"], row["open_b"]) == (1, 2)
    # between 1/2, 1/4, 1/8, 2, 0, 0, 1 and 1/2, 1/4, 1/8, 2, 3/10, infinite, 1
    assert (row["ratio"], row["ratio_at_most"]) == (0.25, 0.5)
    assert row["p"] == 2 * 6 / 32


def test_a_clear_difference_is_found_in_its_direction() -> None:
    faster, slower = only(study(0.7)), only(study(1.4))
    assert (faster["verdict"], slower["verdict"]) == (FASTER, SLOWER)
    for row, truth in ((faster, 0.7), (slower, 1.4)):
        assert row["ratio_low"] < truth < row["ratio_high"]
        assert row["ratio"] == pytest.approx(truth, rel=0.05)
        assert 1 < row["noise"] < 1.05


def test_no_difference_is_not_found() -> None:
    verdicts = [only(study(1.0, noise=0.1, seed=seed))["verdict"] for seed in range(12)]
    assert verdicts.count(SAME) >= 11


def test_a_difference_within_the_noise_is_not_called_one() -> None:
    """The same shift of a few percent on all puzzles, while a repeat of the same side is off by more."""
    table = study(0.97, noise=0.001)
    table.loc[table["repeat"] == 2, "proved_seconds"] *= 1.08
    row = only(table)
    assert row["ratio_high"] < 1
    assert (row["verdict"], row["why"]) == (SAME, "within the noise, 1.08x")


def test_few_puzzles_say_nothing() -> None:
    row = only(study(0.5, puzzles=5))
    assert (row["verdict"], row["why"]) == (SAME, "fewer than six puzzles are too few")


def test_only_what_both_sides_have_counts() -> None:
    table = rows(["highs", "cbc"], [[1.0, 2.0]] * 7)
    less = table[(table["puzzle"] != "sample:3") | (table["solver"] == "highs")]
    assert only(less)["puzzles"] == 6


def test_the_time_of_the_solver_leaves_building_out() -> None:
    table = rows(["highs", "cbc"], [[1.0, 1.0]] * 8)
    is_slow = table["solver"] == "cbc"
    table["solver_seconds"] = np.where(is_slow, 0.2, 0.3)
    table["processor_seconds"] = np.where(is_slow, 4.0, 1.0)
    by = {
        measure: asked(table, Contrast("engines", "?", A, B, measure)).iloc[0]
        for measure in ("proved", "solver", "processor")
    }
    assert {measure: row["ratio"] for measure, row in by.items()} == pytest.approx(
        {"proved": 1.0, "solver": 1.5, "processor": 0.25}
    )


def test_an_open_case_has_taken_at_least_its_processor_time() -> None:
    table = rows(["highs", "cbc"], [[None, 1.0]] * 8, processor_seconds=3.0)
    row = asked(table, Contrast("engines", "?", A, B, "processor")).iloc[0]
    assert (row["ratio"], row["ratio_at_most"]) == (1.0, math.inf)


def test_corpora_are_pooled_with_their_shares() -> None:
    table = pd.concat([study(0.5, corpus="easy", puzzles=6), study(2.0, corpus="hard", puzzles=18)], ignore_index=True)
    found = asked(table)
    assert found["corpora"].tolist() == ["easy, hard"]
    assert found["puzzles"].tolist() == [24]
    one = asked(table, Contrast("engines", "?", A, B, "proved", ("hard",)))
    assert one["puzzles"].tolist() == [18]


def test_several_contrasts_correct_each_other() -> None:
    table = rows(["highs", "cbc", "cpsat"], [[1.0, 2.0, 4.0]] * 8)
    found = asked(table, ENGINES, Contrast("other", "?", A, {"solver": ("cpsat",)}, "proved"))
    assert found["p"].tolist() == [2 / 2**8] * 2
    assert found["p_holm"].tolist() == [4 / 2**8] * 2


def test_without_a_measure_the_solver_alone_and_all_of_the_time_stand_side_by_side() -> None:
    table = rows(["highs", "cbc"], [[1.0, 2.0]] * 8)
    table["solver_seconds"] = np.where(table["solver"] == "cbc", 0.1, 0.3)
    table.loc[table["solver"] == "cbc", "translate_seconds"] = np.nan
    found = asked(table, Contrast("engines", "?", A, B))
    assert found["measure"].tolist() == ["solver", "proved"]
    assert found["verdict"].tolist() == [SLOWER, FASTER]
    assert found["not_apart"].tolist() == ["B", ""], "the library of B does not tell its solver's time apart"


@pytest.mark.parametrize("status", ["wrong", "crashed", "gave up"])
def test_a_wrong_answer_in_a_control_costs_the_configuration_the_rank_and_its_puzzles_count_nowhere(
    status: str,
) -> None:
    """A solver that calls everything infeasible the second time is the fastest, and right on each unique puzzle."""
    study = rows(["highs", "cbc", "cpsat"], [[0.1, 2.0, 1.0]] * 8)
    controls = rows(["highs", "cbc", "cpsat"], [[0.1, 2.0, 1.0]] * 3, "controls")
    control = rows(["highs"], [[0.1]], "controls", puzzle="controls:9", status=status, failed=True, proved=False)
    table = pd.concat([study, controls, control], ignore_index=True)
    row = only(table)
    times = time_table(table)
    assert times.comparison.corpus == "sample"
    is_bad = status != "gave up"
    assert ("assignment x pulp x highs" in times.left_out) == is_bad
    assert ("assignment x pulp x highs" in times.ranking) != is_bad
    assert (row["verdict"] == NOT_TRUSTED) == is_bad
    assert row["puzzles"] == 8
    assert set(summary(table)["corpus"]) == {"sample"}


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ({"solver": ("glpk",)}, B, "side a .* selects no row: solver is one of 'cbc', 'highs'"),
        ({"corpus": ("sample",)}, B, "select the same rows"),
        ({"seed": (0,), "solver": ("highs", "cpsat")}, B, "no row|more than one"),
        (A, {"solver": ("cbc",), "setting": (7,)}, "side b .* selects no row"),
    ],
)
def test_what_cannot_be_compared_is_refused(a: dict[str, Any], b: dict[str, Any], message: str) -> None:
    table = rows(["highs", "cbc"], [[1.0, 2.0]] * 8)
    if "cpsat" in str(a):
        table = rows(["highs", "cpsat", "cbc"], [[1.0, 2.0, 3.0]] * 8)
    with pytest.raises(InputError, match=message):
        asked(table, Contrast("engines", "?", a, b))


def test_limits_and_settings_are_not_mixed() -> None:
    table = rows(["highs", "cbc"], [[1.0, 2.0]] * 8)
    table.loc[table["solver"] == "cbc", "time_limit"] = 20.0
    with pytest.raises(InputError, match=r"differ in the time_limit .*time_limit = 10"):
        asked(table)
    other = pd.concat([rows(["highs", "cbc"], [[1.0, 2.0]] * 8, versions=text) for text in ("{}", '{"a": "1"}')])
    with pytest.raises(InputError, match="differ in the setting"):
        asked(other)
    first = {"setting": (1,)}
    assert asked(other, Contrast("engines", "?", {**A, **first}, {**B, **first}, "proved"))["puzzles"].tolist() == [8]
    with pytest.raises(InputError, match="corpus 'none', of which there is no row"):
        asked(table, Contrast("engines", "?", A, B, corpora=("none",)))


# -- protocols ---------------------------------------------------------------------------------------------------------

CONTRAST = """
[[contrast]]
name = "engines"
question = "Is HiGHS faster than CBC?"
a = {solver = "highs"}
b = {solver = ["cbc", "glpk"], seed = 1}
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "protocol.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_all_that_it_says_is_read(tmp_path: Path) -> None:
    text = 'title = "A study"\n' + CONTRAST + 'measure = "solver"\ncorpora = ["top95"]\n'
    found = load_protocol(written(tmp_path, text))
    (contrast,) = found.contrasts
    assert found.title == "A study"
    assert contrast.a == {"solver": ("highs",)}
    assert contrast.b == {"solver": ("cbc", "glpk"), "seed": (1,)}
    assert (contrast.measure, contrast.corpora) == ("solver", ("top95",))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no .*contrast"),
        ("contrast = 3", "contrast must be a list"),
        ("[[contrast", "cannot be read"),
        (CONTRAST + CONTRAST, "two contrasts are called 'engines'"),
        (CONTRAST.replace('name = "engines"', ""), "needs its name"),
        (CONTRAST.replace("question", "#"), "needs its question"),
        (CONTRAST.replace("b =", "#"), "needs its b"),
        (CONTRAST.replace('["cbc", "glpk"], seed = 1', '"highs"'), "both sides .* are the same"),
        (CONTRAST + 'corpora = "top95"', "corpora must be a list"),
        ("[exclude]\nfailed = true" + CONTRAST, "exclude"),
        (CONTRAST.replace("solver = [", "engin = ["), "engin"),
        (CONTRAST + 'measure = "wall"', "wall"),
        (CONTRAST + 'mesure = "wall"', "mesure"),
        ("seed = 1" + CONTRAST, "seed"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_protocol(written(tmp_path, text))
