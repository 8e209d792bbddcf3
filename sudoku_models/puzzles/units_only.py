"""The refusal of boards with rules that are not units, by what states units only."""

from ..errors import UnsupportedError
from .board import Board

__all__ = ["check_units_only"]


def check_units_only(board: Board, what: str) -> None:
    """Check that units are the only rules of a board.

    Args:
        board: The board.
        what: What has units only, for the message.

    Raises:
        UnsupportedError: When there is another rule; the message names it.

    >>> from sudoku_models.puzzles.rules import AntiKnight, Thermometer
    >>> check_units_only(Board.of_size(4).with_rules(AntiKnight()), "the textbook")
    >>> check_units_only(Board.of_size(4).with_rules(Thermometer("r1c1 r1c2")), "the textbook")
    Traceback (most recent call last):
    ...
    sudoku_models.errors.UnsupportedError: the textbook has units only, and the board has the rule 'thermometer on \
r1c1 r1c2'; the models that `build` makes have all rules
    """
    if board.cell_rules:
        raise UnsupportedError(
            f"{what} has units only, and the board has the rule {str(board.cell_rules[0])!r}; "
            "the models that `build` makes have all rules"
        )
