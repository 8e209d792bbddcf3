"""The visual style of every plot: thin lines, few colours, and no meaning by colour alone."""

from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from ..puzzles.drawing import COLOURS

__all__ = ["HATCHES", "INK", "MARKERS", "MUTED", "OPEN", "PALETTE", "PAPER", "axes", "look", "series"]

PALETTE = dict(COLOURS)
"""Colours that can be distinguished with colour blindness. Source: M. Okabe, K. Ito, "Color Universal Design", 2008."""

INK, MUTED, PAPER = "#1a1a1a", "#8a8a8a", "#ffffff"
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
"""One for each colour of the palette, so that curves can be distinguished in black and white."""
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
