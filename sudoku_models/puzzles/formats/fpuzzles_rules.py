"""The rules of the JSON of f-puzzles, in both directions: what each key says, and the keys of each rule.

Renban lines, whispers and skyscrapers are additions of the SudokuSolver of dclamage to f-puzzles.
"""

from collections.abc import Callable
from typing import Any

from ...errors import InputError
from .. import rules
from ..board import Board
from ..rules import Rule
from ..units import Cell, square
from ..values import short_repr
from .entries import Entry, entries, is_on, json_error
from .iss_rules import are_neighbours

__all__ = ["ENTRIES", "FLAGS", "Writing", "all_given", "rules_of", "walk"]

DIRECTIONS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}
FLAGS: dict[str, type[Rule]] = {"antiknight": rules.AntiKnight, "antiking": rules.AntiKing}
PARITIES: dict[str, type[rules.Even]] = {"even": rules.Even, "odd": rules.Odd}
MARKS: dict[str, dict[Any, type[rules.Pair]]] = {
    "difference": {None: rules.WhiteDot, 1: rules.WhiteDot},
    "ratio": {None: rules.BlackDot, 2: rules.BlackDot},
    "xv": {"X": rules.XMark, "V": rules.VMark},
}
"""The marks between neighbours, by their values; the number of a dot is the usual one when there is none."""
LINES: dict[str, Callable[[tuple[Cell, ...]], Rule]] = {
    "thermometer": rules.Thermometer,
    "renban": rules.Renban,
    "palindrome": rules.Palindrome,
}


def rules_of(puzzle: dict[str, Any], key: str, n: int) -> list[Rule]:
    """The rules of a key of `ENTRIES` or `FLAGS`.

    Raises:
        InputError: When an entry is invalid.
    """
    if key in FLAGS:
        return [FLAGS[key]()] if is_on(puzzle, key) else []
    fields, read = ENTRIES[key]
    found = [rule for entry in entries(puzzle, key, fields, n) for rule in read(entry)]
    if found and key in ("even", "odd"):  # all cells of the key are one rule
        cells = dict.fromkeys(cell for rule in found if isinstance(rule, rules.Even) for cell in rule.cells)
        return [PARITIES[key](tuple(cells))]
    return found


def all_given(puzzle: dict[str, Any]) -> list[Rule]:
    """Which marks are all given. "nonconsecutive" is this for white dots; both kinds of dots go together."""
    listed = puzzle.get("negative") or []
    if not isinstance(listed, list) or not {*map(repr, listed)} <= {"'xv'", "'ratio'"}:
        raise json_error(f"negative must list some of xv and ratio, not {short_repr(listed)}")
    white = is_on(puzzle, "nonconsecutive")
    found: list[Rule] = [rules.AllXVGiven()] if "xv" in listed else []
    if "ratio" in listed and not white:
        raise json_error("negative: 'ratio' without 'nonconsecutive' is not known here")
    if white and "ratio" not in listed and puzzle.get("ratio"):
        raise json_error(
            "nonconsecutive: programs differ on what it says about cells with a black dot; add "
            "'ratio' to 'negative' when all dots are given"
        )
    if white:
        found.append(rules.AllDotsGiven() if "ratio" in listed else rules.AllWhiteDotsGiven())
    return found


# -- reading: the rules of an entry -----------------------------------------------------------------------------------


def _lines(entry: Entry) -> list[Rule]:
    return [LINES[entry.key](line) for line in entry.lines()]


def _mark(entry: Entry) -> list[Rule]:
    marks, text = MARKS[entry.key], entry.record.get("value")
    value = entry.number() if None in marks else text.upper() if isinstance(text, str) else None
    if value not in marks:
        known = " or ".join(str(each) for each in marks if each)
        raise entry.error(f"its value must be {known}, not {short_repr(text)}")
    cells = entry.cells()
    if len(cells) != 2 or not are_neighbours(*cells):
        raise entry.error("it needs two cells that share a side")
    return [marks[value](cells)]


def _cage(entry: Entry) -> list[Rule]:
    return [rules.KillerCage(entry.number(), entry.cells())]


def _arrow(entry: Entry) -> list[Rule]:
    circle = entry.cells()
    if len(circle) > 1:
        raise entry.error(f"a circle of {len(circle)} cells is not known here")
    return [rules.Arrow((*circle, *(cell for cell in line if cell not in circle))) for line in entry.lines()]


def _little_killer(entry: Entry) -> list[Rule]:
    total, direction = entry.number(), entry.record.get("direction")
    if total is None:
        return []  # an arrow without a sum says nothing
    if not isinstance(direction, str) or direction not in DIRECTIONS:
        raise entry.error(f"its direction must be one of {', '.join(DIRECTIONS)}, not {short_repr(direction)}")
    cells = walk(entry.cell(entry.record.get("cell"), margin=1), direction, entry.n)
    if not cells:
        raise entry.error("its diagonal has no cells")
    if entry.record.get("cells") and set(entry.cells()) != set(cells):
        raise entry.error("its cells are not those of the diagonal")
    return [rules.LittleKiller(total, cells)]


def walk(outside: Cell, direction: str, n: int) -> tuple[Cell, ...]:
    """The cells of a diagonal from a place outside of the board, in a direction."""
    down, right = DIRECTIONS[direction]
    cells = [(outside[0] + k * down, outside[1] + k * right) for k in range(1, n + 1)]
    return tuple(cell for cell in cells if min(cell) >= 1 and max(cell) <= n)


def _line_clue(entry: Entry) -> list[Rule]:
    """A clue at the end of a row or column; one without a number says nothing."""
    r, c = entry.cell(entry.record.get("cell"), margin=1)
    outside = (0, entry.n + 1)
    if (r in outside) == (c in outside):
        raise entry.error(f"its cell must be beside a row or a column, not {entry.record['cell']}")
    line = tuple((r, k) if c in outside else (k, c) for k in range(1, entry.n + 1))
    number = entry.number()
    if number is None:
        return []
    if entry.key == "sandwichsum":  # the same from both ends
        return [rules.Sandwich(number, line)]
    return [rules.Skyscraper(number, line if 0 in (r, c) else line[::-1])]


def _whisper(entry: Entry) -> list[Rule]:
    least = entry.number()
    if least is None and entry.n != 9:
        raise entry.error(f"on a {entry.n}x{entry.n} board it needs a value, the least difference")
    return [rules.Whisper(line, 5 if least is None else least) for line in entry.lines()]


def _parity(entry: Entry) -> list[Rule]:
    return [PARITIES[entry.key]((entry.cell(entry.record.get("cell")),))]


def _quadruple(entry: Entry) -> list[Rule]:
    cells = tuple(sorted(entry.cells()))
    if cells != square(cells[0]):
        raise entry.error("it needs four cells around a corner")
    return [rules.Quadruple(tuple(entry.number(d) or 0 for d in entry.list_of("values")), cells)]


ENTRIES: dict[str, tuple[str, Callable[[Entry], list[Rule]]]] = {
    "killercage": ("cells value", _cage),
    "littlekillersum": ("cell direction cells value", _little_killer),
    "arrow": ("lines cells", _arrow),
    "sandwichsum": ("cell value", _line_clue),
    "thermometer": ("lines", _lines),
    "whispers": ("lines value", _whisper),
    "renban": ("lines", _lines),
    "palindrome": ("lines", _lines),
    "skyscraper": ("cell value", _line_clue),
    "difference": ("cells value", _mark),
    "ratio": ("cells value", _mark),
    "xv": ("cells value", _mark),
    "even": ("cell", _parity),
    "odd": ("cell", _parity),
    "quadruple": ("cells values", _quadruple),
}
"""For each key what its entries say, and the function that makes their rules."""


# -- writing: the keys of a rule --------------------------------------------------------------------------------------


class Writing:
    """Writes the rules of a board into the keys of the JSON."""

    def __init__(self, board: Board) -> None:
        self.board, self.n = board, board.size
        self.found: dict[str, Any] = {}

    def add(self, key: str, **record: Any) -> None:
        """Add an entry of a key; a tuple is one of cells."""
        values = {name: _names(value) if isinstance(value, tuple) else value for name, value in record.items()}
        self.found.setdefault(key, []).append(values)

    def refused(self, rule: Rule, why: str) -> InputError:
        """The error of a rule that cannot be written."""
        return InputError(f"the rule {str(rule)!r} cannot be written as f-puzzles JSON: {why}")

    def rule(self, rule: Rule) -> None:
        """Write a rule.

        Raises:
            InputError: When f-puzzles has no key for it.
        """
        if type(rule) not in WRITERS:
            raise self.refused(rule, "it is not a rule of this package")
        WRITERS[type(rule)](rule, self)

    def beside(self, rule: Rule, cells: tuple[Cell, ...]) -> str:
        """The place before the first cell of a whole row or column."""
        (r, c), span = cells[0], range(1, self.n + 1)
        for line, down, right in ((tuple((r, k) for k in span), 0, 1), (tuple((k, c) for k in span), 1, 0)):
            if cells in (line, line[::-1]):
                sign = 1 if cells == line else -1
                return _name((r - sign * down, c - sign * right))
        raise self.refused(rule, "its cells are not a whole row or column")


def _name(cell: Cell) -> str:
    return f"R{cell[0]}C{cell[1]}"


def _names(cells: tuple[Cell, ...]) -> list[str]:
    return [*map(_name, cells)]


def _write_flag(rule: Rule, writing: Writing) -> None:
    writing.found[KEYS[type(rule)]] = True


def _write_line(rule: rules.CellRule, writing: Writing) -> None:
    writing.add(KEYS[type(rule)], lines=[_names(rule.cells)])


def _write_greater_than(rule: rules.GreaterThan, writing: Writing) -> None:
    """The same as a thermometer with its bulb at the smaller digit, which has a key."""
    writing.add("thermometer", lines=[_names(rule.cells[::-1])])


def _write_parity(rule: rules.Even, writing: Writing) -> None:
    for cell in rule.cells:
        writing.add(KEYS[type(rule)], cell=_name(cell))


def _write_mark(rule: rules.Pair, writing: Writing) -> None:
    if not are_neighbours(*rule.cells):
        raise writing.refused(rule, "its cells do not share a side")
    key, value = MARK_OF[type(rule)]
    writing.add(key, cells=rule.cells, value=value)


def _write_all_given(rule: rules.AllGiven, writing: Writing) -> None:
    if isinstance(rule, rules.AllXVGiven):
        writing.found.setdefault("negative", []).append("xv")
        return
    has_black = any(isinstance(each, rules.BlackDot) for each in writing.board.rules)
    if "nonconsecutive" in writing.found or (isinstance(rule, rules.AllWhiteDotsGiven) and has_black):
        raise writing.refused(rule, "it cannot say which of the two kinds of dots are all given")
    writing.found["nonconsecutive"] = True
    if isinstance(rule, rules.AllDotsGiven):
        writing.found.setdefault("negative", []).append("ratio")


def _write_cage(rule: rules.KillerCage, writing: Writing) -> None:
    if not rule.different:
        raise writing.refused(rule, "the digits of its cages differ")
    total = {} if rule.total is None else {"value": str(rule.total)}
    writing.add("killercage", cells=rule.cells, **total)


def _write_little_killer(rule: rules.LittleKiller, writing: Writing) -> None:
    for direction, (down, right) in DIRECTIONS.items():
        outside = rule.cells[0][0] - down, rule.cells[0][1] - right
        if walk(outside, direction, writing.n) == rule.cells:
            clue = {"cell": _name(outside), "direction": direction, "value": str(rule.total)}
            writing.add("littlekillersum", **clue, cells=rule.cells)
            return
    raise writing.refused(rule, "its cells are not a diagonal from side to side")


def _write_sandwich(rule: rules.Sandwich, writing: Writing) -> None:
    cells = rule.cells if rule.cells[0] <= rule.cells[-1] else rule.cells[::-1]
    writing.add("sandwichsum", cell=writing.beside(rule, cells), value=str(rule.total))


def _write_quadruple(rule: rules.Quadruple, writing: Writing) -> None:
    if rule.cells != square(rule.cells[0]):
        raise writing.refused(rule, "its cells are not around a corner")
    writing.add("quadruple", cells=rule.cells, values=list(rule.digits))


def _write_arrow(rule: rules.Arrow, writing: Writing) -> None:
    writing.add("arrow", cells=rule.cells[:1], lines=[_names(rule.cells)])


def _write_skyscraper(rule: rules.Skyscraper, writing: Writing) -> None:
    writing.add("skyscraper", cell=writing.beside(rule, rule.cells), value=str(rule.visible))


def _write_whisper(rule: rules.Whisper, writing: Writing) -> None:
    writing.add("whispers", lines=[_names(rule.cells)], value=str(rule.least))


KEYS: dict[Any, str] = {kind: key for key, kind in (FLAGS | LINES | PARITIES).items()}
MARK_OF = {kind: (key, str(value)) for key, marks in MARKS.items() for value, kind in marks.items() if value}
WRITERS: dict[Any, Callable[[Any, Writing], None]] = {
    **dict.fromkeys(FLAGS.values(), _write_flag),
    **dict.fromkeys(LINES.values(), _write_line),
    **dict.fromkeys(PARITIES.values(), _write_parity),
    **dict.fromkeys(MARK_OF, _write_mark),
    rules.AllDotsGiven: _write_all_given,
    rules.AllWhiteDotsGiven: _write_all_given,
    rules.AllXVGiven: _write_all_given,
    rules.KillerCage: _write_cage,
    rules.LittleKiller: _write_little_killer,
    rules.Arrow: _write_arrow,
    rules.Sandwich: _write_sandwich,
    rules.Skyscraper: _write_skyscraper,
    rules.GreaterThan: _write_greater_than,
    rules.Whisper: _write_whisper,
    rules.Quadruple: _write_quadruple,
}
