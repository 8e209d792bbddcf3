"""Text, files and links that come from a page, and those that are sent to it."""

import re

from ..errors import InputError
from ..puzzles.board import Board
from ..puzzles.corpora import load
from ..puzzles.parsing import parse_many
from . import messages, sources
from .messages import Message
from .runner import Post
from .saving import text_and_left_out
from .session import GameSession
from .sharing import KINDS, game_of, link, not_in_link

__all__ = ["autosave", "save", "send_path", "share", "take_text"]

NAME = re.compile(r"[A-Za-z][\w-]{2,40}(:[0-9]{1,6})?", re.ASCII)
"""The form of a name of a puzzle: mccaffrey, or top95:1."""
AUTOSAVED_MOVES = 500
"""The number of moves that are saved automatically."""
SMALL_TEXT = 20_000
"""The number of characters that are parsed directly; a longer text is parsed in a worker process."""
MOST_PUZZLES = 100_000
"""The number of puzzles to read from a file; further ones are ignored."""


def parsed(post: Post, text: str, time_limit: float) -> list[tuple[Board, tuple[int, ...]]]:
    """The puzzles of a text; runs in the worker process."""
    found = []
    for each in parse_many(text):
        found.append(each)
        if len(found) == MOST_PUZZLES:
            break
        if len(found) % 1000 == 0:
            post({"puzzles": len(found)})
    return found


def take_text(session: GameSession, file: bytes, part: int, of: int, name: str) -> None:
    """Receive a part of a pasted text or of a file: puzzles, the name of one, a link, or a saved game."""
    where = name[:80] or "the text"
    text = session.parts.take(part, of, file, where)
    if not text:
        return
    if game := game_of(text):
        session.resume(game)
    elif NAME.fullmatch(text.strip()):
        session.open(load(text.strip()))
    elif len(text) <= SMALL_TEXT:
        session.open_several(sources.named(list(parse_many(text)), where))
    else:

        def show(found: list[tuple[Board, tuple[int, ...]]]) -> None:
            session.open_several(sources.named(found, where))

        session.ask(parsed, f"reading {where}", show, 60.0, "nothing", text=text)


def save(session: GameSession, page: str = "") -> None:
    """Send the game as a file to the page that requested it, not to other pages of the same board."""
    if not page:
        raise InputError("no page asks for the file; from a cell, write it with board.save(path)")
    name = "".join(ch if ch.isalnum() else "-" for ch in session.game.name) or "sudoku"
    text, left_out = text_and_left_out(session.game)
    session.send({"save": f"{name}.json", "text": text, "page": page})
    session.say(messages.saved(f"The game is saved as {name}.json", left_out))


def autosave(session: GameSession, page: str) -> None:
    """Send the game to the page that requested it, with its last moves, and without a message."""
    text, _ = text_and_left_out(session.game, AUTOSAVED_MOVES)
    session.send({"autosave": text, "id": sources.identity(session.game.puzzle), "page": page})


def share(session: GameSession, page: str = "", kind: str = "fragment") -> None:
    """Send a link with the puzzle, one of `sharing.KINDS`, to the page that asked for it."""
    puzzle = session.game.puzzle
    url = link(puzzle, kind)
    without = not_in_link(puzzle, kind, url)
    if session.game.values != puzzle.values:
        without = ["the digits that you have entered", *without]
    session.send({"share": url, "kind": kind, "page": page})
    left_out = f", without {' and '.join(without)}" if without else ""
    session.say(Message(f"The link opens the puzzle in {KINDS[kind]}{left_out}. Nothing was sent anywhere"))


def send_path(session: GameSession, page: str = "") -> None:
    """Send the explanation as text to the page that asked for it."""
    session.send({"copy": session.open_walk().text(), "page": page})
