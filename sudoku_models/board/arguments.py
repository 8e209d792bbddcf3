"""Check the values that come with a command against the signature of the function that carries it out.

The page and `BoardWidget.ask` send plain data. Which of it are cells follows from the annotations `Cell` and
`Sequence[Cell]`: they are sent as numbers, row by row from 0.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from operator import index
from types import UnionType
from typing import Any, Union, get_args, get_origin

from ..errors import InputError
from ..puzzles.board import Board, Cell
from ..puzzles.values import is_integer, short_repr
from .text import readable

__all__ = ["checked"]

LARGEST_NUMBER = 10**18
LONGEST_TEXT = 5_000
NOUNS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "yes or no",
    bytes: "a file",
    dict: "names with their choices",
    Mapping: "named values",
}


def checked(function: Callable[..., None], values: dict[str, Any], board: Board) -> dict[str, Any]:
    """The arguments of a function, with cells as coordinates.

    Args:
        function: The function, whose parameters are annotated with `Cell`, `Sequence[Cell]`, `int`, `float`, `str`,
            `bool` or `bytes`, or one of these or None.
        values: The values that were sent, by name.
        board: The board, for its cells.

    Raises:
        InputError: When a value is missing, unknown or of another kind; the message says which.

    >>> def put(cell: Cell, digit: int = 0) -> None: ...
    >>> checked(put, {"cell": 5}, Board.of_size(4))
    {'cell': (2, 2)}
    >>> checked(put, {"cell": "5"}, Board.of_size(4))
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: the cell must be a number from 0 to 15, row by row, not '5'
    """
    kinds, needed, takes_more = _parameters(function)
    if missing := [name for name in needed if name not in values]:
        raise InputError(f"the {_noun(missing[0])} is missing")
    found = {}
    for name, value in values.items():
        if name in kinds:
            found[name] = _converted(name, value, kinds[name], board)
        elif takes_more:
            found[name] = value
        else:
            raise InputError(f"nothing is known about {short_repr(name)} here; leave it out")
    return found


def _parameters(function: Callable[..., None]) -> tuple[dict[str, Any], list[str], bool]:
    """The kinds of the parameters, the names of those without a default, and whether there may be further ones."""
    parameters = inspect.signature(function, eval_str=True).parameters.values()
    named = [each for each in parameters if each.kind is not each.VAR_KEYWORD]
    needed = [each.name for each in named if each.default is each.empty]
    return {each.name: each.annotation for each in named}, needed, len(named) < len(parameters)


def _converted(name: str, value: Any, kind: Any, board: Board) -> Any:
    if get_origin(kind) in (Union, UnionType):
        if value is None and type(None) in get_args(kind):
            return None
        kind = next(each for each in get_args(kind) if each is not type(None))
    if kind == Cell:
        return _cell(value, board)
    if kind == Sequence[Cell]:
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= len(board.cells):
            raise InputError(f"the cells must be a list of 1 to {len(board.cells)} numbers, not {short_repr(value)}")
        return [_cell(each, board) for each in value]
    kind = get_origin(kind) or kind
    if not _is_of(value, kind):
        raise InputError(f"the {_noun(name)} must be {NOUNS[kind]}, not {short_repr(value)}")
    if kind in (int, float):
        return float(value) if kind is float else index(value)
    if kind is not str:
        return value
    if len(value) > LONGEST_TEXT:
        raise InputError(f"the {_noun(name)} has {len(value):,} characters; up to {LONGEST_TEXT:,} are read")
    return readable(value)


def _cell(value: Any, board: Board) -> Cell:
    if not is_integer(value) or not 0 <= value < len(board.cells):
        last = len(board.cells) - 1
        raise InputError(f"the cell must be a number from 0 to {last}, row by row, not {short_repr(value)}")
    return board.cells[index(value)]


def _is_of(value: Any, kind: Any) -> bool:
    if kind in (int, float):
        is_number = is_integer(value) or (kind is float and isinstance(value, float))
        return is_number and abs(value) <= LARGEST_NUMBER
    return isinstance(value, kind)


def _noun(name: str) -> str:
    return name.replace("_", " ")
