"""The entries of the JSON of f-puzzles: the objects in the list of a key, with their names for error messages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import ParseError
from ..units import Cell
from ..values import is_integer, short_repr

__all__ = ["Entry", "entries", "is_on", "json_error"]

NAME = re.compile(r"R([0-9]{1,3})C([0-9]{1,3})", re.ASCII | re.IGNORECASE)
COSMETIC = ("outlineC", "baseC", "fontC", "width", "height", "size", "angle")
"""Colours and sizes of a drawing."""


def json_error(message: str) -> ParseError:
    """An error in the JSON."""
    return ParseError(f"in the f-puzzles JSON: {message}")


@dataclass(frozen=True)
class Entry:
    """One entry of a key.

    Attributes:
        key: The key.
        record: What it says.
        n: The size of the board.
        where: Its name for error messages.
    """

    key: str
    record: dict[str, Any]
    n: int
    where: str

    def error(self, message: str) -> ParseError:
        """An error that names the entry."""
        return json_error(f"{self.where}: {message}")

    def cell(self, text: Any, margin: int = 0) -> Cell:
        """A cell such as "R1C2"; with a margin of 1, also a place around the board."""
        found = NAME.fullmatch(text) if isinstance(text, str) else None
        if not found or not all(1 - margin <= int(k) <= self.n + margin for k in found.groups()):
            raise self.error(f"expected a cell of the {self.n}x{self.n} board such as R1C2, not {short_repr(text)}")
        return int(found[1]), int(found[2])

    def cells(self) -> tuple[Cell, ...]:
        """Its cells, at least one."""
        return tuple(map(self.cell, self.list_of("cells")))

    def lines(self) -> list[tuple[Cell, ...]]:
        """The cells of each of its lines."""
        lines = self.list_of("lines")
        if not all(isinstance(line, list) and line for line in lines):
            raise self.error(f"expected a list of lines, not {short_repr(lines)}")
        return [tuple(map(self.cell, line)) for line in lines]

    def list_of(self, name: str) -> list[Any]:
        """A list that is not empty."""
        found = self.record.get(name)
        if not isinstance(found, list) or not found:
            raise self.error(f"expected a list as {name!r}, not {short_repr(found)}")
        return found

    def number(self, value: Any = None) -> int | None:
        """Its value, or another one, as an integer; None when it has none."""
        value = self.record.get("value") if value is None else value
        if value in (None, ""):
            return None
        if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value, re.ASCII):
            return int(value)
        if not is_integer(value):
            raise self.error(f"its value must be an integer, not {short_repr(value)}")
        return int(value)


def entries(puzzle: dict[str, Any], key: str, fields: str, n: int) -> Iterator[Entry]:
    """The entries of a key, which have these fields.

    Raises:
        ParseError: When they are not objects in a list, or have a key that is not known.
    """
    found = puzzle.get(key)
    if found in (None, False, ""):
        return
    if not isinstance(found, list):
        raise json_error(f"{key} must be a list, not {short_repr(found)}")
    known = {*fields.split(), *COSMETIC}
    for k, record in enumerate(found, 1):
        if not isinstance(record, dict):
            raise json_error(f"{key} {k} must be an object, not {short_repr(record)}")
        for name, value in record.items():
            if name not in known and value not in (None, False, "", [], {}):
                raise json_error(f"{key} {k}: the key {short_repr(name)} is not known here, and none is ignored")
        yield Entry(key, record, n, f"{key} {k}")


def is_on(puzzle: dict[str, Any], key: str) -> bool:
    """Whether a key that is true or false is true.

    Raises:
        ParseError: When it is something else.
    """
    value = puzzle.get(key)
    if value not in (None, False, True):
        raise json_error(f"{key} must be true or false, not {short_repr(value)}")
    return bool(value)
