"""How cost grows with the size of the board: by size, and as an exponent with its interval.

Each function takes rows of a benchmark and returns a table, for each comparison apart, of those comparisons that have
boards of at least three sizes. Of several puzzles of one size the median counts, and a size on which half of the cases
or more did not end is open.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from ..errors import InputError
from .comparisons import by_comparison, finished

__all__ = ["COSTS", "TOTAL", "costs", "exponent", "exponents", "has_scale", "panels"]

COSTS = {
    "nonzeros": "nonzeros",
    "memory_added": "memory",
    "proved_seconds": "all, until proved",
    "build_seconds": "build",
    "rewrite_seconds": "rewrite",
    "translate_seconds": "translate",
    "solve_seconds": "solve",
    "prove_seconds": "prove",
    "processor_seconds": "processor",
}
"""Column of a cost -> its name."""
TOTAL = "processor_seconds"
"""The whole cost, until the proof: on a busy machine processor time says more than the clock."""

ENOUGH = 3
"""Sizes that are needed for a slope with an interval."""
SMALLEST = 9
"""The smallest size that counts in a slope: on smaller boards fixed costs outweigh what grows."""
SHORTEST = 1e-3
"""Seconds; a shorter time counts as too short to measure, and not in a slope."""
CONFIDENCE = 0.95
ROUNDING = 1e-9
NO_PROOF = "no proof"
ANSWERS = ("unique", "several", "infeasible")


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
        A row for each configuration and size: medians of `COSTS`, seconds and MiB, and `end`, which is empty where most
        cases ended, and otherwise the status of one that did not, such as "time limit", or "no proof" where a solution
        was found and the limit was reached in the proof. Then the times of the steps
        that did not end and the memory are missing, and the processor time is that until the case was stopped. Memory
        is the peak without what the process held before building.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = pd.concat(rows(["highs"], [[time]], size=n) for n, time in ((4, 0.1), (9, 0.2), (16, None)))
    >>> costs(table)[["size", "proved_seconds", "end"]].to_dict("records")[1:]
    [{'size': 9, 'proved_seconds': 0.2, 'end': ''}, {'size': 16, 'proved_seconds': nan, 'end': 'time limit'}]
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
        `memory_added_exponent`, `build_seconds_exponent`, ... those of the other costs against the nonzeros, each with
        `..._low` and `..._high`. `ended` is the largest size on which most cases ended, `open_from` the smallest on
        which they did not, with `end` as in `costs`. `follows` compares the processor time until the proof with the
        nonzeros: "as the nonzeros" when the interval contains 1, "faster" above, "more slowly" below, empty when it is
        missing.

    >>> from sudoku_models.benchmark.sample import rows
    >>> def board(n):
    ...     return rows(["highs"], [[0.1]], size=n, nonzeros=4 * n**3, processor_seconds=n**3 / 1e4)
    >>> exponents(pd.concat(map(board, (9, 16, 25, 36))))[["nonzeros_exponent", "follows"]].round(2).to_dict("records")
    [{'nonzeros_exponent': 3.0, 'follows': 'as the nonzeros'}]
    """
    sizes = costs(table)
    if sizes.empty:
        return sizes
    same = [name for name in sizes.columns if name not in ("size", "end", *COSTS)]
    made = [
        {**dict(zip(same, key, strict=True)), **_exponents(group), **_end(group)}
        for key, group in sizes.groupby(same, sort=False)
    ]
    return pd.DataFrame([{**row, "follows": _follows(row)} for row in made])


def panels(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The processor time until the proof as `plots.scale` draws it, for each corpus of the result of `costs`."""
    return {
        str(corpus): rows.assign(value=rows[TOTAL], is_open=(rows["end"] != "") & rows[TOTAL].notna())
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
    """The medians of the cases of one configuration and size, and how those that did not end were stopped."""
    numbers = rows.assign(memory_added=rows["memory_peak"] - rows["memory_before"])
    is_open = np.isinf(finished(rows, "proved"))
    medians = {name: _median(numbers[name]) for name in COSTS}
    if is_open.mean() < 0.5:
        return {**medians, "end": ""}
    unfinished = ["proved_seconds", "prove_seconds", "memory_added"] + ["solve_seconds"] * (not rows["solved"].any())
    return {**medians, **dict.fromkeys(unfinished, np.nan), "end": _reason(rows.loc[is_open, "status"].iloc[0])}


def _reason(status: str) -> str:
    """Why a case is open. One with an answer is late: its building counts too, and is not under the solver's limit."""
    return NO_PROOF if status == "solved" else "time limit" if status in ANSWERS else status


def _median(column: pd.Series) -> float:
    return float(column.astype("Float64").median(skipna=True)) if column.notna().any() else float("nan")


def _exponents(sizes: pd.DataFrame) -> dict[str, float]:
    sizes = sizes[sizes["size"] >= SMALLEST]
    made: dict[str, float] = {}
    for name in COSTS:
        against = "size" if name == "nonzeros" else "nonzeros"
        known = sizes[(sizes[name] > (SHORTEST if name.endswith("seconds") else 0)) & (sizes[against] > 0)]
        if name == TOTAL:
            known = known[known["end"] == ""]
        found = exponent(known[against].tolist(), known[name].tolist())
        made |= dict(zip((f"{name}_exponent", f"{name}_low", f"{name}_high"), found, strict=True))
    return made


def _end(sizes: pd.DataFrame) -> dict[str, Any]:
    ended, left = sizes.loc[sizes["end"] == "", "size"], sizes[sizes["end"] != ""]
    first = left.loc[left["size"].idxmin()] if len(left) else {"size": None, "end": ""}
    return {"ended": ended.max() if len(ended) else None, "open_from": first["size"], "end": first["end"]}


def _follows(row: Mapping[str, Any]) -> str:
    """Whether the whole cost grows as the nonzeros do, as far as the interval says."""
    low, high = row[f"{TOTAL}_low"], row[f"{TOTAL}_high"]
    if np.isnan(low):
        return ""
    if low > 1 + ROUNDING or high < 1 - ROUNDING:
        return "faster" if low > 1 else "more slowly"
    return "as the nonzeros"
