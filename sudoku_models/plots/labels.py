"""Styles and labels for figures with many curves: some are highlighted, the others are grey."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from ..errors import UnknownNameError
from .style import INK, MARKERS, MUTED, PALETTE

__all__ = ["COLOURS", "GREY", "HIGHLIGHTED", "curve_name", "finish", "limit_line", "seconds_axis", "styles"]

COLOURS = [colour for name, colour in PALETTE.items() if name != "yellow"]  # yellow is too light for a thin line
DASHES: list[Any] = ["-", (0, (5, 2)), (0, (1, 1.3)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1))]
GREY: dict[str, Any] = {"color": MUTED, "alpha": 0.45, "linewidth": 0.6, "zorder": 1}
HIGHLIGHTED = len(COLOURS)


def styles(ranking: Sequence[str], highlight: int | Sequence[str]) -> dict[str, dict[str, Any]]:
    """Colour, dash and marker of each highlighted configuration.

    Args:
        ranking: All configurations, the best first.
        highlight: How many of the best, or their names.

    >>> [*styles(["a", "b", "c"], 2)], styles(["a", "b", "c"], ["c"])["c"]["marker"]
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


def curve_name(name: str, styles: dict[str, dict[str, Any]]) -> str:
    """The label of a curve; matplotlib leaves those with an underscore out of legends."""
    return name if name in styles else f"_{name}"


def limit_line(ax: Axes, limit: float) -> None:
    """The time limit of a run, where censored cases are drawn."""
    ax.axhline(limit, color=MUTED, linewidth=0.9, linestyle="--", label="_limit")
    place: dict[str, Any] = {"xytext": (3, 2), "textcoords": "offset points", "fontsize": 7, "color": MUTED}
    if limit < ax.get_ylim()[1]:
        ax.annotate(f"limit {limit:g} s", (0, limit), xycoords=("axes fraction", "data"), **place)


def seconds_axis(axis: Any, low: float, high: float) -> None:
    """Ticks with their unit."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high / low < 150 else (1,), numticks=15))
    axis.set_major_formatter(FuncFormatter(lambda s, _: f"{1000 * s:g} ms" if s < 0.9995 else f"{s:g} s"))
    axis.set_minor_locator(NullLocator())


def finish(
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
