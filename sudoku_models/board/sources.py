"""The sources of puzzles: the corpora with their titles, text, links and files. Bad input raises an `InputError`.

The fragment of the address of a page, `#puzzle=...`, holds a puzzle as a saved game without moves, compressed by zlib:
every board that can be saved. Browsers do not send fragments to servers.
"""

import base64
import csv
import hashlib
import re
import zlib
from collections.abc import Sequence
from functools import lru_cache

from .. import puzzles
from ..errors import InputError
from ..puzzles.about import Parsed
from ..puzzles.board import Board
from ..puzzles.corpora import CorpusEntry, data_folder, entry_of
from ..puzzles.formats.links import LARGEST_LINK
from ..puzzles.game_kinds import CLASSIC, GAMES
from ..puzzles.puzzle import Puzzle
from . import saving
from .game import Game
from .messages import capital

with (data_folder() / "titles.csv").open(encoding="utf-8", newline="") as file:
    NAMED = {row["name"]: row["title"] for row in csv.DictReader(file)}
"""The titles of the corpora, and of the puzzles with names of their own."""
SEED = ", seed "
OWN = "A puzzle of your own"
SAVED = re.compile(rf'\s*\{{(?s:.*)"format"\s*:\s*"{saving.FORMAT}"')
FRAGMENT = re.compile(r"#puzzle=([A-Za-z0-9_-]*)\s*$")


def as_puzzle(what: puzzles.PuzzleLike) -> Puzzle:
    """A puzzle from a puzzle, an empty board, the name of a puzzle, or a puzzle as text or as a link.

    Raises:
        InputError: When it is none of these.

    >>> as_puzzle("mccaffrey").name, as_puzzle(Board.of_size(4)).line()
    ('mccaffrey', '................')
    """
    linked = puzzle_of(what) if isinstance(what, str) else None
    return playable(linked or puzzles.as_puzzle(what))


def playable(puzzle: Puzzle) -> Puzzle:
    """The puzzle, unless it is too large to be drawn, or its rules are too many.

    Raises:
        InputError: When it is.
    """
    if puzzle.board.size > saving.LARGEST_BOARD:
        raise InputError(f"boards of up to {saving.LARGEST_BOARD} digits can be shown, not a {puzzle.board}")
    saving.check_rules(puzzle.board)
    return puzzle


def known(puzzle: Puzzle) -> CorpusEntry | None:
    """The corpus entry of a puzzle; None if it is in no corpus."""
    try:
        entry = entry_of(puzzle.name)
    except InputError:
        return None
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


def named(found: Sequence[Parsed], where: str) -> list[Puzzle]:
    """The puzzles of a text, with names.

    Raises:
        InputError: When there is none.
    """
    if not found:
        raise InputError(f"there is no puzzle in {where}; write one puzzle per line, '.' for blank cells")
    if len(found) == 1:
        return [playable(Puzzle(found[0].board, found[0].values, where, found[0].about))]
    return [Puzzle(each.board, each.values, f"{where}:{k}", each.about) for k, each in enumerate(found, 1)]


def fragment(puzzle: Puzzle) -> str:
    """The fragment that holds a puzzle with its board and its rules.

    >>> puzzle = Puzzle.parse("12.. 3412 2143 432.")
    >>> puzzle_of("http://127.0.0.1:8000/" + fragment(puzzle)) == puzzle
    True
    """
    packed = zlib.compress(saving.text_of(Game(puzzle)).encode(), 9)
    return f"#puzzle={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def puzzle_of(text: str) -> Puzzle | None:
    """The puzzle of a fragment, or of an address that ends with one; None for any other text.

    Raises:
        InputError: When the fragment is damaged, too long, or holds no puzzle.
    """
    found = FRAGMENT.search(text)
    if found is None:
        return None
    if len(found[1]) > LARGEST_LINK:
        raise InputError(f"the code has {len(text):,} characters; up to {LARGEST_LINK:,} are read")
    try:
        packed = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4))
        unpacked = zlib.decompressobj()
        plain = unpacked.decompress(packed, saving.LARGEST_GAME)
        if not unpacked.eof:
            raise ValueError("it is cut off, or too long")
        text = plain.decode()
    except (ValueError, zlib.error):
        raise InputError("the code of the puzzle is damaged or cut off: copy the whole of it, and try again") from None
    return saving.game_from(text).puzzle


def game_of(text: str) -> Game | None:
    """The game of a text that a person has given: of a link to a page with a board, or a saved game.

    Returns:
        None for any other text: the name of a puzzle, one or several puzzles, a link or JSON of other programs.

    Raises:
        InputError: When the link or the saved game is damaged.

    >>> game_of(fragment(Puzzle.parse("12.. 3412 2143 432."))).position.line()
    '12..34122143432.'
    >>> game_of("12.. 3412 2143 432.") is None
    True
    """
    if linked := puzzle_of(text):
        return Game(linked)
    return saving.game_from(text) if SAVED.match(text) else None


def title_of(puzzle: Puzzle) -> str:
    """The title that a puzzle has itself, or that of its name.

    >>> title_of(Puzzle.parse("12.. 3412 2143 432.", name="mine.txt:12"))
    'mine.txt, puzzle 12'
    """
    return puzzle.about.title or title(puzzle.name)


def title(name: str) -> str:
    """The title of a puzzle, as a person would name it.

    Args:
        name: Its name: that of a puzzle of the corpora, of a file with the number of the puzzle in it, or any other.

    >>> title("mccaffrey"), title("top95:3"), title("puzzles.txt:12")
    ("McCaffrey's puzzle", 'Top 95, puzzle 3', 'puzzles.txt, puzzle 12')
    >>> title(generated_name("easy", "17")), title("")
    ('Easy sudoku', 'A puzzle of your own')
    """
    if name in NAMED:
        return NAMED[name]
    family, _, number = name.rpartition(":")
    if family and number.isdigit():
        return f"{NAMED.get(family) or _capital(family)}, puzzle {number}"
    return _capital(name.partition(SEED)[0]) or OWN


def generated_name(level: str | None, seed: str, kind: str = CLASSIC) -> str:
    """The name of a generated puzzle, from which the same puzzle of its size can be made again.

    >>> generated_name("easy", "17", "killer")
    'Easy killer, seed 17'
    """
    what = "sudoku" if kind == CLASSIC else GAMES[kind].title.lower()
    return capital(f"{level or ''} {what}".strip()) + f"{SEED}{seed}"


def _capital(text: str) -> str:
    """A text that is no name of a file, with a capital letter."""
    return text if "." in text else capital(text)
