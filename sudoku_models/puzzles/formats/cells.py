"""Cells and numbers in text formats, and errors that name their place."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ...errors import InputError, ParseError
from ..units import Cell
from ..values import is_integer, short_repr

__all__ = ["CELL", "FROM_10", "are_neighbours", "errors_at", "read_cell", "read_cells", "read_integer"]

CELL = re.compile(r"R([0-9]{1,2}|[a-g])C([0-9]{1,2}|[a-g])", re.IGNORECASE | re.ASCII)
FROM_10 = "abcdefg"
"""The rows and columns 10 to 16, in a base-17 digit."""


@contextmanager
def errors_at(where: str) -> Iterator[None]:
    """Within this context errors say where they are."""
    try:
        yield
    except InputError as error:
        raise ParseError(f"{where}: {error}") from None


def read_cell(text: Any, n: int, margin: int = 0) -> Cell:
    """A cell of an n x n board such as R1C2; with a margin of 1, also a place beside the board.

    Raises:
        InputError: When it is none.

    >>> read_cell("RaC1", 16), read_cell("R0C1", 9, margin=1)
    ((10, 1), (0, 1))
    """
    if isinstance(text, str) and (found := CELL.fullmatch(text)):
        row, column = (FROM_10.index(k.lower()) + 10 if k.isalpha() else int(k) for k in found.groups())
        if 1 - margin <= min(row, column) and max(row, column) <= n + margin:
            return row, column
    raise InputError(f"expected a cell of the {n}x{n} board such as R1C2, not {short_repr(text)}")


def read_cells(texts: Iterable[Any], n: int) -> tuple[Cell, ...]:
    """Several cells; see `read_cell`."""
    return tuple(read_cell(text, n) for text in texts)


def read_integer(value: Any) -> int:
    """An integer, or a text of at most nine digits.

    Raises:
        InputError: When it is neither.
    """
    if not (is_integer(value) or (isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value, re.ASCII))):
        raise InputError(f"expected an integer, not {short_repr(value)}")
    return int(value)


def are_neighbours(one: Cell, other: Cell) -> bool:
    """Whether two cells share a side."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
