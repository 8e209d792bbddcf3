"""Thermometers."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..cell_names import cell_name, listed
from ..graphics import Disc, Stroke, middle
from ..units import Cell
from . import placing
from .linear import LinearRule, Row
from .lines import Line
from .placing import LENGTHS, Sketch
from .rule import Domains
from .shapes import SOFT, Elements
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Thermometer | None":
    walk = sketch.walk(start, sketch.rng.choice(LENGTHS), lambda digits, d: d > digits[-1])
    return Thermometer(walk) if walk else None


@dataclass(frozen=True)
class Thermometer(Line, LinearRule):
    """The digits rise from the bulb, which is the first cell.

    Rules
        x[i] + 1 <= x[j]    for neighbours i, j along the line

    >>> Thermometer([(1, 1), (2, 2), (3, 3)]).holds((1, 3, 4))
    True
    """

    meaning = "the digits rise from the bulb"
    tool = Tool("Thermometer", "path", "Drag from the bulb to the tip")
    generated = (("thermometer", placing.lines("lines along which the digits rise", _place)),)
    iss, iss_arguments = ("Thermo",), (1, None)
    fpuzzles = "thermometer"

    def holds(self, digits: tuple[int, ...]) -> bool:
        return all(d < e for d, e in pairwise(digits))

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        return [Row((i,), (j,), is_less=True) for i, j in pairwise(items)]

    start = 0

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The last digit."""
        return digit if digit > state else None

    def argument(self, domains: Domains) -> str:
        """The bounds of the cells whose bounds are more than their place along it says."""
        cells = self.cells
        lows = [min(domains[i]) for i in cells]
        highs = [max(domains[i]) for i in cells]
        parts = []
        for k, i in enumerate(cells):
            if lows[k] > max([k, *(low + k - j for j, low in enumerate(lows[:k]))]) + 1 or (k == 0 and lows[0] > 1):
                parts.append(f"{cell_name(i)} is {'' if lows[k] == highs[k] else 'at least '}{lows[k]}")
        top = max(highs)
        for k, i in enumerate(cells):
            later = [high - (j - k) for j, high in enumerate(highs[k + 1 :], k + 1)]
            if lows[k] < highs[k] < min([top - (len(cells) - 1 - k), *later]):
                parts.append(f"{cell_name(i)} is at most {highs[k]}")
        return f"the digits rise along its {len(cells)} cells{f', and {listed(parts)}' if parts else ''}"

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        points = tuple(map(middle, self.cells))
        return Disc("muted", SOFT, at=points[0], radius=0.37), Stroke("muted", SOFT, points=points, width=0.26)
