"""The figures of a comparison: the numbers of each as a table, which `plots` draws with the function of the same name.

The script of the page of a report, which draws them from the rows, computes the same numbers.
"""

import numpy as np
import pandas as pd

from ..errors import UnknownNameError
from .comparisons import time_table
from .statistics import VIRTUAL_BEST


def performance_profile(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """The share of the cases that each configuration ends within a factor of the fastest configuration of that case.

    Args:
        table: Rows of one comparison.
        measure: "proved" or "solved".

    Returns:
        The corners of a rising step for each configuration, the best by PAR2 first: from `ratio` on, `share` of the
        cases are ended. The share at ratio 1 is how often the configuration is the fastest; the last share is how many
        cases it ends.

    Raises:
        InputError: When the rows are of more than one comparison, or there are none.

    Source: E. D. Dolan, J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical
    Programming 91, 2002.

    >>> from sudoku_models.benchmark import made_up
    >>> table = performance_profile(made_up(["highs", "cpsat"], [[1, 2], [9, 3]]))
    >>> table[table["configuration"] == "assignment x pulp x cpsat"][["ratio", "share"]].to_numpy().tolist()
    [[1.0, 0.5], [2.0, 1.0]]
    """
    times = time_table(table, measure)
    ratios = times.seconds.div(times.virtual_best, axis=0)  # infinite over infinite is missing: no one ended it
    curves = []
    for configuration in times.ranking:
        ends, count = np.unique(ratios[configuration].replace(np.inf, np.nan).dropna(), return_counts=True)
        shares = np.cumsum(count) / max(1, len(ratios))
        if not len(ends) or ends[0] > 1:
            ends, shares = np.insert(ends, 0, 1.0), np.insert(shares, 0, 0.0)
        curves.append(pd.DataFrame({"configuration": configuration, "ratio": ends, "share": shares}))
    return _joined(curves, ["configuration", "ratio", "share"])


def cactus(table: pd.DataFrame, measure: str = "proved") -> pd.DataFrame:
    """How many cases each configuration, and the virtual best, ends within a limit of so many seconds.

    Args:
        table: Rows of one comparison.
        measure: "proved" or "solved".

    Returns:
        For the virtual best and each configuration, the best by PAR2 first, the times of all cases in rising order:
        the `cases`-th took `seconds`, which is infinite where the case was not ended.

    Raises:
        InputError: When the rows are of more than one comparison, or there are none.

    >>> from sudoku_models.benchmark import made_up
    >>> table = cactus(made_up(["highs", "cpsat"], [[1, 2], [9, 3], [None, 4]]))
    >>> table[table["configuration"] == "assignment x pulp x highs"][["cases", "seconds"]].to_numpy().tolist()
    [[1.0, 1.0], [2.0, 9.0], [3.0, inf]]
    """
    times = time_table(table, measure)
    curves = [(VIRTUAL_BEST, times.virtual_best)] if len(times.seconds) else []
    curves += [(each, times.seconds[each]) for each in times.ranking if len(times.seconds)]
    tables = [
        pd.DataFrame({"configuration": name, "cases": np.arange(1, len(seconds) + 1), "seconds": np.sort(seconds)})
        for name, seconds in curves
    ]
    return _joined(tables, ["configuration", "cases", "seconds"])


def scatter(table: pd.DataFrame, x: str, y: str, measure: str = "proved") -> pd.DataFrame:
    """The times of two configurations on each case.

    Args:
        table: Rows of one comparison.
        x, y: The two configurations, by their names.
        measure: "proved" or "solved".

    Returns:
        A row for each case that all configurations have: `x_seconds` and `y_seconds`, which are the limit where
        `x_censored` or `y_censored` is true.

    Raises:
        InputError: When the rows are of more than one comparison, or there are none.
        UnknownNameError: When a configuration is not among those that are compared.

    >>> from sudoku_models.benchmark import made_up
    >>> table = made_up(["highs", "cpsat"], [[1, 2], [None, 3]])
    >>> scatter(table, "assignment x pulp x highs", "assignment x pulp x cpsat")[["x_seconds", "x_censored"]].to_numpy()
    array([[1.0, False],
           [10.0, True]], dtype=object)
    """
    times = time_table(table, measure)
    points = times.seconds.index.to_frame(index=False)
    for axis, configuration in (("x", x), ("y", y)):
        if configuration not in times.ranking:
            raise UnknownNameError("configuration", configuration, times.ranking)
        seconds = times.seconds[configuration].to_numpy()
        points[f"{axis}_seconds"] = np.minimum(seconds, times.comparison.time_limit)
        points[f"{axis}_censored"] = np.isinf(seconds)
    return points


def _joined(tables: list[pd.DataFrame], columns: list[str]) -> pd.DataFrame:
    """Tables one below the other; an empty one with these columns where there is none."""
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=columns)
