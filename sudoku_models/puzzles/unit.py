"""Cells, and the units in which all digits must differ."""

from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from .values import as_tuple, is_hashable, is_integer, short_repr

__all__ = ["Cell", "Unit", "adjacent_pairs", "square"]

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
        object.__setattr__(self, "cells", tuple(map(_plain_cell, cells)))
        for cell in self.cells:
            if not is_hashable(cell):
                raise InputError(f"the unit {self.name!r} has the cell {short_repr(cell)}; write it as (row, column)")
        if not isinstance(self.kind, str):
            raise InputError(
                f"the kind of the unit {self.name!r} must be a string, such as 'row', not {short_repr(self.kind)}"
            )
        if self.number is not None and not (is_integer(self.number) and self.number >= 1):
            raise InputError(
                f"the number of the unit {self.name!r} must be an integer from 1, not {short_repr(self.number)}"
            )
        if not self.kind:
            kind, number = _kind_of(self.cells)
            object.__setattr__(self, "kind", kind)
            object.__setattr__(self, "number", self.number or number)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Add the kind to units that were pickled by versions without it."""
        self.__dict__.update(state)
        self.__post_init__()

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


def _plain_cell(cell: Any) -> Any:
    """A pair of integers (also a list, or NumPy integers) as a cell; anything else unchanged."""
    if type(cell) is tuple and len(cell) == 2 and type(cell[0]) is int and type(cell[1]) is int:
        return cell
    is_pair = isinstance(cell, tuple | list) and len(cell) == 2 and all(map(is_integer, cell))
    return (int(cell[0]), int(cell[1])) if is_pair else cell
