"""Sets of units: rows, columns and boxes, diagonals, windows, disjoint groups, and irregular regions."""

from collections.abc import Iterable
from math import isqrt
from typing import Any

from ..errors import InputError
from .unit import Cell, Unit
from .values import as_tuple, is_hashable, is_integer, short_repr

__all__ = ["LARGEST_SIZE", "boxes", "check_size", "diagonals", "groups", "lines", "regions", "windows"]

LARGEST_SIZE = 64
"""The largest number of digits. The `assignment` model of such a board has 262,144 binary variables; larger models
would exhaust the memory."""


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


def regions(symbols: Any) -> list[Unit]:
    """The regions of a jigsaw board of n x n cells, n of them, each of n cells; see `Board.jigsaw`.

    Raises:
        InputError: When there is not a symbol for each cell, or a region has another number of cells.

    >>> regions("1122 1122 3344 3344") == [Unit(f"region {k}", each.cells) for k, each in enumerate(boxes(2, 2), 1)]
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
    for symbol in found:
        if not is_hashable(symbol):
            raise InputError(f"the regions have the symbol {short_repr(symbol)}; write an integer or a letter")
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
