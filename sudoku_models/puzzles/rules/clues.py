"""What rules whose number stands beside a row or a column have in common."""

from dataclasses import dataclass, fields
from typing import Any

from ...errors import InputError
from ..units import Cell, lines
from .placing import Sketch
from .rule import CellRule, Rule
from .shapes import Elements, clue
from .texts import Entry, clues_of, number_of, place_before, seen_line


def seen_lines(sketch: Sketch, share: float) -> list[tuple[Cell, ...]]:
    """A share of the rows and columns, as they are seen from their two ends."""
    every = [unit.cells for unit in lines(sketch.board.size)]
    return sketch.sample([*every, *(line[::-1] for line in every)], share)


@dataclass(frozen=True)
class SideClue(CellRule):
    """A number, its first field, about the digits of a row or a column as they are seen from there."""

    iss_arguments = 2, 3
    fpuzzles_fields = "cell value"

    @property
    def number(self) -> int:
        """The number beside the line."""
        return int(getattr(self, fields(self)[0].name))

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        return clue(self.cells, self.number, size, taken)

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        return [cls(number, line) for number, line in clues_of(arguments, n)]  # type: ignore[call-arg]

    def write_iss(self, writing: Any) -> str:
        name, is_forward = writing.line(self.cells)
        if not name or not writing.is_first(f"{self.iss[0]} {name} {is_forward}"):
            raise InputError("there are two of this line" if name else "its cells are not a whole row or column")
        return str(writing.text(self.iss[0], name, *([self.number] if is_forward else ["", self.number])))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        line, number = seen_line(entry, n), number_of(entry)
        return [] if number is None else [cls(number, line)]  # type: ignore[call-arg]

    def entries(self, n: int) -> list[Entry]:
        return [{"cell": place_before(self.cells, n), "value": str(self.number)}]
