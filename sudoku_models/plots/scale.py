"""Costs against the size of the board, in panels that share one legend.

A colour is a formulation, and a dash with its marker an engine, so that the same model on two engines has one colour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator

from .style import COLOURS, DASHES, INK, MARKERS, MUTED, OPEN, limit_line, log_axis, seconds

if TYPE_CHECKING:
    import pandas as pd

ENGINES = [{"linestyle": dash, "marker": marker} for dash, marker in zip(cycle(DASHES), MARKERS, strict=False)]
APART = 1.02
"""The factor between open marks on one size, which would hide each other."""
ABOVE = 1.7
"""The end of the axis, as a multiple of the limit."""


@dataclass(frozen=True)
class Panel:
    """One panel.

    Attributes:
        title: Its title.
        table: `formulation`, `engine`, `size`, `value`, which is missing where nothing is known, and `is_open`, where
            the cost is more than `value`, or more than the limit where that is missing.
        unit: "s", "MiB" or "" for a number.
        limit: The time limit, a dashed line; None means that the panel has none.
    """

    title: str
    table: "pd.DataFrame"
    unit: str = "s"
    limit: float | None = None


def scale(panels: Sequence[Panel], columns: int = 3) -> Figure:
    """Draw costs against the size of the board, both on logarithmic scales, with a slope to compare with.

    An open triangle is a board on which most cases did not end: the true cost is higher. The thin grey line is n^3, the
    growth of the binaries of the assignment model; only its slope means something.

    Args:
        panels: What to draw; the legend takes the place after the last of them.
        columns: Panels side by side.

    >>> import pandas as pd
    >>> table = pd.DataFrame({"formulation": "assignment", "engine": "pulp x highs", "size": [4, 9]})
    >>> figure = scale([Panel("time", table.assign(value=[0.1, None], is_open=[False, True]), limit=10)])
    >>> [line.get_marker() for line in figure.axes[0].get_lines() if line.get_label() == "_open"]
    ['^']
    >>> plt.close(figure)
    """
    rows = -(-(len(panels) + 1) // columns)
    size = 3.4 * columns, 3.1 * rows
    figure, grid = plt.subplots(rows, columns, squeeze=False, figsize=size, layout="constrained", dpi=90)
    axes = grid.ravel()
    looks = _looks(panels)
    sizes = sorted({int(size) for panel in panels for size in panel.table["size"]})
    for panel, ax in zip(panels, axes, strict=False):
        _draw(panel, ax, looks, sizes)
    for ax in axes[len(panels) :]:
        ax.axis("off")
    _legend(axes[len(panels)], looks, any(panel.table["is_open"].any() for panel in panels))
    return figure


def _looks(panels: Sequence[Panel]) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """The colour of each formulation, and the dash and marker of each engine, by their names."""
    formulations = sorted({name for panel in panels for name in panel.table["formulation"]})
    engines = sorted({name for panel in panels for name in panel.table["engine"]})
    return (
        {name: {"color": COLOURS[k % len(COLOURS)]} for k, name in enumerate(formulations)},
        {name: ENGINES[k % len(ENGINES)] for k, name in enumerate(engines)},
    )


def _draw(panel: Panel, ax: Axes, looks: Sequence[Mapping[str, dict[str, Any]]], sizes: list[int]) -> None:
    table = panel.table
    known = table[table["value"].notna() & ~table["is_open"]]
    low, high = _span(panel)
    ax.set(xscale="log", yscale="log", xlim=(0.85 * sizes[0], 1.22 * sizes[-1]), ylim=(low, high))
    _cube(ax, sizes, low)
    for (formulation, engine), curve in known.sort_values("size").groupby(["formulation", "engine"], sort=False):
        style = {**looks[0][formulation], **looks[1][engine], "linewidth": 1.2, "markersize": 3.5}
        ax.plot(curve["size"], curve["value"], label=f"{formulation} x {engine}", **style)
    if panel.limit:
        limit_line(ax, panel.limit)
    _open_marks(ax, table[table["is_open"]], panel.limit, looks[0])
    ax.set_title(panel.title, fontsize=9, loc="left", parse_math=False)
    ax.xaxis.set_major_locator(FixedLocator([float(size) for size in sizes]))
    ax.xaxis.set_major_formatter("{x:.0f}")
    ax.xaxis.set_minor_locator(NullLocator())
    log_axis(ax.yaxis, seconds if panel.unit == "s" else lambda value, _: f"{value:,.10g} {panel.unit}".strip())
    ax.tick_params(labelsize=8)
    ax.grid(alpha=0.3)
    ax.spines[["top", "right"]].set_visible(False)


def _span(panel: Panel) -> tuple[float, float]:
    values = [float(value) for value in panel.table["value"].dropna() if value > 0] or [panel.limit or 1.0]
    top = max(values)
    if panel.limit and (panel.table["is_open"].any() or top > panel.limit / 3):
        top = max(top, panel.limit)
    return min(values) / 1.5, ABOVE * top


def _cube(ax: Axes, sizes: list[int], low: float) -> None:
    """A line of slope 3 through the lower left corner."""
    heights = [1.2 * low * (size / sizes[0]) ** 3 for size in sizes]
    ax.plot(sizes, heights, color=MUTED, linewidth=0.7, label="_cube", zorder=1, scalex=False, scaley=False)


def _open_marks(ax: Axes, left: "pd.DataFrame", limit: float | None, colours: Mapping[str, dict[str, Any]]) -> None:
    for size, of_size in left.fillna({"value": limit}).groupby("size"):
        for k, (name, value) in enumerate(zip(of_size["formulation"], of_size["value"], strict=True)):
            at = float(size) * APART ** (k - (len(of_size) - 1) / 2)
            ax.plot([at], [value], label="_open", clip_on=False, **{**OPEN, "markersize": 6, **colours[name]})


def _legend(ax: Axes, looks: Sequence[Mapping[str, dict[str, Any]]], has_open: bool) -> None:
    handles = [Line2D([], [], linewidth=3, **look, label=name) for name, look in looks[0].items()]
    handles += [Line2D([], [], color=INK, linewidth=1.2, markersize=4, **look, label=n) for n, look in looks[1].items()]
    handles.append(Line2D([], [], color=MUTED, linewidth=0.7, label="slope of n^3"))
    if has_open:
        handles.append(Line2D([], [], **{**OPEN, "markersize": 6}, color=INK, label="did not end"))
    ax.legend(handles=handles, frameon=False, loc="center left", fontsize=8, labelspacing=0.7)
