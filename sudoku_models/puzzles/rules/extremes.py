"""Cells whose digit is smaller, or greater, than those of all their neighbours."""

from dataclasses import dataclass
from typing import Any, ClassVar

from ...errors import InputError
from ..graphics import Stroke, middle
from ..units import Cell, neighbours
from .linear import LinearRule, Row
from .rule import Domains, Rule, coordinates
from .shapes import Elements
from .texts import Entry, name_of, read_cell, read_cells
from .uses import Kind


def _place(sketch: Any, share: float) -> list[Rule]:
    n = sketch.board.size
    every = (kind((i, *neighbours(n, i))) for i in sketch.board.cells for kind in (Minimum, Maximum))
    return list(sketch.sample((rule for rule in every if rule.check(sketch.grid)), share))


@dataclass(frozen=True)
class Minimum(LinearRule):
    """The digit in the first cell is smaller than those in the others, which are its neighbours.

    Rules
        x[first] + 1 <= x[i]    for all other cells i

    >>> Minimum([(1, 1), (1, 2), (2, 1)]).holds((1, 3, 2))
    True
    """

    cells: tuple[Cell, ...]
    fewest_cells = 2
    meaning = "the digit in a cell with arrows to its middle is smaller than those beside it"
    generated: ClassVar[tuple[tuple[str, Kind], ...]] = (
        ("extremes", Kind("cells that are smaller or greater than their neighbours", _place, 0.5)),
    )
    iss, iss_arguments = ("Minimum",), (1, None)  # a word of this package
    fpuzzles, fpuzzles_fields = "minimum", "cell"
    inwards = True

    def holds(self, digits: tuple[int, ...]) -> bool:
        first, *others = digits
        return first < min(others) if self.inwards else first > max(others)

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        first, *others = items
        pairs = ((first, i) if self.inwards else (i, first) for i in others)
        return [Row((small,), (large,), is_less=True) for small, large in pairs]

    start = 0

    def step(self, state: int, position: int, digit: int) -> int | None:
        """The digit in the first cell."""
        return digit if position == 0 else None if self.violation((state, digit)) else state

    def argument(self, domains: Domains) -> str:
        return f"{coordinates(self.cells[0])} is the {'smallest' if self.inwards else 'greatest'} of them"

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        """An angle beside each side of the cell, which points to the smaller digit."""
        x, y = middle(self.cells[0])
        drawn = []
        for i in self.cells[1:]:
            u, v = middle(i)
            far = max(abs(u - x), abs(v - y))
            dx, dy = (u - x) / far, (v - y) / far
            tip, back = (0.36, 0.46) if self.inwards else (0.46, 0.36)
            ends = [(x + back * dx - side * dy, y + back * dy + side * dx) for side in (0.1, -0.1)]
            drawn.append(Stroke("ink", points=(ends[0], (x + tip * dx, y + tip * dy), ends[1]), width=0.04))
        return tuple(drawn)

    @classmethod
    def beside(cls, cell: Cell, n: int) -> "Minimum":
        """The rule of a cell and all its neighbours."""
        return cls((cell, *neighbours(n, cell)))

    def _check_neighbours(self, n: int) -> None:
        if {*self.cells[1:]} != {*neighbours(n, self.cells[0])}:
            raise InputError("its cells are not a cell and its neighbours")

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        return [cls.beside(cell, n) for cell in read_cells(arguments, n)]

    def write_iss(self, writing: Any) -> str:
        self._check_neighbours(writing.n)
        return str(writing.text(self.iss[0], self.cells[:1]))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        return [cls.beside(read_cell(entry.get("cell"), n), n)]

    def entries(self, n: int) -> list[Entry]:
        self._check_neighbours(n)
        return [{"cell": name_of(self.cells[0])}]


@dataclass(frozen=True)
class Maximum(Minimum):
    """The digit in the first cell is greater than those in the others, which are its neighbours.

    >>> Maximum([(1, 1), (1, 2), (2, 1)]).holds((4, 3, 2))
    True
    """

    meaning = "the digit in a cell with arrows from its middle is greater than those beside it"
    generated: ClassVar[tuple[tuple[str, Kind], ...]] = ()
    iss = ("Maximum",)
    fpuzzles = "maximum"
    inwards = False
