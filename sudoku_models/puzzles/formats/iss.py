"""The text format of the Interactive Sudoku Solver (https://github.com/sigh/Interactive-Sudoku-Solver), both ways."""

import difflib
import re
import string
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from ...errors import InputError, ParseError
from ..board import LARGEST_SIZE, Board, Cell
from ..rules import Even, Odd, Rule
from ..values import short_repr
from .iss_rules import NAMES, Writing, read_rule
from .items import Item, cell_id, items
from .layout import DOWN, GROUPS, UP, WINDOWS, Layout, has_boxes, layout_of, named_units

__all__ = ["is_iss", "parse_iss", "write_iss"]

WORDS_ONLY = re.compile(r"(\.[A-Z][a-z]{2}[A-Za-z]*)+\.?")
SYMBOLS = string.digits + string.ascii_letters + "+-"
"""The regions of a jigsaw, for up to 64 of them."""


def is_iss(text: str) -> bool:
    """Whether a text is in this format: it starts with a point, and has a "~" or consists of capitalised words.

    >>> is_iss(".Cage~3~R1C1~R1C2"), is_iss(".AntiKnight.Windoku"), is_iss(".3..A.B.")
    (True, True, False)
    """
    solid = "".join(re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE).split())
    return solid.startswith(".") and ("~" in solid or WORDS_ONLY.fullmatch(solid) is not None)


def parse_iss(text: str) -> tuple[Board, tuple[int, ...]]:
    """The board and its values, 0 for blank.

    Raises:
        ParseError: When a constraint is not known or is invalid; the message names it and its place.

    >>> board, values = parse_iss(".Shape~4x4.Cage~3~R1C1~R1C2.~R4C4_2")
    >>> print(board)
    4x4 board with 2x2 boxes and killer cage 3 on r1c1 r1c2
    >>> parse_iss(".Zipper~R1C1~R1C2~R1C3")
    Traceback (most recent call last):
    ...
    sudoku_models.errors.ParseError: .Zipper (line 1, column 1): this constraint is not known here, and none is ignored
    """
    listed = list(items(text))
    if not listed:
        raise ParseError("the puzzle is empty; write .Name~argument for each constraint")
    reading = _Reading(_size(listed))
    for item in listed:
        if item.name not in ("Shape", "NoBoxes"):
            _read(reading, item)
    _check_white_dots(listed)
    boxes = has_boxes(reading.size) and not any(item.name == "NoBoxes" for item in listed)
    try:
        board = replace(reading.layout, has_boxes=boxes).board(reading.rules)
    except InputError as error:
        raise ParseError(str(error)) from None
    return board, tuple(reading.values.get(cell, 0) for cell in board.cells)


@dataclass
class _Reading:
    """The values, rules and layout that were read so far."""

    size: int
    values: dict[Cell, int] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    layout: Layout = field(init=False)

    def __post_init__(self) -> None:
        self.layout = Layout(self.size)


def _size(listed: Iterable[Item]) -> int:
    """The number of digits; 9 when no shape is given."""
    shapes = [item for item in listed if item.name == "Shape"]
    for item in shapes[1:]:
        if item.arguments != shapes[0].arguments:
            raise item.error("there is another shape before")
    if not shapes:
        return 9
    text = "~".join(shapes[0].arguments)
    found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})(?:~(?:1-)?([0-9]{1,3}))?", text, re.ASCII)
    if not found or {found[1], found[3] or found[1]} != {found[2]} or not 1 <= int(found[1]) <= LARGEST_SIZE:
        raise shapes[0].error(
            f"expected rows x columns of a square board with the digits 1 to their number, such as 6x6, up to "
            f"{LARGEST_SIZE}x{LARGEST_SIZE}, not {short_repr(text)}"
        )
    return int(found[1])


def _read(reading: _Reading, item: Item) -> None:
    """Read one constraint.

    Raises:
        ParseError: When it is not known or is invalid.
    """
    known = (*LAYOUT, *NAMES)
    if item.name not in known:
        close = difflib.get_close_matches(item.name, [*known, "Shape", "NoBoxes"], n=1, cutoff=0.75)
        guess = f"; did you mean .{close[0]}?" if close else ""
        raise item.error(f"this constraint is not known here, and none is ignored{guess}")
    try:
        if item.name in LAYOUT:
            LAYOUT[item.name](reading, item)
        else:
            reading.rules += read_rule(item, reading.size)
    except ParseError:
        raise
    except InputError as error:
        raise item.error(error) from None


def _check_white_dots(listed: list[Item]) -> None:
    """`.AntiConsecutive` makes no exception for dots, as `AllWhiteDotsGiven` does."""
    found = {item.name: item for item in reversed(listed)}
    if "AntiConsecutive" in found and "WhiteDot" in found:
        raise found["AntiConsecutive"].error(
            "it forbids what .WhiteDot demands; .StrictWhiteDots says that all white dots are given"
        )


def _givens(reading: _Reading, item: Item) -> None:
    """Cells with their digits: `R1C1_5` or `R1C1~5`; with all even or all odd digits, a rule."""
    n = reading.size
    parity: dict[type[Even], list[Cell]] = {}
    for text in _joined(item.arguments):
        name, *digits = text.split("_")
        cell, found = item.cell(name, n), {item.number(d) for d in digits}
        if not found or not all(1 <= d <= n for d in found):
            raise item.error(f"the digits of {name} must be 1 to {n}, not {', '.join(digits) or 'missing'}")
        if len(found) == 1:
            (digit,) = found
            if reading.values.setdefault(cell, digit) != digit:
                raise item.error(f"the cell {name} has the digits {reading.values[cell]} and {digit}")
        elif found != set(range(1, n + 1)):
            kinds = [kind for kind, first in ((Even, 2), (Odd, 1)) if found == set(range(first, n + 1, 2))]
            if not kinds:
                raise item.error(
                    f"the cell {name} may hold {', '.join(digits)}; of several digits only all even or all odd ones "
                    "are known"
                )
            parity.setdefault(kinds[0], []).append(cell)
    reading.rules += [kind(tuple(cells)) for kind, cells in parity.items()]


def _joined(arguments: tuple[str, ...]) -> list[str]:
    """The arguments of givens with the digits joined to their cells by "_"."""
    found: list[str] = []
    for each in arguments:
        if found and each.isdecimal():
            found[-1] += f"_{each}"
        else:
            found.append(each)
    return found


def _jigsaw(reading: _Reading, item: Item) -> None:
    """One symbol for the region of each cell; an older form has the shape before it."""
    if reading.layout.regions is not None:
        raise item.error("there are other regions before")
    symbols = item.arguments[-1] if item.arguments else ""
    if not 1 <= len(item.arguments) <= 2 or len(symbols) != reading.size**2:
        raise item.error(f"it needs the region of each of the {reading.size**2} cells, not {len(symbols)} symbols")
    order = {symbol: k for k, symbol in enumerate(dict.fromkeys(symbols))}
    reading.layout = replace(reading.layout, regions=tuple(order[symbol] for symbol in symbols))
    Board.jigsaw(symbols)


def _diagonal(reading: _Reading, item: Item) -> None:
    ways = {("1",): UP, ("-1",): DOWN}
    if item.arguments not in ways:
        raise item.error("it needs 1 for the diagonal up from the left, or -1 for the one down from it")
    _add(reading, item, ways[item.arguments])


def _add(reading: _Reading, item: Item, what: str | tuple[Cell, ...]) -> None:
    """Add further units."""
    if what in reading.layout.further:
        raise item.error("it is given twice")
    if isinstance(what, str):
        named_units(reading.size, what)
    reading.layout = replace(reading.layout, further=(*reading.layout.further, what))


def _word(what: str) -> Callable[[_Reading, Item], None]:
    def read(reading: _Reading, item: Item) -> None:
        if item.arguments:
            raise item.error("it takes no arguments")
        _add(reading, item, what)

    return read


def _all_different(reading: _Reading, item: Item) -> None:
    _add(reading, item, item.cells(item.arguments, reading.size))


LAYOUT: dict[str, Callable[[_Reading, Item], None]] = {
    "": _givens,
    "Jigsaw": _jigsaw,
    "Diagonal": _diagonal,
    "Windoku": _word(WINDOWS),
    "DisjointSets": _word(GROUPS),
    "AllDifferent": _all_different,
}


def write_iss(board: Board, values: tuple[int, ...]) -> str:
    """A puzzle as one line of text.

    Raises:
        InputError: When the board or a rule cannot be written; the message names it.

    >>> write_iss(Board.of_size(4).diagonal(), (1,) + (0,) * 15)
    '.Shape~4x4.Diagonal~-1.Diagonal~1.~R1C1_1'
    """
    writing = Writing(board)
    parts = _layout_items(board, writing)
    givens = [f"{cell_id(i, board.size)}_{d}" for i, d in zip(board.cells, values, strict=True) if d]
    if givens:
        parts.append("~".join([".", *givens]))
    parts += map(writing.rule, board.rules)
    return "".join(parts) or ".Shape~9x9"


def _layout_items(board: Board, writing: Writing) -> list[str]:
    """The items of the board's units."""
    n, layout = board.size, layout_of(board)
    parts = [] if n == 9 else [f".Shape~{n}x{n}"]
    if not layout.has_boxes and has_boxes(n):
        parts.append(".NoBoxes")
    if layout.regions is not None:
        parts.append(f".Jigsaw~{''.join(SYMBOLS[k] for k in layout.regions)}")
    words = {DOWN: ".Diagonal~-1", UP: ".Diagonal~1", WINDOWS: ".Windoku", GROUPS: ".DisjointSets"}
    for each in layout.further:
        parts.append(words[each] if isinstance(each, str) else writing.item("AllDifferent", each))
    return parts
