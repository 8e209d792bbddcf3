"""Proofs: the order in which unit propagation fills a board, and how large certificates are."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import LogLocator, NullFormatter

from ..certificates import Certificate
from ..puzzles.board import Cell
from ..puzzles.puzzle import Puzzle
from .boards import board
from .style import INK, MARKERS, MUTED, PALETTE, axes

__all__ = ["implications", "proof_sizes"]


def implications(
    puzzle: Puzzle, chain: Sequence[tuple[Cell, int]], conflict: Iterable[Cell] = (), ax: Axes | None = None
) -> Axes:
    """Draw what follows from a first value: each digit with its number in the order.

    Args:
        puzzle: The puzzle.
        chain: Cells and digits, in the order in which they were found; the first one is highlighted.
        conflict: The cells of the clause that became false, with a dashed red frame.
        ax: Where to draw; a new figure when left out.

    >>> import matplotlib.pyplot as plt
    >>> ax = implications(Puzzle.parse("1... ..2. .3.. ...4"), [((1, 2), 4), ((4, 2), 2)], conflict=[(4, 4)])
    >>> [text.get_text() for text in ax.texts if text.get_fontsize() < 7]
    ['1', '2']
    >>> plt.close(ax.figure)
    """
    digits: dict[Cell, list[int]] = {}
    numbers: dict[Cell, list[str]] = {}
    for number, (cell, d) in enumerate(chain, 1):
        digits.setdefault(cell, []).append(d)
        numbers.setdefault(cell, []).append(str(number))
    single = {cell: frozenset(found) for cell, found in digits.items() if len(found) == 1}
    ax = board(puzzle, candidates=single, highlight=[cell for cell, _ in chain[:1]], ax=ax)
    for (row, column), found in digits.items():
        ax.text(column - 0.42, row - 0.42, ", ".join(numbers[row, column]), ha="left", va="top", fontsize=6, color=INK)
        if len(found) > 1:
            both = "/".join(map(str, found))
            ax.text(column, row + 0.08, both, ha="center", va="center", fontsize=10, color=PALETTE["red"])
    for row, column in conflict:
        corner = (column - 0.475, row - 0.475)
        frame: dict[str, Any] = {"edgecolor": PALETTE["red"], "linewidth": 1.6, "linestyle": "--", "zorder": 4}
        ax.add_patch(Rectangle(corner, 0.95, 0.95, fill=False, **frame))
    return ax


def proof_sizes(certificates: Mapping[str, Iterable[Certificate]], ax: Axes | None = None) -> Axes:
    """Draw the size of each proof against the size of its formula.

    Args:
        certificates: Certificates, by the name of their group.
        ax: Where to draw; a new figure when left out.

    Returns:
        The axes, both in kB on logarithmic scales. On the dashed line a proof is as long as its formula.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import certify
    >>> ax = proof_sizes({"4x4": [certify("small:1"), certify("small:2")]})
    >>> [len(points.get_offsets()) for points in ax.collections]
    [2]
    >>> plt.close(ax.figure)
    """
    ax = axes(ax, 6.2, 3.8)
    sizes: list[float] = []
    for k, (label, group) in enumerate(certificates.items()):
        pairs = [(len(each.formula) / 1000, len(each.proof) / 1000) for each in group]
        sizes += [kilobytes for kilobytes, _ in pairs]
        look: dict[str, Any] = {"color": list(PALETTE.values())[k % len(PALETTE)], "marker": MARKERS[k % len(MARKERS)]}
        ax.scatter(
            [x for x, _ in pairs], [y for _, y in pairs], s=26, edgecolors=INK, linewidths=0.5, label=label, **look
        )
    span = [min(sizes, default=1), max(sizes, default=10)]
    ax.plot(span, span, color=MUTED, linewidth=0.9, linestyle="--", label="as long as its formula")
    ax.set(xscale="log", yscale="log", xlabel="formula (kB)", ylabel="proof (kB)")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_major_formatter("{x:g}")
        axis.set_minor_formatter(NullFormatter())
    ax.grid(alpha=0.3)
    ax.legend(frameon=False)
    return ax
