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
from ..units import STRAIGHT, Cell, ray, seen_from, square
from .cells_and_units import CELL, FROM_10, are_neighbours, read_cell, read_cells, read_integer

Arguments = tuple[str, ...]


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
        try:
            if kind in WRITERS:
                return WRITERS[kind](rule, self)
            if kind not in WORDS:
                raise InputError("it is not a rule of this package")
            if isinstance(rule, rules.Pair) and not are_neighbours(*rule.cells):
                raise InputError("its cells do not share a side")
        except InputError as error:
            raise InputError(f"the rule {str(rule)!r} cannot be written in this format: {error}") from None
        return self.text(WORDS[kind], getattr(rule, "cells", ()))

    def text(self, name: str, *arguments: Any) -> str:
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


def diagonal(start: Cell, n: int) -> tuple[Cell, ...]:
    """The cells of a diagonal by its first cell, from which the format always runs in one direction.

    From the left side it runs down, from the right side up; from the top to the left, from the bottom to the right.
    Empty when no diagonal starts there.

    >>> diagonal((2, 1), 4), diagonal((1, 3), 4)
    (((2, 1), (3, 2), (4, 3)), ((1, 3), (2, 2), (3, 1)))
    """
    r, c = start
    steps = {(1, 1): c == 1, (1, -1): r == 1, (-1, -1): c == n > r, (-1, 1): r == n > c}
    step = next((step for step, is_there in steps.items() if is_there), (0, 0))
    cells = (start, *ray(start, step, n))
    return cells if len(cells) > 1 and any(step) else ()


def line(name: str, n: int) -> tuple[Cell, ...]:
    """The cells of a row or a column by its name, such as R3 or C9.

    Raises:
        InputError: When there is no such line.
    """
    kind, number = name[:1].upper(), name[1:]
    if kind not in ("R", "C") or not CELL.fullmatch(f"R{number}C1"):
        raise InputError(f"expected a row or a column such as R3 or C9, not {name!r}")
    k = read_cell(f"R{number}C1", n)[0]
    return ray((k, 0), (0, 1), n) if kind == "R" else ray((0, k), (1, 0), n)


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


def read_rule(name: str, arguments: Arguments, n: int) -> list[Rule]:
    """The rules of a constraint whose name is in `NAMES`.

    Raises:
        InputError: When its arguments are invalid.
    """
    least, most = COUNTS.get(name, (2, None))
    count = len(arguments)
    if count < least or (most is not None and count > most):
        needed = f"{least}" if most == least else f"at least {least}" if most is None else f"{least} to {most}"
        raise InputError(f"it has {count} arguments; it needs {needed}")
    if name in CELLS:
        return [CELLS[name](read_cells(arguments, n))]
    if name in FLAGS:
        return [FLAGS[name]()]
    if name in PAIRS:
        return _pairs(PAIRS[name], read_cells(arguments, n))
    return READERS[name](arguments, n)


def _pairs(kind: type[rules.Pair], cells: tuple[Cell, ...]) -> list[Rule]:
    """A mark between all neighbours among the cells; in a "greater than" the first of two is the greater one."""
    pairs = [pair for pair in combinations(cells, 2) if are_neighbours(*pair)]
    if alone := [cell for cell in cells if not any(cell in pair for pair in pairs)]:
        raise InputError(f"the cell {alone[0]} is no neighbour of another one of its cells")
    return [kind(pair) for pair in pairs]


def _cage(arguments: Arguments, n: int) -> list[Rule]:
    """A cage; the total 0 means that it has none."""
    total, *cells = arguments
    return [rules.KillerCage(read_integer(total) or None, read_cells(cells, n))]


def _write_cage(rule: rules.KillerCage, writing: Writing) -> str:
    return writing.text("Cage" if rule.different else "Sum", rule.total or 0, rule.cells)


def _sum(arguments: Arguments, n: int) -> list[Rule]:
    """A sum of digits that may repeat: with coefficients, which must all be 1, a little killer on any cells."""
    total, *names = arguments
    number, *coefficients = total.split("_")
    cells = read_cells(names, n)
    if not coefficients:
        return [rules.KillerCage(read_integer(number), cells, different=False)]
    if coefficients != ["=", *["1"] * len(cells)]:
        raise InputError(f"the coefficients {'_'.join(coefficients)} are not known; all must be 1")
    return [rules.LittleKiller(read_integer(number), cells)]


def _little_killer(arguments: Arguments, n: int) -> list[Rule]:
    total, start = arguments
    cells = diagonal(read_cell(start, n), n)
    if not cells:
        raise InputError(f"no diagonal is named after its cell {start}")
    return [rules.LittleKiller(read_integer(total), cells)]


def _write_little_killer(rule: rules.LittleKiller, writing: Writing) -> str:
    start = rule.cells[:1]
    if diagonal(start[0], writing.n) == rule.cells and writing.is_first(f"LittleKiller {start}"):
        return writing.text("LittleKiller", rule.total, start)
    return writing.text("Sum", f"{rule.total}_={'_1' * len(rule.cells)}", rule.cells)


def _sandwich(arguments: Arguments, n: int) -> list[Rule]:
    total, name = arguments
    return [rules.Sandwich(read_integer(total), line(name, n))]


def _lunchbox(arguments: Arguments, n: int) -> list[Rule]:
    total, *cells = arguments
    return [rules.Sandwich(read_integer(total), read_cells(cells, n))]


def _write_sandwich(rule: rules.Sandwich, writing: Writing) -> str:
    name, is_forward = writing.line(rule.cells)
    if name and is_forward and writing.is_first(f"Sandwich {name}"):
        return writing.text("Sandwich", rule.total, name)
    return writing.text("Lunchbox", rule.total, rule.cells)


def _skyscraper(arguments: Arguments, n: int) -> list[Rule]:
    name, *clues = arguments
    cells = line(name, n)
    seen = [(clue, way) for clue, way in zip(clues, (cells, cells[::-1]), strict=False) if clue]
    if not seen:
        raise InputError("it has no number")
    return [rules.Skyscraper(read_integer(clue), way) for clue, way in seen]


def _write_skyscraper(rule: rules.Skyscraper, writing: Writing) -> str:
    name, is_forward = writing.line(rule.cells)
    if not name or not writing.is_first(f"Skyscraper {name} {is_forward}"):
        raise InputError("there are two of this line" if name else "its cells are not a whole row or column")
    return writing.text("Skyscraper", name, *([rule.visible] if is_forward else ["", rule.visible]))


def _whisper(arguments: Arguments, n: int) -> list[Rule]:
    first, *cells = arguments
    if CELL.fullmatch(first):
        return [rules.Whisper(read_cells(arguments, n))]
    return [rules.Whisper(read_cells(cells, n), read_integer(first))]


def _write_whisper(rule: rules.Whisper, writing: Writing) -> str:
    return writing.text("Whisper", rule.least, rule.cells)


def _quad(arguments: Arguments, n: int) -> list[Rule]:
    corner, *digits = arguments
    cell = read_cell(corner, n)
    if max(cell) == n:
        raise InputError(f"there is no square of four cells with {corner} at its top left")
    return [rules.Quadruple(tuple(map(read_integer, digits)), square(cell))]


def _contain_at_least(arguments: Arguments, n: int) -> list[Rule]:
    digits, *cells = arguments
    return [rules.Quadruple(tuple(map(read_integer, digits.split("_"))), read_cells(cells, n))]


def _write_quadruple(rule: rules.Quadruple, writing: Writing) -> str:
    corner = rule.cells[:1]
    if square(corner[0]) == rule.cells and writing.is_first(f"Quad {corner}"):
        return writing.text("Quad", corner, *rule.digits)
    return writing.text("ContainAtLeast", "_".join(map(str, rule.digits)), rule.cells)


def _write_parity(rule: rules.Even, writing: Writing) -> str:
    """Even or odd cells as givens with several digits."""
    if writing.n < 4:  # otherwise one digit would be a given, and all digits would say nothing
        return writing.text(type(rule).__name__, rule.cells)
    allowed = [str(d) for d in writing.board.digits if rule.holds((d,))]
    return writing.text("", *("_".join([cell_id(cell, writing.n), *allowed]) for cell in rule.cells))


def _write_white_dots(rule: Rule, writing: Writing) -> str:
    has_dots = any(isinstance(each, rules.WhiteDot) for each in writing.board.rules)
    return ".StrictWhiteDots" if has_dots else ".AntiConsecutive"


READERS: dict[str, Callable[[Arguments, int], list[Rule]]] = {
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
COUNTS: dict[str, tuple[int, int | None]] = {
    **dict.fromkeys(CELLS, (1, None)),
    **dict.fromkeys(FLAGS, (0, 0)),
    **dict.fromkeys(("LittleKiller", "Sandwich"), (2, 2)),
    "Skyscraper": (2, 3),
}
"""The least and the largest number of arguments, where they are not two or more."""
