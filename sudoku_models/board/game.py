"""A game as a sequence of moves, without any user interface.

A move holds the squares that it changes, before and after, so that it can be undone and redone.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..errors import InputError, UnknownNameError
from ..puzzles.board import Board
from ..puzzles.puzzle import Puzzle
from ..puzzles.units import Cell
from .position import BLANK, COLORS, FIELDS, KINDS, Move, Position, Square, cell_in_words

ALL_MARKS = "marks"
"""The name of the moves that write or clear the marks of all cells."""
ALLOWED = "allowed values"
"""The name of the moves that write the allowed values of all cells as marks."""
FROM_A_CELL = "grid from a cell"
NOT_BY_HAND = ("solve", "search", FROM_A_CELL)
"""The names of moves that fill the board without the player."""


class Clock:
    """The seconds that a player has taken; it can be started and stopped.

    >>> times = iter([10.0, 12.5])
    >>> clock = Clock(1.0, lambda: next(times))
    >>> clock.start()
    >>> clock.stop()
    >>> clock.seconds
    3.5
    """

    def __init__(self, seconds: float = 0.0, now: Callable[[], float] = time.monotonic) -> None:
        self._before, self._now = seconds, now
        self._since: float | None = None

    is_running = property(lambda self: self._since is not None)

    @property
    def seconds(self) -> float:
        """The seconds so far."""
        return self._before + (0.0 if self._since is None else self._now() - self._since)

    def start(self) -> None:
        """Start the clock, if it is not running."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Stop the clock, if it is running."""
        self._before, self._since = self.seconds, None


class Game(Position):
    """A puzzle, the current digits, marks and colours, and the history of moves.

    Attributes:
        moves: All moves, including those that were undone.
        done: The number of moves that are not undone.
        locked: Why no move can be made now; empty when moves can be made.
        tidy: Whether a digit that is entered removes the marks that it rules out.
        clock: The time that the player has taken.
        hints: The number of hints that the player has used.
        level: How difficult the puzzle is, as far as it is known.

    >>> game = Game(Puzzle.parse("12.. 3412 2143 432."))
    >>> game.put((1, 3), 3)
    >>> game.put((1, 4), 4)
    >>> game.undo()
    >>> print(game.position.line())
    123.34122143432.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self.moves: list[Move] = []
        self.done = 0
        self.locked = ""
        self.tidy = True
        self.clock, self.hints, self.level = Clock(), 0, ""

    def put(self, cells: Cell | Sequence[Cell], digit: int, as_given: bool = False) -> None:
        """Write a digit into one or several cells, in one move. 0 erases.

        If `tidy` is set, the digit is removed from the marks of the cells' peers in the same move.

        Args:
            cells: A cell, or several; givens among several cells are skipped.
            digit: The digit; 0 for none.
            as_given: Whether the digit becomes a given, as in the design of a puzzle; then givens may be changed.

        Raises:
            InputError: When no cell can be changed, or there is no such digit.
        """
        if digit == 0:
            self.erase(cells, as_given)
            return
        changing = self._changeable(_listed(cells), as_given)
        if digit not in self.board.digits:
            raise InputError(f"there is no digit {digit} on a {self.board}")
        changing = [i for i in changing if self.squares[i][:2] != (digit, as_given)]
        after = self._without_digits(changing)
        for i in changing:
            self._write(i, digit, as_given, after)
        self._move(KINDS["digit"], after)

    def mark(self, cells: Cell | Sequence[Cell], digit: int, kind: str = "corner") -> None:
        """Add a mark or a colour to the cells, or remove it if all of them have it.

        Args:
            cells: A cell, or several; cells with digits are skipped among several, except for colours.
            digit: The digit, or the number of the colour.
            kind: "corner", "centre" or "color".

        Raises:
            InputError: When no cell can be changed, or there is no such digit, kind or colour.
        """
        UnknownNameError.check("kind of mark", [kind], FIELDS)
        what, numbers = ("colour", COLORS) if kind == "color" else ("digit", self.board.digits)
        if digit not in numbers:
            raise InputError(f"there is no {what} {digit}; they are 1 to {len(numbers)}")
        changing = _listed(cells) if kind == "color" else self._changeable(_listed(cells), only_blank=True)
        is_everywhere = all(digit in self.squares[i].of_kind(kind) for i in changing)
        change = frozenset.difference if is_everywhere else frozenset.union
        after = {i: self.squares[i].with_kind(kind, change(self.squares[i].of_kind(kind), {digit})) for i in changing}
        self._move(KINDS[kind], after)

    def erase(self, cells: Cell | Sequence[Cell], as_given: bool = False, kind: str = "digit") -> None:
        """Erase what is topmost in the cells, in one move: their digits, else their marks, else their colours.

        An erased digit gives back the marks that it took, unless another digit rules them out.

        Where the cells have entries of a `kind` other than "digit", these are erased first.

        Raises:
            InputError: When nothing but givens could be erased, or there is no such kind.
        """
        UnknownNameError.check("kind of entry", [kind], KINDS)
        listed = _listed(cells)
        chosen = [(kind,)] if kind != "digit" else []
        for kinds in (*chosen, ("digit",), ("corner", "centre"), ("color",)):
            if kinds == ("digit",):
                after = self._without_digits(i for i in listed if as_given or not self.squares[i].given)
            else:
                after = {i: self._without_entries(i, kinds) for i in listed}
            if self._move("erase", after):
                return
        self._changeable(listed, as_given)

    def write_marks(self, marks: Mapping[Cell, Iterable[int]] | None = None) -> None:
        """Write the corner marks of all blank cells: `marks`, their allowed values; by default what no peer holds."""
        after = {}
        for i, square in self.squares.items():
            if not square.digit:
                wanted = self.candidates(i) if marks is None else frozenset(marks.get(i, square.marks))
                after[i] = square._replace(marks=wanted)
        self._move(ALL_MARKS if marks is None else ALLOWED, after)

    def clear_marks(self) -> None:
        """Remove all marks."""
        everything = self.board.digits
        self._move(ALL_MARKS, {i: s.without_marks(*everything) for i, s in self.squares.items()})

    def clear_colors(self) -> None:
        """Remove all colours."""
        self._move("colours", {i: square._replace(colors=frozenset()) for i, square in self.squares.items()})

    def fill(self, values: Sequence[int], what: str = "fill in") -> None:
        """Write these digits into the cells that hold no given; 0 makes a cell blank.

        Args:
            values: n*n digits, row by row.
            what: The name of the move.
        """
        wanted = zip(self.squares.items(), values, strict=True)
        self._move(what, {i: square._replace(digit=d) for (i, square), d in wanted if not square.given})

    def follow(self, puts: Mapping[Cell, int], removes: Mapping[Cell, Iterable[int]]) -> None:
        """Carry out a step of an explanation: write its digits and remove its marks, in one move."""
        after = {}
        for i, gone in removes.items():
            square = self.squares[i]
            if not square.digit:
                kept = (self.marks(i) or self.candidates(i)) - frozenset(gone)
                after[i] = square.without_marks(*gone)._replace(marks=kept)
        for i, d in puts.items():
            if not self.squares[i].given:
                self._write(i, d, False, after)
        self._move("step", after)

    def restart(self) -> None:
        """Remove every entered digit, mark and colour."""
        self._move("start again", {i: Square(s.digit, True) if s.given else BLANK for i, s in self.squares.items()})

    def change_board(self, what: str, board: Board, without: Iterable[Cell] = ()) -> None:
        """Give the same cells other units and rules, as in the design of a puzzle.

        Args:
            what: The name of the move.
            board: The board, of the same size.
            without: Cells whose digits are erased in the same move.
        """
        self._move(what, self._without_digits(without), board)

    def undo(self) -> None:
        """Undo the last move, if there is one."""
        if move := self.to_undo:
            self.check_not_locked()
            self.squares.update(move.before)
            self.board = move.boards[0] if move.boards else self.board
            self.done -= 1

    def redo(self) -> None:
        """Redo the move that was undone last, if there is one."""
        if move := self.to_redo:
            self.check_not_locked()
            self.squares.update(move.after)
            self.board = move.boards[1] if move.boards else self.board
            self.done += 1

    @property
    def to_undo(self) -> Move | None:
        """The move that `undo` takes back."""
        return self.moves[self.done - 1] if self.done else None

    @property
    def to_redo(self) -> Move | None:
        """The move that `redo` makes again."""
        return self.moves[self.done] if self.done < len(self.moves) else None

    @property
    def is_by_hand(self) -> bool:
        """Whether all moves that are not undone are the player's own."""
        return not any(move.what in NOT_BY_HAND for move in self.moves[: self.done])

    @property
    def is_designed(self) -> bool:
        """Whether a move that is not undone has changed a given, or the board."""

        def givens(squares: Mapping[Cell, Square]) -> dict[Cell, int]:
            return {i: square.digit for i, square in squares.items() if square.given}

        return any(move.boards or givens(move.before) != givens(move.after) for move in self.moves[: self.done])

    def _changeable(self, cells: Sequence[Cell], as_given: bool = False, only_blank: bool = False) -> list[Cell]:
        """The cells without the givens among them, or only the blank ones."""
        found = [i for i in cells if as_given or not self.squares[i].given]
        if not found:
            raise InputError(f"{cell_in_words(cells[0])} holds a given, which cannot be changed")
        blank = [i for i in found if not self.squares[i].digit]
        if only_blank and not blank:
            raise InputError(f"{cell_in_words(found[0])} has its digit; erase it to write marks")
        return blank if only_blank else found

    def _write(self, cell: Cell, digit: int, as_given: bool, after: dict[Cell, Square]) -> None:
        """Write a digit into the squares of a move, and remove the marks that it rules out."""
        after[cell] = after.get(cell, self.squares[cell])._replace(digit=digit, given=as_given)
        for i in self.board.peers[cell] if self.tidy else ():
            after[i] = after.get(i, self.squares[i]).without_marks(digit)

    def _without_entries(self, cell: Cell, kinds: Iterable[str]) -> Square:
        """The square without the marks and colours of these kinds that it shows."""
        square = self.squares[cell]
        for kind in kinds:
            if kind in FIELDS and self.marks(cell, kind):
                square = square.with_kind(kind, frozenset())
        return square

    def _without_digits(self, cells: Iterable[Cell]) -> dict[Cell, Square]:
        """The squares after erasing the digits of some cells: the marks that these digits took are there again."""
        erased = {i: self.squares[i].digit for i in cells if self.squares[i].digit}
        after = {i: self.squares[i]._replace(digit=0, given=False) for i in erased}
        for i, d in erased.items():
            move = self._move_that_wrote(i)
            for j in self.board.peers[i] & move.before.keys():
                if all(k in erased or self.squares[k].digit != d for k in self.board.peers[j]):
                    square, taken = after.get(j, self.squares[j]), move.taken(j, d)
                    after[j] = square._replace(marks=square.marks | taken.marks, centres=square.centres | taken.centres)
        return after

    def _move_that_wrote(self, cell: Cell) -> Move:
        """The move that wrote the digit of a cell; an empty one if all marks were written or cleared after that."""
        digit = self.squares[cell].digit
        for move in reversed(self.moves[: self.done]):
            if move.what in (ALL_MARKS, ALLOWED):
                break
            if cell in move.before and move.before[cell].digit != digit:
                return move
        return Move("", {}, {})

    def check_not_locked(self) -> None:
        """Refuse a change while the board shows an explanation."""
        if self.locked:
            raise InputError(self.locked)

    def _move(self, what: str, wanted: Mapping[Cell, Square], board: Board | None = None) -> bool:
        """Make a move; returns False when it would change nothing."""
        after = {i: square for i, square in wanted.items() if square != self.squares[i]}
        boards = (self.board, board) if board is not None and board != self.board else None
        if not after and not boards:
            return False
        self.check_not_locked()
        before = {i: self.squares[i] for i in after}
        self.moves[self.done :] = [Move(what, before, after, boards)]
        self.redo()
        return True


def _listed(cells: Cell | Sequence[Cell]) -> list[Cell]:
    """The cells, each once, from one cell or several."""
    several: Any = [cells] if isinstance(cells[0], int) else cells
    return list(dict.fromkeys(several))
