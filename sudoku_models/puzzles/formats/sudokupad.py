"""The JSON of SudokuPad (https://sudokupad.app), also in the short form of its `scl` links.

It is a drawing: the digits and regions of the cells, cages, lines and shapes. What they mean is said by the rules in
words, which no program reads. So cages with a number are killer cages, as is usual; all else is left out, which is
said.
"""

import json
import re
from collections import Counter
from math import isqrt
from typing import Any

from ...errors import InputError, ParseError
from ..about import About, Parsed
from ..rules import AntiKing, AntiKnight, KillerCage, Rule
from ..rules.texts import errors_at, read_digit, read_integer
from ..units import Cell, lines
from ..values import is_integer, short_repr
from .cells_and_units import board_of, read_square

DRAWN = {"underlays": "shape", "lines": "line", "arrows": "arrow", "overlays": "shape"}
COSMETIC = {"id", "cellSize", "metadata", "settings", "solution", "duration", "videos", "cells", "regions", "cages"}
TEXTS = ("title", "author", "rules")
FLAGS: dict[str, type[Rule]] = {"antiknight": AntiKnight, "antiking": AntiKing}


def parse_sudokupad(text: str) -> Parsed:
    """The board, the values and the texts of a puzzle. What is only drawn is named in `left_out`.

    Raises:
        ParseError: When it is no such JSON, or something in it is invalid; the message says what.

    >>> text = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],ca:[{ce:[[1,0],[1,1]],v:5}],metadata:{author:'Me'}}"
    >>> found = parse_sudokupad(text)
    >>> print(found.board, found.values[:2], found.about.author)
    4x4 board with rows and columns and killer cage 5 on r2c1 r2c2 (1, 0) Me
    """
    puzzle = loaded(text)
    with errors_at("in the puzzle of SudokuPad"):
        values = read_square(puzzle.get("cells"), _value)
        n = isqrt(len(values))
        texts = _texts(puzzle)
        others = Counter(f"{key!r}" for key in sorted(puzzle.keys() - COSMETIC - {*DRAWN, *TEXTS}))
        rules: list[Rule] = [
            flag() for name, flag in FLAGS.items() if (puzzle.get("metadata") or {}).get(name) in (True, "true")
        ]
        pieces = [_cells(each, n) for each in _list(puzzle, "regions")]
        regions = _tiling(pieces, n)
        further = [] if regions else [cells for cells in pieces if 1 < len(cells) <= n]
        known = {*map(frozenset, pieces), *(frozenset(unit.cells) for unit in lines(n))}
        for k, cage in enumerate(_list(puzzle, "cages"), 1):
            with errors_at(f"the cage {k}"):
                if not isinstance(cage, dict):
                    raise InputError(f"it must be an object, not {short_repr(cage)}")
                cells = _cells(cage.get("cells") or [], n)
                if not cells:
                    texts = _text_of_cage(cage.get("value")) | texts
                elif frozenset(cells) in known and cage.get("type"):
                    pass  # a row, a column or a region again
                elif re.fullmatch(r"[1-9][0-9]{0,3}", str(cage.get("value"))):
                    rules.append(KillerCage(read_integer(cage["value"]), cells, cage.get("unique") is not False))
                elif cage.get("unique") is True and 1 < len(cells) <= n:
                    further.append(cells)
                else:
                    others["other cage"] += 1
        for key, noun in DRAWN.items():
            others[noun] += len(_list(puzzle, key))
        board = board_of(n, further, rules, regions, with_boxes=False)
    return Parsed(board, tuple(values), About.of(**texts, left_out=_left_out(others, "rules" in texts)))


def _value(cell: dict[str, Any], n: int) -> int:
    """The digit of a cell if it is given, else 0."""
    is_blank = cell.get("value") in (None, "") or cell.get("given") is False
    return 0 if is_blank else read_digit(cell, n)


def _list(puzzle: dict[str, Any], key: str) -> list[Any]:
    found = puzzle.get(key) or []
    if not isinstance(found, list):
        raise InputError(f"{key} must be a list, not {short_repr(found)}")
    return [each for each in found if each not in ({}, [])]  # in the short form, an empty list is [{}]


def _cells(pairs: Any, n: int) -> tuple[Cell, ...]:
    """Cells, which are counted from 0 there."""
    if not isinstance(pairs, list):
        raise InputError(f"its cells must be a list, not {short_repr(pairs)}")
    for pair in pairs:
        if not (isinstance(pair, list) and len(pair) == 2 and all(is_integer(k) and 0 <= k < n for k in pair)):
            raise InputError(f"expected the row and the column of a cell, 0 to {n - 1}, not {short_repr(pair)}")
    return tuple(dict.fromkeys((r + 1, c + 1) for r, c in pairs))


def _tiling(pieces: list[tuple[Cell, ...]], n: int) -> list[int] | None:
    """The number of the region of each cell, when n regions of n cells cover the board."""
    number = {cell: k for k, cells in enumerate(pieces) for cell in cells}
    if [len(cells) for cells in pieces] != [n] * n or len(number) < n * n:
        return None
    return [number[r, c] for r in range(1, n + 1) for c in range(1, n + 1)]


def _texts(puzzle: dict[str, Any]) -> dict[str, str]:
    """The title, the author and the rules."""
    found: dict[str, str] = {}
    for source in (puzzle.get("metadata") or {}, puzzle):
        if not isinstance(source, dict):
            raise InputError(f"its metadata must be an object, not {short_repr(source)}")
        for name in TEXTS:
            value = source.get(name)
            if value not in (None, "", {}) and isinstance(value, str | int):
                found.setdefault(name, str(value))
    return found


def _text_of_cage(value: Any) -> dict[str, str]:
    """The text in a cage without cells, as older puzzles have it: "title: Fish"."""
    name, colon, text = str(value).partition(":")
    return {name.strip().lower(): text.strip()} if colon and name.strip().lower() in TEXTS else {}


def _left_out(others: Counter[str], has_words: bool) -> str:
    """What is said about the parts that are only drawn, or are not known."""
    named = ", ".join(f"{count} {noun}{'s' * (count > 1)}" for noun, count in others.items() if count)
    parts = [f"left out: {named}"] * bool(named) + ["what only the rules in words say is not checked"]
    return "; ".join(parts) if named or has_words else ""


# -- JSON, and its short form -----------------------------------------------------------------------------------------

TOKEN = re.compile(
    r"""\s*(?:([{}\[\]:,])|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^{}\[\]:,'"\s]+)(\s*:)?)""", re.DOTALL
)
"""A sign, a string, or a bare word, which is a key before a colon."""
SHORT, FULL = (
    "a ca ce cs d l o re t u v vd",
    "arrows cages cells cellSize duration lines overlays regions title underlays value videos",
)
LONG = dict(zip(SHORT.split(), FULL.split(), strict=True))
"""The names that the short form abbreviates, of those that are read."""
INTEGER = re.compile(r"-?[0-9]{1,15}", re.ASCII)
CONSTANTS = {"t": "true", "true": "true", "f": "false", "false": "false", "null": "null"}


def loaded(text: str) -> dict[str, Any]:
    r"""The object of a text, which is JSON or its short form.

    In the short form keys have no quotation marks, strings have single ones, an item of a list may be empty, which is
    an empty object, and frequent names and values are abbreviated.

    Raises:
        ParseError: When it is neither, or no object.

    >>> loaded("{t:'It\\'s',ce:[,{v:5}],r:t}")
    {'title': "It's", 'cells': [{}, {'value': 5}], 'r': True}
    """
    try:
        try:
            found = json.loads(text)
        except ValueError as error:
            reason = error
            found = json.loads(_as_json(text), strict=False)
    except RecursionError:
        raise ParseError("this is no puzzle: it is nested too deeply") from None
    except ValueError:
        raise ParseError(f"this is neither JSON nor a puzzle of SudokuPad: {reason}") from None
    if not isinstance(found, dict):
        raise ParseError(f"a puzzle in JSON is an object, not {short_repr(found)}")
    return found


def _as_json(text: str) -> str:
    """The short form as JSON.

    Raises:
        ValueError: When a string has no end.
    """
    parts: list[str] = []
    before, at, end = "", 0, len(text.rstrip())
    while at < end:
        if (token := TOKEN.match(text, at)) is None:
            raise ValueError
        at = token.end()
        sign, single, double, bare, colon = token.groups()
        if sign in (",", "]") and before in (",", "["):
            parts.append("{}")
        if colon:
            parts.append(f"{json.dumps(LONG.get(bare, bare))}:")
        elif bare:
            parts.append(CONSTANTS.get(bare) or (str(int(bare)) if INTEGER.fullmatch(bare) else json.dumps(bare)))
        else:
            parts.append(sign or (_quoted(single) if double is None else f'"{double}"'))
        before = sign or ""
    return "".join(parts)


def _quoted(single: str) -> str:
    """A string in single marks as one in double marks."""
    escaped = {"\\'": "'", '"': '\\"'}
    return '"' + re.sub(r'\\.|"', lambda one: escaped.get(one[0], one[0]), single, flags=re.DOTALL) + '"'
