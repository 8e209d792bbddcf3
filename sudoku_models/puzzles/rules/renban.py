"""Renban lines."""

from dataclasses import dataclass
from itertools import permutations
from typing import Any

from ..units import Cell, Unit
from . import placing
from .lines import Line
from .placing import LENGTHS, Sketch
from .rule import CellView, Shape, coordinates
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Renban | None":
    """Different digits within the length of the line, cut off where they are consecutive."""
    length = sketch.rng.choice(LENGTHS)

    def goes_on(digits: tuple[int, ...], d: int) -> bool:
        return d not in digits and max(d, *digits) - min(d, *digits) < length

    return sketch.longest(sketch.walk(start, length, goes_on), Renban)


@dataclass(frozen=True)
class Renban(Line):
    """The digits are consecutive, in any order.

    Rules
        all-different, which is a further unit of the board
        x[i] - x[j] <= k - 1    for all i, j of the k cells

    >>> Renban([(1, 1), (1, 2), (1, 3)]).holds((4, 2, 3))
    True
    """

    meaning = "the digits on a wide purple line are consecutive, in any order"
    is_ordered = False
    tool = Tool("Renban", "path", "Drag along the line")
    generated = (("renban", placing.lines("lines of consecutive digits in any order", _place)),)
    reason = "its digits are consecutive"
    look = "purple", 0.5, 0.34
    iss, iss_arguments = ("Renban",), (1, None)
    fpuzzles = "renban"

    def holds(self, digits: tuple[int, ...]) -> bool:
        return len(set(digits)) == len(digits) == max(digits) - min(digits) + 1

    def units(self, board: Shape) -> tuple[Unit, ...]:
        return (Unit(str(self), self.cells, "renban"),)

    def define(self, m: Any, cells: CellView) -> None:
        """Different digits that are close to each other are consecutive."""
        for i, j in permutations(self.cells, 2):
            near = cells.value(i) - cells.value(j) <= len(self.cells) - 1
            m.add(near, self.label(f"{coordinates(i)} is near to {coordinates(j)}"))

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The digits so far, sorted."""
        if digit in state or (state and max(digit, state[-1]) - min(digit, state[0]) >= len(self.cells)):
            return None
        return tuple(sorted((*state, digit)))

    def violation(self, digits: tuple[int, ...]) -> int:
        return max(0, max(digits) - min(digits) + 1 - len(digits))
