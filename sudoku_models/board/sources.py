"""The sources of puzzles: the corpora, pasted text and files. Invalid or huge input raises an `InputError`."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .. import puzzles
from ..errors import InputError
from ..puzzles.board import Board
from ..puzzles.corpora import Entry, corpus, titles
from ..puzzles.parsing import LARGEST_FILE, decode
from ..puzzles.puzzle import Puzzle
from .saving import LARGEST_BOARD, check_rules
from .sharing import is_fragment, puzzle_of
from .text import LABELS, title

__all__ = ["TextInParts", "as_puzzle", "identity", "known", "menu", "named", "playable"]


def menu() -> list[dict[str, Any]]:
    """The corpora for a drop-down, with the titles of the puzzles that have their own names.

    >>> [(each["name"], each["label"], each["count"]) for each in menu()][:2]
    [('named', 'Puzzles with names', 15), ('top95', 'Top 95', 95)]
    """
    return [
        {"name": name, "label": LABELS[name], "title": about, "count": count, "names": _titles(name)}
        for name, (about, count) in titles().items()
    ]


def _titles(family: str) -> dict[str, str]:
    """The puzzles of a corpus that have names of their own, with their titles."""
    return {name: title(name) for name in corpus(family)} if family == "named" else {}


def as_puzzle(what: puzzles.PuzzleLike) -> Puzzle:
    """A puzzle from a puzzle, an empty board, the name of a puzzle, or a puzzle as text.

    Raises:
        InputError: When it is none of these.

    >>> as_puzzle("mccaffrey").name, as_puzzle(Board.of_size(4)).line()
    ('mccaffrey', '................')
    """
    return playable(puzzle_of(what) if isinstance(what, str) and is_fragment(what) else puzzles.as_puzzle(what))


def playable(puzzle: Puzzle) -> Puzzle:
    """The puzzle, unless it is too large to be drawn, or its rules are too many.

    Raises:
        InputError: When it is.
    """
    if puzzle.board.size > LARGEST_BOARD:
        raise InputError(f"boards of up to {LARGEST_BOARD} digits can be shown, not a {puzzle.board}")
    check_rules(puzzle.board)
    return puzzle


def known(puzzle: Puzzle) -> Entry | None:
    """The corpus entry of a puzzle; None if it is in no corpus."""
    family = puzzle.name.partition(":")[0] if ":" in puzzle.name else "named"
    if family not in titles() or puzzle.name not in corpus(family):
        return None
    entry = corpus(family).entry(puzzle.name)
    return entry if entry.puzzle == puzzle else None


def identity(puzzle: Puzzle) -> str:
    """A short text that identifies the givens and the board of a puzzle, whatever its name.

    >>> identity(Puzzle.parse("12.. 3412 2143 432.")) == identity(Puzzle.parse("12.. 3412 2143 432.", name="another"))
    True
    """
    return _digest(puzzle.board, puzzle.values)


@lru_cache(maxsize=64)
def _digest(board: Board, values: tuple[int, ...]) -> str:
    return hashlib.sha256(repr((board, values)).encode()).hexdigest()[:16]


def named(found: Sequence[tuple[Board, tuple[int, ...]]], where: str) -> list[Puzzle]:
    """The puzzles of a text, with names.

    Raises:
        InputError: When there is none.
    """
    if not found:
        raise InputError(f"there is no puzzle in {where}; write one puzzle per line, '.' for blank cells")
    if len(found) == 1:
        return [playable(Puzzle(*found[0], where))]
    return [Puzzle(board, values, f"{where}:{k}") for k, (board, values) in enumerate(found, 1)]


class TextInParts:
    """A text that arrives in parts, because the size of a message is limited.

    >>> parts = TextInParts()
    >>> parts.take(0, 2, b"12.. 3412 "), parts.take(1, 2, b"2143 432.")
    ('', '12.. 3412 2143 432.')
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def take(self, part: int, of: int, raw: bytes, where: str = "the text") -> str:
        """Add a part; returns the whole text after the last part, else an empty text.

        Raises:
            InputError: When it is too large, is no text, or a part is missing.
        """
        if part == 0:
            self._parts = []
        if part != len(self._parts) or not 0 <= part < of:
            raise InputError(f"a part of {where} is missing; try again")
        self._parts.append(raw)
        if sum(map(len, self._parts)) > LARGEST_FILE:
            self._parts = []
            raise InputError(f"{where} has more than {LARGEST_FILE:,} bytes; split it")
        if part + 1 < of:
            return ""
        whole, self._parts = b"".join(self._parts), []
        return decode(whole, where)
