"""The board: cells, digits and the units in which all digits must differ.

Units are data. A formulation loops over `board.units`, so a jigsaw or a diagonal only needs other units.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from ..errors import InputError
from .values import as_tuple, is_hashable, is_integer, short_repr

__all__ = ["LARGEST_SIZE", "Board", "Cell", "Unit", "mismatch"]

Cell = tuple[int, int]
"""A square, `(row, column)`, both counted from 1."""

LARGEST_SIZE = 64
"""The largest number of digits. The `assignment` model of such a board has 262,144 binary variables; larger models
would exhaust the memory."""


@dataclass(frozen=True)
class Unit:
    """Cells that must all differ.

    Args:
        name: The name for messages, such as "row 3".
        cells: Its cells. (Propagation and backtracking also accept other objects, such as the regions of a map.)
        kind: "row", "column", "box", ...; by default it is computed from the cells: "row", "column", otherwise "unit".
        number: Its number among the units of its kind, from 1; by default computed for rows and columns.

    Raises:
        InputError: When the name is not a string, or the cells are not a collection of hashable values.

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
            raise InputError(f"the name of a unit must be a string, such as 'row 3', not {short_repr(self.name)}")
        cells = as_tuple(self.cells, f"the cells of the unit {self.name!r}")
        object.__setattr__(self, "cells", tuple(map(_plain_cell, cells)))
        for cell in self.cells:
            if not is_hashable(cell):
                raise InputError(f"the unit {self.name!r} has the cell {short_repr(cell)}; write it as (row, column)")
        if not isinstance(self.kind, str):
            raise InputError(
                f"the kind of the unit {self.name!r} must be a string, such as 'row', not {short_repr(self.kind)}"
            )
        if self.number is not None and not (is_integer(self.number) and self.number >= 1):
            raise InputError(
                f"the number of the unit {self.name!r} must be an integer from 1, not {short_repr(self.number)}"
            )
        if not self.kind:
            kind, number = _kind_of(self.cells)
            object.__setattr__(self, "kind", kind)
            object.__setattr__(self, "number", self.number or number)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Add the kind to units that were pickled by versions without it."""
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
        InputError: When the size or a unit is invalid; the message names the unit and the cell.

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
            raise InputError(f"{times} units have the name {name!r}; list each unit once, under a name of its own")
        if self.box is not None:
            box = as_tuple(self.box, "the box of a board")
            if len(box) != 2 or not all(is_integer(k) and k >= 1 for k in box) or box[0] * box[1] != self.size:
                raise InputError(
                    f"the box of a {self.size}x{self.size} board must be None or (rows, columns) with {self.size} "
                    f"cells, not {short_repr(self.box)}"
                )
            object.__setattr__(self, "box", (int(box[0]), int(box[1])))

    def _check_unit(self, unit: Any) -> None:
        n = self.size
        if not isinstance(unit, Unit):
            raise InputError(f"the units of a board must be Unit(name, cells), not {short_repr(unit)}")
        if not unit.name.strip():
            raise InputError(f"a unit of the {n}x{n} board has no name; give it one, such as 'row 3'")
        if not unit.cells:
            raise InputError(f"the unit {unit.name!r} has no cells; remove it")
        for cell in unit.cells:
            if not (isinstance(cell, tuple) and len(cell) == 2 and all(is_integer(k) and 1 <= k <= n for k in cell)):
                raise InputError(
                    f"the unit {unit.name!r} has the cell {short_repr(cell)}, but the cells of a {n}x{n} board are "
                    f"(1, 1) to ({n}, {n}): (row, column), counted from 1"
                )
        cell, times = Counter(unit.cells).most_common(1)[0]
        if times > 1:
            raise InputError(
                f"the unit {unit.name!r} has the cell {cell} {times} times, but a cell cannot differ from itself; "
                "list each cell once"
            )
        if len(unit.cells) > n:
            raise InputError(
                f"the unit {unit.name!r} has {len(unit.cells)} cells, but there are only {n} digits, so its cells "
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
            given = f"{short_repr(rows)} and {short_repr(columns)}"
            raise InputError(f"the sides of a box must be integers, such as 3 and 3, not {given}")
        if rows < 1 or columns < 1 or rows * columns < 2:
            raise InputError(f"a board needs boxes of at least 1x2 cells, not {short_repr(rows)}x{short_repr(columns)}")
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
        """The usual board with n digits: its boxes are as square as possible, and no higher than wide.

        Raises:
            InputError: When n is less than 4, prime (so there are no boxes), or more than `LARGEST_SIZE`.

        >>> Board.of_size(12).box
        (3, 4)
        """
        if not is_integer(n):
            raise InputError(f"the size of a board must be an integer, such as 9, not {short_repr(n)}")
        if n > LARGEST_SIZE:
            _check_size(n)
        rows = next((r for r in range(int(max(n, 0) ** 0.5), 1, -1) if n % r == 0), 0)
        if not rows:
            raise InputError(f"there is no board with {short_repr(n)} digits: boxes need a size such as {USUAL_SIZES}")
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
        """All pairs of peers (cells that share a unit), each pair once: 810 pairs on the 9x9 board."""
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
        """The number of cells, 1 to 4, in which two different solutions on this board differ at least.

        Let S be the set of cells in which two solutions differ. A *full* unit has n cells, so both solutions restricted
        to it are permutations of the digits: its cells in S hold the same set of digits in both solutions. Hence a full
        unit never has exactly one cell in S, and if it has exactly two, these exchange their digits. Let F(i) be the
        set of full units that contain cell i.

        - S = {i}: F(i) is empty.
        - S = {i, j}: each full unit contains both or neither, so F(i) = F(j).
        - S = {i, j, k}, and the sets F are nonempty and distinct. Then some full unit contains exactly two of the
          cells, say i and j, which exchange their digits. No full unit contains all three, because k would keep its
          digit. If j and k share a full unit, they exchange their digits too, so i and k hold the same digit and share
          no full unit. So F(j) is the disjoint union of F(i) and F(k).
        - In all other cases S has at least 4 cells. The usual board attains 4; larger values are not computed.

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
        """The rows, the columns and, if there are boxes, the boxes, as `with_boxes` creates them."""
        if self.size == 1:
            return frozenset()
        units = Board.with_boxes(*(self.box or (1, self.size))).units
        return frozenset(units if self.box else units[: 2 * self.size])


def mismatch(one: Board, other: Board, what: str = "the grid", owner: str = "the puzzle") -> str:
    """The error message for a grid or a puzzle of another board; it names a unit where the boards look the same.

    >>> rows = Board.of_size(4).units[:4]
    >>> mismatch(Board(4, rows[:3]), Board(4, rows))
    'the grid is for a 4x4 board with 3 units of its own, the puzzle for a 4x4 board with 4 units of its own'
    """
    sentence = f"{what} is for a {one}, {owner} for a {other}"
    if str(one) != str(other):
        return sentence
    for board, without in ((one, other), (other, one)):
        if only := [unit for unit in board.units if unit not in without.units]:
            return f"{sentence}; only one of them has the unit {only[0].name!r} with the cells {only[0].cells}"
    return f"{sentence}; their units are in another order"


USUAL_SIZES = "4, 6, 9, 12, 16 or 25"


def _check_size(size: Any) -> None:
    if not is_integer(size):
        raise InputError(f"the size of a board must be an integer, such as 9, not {short_repr(size)}")
    if size < 1:
        raise InputError(f"the size of a board must be at least 1, not {short_repr(size)}")
    if size > LARGEST_SIZE:
        raise InputError(f"the largest board has {LARGEST_SIZE} digits; {short_repr(size)} are too many")


def _kind_of(cells: tuple[Any, ...]) -> tuple[str, int | None]:
    """The kind and number of a unit: "row" or "column" when its cells are the first cells of one, otherwise "unit"."""
    if len(cells) > 1 and all(isinstance(i, tuple) and len(i) == 2 and all(map(is_integer, i)) for i in cells):
        rows, columns, span = {r for r, _ in cells}, {c for _, c in cells}, {*range(1, len(cells) + 1)}
        if len(rows) == 1 and columns == span and min(rows) > 0:
            return "row", min(rows)
        if len(columns) == 1 and rows == span and min(columns) > 0:
            return "column", min(columns)
    return "unit", None


def _plain_cell(cell: Any) -> Any:
    """A pair of integers (also a list, or NumPy integers) as a cell; anything else unchanged."""
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is int and type(cell[1]) is int:
        return cell
    is_pair = isinstance(cell, tuple | list) and len(cell) == 2 and all(map(is_integer, cell))
    return (int(cell[0]), int(cell[1])) if is_pair else cell
