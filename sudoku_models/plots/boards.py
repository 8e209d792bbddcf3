"""A board with its rules, givens, found digits and pencil marks, and the effect of a step on them."""

from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from ..errors import InputError
from ..inference.propagation import Domains
from ..puzzles.board import Board, Cell, mismatch
from ..puzzles.drawing import Drawing, drawing
from ..puzzles.puzzle import Grid, Puzzle
from .drawings import LINE, draw_rules, points_per_cell, wrapped
from .style import INK, MUTED, PALETTE, axes

__all__ = ["board"]

INCHES_PER_CELL = 0.46
HIGHLIGHT = 0.4
"""The opacity of the yellow behind a highlighted cell."""


def board(
    puzzle: Puzzle | Board,
    grid: Grid | None = None,
    candidates: Domains | None = None,
    highlight: Iterable[Cell] | None = None,
    struck: Mapping[Cell, Iterable[int]] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a board with its rules: givens bold, found digits italic and blue, pencil marks small.

    Args:
        puzzle: A puzzle, or a board without givens. Rows and columns are numbered at the edge. What its rules mean
            stands below the board.
        grid: The digits for the cells without a given.
        candidates: The values that a cell can still take, as pencil marks; a single one is drawn as a found digit.
        highlight: Cells with a coloured background and border.
        struck: Values that are removed from a cell; a thin red line slants through each.
        ax: Where to draw; a new figure when left out.

    Raises:
        InputError: When the grid is of another board.

    >>> import matplotlib.pyplot as plt
    >>> from sudoku_models.inference.propagation import domains_of
    >>> puzzle = Puzzle.parse("1... ..2. .3.. ...4")
    >>> ax = board(puzzle, candidates=domains_of(puzzle), highlight=[(1, 1)], struck={(1, 2): [1]})
    >>> [text.get_text() for text in ax.texts][:5]
    ['1', '1', '2', '3', '4']
    >>> plt.close(ax.figure)
    """
    of, givens = (puzzle.board, puzzle.givens) if isinstance(puzzle, Puzzle) else (puzzle, {})
    if grid is not None and grid.board != of:
        raise InputError(mismatch(grid.board, of, owner="the picture"))
    drawn = drawing(of)
    ax = _framed(ax, drawn)
    for cell in highlight or ():
        _highlight(ax, cell)
    for cell in of.cells:
        gone = sorted((struck or {}).get(cell, ()))
        left = sorted((candidates or {}).get(cell, ()))
        if cell in givens and not gone:
            _digit(ax, cell, givens[cell], color=INK, fontweight="bold")
        elif grid is not None:
            _digit(ax, cell, grid[cell], color=PALETTE["blue"], fontstyle="italic")
        elif len(left) == 1 and not gone:
            _digit(ax, cell, left[0], color=PALETTE["blue"], fontstyle="italic")
        else:
            _marks(ax, of, cell, left, gone)
    _lines(ax, of, drawn.regions)
    draw_rules(ax, drawn)
    ax.set(xticks=of.digits, yticks=of.digits)
    ax.tick_params(length=0, labelsize=7, labelcolor=MUTED, labeltop=True, labelbottom=False, pad=1)
    for spine in ax.spines.values():
        spine.set_visible(False)
    return ax


def _framed(ax: Axes | None, drawn: Drawing) -> Axes:
    """The given Axes, or new ones that have room for the board, clues outside it and the meanings of its rules."""
    left, right, top, bottom = drawn.bounds
    width, height = INCHES_PER_CELL * (right - left), INCHES_PER_CELL * (bottom - top)
    lines = wrapped(drawn.notes, width)
    found = axes(ax, width + 0.25, height + 0.25 + LINE * len(lines))
    found.set(xlim=(left + 0.46, right + 0.54), ylim=(bottom + 0.54, top + 0.46), aspect="equal")
    if ax is not None:
        lines = wrapped(drawn.notes, points_per_cell(ax) * (right - left) / 72)
    if lines:
        found.set_anchor("S")  # the layout has room for the label below the place of the board
        found.set_xlabel("\n".join(lines), fontsize=7, color=INK, loc="left", multialignment="left")
    return found


def _digit(ax: Axes, cell: Cell, d: int, **look: Any) -> None:
    ax.text(cell[1], cell[0] + 0.03, str(d), ha="center", va="center", fontsize=13, **look)


def _marks(ax: Axes, of: Board, cell: Cell, left: list[int], gone: list[int]) -> None:
    """Pencil marks, each digit at a fixed position in the cell, as on a keypad."""
    rows, columns = of.box or (int(of.size**0.5), -int(-of.size // int(of.size**0.5)))
    if rows * columns < of.size:
        columns = -(-of.size // rows)
    size = min(7.5, 21 / max(rows, columns))
    for d in sorted({*left, *gone}):
        row, column = divmod(d - 1, columns)
        x = cell[1] - 0.43 + 0.86 * (column + 0.5) / columns
        y = cell[0] - 0.43 + 0.86 * (row + 0.5) / rows
        is_gone = d in gone
        ax.text(x, y, str(d), ha="center", va="center", fontsize=size, color=INK)
        if is_gone:
            half = 0.3 / columns  # a level line would meet those of the digits beside it
            ax.plot([x - half, x + half], [y + half, y - half], color=PALETTE["red"], linewidth=0.9)


def _highlight(ax: Axes, cell: Cell) -> None:
    corner = (cell[1] - 0.5, cell[0] - 0.5)
    ax.add_patch(Rectangle(corner, 1, 1, color=PALETTE["yellow"], alpha=HIGHLIGHT, linewidth=0, zorder=0))
    inner = (cell[1] - 0.44, cell[0] - 0.44)
    ax.add_patch(Rectangle(inner, 0.88, 0.88, fill=False, edgecolor=PALETTE["orange"], linewidth=1.6, zorder=1))


def _lines(ax: Axes, of: Board, region: Mapping[Cell, str]) -> None:
    """A thin line between two cells, a thick one where two regions meet and around the board."""
    n = of.size
    for r in of.digits:
        for c in range(n + 1):
            for line, a, b in (
                (([c + 0.5] * 2, [r - 0.5, r + 0.5]), (r, c), (r, c + 1)),
                (([r - 0.5, r + 0.5], [c + 0.5] * 2), (c, r), (c + 1, r)),
            ):
                thick = c in (0, n) or region.get(a) != region.get(b)
                color, width = (INK, 1.8) if thick else (MUTED, 0.5)
                ax.plot(*line, color=color, linewidth=width, solid_capstyle="projecting", zorder=3 if thick else 2)
