"""The board: cells, digits, the units in which all digits must differ, and further rules.

Units and rules are data. A formulation loops over `board.units`, so a jigsaw or a diagonal only needs other units;
`rules` are added to whatever a formulation defines.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from ..errors import InputError, UnsupportedError
from .cell_names import listed
from .rules.rule import CellRule, Rule, Shape, check_fields, check_meaning, is_own
from .units import (
    LARGEST_SIZE,
    Cell,
    Unit,
    boxes,
    check_size,
    check_unit,
    diagonals,
    groups,
    lines,
    regions_of,
    usual_box,
    windows,
)
from .values import as_tuple, is_hashable, is_integer, short_repr


@dataclass(frozen=True)
class Board:
    """The empty geometry: n x n cells, the digits 1..n, the named units, and further rules, if there are any.

    Args:
        size: n, the number of rows, of columns and of digits; at most `LARGEST_SIZE`.
        units: Each has at most n cells; a unit of exactly n cells holds every digit once.
        box: Rows and columns of one box, if the boxes are rectangles; used for drawing.
        rules: Further rules, such as `KillerCage(10, cells)` and `AntiKnight()` of `puzzles.rules`. The units that
            they have are added to `units`.

    Raises:
        InputError: When the size, a unit or a rule is invalid; the message names the unit or rule, and the cell.

    >>> board = Board.with_boxes(3, 3)
    >>> len(board.cells), len(board.units), len(board.pairs)
    (81, 27, 810)
    >>> board.units[20].name, board.units[20].cells[:4]
    ('box 3', ((1, 7), (1, 8), (1, 9), (2, 7)))
    >>> Board(4, [Unit("pair", [(1, 1), (5, 1)])])
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: the unit 'pair' has the cell (5, 1), but the cells of a 4x4 board are (1, 1) to \
(4, 4): (row, column), counted from 1
    """

    size: int
    units: tuple[Unit, ...]
    box: tuple[int, int] | None = None
    rules: tuple[Rule, ...] = ()

    def __post_init__(self) -> None:
        check_size(self.size)
        object.__setattr__(self, "size", int(self.size))
        object.__setattr__(self, "units", as_tuple(self.units, "the units of a board"))
        object.__setattr__(self, "rules", as_tuple(self.rules, "the rules of a board"))
        for unit in self.units:
            check_unit(unit, self.size)
        if self.rules:
            self._check_rules()
            further = dict.fromkeys(unit for rule in self.rules for unit in rule.units(self))
            for unit in further:
                check_unit(unit, self.size)
            object.__setattr__(self, "units", (*(unit for unit in self.units if unit not in further), *further))
        name, times = next(iter(Counter(unit.name for unit in self.units).most_common(1)), ("", 0))
        if times > 1:
            raise InputError(f"{times} units have the name {name!r}; list each unit once, under a name of its own")
        if self.box is not None:
            box = as_tuple(self.box, "the box of a board")
            if len(box) != 2 or not all(is_integer(k) and k >= 1 for k in box) or box[0] * box[1] != self.size:
                raise InputError(
                    f"the box of a {self.size}x{self.size} board must be None or (rows, columns) with {self.size} "
                    f"cells, not {short_repr(self.box)}"
                )
            object.__setattr__(self, "box", (int(box[0]), int(box[1])))

    def _check_rules(self) -> None:
        for rule in self.rules:
            if not isinstance(rule, Rule):
                raise InputError(
                    f"the rules of a board must be rules, such as KillerCage(10, cells), not {short_repr(rule)}"
                )
            check_fields(rule)
            if not is_hashable(rule):
                raise InputError(f"the rule {str(rule)!r} cannot be hashed; make its fields tuples instead of lists")
            rule.check_board(self)
        name, times = Counter(map(str, self.rules)).most_common(1)[0]
        if times > 1:
            different = len({rule for rule in self.rules if str(rule) == name}) == times
            advice = "give their class a method __str__ that tells them apart" if different else "list it once"
            raise InputError(f"the board has {times} rules {name!r}; {advice}")

    def with_rules(self, *rules: Rule) -> "Board":
        """The same board with these further rules.

        Raises:
            InputError: When a rule does not fit the board, or the board has it already.

        >>> from sudoku_models.puzzles.rules import KillerCage, Thermometer
        >>> print(Board.of_size(9).with_rules(KillerCage(3, [(1, 1), (1, 2)]), Thermometer([(2, 1), (2, 2)])))
        9x9 board with 3x3 boxes, killer cage 3 on r1c1 r1c2 and thermometer on r2c1 r2c2
        """
        return replace(self, rules=(*self.rules, *rules))

    @cached_property
    def plain(self) -> "Board":
        """The same board without its rules and their units; the board itself when it has none."""
        if not self.rules:
            return self
        further = {unit for rule in self.rules for unit in rule.units(self)}
        return Board(self.size, tuple(unit for unit in self.units if unit not in further), self.box)

    @cached_property
    def cell_rules(self) -> "tuple[CellRule, ...]":
        """The rules on cells, also those of which a rule for the whole board consists: all that no unit says.

        A rule that several of them consist of is listed once.

        >>> from sudoku_models.puzzles.rules import AllDotsGiven
        >>> len(Board.of_size(4).with_rules(AllDotsGiven()).cell_rules)
        24
        """
        parts = tuple(dict.fromkeys(part for rule in self.rules for part in rule.parts(self)))
        for part in filter(is_own, parts):
            check_fields(part)
            check_meaning(part, self.size)
        return parts

    @classmethod
    def with_boxes(cls, rows: int, columns: int) -> "Board":
        """The usual board whose boxes have `rows` x `columns` cells; n = rows * columns.

        Raises:
            InputError: When a side is less than 1, n is less than 2, or n is more than `LARGEST_SIZE`.

        >>> str(Board.with_boxes(2, 3))
        '6x6 board with 2x3 boxes'
        """
        if not (is_integer(rows) and is_integer(columns)):
            given = f"{short_repr(rows)} and {short_repr(columns)}"
            raise InputError(f"the sides of a box must be integers, such as 3 and 3, not {given}")
        if rows < 1 or columns < 1 or rows * columns < 2:
            raise InputError(f"a board needs boxes of at least 1x2 cells, not {short_repr(rows)}x{short_repr(columns)}")
        rows, columns = int(rows), int(columns)
        n = rows * columns
        check_size(n)
        return cls(n, (*lines(n), *boxes(rows, columns)), (rows, columns))

    @classmethod
    def of_size(cls, n: int) -> "Board":
        """The usual board with n digits: its boxes are as square as possible, and no higher than wide.

        Raises:
            InputError: When n is less than 4, prime (so there are no boxes), or more than `LARGEST_SIZE`.

        >>> Board.of_size(12).box
        (3, 4)
        """
        if not is_integer(n) or n > LARGEST_SIZE:
            check_size(n)
        rows, columns = usual_box(max(n, 1))
        if rows == 1:
            raise InputError(f"there is no board with {short_repr(n)} digits: boxes need a size such as {USUAL_SIZES}")
        return cls.with_boxes(rows, columns)

    @classmethod
    def latin(cls, n: int) -> "Board":
        """The board of a Latin square: rows and columns, no boxes.

        >>> str(Board.latin(5))
        '5x5 board with rows and columns'
        """
        check_size(n)
        return cls(int(n), tuple(lines(n)) if n > 1 else ())

    @classmethod
    def jigsaw(cls, regions: Any) -> "Board":
        """Rows, columns and irregular regions in place of the boxes.

        Args:
            regions: A symbol for each cell, row by row: a text (spaces and line breaks are ignored), or n*n values.
                They may also be n rows of n values. Cells with the same symbol form a region of n cells.

        Raises:
            InputError: When a region has another number of cells.

        >>> str(Board.jigsaw("1112 1322 3324 3444"))
        '4x4 board with rows and columns and 4 regions'
        """
        units = regions_of(regions)
        return cls(len(units), (*Board.latin(len(units)).units, *units))

    def diagonal(self) -> "Board":
        """The board with both main diagonals as further units, as in "X-Sudoku".

        >>> [unit.name for unit in Board.of_size(9).diagonal().units[27:]]
        ['diagonal 1', 'diagonal 2']
        """
        return replace(self, units=(*self.units, *diagonals(self.size)))

    def windoku(self) -> "Board":
        """The board with further boxes, one cell inside the corners of the usual ones, as in "windoku": four on 9x9.

        Raises:
            InputError: When the board has no rectangular boxes, or no room for windows.

        >>> Board.of_size(9).windoku().units[27].cells[:4]
        ((2, 2), (2, 3), (2, 4), (3, 2))
        """
        units = windows(*self._box_sides("windows"))
        if not units:
            raise InputError(f"a {self} has no room for windows between its boxes; begin with Board.of_size(9)")
        return replace(self, units=(*self.units, *units))

    def disjoint(self) -> "Board":
        """The board with disjoint groups: the cells at the same place in their boxes are a further unit.

        Raises:
            InputError: When the board has no rectangular boxes.

        >>> Board.of_size(9).disjoint().units[27].cells[:4]
        ((1, 1), (1, 4), (1, 7), (4, 1))
        """
        return replace(self, units=(*self.units, *groups(*self._box_sides("disjoint groups"))))

    def _box_sides(self, what: str) -> tuple[int, int]:
        if self.box is None:
            raise InputError(f"a {self} has no boxes, so it has no {what}; begin with Board.of_size(9)")
        return self.box

    def check_units_only(self, what: str) -> None:
        """Check that the board has no rules on cells; those of `AntiKnight`, which are units, may be there.

        Args:
            what: What has units only, for the message.

        Raises:
            UnsupportedError: When there is such a rule; the message names it.

        >>> Board.of_size(4).check_units_only("the textbook")
        """
        if self.cell_rules:
            raise UnsupportedError(
                f"{what} has units only, and the board has the rule {str(self.cell_rules[0])!r}; "
                "the models that `build` makes have all rules"
            )

    @cached_property
    def digits(self) -> range:
        """The digits 1..n."""
        return range(1, self.size + 1)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All n*n cells, row by row."""
        return tuple((r, c) for r in self.digits for c in self.digits)

    @cached_property
    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """All pairs of peers (cells that share a unit), each pair once: 810 pairs on the 9x9 board."""
        found = {pair: None for unit in self.units for pair in combinations(sorted(unit.cells), 2)}
        return tuple(found)

    @cached_property
    def peers(self) -> dict[Cell, frozenset[Cell]]:
        """For each cell its peers, the other cells of its units: 20 on the 9x9 board.

        >>> sorted(Board.of_size(4).peers[1, 1])
        [(1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (3, 1), (4, 1)]
        """
        found: dict[Cell, set[Cell]] = {cell: set() for cell in self.cells}
        for unit in self.units:
            for cell in unit.cells:
                found[cell].update(unit.cells)
        return {cell: frozenset(near - {cell}) for cell, near in found.items()}

    @cached_property
    def min_difference(self) -> int:
        """The number of cells, 1 to 4, in which two different solutions on this board differ at least.

        Let S be the set of cells in which two solutions differ. A *full* unit has n cells, so both solutions restricted
        to it are permutations of the digits: its cells in S hold the same set of digits in both solutions. Hence a full
        unit never has exactly one cell in S, and if it has exactly two, these exchange their digits. Let F(i) be the
        set of full units that contain cell i.

        - S = {i}: F(i) is empty.
        - S = {i, j}: each full unit contains both or neither, so F(i) = F(j).
        - S = {i, j, k}, and the sets F are nonempty and distinct. Then some full unit contains exactly two of the
          cells, say i and j, which exchange their digits. No full unit contains all three, because k would keep its
          digit. If j and k share a full unit, they exchange their digits too, so i and k hold the same digit and share
          no full unit. So F(j) is the disjoint union of F(i) and F(k).
        - In all other cases S has at least 4 cells. The usual board attains 4; larger values are not computed.

        >>> usual = Board.of_size(9)
        >>> [Board(9, units).min_difference for units in (usual.units, usual.units[:18], usual.units[:9], ())]
        [4, 4, 2, 1]
        """
        full: dict[Cell, frozenset[int]] = dict.fromkeys(self.cells, frozenset())
        for number, unit in enumerate(self.units):
            if len(unit.cells) == self.size:
                for cell in unit.cells:
                    full[cell] |= {number}
        patterns = set(full.values())
        if frozenset() in patterns:
            return 1
        if len(patterns) < len(full):
            return 2
        for cell, near in self.peers.items():
            if any(full[peer] < full[cell] and full[cell] - full[peer] in patterns for peer in near):
                return 3
        return 4

    def __str__(self) -> str:
        """The board in words.

        >>> str(Board(4, (*lines(4), Unit("cross", ((1, 1), (2, 2))))))
        '4x4 board with rows and columns and cross'
        """
        return self._text

    @cached_property
    def _text(self) -> str:
        board = _with_units(self.size, self.box, self.plain.units)
        few = len(self.rules) <= MOST_NAMES
        return listed([board, *(map(str, self.rules) if few else counted(rule.kind for rule in self.rules))])


USUAL_SIZES = "4, 6, 9, 12, 16 or 25"


KINDS_IN_WORDS = ("box", "window", "group", "region")
MOST_NAMES = 2
"""Of so many further units or rules, a description lists the names; of more, their kinds and numbers."""


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
