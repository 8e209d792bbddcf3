"""Rules for the whole board by chess moves: cells that see each other in further ways."""

from dataclasses import dataclass

from ...errors import InputError
from ..unit import Unit, square
from .rule import Rule, Shape, cell_name

__all__ = ["AntiKing", "AntiKnight"]


@dataclass(frozen=True)
class AntiKnight(Rule):
    """Cells a knight's move apart have different digits: further units of two cells.

    >>> from sudoku_models import Board
    >>> len(AntiKnight().units(Board.of_size(9)))
    224
    """

    @property
    def kind(self) -> str:
        return "anti-knight"

    def units(self, board: Shape) -> tuple[Unit, ...]:
        pairs = [
            ((r, c), (r + down, c + right))
            for r, c in board.cells
            for down, right in ((1, -2), (1, 2), (2, -1), (2, 1))
            if r + down <= board.size and 1 <= c + right <= board.size
        ]
        return tuple(Unit(f"the knight's move {cell_name(i)} {cell_name(j)}", (i, j), "knight") for i, j in pairs)


@dataclass(frozen=True)
class AntiKing(Rule):
    """Cells a king's move apart have different digits: the four cells of every small square are a further unit.

    >>> from sudoku_models import Board
    >>> len(AntiKing().units(Board.of_size(9)))
    64
    """

    @property
    def kind(self) -> str:
        return "anti-king"

    def units(self, board: Shape) -> tuple[Unit, ...]:
        corners = [(r, c) for r, c in board.cells if r < board.size and c < board.size]
        return tuple(Unit(f"the king's moves at {cell_name(corner)}", square(corner), "king") for corner in corners)

    def check_board(self, board: Shape) -> None:
        if 1 < board.size < 4:
            raise InputError(f"four cells around a corner cannot all differ on a {board.size}x{board.size} board")
