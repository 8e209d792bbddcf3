"""Boards in words, and how two of them differ."""

from collections import Counter
from collections.abc import Iterable, Sequence

from .cell_names import listed
from .rules.rule import Rule, Shape
from .units import Unit, boxes, lines

__all__ = ["counted", "describe", "mismatch"]

KINDS_IN_WORDS = ("window", "group", "region")
MOST_NAMES = 2
"""Of so many further units or rules, a description lists the names; of more, their kinds and numbers."""


def describe(size: int, box: tuple[int, int] | None, units: Sequence[Unit], rules: Sequence[Rule]) -> str:
    """A board in words.

    Args:
        size: n.
        box: Rows and columns of a box, if there are rectangular boxes.
        units: The units that are not those of the rules.
        rules: The rules.

    >>> describe(4, None, [*lines(4), Unit("cross", ((1, 1), (2, 2)))], ())
    '4x4 board with rows and columns and cross'
    """
    board = _with_units(size, box, units)
    if not rules:
        return board
    words = [*map(str, rules)] if len(rules) <= MOST_NAMES else counted(rule.kind for rule in rules)
    return listed([board, *words])


def _with_units(size: int, box: tuple[int, int] | None, units: Sequence[Unit]) -> str:
    shape = f"{size}x{size} board"
    if not units:
        return f"{shape} without units"
    usual = frozenset([*lines(size), *(boxes(*box) if box else [])]) if size > 1 else frozenset()
    further = [unit for unit in units if unit not in usual]
    if not usual or len(further) + len(usual) != len(units):
        return f"{shape} with {len(units)} unit{'s' * (len(units) > 1)} of its own"
    known = f"{shape} with {box[0]}x{box[1]} boxes" if box else f"{shape} with rows and columns"
    if not further:
        return known
    if len(further) <= MOST_NAMES:
        return listed([known, *map(str, further)])
    return listed([known, *counted(_kind(unit) for unit in further)])


def _kind(unit: Unit) -> str:
    return unit.kind if unit.kind in KINDS_IN_WORDS else "further unit"


def counted(kinds: Iterable[str]) -> list[str]:
    """Kinds with their numbers.

    >>> counted(["window", "thermometer", "thermometer"])
    ['window', '2 thermometers']
    """
    ends = ("ch", "s", "x")
    numbers = Counter(kinds).items()
    return [f"{k} {kind}{'es' if kind.endswith(ends) else 's'}" if k > 1 else kind for kind, k in numbers]


def mismatch(one: Shape, other: Shape, what: str = "the grid", owner: str = "the puzzle") -> str:
    """The error message for a grid or a puzzle of another board; it names a unit or a rule where the boards look alike.

    >>> from sudoku_models import Board
    >>> rows = Board.of_size(4).units[:4]
    >>> mismatch(Board(4, rows[:3]), Board(4, rows))
    'the grid is for a 4x4 board with 3 units of its own, the puzzle for a 4x4 board with 4 units of its own'
    """
    sentence = f"{what} is for a {one}, {owner} for a {other}"
    if str(one) != str(other):
        return sentence
    for board, without in ((one, other), (other, one)):
        if rules := [rule for rule in board.rules if rule not in without.rules]:
            return f"{sentence}; only one of them has the rule {str(rules[0])!r}"
        if only := [unit for unit in board.units if unit not in without.units]:
            return f"{sentence}; only one of them has the unit {only[0].name!r} with the cells {only[0].cells}"
    return f"{sentence}; their units or rules are in another order"
