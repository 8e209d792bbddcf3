"""A board with its rules, givens, found digits and pencil marks, and the effect of a step on them."""

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Circle, Rectangle

from ..errors import InputError
from ..inference.filters import Domains
from ..puzzles.board import Board, mismatch
from ..puzzles.drawing import drawing
from ..puzzles.graphics import Caption, Disc, Drawing, Graphic, Point, Shade, Stroke, middle
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rendering import marks_shape
from ..puzzles.units import Cell
from .style import INK, MUTED, PALETTE, PAPER, axes

RULE = "rule"
"""The group (`gid`) of the texts that are numbers of rules, not digits of cells."""
COLOURS = PALETTE | {"ink": INK, "muted": MUTED, "white": PAPER, "black": INK}
LINE, LETTER = 0.125, 0.057
"""The height of a line below the board, and the width of a letter, in inches."""
BELOW, ABOVE = 0.5, 4.0
"""The order of drawing: below the highlights and lines of the board, and above them."""


def wrapped(notes: Iterable[str], inches: float) -> list[str]:
    """The meanings of rules, in lines of this width."""
    return [line for note in notes for line in wrap(note, max(20, int(inches / LETTER)))]


def points_per_cell(ax: Axes) -> float:
    """The side of a cell in points, from the limits and the size of the Axes."""
    box = ax.get_window_extent()
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    return 72 / float(ax.figure.dpi) * min(box.width / abs(right - left), box.height / abs(top - bottom))


def draw_rules(ax: Axes, drawn: Drawing) -> None:
    """Draw the elements. The limits of the Axes must be set: widths of lines and sizes of letters follow from them."""
    points = points_per_cell(ax)
    for k, element in enumerate(drawn.elements):
        _draw(ax, element, points, (ABOVE if element.above else BELOW) + k / 10_000)


def _draw(ax: Axes, element: Graphic, points: float, order: float) -> None:
    color = _on_paper(element)
    match element:
        case Shade():
            for cell in element.cells:
                x, y = _place(middle(cell))
                corner = (x - element.side / 2, y - element.side / 2)
                ax.add_patch(Rectangle(corner, element.side, element.side, color=color, linewidth=0, zorder=order))
        case Stroke():
            look: dict[str, Any] = {"color": color, "linewidth": element.width * points, "zorder": order}
            dashes = (0, (0.12 / element.width, 0.1 / element.width)) if element.dashed else "-"
            for line, style in ((element.points, dashes), (element.head, "-"))[: 1 + element.arrow]:
                ax.plot(*zip(*map(_place, line), strict=True), **look, linestyle=style, solid_capstyle="round")
        case Disc():
            look = {"edgecolor": COLOURS[element.edge] if element.edge else "none", "linewidth": 0.04 * points}
            look["facecolor"] = color if element.filled else "none"
            ax.add_patch(Circle(_place(element.at), element.radius, zorder=order, **look))
        case Caption():
            size = element.size * points
            look = {"ha": "center", "va": "center_baseline", "color": color, "fontsize": size, "zorder": order}
            if element.boxed:
                look["bbox"] = {"boxstyle": "square,pad=0.05", "facecolor": PAPER, "edgecolor": "none"}
            ax.text(*_place(element.at), element.text, gid=RULE, **look)


def _on_paper(element: Graphic) -> tuple[float, ...]:
    """Its colour, mixed with white instead of transparent, so that parts that overlap do not look darker."""
    paper = to_rgb(PAPER)
    color = to_rgb(COLOURS[element.color])
    return tuple(element.opacity * a + (1 - element.opacity) * b for a, b in zip(color, paper, strict=True))


def _place(point: Point) -> Point:
    """A point in the coordinates of plots, where the middle of cell (r, c) is (c, r)."""
    return point[0] + 0.5, point[1] + 0.5


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
    grid_lines(ax, of, drawn.regions)
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
    rows, columns = marks_shape(of)
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


def grid_lines(ax: Axes, of: Board, region: Mapping[Cell, str]) -> None:
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
