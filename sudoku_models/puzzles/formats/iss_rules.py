"""The rules of a text of the Interactive Sudoku Solver, in both directions.

`CELLS`, `FLAGS` and `PAIRS` are the rules whose arguments are only their cells; each of the others has a function that
reads it, and one that writes it, one below the other.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from ...errors import InputError
from .. import rules
from ..board import Board
from ..rules import Rule
from ..units import Cell, square
from .items import CELL, Item, cell_id

__all__ = ["NAMES", "Writing", "are_neighbours", "diagonal", "line", "read_rule"]


class Writing:
    """Writes the rules of a board. Of two clues at one place, the solver would read only the last."""

    def __init__(self, board: Board) -> None:
        self.board, self.n = board, board.size
        self._places: set[str] = set()

    def rule(self, rule: Rule) -> str:
        """A rule as a constraint.

        Raises:
            InputError: When the format has none for it.
        """
        kind = type(rule)
        if kind in WRITERS:
            return WRITERS[kind](rule, self)
        if kind not in WORDS:
            raise self.refused(rule, "it is not a rule of this package")
        if isinstance(rule, rules.Pair) and not are_neighbours(*rule.cells):
            raise self.refused(rule, "its cells do not share a side")
        return self.item(WORDS[kind], getattr(rule, "cells", ()))

    def item(self, name: str, *arguments: Any) -> str:
        """A constraint; a tuple as an argument is one of cells."""
        words = []
        for each in arguments:
            words += [cell_id(cell, self.n) for cell in each] if isinstance(each, tuple) else [str(each)]
        return "~".join([f".{name}", *words])

    def is_first(self, place: str) -> bool:
        """Whether nothing was written for a place before."""
        is_first = place not in self._places
        self._places.add(place)
        return is_first

    def line(self, cells: tuple[Cell, ...]) -> tuple[str, bool]:
        """The name of the row or column of these cells, and whether they are in its order; "" for other cells."""
        r, c = cells[0]
        for name, cell, found in (
            ("R", (r, 1), tuple((r, k) for k in self.board.digits)),
            ("C", (c, 1), tuple((k, c) for k in self.board.digits)),
        ):
            if cells in (found, found[::-1]):
                return name + cell_id(cell, self.n)[1 : -len("C1")], cells == found
        return "", False

    def refused(self, rule: Rule, why: str) -> InputError:
        """The error of a rule that cannot be written."""
        return InputError(f"the rule {str(rule)!r} cannot be written in this format: {why}")


def diagonal(start: Cell, n: int) -> tuple[Cell, ...]:
    """The cells of a diagonal by its first cell, from which the format always runs in one direction.

    From the left side it runs down, from the right side up; from the top to the left, from the bottom to the right.
    Empty when no diagonal starts there.

    >>> diagonal((2, 1), 4), diagonal((1, 3), 4)
    (((2, 1), (3, 2), (4, 3)), ((1, 3), (2, 2), (3, 1)))
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
        return ()
    cells = ((r + k * down, c + k * right) for k in range(n))
    return tuple(cell for cell in cells if min(cell) >= 1 and max(cell) <= n)


def line(item: Item, name: str, n: int) -> tuple[Cell, ...]:
    """The cells of a row or a column by its name, such as R3 or C9.

    Raises:
        ParseError: When there is no such line.
    """
    kind, number = name[:1].upper(), name[1:]
    if kind not in ("R", "C") or not CELL.fullmatch(f"R{number}C1"):
        raise item.error(f"expected a row or a column such as R3 or C9, not {name!r}")
    k = item.cell(f"R{number}C1", n)[0]
    return tuple((k, j) if kind == "R" else (j, k) for j in range(1, n + 1))


def are_neighbours(one: Cell, other: Cell) -> bool:
    """Whether two cells share a side."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


CELLS: dict[str, Callable[[tuple[Cell, ...]], Rule]] = {
    "Arrow": rules.Arrow,
    "Thermo": rules.Thermometer,
    "Renban": rules.Renban,
    "Palindrome": rules.Palindrome,
    "Even": rules.Even,
    "Odd": rules.Odd,
}
FLAGS: dict[str, type[Rule]] = {
    "AntiConsecutive": rules.AllWhiteDotsGiven,
    "StrictWhiteDots": rules.AllWhiteDotsGiven,
    "StrictKropki": rules.AllDotsGiven,
    "StrictXV": rules.AllXVGiven,
    "AntiKnight": rules.AntiKnight,
    "AntiKing": rules.AntiKing,
}
PAIRS: dict[str, type[rules.Pair]] = {
    "WhiteDot": rules.WhiteDot,
    "BlackDot": rules.BlackDot,
    "X": rules.XMark,
    "V": rules.VMark,
    "GreaterThan": rules.GreaterThan,
}
"""`StrictWhiteDots`, `Even` and `Odd` are of this package: the Interactive Sudoku Solver writes even and odd cells as
lists of digits, and cannot say that all white dots are given."""
WORDS: dict[Any, str] = {rule: name for name, rule in (CELLS | FLAGS | PAIRS).items()}


def read_rule(item: Item, n: int) -> list[Rule]:
    """The rules of a constraint whose name is in `NAMES`.

    Raises:
        InputError: When its arguments are invalid.
    """
    if item.name in CELLS:
        return [CELLS[item.name](item.cells(item.needs(1), n))]
    if item.name in FLAGS:
        item.needs(0, 0)
        return [FLAGS[item.name]()]
    if item.name in PAIRS:
        return _pairs(item, n)
    return READERS[item.name](item, n)


def _pairs(item: Item, n: int) -> list[Rule]:
    """A mark between all neighbours among the cells; in a "greater than" the first of two is the greater one."""
    cells = item.cells(item.needs(2), n)
    pairs = [pair for pair in combinations(cells, 2) if are_neighbours(*pair)]
    if alone := [cell for cell in cells if not any(cell in pair for pair in pairs)]:
        raise item.error(f"the cell {alone[0]} is no neighbour of another one of its cells")
    return [PAIRS[item.name](pair) for pair in pairs]


def _cage(item: Item, n: int) -> list[Rule]:
    """A cage; the total 0 means that it has none."""
    total, *cells = item.needs(2)
    return [rules.KillerCage(item.number(total) or None, item.cells(cells, n))]


def _write_cage(rule: rules.KillerCage, writing: Writing) -> str:
    return writing.item("Cage" if rule.different else "Sum", rule.total or 0, rule.cells)


def _sum(item: Item, n: int) -> list[Rule]:
    """A sum of digits that may repeat: with coefficients, which must all be 1, a little killer on any cells."""
    total, *names = item.needs(2)
    number, *coefficients = total.split("_")
    cells = item.cells(names, n)
    if not coefficients:
        return [rules.KillerCage(item.number(number), cells, different=False)]
    if coefficients != ["=", *["1"] * len(cells)]:
        raise item.error(f"the coefficients {'_'.join(coefficients)} are not known; all must be 1")
    return [rules.LittleKiller(item.number(number), cells)]


def _little_killer(item: Item, n: int) -> list[Rule]:
    total, start = item.needs(2, 2)
    cells = diagonal(item.cell(start, n), n)
    if not cells:
        raise item.error(f"no diagonal is named after its cell {start}")
    return [rules.LittleKiller(item.number(total), cells)]


def _write_little_killer(rule: rules.LittleKiller, writing: Writing) -> str:
    start = rule.cells[:1]
    if diagonal(start[0], writing.n) == rule.cells and writing.is_first(f"LittleKiller {start}"):
        return writing.item("LittleKiller", rule.total, start)
    return writing.item("Sum", f"{rule.total}_={'_1' * len(rule.cells)}", rule.cells)


def _sandwich(item: Item, n: int) -> list[Rule]:
    total, name = item.needs(2, 2)
    return [rules.Sandwich(item.number(total), line(item, name, n))]


def _lunchbox(item: Item, n: int) -> list[Rule]:
    total, *cells = item.needs(2)
    return [rules.Sandwich(item.number(total), item.cells(cells, n))]


def _write_sandwich(rule: rules.Sandwich, writing: Writing) -> str:
    name, is_forward = writing.line(rule.cells)
    if name and is_forward and writing.is_first(f"Sandwich {name}"):
        return writing.item("Sandwich", rule.total, name)
    return writing.item("Lunchbox", rule.total, rule.cells)


def _skyscraper(item: Item, n: int) -> list[Rule]:
    name, *clues = item.needs(2, 3)
    cells = line(item, name, n)
    seen = [(clue, way) for clue, way in zip(clues, (cells, cells[::-1]), strict=False) if clue]
    if not seen:
        raise item.error("it has no number")
    return [rules.Skyscraper(item.number(clue), way) for clue, way in seen]


def _write_skyscraper(rule: rules.Skyscraper, writing: Writing) -> str:
    name, is_forward = writing.line(rule.cells)
    if not name or not writing.is_first(f"Skyscraper {name} {is_forward}"):
        raise writing.refused(rule, "there are two of this line" if name else "its cells are not a whole row or column")
    return writing.item("Skyscraper", name, *([rule.visible] if is_forward else ["", rule.visible]))


def _whisper(item: Item, n: int) -> list[Rule]:
    first, *cells = item.needs(2)
    if CELL.fullmatch(first):
        return [rules.Whisper(item.cells(item.arguments, n))]
    return [rules.Whisper(item.cells(cells, n), item.number(first))]


def _write_whisper(rule: rules.Whisper, writing: Writing) -> str:
    return writing.item("Whisper", rule.least, rule.cells)


def _quad(item: Item, n: int) -> list[Rule]:
    corner, *digits = item.needs(2)
    cell = item.cell(corner, n)
    if max(cell) == n:
        raise item.error(f"there is no square of four cells with {corner} at its top left")
    return [rules.Quadruple(tuple(map(item.number, digits)), square(cell))]


def _contain_at_least(item: Item, n: int) -> list[Rule]:
    digits, *cells = item.needs(2)
    return [rules.Quadruple(tuple(map(item.number, digits.split("_"))), item.cells(cells, n))]


def _write_quadruple(rule: rules.Quadruple, writing: Writing) -> str:
    corner = rule.cells[:1]
    if square(corner[0]) == rule.cells and writing.is_first(f"Quad {corner}"):
        return writing.item("Quad", corner, *rule.digits)
    return writing.item("ContainAtLeast", "_".join(map(str, rule.digits)), rule.cells)


def _write_parity(rule: rules.Even, writing: Writing) -> str:
    """Even or odd cells as givens with several digits."""
    if writing.n < 4:  # otherwise one digit would be a given, and all digits would say nothing
        return writing.item(type(rule).__name__, rule.cells)
    allowed = [str(d) for d in writing.board.digits if rule.holds((d,))]
    return writing.item("", *("_".join([cell_id(cell, writing.n), *allowed]) for cell in rule.cells))


def _write_white_dots(rule: Rule, writing: Writing) -> str:
    has_dots = any(isinstance(each, rules.WhiteDot) for each in writing.board.rules)
    return ".StrictWhiteDots" if has_dots else ".AntiConsecutive"


READERS: dict[str, Callable[[Item, int], list[Rule]]] = {
    "Cage": _cage,
    "Sum": _sum,
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "Lunchbox": _lunchbox,
    "Skyscraper": _skyscraper,
    "Whisper": _whisper,
    "Quad": _quad,
    "ContainAtLeast": _contain_at_least,
}
WRITERS: dict[type[Rule], Callable[[Any, Writing], str]] = {
    rules.KillerCage: _write_cage,
    rules.LittleKiller: _write_little_killer,
    rules.Sandwich: _write_sandwich,
    rules.Skyscraper: _write_skyscraper,
    rules.Whisper: _write_whisper,
    rules.Quadruple: _write_quadruple,
    rules.Even: _write_parity,
    rules.Odd: _write_parity,
    rules.AllWhiteDotsGiven: _write_white_dots,
}
NAMES = (*CELLS, *FLAGS, *PAIRS, *READERS)
"""The names of all constraints that are rules."""
