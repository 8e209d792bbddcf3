"""The numbers that the pictures of a race draw, each as a table.

Every function takes the rows of one race and is drawn by the function of the same name in `sudoku_models.plots`.
"""

import numpy as np
import pandas as pd

from ..errors import InputError, UnknownNameError
from .races import field, races
from .statistics import VIRTUAL_BEST, median

__all__ = ["cactus", "cost_by_size", "performance_profile", "scatter"]


def performance_profile(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """The share of the cases that each way ends within a factor of the fastest way of that case.

    Args:
        table: Rows of one race.
        measure: "proved" or "solved".

    Returns:
        The corners of a rising step for each way, the best by PAR2 first: from `ratio` on, `share` of the cases are
        ended. The share at ratio 1 is how often the way is the fastest; the last share is how many cases it ends.

    Raises:
        InputError: When the rows are of more than one race, or there are none.

    Source: E. D. Dolan, J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical
    Programming 91, 2002.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = performance_profile(rows(["highs", "cpsat"], [[1, 2], [9, 3]]))
    >>> table[table["way"] == "assignment x pulp x cpsat"][["ratio", "share"]].to_numpy().tolist()
    [[1.0, 0.5], [2.0, 1.0]]
    """
    ours = field(table, measure)
    ratios = ours.seconds.div(ours.virtual_best, axis=0)  # infinite over infinite is missing: nobody ended it
    made = []
    for way in ours.ranking:
        ends, count = np.unique(ratios[way].replace(np.inf, np.nan).dropna(), return_counts=True)
        shares = np.cumsum(count) / max(1, len(ratios))
        if not len(ends) or ends[0] > 1:
            ends, shares = np.insert(ends, 0, 1.0), np.insert(shares, 0, 0.0)
        made.append(pd.DataFrame({"way": way, "ratio": ends, "share": shares}))
    return _joined(made, ["way", "ratio", "share"])


def cactus(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """How many cases each way, and the virtual best, would end within a limit of so many seconds.

    Args:
        table: Rows of one race.
        measure: "proved" or "solved".

    Returns:
        For each way the times of the cases that it ended, in rising order: the `cases`-th took `seconds`.

    Raises:
        InputError: When the rows are of more than one race, or there are none.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = cactus(rows(["highs", "cpsat"], [[1, 2], [9, 3], [None, 4]]))
    >>> table[table["way"] == "virtual best"][["cases", "seconds"]].to_numpy().tolist()
    [[1.0, 1.0], [2.0, 3.0], [3.0, 4.0]]
    """
    ours = field(table, measure)
    made = []
    for way in [VIRTUAL_BEST, *ours.ranking] if ours.ranking else []:
        seconds = np.sort(ours.virtual_best if way == VIRTUAL_BEST else ours.seconds[way])
        seconds = seconds[np.isfinite(seconds)]
        made.append(pd.DataFrame({"way": way, "cases": np.arange(1, len(seconds) + 1), "seconds": seconds}))
    return _joined(made, ["way", "cases", "seconds"])


def scatter(table: pd.DataFrame, x: str, y: str, measure: str = "proved") -> pd.DataFrame:
    """The times of two ways on each case.

    Args:
        table: Rows of one race.
        x, y: The two ways, by their labels.
        measure: "proved" or "solved".

    Returns:
        A row for each case that all ways have: `x_seconds` and `y_seconds`, which are the limit where `x_censored` or
        `y_censored` says so.

    Raises:
        InputError: When the rows are of more than one race, or there are none.
        UnknownNameError: When a way is not among those that are compared.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = rows(["highs", "cpsat"], [[1, 2], [None, 3]])
    >>> scatter(table, "assignment x pulp x highs", "assignment x pulp x cpsat")[["x_seconds", "x_censored"]].to_numpy()
    array([[1.0, False],
           [10.0, True]], dtype=object)
    """
    ours = field(table, measure)
    for way in (x, y):
        if way not in ours.ranking:
            raise UnknownNameError("way", way, ours.ranking)
    made = ours.seconds.index.to_frame(index=False)
    for name, way in (("x", x), ("y", y)):
        seconds = ours.seconds[way].to_numpy()
        made[f"{name}_seconds"] = np.minimum(seconds, ours.race.time_limit)
        made[f"{name}_censored"] = np.isinf(seconds)
    return made


def cost_by_size(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """The median time of each way on boards of each size.

    Args:
        table: Rows with one time limit, one number of threads and one setting, of any number of corpora.
        measure: "proved" or "solved".

    Returns:
        A row for each way, corpus and size, never pooled over corpora: the median over the puzzles, which is the limit
        or less than the true one where `is_bound` says so, and how many there are.

    Raises:
        InputError: When the limit, the threads or the setting differ, or there are no rows.

    >>> from sudoku_models.benchmark.sample import rows
    >>> table = pd.concat([rows(["highs"], [[0.1], [0.3]], "four", size=4), rows(["highs"], [[None]], "nine", size=9)])
    >>> cost_by_size(table)[["corpus", "size", "seconds", "is_bound"]].to_dict("records")[1]
    {'corpus': 'nine', 'size': 9, 'seconds': 10.0, 'is_bound': True}
    """
    found = races(table)
    if len({(race.time_limit, race.threads, race.setting) for race in found}) != 1:
        listed = "; ".join(str(race) for race in found) or "none"
        raise InputError(f"sizes are compared with one limit, one number of threads and one setting, not: {listed}")
    made = []
    for race, rows in found.items():
        for size, of_size in rows.groupby("size"):
            ours = field(of_size, measure)
            for way in ours.ranking if len(ours.seconds) else []:
                seconds, is_bound = median(ours.by_puzzle[way])
                made.append(
                    {"way": way, "corpus": race.corpus, "size": int(size), "puzzles": len(ours.by_puzzle)}
                    | {"seconds": seconds, "is_bound": is_bound}
                )
    return pd.DataFrame(made, columns=["way", "corpus", "size", "puzzles", "seconds", "is_bound"])


def _joined(tables: list[pd.DataFrame], columns: list[str]) -> pd.DataFrame:
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=columns)
