"""The figures of a comparison: how many cases each configuration ends, how long it takes, and how sure that is.

Each function takes rows of a benchmark and returns a table, for each comparison apart. A case that did not end within
its limit is *censored*: its time is unknown, and longer than the limit. Wherever a statistic needs such a time the
limit takes its place, and a column `..._is_bound` is true where the true figure is larger. A failure (a crash, a wrong
grid) is censored too. The ratio of two censored times is unknown.
"""

import json
import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from ..errors import InputError
from .bootstrap import Bootstrap, Measured
from .comparisons import COMPARISON, MEASUREMENT, TimeTable, by_case, by_comparison, finished, labelled, time_table

SHIFT = 0.01
"""Seconds added before the geometric mean is taken, and subtracted again. 10 ms is about the time to build a model of
9x9 in Python, so that a tenth of a millisecond gained on a trivial puzzle does not count as much as a minute on a hard
one. Source: T. Achterberg, "Constraint Integer Programming", PhD thesis, TU Berlin, 2007, appendix A."""

VIRTUAL_BEST = "virtual best"
"""The name of the portfolio that takes the fastest configuration of each case. Source: L. Xu, F. Hutter, H. Hoos,
K. Leyton-Brown, "Evaluating component solver contributions to portfolio-based algorithm selectors", SAT 2012."""

BUSY = 0.25
"""The share of a core that others use, from which on the machine was busy."""
COST = "processor_seconds"
"""The cost of a case until the claim: on a busy machine processor time says more than the clock."""
ENOUGH = 3
"""Sizes of boards that are needed for a slope with an interval."""
SMALLEST = 9
"""The smallest size that counts in a slope: on smaller boards fixed costs outweigh what grows."""
SHORTEST = 1e-3
"""Seconds; a shorter time counts as too short to measure, and not in a slope."""
CONFIDENCE = 0.95
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
        median is over the puzzles, with an interval of 95 %, `low_seconds` to `high_seconds`, by the hierarchical
        bootstrap of `Bootstrap`; missing below six puzzles, and infinite above where open cases leave it open. PAR2 and
        PAR10 are means over the cases in which a censored case counts 2 and 10 times the limit (F. Hutter, H. Hoos,
        K. Leyton-Brown, T. Stützle, "ParamILS", Journal of Artificial Intelligence Research 36, 2009).
        `fastest_percent` is the share of the cases on which no configuration was faster. `build_percent` is the share
        of the time that goes into building, rewriting and translating, the median over the cases that ended. `noise`
        is how far a configuration differs from itself between repeats; see `of_itself`.

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
        number of configurations (see `holm`). The median of its time over that of the best lies between `ratio` and
        `ratio_at_most`; they are equal unless censored times matter to it. `ratio_low` to `ratio_high` is its interval
        of 95 % by the hierarchical bootstrap, in which both have the same puzzles, isomorphs and repeats.

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


def costs(table: pd.DataFrame) -> pd.DataFrame:
    """The costs of each configuration on boards of each size.

    Returns:
        A row for each configuration and size: `engine` is its name without the formulation; the medians of `nonzeros`
        and of `processor_seconds` until the claim or until the case was stopped, and `is_open`, where half of the cases
        or more did not end. Empty without a corpus of boards of at least three sizes.

    >>> from sudoku_models.benchmark import made_up
    >>> table = pd.concat(made_up(["highs"], [[time]], size=n) for n, time in ((4, 0.1), (9, 0.2), (16, None)))
    >>> costs(table)[["size", "is_open"]].to_dict("records")[1:]
    [{'size': 9, 'is_open': False}, {'size': 16, 'is_open': True}]
    """

    def by_size(rows: pd.DataFrame) -> list[dict[str, Any]]:
        if rows["size"].nunique() < ENOUGH:
            return []
        return [
            {"configuration": name, "formulation": group["formulation"].iat[0], "size": int(size)}
            | {"engine": name.split(" x ", 1)[1]}
            | {figure: group[figure].astype(float).median() for figure in ("nonzeros", COST)}
            | {"is_open": bool(np.isinf(finished(group, "proved")).mean() >= 0.5)}
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
        `processor_seconds_exponent` that of the processor time until the claim against the nonzeros, each with
        `..._low` and `..._high`. `ended` is the largest size on which most cases ended.

    >>> from sudoku_models.benchmark import made_up
    >>> def board(n):
    ...     return made_up(["highs"], [[0.1]], size=n, nonzeros=4 * n**3, processor_seconds=n**3 / 1e4)
    >>> found = exponents(pd.concat(map(board, (9, 16, 25, 36))))
    >>> found[["nonzeros_exponent", "processor_seconds_exponent", "ended"]].round(2).to_dict("records")
    [{'nonzeros_exponent': 3.0, 'processor_seconds_exponent': 1.0, 'ended': 36}]
    """
    made = []
    sizes = costs(table)
    same = [*COMPARISON, "configuration", "formulation"]
    for key, group in sizes.groupby(same, sort=False) if len(sizes) else ():
        ended = group.loc[~group["is_open"], "size"]
        models = group[(group["size"] >= SMALLEST) & (group["nonzeros"] > 0)]  # known where a solve did not end, too
        times = models[~models["is_open"] & (models[COST] > SHORTEST)]
        row = {**dict(zip(same, key, strict=True)), "ended": ended.max() if len(ended) else None}
        for name, of_sizes, against in (("nonzeros", models, "size"), (COST, times, "nonzeros")):
            found = exponent(of_sizes[against].tolist(), of_sizes[name].tolist())
            row |= dict(zip((f"{name}_exponent", f"{name}_low", f"{name}_high"), found, strict=True))
        made.append(row)
    return pd.DataFrame(made)


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


def shifted_mean(seconds: Any, limit: float, shift: float = SHIFT) -> float:
    """The shifted geometric mean, in which a censored time counts as the limit: a lower bound if there is one.

    >>> round(shifted_mean([0.01, 0.07], limit=10), 6)  # the geometric mean of 0.02 and 0.08, less 0.01
    0.03
    """
    times = np.minimum(np.asarray(seconds, dtype=float), limit)
    return float(np.exp(np.log(times + shift).mean()) - shift)


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


def paired(bootstrap: Bootstrap, a: Measured, b: Measured) -> dict[str, Any]:
    """Two configurations on the same puzzles: on how many each is the faster, and the median of the ratio A over B."""
    ours, theirs, ratio = a.puzzles, b.puzzles, a.puzzles / b.puzzles
    faster, slower = int((ours.at_most < theirs.at_least).sum()), int((ours.at_least > theirs.at_most).sum())
    puzzles = len(ratio.at_least)
    low, high = bootstrap.bounds(a.drawn / b.drawn)
    return {
        "puzzles": puzzles,
        "faster": faster,
        "slower": slower,
        "neither": puzzles - faster - slower,
        "ratio": float(np.median(ratio.at_least)) if puzzles else math.nan,
        "ratio_at_most": float(np.median(ratio.at_most)) if puzzles else math.nan,
        "ratio_low": low,
        "ratio_high": high,
        "p": sign_test(faster, slower),
    }


def of_itself(measured: pd.DataFrame) -> dict[str, float]:
    """How far each column differs from itself, one repeat from another: the noise, below which nothing is a difference.

    Args:
        measured: Rows `puzzle`, `seed`, `repeat`, a column for each configuration, as `TimeTable.measured`.

    Returns:
        For each column the median over the puzzles of the ratio of the two repeats that differ most, a factor from 1
        on; empty without repeats.
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
    shares, noise = _build_shares(table, measure, times), of_itself(times.measured)
    failed = table["failed"].astype(bool).groupby(table["configuration"]).sum()
    bootstrap = Bootstrap(times.measured.index)
    made: list[dict[str, Any]] = []
    for name in times.ranking:
        figures = _figures(times.measured[[name]], times.comparison.time_limit, bootstrap)
        figures |= {f"{each}_percent": _percent(found[name]) for each, found in ended.items()}
        figures |= {"fastest_percent": _percent(times.fastest[name]), "noise": noise.get(name, math.nan)}
        figures |= {"build_percent": shares.get(name, math.nan), "failed": int(failed[name]), "note": ""}
        made.append({"configuration": name, "run": times.run[name], **figures})
    if times.seconds.size:
        best = times.virtual_best
        once = best.set_axis(pd.MultiIndex.from_tuples([(*case, 0) for case in best.index], names=MEASUREMENT))
        figures = _figures(once.to_frame(VIRTUAL_BEST), times.comparison.time_limit, Bootstrap(once.index))
        figures |= {f"{each}_percent": _percent(found.any(axis=1)) for each, found in ended.items()}
        made.append({"configuration": VIRTUAL_BEST, "run": len(best), **figures, "failed": 0, "note": ""})
    for name, reason in times.left_out.items():
        row = {"configuration": name, "run": times.run[name], "cases": 0, "failed": int(failed[name]), "note": reason}
        made.append(row)
    return made


def _figures(measured: pd.DataFrame, limit: float, bootstrap: Bootstrap) -> dict[str, Any]:
    """The statistics of one configuration, or of the virtual best, from its measurements."""
    (name,) = measured.columns
    seconds, times = by_case(measured)[name], bootstrap.measured(measured[name].clip(upper=limit), measured[name])
    figures: dict[str, Any] = {"cases": len(seconds), "puzzles": len(times.puzzles.at_least)}
    if not len(seconds):
        return figures
    low, high = bootstrap.bounds(times.drawn)
    middle, at_most = float(np.median(times.puzzles.at_least)), float(np.median(times.puzzles.at_most))
    figures |= {"median_seconds": middle, "median_is_bound": at_most > middle}
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
    bootstrap, limit = Bootstrap(times.measured.index), times.comparison.time_limit

    def measured(name: str) -> Measured:
        return bootstrap.measured(times.measured[name].clip(upper=limit), times.measured[name])

    of_best = measured(best)
    made = [{"configuration": name, "best": best, **paired(bootstrap, measured(name), of_best)} for name in others]
    corrected = holm([row["p"] for row in made])
    return [{**row, "p_holm": p} for row, p in zip(made, corrected, strict=True)]


def _percent(are: pd.Series) -> float:
    return 100 * float(are.mean()) if len(are) else math.nan
