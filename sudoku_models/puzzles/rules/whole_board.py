"""Rules for the whole board: chess moves, and "all marks are given"."""

from dataclasses import dataclass
from typing import ClassVar

from ...errors import InputError
from ..units import Unit, adjacent_pairs, square
from .marks import MARKS, Unrelated
from .rule import CellRule, Rule, Shape, coordinates


@dataclass(frozen=True)
class AntiKnight(Rule):
    """Cells a knight's move apart have different digits: further units of two cells.

    >>> from sudoku_models import Board
    >>> len(AntiKnight().units(Board.of_size(9)))
    224
    """

    kind = "anti-knight"

    def units(self, board: Shape) -> tuple[Unit, ...]:
        pairs = [
            ((r, c), (r + down, c + right))
            for r, c in board.cells
            for down, right in ((1, -2), (1, 2), (2, -1), (2, 1))
            if r + down <= board.size and 1 <= c + right <= board.size
        ]
        return tuple(Unit(f"the knight's move {coordinates(i)} {coordinates(j)}", (i, j), "knight") for i, j in pairs)


@dataclass(frozen=True)
class AntiKing(Rule):
    """Cells a king's move apart have different digits: the four cells of every small square are a further unit.

    >>> from sudoku_models import Board
    >>> len(AntiKing().units(Board.of_size(9)))
    64
    """

    kind = "anti-king"

    def units(self, board: Shape) -> tuple[Unit, ...]:
        corners = [(r, c) for r, c in board.cells if r < board.size and c < board.size]
        return tuple(Unit(f"the king's moves at {coordinates(corner)}", square(corner), "king") for corner in corners)

    def check_board(self, board: Shape) -> None:
        if 1 < board.size < 4:
            raise InputError(f"four cells around a corner cannot all differ on a {board.size}x{board.size} board")


@dataclass(frozen=True)
class AllGiven(Rule):
    """Neighbours without a mark are not in its relation, because all marks are given."""

    marks: ClassVar[tuple[str, ...]] = ()
    """The marks that are all given."""

    def parts(self, board: Shape) -> tuple[CellRule, ...]:
        """An `Unrelated` for each pair of neighbours without one of the marks."""
        kinds = tuple(MARKS[mark] for mark in self.marks)
        given = {frozenset(rule.cells) for rule in board.rules if isinstance(rule, kinds)}
        return tuple(Unrelated(pair, self.marks) for pair in adjacent_pairs(board.size) if frozenset(pair) not in given)


@dataclass(frozen=True)
class AllDotsGiven(AllGiven):
    """All Kropki dots are given: neighbours without a dot are neither consecutive, nor is one twice the other."""

    marks = ("white dot", "black dot")


@dataclass(frozen=True)
class AllWhiteDotsGiven(AllGiven):
    """All white dots (or bars) are given: neighbours without one are not consecutive; with none, "non-consecutive"."""

    marks = ("white dot",)


@dataclass(frozen=True)
class AllXVGiven(AllGiven):
    """Every X and V is given: neighbours without one have neither the sum 10 nor the sum 5."""

    kind = "all X and V given"

    marks = ("X", "V")
