"""Comparisons of configurations: performance profile, cactus plot, scatter plot.

Each function draws the table that the function of the same name in `sudoku_models.benchmark` computes from rows. Of
many configurations some are highlighted, with a colour, a dash, a marker and a label, and the others are grey.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter

from ..errors import UnknownNameError
from .style import COLOURS, DASHES, INK, MARKERS, MUTED, axes, limit_line, log_axis, look, seconds

if TYPE_CHECKING:
    import pandas as pd

PERCENT = PercentFormatter(1, 0)
GREY: dict[str, Any] = {"color": MUTED, "alpha": 0.45, "linewidth": 0.6, "zorder": 1}
HIGHLIGHTED = len(COLOURS)


def performance_profile(
    table: "pd.DataFrame", highlight: int | Sequence[str] = HIGHLIGHTED, ax: Axes | None = None
) -> Axes:
    """Draw the share of the cases that each configuration ends within a factor of the fastest one of each case.

    The left edge shows how often a configuration is the fastest, the right edge how many cases it ends at all. The
    factor is to the fastest of all configurations; so two curves show how each compares with the best, and not how they
    compare with each other (N. Gould, J. Scott, "A note on performance profiles for benchmarking software", ACM
    Transactions on Mathematical Software 43, 2016).

    Args:
        table: `configuration`, `ratio` and `share`: the corners of the curves, the best configuration first.
        highlight: How many of the first have a colour, or the names of those that have.
        ax: Where to draw; None for a new figure.

    Returns:
        The axes, with the factor on a logarithmic scale.

    Raises:
        UnknownNameError: When a name is not in the table.

    Source: E. D. Dolan, J. J. Moré, "Benchmarking optimization software with performance profiles", Mathematical
    Programming 91, 2002.

    >>> import matplotlib.pyplot as plt
    >>> import pandas as pd
    >>> table = pd.DataFrame({"configuration": ["A", "A", "B"], "ratio": [1, 2, 1], "share": [0.5, 1, 0.5]})
    >>> ax = performance_profile(table)
    >>> [line.get_label() for line in ax.get_lines() if not line.get_label().startswith("_")]
    ['A', 'B']
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 9.5, 4.0)
    right = max(2.0, 1.15 * table["ratio"].max()) if len(table) else 2.0
    ax.set(xscale="log", xlim=(1, right), ylim=(-0.02, 1.03))
    curves = dict(iter(table.groupby("configuration", sort=False)))
    style_of = _styles([*curves], highlight)
    ends = []
    for name, curve in curves.items():
        last = curve["share"].iat[-1]
        curve_style = {"label": _curve_name(name, style_of), **style_of.get(name, GREY)}
        xs, ys = [*curve["ratio"], right], [*curve["share"], last]
        ax.plot(xs, ys, drawstyle="steps-post", clip_on=False, **curve_style)
        if name in style_of:
            ends.append((name, right, last))
    ax.set(xlabel="times the fastest configuration of the case", ylabel="cases ended within that factor")
    log_axis(ax.xaxis, "{x:g}x")
    ax.yaxis.set_major_formatter(PERCENT)
    _finish(ax, ends, style_of, len(curves))
    return ax


def cactus(
    table: "pd.DataFrame",
    limit: float,
    highlight: int | Sequence[str] = HIGHLIGHTED,
    reference: str = "virtual best",
    ax: Axes | None = None,
) -> Axes:
    """Draw how many cases each configuration, and the virtual best, ends within a limit of so many seconds for each.

    The lower a curve and the farther it goes to the right, the better. Cases that did not end are not drawn: a curve
    that stops before the right edge leaves them open.

    Args:
        table: `configuration`, `cases` and `seconds`: the `cases`-th case of a configuration took `seconds`, which is
            infinite where it was not ended; the best configuration first.
        limit: The time limit of the run, in seconds: a dashed line.
        highlight: How many of the first configurations have a colour, or the names of those that have.
        reference: The name of a curve that is black and dashed, and not counted among the configurations.
        ax: Where to draw; None for a new figure.

    Returns:
        The axes, with seconds on a logarithmic scale.

    Raises:
        UnknownNameError: When a name is not in the table.

    >>> import matplotlib.pyplot as plt
    >>> import pandas as pd
    >>> table = pd.DataFrame({"configuration": ["A", "A"], "cases": [1, 2], "seconds": [1.0, float("inf")]})
    >>> ax = cactus(table, limit=10)
    >>> {line.get_label(): len(line.get_xdata()) for line in ax.get_lines() if not line.get_label().startswith("_")}
    {'A': 1}
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 9.5, 4.0)
    total = int(table["cases"].max()) if len(table) else 0
    ended = table[table["seconds"] < float("inf")]
    low = ended["seconds"].min() if len(ended) else limit / 10
    top = _top(ended["seconds"].max(), limit, len(ended) < len(table))
    ax.set(yscale="log", xlim=(0.5, max(total, 2) + 0.5), ylim=(low / 1.5, top))
    curves = dict(iter(table.groupby("configuration", sort=False)))
    style_of = _styles([name for name in curves if name != reference], highlight)
    if reference in curves:
        style_of = {reference: {"color": INK, "linewidth": 1.6, "linestyle": (0, (4, 2))}, **style_of}
    ends = []
    for name, every in curves.items():
        curve = every[every["seconds"] < float("inf")]
        ax.plot(curve["cases"], curve["seconds"], label=_curve_name(name, style_of), **style_of.get(name, GREY))
        if name in style_of:
            ends.append((name, curve["cases"].max(), curve["seconds"].max()) if len(curve) else (name, None, limit))
    limit_line(ax, limit)
    ax.set(xlabel=f"cases ended, of {total}", ylabel="time for each")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    log_axis(ax.yaxis, seconds)
    _finish(ax, ends, style_of, len(curves))
    return ax


def scatter(table: "pd.DataFrame", x: str, y: str, limit: float, ax: Axes | None = None) -> Axes:
    """Draw the time of one configuration against that of another, case by case.

    A point above the diagonal is a case on which `x` was the faster. The bands are factors of 2 and 10. A case that did
    not end is drawn on the line of the limit with another marker: its true position is farther out.

    Args:
        table: `x_seconds` and `y_seconds` for each case, which are the limit where `x_censored` and `y_censored` are
            true.
        x, y: The names of the two configurations.
        limit: The time limit of the run, in seconds: the dashed lines.
        ax: Where to draw; None for a new figure.

    Returns:
        The axes, both on the same logarithmic scale.

    >>> import matplotlib.pyplot as plt
    >>> import pandas as pd
    >>> times = {"x_seconds": [1.0, 10.0], "y_seconds": [2.0, 3.0]}
    >>> ax = scatter(pd.DataFrame({**times, "x_censored": [False, True], "y_censored": False}), "A", "B", limit=10)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['both ended: 1', 'open on the horizontal axis: 1']
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 5.6, 5.4)
    low = min([*table["x_seconds"], *table["y_seconds"]], default=limit / 10) / 1.5
    is_open = bool((table["x_censored"] | table["y_censored"]).any())
    span = [low, _top(table[["x_seconds", "y_seconds"]].max().max(), limit, is_open)]
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
        chosen = table[(table["x_censored"] == x_open) & (table["y_censored"] == y_open)]
        points: dict[str, Any] = {"s": 18, "color": COLOURS[0]}
        if x_open or y_open:
            points = {"s": 34, "edgecolors": COLOURS[3], "facecolors": "none"}
        points |= {"marker": marker, "label": f"{what}: {len(chosen)}"}
        if len(chosen):
            ax.scatter(chosen["x_seconds"], chosen["y_seconds"], zorder=3, alpha=0.9, **points)
    ax.set(xscale="log", yscale="log", xlim=span, ylim=span, aspect="equal")
    ax.set_xlabel(x, parse_math=False)
    ax.set_ylabel(y, parse_math=False)
    for axis in (ax.xaxis, ax.yaxis):
        log_axis(axis, seconds)
    ax.legend(frameon=False, loc="lower left", bbox_to_anchor=(-0.02, 1.0), ncols=2, fontsize=8, handletextpad=0.2)
    return ax


def _top(longest: float, limit: float, is_open: bool) -> float:
    """Where an axis of seconds ends: above the limit if a case is open or close to it, else above the longest."""
    return 1.6 * limit if is_open or not longest < limit / 3 else 1.6 * longest


def sizes_and_times(rows: Sequence[Any], ax: Axes | None = None) -> Axes:
    """The time to a solution and to the claim that it is the only one, against the nonzeros, on two logarithmic axes.

    Args:
        rows: The rows of a comparison (see `sudoku_models.compare`).
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes. A formulation has a colour and a marker; those of the second solver, and of further ones, are hollow.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import compare
    >>> comparison = compare("1... ..2. .3.. ...4", ["assignment"], ["pulp"], ["highs", "cpsat"])
    >>> ax = sizes_and_times(comparison.rows)
    >>> [line.get_label() for line in ax.get_lines()]
    ['assignment, highs', 'assignment, cpsat']
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 8, 4)
    formulations = list(dict.fromkeys(row.formulation for row in rows))
    solvers = list(dict.fromkeys(row.solver for row in rows))
    for solver in solvers:
        for k, formulation in enumerate(formulations):
            counts = [r.count for r in rows if (r.formulation, r.solver) == (formulation, solver)]
            milliseconds = [1000 * (each.stats.solve_seconds + (each.prove_seconds or 0)) for each in counts]
            style = {**look(k), "linestyle": "none", "fillstyle": "full" if solver == solvers[0] else "none"}
            ax.plot([each.stats.nonzeros for each in counts], milliseconds, label=f"{formulation}, {solver}", **style)
    ax.set(xscale="log", yscale="log", xlabel="nonzeros in the solver", ylabel="to a solution and the claim (ms)")
    for axis in (ax.xaxis, ax.yaxis):
        log_axis(axis, "{x:,.10g}")
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    return ax


def _styles(ranking: Sequence[str], highlight: int | Sequence[str]) -> dict[str, dict[str, Any]]:
    """Colour, dash and marker of each highlighted configuration.

    Args:
        ranking: All configurations, the best first.
        highlight: How many of the best, or their names.

    >>> [*_styles(["a", "b", "c"], 2)], _styles(["a", "b", "c"], ["c"])["c"]["marker"]
    (['a', 'b'], 'o')
    """
    chosen = [*ranking[:highlight]] if isinstance(highlight, int) else [*highlight]
    for name in chosen:
        if name not in ranking:
            raise UnknownNameError("configuration", name, ranking)
    return {
        name: {
            "color": COLOURS[k % len(COLOURS)],
            "linestyle": DASHES[k % len(DASHES)],
            "marker": MARKERS[k % len(MARKERS)],
            "linewidth": 1.4,
            "markersize": 4,
            "markevery": (0.03 * (k % len(MARKERS)), 0.2),
            "zorder": 3,
        }
        for k, name in enumerate(chosen)
    }


def _curve_name(name: str, styles: dict[str, dict[str, Any]]) -> str:
    """The label of a curve; matplotlib leaves those with an underscore out of legends."""
    return name if name in styles else f"_{name}"


def _finish(
    ax: Axes, ends: list[tuple[str, float | None, float]], styles: dict[str, dict[str, Any]], total: int
) -> None:
    """Add a light grid, and a label for each curve at the right, as near to its end as possible."""
    ax.grid(alpha=0.3)
    ax.spines[["top", "right"]].set_visible(False)
    if not ends:
        ax.text(0.5, 0.5, "nothing to draw yet", transform=ax.transAxes, ha="center", color=MUTED)
        return
    to_axes = ax.transData + ax.transAxes.inverted()
    size = 8 if len(ends) < 15 else 6
    heights = [float(to_axes.transform((ax.get_xlim()[0] if x is None else x, y))[1]) for _, x, y in ends]
    gap = 1.45 * size / 72 * ax.figure.dpi / ax.bbox.height
    for (name, x, y), height in zip(ends, _spread(heights, gap), strict=True):
        style = {**styles[name], "markevery": None}
        if x is not None:
            start = to_axes.transform((x, y))
            lead = Line2D([start[0], 1.015], [start[1], height], color=style["color"], linewidth=0.4, label="_lead")
            _beside(ax, lead)
        _beside(ax, Line2D([1.02, 1.04, 1.06], [height] * 3, **{**style, "markevery": [1]}, label="_key"))
        label = name if x is not None else f"{name} (ended none)"
        ax.text(1.07, height, label, transform=ax.transAxes, va="center", fontsize=size, color=INK, parse_math=False)
    if total > len(styles):
        more = total - len(styles)
        label = f"grey: {more} other configuration{'s' * (more > 1)}"
        ax.text(1.0, -0.13, label, transform=ax.transAxes, va="top", ha="right", fontsize=size, color=MUTED)


def _beside(ax: Axes, line: Line2D) -> None:
    line.set(transform=ax.transAxes, clip_on=False)
    ax.add_artist(line)


def _spread(heights: Sequence[float], gap: float) -> list[float]:
    """The heights, moved apart to at least so large a gap, in their order.

    >>> [round(height, 2) for height in _spread([0.5, 1.0, 1.0], 0.1)]
    [0.5, 1.0, 0.9]
    """
    order = sorted(range(len(heights)), key=lambda k: (heights[k], -k))
    placed = [heights[k] for k in order]
    for k in range(1, len(placed)):
        placed[k] = max(placed[k], placed[k - 1] + gap)
    top = max(1.0, (len(placed) - 1) * gap)
    for k in reversed(range(len(placed))):
        placed[k] = min(placed[k], top)
        top = placed[k] - gap
    return [placed[order.index(k)] for k in range(len(heights))]
