"""How the configurations of a benchmark compare: performance profile, cactus plot, one against another, cost against size.

Each function takes rows of a benchmark, as `benchmark.read` gives them; the numbers that it draws are the table of the
same name in `sudoku_models.benchmark.curves`. Where there are many configurations the best have a colour, a dash, a marker and a
label of their own, and the others are grey.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullLocator, PercentFormatter

from ..errors import InputError
from .labels import COLOURS, GREY, SHOWN, curve_name, finish, limit_line, seconds_axis, styles
from .style import INK, MUTED, axes

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["cactus", "cost_by_size", "performance_profile", "scatter"]

PERCENT = PercentFormatter(1, 0)


def performance_profile(
    table: "pd.DataFrame", measure: str = "proved", configurations: int | Sequence[str] = SHOWN, ax: Axes | None = None
) -> Axes:
    """Draw the share of the cases that each configuration ends within a factor of the fastest configuration of each case.

    At the left edge stands how often a configuration is the fastest, at the right edge how many cases it ends at all. The factor
    is to the fastest of all configurations, drawn in colour or not; so two curves say how each compares with the best, and not
    how they compare with each other (N. Gould, J. Scott, "A note on performance profiles for benchmarking software",
    ACM Transactions on Mathematical Software 43, 2016).

    Args:
        table: Rows of one comparison.
        measure: "proved" or "solved".
        configurations: How many have a colour: the best by PAR2, with the one that is the fastest most often among them. Or the
            labels of those that have.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, with the factor on a logarithmic scale.

    Raises:
        InputError: When the rows are of more than one comparison, or there are none.
        UnknownNameError: When a configuration is not among those that are compared.

    Source: E. D. Dolan, J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical
    Programming 91, 2002.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models.benchmark.sample import rows
    >>> ax = performance_profile(rows(["highs", "cpsat"], [[1, 2], [9, 3]]))
    >>> [line.get_label() for line in ax.get_lines() if not line.get_label().startswith("_")]
    ['assignment x pulp x cpsat', 'assignment x pulp x highs']
    >>> plt.close(ax.figure)
    """
    from ..benchmark import curves
    from ..benchmark.comparisons import field

    drawn, ours = curves.performance_profile(table, measure), field(table, measure)
    ax = axes(ax, 9.5, 4.0)
    right = max(2.0, 1.15 * drawn["ratio"].max()) if len(drawn) else 2.0
    ax.set(xscale="log", xlim=(1, right), ylim=(-0.02, 1.03))
    curves_of = dict(iter(drawn.groupby("configuration", sort=False)))
    style_of = styles(ours.ranking, ours.notable(configurations) if isinstance(configurations, int) else configurations)
    ends = []
    for configuration, curve in curves_of.items():
        last = curve["share"].iat[-1]
        xs, ys = [*curve["ratio"], right], [*curve["share"], last]
        ax.plot(
            xs, ys, drawstyle="steps-post", clip_on=False, label=curve_name(configuration, style_of), **style_of.get(configuration, GREY)
        )
        if configuration in style_of:
            ends.append((configuration, right, last))
    ax.set(xlabel="times the fastest configuration of the case", ylabel="cases ended within that factor")
    ax.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if right < 200 else (1,)))
    ax.xaxis.set_major_formatter("{x:g}x")
    ax.xaxis.set_minor_locator(NullLocator())
    ax.yaxis.set_major_formatter(PERCENT)
    finish(ax, ends, style_of, len(curves_of))
    return ax


def cactus(
    table: "pd.DataFrame", measure: str = "proved", configurations: int | Sequence[str] = SHOWN, ax: Axes | None = None
) -> Axes:
    """Draw how many cases each configuration ends within a limit of so many seconds for each, and the virtual best.

    The lower a curve and the farther it goes to the right, the better. Cases that did not end are not drawn: a curve
    that stops before the right edge leaves them open.

    Args:
        table: Rows of one comparison.
        measure: "proved" or "solved".
        configurations: How many have a colour: the best by PAR2, with the one that is the fastest most often among them. Or the
            labels of those that have.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, with seconds on a logarithmic scale; a dashed line is the limit of the run.

    Raises:
        InputError: When the rows are of more than one comparison, or there are none.
        UnknownNameError: When a configuration is not among those that are compared.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models.benchmark.sample import rows
    >>> ax = cactus(rows(["highs", "cpsat"], [[1, 2], [9, 3], [None, 4]]))
    >>> {line.get_label(): len(line.get_xdata()) for line in ax.get_lines() if not line.get_label().startswith("_")}
    {'virtual best': 3, 'assignment x pulp x cpsat': 3, 'assignment x pulp x highs': 2}
    >>> plt.close(ax.figure)
    """
    from ..benchmark import curves
    from ..benchmark.comparisons import field
    from ..benchmark.statistics import VIRTUAL_BEST

    drawn, ours = curves.cactus(table, measure), field(table, measure)
    ax = axes(ax, 9.5, 4.0)
    total, limit = len(ours.seconds), ours.comparison.time_limit
    low = drawn["seconds"].min() if len(drawn) else limit / 10
    top = _top(drawn["seconds"].max(), limit, len(drawn) < total * (1 + len(ours.ranking)))
    ax.set(yscale="log", xlim=(0.5, max(total, 2) + 0.5), ylim=(low / 1.5, top))
    style_of = styles(ours.ranking, ours.notable(configurations) if isinstance(configurations, int) else configurations)
    shown = [VIRTUAL_BEST, *ours.ranking] if total else []
    if shown:
        style_of = {VIRTUAL_BEST: {"color": INK, "linewidth": 1.6, "linestyle": (0, (4, 2))}, **style_of}
    ends = []
    for configuration in shown:
        curve = drawn[drawn["configuration"] == configuration]
        ax.plot(curve["cases"], curve["seconds"], label=curve_name(configuration, style_of), **style_of.get(configuration, GREY))
        if configuration in style_of:
            ends.append((configuration, curve["cases"].max(), curve["seconds"].max()) if len(curve) else (configuration, None, limit))
    limit_line(ax, limit)
    ax.set(xlabel=f"cases ended, of {total}", ylabel="time for each")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    seconds_axis(ax.yaxis, low, top)
    finish(ax, ends, style_of, len(shown))
    return ax


def scatter(
    table: "pd.DataFrame",
    x: str | None = None,
    y: str | None = None,
    measure: str = "proved",
    ax: Axes | None = None,
) -> Axes:
    """Draw the time of one configuration against that of another, case by case.

    A point above the diagonal is a case on which `x` was the faster. The bands are factors of 2 and 10. A case that did
    not end stands on the line of the limit with another marker: its true place lies farther out.

    Args:
        table: Rows of one comparison.
        x, y: The labels of the two configurations; the two best (by PAR2) when left out.
        measure: "proved" or "solved".
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, both on the same logarithmic scale.

    Raises:
        InputError: When the rows are of more than one comparison, or of fewer than two configurations.
        UnknownNameError: When a configuration is not among those that are compared.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models.benchmark.sample import rows
    >>> ax = scatter(rows(["highs", "cpsat"], [[1, 2], [9, 3], [None, 4]]))
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['both ended: 2', 'open on the vertical axis: 1']
    >>> plt.close(ax.figure)
    """
    from ..benchmark import curves
    from ..benchmark.comparisons import field

    ours = field(table, measure)
    left = [configuration for configuration in ours.ranking if configuration not in (x, y)]
    if len(left) < (x is None) + (y is None):
        raise InputError(f"a picture of one configuration against another needs two configurations; {ours.comparison} has {len(ours.ranking)}")
    x = left.pop(0) if x is None else x
    y = left.pop(0) if y is None else y
    drawn = curves.scatter(table, x, y, measure)
    ax = axes(ax, 5.6, 5.4)
    limit = ours.comparison.time_limit
    low = min([*drawn["x_seconds"], *drawn["y_seconds"]], default=limit / 10) / 1.5
    is_open = bool((drawn["x_censored"] | drawn["y_censored"]).any())
    span = [low, _top(drawn[["x_seconds", "y_seconds"]].max().max(), limit, is_open)]
    for factor, shade in ((10, 0.06), (2, 0.10)):
        lower, upper = [each / factor for each in span], [each * factor for each in span]
        ax.fill_between(span, lower, upper, color=INK, alpha=shade, linewidth=0)
        if upper[0] < 0.8 * span[1]:
            ax.text(1.06 * upper[0], 1.06 * span[0], f"{factor}x", fontsize=7, color=MUTED)
    ax.plot(span, span, color=INK, linewidth=0.8, label="_diagonal")
    for across in (ax.axhline, ax.axvline):
        across(limit, color=MUTED, linewidth=0.9, linestyle="--", label="_limit")
    for x_open, y_open, what, marker in (
        (False, False, "both ended", "o"),
        (True, False, "open on the horizontal axis", ">"),
        (False, True, "open on the vertical axis", "^"),
        (True, True, "both open", "D"),
    ):
        chosen = drawn[(drawn["x_censored"] == x_open) & (drawn["y_censored"] == y_open)]
        look: dict[str, Any] = {"s": 18, "color": COLOURS[0]}
        if x_open or y_open:
            look = {"s": 34, "edgecolors": COLOURS[3], "facecolors": "none"}
        look |= {"marker": marker, "label": f"{what}: {len(chosen)}"}
        if len(chosen):
            ax.scatter(chosen["x_seconds"], chosen["y_seconds"], zorder=3, alpha=0.9, **look)
    ax.set(xscale="log", yscale="log", xlim=span, ylim=span, aspect="equal")
    ax.set_xlabel(x, parse_math=False)
    ax.set_ylabel(y, parse_math=False)
    for axis in (ax.xaxis, ax.yaxis):
        seconds_axis(axis, *span)
    ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=2, fontsize=8, handletextpad=0.2)
    return ax


def cost_by_size(
    table: "pd.DataFrame", measure: str = "proved", configurations: int | Sequence[str] = SHOWN, ax: Axes | None = None
) -> Axes:
    """Draw the median time of each configuration against the size of the board.

    Lines join boards of one corpus; thin ones lead from corpus to corpus, whose puzzles may differ in more than their
    size. An open triangle is a median that is larger than what is drawn, because too many cases did not end.

    Args:
        table: Rows with one time limit, one number of threads and one setting, of any number of corpora.
        measure: "proved" or "solved".
        configurations: How many of the best have a colour (of those on most boards, by their geometric mean), or their labels.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, both on logarithmic scales.

    Raises:
        InputError: When the limit, the threads or the setting differ, or there are no rows.
        UnknownNameError: When a configuration is not among those that are compared.

    >>> import matplotlib.pyplot as plt
    >>> import pandas as pd
    >>> from sudoku_models.benchmark.sample import rows
    >>> table = pd.concat([rows(["highs"], [[0.1]], "four", size=4), rows(["highs"], [[None]], "nine", size=9)])
    >>> ax = cost_by_size(table)
    >>> [line.get_marker() for line in ax.get_lines() if line.get_label() == "_open"]
    ['^']
    >>> plt.close(ax.figure)
    """
    from ..benchmark import curves

    drawn = curves.cost_by_size(table, measure)
    limit = float(table["time_limit"].iat[0])
    ax = axes(ax, 9.5, 4.0)
    boards = drawn[["size", "corpus"]].drop_duplicates().sort_values("size", kind="stable")
    place = {}
    for size, of_size in boards.groupby("size"):  # corpora of one size stand side by side
        for k, corpus in enumerate(of_size["corpus"]):
            place[size, corpus] = size * 1.05 ** (k - (len(of_size) - 1) / 2)
    low = min(drawn["seconds"], default=limit / 10)
    top = _top(drawn["seconds"].max(), limit, bool(drawn["is_bound"].any()))
    sizes = [*boards["size"].unique()] or [9]
    ax.set(xscale="log", yscale="log", xlim=(0.85 * sizes[0], 1.15 * sizes[-1]), ylim=(low / 1.5, top))
    ranking = _by_geometric_mean(drawn)
    style_of = styles(ranking, configurations)
    ends = []
    for configuration in ranking:
        points = drawn[drawn["configuration"] == configuration].sort_values("size", kind="stable")
        xs = [place[key] for key in zip(points["size"], points["corpus"], strict=True)]
        ends += _size_curve(ax, configuration, points.assign(x=xs).sort_values("x"), style_of.get(configuration, {**GREY, "marker": "."}))
    for size, of_size in boards.groupby("size"):
        of: dict[str, Any] = {
            "transform": ax.get_xaxis_transform(),
            "ha": "center",
            "va": "bottom",
            "fontsize": 7,
            "color": MUTED,
        }
        ax.text(size, 1.02, ", ".join(of_size["corpus"]), parse_math=False, **of)
    limit_line(ax, limit)
    ax.set(xlabel="size of the board", ylabel="median time")
    ax.xaxis.set_major_locator(FixedLocator([float(size) for size in sizes]))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda size, _: f"{size:.0f}x{size:.0f}"))
    ax.xaxis.set_minor_locator(NullLocator())
    seconds_axis(ax.yaxis, low, top)
    finish(ax, [end for end in ends if end[0] in style_of], style_of, len(ranking))
    return ax


def _top(longest: float, limit: float, is_open: bool) -> float:
    """Where an axis of seconds ends: above the limit if a case is open or close to it, else above the longest."""
    return 1.6 * limit if is_open or not longest < limit / 3 else 1.6 * longest


def _by_geometric_mean(drawn: "pd.DataFrame") -> list[str]:
    """The configurations by how many boards they are on, and then by their geometric mean there."""
    import numpy as np

    groups = drawn.assign(log=np.log(drawn["seconds"])).groupby("configuration", sort=False)["log"]
    order = groups.agg(["size", "mean"]).sort_values(["size", "mean"], ascending=[False, True], kind="stable")
    return [*order.index]


def _size_curve(
    ax: Axes, configuration: str, points: "pd.DataFrame", style: dict[str, Any]
) -> list[tuple[str, float | None, float]]:
    """The curve of one configuration, and where it ends."""
    light = {**style, "linewidth": 0.7, "linestyle": ":", "marker": ""}
    ax.plot(points["x"], points["seconds"], label="_between corpora", **light)
    for k, (_, of_corpus) in enumerate(points.groupby("corpus", sort=False)):
        ax.plot(of_corpus["x"], of_corpus["seconds"], label="_more" if k else configuration, **{**style, "markevery": 1})
    above = points[points["is_bound"]]
    if len(above):
        mark = {"marker": "^", "markersize": 9, "markerfacecolor": "none", "linestyle": "", "color": style["color"]}
        ax.plot(above["x"], above["seconds"], label="_open", **mark)
    return [(configuration, float(points["x"].iat[-1]), float(points["seconds"].iat[-1]))]
