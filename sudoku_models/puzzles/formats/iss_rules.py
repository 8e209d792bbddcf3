"""The rules of a text of the Interactive Sudoku Solver: for each name, the function that reads its arguments."""

from collections.abc import Callable
from itertools import combinations

from ..rules import (
    AllDotsGiven,
    AllWhiteDotsGiven,
    AllXVGiven,
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    Even,
    GreaterThan,
    KillerCage,
    LittleKiller,
    Odd,
    Pair,
    Palindrome,
    Quadruple,
    Renban,
    Rule,
    Sandwich,
    Skyscraper,
    Thermometer,
    VMark,
    Whisper,
    WhiteDot,
    XMark,
)
from ..units import Cell, square
from .items import CELL, Item

__all__ = [
    "RULES",
    "are_neighbours",
    "diagonal",
    "line",
]

Reader = Callable[[Item, int], list[Rule]]


def diagonal(start: Cell, n: int) -> list[Cell]:
    """The cells of a diagonal by its first cell, from which the format always runs in one direction.

    From the left side it runs down, from the right side up; from the top to the left, from the bottom to the right.
    Empty when no diagonal starts there.

    >>> diagonal((2, 1), 4), diagonal((1, 3), 4)
    ([(2, 1), (3, 2), (4, 3)], [(1, 3), (2, 2), (3, 1)])
    """
    r, c = start
    if c == 1 and r < n:
        down, right = 1, 1
    elif r == 1 and c > 1:
        down, right = 1, -1
    elif c == n and r < n:
        down, right = -1, -1
    elif r == n and 1 < c < n:
        down, right = -1, 1
    else:
        return []
    cells = [(r + k * down, c + k * right) for k in range(n)]
    return [cell for cell in cells if min(cell) >= 1 and max(cell) <= n]


def line(item: Item, name: str, n: int) -> list[Cell]:
    """The cells of a row or a column by its name, such as R3 or C9.

    Raises:
        ParseError: When there is no such line.
    """
    kind, number = name[:1].upper(), name[1:]
    if kind not in ("R", "C") or not CELL.fullmatch(f"R{number}C1"):
        raise item.error(f"expected a row or a column such as R3 or C9, not {name!r}")
    k = item.cell(f"R{number}C1", n)[0]
    return [(k, j) if kind == "R" else (j, k) for j in range(1, n + 1)]


def are_neighbours(one: Cell, other: Cell) -> bool:
    """Whether two cells share a side."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _needs(item: Item, least: int, most: int | None = None) -> tuple[str, ...]:
    """The arguments, when there are enough of them and not too many."""
    found = len(item.arguments)
    if found < least or (most is not None and found > most):
        number = f"{least}" if most == least else f"at least {least}" if most is None else f"{least} to {most}"
        raise item.error(f"it has {found} arguments; it needs {number}")
    return item.arguments


def _of_cells(rule: Callable[[list[Cell]], Rule]) -> Reader:
    return lambda item, n: [rule(item.cells(_needs(item, 1), n))]


def _of_board(rule: type[Rule]) -> Reader:
    def read(item: Item, n: int) -> list[Rule]:
        _needs(item, 0, 0)
        return [rule()]

    return read


def _of_pairs(rule: type[Pair]) -> Reader:
    """A mark between all neighbours among the cells; in a "greater than" the first of two is the greater one."""

    def read(item: Item, n: int) -> list[Rule]:
        cells = item.cells(_needs(item, 2), n)
        pairs = [pair for pair in combinations(cells, 2) if are_neighbours(*pair)]
        if alone := [cell for cell in cells if not any(cell in pair for pair in pairs)]:
            raise item.error(f"the cell {alone[0]} is no neighbour of another one of its cells")
        return [rule(pair) for pair in pairs]

    return read


def _cage(item: Item, n: int) -> list[Rule]:
    """A cage; the total 0 means that it has none."""
    total, *cells = _needs(item, 2)
    return [KillerCage(item.number(total) or None, tuple(item.cells(tuple(cells), n)))]


def _sum(item: Item, n: int) -> list[Rule]:
    """A sum of digits that may repeat: with coefficients, which must all be 1, a little killer on any cells."""
    total, *cells = _needs(item, 2)
    number, *coefficients = total.split("_")
    found = tuple(item.cells(tuple(cells), n))
    if not coefficients:
        return [KillerCage(item.number(number), found, different=False)]
    if coefficients != ["=", *["1"] * len(found)]:
        raise item.error(f"the coefficients {'_'.join(coefficients)} are not known; all must be 1")
    return [LittleKiller(item.number(number), found)]


def _little_killer(item: Item, n: int) -> list[Rule]:
    total, start = _needs(item, 2, 2)
    cells = diagonal(item.cell(start, n), n)
    if not cells:
        raise item.error(f"no diagonal is named after its cell {start}")
    return [LittleKiller(item.number(total), tuple(cells))]


def _whisper(item: Item, n: int) -> list[Rule]:
    first, *cells = _needs(item, 2)
    if CELL.fullmatch(first):
        return [Whisper(tuple(item.cells(item.arguments, n)))]
    return [Whisper(tuple(item.cells(tuple(cells), n)), item.number(first))]


def _sandwich(item: Item, n: int) -> list[Rule]:
    total, name = _needs(item, 2, 2)
    return [Sandwich(item.number(total), tuple(line(item, name, n)))]


def _lunchbox(item: Item, n: int) -> list[Rule]:
    total, *cells = _needs(item, 2)
    return [Sandwich(item.number(total), tuple(item.cells(tuple(cells), n)))]


def _skyscraper(item: Item, n: int) -> list[Rule]:
    name, *clues = _needs(item, 2, 3)
    cells = line(item, name, n)
    seen = [(clue, way) for clue, way in zip(clues, (cells, cells[::-1]), strict=False) if clue]
    if not seen:
        raise item.error("it has no number")
    return [Skyscraper(item.number(clue), tuple(way)) for clue, way in seen]


def _quad(item: Item, n: int) -> list[Rule]:
    corner, *digits = _needs(item, 2)
    cell = item.cell(corner, n)
    if max(cell) == n:
        raise item.error(f"there is no square of four cells with {corner} at its top left")
    return [Quadruple(tuple(map(item.number, digits)), square(cell))]


def _contain_at_least(item: Item, n: int) -> list[Rule]:
    digits, *cells = _needs(item, 2)
    return [Quadruple(tuple(map(item.number, digits.split("_"))), tuple(item.cells(tuple(cells), n)))]


RULES: dict[str, Reader] = {
    "Cage": _cage,
    "Sum": _sum,
    "LittleKiller": _little_killer,
    "Arrow": _of_cells(lambda cells: Arrow(tuple(cells))),
    "Sandwich": _sandwich,
    "Lunchbox": _lunchbox,
    "Thermo": _of_cells(lambda cells: Thermometer(tuple(cells))),
    "Whisper": _whisper,
    "Renban": _of_cells(lambda cells: Renban(tuple(cells))),
    "Palindrome": _of_cells(lambda cells: Palindrome(tuple(cells))),
    "Skyscraper": _skyscraper,
    "WhiteDot": _of_pairs(WhiteDot),
    "BlackDot": _of_pairs(BlackDot),
    "X": _of_pairs(XMark),
    "V": _of_pairs(VMark),
    "GreaterThan": _of_pairs(GreaterThan),
    "StrictKropki": _of_board(AllDotsGiven),
    "StrictXV": _of_board(AllXVGiven),
    "StrictWhiteDots": _of_board(AllWhiteDotsGiven),
    "AntiConsecutive": _of_board(AllWhiteDotsGiven),
    "Quad": _quad,
    "ContainAtLeast": _contain_at_least,
    "Even": _of_cells(lambda cells: Even(tuple(cells))),
    "Odd": _of_cells(lambda cells: Odd(tuple(cells))),
    "AntiKnight": _of_board(AntiKnight),
    "AntiKing": _of_board(AntiKing),
}
"""The names of rules. `StrictWhiteDots`, `Even` and `Odd` are of this package: the Interactive Sudoku Solver writes
even and odd cells as lists of digits, and cannot say that all white dots are given."""
