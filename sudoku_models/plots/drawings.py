"""The rules of a board in a plot: shaded cells, lines, dots and numbers."""

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Circle, Rectangle

from ..puzzles.drawing import Caption, Disc, Drawing, Element, Point, Shade, Stroke, middle
from .style import INK, MUTED, PALETTE, PAPER

__all__ = ["LINE", "RULE", "draw_rules", "points_per_cell", "wrapped"]

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


def _draw(ax: Axes, element: Element, points: float, order: float) -> None:
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


def _on_paper(element: Element) -> tuple[float, ...]:
    """Its colour, mixed with white instead of transparent, so that parts that overlap do not look darker."""
    paper = to_rgb(PAPER)
    color = to_rgb(COLOURS[element.color])
    return tuple(element.opacity * a + (1 - element.opacity) * b for a, b in zip(color, paper, strict=True))


def _place(point: Point) -> Point:
    """A point in the coordinates of plots, where the middle of cell (r, c) is (c, r)."""
    return point[0] + 0.5, point[1] + 0.5
