"""The rules of the JSON of f-puzzles, in both directions: what each key says, and the keys of each rule.

A key has a list of entries, which are objects. Each kind of entry has a function that reads it, and one that writes
it, one below the other. Renban lines, whispers and skyscrapers are additions of the SudokuSolver of dclamage to
f-puzzles.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, TypeVar

from ...errors import InputError
from .. import rules
from ..board import Board
from ..rules import Rule
from ..units import SLANTING, STRAIGHT, Cell, ray, seen_from, square
from ..values import short_repr
from .cells_and_units import are_neighbours, errors_at, read_cell, read_cells, read_integer

T = TypeVar("T")
Entry = dict[str, Any]
COSMETIC = ("outlineC", "baseC", "fontC", "width", "height", "size", "angle")
"""Colours and sizes of a drawing."""
DIRECTIONS = dict(zip(("UR", "UL", "DR", "DL"), SLANTING, strict=True))
FLAGS: dict[str, type[Rule]] = {"antiknight": rules.AntiKnight, "antiking": rules.AntiKing}


# -- the entries of a key ---------------------------------------------------------------------------------------------


def check_keys(record: dict[str, Any], known: Collection[str]) -> None:
    """Check that an object has no values under unknown keys.

    Raises:
        InputError: When it does; the message names the key.
    """
    for key, value in record.items():
        if key not in known and value not in (None, False, "", [], {}):
            raise InputError(f"the key {short_repr(key)} is not known here, and none is ignored")


def is_on(puzzle: dict[str, Any], key: str) -> bool:
    """Whether a key that is true or false is true.

    Raises:
        InputError: When it is something else.
    """
    value = puzzle.get(key)
    if value not in (None, False, True):
        raise InputError(f"{key} must be true or false, not {short_repr(value)}")
    return bool(value)


def entries(puzzle: dict[str, Any], key: str, fields: str, n: int, read: Callable[[Entry, int], T]) -> list[T]:
    """The entries of a key on an n x n board, each converted by `read`.

    Raises:
        InputError: When the key is no list of objects, or an entry is invalid or has other fields; the message names
            it.
    """
    listed = puzzle.get(key)
    if listed in (None, False, ""):
        return []
    if not isinstance(listed, list):
        raise InputError(f"{key} must be a list, not {short_repr(listed)}")
    known = {*fields.split(), *COSMETIC}
    found = []
    for k, entry in enumerate(listed, 1):
        with errors_at(f"{key} {k}"):
            if not isinstance(entry, dict):
                raise InputError(f"it must be an object, not {short_repr(entry)}")
            check_keys(entry, known)
            found.append(read(entry, n))
    return found


def list_of(entry: Entry, name: str) -> list[Any]:
    """The list in a field of an entry; it must not be empty."""
    found = entry.get(name)
    if not isinstance(found, list) or not found:
        raise InputError(f"expected a list as {name!r}, not {short_repr(found)}")
    return found


def read_cells_of(entry: Entry, n: int) -> tuple[Cell, ...]:
    """The cells of an entry, at least one."""
    return read_cells(list_of(entry, "cells"), n)


def _lines(entry: Entry, n: int) -> list[tuple[Cell, ...]]:
    lines = list_of(entry, "lines")
    if not all(isinstance(line, list) and line for line in lines):
        raise InputError(f"expected a list of lines, not {short_repr(lines)}")
    return [read_cells(line, n) for line in lines]


def _number(entry: Entry) -> int | None:
    """The value of an entry; None when it has none."""
    value = entry.get("value")
    return None if value in (None, "") else read_integer(value)


def _name(cell: Cell) -> str:
    return f"R{cell[0]}C{cell[1]}"


def names(cells: tuple[Cell, ...]) -> list[str]:
    """Cells as the JSON has them: R1C2."""
    return [*map(_name, cells)]


# -- the rules of an entry, and the entries of a rule -----------------------------------------------------------------

Read = Callable[[Entry, int], list[Rule]]
Write = Callable[[Any, int], list[Entry]]


class Key(NamedTuple):
    """How the entries of a key are read and written.

    Attributes:
        fields: What an entry says.
        read: Makes the rules of an entry on an n x n board.
        kinds: The classes of these rules.
        write: Makes the entries of a rule. It raises an `InputError` that says why when the rule cannot be written.
    """

    fields: str
    read: Read
    kinds: tuple[type[Rule], ...]
    write: Write


def _along(kind: Callable[[tuple[Cell, ...]], Rule]) -> Read:
    """Reads lines that have no value."""
    return lambda entry, n: [kind(line) for line in _lines(entry, n)]


def _write_line(rule: rules.CellRule, n: int) -> list[Entry]:
    """A line; a "greater than" is a thermometer with its bulb at the smaller digit."""
    return [{"lines": [names(rule.cells[::-1] if isinstance(rule, rules.GreaterThan) else rule.cells)]}]


def _whisper(entry: Entry, n: int) -> list[Rule]:
    least = _number(entry)
    if least is None and n != 9:
        raise InputError(f"on a {n}x{n} board it needs a value, the least difference")
    return [rules.Whisper(line, 5 if least is None else least) for line in _lines(entry, n)]


def _write_whisper(rule: rules.Whisper, n: int) -> list[Entry]:
    return [{"lines": [names(rule.cells)], "value": str(rule.least)}]


def _mark(marks: Mapping[Any, type[rules.Pair]]) -> Read:
    """Reads marks between neighbours by their values; the number of a dot is the usual one when there is none."""

    def read(entry: Entry, n: int) -> list[Rule]:
        text = entry.get("value")
        value = _number(entry) if None in marks else text.upper() if isinstance(text, str) else None
        if value not in marks:
            known = " or ".join(str(each) for each in marks if each)
            raise InputError(f"its value must be {known}, not {short_repr(text)}")
        cells = read_cells_of(entry, n)
        if len(cells) != 2 or not are_neighbours(*cells):
            raise InputError("it needs two cells that share a side")
        return [marks[value](cells)]

    return read


MARK_VALUES: dict[type[Rule], str] = {rules.WhiteDot: "1", rules.BlackDot: "2", rules.XMark: "X", rules.VMark: "V"}


def _write_mark(rule: rules.Pair, n: int) -> list[Entry]:
    if not are_neighbours(*rule.cells):
        raise InputError("its cells do not share a side")
    return [{"cells": names(rule.cells), "value": MARK_VALUES[type(rule)]}]


def _cage(entry: Entry, n: int) -> list[Rule]:
    return [rules.KillerCage(_number(entry), read_cells_of(entry, n))]


def _write_cage(rule: rules.KillerCage, n: int) -> list[Entry]:
    if not rule.different:
        raise InputError("the digits of its cages differ")
    return [{"cells": names(rule.cells), **({} if rule.total is None else {"value": str(rule.total)})}]


def _arrow(entry: Entry, n: int) -> list[Rule]:
    circle = read_cells_of(entry, n)
    if len(circle) > 1:
        raise InputError(f"a circle of {len(circle)} cells is not known here")
    return [rules.Arrow((*circle, *(cell for cell in line if cell not in circle))) for line in _lines(entry, n)]


def _write_arrow(rule: rules.Arrow, n: int) -> list[Entry]:
    return [{"cells": names(rule.cells[:1]), "lines": [names(rule.cells)]}]


def _little_killer(entry: Entry, n: int) -> list[Rule]:
    total, direction = _number(entry), entry.get("direction")
    if total is None:
        return []  # an arrow without a sum says nothing
    if not isinstance(direction, str) or direction not in DIRECTIONS:
        raise InputError(f"its direction must be one of {', '.join(DIRECTIONS)}, not {short_repr(direction)}")
    cells = ray(read_cell(entry.get("cell"), n, margin=1), DIRECTIONS[direction], n)
    if not cells:
        raise InputError("its diagonal has no cells")
    if entry.get("cells") and set(read_cells_of(entry, n)) != set(cells):
        raise InputError("its cells are not those of the diagonal")
    return [rules.LittleKiller(total, cells)]


def _write_little_killer(rule: rules.LittleKiller, n: int) -> list[Entry]:
    found = seen_from(rule.cells, SLANTING, n)
    if not found:
        raise InputError("its cells are not a diagonal from side to side")
    direction = next(name for name, step in DIRECTIONS.items() if step == found[1])
    clue = {"cell": _name(found[0]), "direction": direction, "value": str(rule.total)}
    return [{**clue, "cells": names(rule.cells)}]


def _seen_line(entry: Entry, n: int) -> tuple[Cell, ...]:
    """The row or column beside which a clue stands, from the side of the clue."""
    r, c = read_cell(entry.get("cell"), n, margin=1)
    outside = (0, n + 1)
    if (r in outside) == (c in outside):
        raise InputError(f"its cell must be beside a row or a column, not {entry['cell']}")
    return next(cells for step in STRAIGHT if (cells := ray((r, c), step, n)))


def _place(cells: tuple[Cell, ...], n: int) -> str:
    """The place before the first cell of a whole row or column."""
    found = seen_from(cells, STRAIGHT, n)
    if not found:
        raise InputError("its cells are not a whole row or column")
    return _name(found[0])


def _sandwich(entry: Entry, n: int) -> list[Rule]:
    """A sandwich, which is the same from both ends; one without a number says nothing."""
    line, total = _seen_line(entry, n), _number(entry)
    return [] if total is None else [rules.Sandwich(total, tuple(sorted(line)))]


def _write_sandwich(rule: rules.Sandwich, n: int) -> list[Entry]:
    cells = rule.cells if rule.cells[0] <= rule.cells[-1] else rule.cells[::-1]
    return [{"cell": _place(cells, n), "value": str(rule.total)}]


def _skyscraper(entry: Entry, n: int) -> list[Rule]:
    line, visible = _seen_line(entry, n), _number(entry)
    return [] if visible is None else [rules.Skyscraper(visible, line)]


def _write_skyscraper(rule: rules.Skyscraper, n: int) -> list[Entry]:
    return [{"cell": _place(rule.cells, n), "value": str(rule.visible)}]


def _parity(kind: type[rules.Even]) -> Read:
    return lambda entry, n: [kind((read_cell(entry.get("cell"), n),))]


def _write_parity(rule: rules.Even, n: int) -> list[Entry]:
    return [{"cell": _name(cell)} for cell in rule.cells]


def _quadruple(entry: Entry, n: int) -> list[Rule]:
    cells = tuple(sorted(read_cells_of(entry, n)))
    if cells != square(cells[0]):
        raise InputError("it needs four cells around a corner")
    return [rules.Quadruple(tuple(map(read_integer, list_of(entry, "values"))), cells)]


def _write_quadruple(rule: rules.Quadruple, n: int) -> list[Entry]:
    if rule.cells != square(rule.cells[0]):
        raise InputError("its cells are not around a corner")
    return [{"cells": names(rule.cells), "values": list(rule.digits)}]


WHITE, BLACK = {None: rules.WhiteDot, 1: rules.WhiteDot}, {None: rules.BlackDot, 2: rules.BlackDot}
XV = {"X": rules.XMark, "V": rules.VMark}
KEYS: dict[str, Key] = {
    "killercage": Key("cells value", _cage, (rules.KillerCage,), _write_cage),
    "littlekillersum": Key("cell direction cells value", _little_killer, (rules.LittleKiller,), _write_little_killer),
    "arrow": Key("lines cells", _arrow, (rules.Arrow,), _write_arrow),
    "sandwichsum": Key("cell value", _sandwich, (rules.Sandwich,), _write_sandwich),
    "thermometer": Key("lines", _along(rules.Thermometer), (rules.Thermometer, rules.GreaterThan), _write_line),
    "whispers": Key("lines value", _whisper, (rules.Whisper,), _write_whisper),
    "renban": Key("lines", _along(rules.Renban), (rules.Renban,), _write_line),
    "palindrome": Key("lines", _along(rules.Palindrome), (rules.Palindrome,), _write_line),
    "skyscraper": Key("cell value", _skyscraper, (rules.Skyscraper,), _write_skyscraper),
    "difference": Key("cells value", _mark(WHITE), (rules.WhiteDot,), _write_mark),
    "ratio": Key("cells value", _mark(BLACK), (rules.BlackDot,), _write_mark),
    "xv": Key("cells value", _mark(XV), (rules.XMark, rules.VMark), _write_mark),
    "even": Key("cell", _parity(rules.Even), (rules.Even,), _write_parity),
    "odd": Key("cell", _parity(rules.Odd), (rules.Odd,), _write_parity),
    "quadruple": Key("cells values", _quadruple, (rules.Quadruple,), _write_quadruple),
}
KEY_OF = {kind: name for name, key in KEYS.items() for kind in key.kinds}


# -- all rules of a puzzle --------------------------------------------------------------------------------------------


def read_rules(puzzle: dict[str, Any], n: int) -> list[Rule]:
    """The rules of a puzzle in the order of `KEYS`; all even cells are one rule, and all odd ones.

    Raises:
        InputError: When an entry is invalid; the message names it.
    """
    found: list[Rule] = []
    for name, key in KEYS.items():
        listed = [rule for made in entries(puzzle, name, key.fields, n, key.read) for rule in made]
        if listed and name in ("even", "odd"):
            cells = dict.fromkeys(cell for rule in listed if isinstance(rule, rules.Even) for cell in rule.cells)
            listed = [(rules.Even if name == "even" else rules.Odd)(tuple(cells))]
        found += listed
    found += (flag() for name, flag in FLAGS.items() if is_on(puzzle, name))
    return [*found, *all_given(puzzle)]


def all_given(puzzle: dict[str, Any]) -> list[Rule]:
    """The rules that all marks of a kind are given: "nonconsecutive" for white dots, "negative" for others."""
    listed = puzzle.get("negative") or []
    if not isinstance(listed, list) or not {*map(repr, listed)} <= {"'xv'", "'ratio'"}:
        raise InputError(f"negative must list some of xv and ratio, not {short_repr(listed)}")
    white = is_on(puzzle, "nonconsecutive")
    found: list[Rule] = [rules.AllXVGiven()] if "xv" in listed else []
    if "ratio" in listed and not white:
        raise InputError("negative: 'ratio' without 'nonconsecutive' is not known here")
    if white and "ratio" not in listed and puzzle.get("ratio"):
        raise InputError(
            "nonconsecutive: programs differ on what it says about cells with a black dot; add "
            "'ratio' to 'negative' when all dots are given"
        )
    if white:
        found.append(rules.AllDotsGiven() if "ratio" in listed else rules.AllWhiteDotsGiven())
    return found


def write_rules(board: Board) -> dict[str, Any]:
    """The keys of the rules of a board.

    Raises:
        InputError: When f-puzzles cannot say a rule; the message names it.
    """
    found: dict[str, Any] = {}
    flags = {kind: name for name, kind in FLAGS.items()}
    for rule in board.rules:
        kind = type(rule)
        try:
            if isinstance(rule, rules.AllGiven):
                _write_all_given(rule, board, found)
            elif kind in flags:
                found[flags[kind]] = True
            elif kind in KEY_OF:
                found.setdefault(KEY_OF[kind], []).extend(KEYS[KEY_OF[kind]].write(rule, board.size))
            else:
                raise InputError("it is not a rule of this package")
        except InputError as error:
            raise InputError(f"the rule {str(rule)!r} cannot be written as f-puzzles JSON: {error}") from None
    return found


def _write_all_given(rule: rules.AllGiven, board: Board, found: dict[str, Any]) -> None:
    if isinstance(rule, rules.AllXVGiven):
        found.setdefault("negative", []).append("xv")
        return
    has_black = any(isinstance(each, rules.BlackDot) for each in board.rules)
    if "nonconsecutive" in found or (isinstance(rule, rules.AllWhiteDotsGiven) and has_black):
        raise InputError("it cannot say which of the two kinds of dots are all given")
    found["nonconsecutive"] = True
    if isinstance(rule, rules.AllDotsGiven):
        found.setdefault("negative", []).append("ratio")
