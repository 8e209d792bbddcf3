"""Even and odd cells."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ..graphics import Disc, Shade, middle
from ..units import Cell
from .each import EachCell
from .placing import Sketch
from .rule import Rule
from .shapes import SOFT, Elements
from .texts import Entry, entries_of, name_of, read_cell
from .uses import Kind, Tool


def _place(sketch: Sketch, share: float) -> list[Rule]:
    return [(Odd if sketch.grid[i] % 2 else Even)((i,)) for i in sketch.sample(sketch.board.cells, share)]


@dataclass(frozen=True)
class Even(EachCell):
    """The digits are even.

    >>> Even([(1, 1)]).holds((4,))
    True
    """

    cells: tuple[Cell, ...]
    meaning = "the digits in squares are even"
    tool = Tool("Even", "each", "Press a cell, or drag over several")
    generated: "ClassVar[tuple[tuple[str, Kind], ...]]" = (
        ("even-odd", Kind("cells that are marked as even or odd", _place, 0.5)),
    )
    iss, iss_arguments = ("Even",), (1, None)
    fpuzzles, fpuzzles_fields = "even", "cell"

    def allows(self, digit: int) -> bool:
        return digit % 2 == 0

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        return (Shade("muted", SOFT, cells=self.cells, side=0.74),)

    def write_iss(self, writing: Any) -> str:
        """Givens with several digits; on small boards the name, which is of this package."""
        if writing.n < 4:  # otherwise one digit would be a given, and all digits would say nothing
            return super().write_iss(writing)
        allowed = [d for d in range(1, writing.n + 1) if self.allows(d)]
        return str(writing.candidates(self.cells, allowed))

    @classmethod
    def read_fpuzzles(cls, puzzle: Entry, n: int) -> list[Rule]:
        """All cells are one rule."""
        cells = entries_of(puzzle, cls.fpuzzles, cls.fpuzzles_fields, lambda entry: read_cell(entry.get("cell"), n))
        return [cls(tuple(dict.fromkeys(cells)))] if cells else []

    def entries(self, n: int) -> list[Entry]:
        return [{"cell": name_of(cell)} for cell in self.cells]


@dataclass(frozen=True)
class Odd(Even):
    """The digits are odd.

    >>> Odd([(1, 1), (2, 2)]).holds((3, 4))
    False
    """

    meaning = "the digits in discs are odd"
    tool = Tool("Odd", "each", "Press a cell, or drag over several")
    generated = ()
    iss, fpuzzles = ("Odd",), "odd"

    def allows(self, digit: int) -> bool:
        return digit % 2 == 1

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        return tuple(Disc("muted", SOFT, at=middle(cell), radius=0.38) for cell in self.cells)
