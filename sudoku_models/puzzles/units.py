"""Cells, units, and the usual sets of units: rows, columns, boxes, diagonals, windows, groups, irregular regions."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from math import isqrt
from typing import Any

from ..errors import InputError
from .values import as_tuple, is_hashable, is_integer, short_repr

LARGEST_SIZE = 64
"""The largest number of digits. The `assignment` model of such a board has 262,144 binary variables; larger models
would exhaust the memory."""

Cell = tuple[int, int]
"""A square, `(row, column)`, both counted from 1."""


def square(corner: Cell) -> tuple[Cell, ...]:
    """The four cells of the small square with this cell at its top left.

    >>> square((1, 1))
    ((1, 1), (1, 2), (2, 1), (2, 2))
    """
    r, c = corner
    return (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)


def adjacent_pairs(n: int) -> list[tuple[Cell, Cell]]:
    """The pairs of cells with a common side on a board of n x n cells.

    >>> adjacent_pairs(2)
    [((1, 1), (1, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2)), ((2, 1), (2, 2))]
    """
    span = range(1, n + 1)
    pairs = [((r, c), other) for r in span for c in span for other in ((r, c + 1), (r + 1, c))]
    return [pair for pair in pairs if max(pair[1]) <= n]


def neighbours(n: int, cell: Cell, diagonal: bool = False) -> list[Cell]:
    """The cells of an n x n board that share a side with a cell, or (with `diagonal`) a side or a corner.

    >>> neighbours(4, (1, 1)), len(neighbours(4, (2, 2), diagonal=True))
    ([(1, 2), (2, 1)], 8)
    """
    r, c = cell
    steps = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a or b) and (diagonal or not (a and b))]
    return [(r + a, c + b) for a, b in steps if 1 <= r + a <= n and 1 <= c + b <= n]


STRAIGHT: tuple[Cell, ...] = (0, 1), (0, -1), (1, 0), (-1, 0)
SLANTING: tuple[Cell, ...] = (-1, 1), (-1, -1), (1, 1), (1, -1)
"""Steps to the next cell of a row or column, and of a diagonal."""


def ray(place: Cell, step: Cell, n: int) -> tuple[Cell, ...]:
    """The cells of an n x n board that are seen from a cell, or from a place beside the board, in steps.

    >>> ray((0, 3), (1, -1), 4)
    ((1, 2), (2, 1))
    """
    (r, c), (down, right) = place, step
    cells = ((r + k * down, c + k * right) for k in range(1, n + 1))
    return tuple(cell for cell in cells if min(cell) >= 1 and max(cell) <= n)


def seen_from(cells: tuple[Cell, ...], steps: Iterable[Cell], n: int) -> tuple[Cell, Cell] | None:
    """The place beside the board from which these cells are the `ray` in one of the steps, and the step.

    None when they do not go from side to side.

    >>> seen_from(((1, 2), (2, 1)), SLANTING, 4), seen_from(((1, 2), (1, 3)), STRAIGHT, 4)
    (((0, 3), (1, -1)), None)
    """
    for step in steps:
        place = cells[0][0] - step[0], cells[0][1] - step[1]
        if not (min(place) >= 1 and max(place) <= n) and ray(place, step, n) == cells:
            return place, step
    return None


def is_connected(cells: Collection[Cell]) -> bool:
    """Whether the cells are connected through shared sides; a diagonal is not.

    >>> is_connected([(1, 1), (1, 2)]), is_connected([(1, 1), (2, 2)])
    (True, False)
    """
    left = set(cells)
    reached = [left.pop()]
    for r, c in reached:  # it grows during the loop
        near = left & {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
        left -= near
        reached += near
    return not left


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
        object.__setattr__(self, "cells", tuple(map(plain_cell, cells)))
        for cell in self.cells:
            if not is_hashable(cell):
                raise InputError(f"the unit {self.name!r} has the cell {short_repr(cell)}; write it as (row, column)")
        if not self.kind:
            kind, number = _kind_of(self.cells)
            object.__setattr__(self, "kind", kind)
            object.__setattr__(self, "number", self.number or number)

    @property
    def is_straight(self) -> bool:
        """Whether its cells are in one row or in one column."""
        return len({r for r, _ in self.cells}) == 1 or len({c for _, c in self.cells}) == 1

    def __str__(self) -> str:
        return self.name


def _kind_of(cells: tuple[Any, ...]) -> tuple[str, int | None]:
    """The kind and number of a unit: "row" or "column" when its cells are the first cells of one, otherwise "unit"."""
    if len(cells) > 1 and all(isinstance(i, tuple) and len(i) == 2 and all(map(is_integer, i)) for i in cells):
        rows, columns, span = {r for r, _ in cells}, {c for _, c in cells}, {*range(1, len(cells) + 1)}
        if len(rows) == 1 and columns == span and min(rows) > 0:
            return "row", min(rows)
        if len(columns) == 1 and rows == span and min(columns) > 0:
            return "column", min(columns)
    return "unit", None


PIECES = ("box", "region")
"""The kinds of units into which a board is cut."""
NUMBERED = (*PIECES, "diagonal", "window", "group", "extra region")
"""The kinds of units that their names tell, such as "region 3"."""


def unit_named(name: str, cells: tuple[Cell, ...]) -> Unit:
    """A unit whose kind and number are those of its name, if it has one of the usual names.

    >>> unit_named("region 1", ((1, 1), (1, 2))).kind, unit_named("cross", ((1, 1), (2, 2))).kind
    ('region', 'unit')
    """
    kind, _, number = name.rpartition(" ")
    return Unit(name, cells, kind, int(number)) if kind in NUMBERED and number.isdecimal() else Unit(name, cells)


def plain_cell(cell: Any) -> Any:
    """A pair of integers (also a list, or NumPy integers) as a cell; anything else unchanged."""
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is int and type(cell[1]) is int:
        return cell
    is_pair = isinstance(cell, tuple | list) and len(cell) == 2 and all(map(is_integer, cell))
    return (int(cell[0]), int(cell[1])) if is_pair else cell


def check_cells(cells: Iterable[Any], owner: str, n: int | None = None) -> None:
    """Check that these are cells, and cells of an n x n board if n is given.

    Raises:
        InputError: When one is not; the message begins with the owner of the cells.
    """
    for cell in cells:
        is_pair = isinstance(cell, tuple) and len(cell) == 2 and all(map(is_integer, cell))
        if not (is_pair and min(cell) >= 1 and (n is None or max(cell) <= n)):
            board = f"the cells of a {n}x{n} board are (1, 1) to ({n}, {n}): (row, column), counted from 1"
            form = "a cell is written as (row, column) or r4c8, counted from 1"
            raise InputError(f"{owner} has the cell {short_repr(cell)}, but {board if n else form}")


def check_unit(unit: Any, n: int) -> None:
    """Check that a unit is one of an n x n board.

    Raises:
        InputError: When it has no name, no cells, or cells that cannot all differ.
    """
    if not isinstance(unit, Unit):
        raise InputError(f"the units of a board must be Unit(name, cells), not {short_repr(unit)}")
    if not unit.name.strip():
        raise InputError(f"a unit of the {n}x{n} board has no name; give it one, such as 'row 3'")
    if not unit.cells:
        raise InputError(f"the unit {unit.name!r} has no cells; remove it")
    check_cells(unit.cells, f"the unit {unit.name!r}", n)
    cell, times = Counter(unit.cells).most_common(1)[0]
    if times > 1:
        raise InputError(
            f"the unit {unit.name!r} has the cell {cell} {times} times, but a cell cannot differ from itself; "
            "list each cell once"
        )
    if len(unit.cells) > n:
        raise InputError(
            f"the unit {unit.name!r} has {len(unit.cells)} cells, but there are only {n} digits, so its cells "
            f"cannot all differ; give it at most {n} cells"
        )


def lines(n: int) -> list[Unit]:
    """The rows and the columns.

    >>> [unit.name for unit in lines(2)]
    ['row 1', 'row 2', 'column 1', 'column 2']
    """
    span = range(1, n + 1)
    rows = [Unit(f"row {r}", tuple((r, c) for c in span), "row", r) for r in span]
    return rows + [Unit(f"column {c}", tuple((r, c) for r in span), "column", c) for c in span]


def boxes(height: int, width: int) -> list[Unit]:
    """The boxes of `height` x `width` cells on the board with as many digits, row by row.

    >>> boxes(2, 2)[1].cells
    ((1, 3), (1, 4), (2, 3), (2, 4))
    """
    n = height * width
    return _numbered("box", _blocks(range(1, n + 1, height), range(1, n + 1, width), height, width))


def usual_box(n: int) -> tuple[int, int]:
    """The rows and columns of a box on the usual board: as square as possible, and no higher than wide.

    >>> usual_box(12), usual_box(7)
    ((3, 4), (1, 7))
    """
    height = next((k for k in range(isqrt(n), 1, -1) if n % k == 0), 1)
    return height, n // height


def diagonals(n: int) -> list[Unit]:
    """Both main diagonals.

    >>> diagonals(2)[1].cells
    ((2, 1), (1, 2))
    """
    span = range(1, n + 1)
    return _numbered("diagonal", (tuple((k, k) for k in span), tuple((n + 1 - k, k) for k in span)))


def windows(height: int, width: int) -> list[Unit]:
    """The boxes of a "windoku", one cell inside the corners of the usual ones.

    >>> len(windows(3, 3)), windows(2, 2)[0].cells
    (4, ((2, 2), (2, 3), (3, 2), (3, 3)))
    """
    n = height * width
    tops, lefts = range(2, n - height + 1, height + 1), range(2, n - width + 1, width + 1)
    return _numbered("window", _blocks(tops, lefts, height, width))


def groups(height: int, width: int) -> list[Unit]:
    """The cells at the same place in their boxes, as "disjoint groups".

    >>> groups(2, 2)[1].cells
    ((1, 2), (1, 4), (3, 2), (3, 4))
    """
    n = height * width
    places = [(top, left) for top in range(1, height + 1) for left in range(1, width + 1)]
    found = (
        tuple((r, c) for r in range(top, n + 1, height) for c in range(left, n + 1, width)) for top, left in places
    )
    return _numbered("group", found)


def regions_of(symbols: Any) -> list[Unit]:
    """The regions of a jigsaw board of n x n cells, n of them, each of n cells; see `Board.jigsaw`.

    Raises:
        InputError: When there is not a symbol for each cell, or a region has another number of cells.

    >>> regions_of("1122 1122 3344 3344") == [Unit(f"region {k}", each.cells) for k, each in enumerate(boxes(2, 2), 1)]
    True
    """
    found = _symbols(symbols)
    n = isqrt(len(found))
    if n * n != len(found) or not n:
        raise InputError(f"the regions need one symbol for each cell of an n x n board, not {len(found)} symbols")
    check_size(n)
    cells: dict[Any, list[Cell]] = {}
    for k, symbol in enumerate(found):
        cells.setdefault(symbol, []).append((k // n + 1, k % n + 1))
    for symbol, region in cells.items():
        if len(region) != n:
            raise InputError(
                f"the region {short_repr(symbol)} has {len(region)} cells; each has {n} on a {n}x{n} board"
            )
    return _numbered("region", map(tuple, cells.values()))


def _symbols(symbols: Any) -> list[Any]:
    """The symbols, cell by cell: of a text, of a list, or of a list of rows."""
    if isinstance(symbols, str):
        return list("".join(symbols.split()))
    found = as_tuple(symbols, "the regions")
    are_texts = all(isinstance(row, str) and len(row) == len(found) > 1 for row in found)  # one for each row
    if are_texts or all(isinstance(row, Iterable) and not isinstance(row, str) for row in found):
        found = tuple(symbol for row in found for symbol in row)
    return list(found)


def check_size(size: Any) -> None:
    """Check the number of digits of a board.

    Raises:
        InputError: When it is not an integer from 1 to `LARGEST_SIZE`.
    """
    if not is_integer(size):
        raise InputError(f"the size of a board must be an integer, such as 9, not {short_repr(size)}")
    if size < 1:
        raise InputError(f"the size of a board must be at least 1, not {short_repr(size)}")
    if size > LARGEST_SIZE:
        raise InputError(f"the largest board has {LARGEST_SIZE} digits; {short_repr(size)} are too many")


def _blocks(tops: range, lefts: range, height: int, width: int) -> Iterable[tuple[Cell, ...]]:
    """The cells of the rectangles with these upper left corners, row by row."""
    for top in tops:
        for left in lefts:
            yield tuple((r, c) for r in range(top, top + height) for c in range(left, left + width))


def _numbered(kind: str, pieces: Iterable[tuple[Cell, ...]]) -> list[Unit]:
    return [Unit(f"{kind} {k}", cells, kind, k) for k, cells in enumerate(pieces, 1)]
