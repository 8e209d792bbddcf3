"""The strength of inference methods: the share of the puzzles that each finishes, with a table."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes

from ..errors import InputError
from ..inference.methods import Method
from ..inference.strength import Row, StrengthComparison
from .style import INK, MARKERS, MUTED, PALETTE, PAPER, axes

__all__ = ["strength"]

COLOURS = [colour for name, colour in PALETTE.items() if name != "yellow"]  # yellow is too light on white
GAP = 0.45
"""Between two families of methods, in rows."""
COLUMN = 15.0
"""The width of a column of the table, on the scale of the shares."""
FAINT = "#e4e4e4"


def strength(results: StrengthComparison | Sequence[StrengthComparison], ax: Axes | None = None) -> Axes:
    """Draw the share of the puzzles that each inference method finishes without search, a line for each corpus.

    A dashed end reaches to the share if the method finished every puzzle for which this is unknown. Beside the lines
    are the same shares in numbers, and the median milliseconds for a puzzle, with ">" where it is a lower bound because
    of the time limit.

    Args:
        results: The result of `inference.strength.strength`, or several: one for each corpus. A method that one of
            them lacks is left blank there.
        ax: Where to draw; None for a new figure.

    Returns:
        The axes. Its horizontal scale is percent up to 100; the table is to the right of that.

    Raises:
        InputError: When there is no result, more than there are markers, or none has a method.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models.inference.strength import strength as compare
    >>> ax = strength([compare(name, ["naked", "hidden", "locked"]) for name in ("easy50", "hardest11")])
    >>> [text.get_text() for text in ax.texts if text.get_text().endswith("%")]
    ['24 %', '80 %', '88 %', '0 %', '9 %', '27 %']
    >>> plt.close(ax.figure)
    """
    drawn = [results] if isinstance(results, StrengthComparison) else list(results)
    methods = {row.method.name: row.method for each in drawn for row in each}
    if not methods:
        raise InputError("there is no inference method to draw")
    if len(drawn) > len(COLOURS):
        raise InputError(f"there are markers for {len(COLOURS)} corpora, not for {len(drawn)}")
    height = _heights(list(methods.values()))
    lowest = max(height.values())
    right = 100 + 2 * COLUMN * (len(drawn) + 0.6)
    ax = axes(ax, 2.7 + 0.042 * right, 1.5 + 0.33 * lowest)
    _frame(ax, methods, height, right)
    lanes = 0.7 / max(2, len(drawn))
    for k, each in enumerate(drawn):
        look = {"color": COLOURS[k], "marker": MARKERS[k]}
        share = 100 + COLUMN * (k + 1)
        cost = share + COLUMN * (len(drawn) + 0.6)
        for x in (share, cost):
            _head(ax, x, each, look)
        for row in each:
            middle = height[row.method.name]
            _lane(ax, row, middle + lanes * (k - (len(drawn) - 1) / 2), look)
            _number(ax, share, middle, row.percent().replace(" to ", "-"), row.most == 0, row.share == 1)
            _number(ax, cost, middle, _milliseconds(row))
    for first, title in ((0, "share finished"), (len(drawn) + 0.6, "median ms a puzzle")):
        middle = 100 + COLUMN * (first + (len(drawn) + 1) / 2)
        ax.text(middle, -2.45, title, ha="center", va="center", fontsize=8.5, color=MUTED, style="italic")
    return ax


def _heights(methods: Sequence[Method]) -> dict[str, float]:
    """The vertical position of each method, from the top down."""
    found = {methods[0].name: 0.0}
    for above, below in pairwise(methods):
        found[below.name] = found[above.name] + 1 + GAP * (above.family != below.family)
    return found


def _frame(ax: Axes, methods: dict[str, Method], height: dict[str, float], right: float) -> None:
    """The grid lines, without the usual frame of the axes."""
    lowest = max(height.values())
    ax.set(xlim=(-2, right), ylim=(lowest + 0.7, -2.7), yticks=list(height.values()))
    ax.set_yticklabels([methods[name].title for name in height], color=INK, fontsize=9)
    ax.set_xticks(range(0, 101, 25), [f"{share} %" for share in range(0, 101, 25)], fontsize=8.5, color=INK)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    ax.hlines(list(height.values()), 0, 100, color=FAINT, linewidth=0.8, zorder=0)
    ax.hlines(
        [-0.5, *(y + 0.5 for y in height.values())], 100 + COLUMN / 2, right, color=FAINT, linewidth=0.6, zorder=0
    )
    for share in range(0, 101, 25):
        width = 1.0 if share in (0, 100) else 0.5
        ax.vlines(share, -0.6, lowest + 0.6, color=MUTED, linewidth=width, alpha=0.7, zorder=0)


def _head(ax: Axes, x: float, each: StrengthComparison, look: dict[str, Any]) -> None:
    """The head of a column, with the marker of its corpus: the table is the legend."""
    size = f"{len(each.puzzles):,}" + (f" of {each.of:,}" if len(each.puzzles) < each.of else "")
    ax.plot([x], [-1.8], linestyle="", markersize=5.5, markeredgecolor=INK, markeredgewidth=0.6, clip_on=False, **look)
    place: dict[str, Any] = {"ha": "center", "va": "center"}
    ax.text(x, -1.3, each.name, fontsize=8, color=INK, **place)
    ax.text(x, -0.85, size, fontsize=6.5, color=MUTED, **place)


def _lane(ax: Axes, row: Row, y: float, look: dict[str, Any]) -> None:
    line: dict[str, Any] = {"color": look["color"], "linewidth": 1.3, "solid_capstyle": "butt", "zorder": 2}
    ax.plot([0, 100 * row.share], [y, y], **line)
    marker: dict[str, Any] = {"markersize": 4.4, "markeredgewidth": 0.6, "markeredgecolor": INK, "zorder": 3, **look}
    ax.plot([100 * row.share], [y], linestyle="", clip_on=False, label=f"_{row.method.name}", **marker)
    if row.not_known:
        ax.plot([100 * row.share, 100 * row.most], [y, y], **{**line, "linestyle": (0, (1.5, 1)), "linewidth": 0.9})
        ax.plot([100 * row.most], [y], linestyle="", clip_on=False, **{**marker, "markerfacecolor": PAPER})


def _number(ax: Axes, x: float, y: float, text: str, is_nothing: bool = False, is_all: bool = False) -> None:
    weight = "bold" if is_all else "normal"
    place: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 8, "fontweight": weight}
    ax.text(x, y, text, color=MUTED if is_nothing else INK, **place)


def _milliseconds(row: Row) -> str:
    ms = row.median_ms
    return "> " * row.median_is_bound + (f"{ms:.1f}" if ms < 10 else f"{ms:,.0f}")
