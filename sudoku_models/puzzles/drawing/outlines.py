"""The outline of some cells, and lines that are cut short."""

from collections.abc import Collection
from math import hypot

from ..units import Cell
from .elements import Point

__all__ = ["from_to", "outlines", "with_gap"]


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


def from_to(start: Point, end: Point, leave: float = 0.0, stop: float = 0.0) -> tuple[Point, Point]:
    """A straight line that leaves out its first and last parts of these lengths.

    >>> from_to((0.0, 0.0), (2.0, 0.0), 0.5, 0.5)
    ((0.5, 0.0), (1.5, 0.0))
    """
    (x, y), (u, v) = start, end
    length = hypot(u - x, v - y)
    a, b = leave / length, 1 - stop / length
    return (x + a * (u - x), y + a * (v - y)), (x + b * (u - x), y + b * (v - y))
