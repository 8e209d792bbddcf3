"""The position of a game: what its cells hold, and which digits are in conflict."""

from collections.abc import Iterable
from typing import Any

from ..puzzles.board import Board, Cell
from ..puzzles.drawing import briefly
from ..puzzles.puzzle import Grid, Puzzle
from .broken import broken_rules
from .squares import Square, cell_name

__all__ = ["Position"]


class Position:
    """What the cells of a board hold.

    Args:
        puzzle: The puzzle; its digits are the givens.

    Attributes:
        board: The board.
        name: The name of the puzzle.
        squares: The content of each cell.
        auto_marks: Whether the corner marks of blank cells are their candidates, except those that were removed.

    >>> print(Position(Puzzle.parse("12.. 3412 2143 432.")).position.line())
    12..34122143432.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.board: Board = puzzle.board
        self.name = puzzle.name
        self.squares = {cell: Square(d, d > 0) for cell, d in zip(puzzle.board.cells, puzzle.values, strict=True)}
        self.auto_marks = False

    @property
    def puzzle(self) -> Puzzle:
        """The givens."""
        return Puzzle(self.board, tuple(s.digit if s.given else 0 for s in self.squares.values()), self.name)

    @property
    def position(self) -> Puzzle:
        """The givens and the digits entered so far, as a puzzle of its own."""
        return Puzzle(self.board, self.values, self.name)

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

    def marks(self, cell: Cell) -> frozenset[int]:
        """The corner marks that a cell shows.

        >>> position = Position(Puzzle.parse("12.. .... .... ...."))
        >>> position.auto_marks = True
        >>> sorted(position.marks((1, 3)))
        [3, 4]
        """
        square = self.squares[cell]
        if square.digit or not self.auto_marks:
            return square.marks
        return self.candidates(cell) - square.removed

    def clashes(self) -> set[Cell]:
        """The cells that hold the same digit as another cell of one of their units, and those of rules they break."""
        found = {i for i, square in self.squares.items() if square.digit and square.digit not in self.candidates(i)}
        digits = {i: square.digit for i, square in self.squares.items()}
        for rule in broken_rules(self.board, digits):
            found.update(i for i in rule.cells if digits[i])
        return found

    def clash(self, cell: Cell, digit: int, symbol: str = "", beside: Iterable[Cell] = ()) -> str:
        """The reason why a digit is in conflict in a cell, or an empty text.

        Args:
            cell: The cell.
            digit: The digit.
            symbol: The symbol of the digit, if it is not the digit.
            beside: Further cells into which the same digit goes at the same time.

        >>> Position(Puzzle.parse("12.. .... .... ....")).clash((1, 4), 2)
        'row 1 has its 2 in row 1, column 2'
        """
        for unit in self.board.units:
            if cell in unit.cells:
                for i in unit.cells:
                    if i != cell and self.squares[i].digit == digit:
                        return f"{unit} has its {symbol or digit} in {cell_name(i)}"
        digits = {i: square.digit for i, square in self.squares.items()} | dict.fromkeys((cell, *beside), digit)
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
            "centres": [sorted(square.centres) for square in self.squares.values()],
            "colors": [sorted(square.colors) for square in self.squares.values()],
            "clashes": sorted(number[cell] for cell in self.clashes()),
        }
