"""The kinds of games, which the command line and the board offer under the same names."""

from typing import NamedTuple

from .board import Board
from .board_words import kinds_of

CLASSIC = "classic"
OTHERS = "others"
"""The kind of the shipped puzzles that are of several kinds, or of one that is not in `GAMES`."""
LARGEST_WITHOUT_GIVENS = 9
"""The largest board on which cages alone have one solution within some seconds."""


class Game(NamedTuple):
    """A kind of games; its name is that of the rules in `KINDS`.

    Attributes:
        title: What a person calls it.
        sizes: The sizes of the boards on which a puzzle is made within some seconds.
        words: The words of `kinds_of` for its boards.
        clues: The number of givens, where that is usual.
    """

    title: str
    sizes: tuple[int, ...]
    words: frozenset[str]
    clues: int | None = None


SIZES = (4, 6, 8, 9, 12, 16)
GAMES = {
    CLASSIC: Game("Classic", (4, 6, 8, 9, 10, 12, 15, 16, 20, 25), frozenset({"usual"})),
    "killer": Game("Killer", SIZES, frozenset({"killer"}), 0),
    "jigsaw": Game("Jigsaw", SIZES, frozenset({"jigsaw"})),
    "thermometer": Game("Thermometer", SIZES, frozenset({"thermometer"})),
    "arrow": Game("Arrow", SIZES, frozenset({"arrow"})),
    "kropki": Game(
        "Dots",
        SIZES,
        frozenset({"white dot", "black dot", "all dots given", "all white dots given", "all black dots given"}),
    ),
    "antiknight": Game("Anti-knight", SIZES, frozenset({"anti-knight"})),
}
"""The kinds of games by name."""


def kind_of(board: Board) -> str:
    """The kind of a board, one of `GAMES`, else `OTHERS`.

    >>> kind_of(Board.of_size(9)), kind_of(Board.of_size(9).windoku())
    ('classic', 'others')
    """
    words = {*kinds_of(board)}
    return next((name for name, game in GAMES.items() if words <= game.words), OTHERS)
