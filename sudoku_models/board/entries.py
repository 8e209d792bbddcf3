"""What a cell of a notebook hands over: cells, digits and seconds, checked and converted before anything is changed.

Integers of NumPy are accepted; a truth value or 3.0 is no integer.
"""

from collections.abc import Iterable, Mapping
from numbers import Real
from operator import index
from typing import Any

from ..errors import InputError
from ..puzzles.board import Board, Cell
from ..puzzles.values import is_integer, short_repr

__all__ = ["cells_of", "digits_of", "integer_of", "seconds_of"]


def integer_of(value: Any, what: str = "digit") -> int:
    """An integer.

    Raises:
        InputError: When it is none.

    >>> integer_of(3)
    3
    >>> integer_of(3.0)
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: the digit must be a whole number, not 3.0
    """
    if not is_integer(value):
        raise InputError(f"the {what} must be a whole number, not {short_repr(value)}")
    return index(value)


def cells_of(value: Any, board: Board) -> list[Cell]:
    """The cells of a board, each once, from one cell or several.

    Raises:
        InputError: When there is none, or one is not on the board.

    >>> cells_of((1, 3), Board.of_size(4)), cells_of([[1, 3], (2, 4), (1, 3)], Board.of_size(4))
    ([(1, 3)], [(1, 3), (2, 4)])
    """
    listed = _listed(value)
    if listed == []:
        raise InputError("no cell is chosen; choose one first")
    is_one = listed is None or (len(listed) == 2 and all(map(is_integer, listed)))
    return list(dict.fromkeys(_cell(each, board) for each in ([value] if is_one else listed or ())))


def _cell(value: Any, board: Board) -> Cell:
    pair = _listed(value)
    if pair is None or len(pair) != 2 or not all(map(is_integer, pair)):
        raise InputError(f"a cell is written as (row, column), counted from 1, not {short_repr(value)}")
    cell = (index(pair[0]), index(pair[1]))
    if not all(1 <= k <= board.size for k in cell):
        raise InputError(f"there is no cell {short_repr(cell)} on a {board}")
    return cell


def _listed(value: Any) -> list[Any] | None:
    """The items of a list, an array and the like; None for anything else."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        return None
    try:
        return list(value)
    except TypeError:  # an array without a dimension
        return None


def digits_of(values: Any, board: Board) -> tuple[int, ...]:
    """The digits of all cells, row by row, 0 for a blank cell.

    Raises:
        InputError: When there are more or fewer, or one is no digit of the board.
    """
    listed = _listed(values) or []
    if len(listed) != len(board.cells) or not all(is_integer(d) and 0 <= d <= board.size for d in listed):
        raise InputError(f"the values of a {board} are {len(board.cells)} digits from 0 to {board.size}")
    return tuple(map(index, listed))


def seconds_of(value: Any, what: str = "time limit") -> float:
    """A time in seconds.

    Raises:
        InputError: When it is not a number from 0 on.

    >>> seconds_of(2), seconds_of(0.5)
    (2.0, 0.5)
    """
    try:
        seconds = float(value) if isinstance(value, Real) and not isinstance(value, bool) else -1.0
    except OverflowError:
        seconds = float("inf")
    if not seconds >= 0:
        raise InputError(f"the {what} must be a number of seconds, not {short_repr(value)}")
    return seconds
