"""Sharing a puzzle by a link. The whole puzzle is in the link; nothing is sent anywhere.

The links of f-puzzles and SudokuPad hold the puzzle as f-puzzles JSON, compressed by lz-string. The fragment of the
address of a page, `#puzzle=...`, holds it as a saved game without moves, compressed by zlib. Browsers do not send
fragments to servers. It holds every board that can be saved.
"""

import base64
import re
import zlib
from typing import Any
from urllib.parse import quote

from ..errors import InputError, UnknownNameError
from ..puzzles.board import Board
from ..puzzles.formats.links import LARGEST_LINK
from ..puzzles.puzzle import Puzzle
from . import saving
from .game import Game

__all__ = ["KINDS", "game_of", "is_fragment", "link", "not_in_link", "puzzle_of"]

KINDS = {"f-puzzles": "f-puzzles", "sudokupad": "SudokuPad", "fragment": "a page with this board"}
"""The kinds of links, each with the program that opens it."""
FRAGMENT = re.compile(r"#puzzle=([A-Za-z0-9_-]*)\s*$")
LARGEST_TEXT = saving.LARGEST_GAME
"""The most bytes of a puzzle that are read from a fragment."""


def link(puzzle: Puzzle, kind: str = "fragment") -> str:
    """A link that holds the givens, the board and its rules.

    Args:
        puzzle: The puzzle.
        kind: One of `KINDS`. A fragment comes behind the address of a page that shows a board.

    Raises:
        UnknownNameError: When there is no such kind.
        InputError: When the link cannot hold a unit or a rule, or would be too long; the message says which.
        NotInstalledError: When lzstring is needed and is not installed.

    >>> puzzle = Puzzle.parse("12.. 3412 2143 432.")
    >>> puzzle_of(link(puzzle)) == puzzle
    True
    """
    if kind not in KINDS:
        raise UnknownNameError("kind of link", kind, KINDS)
    if kind == "fragment":
        packed = zlib.compress(saving.text_of(Game(puzzle)).encode(), 9)
        url = f"#puzzle={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    else:
        url = puzzle.text("link")
        if kind == "sudokupad":  # its place is the path of the address, in which "/" and "+" have to be quoted
            url = f"https://sudokupad.app/fpuzzles{quote(url.partition('load=')[2], safe='')}"
    if len(url) > LARGEST_LINK:
        raise InputError(f"the link would have {len(url):,} characters; save the puzzle as a file instead")
    return url


def not_in_link(puzzle: Puzzle, kind: str, url: str) -> list[str]:
    """The parts of a puzzle that a link of this kind leaves out, none of which its rules need.

    >>> puzzle = Puzzle.parse("12.. 3412 2143 432.")
    >>> not_in_link(puzzle, "f-puzzles", link(puzzle, "f-puzzles"))
    []
    """
    if kind == "fragment":
        return []
    read = Puzzle.parse(url).board
    if _units(read) != _units(puzzle.board):
        raise InputError(f"a link for {KINDS[kind]} cannot hold the units of this board; share it for a page instead")
    return ["the names of its regions"] if {*read.plain.units} != {*puzzle.board.plain.units} else []


def _units(board: Board) -> set[frozenset[Any]]:
    return {frozenset(unit.cells) for unit in board.plain.units}


def is_fragment(text: str) -> bool:
    """Whether a text ends with a fragment that holds a puzzle.

    >>> is_fragment("http://127.0.0.1:8000/#puzzle=eJw"), is_fragment("53..7....")
    (True, False)
    """
    return FRAGMENT.search(text) is not None


def puzzle_of(text: str) -> Puzzle:
    """The puzzle of a fragment, or of an address that ends with one.

    Raises:
        InputError: When it is damaged, too long, or holds no puzzle.
    """
    found = FRAGMENT.search(text)
    if found is None:
        raise InputError("this link holds no puzzle")
    if len(found[1]) > LARGEST_LINK:
        raise InputError(f"the link has {len(text):,} characters; up to {LARGEST_LINK:,} are read")
    try:
        packed = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
        unpacked = zlib.decompressobj()
        plain = unpacked.decompress(packed, LARGEST_TEXT)
        if not unpacked.eof:
            raise ValueError("it is cut off, or too long")
        text = plain.decode()
    except (ValueError, zlib.error):
        raise InputError("the link is damaged or cut off: copy the whole of it, and try again") from None
    return saving.game_from(text).puzzle


def game_of(text: str) -> Game | None:
    """The game of a text that a person has given: of a link to a page with a board, or a saved game.

    Returns:
        None for any other text: the name of a puzzle, one or several puzzles, a link or JSON of f-puzzles.

    Raises:
        InputError: When the link or the saved game is damaged.

    >>> game_of(link(Puzzle.parse("12.. 3412 2143 432."))).position.line()
    '12..34122143432.'
    >>> game_of("12.. 3412 2143 432.") is None
    True
    """
    if is_fragment(text):
        return Game(puzzle_of(text))
    is_json = text.lstrip().startswith("{")
    is_f_puzzles = '"grid"' in text and f'"{saving.FORMAT}"' not in text
    return saving.game_from(text) if is_json and not is_f_puzzles else None
