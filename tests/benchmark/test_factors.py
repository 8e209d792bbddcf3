"""Shares and ratios of factors are those of a regression, and intervals hold what they promise."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from sudoku_models.benchmark.factors import components, transfer
from sudoku_models.benchmark.rows import made_up
from sudoku_models.errors import InputError

LEVELS = {"formulation": ["assignment", "pairwise", "mixed"], "presolve": ["on", "off"], "search": ["", "first-fail"]}
CORPORA = ["one"], ["other"]


def factorial(seed: int, effects: dict[str, list[float]], puzzles: int = 10, noise: float = 0.3) -> pd.DataFrame:
    """Two repeats of each puzzle and combination, with effects of the levels on the logarithm of time."""
    rng, made = np.random.default_rng(seed), []
    of_puzzle = rng.normal(0, 1, puzzles)
    for repeat, levels in product(range(2), product(*LEVELS.values())):
        columns = dict(zip(LEVELS, levels, strict=True))
        effect = sum(effects[name][LEVELS[name].index(level)] for name, level in columns.items())
        table = made_up(["highs"], [[1.0]] * puzzles, time_limit=1e6, repeat=repeat, **columns)
        made.append(table.assign(solver_seconds=np.exp(of_puzzle + effect + rng.normal(0, noise, puzzles))))
    return pd.concat(made, ignore_index=True)


@pytest.fixture
def few_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred for each interval, where what counts is how often many intervals hold their truth."""
    monkeypatch.setattr("sudoku_models.benchmark.factors.DRAWS", 100)


EFFECTS = {"formulation": [0.0, 0.5, 1.5], "presolve": [0.0, 0.7], "search": [0.0, 0.0]}


def test_shares_are_the_sums_of_squares_that_regressions_leave() -> None:
    """Each model is fitted by least squares on dummy variables; a source is what it adds to the model before it."""
    table = factorial(1, EFFECTS)
    table["y"] = np.log(table["solver_seconds"].astype(float))
    y = table["y"].to_numpy()

    def left(*groups: list[str]) -> float:
        columns = [np.ones((len(table), 1))]
        columns += [pd.get_dummies(table[group].astype(str).agg("|".join, axis=1)).to_numpy(float) for group in groups]
        x = np.hstack(columns)
        return float(((y - x @ np.linalg.lstsq(x, y, rcond=None)[0]) ** 2).sum())

    names = [*LEVELS]
    total = left()
    expected = {name: total - left([name]) for name in ["puzzle", *names]}
    expected["interactions"] = left(*([name] for name in names)) - left(names)
    expected["puzzle x factors"] = left(["puzzle"], names) - left(["puzzle", *names])
    expected["repeats"] = left(["puzzle", *names])
    found = components(table, names).set_index("source")["percent"]
    for source, value in expected.items():
        assert found[source] == pytest.approx(100 * value / total, abs=1e-6), source
    assert found.sum() == pytest.approx(100)


def test_the_ratio_of_a_factor_is_found_and_its_interval_holds_it(few_draws: None) -> None:
    held = 0
    for seed in range(15):
        row = components(factorial(seed, EFFECTS, noise=0.6), [*LEVELS]).set_index("source").loc["formulation"]
        assert (row["slowest"], row["fastest"]) == ("mixed", "assignment")
        held += row["ratio_low"] <= np.exp(1.5) <= row["ratio_high"]
    assert held >= 12


def test_a_combination_that_is_missing_is_named_and_open_cases_make_a_bound() -> None:
    table = factorial(1, EFFECTS)
    with pytest.raises(InputError):
        components(table[~((table["presolve"] == "off") & (table["formulation"] == "mixed"))], [*LEVELS])
    is_open = (table["presolve"] == "off") & (table["puzzle"] == "sample:1")
    table.loc[is_open, ["proved", "status"]] = [False, "time limit"]
    found = components(table, [*LEVELS]).set_index("source")
    assert found.loc["presolve", "is_bound"]
    assert found.loc["presolve", "ratio"] > np.exp(0.7)


def problems(seed: int, one: list[float], other: list[float], instances: int = 15) -> pd.DataFrame:
    rng, names = np.random.default_rng(seed), [f"solver{k}" for k in range(len(one))]
    made = []
    for corpus, logs in (("one", one), ("other", other)):
        of_instance = rng.normal(0, 1, (instances, 1))
        seconds = np.exp(of_instance + np.array(logs) + rng.normal(0, 0.3, (instances, len(names))))
        made.append(made_up(names, seconds.tolist(), corpus, 1e6))
    return pd.concat(made, ignore_index=True)


def test_a_ranking_carries_over_as_far_as_it_does() -> None:
    logs = [0.0, 1.0, 2.0, 3.0, 4.0]
    same = transfer(problems(1, logs, logs), *CORPORA, "proved")
    turned = transfer(problems(1, logs, logs[::-1]), *CORPORA, "proved")
    assert (same["tau"], turned["tau"]) == (1.0, -1.0)
    assert same["tau_low"] > 0.5 > -0.5 > turned["tau_high"]
    equal = transfer(problems(1, [0.0] * 5, logs), *CORPORA, "proved")
    assert equal["tau_low"] < 0 < equal["tau_high"], "what is not ranked on one side predicts nothing"
    assert same["instances"] == (15, 15)


@pytest.mark.slow
def test_the_interval_of_the_correlation_holds_its_truth(few_draws: None) -> None:
    """The truth of two neighbours that are exchanged is 1 - 2 * 1 / 10."""
    held = 0
    for seed in range(20):
        found = transfer(problems(seed, [0.0, 1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 2.0, 3.0, 4.0]), *CORPORA, "proved")
        held += found["tau_low"] <= 0.8 <= found["tau_high"]
    assert held >= 18


def test_few_configurations_have_no_correlation() -> None:
    with pytest.raises(InputError):
        transfer(problems(1, [0.0, 1.0], [0.0, 1.0]), *CORPORA, "proved")
