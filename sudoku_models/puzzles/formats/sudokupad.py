"""The JSON of SudokuPad (https://sudokupad.app), also in the short form of its `scl` links.

It is a drawing: the digits and regions of the cells, cages, lines and shapes. What they mean is said by the rules in
words, which no program reads. So cages with a number are killer cages, as is usual; all else is drawn, and not
checked, which is said.
"""

import json
import re
from typing import Any

from ...errors import InputError, ParseError
from ..about import About, Parsed
from ..graphics import Graphic
from ..rules import AntiKing, AntiKnight, KillerCage, Rule
from ..rules.texts import read_integer
from ..units import LARGEST_SIZE, Cell
from ..values import is_integer, short_repr
from . import sudokupad_drawing as draw
from .cells_and_units import board_of, errors_at

LONG = {
    "a": "arrows",
    "c": "color",
    "c1": "borderColor",
    "c2": "backgroundColor",
    "ca": "cages",
    "ce": "cells",
    "cs": "cellSize",
    "ct": "center",
    "d": "duration",
    "d2": "d",
    "fs": "fontSize",
    "h": "height",
    "hl": "headLength",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "th": "thickness",
    "u": "underlays",
    "v": "value",
    "vd": "videos",
    "w": "width",
    "wp": "wayPoints",
}
"""The names that the short form abbreviates."""
DRAWN = {"underlays": "shape", "lines": "line", "arrows": "arrow", "overlays": "shape"}
COSMETIC = {"id", "cellSize", "metadata", "settings", "solution", "duration", "videos", "cells", "regions", "cages"}
TEXTS = ("title", "author", "rules")
FLAGS: dict[str, type[Rule]] = {"antiknight": AntiKnight, "antiking": AntiKing}
DEEPEST = 20


def parse_sudokupad(text: str) -> Parsed:
    """The board, the values and the texts of a puzzle. What is drawn and not checked is in `left_out`.

    Raises:
        ParseError: When it is no such JSON, or something in it is invalid; the message says what.

    >>> text = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],ca:[{ce:[[1,0],[1,1]],v:5}],metadata:{author:'Me'}}"
    >>> found = parse_sudokupad(text)
    >>> print(found.board, found.values[:2], found.about.author)
    4x4 board with rows and columns and killer cage 5 on r2c1 r2c2 (1, 0) Me
    """
    puzzle = loaded(text)
    with errors_at("in the puzzle of SudokuPad"):
        n, values = _grid(puzzle.get("cells"))
        texts = _texts(puzzle)
        drawn: list[Graphic] = []
        counted: dict[str, int] = {}
        others = sorted(puzzle.keys() - COSMETIC - {*DRAWN, *TEXTS})
        rules: list[Rule] = [
            flag() for name, flag in FLAGS.items() if (puzzle.get("metadata") or {}).get(name) in (True, "true")
        ]
        pieces = [_cells(each, n) for each in _list(puzzle, "regions")]
        regions = _tiling(pieces, n)
        further = [] if regions else [cells for cells in pieces if 1 < len(cells) <= n]
        known = {*map(frozenset, pieces), *(frozenset((r, c) for c in range(1, n + 1)) for r in range(1, n + 1))}
        known |= {frozenset((r, c) for r in range(1, n + 1)) for c in range(1, n + 1)}
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
                    counted["other cage"] = counted.get("other cage", 0) + 1
                    drawn += draw.cage(cells, cage.get("value"))
        for key, noun in DRAWN.items():
            for entry in _list(puzzle, key):
                is_line = key in ("lines", "arrows")
                found = [
                    *(draw.line(entry, n, key == "arrows") if is_line else draw.shape(entry, n, key == "overlays"))
                ]
                if found and len(drawn) < draw.MOST:
                    drawn += found
                    counted[noun] = counted.get(noun, 0) + 1
                else:
                    others.append(noun)
        about = About.of(**texts, left_out=_left_out(counted, others, texts))._replace(drawing=tuple(drawn))
        board = board_of(n, further, rules, regions, with_boxes=False)
    return Parsed(board, values, about)


def _grid(rows: Any) -> tuple[int, tuple[int, ...]]:
    """The size of a board and its givens."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= LARGEST_SIZE:
        raise InputError(f"its cells must be 1 to {LARGEST_SIZE} rows, not {short_repr(rows)}")
    n = len(rows)
    if not all(isinstance(row, list) and len(row) == n for row in rows):
        raise InputError(f"its cells must be {n} rows of {n}; boards that are no squares cannot be read")
    values = []
    for k, cell in enumerate(cell for row in rows for cell in row):
        with errors_at(f"the cell R{k // n + 1}C{k % n + 1}"):
            if not isinstance(cell, dict):
                raise InputError(f"it must be an object, not {short_repr(cell)}")
            value = cell.get("value")
            is_blank = value in (None, "") or cell.get("given") is False
            values.append(0 if is_blank else read_integer(value))
            if not is_blank and not 1 <= values[k] <= n:
                raise InputError(f"its value must be 1 to {n}, not {short_repr(value)}")
    return n, tuple(values)


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


def _left_out(counted: dict[str, int], others: list[str], texts: dict[str, str]) -> str:
    """What is said about the parts that are only drawn, or are not in the puzzle."""
    drawn = [f"{count} {noun if count == 1 else f'{noun}s'}" for noun, count in counted.items()]
    said = [f"left out: {', '.join(dict.fromkeys(short_repr(each) for each in others))}"] if others else []
    said += [f"drawn, but not checked: {', '.join(drawn)}"] if drawn else []
    said += ["what only the rules in words say is not checked"] if texts.get("rules") or said else []
    return "; ".join(said)


# -- JSON, and its short form -----------------------------------------------------------------------------------------

TOKEN = re.compile(r"""\s*(?:([{}\[\]:,])|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^{}\[\]:,'"\s]+))""", re.DOTALL)
CONSTANTS = {"t": True, "true": True, "f": False, "false": False, "null": None, "#0": "#000000", "#F": "#FFFFFF"}


def loaded(text: str) -> dict[str, Any]:
    r"""The object of a text, which is JSON or its short form.

    In the short form keys have no quotation marks, strings have single ones, an item of a list may be empty, which is
    an empty object, and frequent names and values are abbreviated.

    Raises:
        ParseError: When it is neither, or no object.

    >>> loaded("{t:'It\\'s',ce:[,{v:5}],c1:CFCFCF,r:t}")
    {'title': "It's", 'cells': [{}, {'value': 5}], 'borderColor': '#CFCFCF', 'rounded': True}
    """
    found: Any
    try:
        found = json.loads(text)
    except RecursionError:
        raise ParseError("this is no puzzle of SudokuPad: it is nested too deeply") from None
    except ValueError:
        found = _Short(text).read()
    if not isinstance(found, dict):
        raise ParseError(f"a puzzle of SudokuPad is an object, not {short_repr(found)}")
    return found


class _Short:
    """A reader of the short form."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, Any]] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            token = TOKEN.match(text, at)
            if token is None:
                raise self.error(text[at : at + 20])
            sign, single, double, bare = token.groups()
            string = single if single is not None else double
            value = None if sign else self.constant(bare) if string is None else self.string(string)
            self.tokens.append((sign or "", value))
            at = token.end()
        self.at = 0

    def error(self, where: str = "") -> ParseError:
        return ParseError(f"this is neither JSON nor a puzzle of SudokuPad{where and f', at {short_repr(where)}'}")

    def string(self, text: str) -> str:
        def escaped(one: re.Match[str]) -> str:
            return {"\\'": "'", '"': '\\"'}.get(one[0], one[0])

        plain = re.sub(r'\\.|"', escaped, text, flags=re.DOTALL)
        try:
            return str(json.loads(f'"{plain}"', strict=False))
        except ValueError:
            raise self.error(text) from None

    def constant(self, text: str) -> Any:
        if text in CONSTANTS:
            return CONSTANTS[text]
        if re.fullmatch(r"[0-9a-fA-F]{6}", text):
            return f"#{text}"
        if re.fullmatch(r"-?[0-9]{1,15}", text):
            return int(text)
        return float(text) if re.fullmatch(r"-?[0-9]{1,15}(\.[0-9]{1,20})?([eE]-?[0-9]{1,2})?", text) else text

    def read(self) -> Any:
        value = self.value(0)
        if self.at < len(self.tokens):
            raise self.error()
        return value

    def sign(self) -> str:
        """The sign of the next token, which is empty for a value."""
        if self.at >= len(self.tokens):
            raise self.error()
        return self.tokens[self.at][0]

    def take(self, signs: str) -> str:
        sign = self.sign()
        if not sign or sign not in signs:
            raise self.error(str(self.tokens[self.at][1] or sign))
        self.at += 1
        return sign

    def value(self, depth: int) -> Any:
        sign = self.sign()
        if depth > DEEPEST:
            raise ParseError("this is no puzzle of SudokuPad: it is nested too deeply")
        if sign in ",]":
            return {} if sign else self.plain()
        return self.items(depth) if self.take("[{") == "[" else self.object(depth)

    def plain(self) -> Any:
        self.at += 1
        return self.tokens[self.at - 1][1]

    def items(self, depth: int) -> list[Any]:
        found = [self.value(depth + 1)]
        while self.take(",]") == ",":
            found.append(self.value(depth + 1))
        return found

    def object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.sign() == "}":
            self.at += 1
            return found
        while True:
            if self.sign():
                raise self.error(self.sign())
            key = self.plain()
            key = {True: "t", False: "f"}.get(key, key) if isinstance(key, bool) else str(key)
            self.take(":")
            found[LONG.get(key, key)] = self.value(depth + 1)
            if self.take(",}") == "}":
                return found
