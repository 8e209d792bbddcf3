"""Shapes that the drawings of several rules have in common."""

from itertools import pairwise
from typing import Any

from ..graphics import Caption, Graphic, Point, Stroke, middle, outlines, with_gap
from ..units import Cell, is_connected

Elements = tuple[Graphic, ...]
OWN_INSET = 0.14
CORNER, OUTSIDE = 0.26, 0.44
"""The sizes of a number in the corner of a cell, and outside the board."""
SOFT = 0.4
"""The opacity of what is drawn behind digits."""


def usual(cells: tuple[Cell, ...], number: Any = "") -> Elements:
    """A thin line around the cells, or through them when they are not connected, with a number.

    >>> [type(each).__name__ for each in usual(((1, 1), (1, 2)), 5)]
    ['Stroke', 'Caption']
    """
    if is_connected(cells):
        return outlined(cells, str(number), Stroke("purple", above=True, width=0.04), OWN_INSET)
    line = Stroke("purple", 0.8, points=tuple(map(middle, cells)), width=0.04)
    x, y = middle(cells[0])
    number = str(number)
    return (line, *((Caption(above=True, at=(x - 0.25, y - 0.32), text=number, size=CORNER),) if number else ()))


def outlined(cells: tuple[Cell, ...], number: str, look: Stroke, inset: float) -> Elements:
    """Closed lines around the cells, with a number in the upper left corner of the first."""
    lines = outlines(cells, inset)
    width = 0.62 * CORNER * len(number)
    drawn: list[Graphic] = []
    for k, line in enumerate(lines):
        gap = (width + 0.06, CORNER + 0.02) if number and k == 0 else (0.0, 0.0)
        points = with_gap(line, *gap)
        drawn.append(Stroke(look.color, look.opacity, look.above, points, look.width, look.dashed))
    if number:
        x, y = lines[0][0]
        drawn.append(Caption(above=True, at=(x + width / 2, y + CORNER / 2 - 0.02), text=number, size=CORNER))
    return tuple(drawn)


def clue(cells: tuple[Cell, ...], text: Any, size: int, taken: set[Cell], arrow: bool = True) -> Elements:
    """A text before the first cell of a straight line that begins at the side; in the board for other cells.

    Args:
        cells: The line.
        text: The clue.
        size: The number of rows and columns.
        taken: Places outside the board that have a clue already; this one adds its own.
        arrow: Whether an arrow points into the line.
    """
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
    down, right = steps.pop() if len(steps) == 1 else (0, 0)
    place = (cells[0][0] - down, cells[0][1] - right)
    if max(abs(down), abs(right)) != 1 or all(1 <= k <= size for k in place):
        return usual(cells, text)
    while place in taken:
        place = (place[0] - down, place[1] - right)
    taken.add(place)
    x, y = middle(place)
    if not arrow:
        return (Caption(at=(x, y), text=str(text), size=OUTSIDE),)
    back = 0.1  # makes room for the arrowhead
    words = Caption(at=(x - back * right, y - back * down), text=str(text), size=OUTSIDE)
    head = Stroke(points=((x + 0.27 * right, y + 0.27 * down), (x + 0.46 * right, y + 0.46 * down)), arrow=True)
    return words, head


def path(cells: tuple[Cell, ...], color: str, opacity: float, width: float, dashed: bool = False) -> Elements:
    """A line through the middles of the cells."""
    return (Stroke(color, opacity, points=tuple(map(middle, cells)), width=width, dashed=dashed),)


def between(cells: tuple[Cell, ...]) -> tuple[Elements, Point, Point]:
    """A line that joins two cells if they are no neighbours, the point in the middle, and the direction."""
    (x, y), (u, v) = map(middle, cells)
    far = max(abs(u - x), abs(v - y))
    line = (Stroke("muted", points=((x, y), (u, v)), width=0.04),) if abs(u - x) + abs(v - y) != 1 else ()
    return line, ((x + u) / 2, (y + v) / 2), ((u - x) / far, (v - y) / far)
