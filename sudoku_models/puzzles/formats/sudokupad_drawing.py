"""What SudokuPad draws and no rule of this package stands for: lines, arrows, shapes, and cages without a sum.

A place there is a row and a column in cells, from the upper left corner, and a width is in 64ths of a cell. Colours
become the nearest of those that boards are drawn in.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ..graphics import COLOURS, Caption, Disc, Graphic, Point, Shade, Stroke, outlines
from ..units import Cell

CELL = 64
BESIDE = 2
"""How many cells beside the board are drawn on."""
MOST = 500
"""The most elements that are drawn."""
GREYS = {"muted": "#8a8a8a", "black": "#1a1a1a", "white": "#ffffff"}
NEAREST = COLOURS | GREYS


def line(entry: Any, n: int, arrow: bool = False) -> Iterator[Graphic]:
    """A line, or an arrow; nothing when the entry is not as it should be."""
    places = entry.get("wayPoints") if isinstance(entry, dict) else None
    points = [_point(place, n) for place in places] if isinstance(places, list) and len(places) <= 1_000 else []
    if None in points:
        return
    distinct = points[:1] + [b for a, b in pairwise(points) if a != b]
    if len(distinct) > 1:
        width = _number(entry.get("thickness"), 4, 32, 8) / CELL
        color = _color(entry.get("color"), "muted", without="white")
        yield Stroke(color, 0.6, points=tuple(filter(None, distinct)), width=width, arrow=arrow)


def shape(entry: Any, n: int, above: bool) -> Iterator[Graphic]:
    """A disc, a bar or a square, and its text; nothing when the entry is not as it should be."""
    if not isinstance(entry, dict) or (at := _point(entry.get("center"), n)) is None:
        return
    x, y = at
    width, height = (_number(entry.get(name), 0, 20, 0) for name in ("width", "height"))
    ground, edge = (_color(entry.get(name), "") for name in ("backgroundColor", "borderColor"))
    least = min(width, height)
    if least > 0 and (ground or edge):
        opacity = 1.0 if ground in ("white", "black", "") else 0.5
        if entry.get("rounded") is True and width == height:
            yield Disc(ground or edge, opacity, above, at, least / 2, edge, bool(ground))
        elif width == height and (x % 1, y % 1) == (0.5, 0.5) and 0 < x < n and 0 < y < n and ground:
            yield Shade(ground, opacity, above, ((int(y) + 1, int(x) + 1),), min(least, 1.0))
        elif width != height:
            dx, dy = max(0.0, (width - height) / 2), max(0.0, (height - width) / 2)
            yield Stroke(ground or edge, opacity, above, ((x - dx, y - dy), (x + dx, y + dy)), least)
        else:
            yield Disc(ground or edge, opacity, above, at, least / 2, edge, bool(ground))
    text = str(entry.get("text", "")).strip() if isinstance(entry.get("text"), str | int) else ""
    if text:
        size = _number(entry.get("fontSize"), 8, 64, 24) / CELL
        yield Caption(_color(entry.get("color"), "ink", without="white"), 1.0, True, at, text[:20], size)


def cage(cells: tuple[Cell, ...], value: Any) -> Iterator[Graphic]:
    """A cage without a sum: its outline, and its text."""
    lines = outlines(cells, 0.07)
    for corners in lines:
        yield Stroke("muted", 1.0, True, (*corners, corners[0]), 0.03, dashed=True)
    if isinstance(value, str) and value.strip():
        x, y = lines[0][0]
        yield Caption("ink", 1.0, True, (x + 0.15, y + 0.12), value.strip()[:20], 0.2)


def _point(place: Any, n: int) -> Point | None:
    """A point on the board or a little beside it."""
    if not isinstance(place, list) or len(place) != 2:
        return None
    if not all(type(k) in (int, float) and -BESIDE <= k <= n + BESIDE for k in place):
        return None
    return float(place[1]), float(place[0])


def _number(value: Any, least: float, most: float, usual: float) -> float:
    return min(max(float(value), least), most) if type(value) in (int, float) and value == value else usual


def _color(value: Any, usual: str, without: str = "") -> str:
    """The name of the nearest colour; none for what is transparent."""
    text = value if isinstance(value, str) else ""
    if not re.fullmatch(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", text):
        return usual
    digits = text[1:] if len(text) > 5 else "".join(2 * digit for digit in text[1:])
    if digits[6:] == "00":
        return usual

    red, green, blue = (int(digits[k : k + 2], 16) for k in (0, 2, 4))
    is_grey = max(red, green, blue) - min(red, green, blue) < 40
    names = [name for name in (NEAREST if not is_grey else GREYS) if name != without]

    def distance(name: str) -> int:
        near = (int(NEAREST[name][k : k + 2], 16) for k in (1, 3, 5))
        return sum((one - other) ** 2 for one, other in zip((red, green, blue), near, strict=True))

    return min(names, key=distance)
