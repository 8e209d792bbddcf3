"""The elements of a drawing: shaded cells, strokes, discs and captions, as plain data.

A point is (x, y) in cells from the upper left corner of the board, so cell (r, c) is the square from (c - 1, r - 1) to
(c, r). Web pages, plots, printed sheets and the interactive board draw the same elements, each with its own colours of
these names: those of `COLOURS`, "ink" and "muted" for lines, and "white" and "black", which are the same on every
background.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass, fields
from math import hypot
from typing import Any

from .units import Cell

Point = tuple[float, float]

COLOURS = {
    "blue": "#0072B2",
    "orange": "#E69F00",
    "green": "#009E73",
    "red": "#D55E00",
    "purple": "#CC79A7",
    "sky": "#56B4E9",
    "yellow": "#F0E442",
}
"""Colours that can be distinguished with colour blindness. Source: M. Okabe, K. Ito, "Color Universal Design", 2008."""


@dataclass(frozen=True)
class Graphic:
    """The attributes of all elements.

    Args:
        color: The name of its colour.
        opacity: From 0, invisible, to 1.
        above: Whether it is drawn above the lines between the cells, like a dot; otherwise it is below them.
    """

    color: str = "ink"
    opacity: float = 1.0
    above: bool = False


@dataclass(frozen=True)
class Shade(Graphic):
    """Squares in the middle of some cells.

    Args:
        cells: The cells.
        side: The side of each square; 1 fills the cell.
    """

    cells: tuple[Cell, ...] = ()
    side: float = 1.0


@dataclass(frozen=True)
class Stroke(Graphic):
    """A line through some points, with round ends.

    Args:
        points: At least two.
        width: Its width in cells.
        dashed: Whether it is interrupted.
        arrow: Whether it ends in an arrowhead.
    """

    points: tuple[Point, ...] = ()
    width: float = 0.05
    dashed: bool = False
    arrow: bool = False

    @property
    def head(self) -> tuple[Point, ...]:
        """The three points of the arrowhead, the tip in the middle; none without an arrow.

        >>> Stroke(points=((0.0, 0.0), (1.0, 0.0)), arrow=True).head
        ((0.85, 0.12), (1.0, 0.0), (0.85, -0.12))
        """
        if not self.arrow:
            return ()
        (u, v), (x, y) = self.points[-2:]
        length = hypot(x - u, y - v)
        dx, dy = (x - u) / length, (y - v) / length
        left, right = ((x - 0.15 * dx - k * dy, y - 0.15 * dy + k * dx) for k in (0.12, -0.12))
        return left, (x, y), right


@dataclass(frozen=True)
class Disc(Graphic):
    """A disc, or a circle.

    Args:
        at: Its centre.
        radius: Its radius in cells.
        edge: The colour of the circle around it; empty for none.
        filled: Whether the disc is filled with the colour.
    """

    at: Point = (0.0, 0.0)
    radius: float = 0.4
    edge: str = ""
    filled: bool = True


@dataclass(frozen=True)
class Caption(Graphic):
    """A short text.

    Args:
        at: Its middle.
        text: The text.
        size: The height of its letters' line in cells.
        boxed: Whether it has a white ground, because it stands on a line.
    """

    at: Point = (0.0, 0.0)
    text: str = ""
    size: float = 0.3
    boxed: bool = False


@dataclass(frozen=True)
class Drawing:
    """The drawing of a board besides its cells, boxes and digits.

    Attributes:
        elements: In the order in which they are drawn.
        regions: For each cell the name of its box or region; a thick line is drawn where it changes.
        bounds: The least and the largest x, and the least and the largest y: more than the board where there are clues
            outside it.
        notes: Sentences that say the rules of the board, one for each kind.
    """

    elements: tuple[Graphic, ...]
    regions: dict[Cell, str]
    bounds: tuple[int, int, int, int]
    notes: tuple[str, ...]


def middle(cell: Cell) -> Point:
    """The middle of a cell.

    >>> middle((1, 3))
    (2.5, 0.5)
    """
    return cell[1] - 0.5, cell[0] - 0.5


def as_data(element: Graphic) -> dict[str, Any]:
    """An element as plain data for the page: its kind, and what differs from the default.

    >>> as_data(Disc("black", at=(1.0, 0.5), radius=0.1))
    {'kind': 'disc', 'color': 'black', 'at': (1.0, 0.5), 'radius': 0.1}
    """
    usual = {each.name: each.default for each in fields(element)}
    values = {name: value for name, value in asdict(element).items() if value != usual[name]}
    if isinstance(element, Stroke) and element.arrow:
        values["head"] = element.head
    return {"kind": type(element).__name__.lower()} | values


# -- outlines, and lines that are cut short ---------------------------------------------------------------------------


def outlines(cells: Collection[Cell], inset: float = 0.0) -> list[list[Point]]:
    """The corners of each closed line around the cells, at a distance inside their edges.

    Each line goes clockwise, and begins at its uppermost corner, the leftmost of several. Cells that only share a
    corner have separate lines.

    >>> outlines([(1, 1), (1, 2)])
    [[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)]]
    """
    edges = _edges(set(cells))
    found = []
    while edges:
        start = min(edges, key=lambda edge: (edge[0][1], edge[0][0]))
        path, at = [], start
        while at in edges:
            path.append(at)
            edges.discard(at)
            (x, y), (dx, dy) = at
            end = (x + dx, y + dy)  # turn right where cells touch in a corner, otherwise straight on, or left
            at = next((e for turn in ((-dy, dx), (dx, dy), (dy, -dx)) if (e := (end, turn)) in edges), start)
        found.append(_corners(path, inset))
    return sorted(found, key=lambda line: (line[0][1], line[0][0]))


def _edges(cells: set[Cell]) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """The edges around the cells: a corner, and a direction that has the cell on its right."""
    edges = set()
    for r, c in cells:
        for outside, corner, direction in (
            ((r - 1, c), (c - 1, r - 1), (1, 0)),
            ((r, c + 1), (c, r - 1), (0, 1)),
            ((r + 1, c), (c, r), (-1, 0)),
            ((r, c - 1), (c - 1, r), (0, -1)),
        ):
            if outside not in cells:
                edges.add((corner, direction))
    return edges


def _corners(path: list[tuple[tuple[int, int], tuple[int, int]]], inset: float) -> list[Point]:
    """The points where a closed path turns, moved inwards: to the right of both directions."""
    corners = []
    for (_, (bx, by)), ((x, y), (dx, dy)) in zip([path[-1], *path[:-1]], path, strict=True):
        if (bx, by) != (dx, dy):
            corners.append((x + inset * (-by - dy), y + inset * (bx + dx)))
    return corners


def with_gap(line: list[Point], across: float, down: float) -> tuple[Point, ...]:
    """A closed line with a gap at its first corner, where a number stands.

    >>> with_gap([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)], 0.5, 0.25)
    ((0.5, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0), (0.0, 0.25))
    """
    (x, y), *others = line
    return ((x + across, y), *others, (x, y + down)) if across else (*line, line[0])


def towards(start: Point, end: Point, distance: float) -> Point:
    """The point at this distance from a point, in the direction of another one.

    >>> towards((0.0, 0.0), (2.0, 0.0), 0.5)
    (0.5, 0.0)
    """
    (x, y), (u, v) = start, end
    share = distance / hypot(u - x, v - y)
    return x + share * (u - x), y + share * (v - y)
