"""The visual style of every plot: thin lines, few colours, and no meaning by colour alone."""

from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator, NullLocator

from ..puzzles import graphics

PALETTE = dict(graphics.COLOURS)
"""Colours that can be distinguished with colour blindness. Source: M. Okabe, K. Ito, "Color Universal Design", 2008."""

INK, MUTED, PAPER = "#1a1a1a", "#8a8a8a", "#ffffff"
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
"""One for each colour of the palette, so that curves can be distinguished in black and white."""
COLOURS = [colour for name, colour in PALETTE.items() if name != "yellow"]
"""Those for thin lines, for which yellow is too light."""
DASHES: list[Any] = ["-", (0, (5, 2)), (0, (1, 1.3)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)), (0, (3, 1, 1, 1, 1, 1))]
HATCHES = ("", "///", "...", "xxx", "\\\\\\", "ooo", "+++")
"""One for each colour of the palette, for areas."""
OPEN: dict[str, Any] = {"marker": "^", "markersize": 8, "markerfacecolor": "none", "linestyle": ""}
"""The mark of a case that did not end: the true value is larger."""


def look(k: int) -> dict[str, Any]:
    """The colour and the marker of the k-th of several things."""
    return {"color": list(PALETTE.values())[k % len(PALETTE)], "marker": MARKERS[k % len(MARKERS)]}


def series(k: int) -> dict[str, Any]:
    """The colour, the marker and the dash of the k-th of several curves."""
    return {**look(k), "linestyle": ("-", "--", ":", "-.")[k % 4], "linewidth": 1.2, "markersize": 3.5}


def axes(ax: Axes | None, width: float, height: float) -> Axes:
    """The given Axes, or those of a new figure of this size in inches.

    >>> fresh = axes(None, 4, 3)
    >>> axes(fresh, 9, 9) is fresh
    True
    >>> plt.close(fresh.figure)
    """
    if ax is not None:
        return ax
    _, fresh = plt.subplots(figsize=(width, height), layout="constrained", dpi=90)
    return fresh


def subplots(rows: int = 1, columns: int = 1, **options: Any) -> Any:
    """The Axes of a new figure: one, or an array of them; the options are those of `plt.subplots`.

    >>> left, right = subplots(1, 2, figsize=(6, 3))
    >>> left.figure is right.figure
    True
    >>> plt.close(left.figure)
    """
    return plt.subplots(rows, columns, layout="constrained", **options)[1]


def log_axis(axis: Any, label: Any) -> None:
    """Ticks at powers of ten on a logarithmic axis, and at 2 and 5 times these on a short one.

    Args:
        axis: The axis, whose limits are those of the figure.
        label: The text of a tick: a format, or a function of its value and its position.
    """
    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high / low < 150 else (1,), numticks=15))
    axis.set_major_formatter(label)
    axis.set_minor_locator(NullLocator())


def seconds(value: float, _: object) -> str:
    """Seconds with their unit, for `log_axis`.

    >>> seconds(0.02, 0), seconds(20, 0)
    ('20 ms', '20 s')
    """
    return f"{1000 * value:g} ms" if value < 0.9995 else f"{value:g} s"


def limit_line(ax: Axes, limit: float) -> None:
    """The time limit of a run, where censored cases are drawn."""
    ax.axhline(limit, color=MUTED, linewidth=0.9, linestyle="--", label="_limit")
    place: dict[str, Any] = {"xytext": (3, 2), "textcoords": "offset points", "fontsize": 7, "color": MUTED}
    if limit < ax.get_ylim()[1]:
        ax.annotate(f"limit {limit:g} s", (0, limit), xycoords=("axes fraction", "data"), **place)
