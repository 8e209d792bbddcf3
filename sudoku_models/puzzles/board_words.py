"""Boards in words, as a user writes them (`9+diagonal`, `latin:7`, `6+antiknight`), and their kinds: jigsaw, killer."""

import re
from collections.abc import Callable
from functools import partial

from ..errors import InputError, UnknownNameError
from .board import Board
from .rules import RULES
from .rules.rule import Rule
from .values import short_repr


def _with_rule(rule: type[Rule], board: Board) -> Board:
    return board.with_rules(rule())


FURTHER_WORDS: dict[str, Callable[[Board], Board]] = {
    "diagonal": Board.diagonal,
    "windoku": Board.windoku,
    "disjoint": Board.disjoint,
    **{rule.word: partial(_with_rule, rule) for rule in RULES.values() if rule.word},
}
"""The words that add units or a rule to a board."""
FIRST_WORDS = ("a size such as 9", "boxes such as 2x3", "latin:7", "jigsaw:REGIONS")
"""The possible first words, unless it is one of the others, on the usual board with 9 digits."""


def board_in_words(text: str) -> Board:
    """The board that words joined by "+" describe.

    The first word is a size, the rows x columns of a box, `latin:SIZE`, or `jigsaw:` with a symbol for the region of
    each cell; without one the board is the usual one with 9 digits. Each further word is one of `FURTHER_WORDS`.

    Raises:
        InputError: When a word is not known, or there is no such board.

    >>> print(board_in_words("6+diagonal"))
    6x6 board with 2x3 boxes, diagonal 1 and diagonal 2
    >>> print(board_in_words("windoku+antiknight"))
    9x9 board with 3x3 boxes and 4 windows and anti-knight
    >>> print(board_in_words("jigsaw:1122112233443344+diagonal"))
    4x4 board with rows and columns, 4 regions and 2 further units
    """
    first, *further = words = text.strip().split("+")
    if first in FURTHER_WORDS:
        board, further = Board.of_size(9), words
    else:
        board = _first_board(first)
    for word in further:
        if word not in FURTHER_WORDS:
            raise UnknownNameError("word for a board", word, FURTHER_WORDS)
        board = FURTHER_WORDS[word](board)
    return board


def _first_board(word: str) -> Board:
    if re.fullmatch(r"[0-9]{1,9}", word, re.ASCII):
        return Board.of_size(int(word))
    if found := re.fullmatch(r"([0-9]{1,9})x([0-9]{1,9})", word, re.ASCII):
        return Board.with_boxes(int(found[1]), int(found[2]))
    if found := re.fullmatch(r"latin:([0-9]{1,9})", word, re.ASCII):
        return Board.latin(int(found[1]))
    if word.startswith("jigsaw:"):
        return Board.jigsaw(word.removeprefix("jigsaw:"))
    expected = ", ".join([*FIRST_WORDS, *FURTHER_WORDS])
    raise InputError(f"the words of a board are {expected}, joined by +; the first one cannot be {short_repr(word)}")


WORDS = {"diagonal": "X-sudoku", "window": "windoku", "group": "disjoint groups"}
LINES_AND_REGIONS = ("row", "column", "box", "region")


def kinds_of(board: Board) -> tuple[str, ...]:
    """The kinds of rules of a board beside rows, columns and boxes; `("usual",)` when it has nothing else.

    >>> kinds_of(Board.of_size(9)), kinds_of(Board.jigsaw("1122 1122 3344 4334").diagonal()), kinds_of(Board.latin(5))
    (('usual',), ('jigsaw', 'X-sudoku'), ('Latin square',))
    """
    kinds = dict.fromkeys(unit.kind for unit in board.plain.units)
    found = [] if "box" in kinds else ["jigsaw" if "region" in kinds else "Latin square"]
    found += (WORDS.get(kind, "extra regions") for kind in kinds if kind not in LINES_AND_REGIONS)
    found += (rule.variant or rule.kind for rule in board.rules)
    return tuple(dict.fromkeys(found)) or ("usual",)
