"""The code of the kernel behind each page: one board. The notebook of the server calls `show`; see `server`."""

from typing import Any

__all__ = ["show"]


def show(game: str) -> Any:
    """A board with a game.

    Args:
        game: The text of `board.saving.text_of`.

    >>> from sudoku_models import Puzzle
    >>> from sudoku_models.board.game import Game
    >>> from sudoku_models.board.saving import text_of
    >>> show(text_of(Game(Puzzle.parse("12.. 3412 2143 432.")))).position.line()
    '12..34122143432.'
    """
    from .. import BoardWidget
    from ..saving import game_from

    begun = game_from(game)
    return BoardWidget.load(game) if begun.moves else BoardWidget(begun.puzzle)
