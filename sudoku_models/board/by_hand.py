"""Which moves of a game are not the player's own, and what undoing or redoing would bring back of them.

>>> from ..puzzles.puzzle import Puzzle
>>> game = Game(Puzzle.parse("12.. 3412 2143 432."))
>>> game.put((1, 3), 3)
>>> is_by_hand(game)
True
>>> game.put((1, 4), 4, what="reveal")
>>> game.undo()
>>> is_by_hand(game), brings_back(game, game.moves[1].after)
(True, True)
"""

from collections.abc import Mapping

from ..puzzles.board import Cell
from .game import ALLOWED, Game
from .squares import Square

__all__ = ["NOT_BY_HAND", "brings_back", "is_by_hand"]

NOT_BY_HAND = ("solve", "search", "reveal", "grid from a cell")
"""The names of moves that fill the board without the player."""


def is_by_hand(game: Game) -> bool:
    """Whether all moves that are not undone are the player's own."""
    return not any(move.what in NOT_BY_HAND for move in game.moves[: game.done])


def brings_back(game: Game, after: Mapping[Cell, Square]) -> bool:
    """Whether a change of some cells would show what a solver has written into them earlier.

    Args:
        game: The game.
        after: The cells after the change.
    """
    changes = {i: square for i, square in after.items() if square != game.squares[i]}
    for move in game.moves:
        for i in changes.keys() & move.after.keys():
            found, square = move.after[i], changes[i]
            if move.what in NOT_BY_HAND and square.digit and square.digit == found.digit:
                return True
            if move.what == ALLOWED and square.marks and square.marks == found.marks:
                return True
    return False
