"""The units of a board as text formats describe them: boxes or regions, diagonals, windows, groups, further sets."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import isqrt

from ...errors import InputError
from ..board import Board, Cell, Unit
from ..rules import Rule

__all__ = [
    "DOWN",
    "GROUPS",
    "UP",
    "WINDOWS",
    "Layout",
    "box_numbers",
    "has_boxes",
    "layout_of",
    "named_units",
    "with_windows",
]

DOWN, UP, WINDOWS, GROUPS = "diagonal 1", "diagonal 2", "window", "group"
"""Sets of units that the formats have a word for: the diagonals down and up from the left, windows, disjoint groups."""
EXTRA = "extra region"


@dataclass(frozen=True)
class Layout:
    """The units of a board that has rows and columns.

    Args:
        size: The number of digits.
        has_boxes: Whether the boxes of `Board.of_size` are units.
        regions: The number of the region of each cell, from 0 in the order of their first cells; None when there are
            no regions.
        further: The further units in order: `DOWN`, `UP`, `WINDOWS`, `GROUPS`, or the cells of any other unit.

    >>> print(Layout(9, further=(DOWN, UP)).board())
    9x9 board with 3x3 boxes, diagonal 1 and diagonal 2
    >>> layout_of(Board.jigsaw("1122 1122 3344 4334")).regions
    (0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 3, 2, 2, 3)
    """

    size: int
    has_boxes: bool = True
    regions: tuple[int, ...] | None = None
    further: tuple[str | tuple[Cell, ...], ...] = ()

    def board(self, rules: Iterable[Rule] = ()) -> Board:
        """The board with these units and rules; a rule that is given twice counts once.

        Regions that are rectangles of one shape in rows and columns become boxes.

        Raises:
            InputError: When there are no boxes or windows of this size, or a unit or a rule is invalid.
        """
        base = self._base()
        units = [*base.units]
        extra = 0
        for each in self.further:
            if isinstance(each, str):
                units += named_units(self.size, each)
            else:
                extra += 1
                units.append(Unit(f"{EXTRA} {extra}", each, EXTRA, extra))
        return Board(self.size, tuple(units), base.box, tuple(dict.fromkeys(rules)))

    def _base(self) -> Board:
        """The board with rows, columns, boxes and regions."""
        if self.regions is None:
            return _usual(self.size) if self.has_boxes else _latin(self.size)
        jigsaw = Board.jigsaw(self.regions)
        if self.has_boxes:
            boxes = _usual(self.size)
            return Board(self.size, (*boxes.units, *jigsaw.units[2 * self.size :]), boxes.box)
        for rows in range(1, self.size + 1):
            if self.size % rows == 0 and box_numbers(rows, self.size // rows) == self.regions:
                return Board.with_boxes(rows, self.size // rows)
        return jigsaw


def has_boxes(n: int) -> bool:
    """Whether the usual board of this size has boxes: its size is not prime."""
    return any(n % k == 0 for k in range(2, isqrt(n) + 1))


def layout_of(board: Board) -> Layout:
    """The layout of a board, without its rules.

    The names of units that are not of the usual kinds are not kept.

    Raises:
        InputError: When rows or columns are missing.
    """
    n = board.size
    left = list(board.plain.units)
    for line in _latin(n).units:
        same = next((unit for unit in left if set(unit.cells) == set(line.cells)), None)
        if same is None:
            raise InputError(f"a {board} cannot be written in this format, because it has not all rows and columns")
        left.remove(same)
    boxes = _boxes(n)
    all_boxes = bool(boxes) and boxes <= {frozenset(unit.cells) for unit in left}
    left = [unit for unit in left if not (all_boxes and frozenset(unit.cells) in boxes)]
    words = {
        unit: word
        for word in (DOWN, UP, WINDOWS, GROUPS)
        if set(_units(n, word)) <= {*left}
        for unit in _units(n, word)
    }
    regions = _regions([unit for unit in left if unit not in words], n)
    further = dict.fromkeys(words.get(unit, unit.cells) for unit in left if unit not in regions)
    number = {cell: k for k, region in enumerate(regions) for cell in region.cells}
    return Layout(n, all_boxes, tuple(number[cell] for cell in board.cells) if regions else None, tuple(further))


def _regions(units: list[Unit], n: int) -> list[Unit]:
    """The first n units with n cells each, in the order of their first cells, when together they cover the board."""
    found = [unit for unit in units if len(unit.cells) == n and unit.kind != EXTRA][:n]
    is_tiling = len({cell for unit in found for cell in unit.cells}) == n * n
    return sorted(found, key=lambda unit: min(unit.cells)) if is_tiling else []


@cache
def named_units(n: int, word: str) -> tuple[Unit, ...]:
    """The units of a word, on a board of this size.

    Raises:
        InputError: When a board of this size has no boxes, and so no windows or groups.
    """
    if word in (DOWN, UP):
        return tuple(unit for unit in _latin(n).diagonal().units if unit.name == word)
    usual = _usual(n)
    board = usual.windoku() if word == WINDOWS else usual.disjoint()
    return board.units[len(usual.units) :]


def with_windows(n: int, further: list[str | tuple[Cell, ...]]) -> list[str | tuple[Cell, ...]]:
    """Further units, with the word for windows in place of their cells, when all of them are there."""
    windows = {frozenset(unit.cells) for unit in _units(n, WINDOWS)}
    are_windows = [not isinstance(each, str) and frozenset(each) in windows for each in further]
    if not windows or sum(are_windows) != len(windows):
        return further
    return list(dict.fromkeys(WINDOWS if is_one else each for each, is_one in zip(further, are_windows, strict=True)))


@cache
def _units(n: int, word: str) -> tuple[Unit, ...]:
    """The same; none where the board has no such units."""
    try:
        return named_units(n, word)
    except InputError:
        return ()


@cache
def _boxes(n: int) -> frozenset[frozenset[Cell]]:
    return frozenset(frozenset(unit.cells) for unit in _usual(n).units[2 * n :]) if has_boxes(n) else frozenset()


_usual, _latin = cache(Board.of_size), cache(Board.latin)


@cache
def box_numbers(rows: int, columns: int) -> tuple[int, ...]:
    """The number of the box of each cell, from 0."""
    n = rows * columns
    return tuple(r // rows * rows + c // columns for r in range(n) for c in range(n))
