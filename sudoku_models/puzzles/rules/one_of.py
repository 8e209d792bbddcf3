"""Candidates: cells that are restricted to some digits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from ..graphics import Caption, middle
from ..units import Cell
from ..values import is_integer
from .each import EachCell
from .parity import Even, Odd
from .placing import Sketch
from .rule import CellRule, Rule, Shape, checked_digits, coordinates
from .shapes import Elements
from .texts import Entry, name_of
from .uses import Kind


def _place(sketch: Sketch, share: float) -> list[Rule]:
    """Two or three digits of a cell, one of them its own."""
    n, found = sketch.board.size, list[Rule]()
    for cell in sketch.sample(sketch.board.cells, share):
        others = [d for d in range(1, n + 1) if d != sketch.grid[cell]]
        digits = sketch.rng.sample(others, min(len(others), sketch.rng.randint(1, 2)))
        found.append(OneOf((sketch.grid[cell], *digits), (cell,)))
    return found


@dataclass(frozen=True)
class OneOf(EachCell):
    """Each of the cells holds one of these digits.

    Rules
        x[i] in D

    >>> OneOf((1, 3, 7), [(1, 1)]).holds((3,))
    True
    """

    digits: tuple[int, ...]
    cells: tuple[Cell, ...]
    generated = (("candidates", Kind("cells with two or three digits, of which they hold one", _place, 0.5)),)
    iss = ("",)
    fpuzzles = "givenPencilMarks"
    meaning = "a cell with small digits holds one of them"

    def __post_init__(self) -> None:
        super().__post_init__()
        digits = dict.fromkeys(checked_digits(self.digits, "the digits that a cell may hold"))
        object.__setattr__(self, "digits", tuple(digits))

    def allows(self, digit: int) -> bool:
        return digit in self.digits

    def check_board(self, board: Shape) -> None:
        super().check_board(board)
        if max(self.digits) > board.size:
            raise InputError(f"the rule {str(self)!r} has the digit {max(self.digits)}, beyond the {board.size} digits")

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        """The digits in small, as a person writes candidates."""
        text = " ".join(map(str, self.digits))
        high = min(0.2, 1.4 / len(text))
        return tuple(
            Caption("muted", above=True, at=(x, y + 0.32), text=text, size=high) for x, y in map(middle, self.cells)
        )

    def write_iss(self, writing: Any) -> str:
        return str(writing.candidates(self.cells, self.digits))

    @classmethod
    def read_fpuzzles(cls, puzzle: Entry, n: int) -> list[Rule]:
        """The digits are listed in the cells of the grid."""
        marks: dict[Cell, list[int]] = {}
        for k, square in enumerate(square for row in puzzle["grid"] for square in row):
            if (digits := square.get(cls.fpuzzles)) and not square.get("given"):
                if not isinstance(digits, list) or not all(is_integer(d) and 1 <= d <= n for d in digits):
                    where = name_of((k // n + 1, k % n + 1))
                    raise InputError(f"the cell {where}: its {cls.fpuzzles} must list digits from 1 to {n}")
                marks[k // n + 1, k % n + 1] = digits
        return [*restricted(marks, n)]

    def write_fpuzzles(self, puzzle: Entry, board: Shape) -> None:
        """The digits by the number of the cell; of two rules on a cell, those that both allow."""
        marks = puzzle.setdefault(self.fpuzzles, {})
        for row, column in self.cells:
            k = (row - 1) * board.size + column - 1
            marks[k] = [d for d in marks.get(k, self.digits) if d in self.digits]
            if not marks[k]:
                raise InputError(f"no digit is left for {coordinates((row, column))}")

    def simplest(self, n: int) -> CellRule:
        """Even or odd cells, if these are all even or all odd digits of 1..n; otherwise this rule.

        >>> OneOf((1, 3), [(1, 1)]).simplest(4)
        Odd(cells=((1, 1),))
        """
        of_parity = (kind for kind, first in ((Even, 2), (Odd, 1)) if self.digits == tuple(range(first, n + 1, 2)))
        kind = next(of_parity, None)
        return kind(self.cells) if kind else self


def restricted(digits_of: Mapping[Cell, Iterable[int]], n: int) -> list[OneOf]:
    """The rules that restrict cells to some digits; none for a cell that may hold all digits 1..n.

    >>> [str(rule) for rule in restricted({(1, 1): (1, 2), (1, 2): (1, 3), (1, 3): (1, 2, 3, 4), (1, 4): (2, 1)}, 4)]
    ['one of 1 2 on r1c1 r1c4', 'one of 1 3 on r1c2']
    """
    cells_with: dict[tuple[int, ...], list[Cell]] = {}
    for cell, digits in digits_of.items():
        if (found := tuple(sorted({*digits}))) != tuple(range(1, n + 1)):
            cells_with.setdefault(found, []).append(cell)
    return [OneOf(digits, tuple(cells)) for digits, cells in cells_with.items()]
