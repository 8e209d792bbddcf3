"""What comes from a page as text or as a file, and games that a page saves."""

import re
from collections.abc import Callable
from typing import Any, Protocol

from ..errors import InputError
from ..puzzles.corpora import load
from ..puzzles.parsing import parse_many
from ..puzzles.puzzle import Puzzle
from . import messages, sources
from .game import Game
from .messages import Message
from .questions import Questions
from .saving import game_from, text_and_left_out
from .sharing import is_fragment, is_saved_game, puzzle_of

__all__ = ["autosave", "pick", "save", "take_text"]

NAME = re.compile(r"[A-Za-z][\w-]{2,40}(:[0-9]{1,6})?", re.ASCII)
"""What the name of a puzzle looks like: mccaffrey, or top95:1."""
AUTOSAVED_MOVES = 500
"""The number of moves that are saved automatically."""


class Player(Protocol):
    """The interface to a session."""

    game: Game
    waiting: list[Puzzle]
    parts: sources.Parts
    send: Callable[..., None]

    @property
    def questions(self) -> Questions: ...
    def say(self, message: Message) -> None: ...
    def open(self, puzzle: Puzzle) -> None: ...
    def open_puzzles(self, found: list[Puzzle]) -> None: ...
    def resume(self, game: Game) -> None: ...


def take_text(session: Player, raw: bytes, part: int, of: int, name: str) -> None:
    """Receive a part of a pasted text or of a file: puzzles, the name of one, a link, or a saved game."""
    where = name[:80] or "the text"
    text = session.parts.take(part, of, raw, where)
    if not text:
        return
    if is_fragment(text):
        session.open(puzzle_of(text))
    elif is_saved_game(text):
        session.resume(game_from(text))
    elif NAME.fullmatch(text.strip()):
        session.open(load(text.strip()))
    elif len(text) <= sources.SMALL_TEXT:
        session.open_puzzles(sources.named(list(parse_many(text)), where))
    else:
        session.questions.read(text, where)


def pick(session: Player, number: int) -> None:
    """Open a puzzle of the last opened file, counted from 1."""
    if not session.waiting:
        raise InputError("no file of several puzzles is open; open one first")
    if not 1 <= number <= len(session.waiting):
        raise InputError(f"the file has puzzles 1 to {len(session.waiting)}, not {number}")
    session.open(session.waiting[number - 1])


def save(session: Player, page: str = "") -> None:
    """Send the game as a file to the page that requested it, not to other pages of the same board."""
    if not page:
        raise InputError("no page asks for the file; from a cell, write it with board.save(path)")
    name = "".join(ch if ch.isalnum() else "-" for ch in session.game.name) or "sudoku"
    text, left_out = text_and_left_out(session.game)
    answer: dict[str, Any] = {"save": f"{name}.json", "text": text, "page": page}
    session.send(answer)
    session.say(messages.saved(f"The game is saved as {name}.json", left_out))


def autosave(session: Player, page: str) -> None:
    """Send the game to the page that requested it, with its last moves, and without a message."""
    text, _ = text_and_left_out(session.game, AUTOSAVED_MOVES)
    session.send({"autosave": text, "id": sources.identity(session.game.puzzle), "page": page})
