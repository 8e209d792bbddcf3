"""Quadruples: digits around a corner."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from ..graphics import Caption, Disc, middle
from ..units import Cell, square
from .placing import Sketch
from .rule import CellRule, CellView, Rule, Shape, checked_digits
from .shapes import Elements
from .texts import Entry, cells_of, list_of, names_of, read_cell, read_cells, read_integer
from .uses import Kind, Tool


def _place(sketch: Sketch, share: float) -> list[Rule]:
    """Two to four of the digits around a corner."""
    span = range(1, sketch.board.size)
    found: list[Rule] = []
    for corner in sketch.sample(((r, c) for r in span for c in span), share):
        cells = square(corner)
        digits = sketch.rng.sample(sketch.digits(cells), sketch.rng.randint(2, 4))
        found.append(Quadruple(tuple(digits), cells))
    return found


@dataclass(frozen=True)
class Quadruple(CellRule):
    """Four cells around a corner hold these digits, each as often as it is listed.

    Rules
        sum over the four cells of y[i,d] >= k    for each digit d that is listed k times

    >>> Quadruple((3, 3, 5), [(1, 1), (1, 2), (2, 1), (2, 2)]).holds((3, 5, 1, 3))
    True
    """

    digits: tuple[int, ...]
    meaning = "the digits in a small circle are all among the cells around it"
    is_ordered = False
    tool = Tool("Quadruple", "corner", "Press the corner of four cells, then type digits", "Digits", "digits")
    generated = (("quadruple", Kind("digits that are in the four cells around a corner", _place, 0.3)),)
    iss = ("Quad", "ContainAtLeast")
    fpuzzles, fpuzzles_fields = "quadruple", "cells values"

    cells: tuple[Cell, ...]
    fewest_cells = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "digits", checked_digits(self.digits, "the digits of a quadruple"))
        if len(self.digits) > len(self.cells):
            raise InputError(f"a quadruple on {len(self.cells)} cells cannot have {len(self.digits)} digits")

    def holds(self, digits: tuple[int, ...]) -> bool:
        return not Counter(self.digits) - Counter(digits)

    def define(self, m: Any, cells: CellView) -> None:
        """A linear inequality for each digit."""
        for d, times in Counter(self.digits).items():
            m.add(m.sum(cells.holds(i, d) for i in self.cells) >= times, self.label(f"a {d}"))

    @property
    def start(self) -> tuple[int, ...]:
        return self.digits

    def step(self, state: tuple[int, ...], position: int, digit: int) -> tuple[int, ...] | None:
        """The digits that are still wanted."""
        left = list(state)
        if digit in left:
            left.remove(digit)
        return tuple(left) if len(left) <= len(self.cells) - position - 1 else None

    def accepts(self, state: tuple[int, ...]) -> bool:
        return not state

    def check_board(self, board: Shape) -> None:
        super().check_board(board)
        if max(self.digits) > board.size:
            raise InputError(f"the rule {str(self)!r} has the digit {max(self.digits)}, beyond the {board.size} digits")

    def violation(self, digits: tuple[int, ...]) -> int:
        return (Counter(self.digits) - Counter(digits)).total()

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        points = [*map(middle, self.cells)]
        x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        digits = [*map(str, self.digits)]
        half = (len(digits) + 1) // 2
        rows = [digits] if len(digits) < 3 else [digits[:half], digits[half:]]
        high = 0.2
        words = tuple(
            Caption("black", above=True, at=(x, y + high * (k - (len(rows) - 1) / 2)), text=" ".join(row), size=high)
            for k, row in enumerate(rows)
        )
        return Disc("white", above=True, at=(x, y), radius=0.27, edge="black"), *words

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        first, *others = arguments
        if name == "ContainAtLeast":
            return [Quadruple(tuple(map(read_integer, first.split("_"))), read_cells(others, n))]
        cell = read_cell(first, n)
        if max(cell) == n:
            raise InputError(f"there is no square of four cells with {first} at its top left")
        return [Quadruple(tuple(map(read_integer, others)), square(cell))]

    def write_iss(self, writing: Any) -> str:
        corner = self.cells[:1]
        if square(corner[0]) == self.cells and writing.is_first(f"Quad {corner}"):
            return str(writing.text("Quad", corner, *self.digits))
        return str(writing.text("ContainAtLeast", "_".join(map(str, self.digits)), self.cells))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        cells = tuple(sorted(cells_of(entry, n)))
        if cells != square(cells[0]):
            raise InputError("it needs four cells around a corner")
        return [Quadruple(tuple(map(read_integer, list_of(entry, "values"))), cells)]

    def entries(self, n: int) -> list[Entry]:
        if self.cells != square(self.cells[0]):
            raise InputError("its cells are not around a corner")
        return [{"cells": names_of(self.cells), "values": list(self.digits)}]
