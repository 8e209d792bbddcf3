"""The kind of a board in a few words: usual, killer, jigsaw, X-sudoku, windoku, anti-knight, ..."""

from functools import lru_cache

from .board import Board
from .formats.layout import DOWN, GROUPS, UP, WINDOWS, layout_of

__all__ = ["kinds_of"]

WORDS = {"killer cage": "killer", DOWN: "X-sudoku", UP: "X-sudoku", WINDOWS: "windoku", GROUPS: "disjoint groups"}


@lru_cache(maxsize=64)
def kinds_of(board: Board) -> tuple[str, ...]:
    """What a board has beside rows, columns and boxes; `("usual",)` when it has nothing else.

    >>> kinds_of(Board.of_size(9)), kinds_of(Board.jigsaw("1122 1122 3344 4334").diagonal()), kinds_of(Board.latin(5))
    (('usual',), ('jigsaw', 'X-sudoku'), ('Latin square',))
    """
    layout = layout_of(board)
    found = [] if layout.has_boxes else ["Latin square" if layout.regions is None else "jigsaw"]
    if board.plain.box is not None:
        found = []
    found += [WORDS[each] if isinstance(each, str) else "extra regions" for each in layout.further]
    found += [WORDS.get(rule.kind, rule.kind) for rule in board.rules]
    return tuple(dict.fromkeys(found)) or ("usual",)
