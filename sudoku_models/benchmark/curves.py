"""The figures of a comparison: the numbers of each as a table, and as pictures for the page of a report.

`plots` draws a table with the function of the same name.
"""

import base64
import io
from collections.abc import Iterator
from html import escape
from typing import Any

import numpy as np
import pandas as pd

from ..errors import UnknownNameError
from .comparisons import comparisons, time_table
from .statistics import COST, VIRTUAL_BEST, costs


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


def panels(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The processor time until the proof as `plots.scale` draws it, for each corpus of the result of `costs`."""
    return {
        str(corpus): rows.assign(value=rows[COST], is_open=rows["is_open"] & rows[COST].notna())
        for corpus, rows in table.groupby("corpus", sort=False)
    }


def pictures(rows: pd.DataFrame, measure: str) -> list[str]:
    """Performance profile, cactus plot and scatter plot of each comparison; and cost against the size of the board.

    Each is an element `<figure>` that has all of the picture, and names its corpus.
    The same rows give the same pictures, whatever the settings of matplotlib.
    """
    from matplotlib import style

    with style.context(["default", {"svg.hashsalt": "sudoku-models", "svg.fonttype": "none"}]):
        return [_as_html(*each) for each in _figures(rows, measure)]


def _figures(rows: pd.DataFrame, measure: str) -> Iterator[tuple[str, str, str, Any]]:
    """The corpus, the title, an explanation and the figure of each picture."""
    from ..plots import performance
    from ..plots.scale import Panel
    from ..plots.scale import scale as draw_scale

    if len(sizes := costs(rows)):
        drawn = [Panel(corpus, panel) for corpus, panel in panels(sizes).items()]
        yield (
            "",
            "Processor time until the proof against the size of the board",
            "An open triangle is a board on which the configuration did not end. Both axes are logarithmic; the grey "
            "line has the slope of n^3, the growth of the binaries of the assignment model.",
            draw_scale(drawn, len(drawn) + 1),
        )
    for key, of_it in comparisons(rows).items():
        times = time_table(of_it, measure)
        if times.seconds.empty:
            continue
        yield (
            key.corpus,
            f"Performance profile: {key}",
            "The height of a curve at a factor is the share of the cases on which that configuration took at most so "
            "many times as long as the fastest one. The factor is to the fastest of all configurations, so two curves "
            "show how each compares with the best, and not how they compare with each other.",
            performance.performance_profile(performance_profile(of_it, measure)).figure,
        )
        yield (
            key.corpus,
            f"Cactus plot: {key}",
            "Each configuration has its cases sorted by their time; at 50 is the time of its 50th. Lower and farther "
            "to the right is better. A curve that stops early leaves the rest of the cases open.",
            performance.cactus(cactus(of_it, measure), key.time_limit).figure,
        )
        if len(times.ranking) > 1:
            x, y = times.ranking[:2]
            yield (
                key.corpus,
                f"{x} against {y}: {key}",
                "A point is a case; above the diagonal the configuration on the horizontal axis was the faster. The "
                "bands are factors of 2 and 10. Open marks did not end, and their true point is farther out.",
                performance.scatter(scatter(of_it, x, y, measure), x, y, key.time_limit).figure,
            )


def _as_html(corpus: str, title: str, how: str, figure: Any) -> str:
    """A figure, which is closed, with its title and how to read it; its corpus is empty for all."""
    from matplotlib import pyplot as plt

    content = io.BytesIO()
    figure.savefig(content, format="svg", metadata={"Date": None})
    plt.close(figure)
    return (
        f'<figure data-corpus="{escape(corpus)}"><h3>{escape(title)}</h3><div class="wide"><img alt="{escape(title)}" '
        f'src="data:image/svg+xml;base64,{base64.b64encode(content.getvalue()).decode()}"></div>'
        f"<figcaption>{escape(how)}</figcaption></figure>"
    )
