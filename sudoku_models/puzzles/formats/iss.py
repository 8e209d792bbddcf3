"""The text format of the Interactive Sudoku Solver (https://github.com/sigh/Interactive-Sudoku-Solver), both ways.

A text is a list of constraints, `.Name~argument~argument`; one without a name has the givens.
"""

import difflib
import re
import string
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...errors import InputError, ParseError
from ..about import Parsed
from ..board import Board
from ..rules import RULES, Rule
from ..rules.one_of import restricted
from ..rules.texts import FROM_10, errors_at, read_cell, read_cells, read_integer
from ..units import LARGEST_SIZE, STRAIGHT, Cell, regions_of, seen_from
from ..values import short_repr
from .cells_and_units import DOWN, GROUPS, UP, WINDOWS, board_of, has_boxes, named_units, units_of

WORDS_ONLY = re.compile(r"(\.(NoBoxes|[A-Z][a-z]{2}[A-Za-z]*))+\.?")
SYMBOLS = string.digits + string.ascii_letters + "+-"
"""The regions of a jigsaw, for up to 64 of them."""
SETS = {
    ("Diagonal", ("-1",)): DOWN,
    ("Diagonal", ("1",)): UP,
    ("Windoku", ()): WINDOWS,
    ("DisjointSets", ()): GROUPS,
}
"""Names and arguments of the constraints that are further units."""
NAMES: dict[str, type[Rule]] = {name: kind for kind in RULES.values() for name in kind.iss if name}
"""The rule of each other constraint."""
FURTHER = ("AllDifferent", *dict.fromkeys(name for name, _ in SETS))
KNOWN = ("", *NAMES, *FURTHER, "Jigsaw", "Shape", "NoBoxes")
"""The names of all constraints that are read; those of givens have none."""


def is_iss(text: str) -> bool:
    """Whether a text is in this format: it starts with a point, and has a "~" or consists of capitalised words.

    >>> is_iss(".Cage~3~R1C1~R1C2"), is_iss(".AntiKnight.Windoku"), is_iss(".3..A.B.")
    (True, True, False)
    """
    solid = "".join(re.sub(r"^[ \t]*#.*$", "", text, flags=re.MULTILINE).split())
    return solid.startswith(".") and ("~" in solid or WORDS_ONLY.fullmatch(solid) is not None)


class Constraint(NamedTuple):
    """A constraint: its name, which is empty for givens, what follows, split at "~", and its place in the text."""

    name: str
    arguments: tuple[str, ...]
    place: str

    def __str__(self) -> str:
        return f"{f'.{self.name}' if self.name else 'the givens'} {self.place}"


def constraints(text: str) -> Iterator[Constraint]:
    """The constraints of a text; white space and lines that start with "#" are ignored.

    Raises:
        ParseError: When the text does not start with a point.

    >>> [each.arguments for each in constraints(".Cage~10~R1C1~R1C2 .AntiKnight")]
    [('10', 'R1C1', 'R1C2'), ()]
    """
    text = re.sub(r"^[ \t]*#.*$", lambda comment: " " * len(comment[0]), text, flags=re.MULTILINE)
    before, *parts = text.split(".")
    if before.strip():
        raise ParseError(f"expected '.Name~...', not {short_repr(before.strip())} (line 1, column 1)")
    at = len(before)
    for part in parts:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        name, *arguments = re.sub(r"\s+", "", part).split("~")
        if name or arguments:
            yield Constraint("" if name == "Given" else name, tuple(arguments), f"(line {line}, column {column})")
        at += len(part) + 1


def parse_iss(text: str) -> Parsed:
    """The board and its values, 0 for blank.

    Raises:
        ParseError: When a constraint is not known or is invalid; the message names it and its place.

    >>> board, values, _ = parse_iss(".Shape~4x4.Cage~3~R1C1~R1C2.~R4C4_2")
    >>> print(board)
    4x4 board with 2x2 boxes and killer cage 3 on r1c1 r1c2
    >>> parse_iss(".GlobalEntropy.AntiKnight")
    Traceback (most recent call last):
    ...
    sudoku_models.errors.ParseError: .GlobalEntropy (line 1, column 1): this constraint is not known here, and none is \
ignored
    """
    listed = list(constraints(text))
    if not listed:
        raise ParseError("the puzzle is empty; write .Name~argument for each constraint")
    n = _size([each for each in listed if each.name == "Shape"])
    values: dict[Cell, int] = {}
    further: list[tuple[Cell, ...]] = []
    rules: list[Rule] = []
    regions: str | None = None
    for each in listed:
        name, arguments, _ = each
        with errors_at(str(each)):
            if name == "":
                rules += _givens(arguments, n, values)
            elif name == "Jigsaw":
                if regions is not None:
                    raise InputError("there are other regions before")
                regions = _regions(arguments, n)
            elif name in FURTHER:
                sets = _further(name, arguments, n)
                if set(sets) & set(further):
                    raise InputError("it is given twice")
                further += sets
            elif name in NAMES:
                rules += _rules(name, arguments, n)
            elif name not in KNOWN:
                raise _unknown(list(dict.fromkeys(each.name for each in listed if each.name not in KNOWN)))
    _check_white_dots(listed)
    with_boxes = not any(each.name == "NoBoxes" for each in listed)
    with errors_at("the board"):
        board = board_of(n, further, rules, regions, with_boxes)
    return Parsed(board, tuple(values.get(cell, 0) for cell in board.cells))


def _rules(name: str, arguments: tuple[str, ...], n: int) -> list[Rule]:
    """The rules of a constraint whose name is in `NAMES`."""
    least, most = NAMES[name].iss_arguments
    count = len(arguments)
    if count < least or (most is not None and count > most):
        needed = f"{least}" if most == least else f"at least {least}" if most is None else f"{least} to {most}"
        raise InputError(f"it has {count} arguments; it needs {needed}")
    return NAMES[name].read_iss(name, arguments, n)


def _unknown(names: list[str]) -> InputError:
    close = difflib.get_close_matches(names[0], KNOWN, n=1, cutoff=0.75)
    guess = f"; did you mean .{close[0]}?" if close else ""
    others = [f".{name}" for name in names[1:]]
    nor = f", nor {'is' if len(others) == 1 else 'are'} {', '.join(others)}" if others else ""
    return InputError(f"this constraint is not known here{nor}, and none is ignored{guess}")


def _size(shapes: list[Constraint]) -> int:
    """The number of digits; 9 when no shape is given."""
    if not shapes:
        return 9
    with errors_at(str(shapes[-1])):
        if len({shape.arguments for shape in shapes}) > 1:
            raise InputError("there is another shape before")
        text = "~".join(shapes[0].arguments)
        found = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})(?:~(?:1-)?([0-9]{1,3}))?", text, re.ASCII)
        if not found or {found[1], found[3] or found[1]} != {found[2]} or not 1 <= int(found[1]) <= LARGEST_SIZE:
            raise InputError(
                f"expected rows x columns of a square board with the digits 1 to their number, such as 6x6, up to "
                f"{LARGEST_SIZE}x{LARGEST_SIZE}, not {short_repr(text)}"
            )
        return int(found[1])


def _check_white_dots(listed: list[Constraint]) -> None:
    """`.AntiConsecutive` makes no exception for dots, as `AllWhiteDotsGiven` does."""
    found = {each.name: each for each in reversed(listed)}
    if "AntiConsecutive" in found and "WhiteDot" in found:
        raise ParseError(
            f"{found['AntiConsecutive']}: it forbids what .WhiteDot demands; .StrictWhiteDots says that all white dots "
            "are given"
        )


def _givens(arguments: tuple[str, ...], n: int, values: dict[Cell, int]) -> list[Rule]:
    """Read cells with their digits, `R1C1_5` or `R1C1~5`, into the values; several digits are a rule."""
    several: dict[Cell, set[int]] = {}
    for text in re.sub("~([0-9])", r"_\1", "~".join(arguments)).split("~"):
        name, *digits = text.split("_")
        cell, found = read_cell(name, n), {*map(read_integer, digits)}
        if not found or not all(1 <= d <= n for d in found):
            raise InputError(f"the digits of {name} must be 1 to {n}, not {', '.join(digits) or 'missing'}")
        if len(found) == 1:
            (digit,) = found
            if values.setdefault(cell, digit) != digit:
                raise InputError(f"the cell {name} has the digits {values[cell]} and {digit}")
        else:
            several[cell] = several.get(cell, found) & found
    if emptied := next((cell for cell, found in several.items() if not found), None):
        raise InputError(f"no digit is left for the cell {cell_id(emptied, n)}")
    return [rule.simplest(n) for rule in restricted(several, n)]


def _regions(arguments: tuple[str, ...], n: int) -> str:
    """One symbol for the region of each cell; an older form has the shape before it."""
    symbols = arguments[-1] if arguments else ""
    if not 1 <= len(arguments) <= 2 or len(symbols) != n**2:
        raise InputError(f"it needs the region of each of the {n**2} cells, not {len(symbols)} symbols")
    regions_of(symbols)
    return symbols


def _further(name: str, arguments: tuple[str, ...], n: int) -> list[tuple[Cell, ...]]:
    """The cells of further units."""
    if name == "AllDifferent":
        return [read_cells(arguments, n)]
    if (name, arguments) not in SETS:
        diagonal = "it needs 1 for the diagonal up from the left, or -1 for the one down from it"
        raise InputError(diagonal if name == "Diagonal" else "it takes no arguments")
    return [unit.cells for unit in named_units(n, SETS[name, arguments])]


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
        with errors_at(f"the rule {str(rule)!r} cannot be written in this format", InputError):
            if not rule.iss:
                raise InputError("the format has no word for it")
            return rule.write_iss(self)

    def text(self, name: str, *arguments: Any) -> str:
        """A constraint; a tuple as an argument is one of cells."""
        words = []
        for each in arguments:
            words += [cell_id(cell, self.n) for cell in each] if isinstance(each, tuple) else [str(each)]
        return "~".join([f".{name}", *words])

    def candidates(self, cells: Iterable[Cell], digits: Iterable[int]) -> str:
        """Cells with the digits that they may hold, as givens."""
        return self.text("", *("_".join([cell_id(cell, self.n), *map(str, digits)]) for cell in cells))

    def is_first(self, place: str) -> bool:
        """Whether nothing was written for a place before."""
        is_first = place not in self._places
        self._places.add(place)
        return is_first

    def line(self, cells: tuple[Cell, ...]) -> tuple[str, bool]:
        """The name of the row or column of these cells, and whether they are in its order; "" for other cells."""
        found = seen_from(cells, STRAIGHT, self.n)
        if not found:
            return "", False
        down, right = found[1]
        name = f"R{_symbol(cells[0][0], self.n)}" if right else f"C{_symbol(cells[0][1], self.n)}"
        return name, down + right > 0


def cell_id(cell: Cell, n: int) -> str:
    """A cell of an n x n board as the format writes it: R9C9, RaC1 for row 10, and R10C1 where n is more than 16.

    >>> cell_id((10, 1), 16), cell_id((10, 1), 25)
    ('RaC1', 'R10C1')
    """
    return f"R{_symbol(cell[0], n)}C{_symbol(cell[1], n)}"


def _symbol(k: int, n: int) -> str:
    return FROM_10[k - 10] if n <= 16 and k > 9 else str(k)


def write_iss(board: Board, values: tuple[int, ...]) -> str:
    """A puzzle as one line of text.

    Raises:
        InputError: When the board or a rule cannot be written; the message names it.

    >>> write_iss(Board.of_size(4).diagonal(), (1,) + (0,) * 15)
    '.Shape~4x4.Diagonal~-1.Diagonal~1.~R1C1_1'
    """
    n, units = board.size, units_of(board)
    writing = Writing(board)
    parts = [] if n == 9 else [f".Shape~{n}x{n}"]
    if not units.has_boxes and has_boxes(n):
        parts.append(".NoBoxes")
    if units.regions is not None:
        parts.append(f".Jigsaw~{''.join(SYMBOLS[k] for k in units.regions)}")
    words = {word: "~".join([f".{name}", *arguments]) for (name, arguments), word in SETS.items()}
    for each in units.further:
        parts.append(words[each] if isinstance(each, str) else writing.text("AllDifferent", each))
    givens = [f"{cell_id(i, n)}_{d}" for i, d in zip(board.cells, values, strict=True) if d]
    if givens:
        parts.append("~".join([".", *givens]))
    parts += map(writing.rule, board.rules)
    return "".join(parts) or ".Shape~9x9"
