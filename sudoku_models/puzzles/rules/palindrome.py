"""Palindromes."""

from dataclasses import dataclass
from typing import Any

from ..units import Cell
from . import placing
from .linear import LinearRule, Row
from .lines import Line
from .placing import LENGTHS, Sketch
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Palindrome | None":
    """From the middle, which is a cell or two neighbours with the same digit, to both ends."""
    length = sketch.rng.choice(LENGTHS)
    line = [start]
    if length % 2 == 0:
        equal = [j for j in sketch.free_beside(line, start) if sketch.grid[j] == sketch.grid[start]]
        if not equal:
            return None
        line.append(sketch.rng.choice(equal))
    whole = sketch.grown(line, length, lambda d, e: d == e)
    return Palindrome(whole) if whole else None


@dataclass(frozen=True)
class Palindrome(Line, LinearRule):
    """The digits read the same from both ends.

    Rules
        x[i] = x[j]    for i and j at the same distance from the two ends

    >>> Palindrome([(1, 1), (1, 2), (2, 3)]).holds((4, 2, 4))
    True
    """

    meaning = "the digits on a dashed line read the same from both ends"
    tool = Tool("Palindrome", "path", "Drag along the line")
    generated = (("palindrome", placing.lines("lines that read the same from both ends", _place)),)
    reason = "it reads the same from both ends"
    look = "sky", 0.7, 0.16, True
    iss, iss_arguments = ("Palindrome",), (1, None)
    fpuzzles = "palindrome"

    def holds(self, digits: tuple[int, ...]) -> bool:
        return digits == digits[::-1]

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        half = len(items) // 2
        return [Row((i,), (j,)) for i, j in zip(items[:half], items[::-1], strict=False)]

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The digits of the first half that have not been repeated yet."""
        length = len(self.cells)
        if position < length // 2:
            return (*state, digit)
        if length % 2 and position == length // 2:
            return state
        return state[:-1] if state[-1] == digit else None

    def accepts(self, state: tuple[int, ...]) -> bool:
        return not state
