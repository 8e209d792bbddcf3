"""How each kind of rule is drawn.

`elements` is a table of functions by the class of a rule. A class of your own gets a thin line around its cells, or
through them when they are not connected, with its number; `elements.register` gives it a drawing of its own:

>>> from dataclasses import dataclass
>>> from sudoku_models.puzzles.rules.rule import CellRule
>>> @dataclass(frozen=True)
... class Prime(CellRule):
...     cells: tuple
>>> @elements.register
... def _(rule: Prime, size, taken):
...     return tuple(Disc("orange", 0.4, at=middle(cell), radius=0.3) for cell in rule.cells)
>>> elements(Prime([(1, 1)]), 9, set())[0].at
(0.5, 0.5)
"""

from functools import singledispatch
from itertools import pairwise

from .. import rules
from ..rules import CellRule, Rule
from ..units import Cell, is_connected
from .elements import Caption, Disc, Graphic, Point, Shade, Stroke, middle, outlines, towards, with_gap

Elements = tuple[Graphic, ...]
CAGE_INSET, OWN_INSET = 0.09, 0.14
CORNER, OUTSIDE = 0.26, 0.44
"""The sizes of a number in the corner of a cell, and outside the board."""
LINES: dict[type[CellRule], tuple[str, float, float, bool]] = {
    rules.Whisper: ("green", 0.6, 0.12, False),
    rules.Renban: ("purple", 0.5, 0.34, False),
    rules.Palindrome: ("sky", 0.7, 0.16, True),
}
"""The colour, the opacity and the width of the rules that are only lines, and whether they are dashed."""
SOFT = 0.4
"""The opacity of what is drawn behind digits."""


@singledispatch
def elements(rule: Rule, size: int, taken: set[Cell]) -> Elements:
    """The elements of a rule; none for a rule of the whole board.

    Args:
        rule: The rule.
        size: The number of rows and columns.
        taken: Places outside the board that have a clue already, as if they were cells: row 0 is above row 1. A rule
            with a clue outside adds its own.
    """
    return ()


@elements.register
def _own(rule: CellRule, size: int, taken: set[Cell]) -> Elements:
    numbers = " ".join(str(v) for v in vars(rule).values() if isinstance(v, int) and not isinstance(v, bool))
    if is_connected(rule.cells):
        return _outlined(rule.cells, numbers, Stroke("purple", above=True, width=0.04), OWN_INSET)
    line = Stroke("purple", 0.8, points=tuple(map(middle, rule.cells)), width=0.04)
    x, y = middle(rule.cells[0])
    return (line, *((Caption(above=True, at=(x - 0.25, y - 0.32), text=numbers, size=CORNER),) if numbers else ()))


@elements.register
def _cage(rule: rules.KillerCage, size: int, taken: set[Cell]) -> Elements:
    total = "" if rule.total is None else str(rule.total)
    return _outlined(rule.cells, total, Stroke("ink", above=True, width=0.03, dashed=True), CAGE_INSET)


def _outlined(cells: tuple[Cell, ...], number: str, look: Stroke, inset: float) -> Elements:
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


# -- clues outside the board ------------------------------------------------------------------------------------------


@elements.register(rules.Sandwich)
@elements.register(rules.Skyscraper)
@elements.register(rules.LittleKiller)
def _outside(rule: CellRule, size: int, taken: set[Cell]) -> Elements:
    """A number before the first cell, with an arrow into the line; drawn in the board if this is no straight line.

    A sandwich is the same from both ends, and has no arrow.
    """
    is_sandwich = isinstance(rule, rules.Sandwich)
    cells = tuple(sorted(rule.cells)) if is_sandwich else rule.cells
    number = rule.visible if isinstance(rule, rules.Skyscraper) else rule.total  # type: ignore[attr-defined]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
    down, right = steps.pop() if len(steps) == 1 else (0, 0)
    place = (cells[0][0] - down, cells[0][1] - right)
    if max(abs(down), abs(right)) != 1 or all(1 <= k <= size for k in place):
        return _own(rule, size, taken)
    while place in taken:
        place = (place[0] - down, place[1] - right)
    taken.add(place)
    x, y = middle(place)
    if is_sandwich:
        return (Caption(at=(x, y), text=str(number), size=OUTSIDE),)
    back = 0.1  # makes room for the arrowhead
    text = Caption(at=(x - back * right, y - back * down), text=str(number), size=OUTSIDE)
    head = Stroke(points=((x + 0.27 * right, y + 0.27 * down), (x + 0.46 * right, y + 0.46 * down)), arrow=True)
    return text, head


# -- lines ------------------------------------------------------------------------------------------------------------


@elements.register
def _thermometer(rule: rules.Thermometer, size: int, taken: set[Cell]) -> Elements:
    points = tuple(map(middle, rule.cells))
    return Disc("muted", SOFT, at=points[0], radius=0.37), Stroke("muted", SOFT, points=points, width=0.26)


@elements.register(rules.Whisper)
@elements.register(rules.Renban)
@elements.register(rules.Palindrome)
def _line(rule: CellRule, size: int, taken: set[Cell]) -> Elements:
    color, opacity, width, dashed = next(look for kind, look in LINES.items() if isinstance(rule, kind))
    return (Stroke(color, opacity, points=tuple(map(middle, rule.cells)), width=width, dashed=dashed),)


@elements.register
def _arrow(rule: rules.Arrow, size: int, taken: set[Cell]) -> Elements:
    radius = 0.4
    circle, first, *others = map(middle, rule.cells)
    return (
        Disc("muted", at=circle, radius=radius, edge="muted", filled=False),
        Stroke("muted", points=(towards(circle, first, radius), first, *others), width=0.05, arrow=True),
    )


# -- between two cells ------------------------------------------------------------------------------------------------


def _between(rule: rules.Pair) -> tuple[Elements, Point, Point]:
    """A line that joins the two cells if they are no neighbours, the point in the middle, and the direction."""
    (x, y), (u, v) = map(middle, rule.cells)
    far = max(abs(u - x), abs(v - y))
    line = (Stroke("muted", points=((x, y), (u, v)), width=0.04),) if abs(u - x) + abs(v - y) != 1 else ()
    return line, ((x + u) / 2, (y + v) / 2), ((u - x) / far, (v - y) / far)


@elements.register(rules.WhiteDot)
@elements.register(rules.BlackDot)
def _dot(rule: rules.Pair, size: int, taken: set[Cell]) -> Elements:
    line, at, _ = _between(rule)
    color, edge = ("white", "black") if isinstance(rule, rules.WhiteDot) else ("black", "white")
    return *line, Disc(color, above=True, at=at, radius=0.13, edge=edge)


@elements.register(rules.XMark)
@elements.register(rules.VMark)
def _letter(rule: rules.Pair, size: int, taken: set[Cell]) -> Elements:
    line, at, _ = _between(rule)
    return *line, Caption("black", above=True, at=at, text=rule.kind, size=0.3, boxed=True)


@elements.register
def _greater(rule: rules.GreaterThan, size: int, taken: set[Cell]) -> Elements:
    line, (x, y), (dx, dy) = _between(rule)
    tip, back, half = 0.1, 0.07, 0.13
    ends = [(x - back * dx - side * dy, y - back * dy + side * dx) for side in (half, -half)]
    points = (ends[0], (x + tip * dx, y + tip * dy), ends[1])
    return *line, Stroke("ink", above=True, points=points, width=0.05)


# -- cells and corners ------------------------------------------------------------------------------------------------


@elements.register
def _even(rule: rules.Even, size: int, taken: set[Cell]) -> Elements:
    return (Shade("muted", SOFT, cells=rule.cells, side=0.74),)


@elements.register
def _odd(rule: rules.Odd, size: int, taken: set[Cell]) -> Elements:
    return tuple(Disc("muted", SOFT, at=middle(cell), radius=0.38) for cell in rule.cells)


@elements.register
def _quadruple(rule: rules.Quadruple, size: int, taken: set[Cell]) -> Elements:
    points = [*map(middle, rule.cells)]
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    digits = [*map(str, rule.digits)]
    rows = [digits] if len(digits) < 3 else [digits[: (len(digits) + 1) // 2], digits[(len(digits) + 1) // 2 :]]
    high = 0.2
    words = tuple(
        Caption("black", above=True, at=(x, y + high * (k - (len(rows) - 1) / 2)), text=" ".join(row), size=high)
        for k, row in enumerate(rows)
    )
    return Disc("white", above=True, at=(x, y), radius=0.27, edge="black"), *words
