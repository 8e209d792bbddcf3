"""Arrows."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from math import dist
from typing import Any

from ...errors import InputError
from ..graphics import Disc, Stroke, middle, towards
from ..units import Cell
from . import placing
from .linear import LinearRule, Row
from .lines import Line
from .placing import LENGTHS, Sketch
from .rule import Domains, Rule, checked_number
from .shapes import Elements, outlined
from .texts import Entry, cells_of, lines_of, names_of, read_cells, read_integer
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Arrow | None":
    """A walk that reaches the digit in its circle exactly."""
    walk = sketch.walk(start, LENGTHS[-1], lambda digits, d: sum(digits[1:]) + d <= digits[0])
    rule = Arrow(walk) if walk else None
    return rule if rule and rule.check(sketch.grid) else None


@dataclass(frozen=True)
class Arrow(Line, LinearRule):
    """The digit in the circle, or the number in a pill, is the sum of the digits along the arrow; they may repeat.

    Rules
        sum over i on the shaft of x[i] = x[circle]             or, in a pill of two cells, 10 x[first] + x[second]

    Args:
        cells: The circle or pill, then the cells of the shaft.
        pill: The number of cells of the pill, whose digits are read as one number, from the left and from the top.

    >>> Arrow([(1, 1), (1, 2), (1, 3)]).holds((4, 1, 3)), Arrow("r1c1 r1c2 r1c3 r1c4", 2).holds((1, 2, 9, 3))
    (True, True)
    """

    pill: int = field(default=1, metadata={"left out": 1})

    tool = Tool("Arrow", "path", "Drag from the circle along the arrow")
    generated = (("arrow", placing.lines("arrows along which the digits add up to that in the circle", _place)),)
    iss, iss_arguments = ("Arrow", "PillArrow"), (1, None)
    fpuzzles, fpuzzles_fields = "arrow", "lines cells"

    def __post_init__(self) -> None:
        super().__post_init__()
        most = min(3, len(self.cells) - 1)
        k = checked_number(self.pill, "the cells of the pill of an arrow", 1, most)
        object.__setattr__(self, "cells", (*sorted(self.cells[:k]), *self.cells[k:]))

    def _number(self, digits: Iterable[int]) -> int:
        return reduce(lambda number, d: 10 * number + d, [*digits][: self.pill])

    def holds(self, digits: tuple[int, ...]) -> bool:
        return self._number(digits) == sum(digits[self.pill :])

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        pill = (items[k : k + 1] * 10 ** (self.pill - 1 - k) for k in range(self.pill))
        return [Row(items[self.pill :], sum(pill, ()))]

    start = 0

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The number in the circle minus the sum of the digits so far."""
        left = 10 * state + digit if position < self.pill else state - digit
        return left if left >= 0 else None

    def accepts(self, state: int) -> bool:
        return state == 0

    @property
    def title(self) -> str:
        return self.kind if self.pill == 1 else f"{self.kind} from {self.pill} cells"

    @property
    def meaning(self) -> str:
        circle = "digit in a circle" if self.pill == 1 else "number in a pill"
        return f"the {circle} is the sum of the digits along its arrow"

    def argument(self, domains: Domains) -> str:
        shaft = self.cells[self.pill :]
        low, high = (sum(of(domains[i]) for i in shaft) for of in (min, max))
        least, most = (self._number(of(domains[i]) for i in self.cells) for of in (min, max))
        cells = "the cells of the arrow have" if len(shaft) > 1 else "the cell of the arrow has"
        together = " together" if len(shaft) > 1 else ""
        circle = "circle" if self.pill == 1 else "pill"
        return (
            f"{cells} at least {low} and at most {high}{together}, and its {circle} at least {least} and at most {most}"
        )

    def _path(self) -> tuple[Cell, ...]:
        """The cell of the circle or pill at which the arrow begins, and its shaft."""
        shaft = self.cells[self.pill :]
        return (min(self.cells[: self.pill], key=lambda cell: dist(cell, shaft[0])), *shaft)

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        radius = 0.4
        circle, first, *others = map(middle, self._path())
        base: Elements = (Disc("muted", at=circle, radius=radius, edge="muted", filled=False),)
        if self.pill > 1:
            base = outlined(self.cells[: self.pill], "", Stroke("muted", width=0.05), 0.5 - radius)
        return (*base, Stroke("muted", points=(towards(circle, first, radius), first, *others), width=0.05, arrow=True))

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        if name == "Arrow":
            return [Arrow(read_cells(arguments, n))]
        return [Arrow(read_cells(arguments[1:], n), read_integer(arguments[0]))]

    def write_iss(self, writing: Any) -> str:
        if self.pill == 1:
            return str(writing.text("Arrow", self.cells))
        return str(writing.text("PillArrow", self.pill, self.cells))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        circle = cells_of(entry, n)
        if circle != tuple(sorted(circle)):
            raise InputError("the cells of its pill must go from left to right, or from the top down")
        every = ((*circle, *(cell for cell in line if cell not in circle)) for line in lines_of(entry, n))
        return [Arrow(cells, len(circle)) for cells in every]

    def entries(self, n: int) -> list[Entry]:
        return [{"cells": names_of(self.cells[: self.pill]), "lines": [names_of(self._path())]}]
