"""The figures of a race: how many cases each way ends, how long it takes, and how sure that is.

Each function takes rows of a benchmark and returns a table, race by race; races are never pooled. A case that did not
end within its limit is *censored*: its time is unknown, and longer than the limit. Wherever a statistic would need such
a time the limit stands in for it, and a column `..._is_bound` says that the true figure is larger. A failure (a crash,
a wrong grid) is treated like that too: it has not ended either. Of two censored times nobody knows the ratio.
"""

import math
from typing import Any

import numpy as np
import pandas as pd

from .races import RACE, Between, Field, by_puzzle, by_race, compared, field, finished

__all__ = [
    "SHIFT",
    "VIRTUAL_BEST",
    "against_best",
    "interval",
    "median",
    "shifted_mean",
    "sign_test",
    "summary",
    "twins",
]

SHIFT = 0.01
"""Seconds added before the geometric mean is taken, and taken off again. 10 ms is about what it costs to build a model
of 9x9 in Python, so that a tenth of a millisecond gained on a trivial puzzle does not count as much as a minute on a
hard one. Source: T. Achterberg, "Constraint Integer Programming", PhD thesis, TU Berlin, 2007, appendix A."""

VIRTUAL_BEST = "virtual best"
"""The label of one who would know for each case which way is the fastest. Source: L. Xu, F. Hutter, H. Hoos,
K. Leyton-Brown, "Evaluating component solver contributions to portfolio-based algorithm selectors", SAT 2012."""

FIRST = ("way", "run", "cases", "puzzles", "solved_percent", "proved_percent")

Bounded = tuple[float, bool]
"""A figure, and whether the true one is larger."""


def summary(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """How each way did, over the cases that all ways of its race have; the best by PAR2 first.

    Args:
        table: Rows of a benchmark.
        measure: "proved" (the time until the solution is proved to be the only one) or "solved" (until it is found).

    Returns:
        A row for each way of each race, then one for the virtual best, then the ways that are not compared (`note` says
        why). `run` is the number of cases that the way has, `cases` the number that are compared, of so many `puzzles`.
        `solved_percent` and `proved_percent` are shares of the cases. The median is over the puzzles (of a puzzle's
        symmetric twins their median counts), with a confidence interval of 95 %, `low` to `high`; missing below six
        puzzles. PAR2 and PAR10 are means in which a censored case counts 2 and 10 times the limit (F. Hutter, H. Hoos,
        K. Leyton-Brown, T. Stützle, "ParamILS", Journal of Artificial Intelligence Research 36, 2009).
        `fastest_percent` is the share of the cases on which no way was faster. `build_percent` is the share of the time
        that goes into building, rewriting and translating, the median over the cases that ended.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = summary(rows(["highs", "cpsat"], [[0.1, 0.2], [None, 0.4], [None, 0.6]]))
    >>> table[["way", "proved_percent", "median_seconds", "median_is_bound"]].round(1).to_dict("records")[1]
    {'way': 'assignment x pulp x highs', 'proved_percent': 33.3, 'median_seconds': 10.0, 'median_is_bound': True}
    """
    found = by_race(table, lambda rows: _summary(rows, measure))
    return found[
        [*(name for name in (*RACE, *FIRST) if name in found), *found.columns.difference([*RACE, *FIRST], False)]
    ]


def against_best(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """Each way against the best one of its race (by PAR2), puzzle by puzzle, with an exact sign test.

    Args:
        table: Rows of a benchmark.
        measure: "proved" or "solved".

    Returns:
        `faster` and `slower` count the puzzles on which the way was faster and slower than `best`; `neither`
        those on which that cannot be said, as when both left them open. `p` is the probability of a division at
        least as uneven if either were as likely to be the faster on any puzzle; `p_holm` is the same, corrected
        for the number of ways (S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian
        Journal of Statistics 6, 1979). The median of its time over that of the best lies between `ratio` and
        `ratio_at_most`; they are equal unless censored times matter to it.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = against_best(rows(["highs", "cpsat"], [[0.2, 0.1]] * 5 + [[0.1, 0.3]]))
    >>> table[["faster", "slower", "p", "ratio"]].to_dict("records")
    [{'faster': 1, 'slower': 5, 'p': 0.21875, 'ratio': 2.0}]
    """
    return by_race(table, lambda rows: _against_best(field(rows, measure)))


def twins(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """How much the time differs between symmetric twins of one puzzle: the slowest over the fastest.

    Args:
        table: Rows of a benchmark.
        measure: "proved" or "solved".

    Returns:
        A row for each way, over the puzzles that ran in several orientations: the median and the largest of the ratios,
        and whether the true ones are larger (`..._is_bound`). `unknown` counts the puzzles of which no orientation
        ended, which are left out. Empty when each puzzle ran in one orientation.

    >>> from sudoku_models.benchmark.sample import rows
    >>> twice = pd.concat([rows(["highs"], [[0.1], [0.2]]), rows(["highs"], [[0.3], [0.2]], seed=1)])
    >>> twins(twice)[["puzzles", "seeds", "median_ratio", "largest_ratio"]].round(2).to_dict("records")
    [{'puzzles': 2, 'seeds': 2, 'median_ratio': 2.0, 'largest_ratio': 3.0}]
    """
    return by_race(table, lambda rows: _twins(field(rows, measure)))


def median(times: Between) -> Bounded:
    """The median of times of which some are only known to be more than the limit.

    >>> median(Between([1.0, 2.0, 10.0], [1.0, 2.0, math.inf]))
    (2.0, False)
    >>> median(Between([1.0, 10.0], [1.0, math.inf]))  # one is more than 10 s, so the middle is more than 5.5 s
    (5.5, True)
    """
    at_least, at_most = (float(np.median(each)) for each in (times.at_least, times.at_most))
    return at_least, at_most > at_least


def interval(times: Between) -> tuple[Bounded, Bounded]:
    """A confidence interval of at least 95 % for the median, from the order of the times alone.

    It takes no distribution for granted, and a censored time is as good as any other: only its place counts. Missing
    below six times, which cannot give 95 %.

    Source: W. J. Conover, "Practical Nonparametric Statistics", 3rd edition, 1999, section 3.2: the k-th smallest and
    the k-th largest of n, with k as large as the binomial distribution allows.

    >>> interval(Between(range(1, 11), range(1, 11)))
    ((2.0, False), (9.0, False))
    """
    at_least, at_most = np.sort(times.at_least), np.sort(times.at_most)
    n, k, below = len(at_least), 0, 1
    while 40 * below <= 2**n:  # `below` of the 2**n ways to fall on either side have at most k on one
        k += 1
        below += math.comb(n, k)
    if k == 0:
        return (math.nan, False), (math.nan, False)
    low, high = ((float(at_least[place]), bool(at_most[place] > at_least[place])) for place in (k - 1, n - k))
    return low, high


def shifted_mean(seconds: Any, limit: float, shift: float = SHIFT) -> Bounded:
    """The shifted geometric mean, in which a censored time counts as the limit; and whether there was one.

    >>> mean, is_bound = shifted_mean([0.01, 0.07], limit=10)  # the geometric mean of 0.02 and 0.08, less 0.01
    >>> round(mean, 6), is_bound
    (0.03, False)
    """
    times = np.asarray(seconds, dtype=float)
    mean = float(np.exp(np.log(np.minimum(times, limit) + shift).mean()) - shift)
    return mean, bool(np.isinf(times).any())


def sign_test(wins: int, losses: int) -> float:
    """The probability of so uneven a division, to either side, of equally likely wins and losses.

    >>> sign_test(1, 5)  # twice (1 + 6) of 64
    0.21875
    """
    n = wins + losses
    tail = sum(math.comb(n, k) for k in range(min(wins, losses) + 1))
    return float(min(1, 2 * tail / 2**n))


def _summary(table: pd.DataFrame, measure: str) -> list[dict[str, Any]]:
    ours = field(table, measure)
    shares = _build_shares(table, measure)
    failed = table["failed"].astype(bool).groupby(table["way"]).sum()
    made = []
    for way in ours.ranking:
        share, is_bound = shares.get(way, (math.nan, False))
        figures = _figures(ours.seconds[way], ours.by_puzzle[way], ours.race.time_limit)
        figures |= {"fastest_percent": _percent(ours.fastest[way]), "build_percent": share, "build_is_bound": is_bound}
        made.append({"way": way, "run": ours.run[way], **figures, "failed": int(failed[way]), "note": ""})
    if ours.seconds.size:
        figures = _figures(ours.virtual_best, by_puzzle(ours.virtual_best, ours.race.time_limit), ours.race.time_limit)
        made.append({"way": VIRTUAL_BEST, "run": len(ours.seconds), **figures, "failed": 0, "note": ""})
    for way, reason in ours.left_out.items():
        made.append({"way": way, "run": ours.run[way], "cases": 0, "failed": int(failed[way]), "note": reason})
    ended = {each: _ended(field(table, each)) for each in ("solved", "proved")}
    for row in made:
        row |= {f"{each}_percent": shares.get(row["way"], math.nan) for each, shares in ended.items()}
    return made


def _ended(ours: Field) -> dict[str, float]:
    """The share of the cases that each way ended within the limit, and of those that any did."""
    shares = {way: _percent(np.isfinite(ours.seconds[way])) for way in ours.ranking}
    return {**shares, VIRTUAL_BEST: _percent(np.isfinite(ours.virtual_best))}


def _figures(seconds: pd.Series, times: Between, limit: float) -> dict[str, Any]:
    """The statistics of one way, or of the virtual best."""
    figures: dict[str, Any] = {"cases": len(seconds), "puzzles": len(times)}
    if not len(seconds):
        return figures
    low, high = interval(times)
    bounded = {
        "median": median(times),
        "low": low,
        "high": high,
        "shifted_mean": shifted_mean(seconds, limit),
    }
    for name, (value, is_bound) in bounded.items():
        figures |= {f"{name}_seconds": value, f"{name}_is_bound": is_bound}
    for k in (2, 10):
        figures[f"par{k}_seconds"] = float(seconds.replace(np.inf, k * limit).mean())
    return figures


def _build_shares(table: pd.DataFrame, measure: str) -> dict[str, Bounded]:
    """The share of building, rewriting and translating; a bound where the time to translate is not told."""
    _, rows = compared(table)
    seconds = finished(rows, measure)
    rows, seconds = rows[np.isfinite(seconds)], seconds[np.isfinite(seconds)]
    parts = rows[["build_seconds", "rewrite_seconds", "translate_seconds"]].astype(float)
    shares = (100 * parts.fillna(0).sum(axis=1) / seconds).groupby(rows["way"]).median()
    untold = parts["translate_seconds"].isna().groupby(rows["way"]).any()
    return {way: (float(shares[way]), bool(untold[way])) for way in shares.index}


def _against_best(ours: Field) -> list[dict[str, Any]]:
    if len(ours.ranking) < 2 or not len(ours.seconds):
        return []
    best, *others = ours.ranking
    made: list[dict[str, Any]] = []
    theirs = ours.by_puzzle[best]
    for way in others:
        times = ours.by_puzzle[way]
        faster, slower = int((times.at_most < theirs.at_least).sum()), int((times.at_least > theirs.at_most).sum())
        made.append(
            {
                "way": way,
                "best": best,
                "puzzles": len(times),
                "faster": faster,
                "slower": slower,
                "neither": len(times) - faster - slower,
                "ratio": float((times.at_least / theirs.at_most).median()),
                "ratio_at_most": float((times.at_most / theirs.at_least).median()),
                "p": sign_test(faster, slower),
            }
        )
    largest = 0.0
    for k, row in enumerate(sorted(made, key=lambda row: float(row["p"]))):
        row["p_holm"] = largest = max(largest, min(1.0, (len(made) - k) * row["p"]))
    return made


def _twins(ours: Field) -> list[dict[str, Any]]:
    groups = ours.seconds.groupby(level="puzzle", sort=False)
    several = groups.size() > 1
    if not several.any():
        return []
    fastest, slowest = groups.min()[several], groups.max()[several]
    made = []
    for way in ours.ranking:
        known = np.isfinite(fastest[way])
        longest = slowest[way][known]
        ratios = Between(*(each / fastest[way][known] for each in (longest.clip(upper=ours.race.time_limit), longest)))
        middle, is_bound = median(ratios) if len(ratios) else (math.nan, False)
        made.append(
            {
                "way": way,
                "puzzles": int(several.sum()),
                "seeds": int(groups.size().max()),
                "unknown": int((~known).sum()),
                "median_ratio": middle,
                "median_is_bound": is_bound,
                "largest_ratio": float(ratios.at_least.max()),
                "largest_is_bound": bool(np.isinf(longest).any()),
            }
        )
    return made


def _percent(are: pd.Series) -> float:
    return 100 * float(are.mean()) if len(are) else math.nan
