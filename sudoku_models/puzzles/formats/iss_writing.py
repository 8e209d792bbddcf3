"""Writing the text format of the Interactive Sudoku Solver (https://github.com/sigh/Interactive-Sudoku-Solver)."""

from collections.abc import Callable
from string import ascii_letters, digits
from typing import Any

from ...errors import InputError
from ..board import Board, Cell
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
from ..units import square
from .iss_reading import named_boxes
from .iss_rules import are_neighbours, diagonal
from .items import cell_id
from .layout import DOWN, GROUPS, UP, WINDOWS, layout_of

__all__ = ["write_iss"]

SYMBOLS = digits + ascii_letters + "+-"
"""The regions of a jigsaw, for up to 64 of them."""


def write_iss(board: Board, values: tuple[int, ...]) -> str:
    """A puzzle as one line of text.

    Raises:
        InputError: When the board or a rule cannot be written; the message names it.

    >>> write_iss(Board.of_size(4).with_rules(KillerCage(3, [(1, 1), (1, 2)]), AntiKnight()), (1,) + (0,) * 15)
    '.Shape~4x4.~R1C1_1.Cage~3~R1C1~R1C2.AntiKnight'
    """
    writing = _Writing(board)
    parts = _layout_items(board)
    givens = [f"{cell_id(i, board.size)}_{d}" for i, d in zip(board.cells, values, strict=True) if d]
    if givens:
        parts.append("~".join([".", *givens]))
    parts += map(writing.item, board.rules)
    return "".join(parts) or ".Shape~9x9"


def _layout_items(board: Board) -> list[str]:
    """The items of the board's units."""
    n, layout = board.size, layout_of(board)
    parts = [] if n == 9 else [f".Shape~{n}x{n}"]
    if not layout.has_boxes and named_boxes(n):
        parts.append(".NoBoxes")
    if layout.regions is not None:
        parts.append(f".Jigsaw~{''.join(SYMBOLS[k] for k in layout.regions)}")
    words = {DOWN: ".Diagonal~-1", UP: ".Diagonal~1", WINDOWS: ".Windoku", GROUPS: ".DisjointSets"}
    for each in layout.further:
        parts.append(words[each] if isinstance(each, str) else _item("AllDifferent", *_ids(each, n)))
    return parts


def _item(name: str, *arguments: object) -> str:
    return "~".join([f".{name}", *map(str, arguments)])


def _ids(cells: tuple[Cell, ...], n: int) -> list[str]:
    return [cell_id(cell, n) for cell in cells]


class _Writing:
    """Writes the rules of a board. Of two clues at one place, the solver would read only the last."""

    def __init__(self, board: Board) -> None:
        self.board, self.n = board, board.size
        self.places: set[str] = set()

    def item(self, rule: Rule) -> str:
        """A rule as an item.

        Raises:
            InputError: When the format has no item for it.
        """
        if type(rule) in SIMPLE:
            return _item(SIMPLE[type(rule)], *_ids(getattr(rule, "cells", ()), self.n))
        if type(rule) in OTHERS:
            return OTHERS[type(rule)](self, rule)
        raise InputError(f"the rule {str(rule)!r} cannot be written in this format: it is not a rule of this package")

    def cage(self, rule: KillerCage) -> str:
        name = "Cage" if rule.different else "Sum"
        return _item(name, rule.total or 0, *_ids(rule.cells, self.n))

    def little_killer(self, rule: LittleKiller) -> str:
        start = cell_id(rule.cells[0], self.n)
        if tuple(diagonal(rule.cells[0], self.n)) == rule.cells and self._is_first(f"LittleKiller {start}"):
            return _item("LittleKiller", rule.total, start)
        ones = "_1" * len(rule.cells)
        return _item("Sum", f"{rule.total}_={ones}", *_ids(rule.cells, self.n))

    def sandwich(self, rule: Sandwich) -> str:
        name, is_forward = self._line(rule.cells)
        if name and is_forward and self._is_first(f"Sandwich {name}"):
            return _item("Sandwich", rule.total, name)
        return _item("Lunchbox", rule.total, *_ids(rule.cells, self.n))

    def skyscraper(self, rule: Skyscraper) -> str:
        name, is_forward = self._line(rule.cells)
        if not name or not self._is_first(f"Skyscraper {name} {is_forward}"):
            why = "there are two of this line" if name else "its cells are not a whole row or column"
            raise InputError(f"the rule {str(rule)!r} cannot be written in this format: {why}")
        return _item("Skyscraper", name, *([rule.visible] if is_forward else ["", rule.visible]))

    def whisper(self, rule: Whisper) -> str:
        return _item("Whisper", rule.least, *_ids(rule.cells, self.n))

    def pair(self, rule: Pair) -> str:
        if not are_neighbours(*rule.cells):
            raise InputError(
                f"the rule {str(rule)!r} cannot be written in this format, where it is between cells that share a side"
            )
        return _item(PAIRS[type(rule)], *_ids(rule.cells, self.n))

    def parity(self, rule: Even | Odd) -> str:
        allowed = [d for d in self.board.digits if rule.holds((d,))]
        if self.n < 4:  # otherwise one digit would be a given, and all digits would say nothing
            return _item(type(rule).__name__, *_ids(rule.cells, self.n))
        return _item("", *("_".join([name, *map(str, allowed)]) for name in _ids(rule.cells, self.n)))

    def quadruple(self, rule: Quadruple) -> str:
        corner = rule.cells[0]
        if square(corner) == rule.cells and self._is_first(f"Quad {corner}"):
            return _item("Quad", cell_id(corner, self.n), *rule.digits)
        return _item("ContainAtLeast", "_".join(map(str, rule.digits)), *_ids(rule.cells, self.n))

    def white_dots(self, rule: AllWhiteDotsGiven) -> str:
        has_dots = any(isinstance(each, WhiteDot) for each in self.board.rules)
        return ".StrictWhiteDots" if has_dots else ".AntiConsecutive"

    def _line(self, cells: tuple[Cell, ...]) -> tuple[str, bool]:
        """The name of the row or column of these cells, and whether they are in its order; "" for other cells."""
        r, c = cells[0]
        for name, line in (
            (cell_id((r, 1), self.n)[: -len("C1")], [(r, k) for k in self.board.digits]),
            ("C" + cell_id((c, 1), self.n)[1 : -len("C1")], [(k, c) for k in self.board.digits]),
        ):
            if list(cells) in (line, line[::-1]):
                return name, list(cells) == line
        return "", False

    def _is_first(self, place: str) -> bool:
        is_first = place not in self.places
        self.places.add(place)
        return is_first


SIMPLE: dict[type[Rule], str] = {
    Arrow: "Arrow",
    Thermometer: "Thermo",
    Renban: "Renban",
    Palindrome: "Palindrome",
    AllDotsGiven: "StrictKropki",
    AllXVGiven: "StrictXV",
    AntiKnight: "AntiKnight",
    AntiKing: "AntiKing",
}
"""The rules whose arguments are their cells only, if they have any."""
PAIRS: dict[type[Rule], str] = {
    WhiteDot: "WhiteDot",
    BlackDot: "BlackDot",
    XMark: "X",
    VMark: "V",
    GreaterThan: "GreaterThan",
}
OTHERS: dict[type[Rule], Callable[[_Writing, Any], str]] = {
    KillerCage: _Writing.cage,
    LittleKiller: _Writing.little_killer,
    Sandwich: _Writing.sandwich,
    Skyscraper: _Writing.skyscraper,
    Whisper: _Writing.whisper,
    **dict.fromkeys(PAIRS, _Writing.pair),
    Even: _Writing.parity,
    Odd: _Writing.parity,
    Quadruple: _Writing.quadruple,
    AllWhiteDotsGiven: _Writing.white_dots,
}
