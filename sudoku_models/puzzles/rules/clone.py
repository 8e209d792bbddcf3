"""Clones: cells with equal digits."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...errors import InputError
from ..graphics import Shade, Stroke, middle
from ..units import Cell
from ..values import short_repr
from .linear import LinearRule, Row
from .pairs import Pair
from .placing import Sketch
from .rule import Rule
from .shapes import SOFT, Elements
from .texts import Entry, cells_of, names_of, read_cells, read_integer
from .uses import Kind


def _place(sketch: Sketch, share: float) -> list[Rule]:
    """Pairs of cells with the same digit; each cell has one partner."""
    cells = sketch.rng.sample(sketch.board.cells, len(sketch.board.cells))
    pairs: list[Rule] = []
    for d in range(1, sketch.board.size + 1):
        same = [cell for cell in cells if sketch.grid[cell] == d]
        pairs += (Clone((one, other)) for one, other in zip(same[::2], same[1::2], strict=False))
    return sketch.sample(pairs, share)


@dataclass(frozen=True)
class Clone(Pair, LinearRule):
    """Two cells have the same digit, such as those at the same place of two shapes.

    Rules
        x[i] = x[j]

    >>> Clone([(1, 1), (5, 5)]).holds((3, 3))
    True
    """

    meaning = "shaded cells that a thin line joins have the same digit"
    generated = (("clone", Kind("two cells with the same digit", _place, 0.3)),)
    reason = "the two digits are the same"
    iss, iss_arguments = ("SameValues",), (3, None)
    fpuzzles, fpuzzles_fields = "clone", "cells cloneCells"

    def relates(self, d: int, e: int) -> bool:
        return d == e

    def rows(self, items: tuple[Any, ...]) -> list[Row]:
        return [Row(items[:1], items[1:])]

    def draw(self, size: int, taken: set[Cell]) -> Elements:
        points = tuple(map(middle, self.cells))
        return Shade("sky", SOFT, cells=self.cells), Stroke("sky", 0.6, points=points, width=0.03, dashed=True)

    @classmethod
    def read_iss(cls, name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
        """The number of sets of cells that have the same digits; here sets of one cell."""
        number, cells = read_integer(arguments[0]), read_cells(arguments[1:], n)
        if number != len(cells):
            raise InputError("sets of several cells are not known here, only single cells with the same digit")
        return [Clone(pair) for pair in pairwise(cells)]

    def write_iss(self, writing: Any) -> str:
        return str(writing.text(self.iss[0], 2, self.cells))

    @classmethod
    def read_entry(cls, entry: Entry, n: int) -> list[Rule]:
        others = entry.get("cloneCells")
        cells = cells_of(entry, n)
        if not isinstance(others, list) or len(others) != len(cells):
            raise InputError(f"cloneCells must be a list of {len(cells)} cells, not {short_repr(others)}")
        pairs = zip(cells, read_cells(others, n), strict=True)
        return [Clone(pair) for pair in pairs if pair[0] != pair[1]]

    def entries(self, n: int) -> list[Entry]:
        return [{"cells": names_of(self.cells[:1]), "cloneCells": names_of(self.cells[1:])}]
