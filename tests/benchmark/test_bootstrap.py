"""The hierarchical bootstrap, on synthetic measurements of which the truth is known."""

import math

import numpy as np
import pandas as pd
import pytest

from sudoku_models.benchmark.bootstrap import FEWEST, Between, Bootstrap

LEVELS = ["puzzle", "seed", "repeat"]
PUZZLES, SEEDS, REPEATS = 30, 4, 3
TRIALS = 300


def index(puzzles: int = PUZZLES, seeds: int = SEEDS, repeats: int = REPEATS) -> pd.MultiIndex:
    return pd.MultiIndex.from_product([range(puzzles), range(seeds), range(repeats)], names=LEVELS)


def measured(rng: np.random.Generator, centre: float, between: tuple[float, float, float]) -> np.ndarray:
    """Logarithms of times with a known median, which vary between puzzles, isomorphs and repeats."""
    puzzle, isomorph, repeat = (rng.normal(0, spread, size) for spread, size in zip(between, sizes(), strict=True))
    return np.asarray(centre + puzzle + isomorph + repeat)


def sizes() -> list[tuple[int, int, int]]:
    return [(PUZZLES, 1, 1), (PUZZLES, SEEDS, 1), (PUZZLES, SEEDS, REPEATS)]


def drawn(bootstrap: Bootstrap, values: np.ndarray) -> Between:
    return bootstrap.measured(values.ravel(), values.ravel()).drawn


def interval(bootstrap: Bootstrap, values: np.ndarray) -> tuple[float, float]:
    return bootstrap.bounds(drawn(bootstrap, values))


def covered(between: tuple[float, float, float]) -> float:
    """How often the interval holds the truth."""
    rng, bootstrap, held = np.random.default_rng(1), Bootstrap(index(), draws=1000), 0
    for _ in range(TRIALS):
        values = measured(rng, 0.0, between)
        low, high = interval(bootstrap, values)
        held += low <= 0.0 <= high
    return held / TRIALS


@pytest.mark.parametrize("between", [(1.0, 0.3, 0.1), (1.0, 0.5, 0.2)], ids=["puzzles differ", "isomorphs too"])
def test_the_interval_holds_the_truth_about_95_times_of_100(between: tuple[float, float, float]) -> None:
    assert 0.91 <= covered(between) <= 0.98  # of 300 trials; 30 puzzles


@pytest.mark.parametrize("between", [(1.0, 1.0, 0.3), (0.1, 0.1, 1.0)], ids=["isomorphs as much", "noise only"])
def test_where_isomorphs_or_repeats_differ_most_the_interval_is_too_long_and_not_too_short(
    between: tuple[float, float, float],
) -> None:
    assert covered(between) >= 0.95


def test_the_ratio_of_two_configurations_is_sharper_than_either_because_they_share_their_puzzles() -> None:
    rng, bootstrap = np.random.default_rng(2), Bootstrap(index())
    held, lengths = 0, []
    for _ in range(TRIALS // 3):
        puzzle = rng.normal(0, 2, (PUZZLES, 1, 1))
        ours, theirs = (np.exp(puzzle + measured(rng, centre, (0.1, 0.2, 0.1))) for centre in (math.log(1.2), 0.0))
        low, high = bootstrap.bounds(drawn(bootstrap, ours) / drawn(bootstrap, theirs))
        held += low <= 1.2 <= high
        lengths.append(high / low)
    assert 0.9 <= held / (TRIALS // 3) <= 1
    assert np.median(lengths) < 1.4
    low, high = interval(bootstrap, ours)
    assert high / low > 2


def test_the_same_measurements_have_the_same_interval() -> None:
    values = measured(np.random.default_rng(3), 0.0, (1, 1, 1))
    first, again = (interval(each, values) for each in (Bootstrap(index()), Bootstrap(index())))
    assert first == again


def test_isomorphs_and_repeats_that_are_missing_are_not_made_up() -> None:
    every = index(8)
    kept = every[[k for k, (puzzle, seed, repeat) in enumerate(every) if seed <= puzzle % SEEDS and repeat <= seed]]
    bootstrap = Bootstrap(kept)
    times = bootstrap.arranged(np.full(len(kept), 3.0))
    assert int((~np.isnan(times)).sum()) == len(kept)
    assert interval(bootstrap, np.full(len(kept), 3.0)) == (3.0, 3.0)


def test_open_cases_leave_the_upper_end_open() -> None:
    bootstrap = Bootstrap(index(10, 1, 1))
    at_most = np.array([1, 2, 3, 4, 5, 6, 7, math.inf, math.inf, math.inf])
    ratio = bootstrap.measured(np.minimum(at_most, 10), at_most).drawn
    low, high = bootstrap.bounds(ratio)
    assert 1 <= low <= 7
    assert high == math.inf
    least, most = bootstrap.bounds(ratio / ratio)
    assert least <= 1 <= most


def test_below_six_puzzles_there_is_none() -> None:
    bootstrap = Bootstrap(index(FEWEST - 1))
    values = np.ones((FEWEST - 1, SEEDS, REPEATS))
    assert np.isnan(interval(bootstrap, values)).all()


def test_puzzles_are_drawn_within_their_strata() -> None:
    """With as many puzzles of each stratum in each draw, the median of what differs between strata only is certain."""
    strata = ["easy"] * 4 + ["hard"] * 4
    values = np.repeat([1.0, 9.0], 4)[:, None, None]
    bootstrap = Bootstrap(index(8, 1, 1), strata=strata)
    assert interval(bootstrap, values) == (5.0, 5.0)
    pooled = Bootstrap(index(8, 1, 1))
    low, high = interval(pooled, values)
    assert low < 5.0 < high
