"""Text, files and links that come from a page, and those that are sent to it.

The links for f-puzzles and SudokuPad hold a puzzle as f-puzzles JSON; the code for another board is a fragment. The
whole puzzle is in each; nothing is sent anywhere.
"""

import re
from dataclasses import replace
from itertools import islice

from ..errors import InputError, UnknownNameError
from ..puzzles import formats
from ..puzzles.about import Parsed
from ..puzzles.corpora import load
from ..puzzles.formats.links import LARGEST_LINK
from ..puzzles.parsing import LARGEST_FILE, decode, parse_many
from ..puzzles.puzzle import Puzzle
from . import messages, sources
from .messages import Message
from .runner import Post
from .saving import AUTOSAVED_MOVES, text_and_left_out
from .session import OWN_NAME, GameSession

KINDS = {"f-puzzles": "f-puzzles", "sudokupad": "SudokuPad", "fragment": "another board"}
"""The kinds of links, each with the program that opens it."""
NAME = re.compile(r"[A-Za-z][\w-]{2,40}(:[0-9]{1,6})?", re.ASCII)
"""The form of a name of a puzzle: mccaffrey, or top95:1."""
PART = 2**19
"""The bytes of a file in one message to the page."""
SMALLEST = 16
"""The number of cells of the smallest board."""
NO_PUZZLE = f"this is no puzzle; what can be read: {formats.KINDS}; a saved game; or a name, such as top95:1"
SMALL_TEXT = 20_000
"""The number of characters that are parsed directly; a longer text is parsed in a worker process."""
MOST_PUZZLES = 100_000
"""The number of puzzles to read from a file; further ones are ignored."""


def parsed(post: Post, text: str, time_limit: float) -> list[Parsed]:
    """The puzzles of a text; runs in the worker process."""
    return [*islice(parse_many(text), MOST_PUZZLES)]


def take_text(session: GameSession, file: bytes, part: int, of: int, name: str) -> None:
    """Receive a part of a pasted text or of a file, because the size of a message is limited; after the last, open it.

    It holds puzzles, the name of one, a link, or a saved game.

    Raises:
        InputError: When it is too large, is no text, or a part is missing.
    """
    where = name[:80] or "the text"
    parts, session.parts = [*session.parts, file] if part else [file], []
    if part + 1 != len(parts) or part >= of:
        raise InputError(f"a part of {where} is missing; try again")
    if sum(map(len, parts)) > LARGEST_FILE:
        raise InputError(f"{where} has more than {LARGEST_FILE:,} bytes; split it")
    if part + 1 < of:
        session.parts = parts
        return
    text = decode(b"".join(parts), where)
    if game := sources.game_of(text):
        session.resume(game)
    elif NAME.fullmatch(text.strip()) and not formats.is_variant(text):
        session.open(_named(text.strip()))
    elif len("".join(text.split())) < SMALLEST and not formats.is_variant(text):
        raise InputError(NO_PUZZLE)
    elif len(text) <= SMALL_TEXT:
        session.open_several(sources.named(list(parse_many(text)), where))
    else:

        def show(found: list[Parsed]) -> None:
            session.open_several(sources.named(found, where))

        session.ask(parsed, f"reading {where}", show, 60.0, "nothing", text=text)


def _named(name: str) -> Puzzle:
    """The puzzle with this name.

    Raises:
        InputError: When there is none; the message says what can be read.
    """
    try:
        return load(name)
    except UnknownNameError:
        raise InputError(f"no puzzle is called {name!r}, and {NO_PUZZLE}") from None


def save(session: GameSession, page: str = "") -> None:
    """Send the game as a file to the page that requested it, not to other pages of the same board."""
    if not page:
        raise InputError("no page asks for the file; from a cell, write it with board.save(path)")
    name = file_name(session)
    text, left_out = text_and_left_out(session.game)
    session.send({"save": f"{name}.json", "text": text, "page": page})
    session.say(messages.saved(f"The game is saved as {name}.json", left_out))


def autosave(session: GameSession, page: str) -> None:
    """Send the game to the page that requested it, with its last moves, and without a message."""
    text, _ = text_and_left_out(session.game, AUTOSAVED_MOVES)
    session.send({"autosave": text, "id": sources.identity(session.game.puzzle), "page": page})


def file_name(session: GameSession) -> str:
    """The name of a file for the puzzle, without its ending."""
    return "".join(ch if ch.isalnum() else "-" for ch in session.game.name)[:60] or "sudoku"


def send_file(session: GameSession, page: str, name: str, content: bytes) -> None:
    """Send a file to the page that asked for it, in parts of less than 1 MB."""
    parts = [content[k : k + PART] for k in range(0, len(content), PART)]
    for k, part in enumerate(parts):
        session.send({"save": name, "page": page, "part": k, "of": len(parts)}, [part])


def share(session: GameSession, page: str = "", kind: str = "fragment") -> None:
    """Send a link with the puzzle, one of `KINDS`, to the page that asked for it."""
    puzzle = session.game.puzzle
    url = link(puzzle, kind)
    session.send({"share": url, "kind": kind, "page": page})
    left_out = ", without the digits that you have entered" if session.game.values != puzzle.values else ""
    what = "code" if kind == "fragment" else "link"
    session.say(Message(f"The {what} opens the puzzle in {KINDS[kind]}{left_out}. Nothing was sent anywhere"))


def link(puzzle: Puzzle, kind: str = "fragment") -> str:
    """A link that holds the givens, the board and its rules.

    Args:
        puzzle: The puzzle.
        kind: One of `KINDS`. A fragment comes behind the address of a page that shows a board.

    Raises:
        UnknownNameError: When there is no such kind.
        InputError: When the link cannot hold a unit or a rule, or would be too long; the message says which.

    >>> puzzle = Puzzle.parse("12.. 3412 2143 432.")
    >>> sources.puzzle_of(link(puzzle)) == puzzle
    True
    """
    UnknownNameError.check("kind of link", [kind], KINDS)
    if kind == "fragment":
        url = sources.fragment(puzzle)
    else:
        untitled = replace(puzzle, name="") if puzzle.name == OWN_NAME else puzzle
        url = untitled.text("sudokupad" if kind == "sudokupad" else "link")
    if len(url) > LARGEST_LINK:
        raise InputError(f"the link would have {len(url):,} characters; save the puzzle as a file instead")
    return url
