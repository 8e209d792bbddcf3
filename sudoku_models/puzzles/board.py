"""The board: cells, digits and the units in which all digits must differ.

Units are data. A formulation is a loop over `board.units`; a jigsaw or a diagonal is only another list.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from ..errors import InputError

__all__ = ["Board", "Cell", "Unit"]

Cell = tuple[int, int]
"""A square, `(row, column)`, both counted from 1."""


@dataclass(frozen=True)
class Unit:
    """Cells that must all differ, and the name that a person reads, such as "row 3"."""

    name: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Board:
    """The empty geometry: n x n cells, the digits 1..n, and the named units.

    Args:
        size: n, the number of rows, of columns and of digits.
        units: Each has at most n cells; a unit of exactly n cells holds every digit once.
        box: Rows and columns of one box, if the boxes are rectangles; used for drawing.

    >>> board = Board.with_boxes(3, 3)
    >>> len(board.cells), len(board.units), len(board.pairs)
    (81, 27, 810)
    >>> board.units[20].name, board.units[20].cells[:4]
    ('box 3', ((1, 7), (1, 8), (1, 9), (2, 7)))
    """

    size: int
    units: tuple[Unit, ...]
    box: tuple[int, int] | None = None

    @classmethod
    def with_boxes(cls, rows: int, columns: int) -> "Board":
        """The usual board whose boxes have `rows` x `columns` cells; n = rows * columns.

        Raises:
            InputError: When a side is less than 1 or n is less than 2.

        >>> str(Board.with_boxes(2, 3))
        '6x6 board with 2x3 boxes'
        """
        if rows < 1 or columns < 1 or rows * columns < 2:
            raise InputError(f"a board needs boxes of at least 1x2 cells, not {rows}x{columns}")
        n = rows * columns
        span = range(1, n + 1)
        units = [Unit(f"row {r}", tuple((r, c) for c in span)) for r in span]
        units += [Unit(f"column {c}", tuple((r, c) for r in span)) for c in span]
        corners = [(r, c) for r in range(1, n + 1, rows) for c in range(1, n + 1, columns)]
        for k, (top, left) in enumerate(corners, 1):
            cells = tuple((r, c) for r in range(top, top + rows) for c in range(left, left + columns))
            units.append(Unit(f"box {k}", cells))
        return cls(n, tuple(units), (rows, columns))

    @classmethod
    def of_size(cls, n: int) -> "Board":
        """The usual board with n digits: its boxes are as square as possible, and lie flat.

        Raises:
            InputError: When n is less than 4 or a prime number, so that there are no boxes.

        >>> Board.of_size(12).box
        (3, 4)
        """
        rows = next((r for r in range(int(max(n, 0) ** 0.5), 1, -1) if n % r == 0), 0)
        if not rows:
            raise InputError(f"there is no board with {n} digits: boxes need a size such as 4, 6, 9, 12, 16 or 25")
        return cls.with_boxes(rows, n // rows)

    @cached_property
    def digits(self) -> range:
        """The digits 1..n."""
        return range(1, self.size + 1)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All n*n cells, row by row."""
        return tuple((r, c) for r in self.digits for c in self.digits)

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Every two peers, that is cells that share a unit, once each: 810 pairs on the 9x9 board."""
        found = {pair: None for unit in self.units for pair in combinations(sorted(unit.cells), 2)}
        return tuple(found)

    def __str__(self) -> str:
        boxes = f" with {self.box[0]}x{self.box[1]} boxes" if self.box else ""
        return f"{self.size}x{self.size} board{boxes}"
