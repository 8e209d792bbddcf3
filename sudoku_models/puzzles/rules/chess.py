"""Chess moves: cells a knight's or a king's move apart differ."""

from dataclasses import dataclass

from ...errors import InputError
from ..units import Unit, square
from . import placing
from .rule import Rule, Shape, coordinates


@dataclass(frozen=True)
class AntiKnight(Rule):
    """Cells a knight's move apart have different digits: further units of two cells.

    >>> from sudoku_models import Board
    >>> len(AntiKnight().units(Board.of_size(9)))
    224
    """

    kind = "anti-knight"
    meaning = "cells a knight's move apart have different digits"
    switch, word = "Anti-knight", "antiknight"
    iss, fpuzzles = ("AntiKnight",), "antiknight"

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
    meaning = "cells a king's move apart have different digits"
    switch, word = "Anti-king", "antiking"
    iss, fpuzzles = ("AntiKing",), "antiking"

    def units(self, board: Shape) -> tuple[Unit, ...]:
        corners = [(r, c) for r, c in board.cells if r < board.size and c < board.size]
        return tuple(Unit(f"the king's moves at {coordinates(corner)}", square(corner), "king") for corner in corners)

    def check_board(self, board: Shape) -> None:
        if 1 < board.size < 4:
            raise InputError(f"four cells around a corner cannot all differ on a {board.size}x{board.size} board")


AntiKnight.generated = (("antiknight", placing.board("no digit twice at a knight's move", AntiKnight())),)
AntiKing.generated = (("antiking", placing.board("no digit twice at a king's move", AntiKing())),)
