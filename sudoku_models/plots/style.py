"""The visual style of every plot: thin lines, few colours, and no meaning by colour alone."""

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

from ..puzzles.drawing import COLOURS

__all__ = ["INK", "MARKERS", "MUTED", "PALETTE", "PAPER", "axes"]

PALETTE = dict(COLOURS)
"""Colours that can be distinguished with colour blindness. Source: M. Okabe, K. Ito, "Color Universal Design", 2008."""

INK, MUTED, PAPER = "#1a1a1a", "#8a8a8a", "#ffffff"
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
"""One for each colour of the palette, so that curves can be distinguished in black and white."""


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
