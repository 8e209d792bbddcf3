"""Strength against processor time: what a method finishes, and what it costs."""

import math
from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from ..errors import InputError
from ..inference.strength import MethodResult, StrengthComparison
from .style import INK, MUTED, PALETTE, axes

__all__ = ["prices"]

NEAR = 0.12, 0.04
"""Points closer than this, in decades of time and in shares, have one label."""
FASTEST = 0.01
"""Milliseconds; less would be noise of the clock."""


def prices(compared: StrengthComparison, ax: Axes | None = None) -> Axes:
    """Draw what share of the puzzles each method finishes, and its mean processor time for a puzzle.

    A step joins the methods that no other one beats, the Pareto front; the others are crosses. Methods at nearly the
    same place have one label, and those that finish nothing have none.

    Args:
        compared: The result of `inference.strength.strength`.
        ax: Where to draw; None for a new figure.

    Raises:
        InputError: When the result has no method.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models.inference.strength import strength as compare
    >>> ax = prices(compare("easy50", ["naked", "hidden"], sample=10))
    >>> ax.get_xscale(), [text.get_text() for text in ax.texts]
    ('log', ['naked singles', '+ hidden singles'])
    >>> plt.close(ax.figure)
    """
    if not compared.rows:
        raise InputError("there is no inference method to draw")
    ax = axes(ax, 7.6, 4.4)
    front = compared.front()
    ax.set_xscale("log")
    x, y = [_ms(row) for row in front], [100 * row.share for row in front]
    ax.step(x, y, where="post", color=PALETTE["blue"], linewidth=1.4, zorder=1)
    ax.plot(x, y, "o", color=PALETTE["blue"], markeredgecolor=INK, markersize=6)
    others = [row for row in compared if row not in front]
    ax.plot([_ms(row) for row in others], [100 * row.share for row in others], "x", color=MUTED, markersize=6)
    for near in _groups([row for row in compared if row.finished]):
        _label(ax, near, any(row in front for row in near))
    if nothing := sum(not row.finished for row in compared):
        ax.text(0.01, 0.01, f"{nothing} finish nothing", transform=ax.transAxes, fontsize=9, color=MUTED)
    times = [_ms(row) for row in compared]
    decades = max(1.0, math.log10(max(times) / min(times)))  # the labels need room on either side
    ax.set_xlim(min(times) / 10 ** (0.45 * decades), max(times) * 10 ** (0.35 * decades))
    ax.set(xlabel="mean milliseconds of processor time for a puzzle", ylabel="% finished", ylim=(-14, 116))
    ax.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5) if decades < 2 else (1,)))
    ax.xaxis.set_major_formatter(FuncFormatter(lambda ms, _: f"{ms:g}"))
    ax.xaxis.set_minor_formatter(NullFormatter())
    ax.set_title(compared.title, fontsize=10)
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def _label(ax: Axes, near: Sequence[MethodResult], is_best: bool) -> None:
    """The names of methods at one place: above the front on the left, or below it on the right, where no line is."""
    ax.annotate(
        "\n".join(row.method.title for row in near),
        (_ms(near[0]), 100 * near[0].share),
        (-7, 3) if is_best else (7, -3),
        textcoords="offset points",
        ha="right" if is_best else "left",
        va="bottom" if is_best else "top",
        fontsize=9,
        color=INK if is_best else MUTED,
    )


def _ms(row: MethodResult) -> float:
    return max(row.processor_ms, FASTEST)


def _groups(rows: Sequence[MethodResult]) -> list[list[MethodResult]]:
    """Rows at nearly the same place, from cheap to expensive."""
    groups: list[list[MethodResult]] = []
    for row in sorted(rows, key=_ms):
        for group in groups:
            decades = abs(math.log10(_ms(row) / _ms(group[-1])))
            if decades < NEAR[0] and abs(row.share - group[-1].share) < NEAR[1]:
                group.append(row)
                break
        else:
            groups.append([row])
    return groups
