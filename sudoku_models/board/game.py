"""A game as a sequence of moves, without any user interface.

A move holds the squares that it changes, before and after, so that it can be undone and redone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..errors import InputError
from ..puzzles.board import Board, Cell
from ..puzzles.puzzle import Grid, Puzzle
from .broken import broken_rules

__all__ = ["BLANK", "Change", "Game", "Square"]


class Square(NamedTuple):
    """The content of a cell: its digit (0 for none), whether that is a given, and its pencil marks."""

    digit: int = 0
    given: bool = False
    marks: frozenset[int] = frozenset()


BLANK = Square()


@dataclass(frozen=True)
class Change:
    """One move: its name, and the squares that it changes, before and after."""

    what: str
    before: Mapping[Cell, Square]
    after: Mapping[Cell, Square]


class Game:
    """A puzzle, the current digits and pencil marks, and the history of moves.

    Args:
        puzzle: The puzzle.

    Attributes:
        board: The board.
        name: The name of the puzzle.
        squares: The content of each cell.
        moves: All moves, including those that were undone.
        done: The number of moves that are not undone.

    >>> game = Game(Puzzle.parse("12.. 3412 2143 432."))
    >>> game.put((1, 3), 3)
    >>> game.put((1, 4), 4)
    >>> game.undo()
    >>> print(game.position.line())
    123.34122143432.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.board: Board = puzzle.board
        self.name = puzzle.name
        self.squares = {cell: Square(d, d > 0) for cell, d in zip(puzzle.board.cells, puzzle.values, strict=True)}
        self.moves: list[Change] = []
        self.done = 0

    # -- the position ---------------------------------------------------------------------------------------------

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

    def clashes(self) -> set[Cell]:
        """The cells that hold the same digit as another cell of one of their units, and those of rules they break."""
        found = {i for i, square in self.squares.items() if square.digit and square.digit not in self.candidates(i)}
        digits = {i: square.digit for i, square in self.squares.items()}
        for rule in broken_rules(self.board, digits):
            found.update(i for i in rule.cells if digits[i])
        return found

    def clash(self, cell: Cell, digit: int, symbol: str = "") -> str:
        """The reason why a digit is in conflict in a cell, or an empty text; `symbol` is the symbol of the digit.

        >>> Game(Puzzle.parse("12.. .... .... ....")).clash((1, 4), 2)
        'row 1 has its 2 in row 1, column 2'
        """
        for unit in self.board.units:
            if cell in unit.cells:
                for i in unit.cells:
                    if i != cell and self.squares[i].digit == digit:
                        return f"{unit} has its {symbol or digit} in row {i[0]}, column {i[1]}"
        digits = {i: square.digit for i, square in self.squares.items()} | {cell: digit}
        for rule in broken_rules(self.board, digits):
            if cell in rule.cells:
                is_full = all(digits[i] for i in rule.cells)
                return f"{rule} does not hold" if is_full else f"nothing in the blank cells satisfies {rule}"
        return ""

    # -- moves ----------------------------------------------------------------------------------------------------

    def put(
        self,
        cell: Cell,
        digit: int,
        refuse: bool = False,
        as_given: bool = False,
        what: str = "digit",
        symbol: str = "",
    ) -> None:
        """Write a digit, and remove it from the pencil marks of the cell's peers in the same move. 0 erases.

        Args:
            cell: The cell.
            digit: The digit; 0 for none.
            refuse: Whether to refuse a digit that is in conflict with another one.
            as_given: Whether the digit becomes a given, as in the design of a puzzle; then givens may be changed.
            what: The name of the move.
            symbol: The symbol of the digit, if it is not the digit.

        Raises:
            InputError: When the cell holds a given, there is no such digit, or it is refused.
        """
        square = self._changeable(cell, as_given)
        if digit not in range(self.board.size + 1):
            raise InputError(f"there is no digit {digit} on a {self.board}")
        if digit and refuse and (why := self.clash(cell, digit, symbol)):
            raise InputError(f"{symbol or digit} cannot stand in row {cell[0]}, column {cell[1]}: {why}")
        if digit == 0:
            self._move("erase", {cell: BLANK})
            return
        after = {cell: square._replace(digit=digit, given=as_given, marks=frozenset())}
        for i in self.board.peers[cell]:
            if digit in self.squares[i].marks:
                after[i] = self.squares[i]._replace(marks=self.squares[i].marks - {digit})
        self._move(what, after)

    def mark(self, cell: Cell, digit: int) -> None:
        """Add a pencil mark, or remove it if it is there.

        Raises:
            InputError: When the cell has a digit, or there is no such digit.
        """
        square = self._changeable(cell)
        if digit not in self.board.digits:
            raise InputError(f"there is no digit {digit} on a {self.board}")
        if square.digit:
            raise InputError(f"row {cell[0]}, column {cell[1]} has its digit; erase it to write pencil marks")
        self._move("pencil mark", {cell: square._replace(marks=square.marks ^ {digit})})

    def write_marks(self, marks: Mapping[Cell, Iterable[int]] | None = None) -> None:
        """Write the pencil marks of all blank cells: `marks`, by default the digits that no peer holds."""
        after = {}
        for i, square in self.squares.items():
            if not square.digit:
                wanted = self.candidates(i) if marks is None else frozenset(marks.get(i, square.marks))
                after[i] = square._replace(marks=wanted)
        self._move("pencil marks", after)

    def clear_marks(self) -> None:
        """Remove all pencil marks."""
        self._move("pencil marks", {i: square._replace(marks=frozenset()) for i, square in self.squares.items()})

    def fill(self, values: Sequence[int], what: str = "fill in") -> None:
        """Write these digits into the cells that hold no given; 0 makes a cell blank.

        Args:
            values: n*n digits, row by row.
            what: The name of the move.

        Raises:
            InputError: When there are more or fewer, or there is no such digit.
        """
        if len(values) != len(self.squares) or not all(d in range(self.board.size + 1) for d in values):
            raise InputError(f"a {self.board} takes {len(self.squares)} digits from 0 to {self.board.size}")
        wanted = zip(self.squares.items(), values, strict=True)
        self._move(what, {i: Square(d) if d else s._replace(digit=0) for (i, s), d in wanted if not s.given})

    def follow(self, puts: Mapping[Cell, int], removes: Mapping[Cell, Iterable[int]]) -> None:
        """Carry out a step of an explanation: write its digits and remove its pencil marks, in one move."""
        after = {}
        for i, gone in removes.items():
            square = self.squares[i]
            kept = (square.marks or self.candidates(i)) - frozenset(gone)
            after[i] = square._replace(marks=kept) if not square.digit else square
        for i, d in puts.items():
            if self.squares[i].given:
                continue
            after[i] = Square(d)
            for j in self.board.peers[i]:
                square = after.get(j, self.squares[j])
                after[j] = square._replace(marks=square.marks - {d})
        self._move("step", after)

    def restart(self) -> None:
        """Remove every entered digit and pencil mark."""
        self._move("start again", {i: BLANK for i, square in self.squares.items() if not square.given})

    def undo(self) -> None:
        """Undo the last move, if there is one."""
        if self.can_undo:
            self.done -= 1
            self.squares.update(self.moves[self.done].before)

    def redo(self) -> None:
        """Redo the move that was undone last, if there is one."""
        if self.can_redo:
            self.squares.update(self.moves[self.done].after)
            self.done += 1

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo."""
        return self.done > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to redo."""
        return self.done < len(self.moves)

    @property
    def last(self) -> str:
        """The name of the last move that is not undone."""
        return self.moves[self.done - 1].what if self.done else ""

    # -- inside ---------------------------------------------------------------------------------------------------

    def _changeable(self, cell: Cell, as_given: bool = False) -> Square:
        if cell not in self.squares:
            raise InputError(f"there is no cell {cell} on a {self.board}")
        square = self.squares[cell]
        if square.given and not as_given:
            raise InputError(f"row {cell[0]}, column {cell[1]} holds a given, which cannot be changed")
        return square

    def _move(self, what: str, wanted: Mapping[Cell, Square]) -> None:
        after = {i: square for i, square in wanted.items() if square != self.squares[i]}
        if not after:
            return
        before = {i: self.squares[i] for i in after}
        self.moves[self.done :] = [Change(what, before, after)]
        self.done += 1
        self.squares.update(after)
