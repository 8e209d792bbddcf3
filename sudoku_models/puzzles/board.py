"""The board: cells, digits and the units in which all digits must differ.

Units are data. A formulation is a loop over `board.units`; a jigsaw or a diagonal is only another list.
"""

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from ..errors import InputError

__all__ = ["Board", "Cell", "Unit"]

Cell = tuple[int, int]
"""A square, `(row, column)`, both counted from 1."""


@dataclass(frozen=True)
class Unit:
    """Cells that must all differ.

    Args:
        name: What a person reads, such as "row 3".
        cells: Its cells.
        kind: "row", "column", "box", ...; when left out it is computed from the cells: "row", "column", else "unit".
        number: Its number among the units of its kind, from 1; computed for rows and columns when left out.
    """

    name: str
    cells: tuple[Cell, ...]
    kind: str = field(default="", compare=False)
    number: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not self.kind:
            kind, number = _kind_of(self.cells)
            object.__setattr__(self, "kind", kind)
            object.__setattr__(self, "number", self.number or number)

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
        units = [Unit(f"row {r}", tuple((r, c) for c in span), "row", r) for r in span]
        units += [Unit(f"column {c}", tuple((r, c) for r in span), "column", c) for c in span]
        corners = [(r, c) for r in range(1, n + 1, rows) for c in range(1, n + 1, columns)]
        for k, (top, left) in enumerate(corners, 1):
            cells = tuple((r, c) for r in range(top, top + rows) for c in range(left, left + columns))
            units.append(Unit(f"box {k}", cells, "box", k))
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

    @cached_property
    def peers(self) -> dict[Cell, frozenset[Cell]]:
        """For each cell its peers, the other cells of its units: 20 on the 9x9 board.

        >>> sorted(Board.of_size(4).peers[1, 1])
        [(1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1), (4, 1)]
        """
        found: dict[Cell, set[Cell]] = {cell: set() for cell in self.cells}
        for unit in self.units:
            for cell in unit.cells:
                found[cell].update(unit.cells)
        return {cell: frozenset(near - {cell}) for cell, near in found.items()}

    def __str__(self) -> str:
        boxes = f" with {self.box[0]}x{self.box[1]} boxes" if self.box else ""
        return f"{self.size}x{self.size} board{boxes}"


def _kind_of(cells: tuple[Cell, ...]) -> tuple[str, int | None]:
    """The kind of a unit by its cells, and its number."""
    if len(cells) > 1 and all(isinstance(cell, tuple) and len(cell) == 2 for cell in cells):
        rows, columns = {r for r, _ in cells}, {c for _, c in cells}
        if len(rows) == 1:
            return "row", min(rows)
        if len(columns) == 1:
            return "column", min(columns)
    return "unit", None
