"""X-sums."""

from dataclasses import dataclass
from typing import Any

from ..units import Cell
from .clues import SideClue, seen_lines
from .placing import Sketch
from .rule import CellView, Rule, checked_number, coordinates
from .uses import Kind, Tool


def _place(sketch: Sketch, share: float) -> list[Rule]:
    digits = ((sketch.digits(line), line) for line in seen_lines(sketch, share))
    return [XSum(sum(held[: held[0]]), line) for held, line in digits]


@dataclass(frozen=True)
class XSum(SideClue):
    """The first x digits of a row or column have this sum, where x is the first of them.

    Rules
        y[first,k] = 1  ->  x[1] + ... + x[k] = total    for k = 1..n

    Args:
        total: The sum.
        cells: A row or a column, from the side of the clue.

    >>> XSum(8, [(1, 1), (1, 2), (1, 3), (1, 4)]).holds((3, 1, 4, 2))
    True
    """

    total: int
    cells: tuple[Cell, ...]
    kind = "X-sum"
    meaning = (
        "a number outside the board with an arrow into a row or column is the sum of as many digits from there as the "
        "first digit says"
    )
    fewest_cells = 2
    tool = Tool("X-sum", "line", "Drag along the row or the column, from its clue", "Sum", "total")
    generated = (("x-sum", Kind("sums of as many digits from the side as the first one says", _place)),)
    iss, fpuzzles = ("XSum",), "xsum"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "total", checked_number(self.total, f"the total of the {self.kind}", 1))

    def holds(self, digits: tuple[int, ...]) -> bool:
        return digits[0] <= len(digits) and sum(digits[: digits[0]]) == self.total

    def define(self, m: Any, cells: CellView) -> None:
        """One implication for each digit of the first cell."""
        first = self.cells[0]
        values = [cells.value(i) for i in self.cells]
        for k in range(1, cells.size + 1):
            so_far = m.sum(values[:k]) if k <= len(values) else m.sum([])
            cells.implies({first: k}, so_far == self.total, self.label(f"{k} in {coordinates(first)}"))

    start = 0, 0

    def step(self, state: tuple[int, int], position: int, digit: int) -> tuple[int, int] | None:
        """How many digits are still added, and their sum so far."""
        left, total = (digit, 0) if position == 0 else state
        if left == 0:
            return state
        left, total = left - 1, total + digit
        fits = total == self.total if left == 0 else total < self.total and left < len(self.cells) - position
        return (left, total) if fits else None

    def accepts(self, state: tuple[int, int]) -> bool:
        return state == (0, self.total)

    def violation(self, digits: tuple[int, ...]) -> int:
        return abs(sum(digits[: digits[0]]) - self.total) + max(0, digits[0] - len(digits))
