"""What rules on lines of cells have in common."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ..units import Cell
from .rule import CellRule, Rule
from .shapes import Elements, path
from .texts import Entry, lines_of, names_of


@dataclass(frozen=True)
class Line(CellRule):
    """A rule on at least two cells in their order."""

    cells: tuple[Cell, ...]
    fpuzzles_fields = "lines"
    fewest_cells = 2
    look: ClassVar[tuple[Any, ...]] = "muted", 0.5, 0.12
    """How its line is drawn: the arguments of `shapes.path`."""

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        return path(self.cells, *self.look)

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        return [cls.on(line, n) for line in lines_of(entry, n)]

    def entries(self, n: int) -> list[Entry]:
        return [{"lines": [names_of(self.cells)]}]
