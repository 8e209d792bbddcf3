"""Conversion of arguments to puzzles: a puzzle, a name, text, or rows of digits."""

from collections.abc import Iterable
from typing import Any

from ..errors import InputError, SudokuModelsError
from .board import Board
from .corpora import load
from .formats import has_board
from .puzzle import Puzzle
from .values import short_repr

__all__ = ["as_puzzle"]

PuzzleLike = Puzzle | Board | str | Iterable[Iterable[Any]]
"""A puzzle, an empty board, the name of a puzzle that ships with the package, a puzzle as text, or rows of digits."""

SHORTEST_TEXT = 16
"""Characters of a 4x4 puzzle; a shorter string can only be a name."""


def as_puzzle(what: PuzzleLike) -> Puzzle:
    """Convert a puzzle, an empty board, a name, text, or rows of digits to a puzzle.

    Raises:
        InputError: When it is none of these; the message says why.

    >>> as_puzzle("mccaffrey").name, as_puzzle(Board.of_size(4)).line()
    ('mccaffrey', '................')
    >>> as_puzzle([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]]) == as_puzzle("1... ..2. .3.. ...4")
    True
    """
    if isinstance(what, Puzzle):
        return what
    if isinstance(what, Board):
        return Puzzle(what, (0,) * len(what.cells))
    if isinstance(what, str):
        return _named_or_parsed(what)
    if isinstance(what, Iterable) and not isinstance(what, bytes):
        return Puzzle.from_rows(what)
    raise InputError(f"expected a puzzle, or its name, its text or its rows, not {short_repr(what)}")


def _named_or_parsed(text: str) -> Puzzle:
    if has_board(text):
        return Puzzle.parse(text)
    try:
        return load(text)
    except SudokuModelsError as no_name:
        if ":" in text or len(text) < SHORTEST_TEXT:
            raise
        try:
            return Puzzle.parse(text)
        except InputError:
            if text.isidentifier() and len(text) < 40:
                raise no_name from None
            raise
