"""The bootstrap over puzzles, on synthetic measurements of which the truth is known."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.benchmark.bootstrap import FEWEST, interval, of_median
from sudoku_models.benchmark.comparisons import MEASUREMENT, by_puzzle

PUZZLES, SEEDS, REPEATS = 30, 4, 3
TRIALS = 300
INDEX = pd.MultiIndex.from_product([range(PUZZLES), range(SEEDS), range(REPEATS)], names=MEASUREMENT)
SIZES = [(PUZZLES, 1, 1), (PUZZLES, SEEDS, 1), (PUZZLES, SEEDS, REPEATS)]
STRATA = ["easy"] * (PUZZLES // 2) + ["hard"] * (PUZZLES // 2)


def logarithms(rng: np.random.Generator, between: tuple[float, float, float]) -> np.ndarray:
    """Logarithms of times with the median 0, which vary between puzzles, isomorphs and repeats: one for each puzzle."""
    puzzle, isomorph, repeat = (rng.normal(0, spread, size) for spread, size in zip(between, SIZES, strict=True))
    return np.asarray(by_puzzle(pd.Series((puzzle + isomorph + repeat).ravel(), INDEX)))


@pytest.mark.slow
@pytest.mark.parametrize("between", [(1.0, 0.3, 0.1), (1.0, 1.0, 0.3), (0.1, 0.1, 1.0)])
def test_the_interval_holds_the_truth_about_95_times_of_100(between: tuple[float, float, float]) -> None:
    rng, held = np.random.default_rng(1), 0
    for _ in range(TRIALS):
        values = logarithms(rng, between)
        low, high = of_median([0] * PUZZLES, values, values, draws=1000)
        held += low <= 0.0 <= high
    assert 0.91 <= held / TRIALS <= 0.98


@pytest.mark.slow
def test_the_ratio_of_two_sides_that_share_their_puzzles_has_a_short_interval_that_holds_it() -> None:
    """Also the ratio of means, with strata that differ by two orders of magnitude."""
    rng, held, lengths = np.random.default_rng(2), np.zeros(2), []
    for _ in range(TRIALS):
        puzzle = rng.normal(0, 1, PUZZLES) + np.repeat([0.0, 5.0], PUZZLES // 2)
        a, b = (np.exp(puzzle + centre + logarithms(rng, (0.1, 0.2, 0.1))) for centre in (math.log(1.2), 0.0))
        ends = [of_median(STRATA, a / b, a / b, 1000)]
        ends.append(interval(STRATA, lambda k, a=a, b=b: a[k].mean(axis=1) / b[k].mean(axis=1), draws=1000))
        held += [low <= 1.2 <= high for low, high in ends]
        lengths.append(ends[0][1] / ends[0][0])
    assert held[0] / TRIALS >= 0.91
    assert held[1] / TRIALS >= 0.85  # a mean of a few long times is less certain than 15 of them can tell
    assert np.median(lengths) < 1.25


def test_the_ends_are_those_of_all_draws() -> None:
    """Of two strata of three puzzles there are 27 times 27 draws."""
    least = np.array([1.0, 2.0, 4.0, 3.0, 8.0, 9.0])
    most = np.array([1.0, 2.0, 5.0, 3.0, math.inf, math.inf])
    low, high = of_median(list("aaabbb"), least, most, 20_000)
    every = [[*one, *other] for one in product(range(3), repeat=3) for other in product(range(3, 6), repeat=3)]
    for bound, end, is_low in ((least, low, True), (most, high, False)):
        medians = np.sort([np.median(bound[places]) for places in every])
        outside = medians < end if is_low else medians > end
        assert outside.mean() < 0.025 + 0.005
        assert (outside | (medians == end)).mean() > 0.025 - 0.005


@given(
    st.lists(st.tuples(st.floats(0.01, 100), st.floats(1, 50), st.floats(0, 1)), min_size=FEWEST, max_size=20),
    st.integers(1, 3),
)
def test_whatever_an_open_time_is_its_interval_lies_within_that_of_the_bounds(
    times: list[tuple[float, float, float]], strata: int
) -> None:
    least, factors, shares = map(np.array, zip(*times, strict=True))
    names = [k % strata for k in range(len(times))]
    most = np.where(factors > 25, np.inf, least * factors)
    true = least * np.where(np.isinf(most), 1e3 * shares + 1, factors**shares)
    low, high = of_median(names, least, most, 200)
    its_low, its_high = of_median(names, true, true, 200)
    assert low <= its_low
    assert its_high <= high


def test_puzzles_are_drawn_within_their_strata() -> None:
    """With as many puzzles of each stratum in each draw, the median of what differs between strata only is certain."""
    values = np.repeat([1.0, 9.0], 4)
    assert of_median(["easy"] * 4 + ["hard"] * 4, values, values) == (5.0, 5.0)
    low, high = of_median([""] * 8, values, values)
    assert low < 5.0 < high


def test_below_six_puzzles_there_is_none() -> None:
    assert np.isnan(of_median([0] * (FEWEST - 1), np.ones(FEWEST - 1), np.ones(FEWEST - 1))).all()
