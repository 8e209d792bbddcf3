"""The rules of the JSON of f-puzzles: for each key, the function that makes them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from ...errors import ParseError
from ..rules import (
    AllDotsGiven,
    AllWhiteDotsGiven,
    AllXVGiven,
    AntiKing,
    AntiKnight,
    Arrow,
    BlackDot,
    Even,
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
from ..values import is_integer, short_repr
from .iss_rules import are_neighbours

__all__ = ["DIRECTIONS", "RULES", "cell_of", "json_error", "records_of", "walk"]

Reader = Callable[[dict[str, Any], str, int], list[Rule]]
NAME = re.compile(r"R([0-9]{1,3})C([0-9]{1,3})", re.ASCII | re.IGNORECASE)
KEYS_OF_ENTRY = {
    **dict.fromkeys(("thermometer", "renban", "palindrome"), ("lines",)),
    **dict.fromkeys(("sandwichsum", "skyscraper"), ("cell", "value")),
    **dict.fromkeys(("even", "odd"), ("cell",)),
    "whispers": ("lines", "value"),
    "arrow": ("lines", "cells"),
    "littlekillersum": ("cell", "direction", "cells", "value"),
    "quadruple": ("cells", "values"),
    "extraregion": ("cells",),
}
"""The keys of an entry that say something; "cells" and "value" where nothing else is listed."""
COSMETIC_OF_ENTRY = ("outlineC", "baseC", "fontC", "width", "height", "size", "angle")
"""Colours and sizes of a drawing."""
DIRECTIONS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}


def json_error(message: str) -> ParseError:
    """An error in the JSON."""
    return ParseError(f"in the f-puzzles JSON: {message}")


def walk(outside: Cell, direction: str, n: int) -> tuple[Cell, ...]:
    """The cells of a diagonal from a place outside of the board, in a direction.

    >>> walk((0, 3), "DL", 4)
    ((1, 2), (2, 1))
    """
    down, right = DIRECTIONS[direction]
    cells = [(outside[0] + k * down, outside[1] + k * right) for k in range(1, n + 1)]
    return tuple(cell for cell in cells if min(cell) >= 1 and max(cell) <= n)


def records_of(puzzle: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries of a key, each with its name for error messages.

    Raises:
        ParseError: When they are not objects in a list.
    """
    found = puzzle.get(key)
    if found in (None, False, ""):
        return
    if not isinstance(found, list):
        raise json_error(f"{key} must be a list, not {short_repr(found)}")
    for k, record in enumerate(found, 1):
        if not isinstance(record, dict):
            raise json_error(f"{key} {k} must be an object, not {short_repr(record)}")
        known = {*KEYS_OF_ENTRY.get(key, ["cells", "value"]), *COSMETIC_OF_ENTRY}
        for name, value in record.items():
            if name not in known and value not in (None, False, "", [], {}):
                raise json_error(f"{key} {k}: the key {short_repr(name)} is not known here, and none is ignored")
        yield f"{key} {k}", record


def cell_of(text: Any, n: int, where: str, margin: int = 0) -> Cell:
    """A cell such as "R1C2"; with a margin of 1, also a place around the board.

    Raises:
        ParseError: When it is not.
    """
    found = NAME.fullmatch(text) if isinstance(text, str) else None
    if not found or not all(1 - margin <= int(k) <= n + margin for k in found.groups()):
        raise json_error(f"{where}: expected a cell of the {n}x{n} board such as R1C2, not {short_repr(text)}")
    return int(found[1]), int(found[2])


def _cells(record: dict[str, Any], n: int, where: str, key: str = "cells") -> tuple[Cell, ...]:
    cells = record.get(key)
    if not isinstance(cells, list) or not cells:
        raise json_error(f"{where}: expected a list of cells as {key!r}, not {short_repr(cells)}")
    return tuple(cell_of(each, n, where) for each in cells)


def _lines(record: dict[str, Any], n: int, where: str) -> list[tuple[Cell, ...]]:
    lines = record.get("lines")
    if not isinstance(lines, list) or not lines or not all(isinstance(line, list) and line for line in lines):
        raise json_error(f"{where}: expected a list of lines, not {short_repr(lines)}")
    return [tuple(cell_of(each, n, where) for each in line) for line in lines]


def _number(record: dict[str, Any], where: str) -> int | None:
    """The value of an entry as an integer; None when it has none.

    Raises:
        ParseError: When it is not an integer.
    """
    value = record.get("value")
    if value in (None, ""):
        return None
    if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value, re.ASCII):
        return int(value)
    if not is_integer(value):
        raise json_error(f"{where}: its value must be an integer, not {short_repr(value)}")
    return int(value)


def _of_lines(rule: Callable[[tuple[Cell, ...]], Rule]) -> Reader:
    def read(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
        return [rule(line) for where, record in records_of(puzzle, key) for line in _lines(record, n, where)]

    return read


def _of_flag(rule: type[Rule]) -> Reader:
    def read(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
        if puzzle.get(key) not in (None, False, True):
            raise json_error(f"{key} must be true or false, not {short_repr(puzzle[key])}")
        return [rule()] if puzzle.get(key) else []

    return read


def _parity(rule: type[Even]) -> Reader:
    """All cells of the key as one rule."""

    def read(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
        cells = [cell_of(record.get("cell"), n, where) for where, record in records_of(puzzle, key)]
        return [rule(tuple(dict.fromkeys(cells)))] if cells else []

    return read


def _dots(rule: type[Pair], known: int) -> Reader:
    """Marks between neighbours; their number is the usual one when there is none."""

    def read(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
        found: list[Rule] = []
        for where, record in records_of(puzzle, key):
            if _number(record, where) not in (None, known):
                raise json_error(
                    f"{where}: a {key} of {short_repr(record['value'])} is not known here, only of {known}"
                )
            found.append(rule(_neighbours(record, n, where)))
        return found

    return read


def _neighbours(record: dict[str, Any], n: int, where: str) -> tuple[Cell, ...]:
    cells = _cells(record, n, where)
    if len(cells) != 2 or not are_neighbours(*cells):
        raise json_error(f"{where}: it needs two cells that share a side")
    return cells


def _xv(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    marks: dict[Any, type[Pair]] = {"x": XMark, "v": VMark}
    found: list[Rule] = []
    for where, record in records_of(puzzle, key):
        value = record.get("value")
        if not isinstance(value, str) or value.lower() not in marks:
            raise json_error(f"{where}: its value must be X or V, not {short_repr(value)}")
        found.append(marks[value.lower()](_neighbours(record, n, where)))
    return found


def _cages(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    return [KillerCage(_number(record, where), _cells(record, n, where)) for where, record in records_of(puzzle, key)]


def _arrows(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    found: list[Rule] = []
    for where, record in records_of(puzzle, key):
        circle = _cells(record, n, where)
        if len(circle) > 1:
            raise json_error(f"{where}: a circle of {len(circle)} cells is not known here")
        for line in _lines(record, n, where):
            found.append(Arrow((*circle, *(cell for cell in line if cell not in circle))))
    return found


def _little_killers(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    found: list[Rule] = []
    for where, record in records_of(puzzle, key):
        total, direction = _number(record, where), record.get("direction")
        if total is None:
            continue  # an arrow without a sum says nothing
        if not isinstance(direction, str) or direction not in DIRECTIONS:
            raise json_error(
                f"{where}: its direction must be one of {', '.join(DIRECTIONS)}, not {short_repr(direction)}"
            )
        cells = walk(cell_of(record.get("cell"), n, where, margin=1), direction, n)
        if not cells:
            raise json_error(f"{where}: its diagonal has no cells")
        if record.get("cells") and set(_cells(record, n, where)) != set(cells):
            raise json_error(f"{where}: its cells are not those of the diagonal")
        found.append(LittleKiller(total, cells))
    return found


def _line_clues(rule: Callable[[int, tuple[Cell, ...]], Rule]) -> Reader:
    """Clues at the ends of rows and columns; one without a number says nothing."""

    def read(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
        found: list[Rule] = []
        for where, record in records_of(puzzle, key):
            r, c = cell_of(record.get("cell"), n, where, margin=1)
            if (r in (0, n + 1)) == (c in (0, n + 1)):
                raise json_error(f"{where}: its cell must be beside a row or a column, not {record['cell']}")
            line = [(r, k) if c in (0, n + 1) else (k, c) for k in range(1, n + 1)]
            number = _number(record, where)
            if number is not None:
                found.append(rule(number, tuple(line if 0 in (r, c) else line[::-1])))
        return found

    return read


def _sandwich(total: int, cells: tuple[Cell, ...]) -> Rule:
    """A sum that is the same from both ends."""
    return Sandwich(total, tuple(sorted(cells)))


def _whispers(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    found: list[Rule] = []
    for where, record in records_of(puzzle, key):
        least = _number(record, where)
        if least is None and n != 9:
            raise json_error(f"{where}: on a {n}x{n} board it needs a value, the least difference")
        found += [Whisper(line, 5 if least is None else least) for line in _lines(record, n, where)]
    return found


def _quadruples(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    found: list[Rule] = []
    for where, record in records_of(puzzle, key):
        cells, digits = _cells(record, n, where), record.get("values")
        if tuple(sorted(cells)) != square(min(cells)):
            raise json_error(f"{where}: it needs four cells around a corner")
        if not isinstance(digits, list) or not digits:
            raise json_error(f"{where}: expected a list of digits as 'values', not {short_repr(digits)}")
        numbers = [_number({"value": d}, where) for d in digits]
        found.append(Quadruple(tuple(d or 0 for d in numbers), tuple(sorted(cells))))
    return found


def _negative(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    """Which marks are all given. "nonconsecutive" is this for white dots; both kinds of dots go together."""
    listed = puzzle.get("negative") or []
    if not isinstance(listed, list) or not {*map(repr, listed)} <= {"'xv'", "'ratio'"}:
        raise json_error(f"negative must list some of xv and ratio, not {short_repr(listed)}")
    white = bool(_of_flag(AllWhiteDotsGiven)(puzzle, "nonconsecutive", n))
    found: list[Rule] = [AllXVGiven()] if "xv" in listed else []
    if "ratio" in listed and not white:
        raise json_error("negative: 'ratio' without 'nonconsecutive' is not known here")
    if white and "ratio" not in listed and puzzle.get("ratio"):
        raise json_error(
            "nonconsecutive: programs differ on what it says about cells with a black dot; add "
            "'ratio' to 'negative' when all dots are given"
        )
    if white:
        found.append(AllDotsGiven() if "ratio" in listed else AllWhiteDotsGiven())
    return found


def _nothing(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    """A key that is read with another one."""
    return []


RULES: dict[str, Reader] = {
    "killercage": _cages,
    "littlekillersum": _little_killers,
    "arrow": _arrows,
    "sandwichsum": _line_clues(_sandwich),
    "thermometer": _of_lines(Thermometer),
    "whispers": _whispers,
    "renban": _of_lines(Renban),
    "palindrome": _of_lines(Palindrome),
    "skyscraper": _line_clues(Skyscraper),
    "difference": _dots(WhiteDot, 1),
    "ratio": _dots(BlackDot, 2),
    "xv": _xv,
    "negative": _negative,
    "nonconsecutive": _nothing,
    "even": _parity(Even),
    "odd": _parity(Odd),
    "quadruple": _quadruples,
    "antiknight": _of_flag(AntiKnight),
    "antiking": _of_flag(AntiKing),
}
"""Renban lines, whispers and skyscrapers are additions of the SudokuSolver of dclamage to f-puzzles."""
