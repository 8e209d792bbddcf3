"""The constraints of a text of the Interactive Sudoku Solver: `.Name~argument~argument`, with their places."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...errors import ParseError
from ..units import Cell
from ..values import short_repr

__all__ = ["Item", "cell_id", "items"]

CELL = re.compile(r"R([1-9][0-9]?|[a-g])C([1-9][0-9]?|[a-g])", re.IGNORECASE | re.ASCII)
NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)
LETTERS = "abcdefg"
"""The rows and columns 10 to 16, in a base-17 digit."""


@dataclass(frozen=True)
class Item:
    """One constraint.

    Attributes:
        name: Its name; empty for givens.
        arguments: What follows, split at "~".
        place: Where it begins, for error messages.
    """

    name: str
    arguments: tuple[str, ...]
    place: str

    def error(self, message: object) -> ParseError:
        """An error that names the constraint and its place."""
        name = f".{self.name}" if self.name else "the givens"
        return ParseError(f"{name} {self.place}: {message}")

    def number(self, text: str) -> int:
        """An argument that is an integer.

        Raises:
            ParseError: When it is not.
        """
        if not NUMBER.fullmatch(text):
            raise self.error(f"expected an integer, not {short_repr(text)}")
        return int(text)

    def needs(self, least: int, most: int | None = None) -> tuple[str, ...]:
        """The arguments, when there are enough of them and not too many.

        Raises:
            ParseError: When there are not.
        """
        found = len(self.arguments)
        if found < least or (most is not None and found > most):
            number = f"{least}" if most == least else f"at least {least}" if most is None else f"{least} to {most}"
            raise self.error(f"it has {found} arguments; it needs {number}")
        return self.arguments

    def cells(self, arguments: Iterable[str], n: int) -> tuple[Cell, ...]:
        """Arguments that are cells of an n x n board.

        Raises:
            ParseError: When one is not.
        """
        return tuple(self.cell(argument, n) for argument in arguments)

    def cell(self, text: str, n: int) -> Cell:
        """An argument that is a cell of an n x n board.

        Raises:
            ParseError: When it is not.
        """
        found = CELL.fullmatch(text)
        if not found:
            raise self.error(f"expected a cell such as R1C2, not {short_repr(text)}")
        row, column = (LETTERS.index(k.lower()) + 10 if k.lower() in LETTERS else int(k) for k in found.groups())
        if max(row, column) > n:
            raise self.error(f"there is no cell {text} on a {n}x{n} board")
        return row, column


def items(text: str) -> Iterator[Item]:
    """The constraints of a text; white space and lines that start with "#" are ignored.

    Raises:
        ParseError: When the text does not start with a point.

    >>> [item.arguments for item in items(".Cage~10~R1C1~R1C2 .AntiKnight")]
    [('10', 'R1C1', 'R1C2'), ()]
    """
    text = re.sub(r"^[ \t]*#.*$", lambda comment: " " * len(comment[0]), text, flags=re.MULTILINE)
    before, *parts = text.split(".")
    if before.strip():
        raise ParseError(f"expected '.Name~...', not {short_repr(before.strip())} (line 1, column 1)")
    at = len(before)
    for part in parts:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        name, *arguments = re.sub(r"\s+", "", part).split("~")
        if name or arguments:
            yield Item("" if name == "Given" else name, tuple(arguments), f"(line {line}, column {column})")
        at += len(part) + 1


def cell_id(cell: Cell, n: int) -> str:
    """A cell of an n x n board as the format writes it: R9C9, RaC1 for row 10, and R10C1 where n is more than 16.

    >>> cell_id((10, 1), 16), cell_id((10, 1), 25)
    ('RaC1', 'R10C1')
    """
    row, column = (LETTERS[k - 10] if n <= 16 and k > 9 else str(k) for k in cell)
    return f"R{row}C{column}"
