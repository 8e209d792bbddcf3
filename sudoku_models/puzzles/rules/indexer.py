"""Indexers: the digit in a cell says where in its row or column a digit stands."""

from dataclasses import dataclass
from typing import Any

from ...errors import InputError
from ..graphics import Shade
from ..units import Cell, lines, ray
from .rule import CellRule, CellView, Domains, Rule, Shape, checked_number, coordinates
from .shapes import SOFT, Elements
from .texts import Entry, cells_of, entries_of, names_of, read_cells
from .uses import Kind, Tool


def _place(sketch: Any, share: float) -> list[Rule]:
    n = sketch.board.size
    every = (Indexer(place, unit.cells) for unit in lines(n) for place in range(1, n + 1))
    return list(sketch.sample((rule for rule in every if rule.check(sketch.grid)), share))


@dataclass(frozen=True)
class Indexer(CellRule):
    """The digit d in the cell at a place k of a row or column says that the cell at place d holds k.

    Rules
        y[i(k),d] <= y[i(d),k]    for d = 1..n

    Args:
        place: The place k of the cell, from 1.
        cells: The whole row or column.

    >>> Indexer(1, [(1, c) for c in range(1, 5)]).holds((3, 2, 1, 4))
    True
    """

    place: int
    cells: tuple[Cell, ...]
    fewest_cells = 2
    meaning = (
        "the digit in a red cell says at which place of its row the number of its column stands; in a blue one, at "
        "which place of its column the number of its row stands"
    )
    tool = Tool("Indexer", "line", "Drag along the row or the column", "Place", "place", "1")
    generated = (("indexer", Kind("cells that say where a digit of their row or column stands", _place)),)
    iss, iss_arguments = ("Indexing",), (2, None)
    fpuzzles = "columnindexer rowindexer"

    def __post_init__(self) -> None:
        super().__post_init__()
        most = len(self.cells)
        object.__setattr__(self, "place", checked_number(self.place, f"the place in a line of {most} cells", 1, most))

    def holds(self, digits: tuple[int, ...]) -> bool:
        d = digits[self.place - 1]
        return d <= len(digits) and digits[d - 1] == self.place

    def define(self, m: Any, cells: CellView) -> None:
        """A linear inequality for each digit."""
        cell = self.cells[self.place - 1]
        for d, other in enumerate(self.cells, 1):
            both = cells.holds(cell, d) - cells.holds(other, self.place) <= 0
            m.add(both, self.label(f"{d} in {coordinates(cell)}, {self.place} in {coordinates(other)}"))

        for d in range(len(self.cells) + 1, cells.size + 1):
            m.add(cells.holds(cell, d) + m.sum([]) == 0, self.label(f"no {d} in {coordinates(cell)}"))

    start = 0, 0

    def step(self, state: tuple[int, int], position: int, digit: int) -> tuple[int, int] | None:
        """The digit in the cell once it is read, and before the places of its number as bits."""
        d, seen = state
        here = position + 1
        if here < self.place:
            return 0, seen | (digit == self.place) << here
        if here == self.place:
            if digit > len(self.cells) or (digit <= here and not (seen >> digit & 1 or digit == here)):
                return None
            return digit, 0
        return None if here == d and digit != self.place else (d if here < d else 0, 0)

    def argument(self, domains: Domains) -> str:
        return f"{coordinates(self.cells[self.place - 1])} says where the {self.place} of this line stands"

    @property
    def is_in_row(self) -> bool:
        """Whether its line is a row."""
        return len({r for r, _ in self.cells}) == 1

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        return (Shade("red" if self.is_in_row else "blue", SOFT, cells=(self.cells[self.place - 1],)),)

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        """The cells of a column index ("C") say where in their rows the number of their column stands."""
        kind, *names = arguments
        if kind not in ("R", "C"):
            raise InputError(f"its kind must be R or C, not {kind}")
        return cls._in_lines(read_cells(names, n), n, in_rows=kind == "C")

    def write_iss(self, writing: Any) -> str:
        _, is_forward = writing.line(self.cells)
        if not is_forward:
            raise InputError("its cells are not a whole row or column")
        return str(writing.text("Indexing", "C" if self.is_in_row else "R", self.cells[self.place - 1 : self.place]))

    @classmethod
    def _in_lines(cls, cells: tuple[Cell, ...], n: int, in_rows: bool) -> list[Rule]:
        """Each of these cells says where in its row, or in its column, a digit stands."""
        if in_rows:
            return [cls(c, ray((r, 0), (0, 1), n)) for r, c in cells]
        return [cls(r, ray((0, c), (1, 0), n)) for r, c in cells]

    @classmethod
    def read_fpuzzles(cls, puzzle: Entry, n: int) -> list[Rule]:
        found: list[Rule] = []
        for key in cls.fpuzzles.split():
            for cells in entries_of(puzzle, key, "cells", lambda entry: cells_of(entry, n)):
                found += cls._in_lines(cells, n, in_rows=key == "columnindexer")
        return found

    def write_fpuzzles(self, puzzle: Entry, board: Shape) -> None:
        if self.cells not in [unit.cells for unit in lines(board.size)]:
            raise InputError("its cells are not a whole row or column in its order")
        in_rows, in_columns = self.fpuzzles.split()
        key = in_rows if self.is_in_row else in_columns
        puzzle.setdefault(key, []).append({"cells": names_of(self.cells[self.place - 1 : self.place])})
