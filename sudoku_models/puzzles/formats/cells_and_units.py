"""The cells and units of a board in text formats.

Units are boxes or regions, and further sets of cells. Diagonals, windows and disjoint groups have words of their own;
any other further set of cells is an extra region.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple, TypeVar

from ...errors import InputError
from ..board import Board
from ..rules import Rule
from ..rules.texts import errors_at
from ..units import LARGEST_SIZE, Cell, Unit, boxes, diagonals, groups, regions_of, usual_box, windows
from ..values import short_repr

T = TypeVar("T")


def read_square(rows: Any, read: Callable[[dict[str, Any], int], T]) -> list[T]:
    """The cells of a board in JSON, row by row, each an object that `read` converts, given n.

    Raises:
        InputError: When they are no square of objects, or one is invalid; the message names it.
    """
    if not isinstance(rows, list) or not 1 <= len(rows) <= LARGEST_SIZE:
        raise InputError(f"a board must have 1 to {LARGEST_SIZE} rows of cells, not {short_repr(rows)}")
    n = len(rows)
    if not all(isinstance(row, list) and len(row) == n for row in rows):
        raise InputError(f"a board of {n} rows must have {n} cells in each; others than squares cannot be read")
    found = []
    for k, cell in enumerate(cell for row in rows for cell in row):
        with errors_at(f"the cell R{k // n + 1}C{k % n + 1}"):
            if not isinstance(cell, dict):
                raise InputError(f"it must be an object, not {short_repr(cell)}")
            found.append(read(cell, n))
    return found


Cells = tuple[Cell, ...]
DOWN, UP, WINDOWS, GROUPS = "diagonal 1", "diagonal 2", "window", "group"
"""Sets of units that the formats have a word for: the diagonals down and up from the left, windows, disjoint groups."""
EXTRA = "extra region"


def has_boxes(n: int) -> bool:
    """Whether the usual board of this size has boxes: its size is not prime."""
    return usual_box(n)[0] > 1


@cache
def named_units(n: int, word: str) -> tuple[Unit, ...]:
    """The units that a word stands for on a board of this size.

    Raises:
        InputError: When a board of this size has no boxes, and so no windows or groups.
    """
    if word in (DOWN, UP):
        return (diagonals(n)[word == UP],)
    box = Board.of_size(n).box or (1, n)
    return tuple(windows(*box) if word == WINDOWS else groups(*box))


def _named(n: int, further: Iterable[Cells]) -> dict[frozenset[Cell], tuple[str, Unit]]:
    """Those of these sets of cells for which there is a word, because all of its units are there."""
    there = {*map(frozenset, further)}
    found: dict[frozenset[Cell], tuple[str, Unit]] = {}
    for word in (DOWN, UP, WINDOWS, GROUPS) if has_boxes(n) else (DOWN, UP):
        units = {frozenset(unit.cells): (word, unit) for unit in named_units(n, word)}
        if units.keys() <= there:
            found |= units
    return found


def board_of(
    n: int,
    further: Iterable[Cells] = (),
    rules: Iterable[Rule] = (),
    regions: Iterable[object] | None = None,
    with_boxes: bool = True,
) -> Board:
    """The board with these units and rules.

    Args:
        n: The number of digits.
        further: Further sets of cells that must all differ.
        rules: Its rules; one that is given twice counts once.
        regions: For each cell the symbol of its region, if there are any. In place of boxes, regions that are
            rectangles of one shape in rows and columns are boxes.
        with_boxes: Whether it has boxes, if its size allows.

    Raises:
        InputError: When a unit or a rule is invalid.

    >>> print(board_of(9, [unit.cells for unit in diagonals(9)]))
    9x9 board with 3x3 boxes, diagonal 1 and diagonal 2
    """
    with_boxes = with_boxes and has_boxes(n)
    base = Board.of_size(n) if with_boxes else Board.latin(n)
    units = [*base.units]
    box = base.box
    if regions is not None:
        pieces = regions_of(list(regions))
        if not with_boxes and (box := _box_of(n, pieces)):
            pieces = boxes(*box)
        units += pieces
    further = [*further]
    named = _named(n, further)
    extra = 0
    for cells in further:
        if found := named.get(frozenset(cells)):
            units.append(found[1])
        else:
            extra += 1
            units.append(Unit(f"{EXTRA} {extra}", cells, EXTRA, extra))
    return Board(n, tuple(units), box, tuple(dict.fromkeys(rules)))


def _box_of(n: int, pieces: list[Unit]) -> tuple[int, int] | None:
    """The rows and columns of each piece if they are the boxes of a board."""
    cells = [unit.cells for unit in pieces]
    sides = ((rows, n // rows) for rows in range(1, n + 1) if n % rows == 0)
    return next((box for box in sides if [unit.cells for unit in boxes(*box)] == cells), None)


class BoardUnits(NamedTuple):
    """The units of a board that has rows and columns, as the formats write them.

    Attributes:
        has_boxes: Whether the boxes of `Board.of_size` are units.
        regions: The number of the region of each cell, from 0 in the order of their first cells; None when there are
            no regions.
        further: The further units in order: `DOWN`, `UP`, `WINDOWS`, `GROUPS`, or the cells of any other unit.
    """

    has_boxes: bool
    regions: tuple[int, ...] | None
    further: tuple[str | Cells, ...]


def units_of(board: Board) -> BoardUnits:
    """The units of a board, without those of its rules.

    The names of units that are not of the usual kinds are not kept.

    Raises:
        InputError: When rows or columns are missing.

    >>> units_of(Board.jigsaw("1122 1122 3344 4334").diagonal()).further
    ('diagonal 1', 'diagonal 2')
    """
    n = board.size
    left = list(board.plain.units)
    for line in Board.latin(n).units:
        same = next((unit for unit in left if set(unit.cells) == set(line.cells)), None)
        if same is None:
            raise InputError(f"a {board} cannot be written in this format, because it has not all rows and columns")
        left.remove(same)
    usual = {frozenset(unit.cells) for unit in boxes(*usual_box(n))} if has_boxes(n) else set()
    all_boxes = bool(usual) and usual <= {frozenset(unit.cells) for unit in left}
    left = [unit for unit in left if not (all_boxes and frozenset(unit.cells) in usual)]
    named = _named(n, (unit.cells for unit in left))
    regions = _regions([unit for unit in left if frozenset(unit.cells) not in named], n)
    number = {cell: k for k, region in enumerate(regions) for cell in region.cells}
    further = [unit.cells for unit in left if unit not in regions]
    words = dict.fromkeys(named[frozenset(cells)][0] if frozenset(cells) in named else cells for cells in further)
    return BoardUnits(all_boxes, tuple(number[cell] for cell in board.cells) if regions else None, tuple(words))


def _regions(units: list[Unit], n: int) -> list[Unit]:
    """The first n units with n cells each, in the order of their first cells, when together they cover the board."""
    found = [unit for unit in units if len(unit.cells) == n and unit.kind != EXTRA][:n]
    is_tiling = len({cell for unit in found for cell in unit.cells}) == n * n
    return sorted(found, key=lambda unit: min(unit.cells)) if is_tiling else []
