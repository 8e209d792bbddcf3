"""The figures of a comparison: how many cases each configuration ends, how long it takes, and how sure that is.

Each function takes rows of a benchmark and returns a table, for each comparison apart. A case that did not end within
its limit is *censored*: its time is unknown, and longer than the limit. Wherever a statistic needs such a time the
limit takes its place, and a column `..._is_bound` is true where the true figure is larger. A failure (a crash, a wrong
grid) is censored too. The ratio of two censored times is unknown.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from .bootstrap import DRAWS, of_median
from .comparisons import MEASUREMENT, TimeTable, by_comparison, finished, labelled, time_table
from .verdicts import BUSY, judge, sign_test

SHIFT = 0.01
"""Seconds added before the geometric mean is taken, and subtracted again. 10 ms is about the time to build a model of
9x9 in Python, so that a tenth of a millisecond gained on a trivial puzzle does not count as much as a minute on a hard
one. Source: T. Achterberg, "Constraint Integer Programming", PhD thesis, TU Berlin, 2007, appendix A."""

VIRTUAL_BEST = "virtual best"
"""The name of the portfolio that takes the fastest configuration of each case. Source: L. Xu, F. Hutter, H. Hoos,
K. Leyton-Brown, "Evaluating component solver contributions to portfolio-based algorithm selectors", SAT 2012."""

SAME = ("cpu", "cores", "memory_gib", "system", "python")


def summary(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """How each configuration did, over the cases that all of its comparison have; the best by PAR2 first.

    Args:
        table: Rows of a benchmark.
        measure: "proved" (the time until the solution is claimed to be the only one) or "solved" (until it is found).

    Returns:
        A row for each configuration of each comparison, then one for the virtual best, then the configurations that are
        not compared (`note` has the reason). `run` is the number of cases that the configuration has, `cases` the
        number that are compared, of so many `puzzles`. `solved_percent` and `proved_percent` are shares of the cases.
        The time of a case is the median over its repeats, and that of a puzzle the median over its isomorphs. The
        median is over the puzzles, with an interval of 95 %, `low_seconds` to `high_seconds`, by a bootstrap over the
        puzzles; missing below six of them, and infinite above where open cases leave it open. PAR2 and
        PAR10 are means over the cases in which a censored case counts 2 and 10 times the limit (F. Hutter, H. Hoos,
        K. Leyton-Brown, T. Stützle, "ParamILS", Journal of Artificial Intelligence Research 36, 2009).
        `fastest_percent` is the share of the cases on which no configuration was faster. `build_percent` is the share
        of the time that goes into building, rewriting and translating, the median over the cases that ended. `spread`
        is how far the repeats of a case differ (see `between_repeats`).

    >>> from sudoku_models.benchmark import made_up
    >>> table = summary(made_up(["highs", "cpsat"], [[0.1, 0.2], [None, 0.4], [None, 0.6]]))
    >>> table[["proved_percent", "median_seconds", "median_is_bound"]].round(1).to_dict("records")[1]
    {'proved_percent': 33.3, 'median_seconds': 10.0, 'median_is_bound': True}
    """
    return by_comparison(table, lambda rows: _summary(rows, measure))


def against_best(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """Each configuration against the best one of its comparison (by PAR2), with an exact sign test over the puzzles.

    Args:
        table: Rows of a benchmark.
        measure: "proved" or "solved".

    Returns:
        `faster` and `slower` count the puzzles on which the configuration was faster and slower than `best`; `neither`
        those on which that is unknown, as when both left them open. `p` is the probability of a division at least as
        uneven if both were equally likely to be the faster on any puzzle; `p_holm` is the same, corrected for the
        number of configurations. The median of its time over that of the best lies between `ratio` and
        `ratio_at_most`; they are equal unless censored times matter to it. `ratio_low` to `ratio_high` is its interval
        of 95 % by a bootstrap over the puzzles, and `drift` how far whole repeats of one of them differ. The
        `verdict` is about the configuration, and `why`; see `verdicts.judged`.

    >>> from sudoku_models.benchmark import made_up
    >>> table = against_best(made_up(["highs", "cpsat"], [[0.2, 0.1]] * 5 + [[0.1, 0.3]]))
    >>> table[["faster", "slower", "p", "ratio"]].to_dict("records")
    [{'faster': 1, 'slower': 5, 'p': 0.21875, 'ratio': 2.0}]
    """
    return by_comparison(table, lambda rows: _against_best(time_table(rows, measure)))


def failures(table: pd.DataFrame) -> pd.DataFrame:
    """The cases that failed, by configuration and kind, with the reason of the first; over all rows, compared or not.

    >>> from sudoku_models.benchmark import made_up
    >>> broken = made_up(["highs"], [[None], [None]], failed=True, status="crashed", reason="the process ended")
    >>> failures(broken)[["configuration", "status", "cases", "reason"]].to_dict("records")
    [{'configuration': 'assignment x pulp x highs', 'status': 'crashed', 'cases': 2, 'reason': 'the process ended'}]
    """

    def kinds(rows: pd.DataFrame) -> list[dict[str, Any]]:
        groups = rows[rows["failed"].astype(bool)].groupby(["configuration", "status"], sort=False)
        return [
            {"configuration": name, "status": status, "cases": len(group), "first": group["puzzle"].iat[0]}
            | {"reason": group["reason"].iat[0]}
            for (name, status), group in groups
        ]

    return by_comparison(table, kinds)


def environments(table: pd.DataFrame) -> pd.DataFrame:
    """The settings: machines, versions, commits, dates, and how busy the machine was.

    Returns:
        A row for each setting, with the first and the last start of a case, the largest number of cases that one
        machine measured at the same time, the share of the cases beside which others used more than `BUSY` of the core,
        and the largest such load.

    >>> from sudoku_models.benchmark import made_up
    >>> table = environments(made_up(["highs"], [[0.1], [0.2]], versions='{"highspy": "1.13.1"}'))
    >>> table[["setting", "machines", "versions", "cases"]].to_dict("records")
    [{'setting': 1, 'machines': 'sample', 'versions': 'highspy 1.13.1', 'cases': 2}]
    """
    made = []
    for setting, rows in labelled(table).groupby("setting"):
        first = rows.iloc[0]
        versions = json.loads(first["versions"]) if pd.notna(first["versions"]) else {}  # no worker could start
        beside, load = side_by_side(rows), rows["outside_load"].astype(float).dropna()
        made.append(
            {
                "setting": setting,
                "machines": ", ".join(rows["machine"].dropna().unique()),
                **{name: first[name] for name in SAME},
                "versions": ", ".join(f"{library} {version}" for library, version in versions.items()),
                "commits": ", ".join(each for each in rows["commit"].dropna().unique() if each),
                "first": rows["started"].min().floor("min"),
                "last": rows["started"].max().floor("min"),
                "cases": len(rows),
                "side_by_side": beside,
                "busy_percent": 100 * (load > BUSY).mean(),
                "largest_load": load.max(),
            }
        )
    return pd.DataFrame(made)


def shifted_mean(seconds: Any, limit: float, shift: float = SHIFT) -> float:
    """The shifted geometric mean, in which a censored time counts as the limit: a lower bound if there is one.

    >>> round(shifted_mean([0.01, 0.07], limit=10), 6)  # the geometric mean of 0.02 and 0.08, less 0.01
    0.03
    """
    times = np.minimum(np.asarray(seconds, dtype=float), limit)
    return float(np.exp(np.log(times + shift).mean()) - shift)


def paired(
    a: Mapping[str, Any] | pd.DataFrame,
    b: Mapping[str, Any] | pd.DataFrame,
    strata: Sequence[Any] | None = None,
    draws: int = DRAWS,
) -> dict[str, Any]:
    """Two sides on the same puzzles: on how many each is the faster, and the median of the ratio A over B.

    Args:
        a, b: The bounds of the time of each puzzle, `least` and `most`, in the same order.
        strata: The stratum of each puzzle; None means that there is one.
        draws: How often the puzzles are drawn.
    """
    a_least, a_most, b_least, b_most = (np.asarray(side[end]) for side in (a, b) for end in ("least", "most"))
    puzzles, faster, slower = len(a_least), int((a_most < b_least).sum()), int((a_least > b_most).sum())
    least, most = a_least / b_most, a_most / b_least
    low, high = of_median([0] * puzzles if strata is None else strata, least, most, draws)
    return {
        "puzzles": puzzles,
        "faster": faster,
        "slower": slower,
        "neither": puzzles - faster - slower,
        "ratio": float(np.median(least)) if puzzles else math.nan,
        "ratio_at_most": float(np.median(most)) if puzzles else math.nan,
        "ratio_low": low,
        "ratio_high": high,
        "p": sign_test(faster, slower),
    }


def between_repeats(measured: pd.Series) -> dict[str, float]:
    """How far the repeats of a configuration differ.

    Args:
        measured: Times with the level `repeat`; infinite where a case is open, missing where it has no such repeat.

    Returns:
        `spread`, the median of the ratio of the longer to the shorter of two repeats of a case, and `drift`, that of
        two whole repeats: the median of the ratio of one to the other, of those that are farthest apart, as on a
        machine that has become slower, of which no interval of puzzles knows. Both are factors from 1 on, from the
        pairs of repeats that have both ended; NaN without such a pair.

    >>> index = pd.MultiIndex.from_product([["one", "two"], [0], [0, 1]], names=["puzzle", "seed", "repeat"])
    >>> {name: round(factor, 3) for name, factor in between_repeats(pd.Series([1.0, 2.0, 4.0, 2.0], index)).items()}
    {'spread': 2.0, 'drift': 1.0}
    """
    repeats = measured.where(np.isfinite(measured) & (measured > 0)).unstack("repeat").to_numpy(float)
    pairs = [np.log(one / other) for one, other in combinations(repeats.T, 2)]
    if not (pairs := [known for each in pairs if len(known := each[~np.isnan(each)])]):
        return {"spread": math.nan, "drift": math.nan}
    farthest = max(abs(float(np.median(each))) for each in pairs)
    return {"spread": math.exp(np.median(np.abs(np.concatenate(pairs)))), "drift": math.exp(farthest)}


def side_by_side(rows: pd.DataFrame) -> int:
    """The largest number of cases that one machine measured at the same time."""
    most = 0
    rows = rows.loc[rows["case_seconds"].notna(), ["machine", "started", "case_seconds"]]
    for _, of_machine in rows.groupby("machine", observed=True):
        begins = (of_machine["started"] - of_machine["started"].min()).dt.total_seconds().to_numpy()
        at = np.concatenate([begins + of_machine["case_seconds"].to_numpy(float), begins])
        more = np.repeat([-1, 1], len(begins))
        order = np.lexsort((more, at))  # at one moment an end comes before a beginning
        most = max(most, int(more[order].cumsum().max()))
    return most


def _summary(table: pd.DataFrame, measure: str) -> list[dict[str, Any]]:
    times = time_table(table, measure)
    ended = {each: time_table(table, each).seconds.map(np.isfinite) for each in ("solved", "proved")}
    shares = _build_shares(table, measure, times)
    failed = table["failed"].astype(bool).groupby(table["configuration"]).sum()
    made: list[dict[str, Any]] = []
    for name in times.ranking:
        figures = _figures(times, name)
        figures |= {f"{each}_percent": _percent(found[name]) for each, found in ended.items()}
        figures |= {
            "fastest_percent": _percent(times.fastest[name]),
            "spread": between_repeats(times.measured[name])["spread"],
        }
        figures |= {"build_percent": shares.get(name, math.nan), "failed": int(failed[name]), "note": ""}
        made.append({"configuration": name, "run": times.run[name], **figures})
    if times.seconds.size:
        best = times.virtual_best
        once = best.set_axis(pd.MultiIndex.from_tuples([(*case, 0) for case in best.index], names=MEASUREMENT))
        figures = _figures(replace(times, measured=once.to_frame(VIRTUAL_BEST)), VIRTUAL_BEST)
        figures |= {f"{each}_percent": _percent(found.any(axis=1)) for each, found in ended.items()}
        made.append({"configuration": VIRTUAL_BEST, "run": len(best), **figures, "failed": 0, "note": ""})
    for name, reason in times.left_out.items():
        row = {"configuration": name, "run": times.run[name], "cases": 0, "failed": int(failed[name]), "note": reason}
        made.append(row)
    return made


def _figures(times: TimeTable, name: str) -> dict[str, Any]:
    """The statistics of one configuration, or of the virtual best, from its measurements."""
    seconds, puzzles, limit = times.seconds[name], times.bounds(name), times.comparison.time_limit
    figures: dict[str, Any] = {"cases": len(seconds), "puzzles": len(puzzles)}
    if not len(seconds):
        return figures
    least, most = (puzzles[each].to_numpy(float) for each in ("least", "most"))
    low, high = of_median([0] * len(puzzles), least, most)
    figures |= {"median_seconds": float(np.median(least)), "median_is_bound": bool(np.median(most) > np.median(least))}
    figures |= {"low_seconds": low, "high_seconds": high}
    figures |= {"shifted_mean_seconds": shifted_mean(seconds, limit), "shifted_mean_is_bound": np.inf in seconds.values}
    return figures | {f"par{k}_seconds": float(seconds.replace(np.inf, k * limit).mean()) for k in (2, 10)}


def _build_shares(table: pd.DataFrame, measure: str, times: TimeTable) -> dict[str, float]:
    """The share of building, rewriting and translating, as far as these are known."""
    rows = table[pd.MultiIndex.from_frame(table[["puzzle", "seed"]]).isin(times.seconds.index)]
    seconds = finished(rows, measure)
    rows, seconds = rows[np.isfinite(seconds)], seconds[np.isfinite(seconds)]
    parts = rows[["build_seconds", "rewrite_seconds", "translate_seconds"]].astype(float)
    shares: dict[str, float] = (100 * parts.sum(axis=1) / seconds).groupby(rows["configuration"]).median().to_dict()
    return shares


def _against_best(times: TimeTable) -> list[dict[str, Any]]:
    if len(times.ranking) < 2 or not len(times.seconds):
        return []
    best, *others = times.ranking
    of_best = times.bounds(best)
    drifts = {name: between_repeats(times.measured[name])["drift"] for name in times.ranking}
    made = [{"configuration": name, "best": best, **paired(times.bounds(name), of_best)} for name in others]
    for row in made:
        row["drift"] = np.fmax(drifts[row["configuration"]], drifts[best])
    judge(made)
    return made


def _percent(are: pd.Series) -> float:
    return 100 * float(are.mean()) if len(are) else math.nan
