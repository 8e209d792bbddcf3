"""The figures of a comparison: how many cases each configuration ends, how long it takes, and how sure that is.

Each function takes rows of a benchmark and returns a table, for each comparison apart. A case that did not end within
its limit is *censored*: its time is unknown, and longer than the limit. Wherever a statistic needs such a time the
limit takes its place, and a column `..._is_bound` is true where the true figure is larger. A failure (a crash, a wrong
grid) is censored too. The ratio of two censored times is unknown.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from ..runtime.censored import Bounded, median_between
from .bootstrap import Bootstrap, Resampled
from .comparisons import (
    COMPARISON,
    MEASUREMENT,
    CensoredTimes,
    TimeTable,
    by_comparison,
    by_puzzle,
    compared,
    finished,
    time_table,
)

__all__ = [
    "SHIFT",
    "VIRTUAL_BEST",
    "against_best",
    "holm",
    "isomorphs",
    "shifted_mean",
    "sign_test",
    "summary",
]

SHIFT = 0.01
"""Seconds added before the geometric mean is taken, and subtracted again. 10 ms is about the time to build a model of
9x9 in Python, so that a tenth of a millisecond gained on a trivial puzzle does not count as much as a minute on a hard
one. Source: T. Achterberg, "Constraint Integer Programming", PhD thesis, TU Berlin, 2007, appendix A."""

VIRTUAL_BEST = "virtual best"
"""The name of the portfolio that takes the fastest configuration of each case. Source: L. Xu, F. Hutter, H. Hoos,
K. Leyton-Brown, "Evaluating component solver contributions to portfolio-based algorithm selectors", SAT 2012."""

FIRST = ("configuration", "run", "cases", "puzzles", "solved_percent", "proved_percent")


def summary(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """How each configuration did, over the cases that all of its comparison have; the best by PAR2 first.

    Args:
        table: Rows of a benchmark.
        measure: "proved" (the time until the solution is proved to be the only one) or "solved" (until it is found).

    Returns:
        A row for each configuration of each comparison, then one for the virtual best, then the configurations that are
        not compared (`note` has the reason). `run` is the number of cases that the configuration has, `cases` the
        number that are compared, of so many `puzzles`. `solved_percent` and `proved_percent` are shares of the cases.
        The time of a case is the median over its repeats, and that of a puzzle the median over its isomorphs. The
        median is over the puzzles, with an interval of 95 %, `low` to `high`, by the hierarchical bootstrap of
        `Bootstrap`; missing below six puzzles. PAR2 (with such an interval too) and PAR10 are means over the cases in
        which a censored case counts 2 and 10 times the limit (F. Hutter, H. Hoos, K. Leyton-Brown, T. Stützle,
        "ParamILS", Journal of Artificial Intelligence Research 36, 2009). `fastest_percent` is the share of the cases
        on which no configuration was faster. `build_percent` is the share of the time that goes into building,
        rewriting and translating, the median over the cases that ended.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = summary(rows(["highs", "cpsat"], [[0.1, 0.2], [None, 0.4], [None, 0.6]]))
    >>> table[["proved_percent", "median_seconds", "median_is_bound"]].round(1).to_dict("records")[1]
    {'proved_percent': 33.3, 'median_seconds': 10.0, 'median_is_bound': True}
    """
    found = by_comparison(table, lambda rows: _summary(rows, measure))
    first = [name for name in (*COMPARISON, *FIRST) if name in found]
    return found[[*first, *found.columns.difference(first, sort=False)]]


def against_best(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """Each configuration against the best one of its comparison (by PAR2), with an exact sign test over the puzzles.

    Args:
        table: Rows of a benchmark.
        measure: "proved" or "solved".

    Returns:
        `faster` and `slower` count the puzzles on which the configuration was faster and slower than `best`; `neither`
        those on which that is unknown, as when both left them open. `p` is the probability of a division at least as
        uneven if both were equally likely to be the faster on any puzzle; `p_holm` is the same, corrected for the
        number of configurations (S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
        Journal of Statistics 6, 1979). The median of its time over that of the best lies between `ratio` and
        `ratio_at_most`; they are equal unless censored times matter to it. `ratio_low` to `ratio_high` is its interval
        of 95 % by the hierarchical bootstrap, in which both have the same puzzles, isomorphs and repeats.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = against_best(rows(["highs", "cpsat"], [[0.2, 0.1]] * 5 + [[0.1, 0.3]]))
    >>> table[["faster", "slower", "p", "ratio"]].to_dict("records")
    [{'faster': 1, 'slower': 5, 'p': 0.21875, 'ratio': 2.0}]
    """
    return by_comparison(table, lambda rows: _against_best(time_table(rows, measure)))


def isomorphs(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """How much the time differs between isomorphs of one puzzle: the slowest over the fastest.

    Args:
        table: Rows of a benchmark.
        measure: "proved" or "solved".

    Returns:
        A row for each configuration, over the puzzles that ran in several orientations: the median and the largest of
        the ratios, and whether the true ones are larger (`..._is_bound`). `unknown` counts the puzzles that did not end
        in any orientation, which are left out. Empty when each puzzle ran in one orientation.

    >>> from sudoku_models.benchmark.sample import rows
    >>> twice = pd.concat([rows(["highs"], [[0.1], [0.2]]), rows(["highs"], [[0.3], [0.2]], seed=1)])
    >>> isomorphs(twice)[["puzzles", "seeds", "median_ratio", "largest_ratio"]].round(2).to_dict("records")
    [{'puzzles': 2, 'seeds': 2, 'median_ratio': 2.0, 'largest_ratio': 3.0}]
    """
    return by_comparison(table, lambda rows: _isomorphs(time_table(rows, measure)))


def shifted_mean(seconds: Any, limit: float, shift: float = SHIFT) -> Bounded:
    """The shifted geometric mean, in which a censored time counts as the limit; and whether there was one.

    >>> mean, is_bound = shifted_mean([0.01, 0.07], limit=10)  # the geometric mean of 0.02 and 0.08, less 0.01
    >>> round(mean, 6), is_bound
    (0.03, False)
    """
    times = np.asarray(seconds, dtype=float)
    mean = float(np.exp(np.log(np.minimum(times, limit) + shift).mean()) - shift)
    return Bounded(mean, bool(np.isinf(times).any()))


def sign_test(wins: int, losses: int) -> float:
    """The probability of so uneven a division, to either side, of equally likely wins and losses.

    >>> sign_test(1, 5)  # twice (1 + 6) of 64
    0.21875
    """
    from scipy.stats import binomtest

    return float(binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """The p values corrected for their number, in the same order.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6,
    1979.

    >>> holm([0.04, 0.01])
    [0.04, 0.02]
    """
    corrected, largest = [0.0] * len(p_values), 0.0
    for k, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        corrected[place] = largest = max(largest, min(1.0, (len(p_values) - k) * p_values[place]))
    return corrected


def _summary(table: pd.DataFrame, measure: str) -> list[dict[str, Any]]:
    times = time_table(table, measure)
    limit = times.comparison.time_limit
    shares = _build_shares(table, measure)
    failed = table["failed"].astype(bool).groupby(table["configuration"], observed=True).sum()
    bootstrap = Bootstrap(times.measured.index)
    made = []
    for name in times.ranking:
        share, is_bound = shares.get(name, Bounded(math.nan))
        figures = _figures(times.measured[name], times.seconds[name], times.by_puzzle[name], limit, bootstrap)
        figures |= {"fastest_percent": _percent(times.fastest[name])}
        figures |= {"build_percent": share, "build_is_bound": is_bound}
        made.append({"configuration": name, "run": times.run[name], **figures, "failed": int(failed[name]), "note": ""})
    if times.seconds.size:
        best = times.virtual_best
        once = best.set_axis(pd.MultiIndex.from_tuples([(*case, 0) for case in best.index], names=MEASUREMENT))
        figures = _figures(once, best, by_puzzle(once, limit), limit, Bootstrap(once.index))
        made.append({"configuration": VIRTUAL_BEST, "run": len(times.seconds), **figures, "failed": 0, "note": ""})
    for name, reason in times.left_out.items():
        row = {"configuration": name, "run": times.run[name], "cases": 0, "failed": int(failed[name]), "note": reason}
        made.append(row)
    ended = {each: _ended(time_table(table, each)) for each in ("solved", "proved")}
    for row in made:
        row |= {f"{each}_percent": found.get(str(row["configuration"]), math.nan) for each, found in ended.items()}
    return made


def _ended(times: TimeTable) -> dict[str, float]:
    """The share of the cases that each configuration ended within the limit, and of those that any did."""
    shares = {name: _percent(np.isfinite(times.seconds[name])) for name in times.ranking}
    return {**shares, VIRTUAL_BEST: _percent(np.isfinite(times.virtual_best))}


def _figures(
    measured: pd.Series, seconds: pd.Series, times: CensoredTimes, limit: float, bootstrap: Bootstrap
) -> dict[str, Any]:
    """The statistics of one configuration, or of the virtual best, from its measurements, its cases and its puzzles."""
    figures: dict[str, Any] = {"cases": len(seconds), "puzzles": len(times)}
    if not len(seconds):
        return figures
    drawn = bootstrap.times(bootstrap.arranged(measured.clip(upper=limit)), bootstrap.arranged(measured))
    low, high = bootstrap.interval(drawn)
    median, mean = median_between(times.at_least, times.at_most), shifted_mean(seconds, limit)
    for name, (value, is_bound) in {"median": median, "low": low, "high": high, "shifted_mean": mean}.items():
        figures |= {f"{name}_seconds": value, f"{name}_is_bound": is_bound}
    for k in (2, 10):
        figures[f"par{k}_seconds"] = float(seconds.replace(np.inf, k * limit).mean())
    ends = bootstrap.interval(bootstrap.means(bootstrap.arranged(measured), 2 * limit), "mean over cases")
    for name, (value, _) in zip(("low", "high"), ends, strict=True):
        figures[f"par2_{name}_seconds"] = value
    return figures


def _build_shares(table: pd.DataFrame, measure: str) -> dict[str, Bounded]:
    """The share of building, rewriting and translating; a bound where the time to translate is unknown."""
    _, rows = compared(table)
    seconds = finished(rows, measure)
    rows, seconds = rows[np.isfinite(seconds)], seconds[np.isfinite(seconds)]
    parts = rows[["build_seconds", "rewrite_seconds", "translate_seconds"]].astype(float)
    shares = (100 * parts.fillna(0).sum(axis=1) / seconds).groupby(rows["configuration"], observed=True).median()
    unknown = parts["translate_seconds"].isna().groupby(rows["configuration"], observed=True).any()
    return {name: Bounded(float(shares[name]), bool(unknown[name])) for name in shares.index}


def _against_best(times: TimeTable) -> list[dict[str, Any]]:
    if len(times.ranking) < 2 or not len(times.seconds):
        return []
    best, *others = times.ranking
    made: list[dict[str, Any]] = []
    theirs = times.by_puzzle[best]
    bootstrap = Bootstrap(times.measured.index)
    limit = times.comparison.time_limit

    def drawn(name: str) -> Resampled:
        each = times.measured[name]
        return bootstrap.times(bootstrap.arranged(each.clip(upper=limit)), bootstrap.arranged(each))

    of_best = drawn(best)
    for name in others:
        low, high = bootstrap.bounds(drawn(name) / of_best)
        ours = times.by_puzzle[name]
        faster, slower = int((ours.at_most < theirs.at_least).sum()), int((ours.at_least > theirs.at_most).sum())
        made.append(
            {
                "configuration": name,
                "best": best,
                "puzzles": len(ours),
                "faster": faster,
                "slower": slower,
                "neither": len(ours) - faster - slower,
                "ratio": float((ours.at_least / theirs.at_most).median()),
                "ratio_at_most": float((ours.at_most / theirs.at_least).median()),
                "ratio_low": low,
                "ratio_high": high,
                "p": sign_test(faster, slower),
            }
        )
    for row, p in zip(made, holm([row["p"] for row in made]), strict=True):
        row["p_holm"] = p
    return made


def _isomorphs(times: TimeTable) -> list[dict[str, Any]]:
    groups = times.seconds.groupby(level="puzzle", sort=False)
    several = groups.size() > 1
    if not several.any():
        return []
    fastest, slowest = groups.min()[several], groups.max()[several]
    made = []
    for name in times.ranking:
        known = np.isfinite(fastest[name])
        longest = slowest[name][known]
        at_least = longest.clip(upper=times.comparison.time_limit) / fastest[name][known]
        median = median_between(at_least, longest / fastest[name][known]) if len(longest) else Bounded(math.nan)
        made.append(
            {
                "configuration": name,
                "puzzles": int(several.sum()),
                "seeds": int(groups.size().max()),
                "unknown": int((~known).sum()),
                "median_ratio": median.value,
                "median_is_bound": median.is_bound,
                "largest_ratio": float(at_least.max()),
                "largest_is_bound": bool(np.isinf(longest).any()),
            }
        )
    return made


def _percent(are: pd.Series) -> float:
    return 100 * float(are.mean()) if len(are) else math.nan
