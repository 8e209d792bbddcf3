"""The result of a contrast, on rows of which the truth is known."""

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from sudoku_models.benchmark import Contrast, Protocol
from sudoku_models.benchmark.comparisons import time_table
from sudoku_models.benchmark.contrasting import contrasts
from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.statistics import summary
from sudoku_models.benchmark.verdicts import (
    DISTURBED,
    FASTER,
    FEWER,
    MORE,
    NOT_ASKED,
    NOT_TRUSTED,
    SAME,
    SLOWER,
    sign_test,
    too_few,
)
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
        assert 1 < row["drift"] < 1.05


def test_no_difference_is_not_found() -> None:
    verdicts = [only(study(1.0, noise=0.1, seed=seed))["verdict"] for seed in range(12)]
    assert verdicts.count(SAME) >= 11


@pytest.mark.parametrize(("factor", "verdict"), [(1.08, SAME), (1.01, FASTER)])
def test_a_difference_within_the_drift_is_not_called_one(factor: float, verdict: str) -> None:
    """The same shift of a few percent on all puzzles, while a whole repeat of the same side is off by more."""
    table = study(0.97, noise=0.0)
    table.loc[table["repeat"] == 2, "proved_seconds"] *= factor
    row = only(table)
    assert row["ratio_high"] < 1
    assert row["drift"] == row["spread"] == pytest.approx(factor)
    assert row["verdict"] == verdict


def test_a_spread_without_a_drift_hides_no_difference() -> None:
    """Half of the cases take four times as long the second time, and half the first time: no repeat is the slower."""
    times = [[[f, 2 * f] for f in factors] for factors in ([1.0, 4.0] * 6, [4.0, 1.0] * 6)]
    row = only(pd.concat(rows(["highs", "cbc"], each, repeat=k) for k, each in enumerate(times)))
    assert (row["spread"], row["ratio"], row["verdict"]) == (4.0, 0.5, FASTER)


def test_the_sign_test_is_that_of_scipy() -> None:
    pairs = [(wins, losses) for wins in (0, 1, 3, 20, 700) for losses in (0, 1, 2, 20, 650, 5000) if wins + losses]
    found = [sign_test(*each) for each in pairs]
    assert found == pytest.approx([binomtest(wins, wins + losses).pvalue for wins, losses in pairs])
    assert sign_test(0, 0) == 1.0


@pytest.mark.parametrize(("n", "m"), [(n, m) for n in (5, 6, 9, 12) for m in (1, 2, 12, 13, 102, 103)])
def test_puzzles_are_too_few_exactly_where_even_all_of_them_would_not_be_significant(n: int, m: int) -> None:
    assert too_few(n, m) == (sign_test(n, 0) * m >= 0.05)


def test_a_question_with_too_few_puzzles_is_not_asked_and_corrects_no_other() -> None:
    table = pd.concat([study(0.5, corpus="easy", puzzles=7), study(0.5, corpus="hard", puzzles=9)], ignore_index=True)
    questions = [Contrast(str(k), "?", A, B, "proved", (corpus,)) for k, corpus in enumerate(["easy"] * 3 + ["hard"])]
    found = asked(table, *questions)
    assert found["verdict"].tolist() == [NOT_ASKED] * 3 + [FASTER]
    assert found["p_holm"].isna().tolist() == [True] * 3 + [False]
    assert found["p_holm"].iat[-1] == found["p"].iat[-1] == 2 / 2**9
    assert set(asked(table, *questions[:3])["verdict"]) == {FASTER}, "three questions can be answered by seven puzzles"


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


def test_proved_in_time_is_the_exact_test_of_mcnemar() -> None:
    """Against all 2^9 ways to divide the puzzles that only one side has proved."""
    times: list[list[float | None]] = [[1, None]] * 8 + [[None, 1]] + [[1, 9], [9, 1]] * 3 + [[None, None]] * 2
    both = asked(rows(["highs", "cbc"], times), *(Contrast(m, "?", A, B, m) for m in ("in_time", "proved")))
    row, of_time = both.to_dict("records")
    assert (row["puzzles"], row["faster"], row["slower"], row["neither"]) == (17, 8, 1, 8)
    assert (row["open_a"], row["open_b"]) == (3, 10)
    wins = np.array([bin(k).count("1") for k in range(2**9)])
    assert row["p"] == pytest.approx(((wins >= 8) | (wins <= 1)).mean())
    assert (of_time["faster"], of_time["slower"]) == (8 + 3, 1 + 3)
    assert math.isnan(row["ratio"])
    verdicts = [
        asked(rows(names, times[:8]), Contrast("m", "?", A, B, "in_time"))
        for names in (["highs", "cbc"], ["cbc", "highs"])
    ]
    assert [each["verdict"].item() for each in verdicts] == [MORE, FEWER]


def test_a_puzzle_of_which_half_of_the_cases_are_open_is_not_proved_in_time() -> None:
    isomorphs = [rows(["highs", "cbc"], [[first, 1.0]] * 8, seed=k) for k, first in enumerate((1.0, None, None, 1.0))]
    for some, faster in ((isomorphs[:2], 0), ([*isomorphs[:2], isomorphs[3]], 8)):
        row = asked(pd.concat(some), Contrast("m", "?", A, B, "in_time")).iloc[0]
        assert (row["slower"], row["neither"]) == (8 - faster, faster)


def test_par2_is_the_ratio_of_the_means_that_a_summary_has() -> None:
    first: list[list[float | None]] = [[1, 2], [9, None], [None, 3], [None, None], [4, 4], [2, 5], [1, None], [3, 6]]
    table = pd.concat([rows(["highs", "cbc"], first), rows(["highs", "cbc"], first[::-1], seed=1)])
    row = asked(table, Contrast("m", "?", A, B, "par2")).iloc[0]
    means = summary(table).set_index("configuration")["par2_seconds"]
    assert row["seconds_a"] == means["assignment x pulp x highs"] == (1 + 9 + 20 + 20 + 4 + 2 + 1 + 3) / 8
    assert row["ratio"] == row["ratio_at_most"] == row["seconds_a"] / row["seconds_b"]
    assert row["ratio_low"] < row["ratio"] < row["ratio_high"]
    assert math.isfinite(row["ratio_high"])


def test_a_smaller_mean_is_no_verdict_where_most_puzzles_say_the_opposite() -> None:
    times = [[2.0, 1.0]] * 30 + [[1.0, 9.0]] * 12
    found = asked(rows(["highs", "cbc"], times), *(Contrast(m, "?", A, B, m) for m in ("par2", "proved")))
    assert found["verdict"].tolist() == [SAME, SLOWER]
    assert found["ratio_high"].iat[0] < 1
    assert (found["p_holm"] < 0.05).all()


@pytest.mark.parametrize(("disturbed", "verdict"), [(0, FASTER), (7, FASTER), (8, DISTURBED), (16, DISTURBED)])
def test_of_the_clock_nothing_is_said_where_others_were_at_work_beside_half_of_it(disturbed: int, verdict: str) -> None:
    table = rows(["highs", "cbc"], [[1.0, 2.0]] * 8, outside_seconds=3.0, processor_seconds=1.0)
    table.loc[table["solver"] == "cbc", "processor_seconds"] = 2.0
    table["outside_load"] = np.where(np.arange(16) < disturbed, 0.5, 0.0)
    of_clock, of_processor = asked(table, *(Contrast(m, "?", A, B, m) for m in ("proved", "processor"))).to_dict(
        "records"
    )
    assert (of_clock["disturbed"], of_clock["measurements"]) == (disturbed, 16)
    assert (of_clock["verdict"], of_processor["verdict"]) == (verdict, FASTER)
    noisy = contrasts(table, Protocol((ENGINES,), quiet=0.6)).iloc[0]
    assert (noisy["disturbed"], noisy["verdict"]) == (0, FASTER)


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
