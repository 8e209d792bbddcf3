"""The position of a game: the content of its cells, and the digits and rules that are in conflict."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..puzzles.board import Board
from ..puzzles.drawing.words import briefly
from ..puzzles.puzzle import Grid, Puzzle
from ..puzzles.rules import CellRule
from ..puzzles.rules.rule import possible_digits
from ..puzzles.units import Cell

KINDS = {
    "digit": "digit",
    "corner": "corner mark",
    "centre": "centre mark",
    "color": "colour",
}
"""The kinds of entries, each with its name in a sentence."""
FIELDS = {"corner": "marks", "centre": "centres", "color": "colors"}
"""The attribute of a square that holds the entries of a kind, if these are numbers."""
COLORS = range(1, 10)
"""The numbers of the colours of cells."""
MOST_STEPS = 300_000
"""The number of steps of the automata of all rules together; usual boards take less than 50,000."""


class Square(NamedTuple):
    """The content of a cell.

    Attributes:
        digit: Its digit, 0 for none.
        given: Whether that is a given.
        marks: Its corner marks; beside a digit they are kept, but not shown.
        centres: Its centre marks, too.
        colors: The numbers of its colours.
    """

    digit: int = 0
    given: bool = False
    marks: frozenset[int] = frozenset()
    centres: frozenset[int] = frozenset()
    colors: frozenset[int] = frozenset()

    def without_marks(self, *digits: int) -> "Square":
        """The square without the marks of these digits, of both kinds."""
        return self._replace(marks=self.marks - {*digits}, centres=self.centres - {*digits})

    def of_kind(self, kind: str) -> frozenset[int]:
        """Its corner marks, centre marks or colours."""
        found: frozenset[int] = getattr(self, FIELDS[kind])
        return found

    def with_kind(self, kind: str, numbers: frozenset[int]) -> "Square":
        """The square with these corner marks, centre marks or colours.

        >>> Square(digit=3).with_kind("color", frozenset({1})).colors
        frozenset({1})
        """
        return self._replace(**{FIELDS[kind]: numbers})  # type: ignore[arg-type]


BLANK = Square()


@dataclass(frozen=True)
class Move:
    """One move: its name, and the squares that it changes, before and after; in a design perhaps the board, too."""

    what: str
    before: Mapping[Cell, Square]
    after: Mapping[Cell, Square]
    boards: tuple[Board, Board] | None = None

    def taken(self, cell: Cell, digit: int) -> Square:
        """The marks of a digit that a cell lost in the move."""
        before, after = self.before[cell], self.after[cell]
        return Square(marks=(before.marks - after.marks) & {digit}, centres=(before.centres - after.centres) & {digit})


def cell_in_words(cell: Cell) -> str:
    """The name of a cell in a sentence.

    >>> cell_in_words((3, 7))
    'row 3, column 7'
    """
    return f"row {cell[0]}, column {cell[1]}"


class Position:
    """The contents of the cells of a board.

    Args:
        puzzle: The puzzle; its digits are the givens.

    Attributes:
        board: The board.
        name: The name of the puzzle.
        about: What the puzzle says about itself.
        squares: The content of each cell.

    >>> print(Position(Puzzle.parse("12.. 3412 2143 432.")).position.line())
    12..34122143432.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.board: Board = puzzle.board
        self.name = puzzle.name
        self.about = puzzle.about
        self.squares = {cell: Square(d, d > 0) for cell, d in zip(puzzle.board.cells, puzzle.values, strict=True)}

    @property
    def puzzle(self) -> Puzzle:
        """The givens."""
        return Puzzle(
            self.board, tuple(s.digit if s.given else 0 for s in self.squares.values()), self.name, self.about
        )

    @property
    def position(self) -> Puzzle:
        """The givens and the digits entered so far, as a puzzle of its own."""
        return Puzzle(self.board, self.values, self.name, self.about)

    @property
    def values(self) -> tuple[int, ...]:
        """The n*n digits, row by row, 0 for blank."""
        return tuple(square.digit for square in self.squares.values())

    @property
    def grid(self) -> Grid | None:
        """The grid, when every cell has a digit; it need not be a solution."""
        return Grid(self.board, self.values) if all(self.values) else None

    def candidates(self, cell: Cell) -> frozenset[int]:
        """The digits that none of the cell's peers holds."""
        return frozenset(self.board.digits) - {self.squares[i].digit for i in self.board.peers[cell]}

    def marks(self, cell: Cell, kind: str = "corner") -> frozenset[int]:
        """The corner marks, centre marks or colours that a cell shows; beside a digit it shows no marks."""
        square = self.squares[cell]
        return frozenset() if square.digit and kind != "color" else square.of_kind(kind)

    def clashes(self) -> set[Cell]:
        """The cells that hold the same digit as another cell of one of their units, and those of rules they break."""
        found = {i for i, square in self.squares.items() if square.digit and square.digit not in self.candidates(i)}
        digits = {i: square.digit for i, square in self.squares.items()}
        for rule in broken_rules(self.board, digits):
            found.update(i for i in rule.cells if digits[i])
        return found

    def clash(self, cell: Cell, digit: int, symbol: str = "") -> str:
        """The reason why a digit is in conflict in a cell, or an empty text.

        Args:
            cell: The cell.
            digit: The digit.
            symbol: The symbol of the digit, if it is not the digit.

        >>> Position(Puzzle.parse("12.. .... .... ....")).clash((1, 4), 2)
        'row 1 has its 2 in row 1, column 2'
        """
        symbol = symbol or str(digit)
        for unit in self.board.units:
            for i in unit.cells if cell in unit.cells else ():
                if i != cell and self.squares[i].digit == digit:
                    return f"{unit} has its {symbol} in {cell_in_words(i)}"
        digits = {i: square.digit for i, square in self.squares.items()} | {cell: digit}
        for rule in broken_rules(self.board, digits):
            if cell in rule.cells:
                is_full, named = all(digits[i] for i in rule.cells), briefly(rule)
                return f"{named} does not hold" if is_full else f"nothing in the blank cells satisfies {named}"
        return ""

    def plain(self) -> dict[str, list[Any]]:
        """The position as plain data for the page: lists over all cells, and the numbers of the cells that clash.

        >>> Position(Puzzle.parse("11.. .... .... ....")).plain()["clashes"]
        [0, 1]
        """
        number = {cell: k for k, cell in enumerate(self.board.cells)}
        return {
            "givens": [square.digit if square.given else 0 for square in self.squares.values()],
            "values": list(self.values),
            "marks": [sorted(self.marks(cell)) for cell in self.board.cells],
            "centres": [sorted(self.marks(cell, "centre")) for cell in self.board.cells],
            "colors": [sorted(square.colors) for square in self.squares.values()],
            "clashes": sorted(number[cell] for cell in self.clashes()),
        }


def broken_rules(board: Board, digits: Mapping[Cell, int]) -> Iterator[CellRule]:
    """The rules of a board that these digits break, 0 for a blank cell.

    A rule with blank cells is broken when no digits in them satisfy it. Where that takes too long to tell, the rule
    is judged only once its cells are full.

    >>> from sudoku_models.puzzles.rules import Thermometer
    >>> board = Board.of_size(4).with_rules(Thermometer([(1, 1), (1, 2), (1, 3)]))
    >>> [str(rule) for rule in broken_rules(board, {(1, 1): 3, (1, 2): 0, (1, 3): 0})]
    ['thermometer on r1c1 r1c2 r1c3']
    """
    every = frozenset(board.digits)
    most = MOST_STEPS // max(len(board.cell_rules), 1)
    for rule in board.cell_rules:
        held = tuple(digits[cell] for cell in rule.cells)
        if all(held):
            is_broken = not rule.holds(held)
        else:
            domains = tuple(frozenset({d}) if d else every for d in held)
            is_broken = any(held) and not all(possible_digits(rule, domains, most))
        if is_broken:
            yield rule
