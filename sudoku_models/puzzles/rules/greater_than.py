"""Greater-than signs."""

from dataclasses import dataclass
from typing import Any

from ..cell_names import cell_name
from ..graphics import Stroke
from ..units import Cell
from .linear import LinearRule, Row
from .pairs import Pair
from .placing import marks
from .rule import Domains, coordinates
from .shapes import Elements, between
from .texts import Entry, names_of
from .uses import Kind, Tool


@dataclass(frozen=True)
class GreaterThan(Pair, LinearRule):
    """The digit in the first cell is greater than the one in the second.

    >>> str(GreaterThan([(1, 1), (1, 2)]))
    'greater-than sign on r1c1 r1c2'
    """

    kind = "greater-than sign"
    meaning = "the sign between two cells points to the smaller digit"
    is_ordered = True
    tool = Tool("Greater than", "pair", "Drag from the greater digit to the smaller one")
    iss = ("GreaterThan",)
    fpuzzles = "thermometer"

    def relates(self, d: int, e: int) -> bool:
        return d > e

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        return [Row(items[1:], items[:1], is_less=True)]

    def argument(self, domains: Domains) -> str:
        return f"{cell_name(self.cells[0])} is greater than {cell_name(self.cells[1])}"

    def role(self, cell: Cell) -> str:
        one, other = self.cells
        return f"greater than {coordinates(other)}" if cell == one else f"less than {coordinates(one)}"

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        line, (x, y), (dx, dy) = between(self.cells)
        tip, back, half = 0.1, 0.07, 0.13
        ends = [(x - back * dx - side * dy, y - back * dy + side * dx) for side in (half, -half)]
        points = (ends[0], (x + tip * dx, y + tip * dy), ends[1])
        return *line, Stroke("ink", above=True, points=points, width=0.05)

    def entries(self, n: int) -> list[Entry]:
        """A thermometer with its bulb at the smaller digit."""
        return [{"lines": [names_of(self.cells[::-1])]}]


GreaterThan.generated = (
    ("greater-than", Kind("signs between neighbours", marks(GreaterThan, lambda pair: GreaterThan(pair[::-1])))),
)
