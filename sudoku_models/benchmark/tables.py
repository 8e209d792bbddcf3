"""Further tables: where the time goes, sizes, memory, search, failures, and the settings.

Each function takes rows of a benchmark and returns a table, for each comparison apart. Medians are over the cases that
all configurations of the comparison have, those that `statistics.summary` compares.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from .comparisons import by_comparison, compared, labelled, reached
from .rows import SEARCH

__all__ = ["BUSY", "environments", "failures", "memory", "parts", "search", "side_by_side", "sizes"]

DESCRIBING = [
    *("machine", "cpu", "cores", "memory_gib", "system", "python", "versions", "commit", "started", "case_seconds"),
    *("load", "calibration_before_seconds", "calibration_after_seconds"),
]
BUSY = 0.5
"""Load above the cases side by side that is not the run's own doing."""


def parts(table: pd.DataFrame) -> pd.DataFrame:
    """The median seconds of each part of the work: build, rewrite, translate, solve, prove.

    Where a library runs the solver itself and does not report it, the time to translate is missing, and is part of that
    to solve. A part that more than half of the cases did not finish is infinite.

    >>> from sudoku_models.benchmark.sample import rows
    >>> parts(rows(["highs"], [[0.1], [0.2], [None]]))[["build_seconds", "solve_seconds"]].to_dict("records")
    [{'build_seconds': 0.001, 'solve_seconds': 0.098}]
    """

    def medians(rows: pd.DataFrame) -> pd.DataFrame:
        started = _numbers(rows, ["build_seconds", "rewrite_seconds", "translate_seconds"])
        ended = [_if_ended(rows, ["solve_seconds"], "solved"), _if_ended(rows, ["prove_seconds"], "proved")]
        return pd.concat([_median(rows, each) for each in (started, *ended)], axis=1)

    return _by_configuration(table, medians)


def sizes(table: pd.DataFrame) -> pd.DataFrame:
    """The size of the model as the solver sees it, before and after presolve, and how often its relaxation is a point.

    Returns:
        Medians for each configuration. The presolved sizes are those after the presolve of HiGHS, and are missing for
        models that are not linear. `lp_single_point_percent` is over the `lp_known` cases for which it is known.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = sizes(rows(["highs"], [[0.1], [0.2]], variables=729, constraints=324, lp_single_point=True))
    >>> table[["variables", "constraints", "lp_single_point_percent"]].to_dict("records")
    [{'variables': 729.0, 'constraints': 324.0, 'lp_single_point_percent': 100.0}]
    """

    def medians(rows: pd.DataFrame) -> pd.DataFrame:
        names = ["variables", "constraints", "nonzeros"]
        made = _median(rows, _numbers(rows, [*names, *(f"presolved_{name}" for name in names)]))
        points = _numbers(rows, ["lp_single_point"])["lp_single_point"].groupby(rows["configuration"], observed=True)
        return made.assign(lp_single_point_percent=100 * points.mean(), lp_known=points.count())

    return _by_configuration(table, medians)


def memory(table: pd.DataFrame) -> pd.DataFrame:
    """The memory of each configuration in MiB: resident before building, at the peak, and what the peak adds.

    Returns:
        Medians, and the largest peak. `program_memory_peak` is that of a program which a solver runs beside ours.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = memory(rows(["highs"], [[0.1], [0.2]], memory_before=100.0, memory_peak=130.0))
    >>> table[["memory_before", "memory_peak", "memory_added", "largest_peak"]].to_dict("records")
    [{'memory_before': 100.0, 'memory_peak': 130.0, 'memory_added': 30.0, 'largest_peak': 130.0}]
    """

    def medians(rows: pd.DataFrame) -> pd.DataFrame:
        numbers = _numbers(rows, ["memory_before", "memory_peak", "program_memory_peak"])
        numbers.insert(2, "memory_added", numbers["memory_peak"] - numbers["memory_before"])
        made = _median(rows, numbers)
        made.insert(3, "largest_peak", numbers["memory_peak"].groupby(rows["configuration"], observed=True).max())
        return made

    return _by_configuration(table, medians)


def search(table: pd.DataFrame) -> pd.DataFrame:
    """How much each configuration searches, in the solve and in the proof: median nodes, LP iterations, ...

    Returns:
        Missing where the solver does not count them. A case that did not end counts as more than any that did, so that
        a median is infinite where half of the cases or more did not end.

    >>> from sudoku_models.benchmark.sample import rows
    >>> search(rows(["choco"], [[0.1], [None]], backtracks=3))[["backtracks", "proof_backtracks"]].to_dict("records")
    [{'backtracks': inf, 'proof_backtracks': inf}]
    """

    def medians(rows: pd.DataFrame) -> pd.DataFrame:
        proof = [f"proof_{name}" for name in SEARCH]
        both = _if_ended(rows, [*SEARCH], "solved"), _if_ended(rows, proof, "proved")
        return pd.concat([_median(rows, each) for each in both], axis=1)

    return _by_configuration(table, medians)


def failures(table: pd.DataFrame) -> pd.DataFrame:
    """The cases that failed, by configuration and kind, with the reason of the first; over all rows, compared or not.

    >>> from sudoku_models.benchmark.sample import rows
    >>> broken = rows(["highs"], [[None], [None]], failed=True, status="crashed", reason="the process ended")
    >>> failures(broken)[["configuration", "status", "cases", "reason"]].to_dict("records")
    [{'configuration': 'assignment x pulp x highs', 'status': 'crashed', 'cases': 2, 'reason': 'the process ended'}]
    """

    def kinds(rows: pd.DataFrame) -> list[dict[str, Any]]:
        failed = rows[rows["failed"].astype(bool)]
        return [
            {"configuration": name, "status": status, "cases": len(group), "first": group["puzzle"].iat[0]}
            | {"reason": group["reason"].iat[0]}
            for (name, status), group in failed.groupby(["configuration", "status"], sort=False, observed=True)
        ]

    return by_comparison(table, kinds)


def environments(table: pd.DataFrame) -> pd.DataFrame:
    """The settings: machines, versions, commits, dates, and how busy the machine was.

    Returns:
        A row for each setting, with the first and the last start of a case, the largest number of cases that one
        machine measured at the same time, the share of the cases at whose start the load was more than that by over
        `BUSY`, and the largest load over a minute. Of the calibration task: the median and the 90th percentile of how
        far the times before and after a case differ (the larger over the smaller), and its spread over the run, the
        95th percentile of its time over the 5th.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = environments(rows(["highs"], [[0.1], [0.2]], versions='{"highspy": "1.13.1"}'))
    >>> table[["setting", "machines", "versions", "cases"]].to_dict("records")
    [{'setting': 1, 'machines': 'sample', 'versions': 'highspy 1.13.1', 'cases': 2}]
    """
    made = []
    table = labelled(table)[["setting", *DESCRIBING]]
    for setting, rows in table.groupby("setting"):
        first = rows.iloc[0]
        versions = json.loads(first["versions"] or "{}")
        made.append(
            {
                "setting": setting,
                "machines": _listed(rows["machine"]),
                **{name: first[name] for name in ("cpu", "cores", "memory_gib", "system", "python")},
                "versions": ", ".join(f"{library} {version}" for library, version in versions.items()),
                "commits": _listed(rows["commit"]),
                "first": rows["started"].min(),
                "last": rows["started"].max(),
                "cases": len(rows),
                "side_by_side": (beside := side_by_side(rows)),
                "busy_percent": 100 * (rows["load"].dropna() > max(1, beside) + BUSY).mean(),
                "largest_load": rows["load"].max(),
                **_calibration(rows),
            }
        )
    return pd.DataFrame(made)


def _calibration(rows: pd.DataFrame) -> dict[str, float]:
    """How steady the machine was."""
    before, after = (_numbers(rows, [f"calibration_{when}_seconds"]).iloc[:, 0] for when in ("before", "after"))
    apart = np.exp(np.log(after / before).abs()).dropna()
    middle, high = apart.quantile([0.5, 0.9]) if len(apart) else (np.nan, np.nan)
    slow, fast = before.quantile([0.95, 0.05]) if len(apart) else (np.nan, np.nan)
    return {"calibration_median": middle, "calibration_p90": high, "calibration_spread": slow / fast}


def side_by_side(rows: pd.DataFrame) -> int:
    """The largest number of cases that one machine measured at the same time."""
    most = 0
    rows = rows.loc[rows["case_seconds"].notna(), ["machine", "started", "case_seconds"]]
    for _, of_machine in rows.groupby("machine", observed=True):
        begins = (of_machine["started"] - of_machine["started"].min()).dt.total_seconds().to_numpy()
        at = np.concatenate([begins + of_machine["case_seconds"].to_numpy(float), begins])
        more = np.repeat(np.array([-1, 1], np.int8), len(begins))
        order = np.lexsort((more, at))  # at one moment an end comes before a beginning
        most = max(most, int(more[order].cumsum(dtype=np.int64).max()))
    return most


def _by_configuration(table: pd.DataFrame, figures: Callable[[pd.DataFrame], pd.DataFrame]) -> pd.DataFrame:
    """One row for each configuration that is compared, in the order of the ranking by the proof."""

    def ranked(rows: pd.DataFrame) -> list[dict[str, Any]]:
        times, common = compared(rows)
        if common.empty:
            return []
        made = figures(common).loc[times.ranking].to_dict("index")
        return [{"configuration": name, "cases": len(times.seconds), **row} for name, row in made.items()]

    return by_comparison(table, ranked)


def _numbers(rows: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Columns as floating numbers, missing ones as NaN."""
    return pd.DataFrame(
        {name: rows[name].astype("Float64").to_numpy(float, na_value=np.nan) for name in names}, rows.index
    )


def _if_ended(rows: pd.DataFrame, names: Sequence[str], measure: str) -> pd.DataFrame:
    """The same, infinite where the case did not end, unless the configuration has the number in no case."""
    numbers = _numbers(rows, names)
    known = numbers.notna().groupby(rows["configuration"], observed=True).transform("any")
    return numbers.where(reached(rows, measure), np.inf).where(known)


def _median(rows: pd.DataFrame, numbers: pd.DataFrame) -> pd.DataFrame:
    return numbers.groupby(rows["configuration"], observed=True).median()


def _listed(column: pd.Series) -> str:
    return ", ".join(str(each) for each in column.dropna().unique() if each != "")
