"""Between lines."""

from dataclasses import dataclass
from typing import Any

from ..graphics import Disc, Stroke, middle, towards
from ..units import Cell
from . import placing
from .lines import Line
from .placing import LENGTHS, Sketch
from .rule import CellView, coordinates
from .shapes import Elements
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Between | None":
    """A walk that is cut off where its digits are between those at its ends."""
    walk = sketch.walk(start, LENGTHS[-1], lambda digits, d: d != digits[0])
    return sketch.longest(walk, Between)


@dataclass(frozen=True)
class Between(Line):
    """The digits on the line are strictly between those in its two circles, which are its first and its last cell.

    Rules
        b = 1  ->  x[first] + 1 <= x[i] <= x[last] - 1     the digits at the ends rise
        b = 0  ->  x[last] + 1 <= x[i] <= x[first] - 1     or fall

    >>> Between([(1, 1), (1, 2), (1, 3)]).holds((5, 3, 2)), Between([(1, 1), (1, 2), (1, 3)]).holds((5, 5, 6))
    (True, False)
    """

    kind = "between line"
    meaning = "the digits on a line between two circles are between the digits in the circles"
    fewest_cells = 3
    tool = Tool("Between line", "path", "Drag from one circle to the other")
    generated = (("between", placing.lines("lines whose digits are between those in their circles", _place)),)
    reason = "its digits are between those in its circles"
    iss, iss_arguments = ("Between",), (3, None)
    fpuzzles = "betweenline"

    def holds(self, digits: tuple[int, ...]) -> bool:
        first, *inner, last = digits
        return min(first, last) < min(inner) and max(inner) < max(first, last)

    def define(self, m: Any, cells: CellView) -> None:
        """Whether the ends rise is an auxiliary binary."""
        first, *inner, last = self.cells
        rises = m.bool_vars(f"the ends of {self} rise", [0])[0]
        for i in inner:
            for small, large, value in ((first, last, 1), (last, first, 0)):
                over = cells.value(small) - cells.value(i) <= -1
                under = cells.value(i) - cells.value(large) <= -1
                m.implies([(rises, value)], over, self.label(f"{coordinates(small)} < {coordinates(i)}"))
                m.implies([(rises, value)], under, self.label(f"{coordinates(i)} < {coordinates(large)}"))

    start = ()

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The first digit, and the smallest and the largest one between; at the end nothing."""
        if position == 0:
            return (digit,)
        first, low, high = state if len(state) == 3 else (*state, 99, 0)
        if position == len(self.cells) - 1:
            return () if min(first, digit) < low and high < max(first, digit) else None
        low, high = min(low, digit), max(high, digit)
        return (first, low, high) if not low <= first <= high else None

    def violation(self, digits: tuple[int, ...]) -> int:
        low, high = sorted((digits[0], digits[-1]))
        return sum(max(0, low + 1 - d, d + 1 - high) for d in digits[1:-1])

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        radius = 0.4
        first, *_, last = points = [*map(middle, self.cells)]
        ends = towards(first, points[1], radius), towards(last, points[-2], radius)
        circles = (Disc("muted", at=at, radius=radius, edge="muted", filled=False) for at in (first, last))
        return *circles, Stroke("muted", points=(ends[0], *points[1:-1], ends[1]), width=0.08)
