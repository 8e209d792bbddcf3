"""Queens on a chessboard, and the pairs that attack each other."""

from collections.abc import Collection, Mapping
from itertools import combinations

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from .style import INK, PALETTE, PAPER, axes

__all__ = ["queens"]


def queens(
    placed: Mapping[int, int] | Collection[tuple[int, int]], ax: Axes | None = None, size: int | None = None
) -> Axes:
    """A chessboard with queens.

    Args:
        placed: Row -> the column of its queen, both counted from 1; or the squares (row, column) of the queens.
        ax: Where to draw; a new figure when left out.
        size: The number of rows; the number of queens when left out.

    Returns:
        The axes. Two queens that attack each other are joined by a thick line, and drawn hollow.

    >>> import matplotlib.pyplot as plt
    >>> ax = queens({1: 2, 2: 4, 3: 1, 4: 3})
    >>> len(ax.get_lines())  # no two of them attack each other
    0
    >>> len(queens({1: 1, 2: 2, 3: 3}).get_lines())
    3
    >>> len(queens([(1, 1), (1, 3)], size=4).get_lines())
    1
    >>> plt.close("all")
    """
    squares = list(placed.items()) if isinstance(placed, Mapping) else sorted(placed)
    n = len(squares) if size is None else size
    ax = axes(ax, max(1.6, 0.34 * n), max(1.6, 0.34 * n))
    for r in range(1, n + 1):
        for c in range(1, n + 1):
            shade = "#e4e4e4" if (r + c) % 2 else "#ffffff"
            ax.add_patch(Rectangle((c - 0.5, r - 0.5), 1, 1, facecolor=shade, edgecolor="none"))
    ax.add_patch(Rectangle((0.5, 0.5), n, n, fill=False, edgecolor=INK, linewidth=1))
    attacked = set()
    for one, other in combinations(squares, 2):
        (r, c), (s, e) = one, other
        if r == s or c == e or abs(c - e) == abs(r - s):
            attacked |= {one, other}
            ax.plot([c, e], [r, s], color=PALETTE["red"], linewidth=3, solid_capstyle="round", alpha=0.8)
    for r, c in squares:
        ax.add_patch(_queen(r, c, PAPER if (r, c) in attacked else INK))
    ax.set(xlim=(0.4, n + 0.6), ylim=(n + 0.6, 0.4), aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def _queen(row: int, column: int, fill: str) -> PathPatch:
    """The chess piece as a shape, so that it grows with the board."""
    shape = TextPath((0, 0), "♛", size=1)
    box = shape.get_extents()
    place = Affine2D().translate(-(box.x0 + box.x1) / 2, -(box.y0 + box.y1) / 2).scale(0.95, -0.95)
    place.translate(column, row)
    return PathPatch(place.transform_path(shape), facecolor=fill, edgecolor=INK, linewidth=0.6, zorder=3)
