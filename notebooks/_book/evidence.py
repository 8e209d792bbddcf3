"""Figures of the page of results that no report has: a ratio against search effort, and the regret of a choice."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from sudoku_models.benchmark.bootstrap import CONFIDENCE, interval
from sudoku_models.benchmark.comparisons import MEASUREMENT, by_case, finished, labelled
from sudoku_models.benchmark.contrasting import compared
from sudoku_models.benchmark.description import CONTROLS
from sudoku_models.benchmark.protocol import DRAWS
from sudoku_models.benchmark.verdicts import judge

PUZZLE = ["corpus", "puzzle"]


def against_effort(
    rows: pd.DataFrame, a: str, b: str, measure: str, effort: pd.Series, least: int = 20, draws: int = DRAWS
) -> pd.DataFrame:
    """The ratio of two configurations against the search effort of the puzzles: a curve with a band.

    The puzzles without effort are one point; the others are sorted by their effort, and divided into groups of nearly
    equal size. Puzzles of one effort are in one group.

    Args:
        rows: Rows of a benchmark.
        a, b: The two configurations, by their names.
        measure: A measure of a contrast.
        effort: The effort of each puzzle, by corpus and puzzle; those that it does not have are left out.
        least: The number of puzzles in a group, or more.
        draws: How often the puzzles are drawn.

    Returns:
        A row for each group: `low_effort`, `effort` (the median) and `high_effort`; the columns of
        `contrasting.compared`, of which `ratio_low` to `ratio_high` is the band of 95 % at that point, infinite or 0
        where open cases leave it open; and p_holm, verdict and why, corrected for the number of groups.
    """
    rows = labelled(rows)
    sides = [rows[rows["configuration"] == name] for name in (a, b)]
    both = pd.merge(*(side[PUZZLE].drop_duplicates() for side in sides))
    known = both.assign(effort=effort.reindex(pd.MultiIndex.from_frame(both)).to_numpy()).dropna()
    searched = known.loc[known["effort"] > 0, "effort"]
    groups = pd.Series(-1, known.index)
    if len(searched):
        groups[searched.index] = pd.qcut(searched, max(1, len(searched) // least), labels=False, duplicates="drop")
    made: list[dict[str, Any]] = []
    for _, group in known.groupby(groups):
        ends = {"low_effort": group["effort"].min(), "effort": group["effort"].median()}
        its = (side.merge(group[PUZZLE]) for side in sides)
        made.append({**ends, "high_effort": group["effort"].max(), **compared(*its, measure, draws)})
    judge(made)
    return pd.DataFrame(made)


def regret(
    rows: pd.DataFrame, measures: Sequence[str] = ("solver", "proved"), by: str = "corpus", draws: int = DRAWS
) -> pd.DataFrame:
    """What it costs to take the best configuration of one problem for another one.

    The cost of a configuration on a problem is PAR2: the mean over the instances, of which each has the mean over its
    isomorphs of the median over the repeats, and an open case counts twice its limit. Only configurations that have all
    instances of all problems, and can be trusted, count.

    Args:
        rows: Rows of a benchmark.
        measures: "solver", "proved" or "solved".
        by: The column that names the problem.
        draws: How often the instances are drawn.

    Returns:
        For each measure, each problem whose best configuration is `taken`, and each problem on which it is used
        (`problem`) a row: `taken_from`, the number of `instances`, the configuration that is the `best` there, and
        `ratio`, the cost of the taken one over that of the best, which is 1 or more. `ratio_low` to `ratio_high` is its
        interval, from drawing the instances of the problem, with the best one chosen anew in each draw. Those of one
        `taken_from` hold together with 95 %: "at most r times the best" is the largest `ratio_high` of them.
    """
    rows = labelled(rows)
    rows = rows[(rows["corpus"] != CONTROLS) & (rows["distrusted"] == "")]
    costs = {measure: _costs(rows, measure, by) for measure in measures}
    made = []
    for measure, of_measure in costs.items():
        means = of_measure.groupby(level=by, sort=False).mean()
        best = means.idxmin(axis=1)
        of = dict(iter(of_measure.groupby(level=by, sort=False)))
        confidence = 1 - (1 - CONFIDENCE) / max(1, len(of) - 1)
        for source, taken in best.items():
            for problem, part in of.items():
                seconds, place = part.to_numpy(float), part.columns.get_loc(taken)

                def ratio(drawn: Any, seconds: Any = seconds, place: int = place) -> Any:
                    mean = seconds[drawn].mean(axis=1)
                    return mean[:, place] / mean.min(axis=1)

                low, high = interval([0] * len(part), ratio, draws=draws, confidence=confidence)
                of_taken = means.loc[problem, taken] / means.loc[problem].min()
                row = {"measure": measure, "taken_from": source, "taken": taken, "problem": problem}
                row |= {"instances": len(part), "best": best[problem], "ratio": float(of_taken)}
                made.append({**row, "ratio_low": low, "ratio_high": high})
    return pd.DataFrame(made)


def _costs(rows: pd.DataFrame, measure: str, by: str) -> pd.DataFrame:
    """The cost of each instance, by problem, corpus and puzzle, for each configuration that has all of them."""
    levels = [*dict.fromkeys([by, "corpus"]), *MEASUREMENT, "configuration"]
    index = pd.MultiIndex.from_frame(rows[levels])
    figures = {"seconds": finished(rows, measure), "limit": rows["time_limit"]}
    measured = pd.DataFrame({name: values.to_numpy(float) for name, values in figures.items()}, index)
    cases = by_case(measured[~index.duplicated()])
    seconds = cases["seconds"].where(np.isfinite(cases["seconds"]), 2 * cases["limit"])
    instances = seconds.groupby(level=[name for name in seconds.index.names if name != "seed"], sort=False).mean()
    return instances.unstack("configuration").dropna(axis=1)
