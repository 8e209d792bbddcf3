"""Exponents are those of the power laws that the rows are made of, and open sizes do not count."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.benchmark.rows import made_up as rows
from sudoku_models.benchmark.statistics import costs, exponent, exponents, has_scale
from sudoku_models.errors import InputError

SIZES = (4, 9, 16, 25, 36)


def board(n: int, power: float = 3.0, **columns: object) -> pd.DataFrame:
    """One case in which the processor time is a power of the size, and there are 4 n^3 nonzeros."""
    return rows(["highs"], [[0.5]], **{"size": n, "nonzeros": 4 * n**3, "processor_seconds": n**power, **columns})


def stopped(n: int, status: str = "time limit", **columns: object) -> pd.DataFrame:
    return board(n).assign(proved=False, status=status, proved_seconds=np.nan, prove_seconds=np.nan, **columns)


@given(power=st.floats(-3, 3), factor=st.floats(0.01, 100), sizes=st.sets(st.integers(1, 60), min_size=3, max_size=9))
def test_the_slope_of_a_power_law_is_its_exponent(power: float, factor: float, sizes: set[int]) -> None:
    x = sorted(sizes)
    value, low, high = exponent(x, [factor * n**power for n in x])
    assert (value, low, high) == pytest.approx((power, power, power), abs=1e-6)


def test_the_interval_is_that_of_a_regression_by_hand() -> None:
    x, y = np.array([1.0, 2.0, 4.0, 8.0]), np.array([1.0, 3.0, 3.0, 9.0])
    lx, ly = np.log(x), np.log(y)
    slope = ((lx - lx.mean()) * (ly - ly.mean())).sum() / ((lx - lx.mean()) ** 2).sum()
    rest = ly - ly.mean() - slope * (lx - lx.mean())
    error = math.sqrt((rest**2).sum() / 2 / ((lx - lx.mean()) ** 2).sum())
    half = 4.302652729911275 * error  # Student's t with two degrees of freedom, 97.5 %
    assert exponent(x, y) == pytest.approx((slope, slope - half, slope + half))


def test_two_points_have_no_interval() -> None:
    assert all(map(math.isnan, exponent([1, 2], [1, 2])))


@pytest.mark.parametrize("power", [1.5, 3.0, 4.5])
def test_the_time_is_compared_with_the_nonzeros(power: float) -> None:
    (row,) = exponents(pd.concat(board(n, power) for n in SIZES)).to_dict("records")
    assert row["nonzeros_exponent"] == pytest.approx(3.0)
    assert row["processor_seconds_exponent"] == pytest.approx(power / 3)
    assert row["ended"] == 36


def test_small_boards_and_open_ones_are_not_in_the_line_of_the_time() -> None:
    table = pd.concat([board(4, processor_seconds=99.0), *map(board, (9, 16, 25)), stopped(36, processor_seconds=1e-2)])
    (row,) = exponents(table).to_dict("records")
    assert row["processor_seconds_exponent"] == pytest.approx(1.0)
    assert row["ended"] == 25
    few = pd.concat([*map(board, (4, 9, 16)), stopped(25), stopped(36)])
    (row,) = exponents(few).to_dict("records")
    assert math.isnan(row["processor_seconds_exponent"])
    assert row["nonzeros_exponent"] == pytest.approx(3.0)  # the model is known where its solve did not end


def test_an_answer_after_the_limit_is_late() -> None:
    late = board(16).assign(proved_seconds=10.5)  # the limit is 10 s
    assert costs(pd.concat([board(4), board(9), late]))["is_open"].tolist() == [False, False, True]


def test_a_size_is_open_when_half_of_its_puzzles_are() -> None:
    two = pd.concat([board(16), stopped(16).assign(puzzle="sample:2")])
    three = pd.concat([two, board(16).assign(puzzle="sample:3")])
    for table, is_open in ((two, True), (three, False)):
        assert costs(pd.concat([board(4), board(9), table]))["is_open"].iloc[-1] == is_open


def test_fewer_than_three_sizes_are_no_scale() -> None:
    two = pd.concat([board(4), board(9)])
    other = board(16).assign(corpus="other")
    assert not has_scale(pd.concat([two, other]))
    assert costs(pd.concat([two, other])).empty
    assert exponents(pd.concat([two, other])).empty
    assert has_scale(pd.concat([two, board(16)]))


def test_only_positive_numbers_have_an_exponent() -> None:
    with pytest.raises(InputError, match="positive numbers"):
        exponent([1, 2, 3], [0.0, 1.0, 2.0])
