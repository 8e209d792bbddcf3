"""Writing the JSON of f-puzzles (https://f-puzzles.com)."""

import json
from collections.abc import Callable
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
from .fpuzzles_rules import DIRECTIONS, walk
from .iss_reading import named_boxes
from .iss_rules import are_neighbours
from .layout import DOWN, GROUPS, UP, WINDOWS, layout_of, named_units

__all__ = ["write_fpuzzles"]

Record = dict[str, Any]


def write_fpuzzles(board: Board, values: tuple[int, ...], name: str = "") -> str:
    """A puzzle as JSON in one line.

    Raises:
        InputError: When the board or a rule cannot be written; the message names it.

    >>> json.loads(write_fpuzzles(Board.of_size(4).with_rules(AntiKnight()), (1,) + (0,) * 15))["antiknight"]
    True
    """
    writing = _Writing(board)
    puzzle: Record = {"size": board.size, **({"title": name} if name else {}), "grid": _grid(board, values)}
    for word in layout_of(board).further:
        writing.units(word)
    for rule in board.rules:
        writing.rule(rule)
    return json.dumps({**puzzle, **writing.found})


def _grid(board: Board, values: tuple[int, ...]) -> list[list[Record]]:
    n, layout = board.size, layout_of(board)
    if layout.has_boxes and layout.regions is not None:
        raise InputError(f"a {board} cannot be written as f-puzzles JSON, because it has boxes and regions")
    cells: list[Record] = [{"value": d, "given": True} if d else {} for d in values]
    if layout.regions is not None or (not layout.has_boxes and named_boxes(n)):
        for k, cell in enumerate(cells):
            cell["region"] = layout.regions[k] if layout.regions is not None else None
    return [cells[r * n : (r + 1) * n] for r in range(n)]


def _ids(cells: tuple[Cell, ...]) -> list[str]:
    return [f"R{r}C{c}" for r, c in cells]


class _Writing:
    """Writes the units and rules of a board into the keys of the JSON."""

    def __init__(self, board: Board) -> None:
        self.board, self.n = board, board.size
        self.found: Record = {}

    def units(self, what: str | tuple[Cell, ...]) -> None:
        """Further units of the board."""
        flags = {UP: "diagonal+", DOWN: "diagonal-", GROUPS: "disjointgroups"}
        if isinstance(what, str) and what in flags:
            self.found[flags[what]] = True
            return
        sets = [unit.cells for unit in named_units(self.n, WINDOWS)] if isinstance(what, str) else [what]
        for cells in sets:
            self._add("extraregion", {"cells": _ids(cells)})

    def rule(self, rule: Rule) -> None:
        """A rule of the board.

        Raises:
            InputError: When f-puzzles has no key for it.
        """
        if type(rule) not in WRITERS:
            raise self._refused(rule, "it is not a rule of this package")
        WRITERS[type(rule)](self, rule)

    def _add(self, key: str, record: Record) -> None:
        self.found.setdefault(key, []).append(record)

    def _refused(self, rule: Rule, why: str) -> InputError:
        return InputError(f"the rule {str(rule)!r} cannot be written as f-puzzles JSON: {why}")

    def cage(self, rule: KillerCage) -> None:
        if not rule.different:
            raise self._refused(rule, "the digits of its cages differ")
        total = {} if rule.total is None else {"value": str(rule.total)}
        self._add("killercage", {"cells": _ids(rule.cells), **total})

    def little_killer(self, rule: LittleKiller) -> None:
        for direction, (down, right) in DIRECTIONS.items():
            outside = rule.cells[0][0] - down, rule.cells[0][1] - right
            if walk(outside, direction, self.n) == rule.cells:
                clue = {"cell": _ids((outside,))[0], "direction": direction, "value": str(rule.total)}
                self._add("littlekillersum", {**clue, "cells": _ids(rule.cells)})
                return
        raise self._refused(rule, "its cells are not a diagonal from side to side")

    def arrow(self, rule: Arrow) -> None:
        self._add("arrow", {"cells": _ids(rule.cells[:1]), "lines": [_ids(rule.cells)]})

    def sandwich(self, rule: Sandwich) -> None:
        cells = rule.cells if rule.cells[0] <= rule.cells[-1] else rule.cells[::-1]
        self._add("sandwichsum", {"cell": self._beside(rule, cells), "value": str(rule.total)})

    def skyscraper(self, rule: Skyscraper) -> None:
        self._add("skyscraper", {"cell": self._beside(rule, rule.cells), "value": str(rule.visible)})

    def _beside(self, rule: Rule, cells: tuple[Cell, ...]) -> str:
        """The place before the first cell of a whole row or column."""
        (r, c), k = cells[0], self.n
        for line in ([(r, j) for j in range(1, k + 1)], [(j, c) for j in range(1, k + 1)]):
            if list(cells) in (line, line[::-1]):
                down, right = (line[1][0] - line[0][0], line[1][1] - line[0][1]) if k > 1 else (1, 0)
                sign = 1 if list(cells) == line else -1
                return f"R{r - sign * down}C{c - sign * right}"
        raise self._refused(rule, "its cells are not a whole row or column")

    def thermometer(self, rule: Thermometer) -> None:
        self._add("thermometer", {"lines": [_ids(rule.cells)]})

    def greater_than(self, rule: GreaterThan) -> None:
        """The same as a thermometer with its bulb at the smaller digit, which has a key."""
        self._add("thermometer", {"lines": [_ids(rule.cells[::-1])]})

    def whisper(self, rule: Whisper) -> None:
        self._add("whispers", {"lines": [_ids(rule.cells)], "value": str(rule.least)})

    def line(self, rule: Renban | Palindrome) -> None:
        self._add(KEYS[type(rule)], {"lines": [_ids(rule.cells)]})

    def pair(self, rule: Pair) -> None:
        if not are_neighbours(*rule.cells):
            raise self._refused(rule, "its cells do not share a side")
        key, value = PAIRS[type(rule)]
        self._add(key, {"cells": _ids(rule.cells), "value": value})

    def parity(self, rule: Even | Odd) -> None:
        for name in _ids(rule.cells):
            self._add(KEYS[type(rule)], {"cell": name})

    def quadruple(self, rule: Quadruple) -> None:
        if rule.cells != square(rule.cells[0]):
            raise self._refused(rule, "its cells are not around a corner")
        self._add("quadruple", {"cells": _ids(rule.cells), "values": list(rule.digits)})

    def flag(self, rule: AntiKnight | AntiKing) -> None:
        self.found[KEYS[type(rule)]] = True

    def all_given(self, rule: AllDotsGiven | AllWhiteDotsGiven | AllXVGiven) -> None:
        if isinstance(rule, AllXVGiven):
            self.found.setdefault("negative", []).append("xv")
            return
        has_black = any(isinstance(each, BlackDot) for each in self.board.rules)
        if "nonconsecutive" in self.found or (isinstance(rule, AllWhiteDotsGiven) and has_black):
            raise self._refused(rule, "it cannot say which of the two kinds of dots are all given")
        self.found["nonconsecutive"] = True
        if isinstance(rule, AllDotsGiven):
            self.found.setdefault("negative", []).append("ratio")


PAIRS: dict[type[Rule], tuple[str, str]] = {
    WhiteDot: ("difference", "1"),
    BlackDot: ("ratio", "2"),
    XMark: ("xv", "X"),
    VMark: ("xv", "V"),
}
KEYS: dict[type[Rule], str] = {
    Renban: "renban",
    Palindrome: "palindrome",
    Even: "even",
    Odd: "odd",
    AntiKnight: "antiknight",
    AntiKing: "antiking",
}
WRITERS: dict[type[Rule], Callable[[_Writing, Any], None]] = {
    KillerCage: _Writing.cage,
    LittleKiller: _Writing.little_killer,
    Arrow: _Writing.arrow,
    Sandwich: _Writing.sandwich,
    Skyscraper: _Writing.skyscraper,
    Thermometer: _Writing.thermometer,
    GreaterThan: _Writing.greater_than,
    Whisper: _Writing.whisper,
    Renban: _Writing.line,
    Palindrome: _Writing.line,
    **dict.fromkeys(PAIRS, _Writing.pair),
    Even: _Writing.parity,
    Odd: _Writing.parity,
    Quadruple: _Writing.quadruple,
    AntiKnight: _Writing.flag,
    AntiKing: _Writing.flag,
    AllDotsGiven: _Writing.all_given,
    AllWhiteDotsGiven: _Writing.all_given,
    AllXVGiven: _Writing.all_given,
}
