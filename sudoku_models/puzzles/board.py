"""The board: cells, digits and the units in which all digits must differ.

Units are data. A formulation is a loop over `board.units`; a jigsaw or a diagonal is only another list.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from ..errors import InputError
from .values import as_tuple, is_integer, shown

__all__ = ["LARGEST_SIZE", "Board", "Cell", "Unit", "mismatch"]

Cell = tuple[int, int]
"""A square, `(row, column)`, both counted from 1."""

LARGEST_SIZE = 64
"""Digits of the largest board. Its model has 262,144 binary variables; what is larger would only fill the memory."""


@dataclass(frozen=True)
class Unit:
    """Cells that must all differ.

    Args:
        name: What a person reads, such as "row 3".
        cells: Its cells. (Propagation and backtracking also take units of other things, such as regions of a map.)
        kind: "row", "column", "box", ...; when left out it is computed from the cells: "row", "column", else "unit".
        number: Its number among the units of its kind, from 1; computed for rows and columns when left out.

    Raises:
        InputError: When the name is not a text, or the cells are not a collection of hashable values.

    >>> third = Unit("the third row", ((3, 1), (3, 2), (3, 3), (3, 4)))
    >>> third.kind, third.number
    ('row', 3)
    """

    name: str
    cells: tuple[Cell, ...]
    kind: str = field(default="", compare=False, repr=False)
    number: int | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise InputError(f"the name of a unit is a text, such as 'row 3', not {shown(self.name)}")
        cells = as_tuple(self.cells, f"the cells of the unit {self.name!r}")
        object.__setattr__(self, "cells", tuple(map(_plain_cell, cells)))
        for cell in self.cells:
            if not _is_hashable(cell):
                raise InputError(f"the unit {self.name!r} has the cell {shown(cell)}; write it as (row, column)")
        if not isinstance(self.kind, str):
            raise InputError(f"the kind of the unit {self.name!r} is a text, such as 'row', not {shown(self.kind)}")
        if self.number is not None and not (is_integer(self.number) and self.number >= 1):
            raise InputError(f"the number of the unit {self.name!r} is counted from 1, not {shown(self.number)}")
        if not self.kind:
            kind, number = _kind_of(self.cells)
            object.__setattr__(self, "kind", kind)
            object.__setattr__(self, "number", self.number or number)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Units that were pickled before they had a kind get one."""
        self.__dict__.update(state)
        self.__post_init__()

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Board:
    """The empty geometry: n x n cells, the digits 1..n, and the named units.

    Args:
        size: n, the number of rows, of columns and of digits; at most `LARGEST_SIZE`.
        units: Each has at most n cells; a unit of exactly n cells holds every digit once.
        box: Rows and columns of one box, if the boxes are rectangles; used for drawing.

    Raises:
        InputError: When the size or a unit cannot be; the message names the unit and the cell.

    >>> board = Board.with_boxes(3, 3)
    >>> len(board.cells), len(board.units), len(board.pairs)
    (81, 27, 810)
    >>> board.units[20].name, board.units[20].cells[:4]
    ('box 3', ((1, 7), (1, 8), (1, 9), (2, 7)))
    >>> Board(4, [Unit("pair", [(1, 1), (5, 1)])])
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: the unit 'pair' has the cell (5, 1), but the cells of a 4x4 board are (1, 1) to \
(4, 4): (row, column), counted from 1
    """

    size: int
    units: tuple[Unit, ...]
    box: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        _check_size(self.size)
        object.__setattr__(self, "size", int(self.size))
        object.__setattr__(self, "units", as_tuple(self.units, "the units of a board"))
        for unit in self.units:
            self._check_unit(unit)
        name, times = next(iter(Counter(unit.name for unit in self.units).most_common(1)), ("", 0))
        if times > 1:
            raise InputError(
                f"{times} units have the name {name!r}; give each unit a name of its own, and list it once"
            )
        if self.box is not None:
            box = as_tuple(self.box, "the box of a board")
            if len(box) != 2 or not all(is_integer(k) and k >= 1 for k in box) or box[0] * box[1] != self.size:
                raise InputError(
                    f"the box of a {self.size}x{self.size} board is (rows, columns) of {self.size} cells, or None, "
                    f"not {shown(self.box)}"
                )
            object.__setattr__(self, "box", (int(box[0]), int(box[1])))

    def _check_unit(self, unit: Any) -> None:
        n = self.size
        if not isinstance(unit, Unit):
            raise InputError(f"the units of a board are Unit(name, cells), not {shown(unit)}")
        if not unit.name.strip():
            raise InputError(f"a unit of the {n}x{n} board has no name; give it one, such as 'row 3'")
        if not unit.cells:
            raise InputError(f"the unit {unit.name!r} has no cells; leave it out")
        for cell in unit.cells:
            if not (isinstance(cell, tuple) and len(cell) == 2 and all(is_integer(k) and 1 <= k <= n for k in cell)):
                raise InputError(
                    f"the unit {unit.name!r} has the cell {shown(cell)}, but the cells of a {n}x{n} board are (1, 1) "
                    f"to ({n}, {n}): (row, column), counted from 1"
                )
        cell, times = Counter(unit.cells).most_common(1)[0]
        if times > 1:
            raise InputError(
                f"the unit {unit.name!r} has the cell {cell} {times} times, and a cell cannot differ from itself; "
                "list it once"
            )
        if len(unit.cells) > n:
            raise InputError(
                f"the unit {unit.name!r} has {len(unit.cells)} cells, but there are only {n} digits, so that they "
                "cannot all differ; split it into smaller units"
            )

    @classmethod
    def with_boxes(cls, rows: int, columns: int) -> "Board":
        """The usual board whose boxes have `rows` x `columns` cells; n = rows * columns.

        Raises:
            InputError: When a side is less than 1, n is less than 2, or n is more than `LARGEST_SIZE`.

        >>> str(Board.with_boxes(2, 3))
        '6x6 board with 2x3 boxes'
        """
        if not (is_integer(rows) and is_integer(columns)):
            raise InputError(
                f"the sides of a box are integers, such as 3 and 3, not {shown(rows)} and {shown(columns)}"
            )
        if rows < 1 or columns < 1 or rows * columns < 2:
            raise InputError(f"a board needs boxes of at least 1x2 cells, not {shown(rows)}x{shown(columns)}")
        rows, columns = int(rows), int(columns)
        n = rows * columns
        _check_size(n)
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
            InputError: When n is less than 4 or a prime number, so that there are no boxes, or more than
                `LARGEST_SIZE`.

        >>> Board.of_size(12).box
        (3, 4)
        """
        if not is_integer(n):
            raise InputError(f"the size of a board is an integer, such as 9, not {shown(n)}")
        if n > LARGEST_SIZE:
            _check_size(n)
        rows = next((r for r in range(int(max(n, 0) ** 0.5), 1, -1) if n % r == 0), 0)
        if not rows:
            raise InputError(f"there is no board with {shown(n)} digits: boxes need a size such as {USUAL_SIZES}")
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

    @cached_property
    def min_difference(self) -> int:
        """A number of cells, 1 to 4: two different solutions on this board differ in at least so many.

        Let S be the cells in which two solutions differ. In a *full* unit, one of n cells, both solutions are
        permutations of the digits, so its cells of S hold the same digits in both, each in another cell. Hence a full
        unit never has exactly one cell of S, and if it has exactly two, these exchange their digits. Let F(i) be the
        full units of cell i.

        - S = {i}: F(i) is empty.
        - S = {i, j}: each full unit has both or none, so F(i) = F(j).
        - S = {i, j, k}, and no F is empty or equal to another. Then some full unit has exactly two of them, say i and
          j, which exchange their digits. A full unit with all three would leave k no other digit, so there is none. If
          j and k share a full unit, they exchange theirs too, and i and k hold the same digit: they share none. So
          F(j) is the disjoint union of F(i) and F(k).
        - In all other cases S has 4 cells or more, as on the usual board, where 4 is attained. More is not computed.

        >>> usual = Board.of_size(9)
        >>> [Board(9, units).min_difference for units in (usual.units, usual.units[:18], usual.units[:9], ())]
        [4, 4, 2, 1]
        """
        full: dict[Cell, frozenset[int]] = dict.fromkeys(self.cells, frozenset())
        for number, unit in enumerate(self.units):
            if len(unit.cells) == self.size:
                for cell in unit.cells:
                    full[cell] |= {number}
        patterns = set(full.values())
        if frozenset() in patterns:
            return 1
        if len(patterns) < len(full):
            return 2
        for cell, near in self.peers.items():
            if any(full[peer] < full[cell] and full[cell] - full[peer] in patterns for peer in near):
                return 3
        return 4

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        shape = f"{self.size}x{self.size} board"
        if not self.units:
            return f"{shape} without units"
        usual = self._usual_units()
        further = [unit for unit in self.units if unit not in usual]
        if not usual or len(further) + len(usual) != len(self.units):
            return f"{shape} with {len(self.units)} unit{'s' * (len(self.units) > 1)} of its own"
        boxes = f"with {self.box[0]}x{self.box[1]} boxes" if self.box else "with rows and columns"
        if not further:
            return f"{shape} {boxes}"
        if len(further) <= 2:
            return f"{shape} {', '.join([boxes, *map(str, further[:-1])])} and {further[-1]}"
        return f"{shape} {boxes} and {len(further)} further units"

    def _usual_units(self) -> frozenset[Unit]:
        """Rows, columns and, if there is a box, boxes, as `with_boxes` makes them."""
        if self.size == 1:
            return frozenset()
        units = Board.with_boxes(*(self.box or (1, self.size))).units
        return frozenset(units if self.box else units[: 2 * self.size])


def mismatch(grid: Board, board: Board, owner: str = "the puzzle") -> str:
    """The error of a grid that is for another board; where both boards read the same, it names a unit.

    >>> rows = Board.of_size(4).units[:4]
    >>> mismatch(Board(4, rows[:3]), Board(4, rows))
    'the grid is for a 4x4 board with 3 units of its own, the puzzle for a 4x4 board with 4 units of its own'
    """
    sentence = f"the grid is for a {grid}, {owner} for a {board}"
    if str(grid) != str(board):
        return sentence
    for one, other in ((grid, board), (board, grid)):
        if only := [unit for unit in one.units if unit not in other.units]:
            return f"{sentence}; only one of them has the unit {only[0].name!r} with the cells {only[0].cells}"
    return f"{sentence}; their units are in another order"


USUAL_SIZES = "4, 6, 9, 12, 16 or 25"


def _check_size(size: Any) -> None:
    if not is_integer(size):
        raise InputError(f"the size of a board is an integer, such as 9, not {shown(size)}")
    if size < 1:
        raise InputError(f"a board has at least 1 digit, not {shown(size)}")
    if size > LARGEST_SIZE:
        raise InputError(f"the largest board has {LARGEST_SIZE} digits; {shown(size)} are too many")


def _kind_of(cells: tuple[Any, ...]) -> tuple[str, int | None]:
    """Whether cells are the first ones of a row or of a column, as all its cells are; and which."""
    if len(cells) > 1 and all(isinstance(i, tuple) and len(i) == 2 and all(map(is_integer, i)) for i in cells):
        rows, columns, span = {r for r, _ in cells}, {c for _, c in cells}, {*range(1, len(cells) + 1)}
        if len(rows) == 1 and columns == span and min(rows) > 0:
            return "row", min(rows)
        if len(columns) == 1 and rows == span and min(columns) > 0:
            return "column", min(columns)
    return "unit", None


def _plain_cell(cell: Any) -> Any:
    """A pair of integers, of a list or of NumPy's too, as a cell; anything else as it is."""
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is int and type(cell[1]) is int:
        return cell
    is_pair = isinstance(cell, tuple | list) and len(cell) == 2 and all(map(is_integer, cell))
    return (int(cell[0]), int(cell[1])) if is_pair else cell


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return isinstance(value, Hashable)
