"""Cells and numbers in the texts of other programs, as the rules read and write them."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from ...errors import InputError, ParseError
from ..units import STRAIGHT, Cell, ray, seen_from
from ..values import is_integer, short_repr

CELL = re.compile(r"R([0-9]{1,2}|[a-g])C([0-9]{1,2}|[a-g])", re.IGNORECASE | re.ASCII)
FROM_10 = "abcdefg"
"""The rows and columns 10 to 16, in a base-17 digit."""
Entry = dict[str, Any]
"""An object of f-puzzles."""
T = TypeVar("T")


@contextmanager
def errors_at(where: str, kind: type[InputError] = ParseError) -> Iterator[None]:
    """Within this context errors say where they are."""
    try:
        yield
    except InputError as error:
        raise kind(f"{where}: {error}") from None


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


def read_digit(cell: Entry, n: int) -> int:
    """The digit of a cell of an n x n board."""
    if not 1 <= (value := read_integer(cell.get("value"))) <= n:
        raise InputError(f"its value must be 1 to {n}, not {short_repr(value)}")
    return value


# -- the objects of f-puzzles -----------------------------------------------------------------------------------------

COSMETIC = ("outlineC", "baseC", "fontC", "width", "height", "size", "angle")
"""The fields of an entry that are colours and sizes of a drawing."""


def check_keys(entry: Entry, known: Collection[str]) -> None:
    """Check that an object has no values under unknown keys.

    Raises:
        InputError: When it does; the message names the key.
    """
    for key, value in entry.items():
        if key not in known and value not in (None, False, "", [], {}):
            raise InputError(f"the key {short_repr(key)} is not known here, and none is ignored")


def entries_of(puzzle: Entry, key: str, fields: str, read: Callable[[Entry], T]) -> list[T]:
    """The entries of a key of a puzzle, each converted by `read`.

    Raises:
        InputError: When the key is no list of objects, or an entry is invalid or has other fields; the message names
            it.
    """
    listed = puzzle.get(key)
    if listed in (None, False, ""):
        return []
    if not isinstance(listed, list):
        raise InputError(f"{key} must be a list, not {short_repr(listed)}")
    found = []
    for k, entry in enumerate(listed, 1):
        with errors_at(f"{key} {k}"):
            if not isinstance(entry, dict):
                raise InputError(f"it must be an object, not {short_repr(entry)}")
            check_keys(entry, {*fields.split(), *COSMETIC})
            found.append(read(entry))
    return found


def all_given(puzzle: Entry) -> list[str]:
    """The marks of a puzzle that are all given, besides "nonconsecutive": some of "xv" and "ratio"."""
    listed = puzzle.get("negative") or []
    if not isinstance(listed, list) or not {*map(repr, listed)} <= {"'xv'", "'ratio'"}:
        raise InputError(f"negative must list some of xv and ratio, not {short_repr(listed)}")
    return listed


def is_on(entry: Entry, name: str) -> bool:
    """Whether a field that is true or false is true."""
    value = entry.get(name)
    if value not in (None, False, True):
        raise InputError(f"{name} must be true or false, not {short_repr(value)}")
    return bool(value)


def list_of(entry: Entry, name: str) -> list[Any]:
    """The list in a field of an entry; it must not be empty."""
    found = entry.get(name)
    if not isinstance(found, list) or not found:
        raise InputError(f"expected a list as {name!r}, not {short_repr(found)}")
    return found


def cells_of(entry: Entry, n: int) -> tuple[Cell, ...]:
    """The cells of an entry, at least one."""
    return read_cells(list_of(entry, "cells"), n)


def lines_of(entry: Entry, n: int) -> list[tuple[Cell, ...]]:
    """The lines of an entry, at least one."""
    lines = list_of(entry, "lines")
    if not all(isinstance(line, list) and line for line in lines):
        raise InputError(f"expected a list of lines, not {short_repr(lines)}")
    return [read_cells(line, n) for line in lines]


def number_of(entry: Entry) -> int | None:
    """The value of an entry; None when it has none."""
    value = entry.get("value")
    return None if value in (None, "") else read_integer(value)


def name_of(cell: Cell) -> str:
    """A cell as f-puzzles has it: R1C2."""
    return f"R{cell[0]}C{cell[1]}"


def names_of(cells: tuple[Cell, ...]) -> list[str]:
    """Cells as f-puzzles has them."""
    return [*map(name_of, cells)]


def seen_line(entry: Entry, n: int) -> tuple[Cell, ...]:
    """The row or column beside which a clue stands, from the side of the clue."""
    r, c = read_cell(entry.get("cell"), n, margin=1)
    outside = (0, n + 1)
    if (r in outside) == (c in outside):
        raise InputError(f"its cell must be beside a row or a column, not {entry['cell']}")
    return next(cells for step in STRAIGHT if (cells := ray((r, c), step, n)))


def place_before(cells: tuple[Cell, ...], n: int) -> str:
    """The place before the first cell of a whole row or column."""
    found = seen_from(cells, STRAIGHT, n)
    if not found:
        raise InputError("its cells are not a whole row or column")
    return name_of(found[0])


# -- the arguments of the Interactive Sudoku Solver -------------------------------------------------------------------


def line_named(name: str, n: int) -> tuple[Cell, ...]:
    """The cells of a row or a column by its name, such as R3 or C9.

    Raises:
        InputError: When there is no such line.
    """
    kind, number = name[:1].upper(), name[1:]
    if kind not in ("R", "C") or not CELL.fullmatch(f"R{number}C1"):
        raise InputError(f"expected a row or a column such as R3 or C9, not {name!r}")
    k = read_cell(f"R{number}C1", n)[0]
    return ray((k, 0), (0, 1), n) if kind == "R" else ray((0, k), (1, 0), n)


def clues_of(arguments: tuple[str, ...], n: int) -> list[tuple[int, tuple[Cell, ...]]]:
    """The clues at the two ends of a row or a column, each with its line from there: R3, 2, 4; 0 or nothing for none.

    Raises:
        InputError: When there is no such line, or it has no number.
    """
    name, *clues = arguments
    cells = line_named(name, n)
    seen = [
        (read_integer(clue), way) for clue, way in zip(clues, (cells, cells[::-1]), strict=False) if clue.strip("0")
    ]
    if not seen:
        raise InputError("it has no number")
    return seen
