"""How cost grows with the size of the board: by size, and as an exponent with its interval.

Each function takes rows of a benchmark and returns a table, for each comparison apart, of those comparisons that have
boards of at least three sizes. Of several puzzles of one size the median counts, and a size on which half of the cases
or more did not end is open.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from ..errors import InputError
from .comparisons import COMPARISON, by_comparison, finished

__all__ = ["costs", "exponent", "exponents", "has_scale", "panels"]

COST = "processor_seconds"
"""The cost of a case until the proof: on a busy machine processor time says more than the clock."""
ENOUGH = 3
"""Sizes that are needed for a slope with an interval."""
SMALLEST = 9
"""The smallest size that counts in a slope: on smaller boards fixed costs outweigh what grows."""
SHORTEST = 1e-3
"""Seconds; a shorter time counts as too short to measure, and not in a slope."""
CONFIDENCE = 0.95


def has_scale(table: pd.DataFrame) -> bool:
    """Whether a corpus has boards of at least three sizes.

    >>> from sudoku_models.benchmark.sample import rows
    >>> has_scale(rows(["highs"], [[0.1], [0.2]]))
    False
    """
    return bool(len(table)) and bool((table.groupby("corpus")["size"].nunique() >= ENOUGH).any())


def costs(table: pd.DataFrame) -> pd.DataFrame:
    """The costs of each configuration on boards of each size.

    Returns:
        A row for each configuration and size: the medians of `nonzeros` and of `processor_seconds` until the proof or
        until the case was stopped, and `is_open`, where half of the cases or more did not end.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = pd.concat(rows(["highs"], [[time]], size=n) for n, time in ((4, 0.1), (9, 0.2), (16, None)))
    >>> costs(table)[["size", "is_open"]].to_dict("records")[1:]
    [{'size': 9, 'is_open': False}, {'size': 16, 'is_open': True}]
    """

    def by_size(rows: pd.DataFrame) -> list[dict[str, Any]]:
        if not has_scale(rows):
            return []
        return [
            {"configuration": name, **_identity(group), "size": int(size), **_costs(group)}
            for (name, size), group in rows.groupby(["configuration", "size"])
        ]

    return by_comparison(table, by_size)


def exponents(table: pd.DataFrame) -> pd.DataFrame:
    """How fast the costs of each configuration grow, as exponents.

    A cost that grows as x^a is a line of slope a in logarithms. The slope is that of a least-squares line through the
    sizes from 9x9 on, with an interval of 95 % by the t distribution (`scipy.stats.linregress`); it is missing below
    three sizes. It describes the measured range, and says nothing of larger boards.

    Returns:
        A row for each configuration: `nonzeros_exponent` is that of the nonzeros against n, the size of the board, and
        `processor_seconds_exponent` that of the processor time until the proof against the nonzeros, each with
        `..._low` and `..._high`. `ended` is the largest size on which most cases ended.

    >>> from sudoku_models.benchmark.sample import rows
    >>> def board(n):
    ...     return rows(["highs"], [[0.1]], size=n, nonzeros=4 * n**3, processor_seconds=n**3 / 1e4)
    >>> found = exponents(pd.concat(map(board, (9, 16, 25, 36))))
    >>> found[["nonzeros_exponent", "processor_seconds_exponent", "ended"]].round(2).to_dict("records")
    [{'nonzeros_exponent': 3.0, 'processor_seconds_exponent': 1.0, 'ended': 36}]
    """
    sizes = costs(table)
    if sizes.empty:
        return sizes
    same = [*COMPARISON, "configuration", "formulation", "engine"]
    groups = sizes.groupby(same, sort=False)
    return pd.DataFrame([{**dict(zip(same, key, strict=True)), **_exponents(group)} for key, group in groups])


def panels(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The processor time until the proof as `plots.scale` draws it, for each corpus of the result of `costs`."""
    return {
        str(corpus): rows.assign(value=rows[COST], is_open=rows["is_open"] & rows[COST].notna())
        for corpus, rows in table.groupby("corpus", sort=False)
    }


def exponent(x: Sequence[float], y: Sequence[float]) -> tuple[float, float, float]:
    """The slope of log y against log x, and the ends of its interval of 95 %; NaN below three points.

    Raises:
        InputError: When a number is not positive.

    >>> [round(each, 3) for each in exponent([1, 2, 4, 8], [5, 20, 80, 320])]
    [2.0, 2.0, 2.0]
    """
    from scipy import stats

    if min([*x, *y], default=1) <= 0:
        raise InputError("an exponent is of positive numbers; leave out what is 0 or less")
    if len(x) < ENOUGH:
        return float("nan"), float("nan"), float("nan")
    line = stats.linregress(np.log(np.asarray(x, float)), np.log(np.asarray(y, float)))
    error = np.nan_to_num(line.stderr)  # SciPy divides 0 by 0 where the cost is constant
    low, high = line.slope + error * np.array(stats.t.interval(CONFIDENCE, len(x) - 2))
    return float(line.slope), float(low), float(high)


def _identity(rows: pd.DataFrame) -> dict[str, str]:
    first = rows.iloc[0]
    return {"formulation": first["formulation"], "engine": f"{first['backend']} x {first['solver']}"}


def _costs(rows: pd.DataFrame) -> dict[str, Any]:
    medians = {name: _median(rows[name]) for name in ("nonzeros", COST)}
    return {**medians, "is_open": bool(np.isinf(finished(rows, "proved")).mean() >= 0.5)}


def _median(column: pd.Series) -> float:
    return float(column.astype("Float64").median(skipna=True)) if column.notna().any() else float("nan")


def _exponents(sizes: pd.DataFrame) -> dict[str, Any]:
    ended = sizes[~sizes["is_open"]]
    models = sizes[(sizes["size"] >= SMALLEST) & (sizes["nonzeros"] > 0)]  # known where the solve did not end, too
    times = models[~models["is_open"] & (models[COST] > SHORTEST)]
    made: dict[str, Any] = {"ended": ended["size"].max() if len(ended) else None}
    for name, of_sizes, against in (("nonzeros", models, "size"), (COST, times, "nonzeros")):
        found = exponent(of_sizes[against].tolist(), of_sizes[name].tolist())
        made |= dict(zip((f"{name}_exponent", f"{name}_low", f"{name}_high"), found, strict=True))
    return made
