"""Reading a puzzle from rows of digits: lists, tuples, or a NumPy array."""

import math
import re
from collections.abc import Iterable
from numbers import Real
from typing import Any

from ..errors import InputError
from .board import Board
from .values import as_tuple, is_integer, short_repr

__all__ = ["read_rows"]

BLANKS = ("", ".", "_", "?", "*")
"""Strings that stand for a blank cell."""


def read_rows(rows: Iterable[Iterable[Any]], board: Board | None = None) -> tuple[Board, tuple[int, ...]]:
    """The board and the digits, row by row, with 0 for a blank cell; see `Puzzle.from_rows`.

    Raises:
        InputError: When the number of rows or columns is wrong, or a value is not a digit.

    >>> board, values = read_rows([[1, 0, 3.0, 0], [0, 0, 2, 0], [None, 1, ".", 0], [2, 0, 0, 0]])
    >>> values
    (1, 0, 3, 0, 0, 0, 2, 0, 0, 1, 0, 0, 2, 0, 0, 0)
    """
    table = [as_tuple(row, f"row {r}") for r, row in enumerate(as_tuple(rows, "the rows of a puzzle"), 1)]
    if board is None:
        board = Board.of_size(len(table))
    elif not isinstance(board, Board):
        raise InputError(f"the board of a puzzle must be a Board, such as Board.of_size(9), not {short_repr(board)}")
    if len(table) != board.size:
        raise InputError(f"a {board} has {board.size} rows, but there are {len(table)}")
    values = []
    for r, row in enumerate(table, 1):
        if len(row) != board.size:
            raise InputError(f"row {r} has {len(row)} cells, but a row of a {board} has {board.size}")
        for c, value in enumerate(row, 1):
            values.append(d := _value(value, r, c))
            if not 0 <= d <= board.size:
                raise InputError(
                    f"row {r}, column {c} holds {short_repr(d)}, but the digits of this {board} are 1 to {board.size}"
                )
    return board, tuple(values)


def _value(value: Any, row: int, column: int) -> int:
    """A digit, or 0 for a blank cell."""
    if value is None or (isinstance(value, str) and value.strip() in BLANKS):
        return 0
    if is_integer(value) or (isinstance(value, str) and re.fullmatch(r"\s*[0-9]{1,3}\s*", value)):
        return int(value)
    if isinstance(value, Real) and not isinstance(value, bool):
        number = float(value)  # arrays and data frames have 5.0, and NaN for a blank cell
        if math.isnan(number):
            return 0
        if number.is_integer():
            return int(number)
    raise InputError(
        f"row {row}, column {column} holds {short_repr(value)}; write an integer for a digit, and 0, None or '.' for a "
        "blank cell"
    )
