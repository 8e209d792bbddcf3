"""Zipper lines."""

from dataclasses import dataclass
from typing import Any

from ..units import Cell
from . import placing
from .linear import LinearRule, Row
from .lines import Line
from .placing import LENGTHS, Sketch
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Zipper | None":
    """From the middle, which is one cell, to both ends."""
    total = sketch.grid[start]
    line = sketch.grown([start], sketch.rng.choice(LENGTHS), lambda d, e: d + e == total)
    return Zipper(line) if line else None


@dataclass(frozen=True)
class Zipper(Line, LinearRule):
    """Digits at the same distance from the middle have the same sum: the digit in the middle, if there is one.

    Rules
        x[i] + x[j] = x[middle]         for i and j at the same distance from the middle of an odd number of cells
        x[i] + x[j] = x[k] + x[l]       for two such pairs beside each other, of an even number

    >>> Zipper([(1, 1), (1, 2), (1, 3)]).holds((1, 5, 4)), Zipper([(1, 1), (1, 2), (1, 3), (1, 4)]).holds((1, 2, 4, 5))
    (True, True)
    """

    kind = "zipper line"
    meaning = "on a thin purple line, digits at the same distance from its middle have the same sum: that in the middle"
    fewest_cells = 3
    tool = Tool("Zipper", "path", "Drag along the line")
    generated = (("zipper", placing.lines("lines whose digits add up in pairs from the middle", _place)),)
    reason = "digits at the same distance from its middle have the same sum"
    look = "purple", 0.7, 0.1
    iss, iss_arguments = ("Zipper",), (1, None)
    fpuzzles = "zipperline"

    def holds(self, digits: tuple[int, ...]) -> bool:
        half, is_odd = divmod(len(digits), 2)
        sums = {d + e for d, e in zip(digits[:half], digits[::-1], strict=False)}
        return len(sums | {*digits[half : half + is_odd]}) == 1

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        half, is_odd = divmod(len(items), 2)
        pairs = [*zip(items[:half], items[::-1], strict=False)]
        same = items[half : half + 1] if is_odd else pairs.pop()
        return [Row(pair, same) for pair in pairs]

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The digits that are still to be paired, and then the sum of a pair."""
        half, is_odd = divmod(len(self.cells), 2)
        if position < half + is_odd:
            return (*state, digit)
        if position == half:
            return (*state[:-1], state[-1] + digit)
        *left, d, total = state
        return (*left, total) if d + digit == total else None
