"""A ratio against search effort, and the regret of a choice, on rows of which the truth is known."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.verdicts import FASTER, SLOWER

BOOK = Path(__file__).parents[2] / "notebooks" / "_book"
HIGHS, CBC, CPSAT = (f"assignment x pulp x {solver}" for solver in ("highs", "cbc", "cpsat"))


@pytest.fixture(scope="module")
def evidence() -> Iterator[ModuleType]:
    sys.path.insert(0, str(BOOK))
    try:
        import evidence

        yield evidence
    finally:
        sys.path.remove(str(BOOK))


def study(ratios: list[float | None], seed: int = 1) -> pd.DataFrame:
    """Two engines; on each puzzle the first takes so many times as long as the second, or does not end."""
    rng = np.random.default_rng(seed)
    times = [[None if each is None else each * t, t] for each, t in zip(ratios, rng.uniform(0.1, 2, 99), strict=False)]
    return rows(["highs", "cbc"], times, time_limit=100.0)


def efforts(values: list[float]) -> pd.Series:
    index = pd.MultiIndex.from_tuples([("sample", f"sample:{k}") for k in range(1, len(values) + 1)])
    return pd.Series(values, index)


def test_a_ratio_that_turns_with_effort_is_found_on_both_ends(evidence: ModuleType) -> None:
    values = [0.0] * 20 + [float(k) for k in range(1, 41)]
    table = study([0.25] * 20 + [0.5] * 20 + [4.0] * 20)
    found = evidence.against_effort(table, HIGHS, CBC, "proved", efforts(values), draws=500)
    assert found[["low_effort", "high_effort", "puzzles"]].to_numpy().tolist() == [
        [0, 0, 20],
        [1, 20, 20],
        [21, 40, 20],
    ]
    for name in ("ratio", "ratio_low", "ratio_high"):
        assert found[name].tolist() == pytest.approx([0.25, 0.5, 4.0])
    assert found["verdict"].tolist() == [FASTER, FASTER, SLOWER]
    assert found["p_holm"].tolist() == pytest.approx([3 * 2 / 2**20] * 3)


def test_puzzles_of_one_effort_stay_together_and_each_is_in_one_group(evidence: ModuleType) -> None:
    values = [float(k // 30) for k in range(90)]
    shuffled = np.random.default_rng(3).permutation(values).tolist()
    found = evidence.against_effort(study([2.0] * 90), HIGHS, CBC, "solver", efforts(shuffled), least=10, draws=100)
    assert found["puzzles"].sum() == 90
    assert (found["low_effort"].to_numpy()[1:] > found["high_effort"].to_numpy()[:-1]).all()


def test_open_cases_leave_the_band_open_and_puzzles_without_effort_are_left_out(evidence: ModuleType) -> None:
    table = study([1.0] * 3 + [None] * 9)
    (row,) = evidence.against_effort(table, HIGHS, CBC, "proved", efforts([5.0] * 11), draws=500).to_dict("records")
    assert (row["puzzles"], row["open_a"], row["ratio_at_most"], row["ratio_high"]) == (11, 8, np.inf, np.inf)
    assert row["ratio"] > 1


def problems() -> pd.DataFrame:
    rng = np.random.default_rng(4)
    made = []
    for corpus, means in (("easy", [1.0, 2.0, 3.0]), ("hard", [6.0, 4.0, 5.0]), ("open", [9.0, 2.0, 1.0])):
        for seed in range(2):
            for repeat in range(3):
                times: list[list[float | None]] = (means * rng.uniform(0.9, 1.1, (12, 3))).tolist()
                if corpus == "open":
                    times[0][0] = None
                common = {"seed": seed, "repeat": repeat}
                made.append(rows(["highs", "cbc", "cpsat"], times, corpus, 10.0, **common))
    return pd.concat(made, ignore_index=True)


def test_regret_is_what_one_works_out_with_pandas(evidence: ModuleType) -> None:
    table = problems()
    found = evidence.regret(table, draws=500)
    assert len(found) == 2 * 3 * 3
    assert (found["ratio_low"] >= 1).all()
    assert ((found["ratio_low"] <= found["ratio"]) & (found["ratio"] <= found["ratio_high"])).all()
    own = found[found["taken_from"] == found["problem"]]
    assert own["ratio"].tolist() == [1.0] * 6
    assert own["taken"].tolist() == [HIGHS, CBC, CPSAT] * 2
    for measure in ("solver", "proved"):
        seconds = table[f"{measure}_seconds"].astype(float).where(table["proved"].astype(bool), 20.0)
        cases = seconds.groupby([table["corpus"], table["solver"], table["puzzle"], table["seed"]]).median()
        means = cases.groupby(level=[0, 1]).mean().unstack()
        for source, solver in (("easy", "highs"), ("hard", "cbc"), ("open", "cpsat")):
            its = found[(found["measure"] == measure) & (found["taken_from"] == source)].set_index("problem")
            assert its["ratio"].to_dict() == pytest.approx((means[solver] / means.min(axis=1)).to_dict())


def test_a_configuration_that_lacks_an_instance_or_is_wrong_is_not_taken(evidence: ModuleType) -> None:
    table = problems()
    lacks = table[(table["solver"] != "highs") | (table["puzzle"] != "hard:3")]
    wrong = table.copy()
    is_one = (wrong["solver"] == "highs") & (wrong["puzzle"] == "hard:3")
    wrong.loc[is_one, ["status", "failed", "proved"]] = ["wrong", True, False]
    for some in (lacks, wrong):
        found = evidence.regret(some, ["proved"], draws=100)
        assert set(found["taken"]) | set(found["best"]) == {CBC, CPSAT}


@pytest.mark.slow
def test_the_intervals_of_one_choice_hold_together(evidence: ModuleType) -> None:
    """Of 60 samples, in about 57 or more all true ratios are in their intervals."""
    true = {"one": [1.0, 2.0, 4.0], "two": [3.0, 1.5, 3.0], "three": [5.0, 4.0, 1.0]}
    held = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        made = [
            rows(["highs", "cbc", "cpsat"], (means * rng.lognormal(0, 0.3, (20, 3))).tolist(), name, 1e4)
            for name, means in true.items()
        ]
        found = evidence.regret(pd.concat(made), ["proved"], draws=1000)
        its = found[(found["taken_from"] == "one") & (found["problem"] != "one")].set_index("problem")
        held += all(
            row["ratio_low"] <= true[name][0] / min(true[name]) <= row["ratio_high"] for name, row in its.iterrows()
        )
    assert held >= 53
