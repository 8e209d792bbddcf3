"""What makes the difference: the shares of factors in the time, and whether a ranking carries over."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from ..errors import InputError
from ..solvers import BY_FILE
from .bootstrap import CONFIDENCE, SEED
from .comparisons import CASE, finished, labelled
from .description import CONTROLS

PUZZLE, INTERACTIONS, REST, NOISE = "puzzle", "interactions", "puzzle x factors", "repeats"
"""The sources of differences beside the factors."""
DRAWS = 1_000
FEWEST = 3
"""Puzzles, or configurations, below which nothing is said."""

Floats = npt.NDArray[np.float64]


def with_factors(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of a benchmark with three more columns: the factors that are in the name of a solver.

    `family` is the solver without its options, `way` is "file" or "memory", how the model reached it, and `option` its
    other options, such as the consistency of all-different or the encoding of at-most-one.

    >>> from sudoku_models.benchmark import made_up
    >>> found = with_factors(made_up(["cadical:ladder,by-file", "highs"], [[1, 1]]))
    >>> found[["family", "way", "option"]].to_numpy().tolist()
    [['cadical', 'file', 'ladder'], ['highs', 'memory', '']]
    """
    words = {name: [each for each in name.partition(":")[2].split(",") if each] for name in table["solver"].unique()}
    return table.assign(
        family=[name.partition(":")[0] for name in table["solver"]],
        way=["file" if BY_FILE in words[name] else "memory" for name in table["solver"]],
        option=[",".join(each for each in words[name] if each != BY_FILE) for name in table["solver"]],
    )


def components(table: pd.DataFrame, factors: Sequence[str], measure: str = "solver") -> pd.DataFrame:
    """The shares of factors in the differences of the logarithm of time, by an analysis of variance.

    Args:
        table: Rows of one engine, with each combination of the levels of the factors; puzzles that do not have all of
            them are left out. A row that did not end counts with its limit.
        factors: Columns, such as "formulation", "presolve", and those of `with_factors`.
        measure: "solver" (of both solves) or "proved" (all of the time).

    Returns:
        A row for each source: the puzzle, each factor, the interactions of the factors, those of the puzzle with them,
        and the differences between repeats. `percent` is its share of the sum of squares, with an interval of 95 % from
        a bootstrap over the puzzles. For a factor, `ratio` is the time of its `slowest` level over that of its
        `fastest`, as geometric means, with its interval; `is_bound` where the slowest has rows that did not end, so
        that the true figures may be larger.

    Raises:
        InputError: When a combination is missing, or there are fewer than three puzzles.

    Source: D. C. Montgomery, "Design and Analysis of Experiments", chapters 4 and 5: the randomised block design, with
    puzzles as blocks, of a factorial experiment.

    >>> from sudoku_models.benchmark import made_up
    >>> rows = [made_up(["highs"], [[2.0], [4.0], [8.0]], formulation=f, presolve=p)
    ...         for f in ("assignment", "pairwise") for p in ("on", "off")]
    >>> table = pd.concat(rows)
    >>> table["solver_seconds"] = 2.0 ** table["puzzle"].str[-1].astype(int) * np.where(table["presolve"] == "on", 1, 8)
    >>> found = components(table, ["formulation", "presolve"]).set_index("source")
    >>> print(*found.loc["presolve", ["ratio", "slowest", "fastest"]], found.loc["formulation", "percent"].round(6))
    8.0 off on 0.0
    """
    table = labelled(table)
    table = table[table["corpus"] != CONTROLS]
    table = table.assign(value=np.log(_seconds(table, measure)), is_open=np.isinf(finished(table, measure)))
    levels = {factor: sorted(table[factor].fillna("").unique()) for factor in factors}
    cell = [*(table[factor].fillna("") for factor in factors)]
    puzzle = table["corpus"].astype(str) + " " + table["puzzle"].astype(str) + " " + table["seed"].astype(str)
    groups = table.groupby([puzzle, *cell])["value"]
    means = groups.mean().unstack([*range(1, len(factors) + 1)])
    wanted = pd.MultiIndex.from_product(levels.values()) if len(factors) > 1 else pd.Index(levels[factors[0]])
    if missing := [*wanted.difference(means.columns)]:
        raise InputError(f"there is no row with {dict(zip(factors, np.atleast_1d(missing[0]), strict=True))}")
    means = means[wanted].dropna()
    if len(means) < FEWEST:
        raise InputError(f"only {len(means)} puzzles have a row with each combination of {', '.join(factors)}")
    shape = (len(means), *map(len, levels.values()))
    cube = means.to_numpy(float).reshape(shape)
    within = groups.apply(lambda each: float(((each - each.mean()) ** 2).sum() / len(each)))
    noise = within.groupby(level=0).sum().reindex(means.index).to_numpy(float)
    rng = np.random.default_rng([SEED, 4])
    drawn = rng.integers(0, len(cube), (DRAWS, len(cube)))
    shares = _shares(cube, noise, factors)
    resampled = [_shares(cube[k], noise[k], factors) for k in drawn]
    effects = {factor: _effect(cube, axis) for axis, factor in enumerate(factors, 1)}
    made = []
    for source, share in shares.items():
        row: dict[str, Any] = {"source": source, "percent": share}
        row |= _interval([each[source] for each in resampled], "percent")
        if source in effects:
            means_of = effects[source]
            low, high = int(np.argmin(means_of)), int(np.argmax(means_of))
            axis = 1 + [*factors].index(source)
            ratios = [math.exp(each[high] - each[low]) for each in (_effect(cube[k], axis) for k in drawn)]
            row |= {"ratio": round(math.exp(means_of[high] - means_of[low]), 12), **_interval(ratios, "ratio")}
            row |= {"slowest": levels[source][high], "fastest": levels[source][low]}
            row["is_bound"] = bool(table.loc[table[source].fillna("") == levels[source][high], "is_open"].any())
        made.append(row)
    return pd.DataFrame(made)


def transfer(table: pd.DataFrame, one: Sequence[str], other: Sequence[str], measure: str = "solver") -> dict[str, Any]:
    """How well the ranking of configurations on some corpora predicts that on others: Kendall's rank correlation.

    A configuration is ranked by the mean logarithm of its time over the instances of a side that all of the
    configurations have, in which a row that did not end counts with twice its limit.

    Args:
        table: Rows of a benchmark.
        one, other: The corpora of each side.
        measure: "solver" or "proved".

    Returns:
        `tau`, from -1 (the reverse order) to 1 (the same order), with its interval of 95 %, `tau_low` to `tau_high`, by
        a bootstrap over the instances of both sides; the number of `configurations`; and `instances` of each side.

    Raises:
        InputError: When fewer than three configurations have instances on both sides.

    Source: M. G. Kendall, "A new measure of rank correlation", Biometrika 30, 1938 (tau-b, where two are equal).

    >>> from sudoku_models.benchmark import made_up
    >>> both = [made_up(["highs", "cpsat", "cbc"], [[1, 2, 3]] * 6, corpus) for corpus in ("easy", "hard")]
    >>> transfer(pd.concat(both), ["easy"], ["hard"], "proved")["tau"]
    1.0
    """
    from scipy.stats import kendalltau

    table = labelled(table)
    table = table[table["distrusted"] == ""]
    sides = [table[table["corpus"].isin(corpora)] for corpora in (one, other)]
    common = set.intersection(*(set(side["configuration"]) for side in sides))
    values = []
    for side in sides:
        side = side[side["configuration"].isin(common)]
        side = side.assign(value=np.log(_seconds(side, measure, penalty=2.0)))
        values.append(side.pivot_table("value", ["corpus", *CASE], "configuration", observed=True).dropna())
    if len(common) < FEWEST or min(map(len, values)) < FEWEST:
        raise InputError(f"{len(common)} configurations with instances on both sides are too few for a correlation")
    names = sorted(common)
    first, second = (each[names].to_numpy(float) for each in values)
    rng = np.random.default_rng([SEED, 5])

    def tau(a: Floats, b: Floats) -> float:
        return round(float(kendalltau(a.mean(axis=0), b.mean(axis=0)).statistic), 12)

    drawn = [
        tau(first[rng.integers(0, len(first), len(first))], second[rng.integers(0, len(second), len(second))])
        for _ in range(DRAWS)
    ]
    found = {"tau": tau(first, second), **_interval(drawn, "tau"), "configurations": len(names)}
    return {**found, "instances": (len(first), len(second))}


def _seconds(table: pd.DataFrame, measure: str, penalty: float = 1.0) -> Floats:
    """The seconds of each row; where it did not end, its limit times a penalty."""
    seconds = finished(table, measure)
    return np.asarray(np.where(np.isfinite(seconds), seconds, penalty * table["time_limit"].astype(float)))


def _shares(cube: Floats, noise: Floats, factors: Sequence[str]) -> dict[str, float]:
    """The percentages of the sums of squares: puzzles x levels of the first factor x levels of the second ..."""
    mean, axes = cube.mean(), range(1, cube.ndim)
    of_cells = cube.mean(axis=0)

    def sum_of_squares(kept: Sequence[int]) -> float:
        """That of the means over all axes but those kept, about the grand mean."""
        means = cube.mean(axis=tuple(axis for axis in range(cube.ndim) if axis not in kept))
        return float(((means - mean) ** 2).sum() * cube.size / means.size)

    squares: dict[str, float] = {PUZZLE: sum_of_squares([0])}
    squares |= {factor: sum_of_squares([axis]) for axis, factor in zip(axes, factors, strict=True)}
    cells = float(((of_cells - mean) ** 2).sum() * len(cube))
    squares[INTERACTIONS] = max(0.0, cells - sum(squares[factor] for factor in factors))
    squares[REST] = max(0.0, float(((cube - mean) ** 2).sum()) - squares[PUZZLE] - cells)
    squares[NOISE] = float(noise.sum())
    total = sum(squares.values()) or 1.0
    return {source: 100 * value / total for source, value in squares.items()}


def _effect(cube: Floats, axis: int) -> Floats:
    """The mean of each level of a factor."""
    return np.asarray(cube.mean(axis=tuple(each for each in range(cube.ndim) if each != axis)))


def _interval(values: Sequence[float], name: str) -> Mapping[str, float]:
    low, high = np.nanquantile(values, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return {f"{name}_low": float(low), f"{name}_high": float(high)}
