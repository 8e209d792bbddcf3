"""Designing a board: the rules that can be drawn on it, and the switches of the whole board."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import Any, cast

from ..errors import InputError, UnknownNameError
from ..puzzles.board import Board
from ..puzzles.drawing.words import briefly
from ..puzzles.rules import RULES, CellRule, Rule, coordinates
from ..puzzles.rules.rule import possible_digits
from ..puzzles.rules.uses import Tool
from ..puzzles.units import PIECES, Cell, Unit, is_connected
from ..puzzles.values import readable, short_repr
from .messages import capital
from .position import MOST_STEPS
from .saving import board_of

TOOLS: dict[str, Tool] = {name: rule.tool for name, rule in RULES.items() if issubclass(rule, CellRule) and rule.tool}
"""The rules that can be drawn, by the names of their classes."""

REGION = "Region"
"""The name of the tool that draws a region of a jigsaw."""
REGIONS = Tool(
    "Region",
    "cells",
    "Drag over the cells of a region, as many as a row has; it takes the place of those that it covers",
)

UNITS: dict[str, tuple[str, Callable[[Board], Board]]] = {
    "diagonals": ("Both diagonals", Board.diagonal),
    "windows": ("Windows", Board.windoku),
    "groups": ("Disjoint groups", Board.disjoint),
}
"""The switches of further units."""
SWITCHES: dict[str, str] = {
    **{name: label for name, (label, _) in UNITS.items()},
    **{name: rule.switch for name, rule in RULES.items() if rule.switch},
}
"""The switches of the whole board."""


def drawn_rule(board: Board, kind: str, cells: Sequence[Cell], value: str = "") -> CellRule:
    """The rule that is drawn on these cells.

    Args:
        board: The board.
        kind: One of `TOOLS`.
        cells: The cells in the order in which they were dragged over.
        value: Its value as text, such as "10"; empty for none.

    Raises:
        InputError: When the cells or the value do not suit it, or no digits satisfy it; the message says what to do.

    >>> board = Board.of_size(9)
    >>> str(drawn_rule(board, "KillerCage", [(1, 2), (1, 1)], "10"))
    'killer cage 10 on r1c1 r1c2'
    >>> drawn_rule(board, "Sandwich", [(3, 5), (3, 6)], "7").cells[:3]
    ((3, 1), (3, 2), (3, 3))
    >>> drawn_rule(board, "Thermometer", [(1, 1), (1, 3)])
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: r1c1 and r1c3 do not touch; drag the thermometer from cell to cell
    """
    UnknownNameError.check("rule to draw", [kind], TOOLS)
    found = TOOLS[kind]
    listed = _arranged(board, found.drawn, RULES[kind].kind, list(cells))
    made = _made(kind, listed, value)
    if found.drawn == "pair" and not made.is_ordered:  # a dot is the same from both sides
        made = replace(made, cells=tuple(sorted(listed)))  # type: ignore[call-arg]
    return _satisfiable(made, board)


def with_value(board: Board, rule: Rule | Unit, value: str) -> CellRule:
    """A rule with another value.

    Raises:
        InputError: When it has none, or cannot have this one.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> str(with_value(Board.of_size(9), KillerCage(10, [(1, 1), (1, 2)]), "11"))
    'killer cage 11 on r1c1 r1c2'
    """
    kind = type(rule).__name__
    if not (isinstance(rule, CellRule) and kind in TOOLS and TOOLS[kind].value):
        raise InputError(f"{readable(str(rule))} has no value that could be changed; remove it, and draw another one")
    changed: Any = replace(rule, **{TOOLS[kind].field: _value(kind, value)})
    return _satisfiable(changed, board)


def _made(kind: str, cells: list[Cell], value: str) -> CellRule:
    found, of_kind = TOOLS[kind], RULES[kind]
    values = {found.field: _value(kind, value)} if found.value else {}
    return cast(CellRule, of_kind(**values, cells=cells))  # type: ignore[call-arg]


def _value(kind: str, text: str) -> Any:
    """The value of a rule from what was typed."""
    found, name, text = TOOLS[kind], RULES[kind].kind, text.strip()
    what = found.value.lower()
    if found.drawn == "corner":
        parts = text.replace(",", " ").split()
        digits = parts if len(parts) > 1 or len(text) > 4 else list(text)
        if not digits or not all(part.isascii() and part.isdigit() and len(part) < 3 for part in digits):
            raise InputError(f"the {name} needs one to four digits, such as 1 2 3; not {short_repr(text)}")
        return tuple(map(int, digits))
    if not text and found.optional:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise InputError(f"the {what} of the {name} is a whole number; not {short_repr(text)}")
    return int(text)


def _satisfiable(rule: CellRule, board: Board) -> CellRule:
    every = tuple(frozenset(board.digits) for _ in rule.cells)
    rule.check_board(board)
    if not all(possible_digits(rule, every, MOST_STEPS)):
        raise InputError(f"no digits from 1 to {board.size} satisfy {briefly(rule)}; give it other cells or values")
    return rule


def _arranged(board: Board, drawn: str, name: str, cells: list[Cell]) -> list[Cell]:
    """The cells of a rule from those that were dragged over."""
    twice = next((cell for k, cell in enumerate(cells) if cell in cells[:k]), None)
    if twice:
        raise InputError(f"the {name} has {coordinates(twice)} twice; drag over each cell once")
    if drawn in ("path", "pair"):
        if len(cells) < 2 or (drawn == "pair" and len(cells) > 2):
            needed = "two cells" if drawn == "pair" else "at least two cells"
            raise InputError(f"the {name} needs {needed}; drag from one to the next")
        for a, b in pairwise(cells):
            reach = abs(a[0] - b[0]) + abs(a[1] - b[1]) if drawn == "pair" else max(abs(a[0] - b[0]), abs(a[1] - b[1]))
            if reach > 1:
                side = "have no side in common" if drawn == "pair" else "do not touch"
                raise InputError(f"{coordinates(a)} and {coordinates(b)} {side}; drag the {name} from cell to cell")
    elif drawn == "cells":
        if not is_connected(cells):
            raise InputError(f"the cells of the {name} do not touch; choose cells that have sides in common")
        return sorted(cells)
    elif drawn == "each":
        return sorted(cells)
    elif drawn == "corner":
        rows, columns = ({cell[k] for cell in cells} for k in (0, 1))
        if len(cells) != 4 or {max(rows) - min(rows), max(columns) - min(columns)} != {1}:
            raise InputError(f"the {name} is on the four cells around a corner; choose these four")
        return sorted(cells)
    elif drawn == "line":
        return _line(board, name, cells)
    return cells


def _line(board: Board, name: str, cells: list[Cell]) -> list[Cell]:
    """The whole line through the first and the last cell, from the side of the first."""
    (r, c), (r2, c2) = cells[0], cells[-1]
    down, right = r2 - r, c2 - c
    if not (down or right):
        raise InputError(f"the {name} needs a direction: drag over at least two cells of its line")
    down, right = (down > 0) - (down < 0), (right > 0) - (right < 0)
    while 1 <= r - down <= board.size and 1 <= c - right <= board.size:
        r, c = r - down, c - right
    line = []
    while 1 <= r <= board.size and 1 <= c <= board.size:
        line.append((r, c))
        r, c = r + down, c + right
    if beside := [cell for cell in cells if cell not in line]:
        raise InputError(f"the {name} is on a straight line; {coordinates(beside[-1])} is beside that of the others")
    return line


# -- the board with another rule --------------------------------------------------------------------------------------


def toggled(board: Board, rule: Rule) -> Board:
    """The board with a rule, or without it if it has it."""
    return without(board, rule) if rule in board.rules else board.with_rules(rule)


def without(board: Board, *gone: Rule | Unit) -> Board:
    """The board without some of its rules and units."""
    parts: tuple[Rule | Unit, ...] = (*board.plain.units, *board.rules)
    return board_of(board, [part for part in parts if part not in gone])


def pieces(board: Board) -> list[Unit]:
    """The boxes and regions of a board, also while they do not cover it."""
    return [unit for unit in board.plain.units if unit.kind in PIECES]


def with_region(board: Board, cells: Sequence[Cell]) -> Board:
    """The board with a region of a jigsaw in place of those that it covers; unchanged if it has it.

    When it leaves over just the cells of one more region, that is added too.

    Raises:
        InputError: When the cells are not n cells that touch.

    >>> board = with_region(Board.of_size(4), [(1, 1), (1, 2), (1, 3), (2, 1)])
    >>> [*map(str, pieces(board))], board.box
    (['box 3', 'box 4', 'region 1', 'region 2'], None)
    >>> with_region(board, [(1, 1), (1, 2), (1, 3), (2, 1)]) == board
    True
    """
    new = tuple(_arranged(board, "cells", "region", list(cells)))
    if len(new) != board.size:
        raise InputError(
            f"a region has {board.size} cells, and {len(new)} are chosen; choose more with Ctrl, or drag again"
        )
    covered = [unit for unit in pieces(board) if {*unit.cells} & {*new}]
    if [{*unit.cells} for unit in covered] == [{*new}]:
        return board
    rest = without(board, *covered)
    names = {unit.name for unit in pieces(rest)}
    free = (name for k in count(1) if (name := f"region {k}") not in names)
    taken = {*new}.union(*(unit.cells for unit in pieces(rest)))
    left = tuple(cell for cell in board.cells if cell not in taken)
    added = [new, left] if len(left) == board.size and is_connected(left) else [new]
    return board_of(rest, [*rest.plain.units, *(Unit(next(free), cells, "region") for cells in added), *rest.rules])


def further_units(board: Board) -> list[Unit]:
    """The units that are no rows, columns, boxes, nor those of a switch: regions, and the extra ones of f-puzzles.

    >>> cross = Unit("cross", ((1, 1), (2, 2), (3, 3)))
    >>> [*map(str, further_units(Board(9, (*Board.of_size(9).diagonal().units, cross), (3, 3))))]
    ['cross']
    """
    on = is_on(board)
    switches = {frozenset(unit.cells) for name in UNITS if on[name] for unit in _further(board, name)}
    drawn = [unit for unit in board.plain.units if unit.kind == "region"]
    plain = (unit for unit in board.plain.units if not (unit.is_straight or unit in pieces(board)))
    return [*drawn, *(unit for unit in plain if frozenset(unit.cells) not in switches)]


def loose(board: Board) -> str:
    """How many cells are in no region while some are drawn, in words; empty where that is no fault.

    >>> loose(with_region(Board.latin(5), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)])), loose(Board.latin(5))
    ('20 cells are in no region yet', '')
    """
    left = len({*board.cells}.difference(*(unit.cells for unit in pieces(board))))
    are = "cells are" if left > 1 else "cell is"
    return f"{left} {are} in no region yet" if 0 < left < len(board.cells) else ""


def rule_named(board: Board, name: str) -> Rule | Unit:
    """The rule or further unit of a board with this text.

    Raises:
        InputError: When it has none.
    """
    parts: list[Rule | Unit] = [*board.rules, *further_units(board)]
    for each in parts:
        if readable(str(each)) == name:
            return each
    raise InputError(f"the board has no rule {short_repr(name)}; choose one of those in its list")


def switched(board: Board, name: str, on: bool) -> Board:
    """The board with a rule for all of it, one of `SWITCHES`, on or off.

    Raises:
        UnknownNameError: When there is no such switch.
        InputError: When the board has no room for it.

    >>> board = switched(Board.of_size(9), "diagonals", True)
    >>> [*map(is_on(board).get, ("diagonals", "windows"))], switched(board, "diagonals", False) == Board.of_size(9)
    ([True, False], True)
    """
    UnknownNameError.check("switch", [name], SWITCHES)
    if on == is_on(board)[name]:
        return board
    if name not in UNITS:
        return toggled(board, RULES[name]())
    if on:
        return UNITS[name][1](board)
    further = {frozenset(unit.cells) for unit in _further(board, name)}
    units = tuple(unit for unit in board.plain.units if frozenset(unit.cells) not in further)
    return board_of(board, (*units, *board.rules))


def is_on(board: Board) -> dict[str, bool]:
    """Which switches are on."""
    sets = {frozenset(unit.cells) for unit in board.plain.units}
    found = {}
    for name in SWITCHES:
        if name in UNITS:
            further = {frozenset(unit.cells) for unit in _further(board, name)}
            found[name] = bool(further) and further <= sets
        else:
            found[name] = any(type(rule) is RULES[name] for rule in board.rules)
    return found


def _further(board: Board, name: str) -> tuple[Unit, ...]:
    """The units that a switch adds to a board; none where there is no room for them."""
    plain = Board(board.size, (), board.box)
    try:
        return UNITS[name][1](plain).units
    except InputError:
        return ()


def as_listed(board: Board) -> dict[str, Any]:
    """The rules of a board for the page.

    Returns:
        rules: For each rule on cells and each further unit its text, its name in short, its cells as numbers, and its
            value, if it has one.
        switches: For each switch whether it is on; those for which the board has no room are left out.

    >>> from sudoku_models.puzzles.rules import KillerCage
    >>> as_listed(Board.of_size(4).with_rules(KillerCage(3, [(1, 1), (1, 2)])))["rules"][0]["value"]
    '3'
    """
    number = {cell: k for k, cell in enumerate(board.cells)}
    listed = []
    for rule in (*board.rules, *further_units(board)):
        if isinstance(rule, CellRule | Unit):
            kind = type(rule).__name__
            held = getattr(rule, TOOLS[kind].field) if kind in TOOLS and TOOLS[kind].value else None
            value = " ".join(map(str, held)) if isinstance(held, tuple) else "" if held is None else str(held)
            short = briefly(rule) if isinstance(rule, CellRule) else f"{rule}: no digit twice"
            listed.append(
                {
                    "name": readable(str(rule)),
                    "short": readable(capital(short)),
                    "kind": kind if kind in TOOLS else "",
                    "cells": [number[cell] for cell in rule.cells],
                    "value": value,
                }
            )
    on = is_on(board)
    fits = [name for name in SWITCHES if name not in UNITS or _further(board, name)]
    return {"rules": listed, "switches": {name: on[name] for name in fits}}


def tools() -> dict[str, dict[str, Any]]:
    """The table of the tools for the page."""
    return {kind: found._asdict() for kind, found in {**TOOLS, REGION: REGIONS}.items()}
