"""Arrows."""

from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from ..graphics import Disc, Stroke, middle, towards
from ..units import Cell
from . import placing
from .linear import LinearRule, Row
from .lines import Line
from .placing import LENGTHS, Sketch
from .rule import Domains, Rule
from .shapes import Elements
from .texts import Entry, cells_of, lines_of, names_of
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Arrow | None":
    """A walk that reaches the digit in its circle exactly."""
    walk = sketch.walk(start, LENGTHS[-1], lambda digits, d: sum(digits[1:]) + d <= digits[0])
    rule = Arrow(walk) if walk else None
    return rule if rule and rule.check(sketch.grid) else None


@dataclass(frozen=True)
class Arrow(Line, LinearRule):
    """The digit in the circle is the sum of the digits along the arrow; they may repeat.

    Rules
        sum over i on the shaft of x[i] = x[circle]

    Args:
        cells: The circle, then the cells of the shaft.

    >>> Arrow([(1, 1), (1, 2), (1, 3)]).holds((4, 1, 3))
    True
    """

    meaning = "the digit in a circle is the sum of the digits along its arrow"
    tool = Tool("Arrow", "path", "Drag from the circle along the arrow")
    generated = (("arrow", placing.lines("arrows along which the digits add up to that in the circle", _place)),)
    iss, iss_arguments = ("Arrow",), (1, None)
    fpuzzles, fpuzzles_fields = "arrow", "lines cells"

    def holds(self, digits: tuple[int, ...]) -> bool:
        return digits[0] == sum(digits[1:])

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        return [Row(items[1:], items[:1])]

    start = -1

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The digit in the circle minus the sum of the digits so far."""
        left = digit if position == 0 else state - digit
        return left if left >= 0 else None

    def accepts(self, state: int) -> bool:
        return state == 0

    def argument(self, domains: Domains) -> str:
        circle, *shaft = self.cells
        low, high = (sum(of(domains[i]) for i in shaft) for of in (min, max))
        at_circle = f"its circle at least {min(domains[circle])} and at most {max(domains[circle])}"
        cells = "the cells of the arrow have" if len(shaft) > 1 else "the cell of the arrow has"
        together = " together" if len(shaft) > 1 else ""
        return f"{cells} at least {low} and at most {high}{together}, and {at_circle}"

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        radius = 0.4
        circle, first, *others = map(middle, self.cells)
        return (
            Disc("muted", at=circle, radius=radius, edge="muted", filled=False),
            Stroke("muted", points=(towards(circle, first, radius), first, *others), width=0.05, arrow=True),
        )

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        circle = cells_of(entry, n)
        if len(circle) > 1:
            raise InputError(f"a circle of {len(circle)} cells is not known here")
        return [Arrow((*circle, *(cell for cell in line if cell not in circle))) for line in lines_of(entry, n)]

    def entries(self, n: int) -> list[Entry]:
        return [{"cells": names_of(self.cells[:1]), "lines": [names_of(self.cells)]}]
