"""How far repeated measurements of the same case differ: the noise, below which a difference means nothing.

Each function takes rows of a benchmark and returns a table, for each comparison apart; it is empty when no case was
measured more than once.
"""

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from .comparisons import CASE, by_comparison, comparisons, finished, reached, time_table
from .curves import joined

__all__ = ["ALL", "STEPS", "noise", "noise_curves", "of_itself"]

STEPS = {
    "build": "build",
    "translate": "translate",
    "solve": "solve",
    "prove": "prove",
    "total": "total",
    "calibrated": "total / calibration",
}
"""Name in a column -> name on a page. The last is the total divided by the time of the calibration task of the case."""

ALL = "all configurations"
SHORTEST = 1e-4
"""Seconds; a shorter step is too short to measure, and its ratio means nothing."""
SHARES = np.arange(1, 100) / 100


def noise(table: pd.DataFrame) -> pd.DataFrame:
    """The largest over the smallest time of the repeats of each case, by configuration and step.

    Args:
        table: Rows of a benchmark.

    Returns:
        A row for all configurations of each comparison together, then one for each: how many `cases` ended in several
        `repeats`, and the median and the 90th percentile over these cases for each of `STEPS`: `total_median`,
        `total_p90`, ...; steps below 0.1 ms are left out. `itself` compares the configuration with itself, one repeat
        with another: the median over the puzzles of the ratio (in logarithms, and its inverse where that is larger), of
        the two repeats that differ most. A smaller difference between two configurations cannot be told from noise.

    >>> from sudoku_models.benchmark.sample import rows
    >>> twice = pd.concat([rows(["highs"], [[0.1], [0.2]]), rows(["highs"], [[0.3], [0.2]], repeat=1)])
    >>> noise(twice)[["cases", "repeats", "total_median", "total_p90", "itself"]].round(2).to_dict("records")[1]
    {'cases': 2, 'repeats': 2, 'total_median': 2.0, 'total_p90': 2.8, 'itself': 1.73}
    """
    return by_comparison(table, _noise)


def noise_curves(table: pd.DataFrame) -> pd.DataFrame:
    """The share of the cases of one comparison whose repeats differ by at most a ratio, for each step.

    Args:
        table: Rows of one comparison.

    Returns:
        For each of `STEPS` that was measured several times, the percentiles 1 to 99 of the ratio: `step`, `ratio`,
        `share`.

    >>> from sudoku_models.benchmark.sample import rows
    >>> twice = pd.concat([rows(["highs"], [[0.1], [0.2]]), rows(["highs"], [[0.3], [0.2]], repeat=1)])
    >>> curves = noise_curves(twice)
    >>> curves[(curves["step"] == "total") & (curves["share"] == 0.5)]["ratio"].round(1).tolist()
    [2.0]
    """
    ratios, _ = _ratios(table)
    curves = [
        pd.DataFrame({"step": title, "ratio": np.quantile(known, SHARES), "share": SHARES})
        for name, title in STEPS.items()
        if len(known := ratios[name].dropna())
    ]
    return joined(curves, ["step", "ratio", "share"])


def of_itself(measured: pd.DataFrame) -> dict[str, float]:
    """How far each column differs from itself, one repeat from another, in the median over the puzzles.

    Args:
        measured: Rows `puzzle`, `seed`, `repeat`, a column for each configuration, as `TimeTable.measured`.

    Returns:
        A factor from 1 on for each column; empty without repeats.
    """
    repeats = {
        repeat: group.droplevel("repeat").groupby(level="puzzle", sort=False).median()
        for repeat, group in measured.groupby(level="repeat")
    }
    worst: dict[str, float] = {}
    for one, other in combinations(repeats.values(), 2):
        with np.errstate(invalid="ignore"):  # both are open: nothing is known of their ratio
            apart = (np.log(one) - np.log(other)).median().abs()
        for name, value in np.exp(apart.dropna()).items():
            worst[str(name)] = max(worst.get(str(name), 1.0), float(value))
    return worst


def _noise(rows: pd.DataFrame) -> list[dict[str, Any]]:
    ratios, repeats = _ratios(rows)
    if not len(ratios):
        return []
    itself = of_itself(time_table(rows).measured)
    every = [(ALL, ratios), *ratios.groupby("configuration", observed=True, sort=False)]
    made = []
    for name, group in every:
        row = {"configuration": name, "cases": int(group["total"].notna().sum()), "repeats": repeats}
        for step in STEPS:
            known = group[step].dropna()
            row[f"{step}_median"], row[f"{step}_p90"] = known.quantile([0.5, 0.9]) if len(known) else (np.nan, np.nan)
        worst = max(itself.values(), default=np.nan) if name == ALL else itself.get(name, np.nan)
        made.append({**row, "itself": worst})
    return made


def _ratios(rows: pd.DataFrame) -> tuple[pd.DataFrame, int]:
    """The largest over the smallest time of each case that was measured several times, and the most repeats of one."""
    ((_, rows),) = comparisons(rows).items()
    case = rows.groupby(["configuration", *CASE], sort=False, observed=True).ngroup().to_numpy()
    sizes = np.bincount(case, minlength=1)
    if sizes.max(initial=0) < 2:
        return pd.DataFrame(columns=["configuration", *STEPS]), 0
    rows, case = rows[sizes[case] > 1], case[sizes[case] > 1]
    groups = _seconds(rows).groupby(case)
    smallest = groups.min()
    ratios = (groups.max() / smallest).where((groups.count() > 1) & (smallest >= SHORTEST))
    calibrated = _calibrated(rows).groupby(case)
    ratios["calibrated"] = (calibrated.max() / calibrated.min()).where(calibrated.count() > 1)
    ratios.insert(0, "configuration", rows["configuration"].groupby(case).first())
    return ratios, int(sizes.max())


def _seconds(rows: pd.DataFrame) -> pd.DataFrame:
    """The seconds of each step that ended."""
    seconds = {name: rows[f"{name}_seconds"].astype(float) for name in ("build", "translate", "solve", "prove")}
    seconds["solve"] = seconds["solve"].where(reached(rows, "solved"))
    seconds["prove"] = seconds["prove"].where(reached(rows, "proved"))
    return pd.DataFrame({**seconds, "total": _total(rows)})


def _total(rows: pd.DataFrame) -> pd.Series:
    return finished(rows, "proved").replace(np.inf, np.nan)


def _calibrated(rows: pd.DataFrame) -> pd.Series:
    task = rows[["calibration_before_seconds", "calibration_after_seconds"]].astype(float).mean(axis=1)
    return _total(rows) / task
