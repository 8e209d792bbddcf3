"""Whispers."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...errors import InputError
from ..units import Cell
from . import placing
from .lines import Line
from .placing import LENGTHS, Sketch
from .rule import CellView, Domains, Rule, checked_number, coordinates
from .texts import CELL, Entry, lines_of, names_of, number_of, read_cells, read_integer
from .uses import Tool


def _place(sketch: Sketch, start: Cell) -> "Whisper | None":
    """A difference of at least 5 on nine digits, and of more than half of a smaller number of digits."""
    least = (sketch.board.size + 1) // 2
    walk = sketch.walk(start, sketch.rng.choice(LENGTHS), lambda digits, d: abs(d - digits[-1]) >= least)
    return Whisper(walk, least) if walk else None


@dataclass(frozen=True)
class Whisper(Line):
    """Neighbours along the line differ by at least 5 (a "German whisper"), or by another number.

    Rules
        |x[i] - x[j]| >= least    for neighbours i, j along the line, as a table of pairs

    >>> Whisper([(1, 1), (1, 2)]).holds((2, 7)), Whisper([(1, 1), (1, 2)], least=4).holds((2, 5))
    (True, False)
    """

    least: int = 5

    tool = Tool("Whisper", "path", "Drag along the line", "Least difference", "least", "5")
    generated = (("whisper", placing.lines("lines along which neighbours differ by 5 or more", _place)),)
    look = "green", 0.6, 0.12
    iss = ("Whisper",)
    fpuzzles, fpuzzles_fields = "whispers", "lines value"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "least", checked_number(self.least, "the difference of a whisper", 1))

    def holds(self, digits: tuple[int, ...]) -> bool:
        return all(abs(d - e) >= self.least for d, e in pairwise(digits))

    start = 0

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The last digit."""
        return digit if position == 0 or abs(state - digit) >= self.least else None

    def define(self, m: Any, cells: CellView) -> None:
        """A table for each pair of neighbours."""
        span = range(1, cells.size + 1)
        allowed = [(d, e) for d in span for e in span if abs(d - e) >= self.least]
        for i, j in pairwise(self.cells):
            m.table([cells.value(i), cells.value(j)], allowed, self.label(f"{coordinates(i)} and {coordinates(j)}"))

    @property
    def meaning(self) -> str:
        return f"neighbours along a green line differ by at least {self.least}"

    def violation(self, digits: tuple[int, ...]) -> int:
        return sum(max(0, self.least - abs(d - e)) for d, e in pairwise(digits))

    def argument(self, domains: Domains) -> str:
        return f"neighbours along it differ by at least {self.least}"

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        first, *cells = arguments
        if CELL.fullmatch(first):
            return [Whisper(read_cells(arguments, n))]
        return [Whisper(read_cells(cells, n), read_integer(first))]

    def write_iss(self, writing: Any) -> str:
        return str(writing.text("Whisper", self.least, self.cells))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        least = number_of(entry)
        if least is None and n != 9:
            raise InputError(f"on a {n}x{n} board it needs a value, the least difference")
        return [Whisper(line, 5 if least is None else least) for line in lines_of(entry, n)]

    def entries(self, n: int) -> list[Entry]:
        return [{"lines": [names_of(self.cells)], "value": str(self.least)}]
