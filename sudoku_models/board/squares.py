"""The content of a cell: a digit, marks and colours; and a change of some cells."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..puzzles.board import Cell

__all__ = ["BLANK", "COLORS", "KINDS", "Change", "Square", "cell_name"]

KINDS = {"digit": "digit", "corner": "corner mark", "centre": "centre mark", "color": "colour"}
"""The kinds of entries, each with its name in a sentence."""
COLORS = range(1, 10)
"""The numbers of the colours of cells."""


class Square(NamedTuple):
    """The content of a cell.

    Attributes:
        digit: Its digit, 0 for none.
        given: Whether that is a given.
        marks: Its corner marks.
        centres: Its centre marks.
        colors: The numbers of its colours.
        removed: The candidates that the player has removed from its automatic marks.
    """

    digit: int = 0
    given: bool = False
    marks: frozenset[int] = frozenset()
    centres: frozenset[int] = frozenset()
    colors: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()

    def without_marks(self, *digits: int) -> "Square":
        """The square without the marks of these digits, of both kinds."""
        return self._replace(marks=self.marks - {*digits}, centres=self.centres - {*digits})

    def filled(self, digit: int) -> "Square":
        """The square with a digit in place of its marks."""
        return Square(digit, colors=self.colors, removed=self.removed)

    def of_kind(self, kind: str) -> frozenset[int]:
        """Its corner marks, centre marks or colours."""
        return {"corner": self.marks, "centre": self.centres, "color": self.colors}[kind]

    def without_kind(self, kind: str) -> "Square":
        """The square without its corner marks, centre marks or colours."""
        name = {"corner": "marks", "centre": "centres", "color": "colors"}[kind]
        return self._replace(**{name: frozenset()})  # type: ignore[arg-type]

    def with_entry(self, kind: str, number: int, is_there: bool) -> "Square":
        """The square with, or without, a corner mark, a centre mark or a colour.

        >>> Square(marks=frozenset({1})).with_entry("corner", 2, True).marks == {1, 2}
        True
        """
        found = self.of_kind(kind) | {number} if is_there else self.of_kind(kind) - {number}
        if kind == "corner":
            return self._replace(marks=found)
        return self._replace(centres=found) if kind == "centre" else self._replace(colors=found)


BLANK = Square()


@dataclass(frozen=True)
class Change:
    """One move: its name, and the squares that it changes, before and after."""

    what: str
    before: Mapping[Cell, Square]
    after: Mapping[Cell, Square]

    def taken(self, cell: Cell, digit: int) -> Square:
        """The marks of a digit that a cell lost in the move."""
        before, after = self.before[cell], self.after[cell]
        return Square(marks=(before.marks - after.marks) & {digit}, centres=(before.centres - after.centres) & {digit})


def cell_name(cell: Cell) -> str:
    """The name of a cell in a sentence.

    >>> cell_name((3, 7))
    'row 3, column 7'
    """
    return f"row {cell[0]}, column {cell[1]}"
