"""The chain of a certificate: what leads to what, how a fault there is caught, and who has to be right."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from matplotlib.axes import Axes

from .style import INK, MUTED, PALETTE, PAPER, axes


class Arrow(NamedTuple):
    """A step of the chain.

    Attributes:
        to: What it leads to.
        checks: Each check of it: how a fault is caught, and who has to be right for that.
    """

    to: str
    checks: Sequence[tuple[str, str]]


def chain_of_trust(start: str, arrows: Sequence[Arrow], ax: Axes | None = None) -> Axes:
    """Boxes from top to bottom, and beside each arrow its checks with those who have to be trusted.

    Args:
        start: The text of the first box.
        arrows: The steps.
        ax: Where to draw; a new figure when left out.

    >>> import matplotlib.pyplot as plt
    >>> ax = chain_of_trust("rules", [Arrow("clauses", [("each clause follows", "meaning.py, 200 lines")])])
    >>> [text.get_text() for text in ax.texts if text.get_text()]
    ['rules', 'each clause follows', 'to be trusted: meaning.py, 200 lines', 'clauses']
    >>> plt.close(ax.figure)
    """
    heights = [0.7 + 0.62 * len(arrow.checks) for arrow in arrows]
    ax = axes(ax, 7.6, 0.6 + 0.62 * sum(heights))
    ax.set(xlim=(0, 10), ylim=(-sum(heights) - 0.4, 0.4))
    ax.axis("off")
    box: dict[str, Any] = {"boxstyle": "round,pad=0.4", "facecolor": PAPER, "edgecolor": PALETTE["blue"]}
    place: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 10, "color": INK, "bbox": box}
    top = 0.0
    ax.text(1.5, top, start, **place)
    for arrow, height in zip(arrows, heights, strict=True):
        pointer = {"arrowstyle": "-|>", "color": INK, "shrinkA": 14, "shrinkB": 14}
        ax.annotate("", (1.5, top - height), (1.5, top), arrowprops=pointer)
        for k, (check, who) in enumerate(arrow.checks):
            at = top - 0.52 - 0.62 * k
            ax.text(3.1, at, check, va="center", fontsize=9, color=INK)
            ax.text(3.1, at - 0.25, f"to be trusted: {who}", va="center", fontsize=8, color=MUTED)
        top -= height
        ax.text(1.5, top, arrow.to, **place)
    return ax
