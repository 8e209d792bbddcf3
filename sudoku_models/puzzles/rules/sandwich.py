"""Sandwiches."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ...errors import InputError
from ..units import Cell, lines
from .placing import Sketch
from .rule import CellRule, CellView, Rule, Shape, checked_number, coordinates
from .shapes import Elements, clue
from .texts import Entry, line_named, number_of, place_before, read_cells, read_integer, seen_line
from .uses import Kind, Tool


def _place(sketch: Sketch, share: float) -> list[Rule]:
    found: list[Rule] = []
    for line in sketch.sample((unit.cells for unit in lines(sketch.board.size)), share):
        digits = sketch.digits(line)
        first, last = sorted((digits.index(1), digits.index(max(digits))))
        found.append(Sandwich(sum(digits[first + 1 : last]), line))
    return found


@dataclass(frozen=True)
class Sandwich(CellRule):
    """The digits between the smallest and the largest digit of a row or a column have this sum.

    Rules
        y[a,1] = 1 and y[b,n] = 1  ->  sum of x[i] over i between a and b = total,  for all a, b in the line

    Args:
        total: The sum; 0 when the two are neighbours.
        cells: The whole row or column, in which each digit occurs once.

    >>> Sandwich(5, [(1, c) for c in range(1, 5)]).holds((1, 2, 3, 4))
    True
    """

    total: int

    meaning = (
        "a number without an arrow outside the board is the sum of the digits between the smallest and the largest "
        "digit of that row or column"
    )
    is_ordered = False
    tool = Tool("Sandwich", "line", "Drag along the row or the column", "Sum", "total")
    generated = (("sandwich", Kind("sums between the smallest and the largest digit of a line", _place)),)
    iss = ("Sandwich", "Lunchbox")
    fpuzzles, fpuzzles_fields = "sandwichsum", "cell value"

    cells: tuple[Cell, ...]
    fewest_cells = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "total", checked_number(self.total, f"the total of the {self.kind}", 0))

    def holds(self, digits: tuple[int, ...]) -> bool:
        n = len(digits)
        if digits.count(1) != 1 or digits.count(n) != 1:
            return False
        first, last = sorted((digits.index(1), digits.index(n)))
        return sum(digits[first + 1 : last]) == self.total

    def define(self, m: Any, cells: CellView) -> None:
        """One implication for each pair of cells that may hold the two digits."""
        n = len(self.cells)
        value = {i: cells.value(i) for i in self.cells}
        for (p, a), (q, b) in combinations(enumerate(self.cells), 2):
            between = m.sum(value[i] for i in self.cells[p + 1 : q])
            for low, high in ((a, b), (b, a)):
                part = f"1 in {coordinates(low)} and {n} in {coordinates(high)}"
                cells.implies({low: 1, high: n}, between == self.total, self.label(part))

    start = 0, 0

    def step(self, state: tuple[int, int], position: int, digit: int) -> tuple[int, int] | None:
        """The end that was read first (then -1 after the second), and the sum so far between them."""
        first, total = state
        if digit in (1, len(self.cells)):
            if first == 0:
                return digit, 0
            return (-1, total) if first not in (-1, digit) and total == self.total else None
        if first > 0:
            total += digit
        return (first, total) if total <= self.total else None

    def accepts(self, state: tuple[int, int]) -> bool:
        return state[0] == -1

    def check_board(self, board: Shape) -> None:
        super().check_board(board)
        if len(self.cells) != board.size or not any(set(self.cells) == set(unit.cells) for unit in board.units):
            raise InputError(
                f"the rule {str(self)!r} needs a whole row or column, a unit of {board.size} cells on this board"
            )

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        """A number without an arrow, because it is the same from both ends."""
        return clue(tuple(sorted(self.cells)), self.total, size, taken, arrow=False)

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        total, *cells = arguments
        if name == "Lunchbox":
            if len(cells) != n:
                raise InputError(f"a lunchbox of {len(cells)} cells is not known here, only that of a whole unit")
            return [Sandwich(read_integer(total), read_cells(cells, n))]
        if len(cells) > 1:
            raise InputError(f"it has {len(arguments)} arguments; it needs 2")
        return [Sandwich(read_integer(total), line_named(cells[0], n))]

    def write_iss(self, writing: Any) -> str:
        name, is_forward = writing.line(self.cells)
        if name and is_forward and writing.is_first(f"Sandwich {name}"):
            return str(writing.text("Sandwich", self.total, name))
        return str(writing.text("Lunchbox", self.total, self.cells))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        line, total = seen_line(entry, n), number_of(entry)
        return [] if total is None else [Sandwich(total, tuple(sorted(line)))]

    def entries(self, n: int) -> list[Entry]:
        cells = self.cells if self.cells[0] <= self.cells[-1] else self.cells[::-1]
        return [{"cell": place_before(cells, n), "value": str(self.total)}]
