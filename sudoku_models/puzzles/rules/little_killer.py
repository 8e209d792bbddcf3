"""Little killers: sums of diagonals."""

from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from ..units import SLANTING, Cell, ray, seen_from
from ..values import short_repr
from .linear import LinearRule, Row
from .placing import Sketch
from .rule import Rule, checked_number
from .shapes import Elements, clue
from .texts import Entry, cells_of, name_of, names_of, number_of, read_cell, read_integer
from .uses import Kind, Tool

DIRECTIONS = dict(zip(("UR", "UL", "DR", "DL"), SLANTING, strict=True))
"""The directions in f-puzzles."""


def diagonals(n: int) -> list[tuple[Cell, ...]]:
    """All diagonals of at least two cells of an n x n board, in both directions.

    >>> len(diagonals(9)), diagonals(9)[0]
    (30, ((1, 2), (2, 1)))
    """
    places = [*((0, c) for c in range(3, n + 2)), *((r, n + 1) for r in range(1, n - 1))]
    return [ray(at, (1, -1), n) for at in places] + [ray((r, n + 1 - c), (1, 1), n) for r, c in places]


def diagonal(start: Cell, n: int) -> tuple[Cell, ...]:
    """The cells of a diagonal by its first cell, from which the Interactive Sudoku Solver runs in one direction.

    From the left side it runs down, from the right side up; from the top to the left, from the bottom to the right.
    Empty when no diagonal starts there.

    >>> diagonal((2, 1), 4), diagonal((1, 3), 4)
    (((2, 1), (3, 2), (4, 3)), ((1, 3), (2, 2), (3, 1)))
    """
    r, c = start
    steps = {(1, 1): c == 1, (1, -1): r == 1, (-1, -1): c == n > r, (-1, 1): r == n > c}
    step = next((step for step, is_there in steps.items() if is_there), (0, 0))
    cells = (start, *ray(start, step, n))
    return cells if len(cells) > 1 and any(step) else ()


def _place(sketch: Sketch, share: float) -> list[Rule]:
    drawn = sketch.sample(diagonals(sketch.board.size), share)
    return [LittleKiller(sum(sketch.digits(line)), line) for line in drawn]


@dataclass(frozen=True)
class LittleKiller(LinearRule):
    """The digits on a line of cells, usually a diagonal, have this sum; they may repeat.

    Rules
        sum over i in the line of x[i] = total

    >>> LittleKiller(4, [(1, 2), (2, 1)]).holds((2, 2))
    True
    """

    total: int

    meaning = "the digits in the direction of an arrow outside the board have that sum"
    is_ordered = False
    tool = Tool("Little killer", "line", "Drag along the diagonal, from its clue inwards", "Sum", "total")
    generated = (("little-killer", Kind("sums of diagonals", _place)),)
    iss, iss_arguments = ("LittleKiller",), (2, 2)
    fpuzzles, fpuzzles_fields = "littlekillersum", "cell direction cells value"

    cells: tuple[Cell, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "total", checked_number(self.total, f"the total of the {self.kind}", 1))

    def holds(self, digits: tuple[int, ...]) -> bool:
        return sum(digits) == self.total

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        return [Row(items, number=self.total)]

    start = 0

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The sum so far."""
        return state + digit if state + digit <= self.total else None

    def accepts(self, state: int) -> bool:
        return state == self.total

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        return clue(self.cells, self.total, size, taken)

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        total, start = arguments
        cells = diagonal(read_cell(start, n), n)
        if not cells:
            raise InputError(f"no diagonal is named after its cell {start}")
        return [LittleKiller(read_integer(total), cells)]

    def write_iss(self, writing: Any) -> str:
        start = self.cells[:1]
        if diagonal(start[0], writing.n) == self.cells and writing.is_first(f"LittleKiller {start}"):
            return str(writing.text("LittleKiller", self.total, start))
        return str(writing.text("Sum", f"{self.total}_={'_1' * len(self.cells)}", self.cells))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        total, direction = number_of(entry), entry.get("direction")
        if total is None:
            return []  # an arrow without a sum says nothing
        if not isinstance(direction, str) or direction not in DIRECTIONS:
            raise InputError(f"its direction must be one of {', '.join(DIRECTIONS)}, not {short_repr(direction)}")
        cells = ray(read_cell(entry.get("cell"), n, margin=1), DIRECTIONS[direction], n)
        if not cells:
            raise InputError("its diagonal has no cells")
        if entry.get("cells") and set(cells_of(entry, n)) != set(cells):
            raise InputError("its cells are not those of the diagonal")
        return [LittleKiller(total, cells)]

    def entries(self, n: int) -> list[Entry]:
        found = seen_from(self.cells, SLANTING, n)
        if not found:
            raise InputError("its cells are not a diagonal from side to side")
        direction = next(name for name, step in DIRECTIONS.items() if step == found[1])
        place = {"cell": name_of(found[0]), "direction": direction, "value": str(self.total)}
        return [{**place, "cells": names_of(self.cells)}]
