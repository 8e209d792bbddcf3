"""Sharing a puzzle by a link. The whole puzzle is in the link; nothing is sent anywhere.

The links of f-puzzles and SudokuPad hold the puzzle as f-puzzles JSON, compressed by lz-string. The fragment of the
address of a page, `#puzzle=...`, holds it as a saved game without moves, compressed by zlib; it can hold every board.
"""

import base64
import re
import zlib
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import quote

from ..errors import InputError, UnknownNameError
from ..puzzles.formats.links import LARGEST_LINK
from ..puzzles.puzzle import Puzzle
from . import saving
from .game import Game
from .messages import Message

__all__ = ["KINDS", "is_fragment", "link", "puzzle_of", "share"]

KINDS = {"f-puzzles": "f-puzzles", "sudokupad": "SudokuPad", "fragment": "this page"}
"""The kinds of links, each with what opens it."""
FRAGMENT = re.compile(r"#puzzle=([A-Za-z0-9_-]+)\s*$")
LARGEST_TEXT = 2**20
"""The most bytes of a puzzle that are read from a fragment."""


def link(puzzle: Puzzle, kind: str = "fragment") -> str:
    """A link that holds the givens, the board and its rules.

    Args:
        puzzle: The puzzle.
        kind: One of `KINDS`. A fragment is to be put behind the address of a page that shows a board.

    Raises:
        UnknownNameError: When there is no such kind.
        InputError: When the link cannot hold a unit or a rule; the message names it.
        NotInstalledError: When lzstring is needed and is not installed.

    >>> puzzle = Puzzle.parse("12.. 3412 2143 432.")
    >>> puzzle_of(link(puzzle)) == puzzle
    True
    """
    if kind not in KINDS:
        raise UnknownNameError("kind of link", kind, KINDS)
    if kind == "fragment":
        packed = zlib.compress(saving.text_of(Game(puzzle)).encode(), 9)
        return f"#puzzle={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
    found = puzzle.text("link")
    if kind == "sudokupad":
        return f"https://sudokupad.app/fpuzzles{quote(found.partition('load=')[2], safe='')}"
    return found


def is_fragment(text: str) -> bool:
    """Whether a text ends with a fragment that holds a puzzle.

    >>> is_fragment("http://127.0.0.1:8000/#puzzle=eJw"), is_fragment("53..7....")
    (True, False)
    """
    return FRAGMENT.search(text) is not None


def puzzle_of(text: str) -> Puzzle:
    """The puzzle of a fragment, or of an address that ends with one.

    Raises:
        InputError: When it is damaged, or too long.
    """
    found = FRAGMENT.search(text)
    if found is None:
        raise InputError("this link holds no puzzle")
    if len(text) > LARGEST_LINK:
        raise InputError(f"the link has {len(text):,} characters; up to {LARGEST_LINK:,} are read")
    data = found[1]
    try:
        unpacked = zlib.decompressobj()
        plain = unpacked.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), LARGEST_TEXT)
        if not unpacked.eof:
            raise ValueError("it is cut off, or too long")
        return saving.game_from(plain.decode()).puzzle
    except (ValueError, zlib.error, InputError):
        raise InputError("the link is damaged or cut off: copy the whole of it, and try again") from None


class Player(Protocol):
    """The interface to a session."""

    game: Game
    send: Callable[..., None]

    def say(self, message: Message) -> None: ...


def share(session: Player, page: str = "", kind: str = "fragment") -> None:
    """Send a link with the puzzle to the page that asked for it."""
    url = link(session.game.puzzle, kind)
    answer: dict[str, Any] = {"share": url, "kind": kind, "page": page}
    session.send(answer)
    session.say(Message(f"The link holds the puzzle for {KINDS[kind]}; nothing was sent anywhere"))
