"""The noise of repeated measurements, on rows of which it is known."""

import math

import numpy as np
import pandas as pd
import pytest

from sudoku_models.benchmark.noise import ALL, noise, noise_curves, of_itself
from sudoku_models.benchmark.sample import rows

HIGHS, CPSAT = "assignment x pulp x highs", "assignment x pulp x cpsat"


@pytest.fixture
def repeated() -> pd.DataFrame:
    """Three measurements of two engines on two puzzles; cpsat did not end the second puzzle once."""
    times = [[[1.0, 2.0], [4.0, 3.0]], [[2.0, 2.0], [4.0, None]], [[1.5, 5.0], [5.0, 6.0]]]
    return pd.concat([rows(["highs", "cpsat"], each, repeat=k) for k, each in enumerate(times)], ignore_index=True)


def test_the_ratio_is_that_of_the_longest_to_the_shortest_that_ended(repeated: pd.DataFrame) -> None:
    found = noise(repeated).set_index("configuration")
    assert [*found.index] == [ALL, HIGHS, CPSAT]
    assert found["repeats"].tolist() == [3] * 3
    assert found["cases"].tolist() == [4, 2, 2]
    assert found.loc[HIGHS, "total_median"] == (2.0 + 1.25) / 2
    assert found.loc[CPSAT, "total_median"] == (2.5 + 2.0) / 2
    assert found.loc[ALL, "total_median"] == 2.0  # of 2, 1.25, 2.5 and 2
    assert found["build_median"].tolist() == [1, 1, 1]  # always a millisecond


def test_a_calibration_that_slows_down_too_explains_the_noise(repeated: pd.DataFrame) -> None:
    task = repeated["proved_seconds"] / 100
    table = repeated.assign(calibration_before_seconds=task, calibration_after_seconds=task)
    found = noise(table).set_index("configuration")
    assert found["calibrated_median"].tolist() == pytest.approx([1, 1, 1])
    assert found["total_median"].min() > 1.5
    assert noise(repeated)["calibrated_median"].isna().all()


def test_steps_that_are_too_short_are_left_out(repeated: pd.DataFrame) -> None:
    found = noise(repeated.assign(build_seconds=np.where(repeated["repeat"] == 0, 1e-5, 1e-4)))
    assert found["build_median"].isna().all()
    assert found["translate_median"].notna().all()


def test_a_configuration_differs_from_itself_by_the_median_over_puzzles_of_the_worst_pair_of_repeats() -> None:
    index = pd.MultiIndex.from_product([range(3), [0], range(3)], names=["puzzle", "seed", "repeat"])
    times = [1, 2, 1, 1, 4, 1, 1, 8, 1]
    measured = pd.DataFrame({"same": [7.0] * 9, "shifted": times, "open": [math.inf] * 9}, index)
    assert of_itself(measured) == pytest.approx({"same": 1.0, "shifted": 4.0})
    assert of_itself(measured[measured.index.get_level_values("repeat") == 0]) == {}


def test_without_repeats_there_is_nothing() -> None:
    once = rows(["highs", "cpsat"], [[1.0, 2.0]] * 3)
    isomorphs = pd.concat([once, rows(["highs", "cpsat"], [[2.0, 3.0]] * 3, seed=1)])
    for table in (once, isomorphs):
        assert noise(table).empty
        assert noise_curves(table).empty


def test_the_curves_rise_from_ratio_1_to_99_percent_of_the_cases(repeated: pd.DataFrame) -> None:
    curves = noise_curves(repeated)
    assert set(curves["step"]) == {"build", "translate", "solve", "prove", "total"}
    for _, curve in curves.groupby("step"):
        assert curve["ratio"].is_monotonic_increasing
        assert curve["ratio"].min() >= 1
        assert (curve["share"].iat[0], curve["share"].iat[-1]) == (0.01, 0.99)
