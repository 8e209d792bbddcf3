"""Figures of linear models: the matrix, fractional values on a board, and the big-M relaxation of one "not equal"."""

import re
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Polygon, Rectangle
from matplotlib.ticker import MaxNLocator

from ..errors import InputError
from ..inference.relaxation import Relaxation, Rows, rows
from ..models.problem import Problem
from ..models.sudoku_model import SudokuModel
from ..puzzles.board import Board
from ..puzzles.drawing import drawing
from ..puzzles.puzzle import Puzzle
from ..puzzles.rendering import marks_shape
from ..puzzles.units import Cell
from .boards import grid_lines
from .style import INK, MUTED, PALETTE, PAPER, axes


def family(name: str) -> str:
    """The kind of row that a name describes: its first word of two letters or more.

    >>> family("cell (1, 4) has a digit"), family("unit_has_digit[row 1,3]"), family("box 3 has a 7")
    ('cell', 'unit', 'box')
    """
    word = re.search(r"[A-Za-z]{2,}", name)
    return word.group().lower() if word else "row"


def spy(model: SudokuModel | Problem | Rows, ax: Axes | None = None, group: Callable[[str], str] = family) -> Axes:
    """Draw the nonzeros of a constraint matrix; the rows of one kind are together, marked and named.

    Args:
        model: A model, a problem, or the rows of one; a logical model is linearised first.
        ax: Where to draw.
        group: The kind of a row, from its name; kinds are drawn in the order in which they appear.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import Puzzle, build
    >>> ax = spy(build(Puzzle.parse("1... .... .... ...."), "assignment", "pulp"))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['cell: 16', 'row: 16', 'column: 16', 'box: 16']
    >>> plt.close(ax.figure)
    """
    found = model if isinstance(model, Rows) else rows(model)
    kinds = [group(name) for name in found.names]
    families = list(dict.fromkeys(kinds))
    place = {kind: k for k, kind in enumerate(families)}
    order = np.argsort([place[kind] for kind in kinds], kind="stable")
    height, width = found.matrix.shape
    ax = axes(ax, 6.5, max(2.0, min(6.5, 6.5 * height / width + 0.6)))

    matrix = found.matrix[order].tocoo()
    dot = max(0.6, min(4.0, 300 / max(height, width)))
    ax.plot(matrix.col, matrix.row, "s", color=PALETTE["blue"], markersize=dot, markeredgewidth=0)
    ax.set(xlim=(-0.5, width - 0.5), ylim=(height - 0.5, -0.5), xlabel=f"{width} variables")

    counts = [kinds.count(kind) for kind in families]
    below = np.cumsum(counts)
    for edge in below[:-1]:
        ax.axhline(edge - 0.5, color=INK, linewidth=0.8)
    ax.set_yticks(below - np.array(counts) / 2 - 0.5, [f"{f}: {c}" for f, c in zip(families, counts, strict=True)])
    ax.tick_params(axis="y", length=0)
    return ax


SHADES = LinearSegmentedColormap.from_list("shades", [PAPER, "#9ec9e2", PALETTE["blue"], "#003b5c"])
GIVEN = "#dcdcdc"


def relaxation(found: Relaxation, puzzle: Puzzle, ax: Axes | None = None) -> Axes:
    """Draw the values of a relaxation on the board.

    Where each digit has a binary, a cell is divided into one small square for each digit, and the darker the square,
    the nearer its value to 1. A digit with the value 0 is grey, and left out if it is 0 at every other point too. A
    digit that is 1 at every point fills its cell. Where a cell has only one number, that number is written. Givens are
    bold on grey.

    Args:
        found: The relaxation of a model of this puzzle.
        puzzle: The puzzle.
        ax: Where to draw.

    Raises:
        InputError: When the relaxation has no values for the cells of the puzzle.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models import Puzzle, build
    >>> from sudoku_models.inference.relaxation import relax
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ....")
    >>> ax = relaxation(relax(build(puzzle, "assignment", "pulp")), puzzle)
    >>> plt.close(ax.figure)
    """
    board = puzzle.board
    if not all(i in found.values or (i, 1) in found.values for i in board.cells):
        raise InputError(f"the relaxation has no values for the cells of the {board}: {found.reason}")
    ax = axes(ax, 6.4, 6.4)
    for i in board.cells:
        if i in puzzle.givens:
            _cell(ax, i, GIVEN)
            _write(ax, i, str(puzzle.givens[i]), weight="bold")
        elif found.digits:
            _digits(ax, i, found, board)
        else:
            value = found.values[i]
            _cell(ax, i, SHADES(0.4 * value / board.size))
            _write(ax, i, f"{value:.3g}", size=11, weight="normal" if value != round(value) else "bold")
    grid_lines(ax, board, drawing(board).regions)
    ax.set(xlim=(0.45, board.size + 0.55), ylim=(board.size + 0.55, 0.45), aspect="equal")
    ax.axis("off")
    return ax


def _digits(ax: Axes, i: Cell, found: Relaxation, board: Board) -> None:
    """The small squares of one cell; a single large digit where the relaxation settles the cell."""
    sure = [d for d in board.digits if found.digits[i, d] == 1 and (i, d) in found.settled]
    if sure:
        _cell(ax, i, SHADES(0.25))
        _write(ax, i, str(sure[0]))
        return
    down, across = marks_shape(board)
    for d in board.digits:
        value = found.digits[i, d]
        if not value and (i, d) in found.settled:
            continue
        top, left = divmod(d - 1, across)
        x, y = i[1] - 0.5 + left / across, i[0] - 0.5 + top / down
        ax.add_patch(Rectangle((x, y), 1 / across, 1 / down, facecolor=SHADES(value), edgecolor="none"))
        ink = MUTED if not value else PAPER if value > 0.45 else INK
        ax.text(x + 0.5 / across, y + 0.5 / down, str(d), color=ink, size=8 if value else 7.5, ha="center", va="center")


def _cell(ax: Axes, i: Cell, colour: Any) -> None:
    ax.add_patch(Rectangle((i[1] - 0.5, i[0] - 0.5), 1, 1, facecolor=colour, edgecolor="none"))


def _write(ax: Axes, i: Cell, text: str, size: float = 15, weight: str = "normal") -> None:
    ax.text(i[1], i[0] + 0.02, text, color=INK, size=size, weight=weight, ha="center", va="center")


def not_equal(n: int, M: int | None = None, ax: Axes | None = None) -> Axes:
    """Draw the pairs (a, b) of digits with a != b, their convex hull, and the relaxation by big-M with this M.

    The hull is an outline. The relaxation of `a - b >= 1 - M + M*z` and `a - b <= -1 + M*z`, for any z between 0 and 1,
    is hatched: the points with |a - b| <= M - 1. With M = n that is the whole square; with a smaller M pairs lie
    outside, and are drawn as open circles.

    Args:
        n: The largest digit.
        M: The constant in both rows; n when left out.
        ax: Where to draw.

    >>> import matplotlib.pyplot as plt
    >>> ax = not_equal(5, M=4)
    >>> plt.close(ax.figure)
    """
    M = n if M is None else M
    ax = axes(ax, 4.2, 4.2)
    corner = max(1, n - M + 1)  # where the band |a - b| <= M - 1 leaves the square
    band = [(1, 1), (n - corner + 1, 1), (n, corner), (n, n), (corner, n), (1, n - corner + 1)]
    with mpl.rc_context({"hatch.linewidth": 0.4}):
        ax.add_patch(
            Polygon(band, facecolor="#f3f3f3", edgecolor=MUTED, hatch="///", linewidth=0.8, label=f"big-M, M = {M}")
        )
    hull = [(1, 2), (2, 1), (n, 1), (n, n - 1), (n - 1, n), (1, n)]
    ax.add_patch(Polygon(hull, fill=False, edgecolor=PALETTE["blue"], linewidth=2, label="convex hull"))
    pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
    _dots(ax, [p for p in pairs if 0 < abs(p[0] - p[1]) < M], "a ≠ b", "o", INK, INK)
    _dots(ax, [p for p in pairs if abs(p[0] - p[1]) >= M], "a ≠ b, cut off", "o", PAPER, PALETTE["red"])
    _dots(ax, [p for p in pairs if p[0] == p[1]], "a = b", "x", PALETTE["red"], PALETTE["red"])
    ax.set(xlabel="a", ylabel="b", xticks=range(1, n + 1), yticks=range(1, n + 1), aspect="equal")
    _legend_above(ax)
    return ax


def order_binary(n: int, M: int | None = None, ax: Axes | None = None) -> Axes:
    """Draw the two big-M rows over the difference a - b and the order binary z: two segments in a strip.

    With M = n the strip, within the bounds, is the convex hull of the two segments. A larger M makes it wider; a
    smaller M leaves points of the segments outside.

    Args:
        n: The largest digit.
        M: The constant in both rows; n when left out.
        ax: Where to draw.

    >>> import matplotlib.pyplot as plt
    >>> ax = order_binary(9, M=20)
    >>> plt.close(ax.figure)
    """
    M = n if M is None else M
    ax = axes(ax, 5.2, 3.0)
    difference = np.linspace(1 - n, n - 1, 400)
    low, high = np.clip((difference + 1) / M, 0, 1), np.clip((difference - 1) / M + 1, 0, 1)
    inside = ((difference + 1) / M <= 1) & ((difference - 1) / M + 1 >= 0) & (low <= high)
    with mpl.rc_context({"hatch.linewidth": 0.4}):
        ax.fill_between(
            difference,
            low,
            high,
            where=inside,
            facecolor="#f3f3f3",
            edgecolor=MUTED,
            hatch="///",
            label=f"big-M, M = {M}",
        )
    hull = [(1 - n, 0), (-1, 0), (n - 1, 1), (1, 1)]
    ax.add_patch(Polygon(hull, fill=False, edgecolor=PALETTE["blue"], linewidth=2, label="convex hull"))
    points = [(k, 1) for k in range(1, n)] + [(-k, 0) for k in range(1, n)]
    _dots(ax, [p for p in points if abs(p[0]) < M], "a ≠ b", "o", INK, INK)
    _dots(ax, [p for p in points if abs(p[0]) >= M], "a ≠ b, cut off", "o", PAPER, PALETTE["red"])
    ax.set(xlabel="a - b", ylabel="z", yticks=[0, 0.5, 1], xlim=(0.5 - n, n - 0.5), ylim=(-0.12, 1.12))
    ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    _legend_above(ax)
    return ax


def _dots(ax: Axes, points: list[tuple[int, int]], label: str, marker: str, face: str, edge: str) -> None:
    if points:
        a, b = zip(*points, strict=True)
        ax.scatter(a, b, marker=marker, c=face, edgecolors=None if marker == "x" else edge, label=label, zorder=3, s=28)


def _legend_above(ax: Axes) -> None:
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, frameon=False, fontsize=8)
