"""The puzzles that the arguments of a command refer to."""

import re
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..board import sources
from ..board.game import Game
from ..errors import InputError, UnknownNameError
from ..puzzles import formats, parsing
from ..puzzles.board import Board
from ..puzzles.board_words import board_in_words
from ..puzzles.corpora import corpora, corpus, load, read_puzzles
from ..puzzles.puzzle import Puzzle

TOO_LONG_FOR_A_NAME = 144
"""The length of a 12x12 puzzle."""


def resolve(text: str, words: str | None = None) -> list[Puzzle]:
    """The puzzles that a command line argument refers to.

    Args:
        text: A name, a corpus, a puzzle, a file, or "-" for standard input.
        words: Their board in words; by default their own, or the usual one of their size.

    Raises:
        InputError: When it does not refer to a puzzle, or a puzzle has another size than the board.
    """
    board = board_in_words(words) if words is not None else None
    if text == "-":
        if sys.stdin is None or sys.stdin.closed:
            raise InputError("standard input is closed; pass a puzzle, its name or a file instead of -")
        raw = sys.stdin.buffer.read(parsing.LARGEST_FILE + 1)
        content = parsing.decode(raw, "standard input")
        if game := sources.game_of(content):
            return [_on(board, game.puzzle)]
        many = parsing.parse_many(content, board)
        found = [Puzzle(each.board, each.values, f"line {k}", each.about) for k, each in enumerate(many, 1)]
        if not found:
            raise InputError("there is no puzzle in standard input; write one per line, '.' for blank cells")
        return [replace(found[0], name="")] if len(found) == 1 else found
    is_file = is_path(text)
    if not is_file and (game := game_in(text)):
        return [_on(board, game.puzzle)]
    if formats.has_board(text) and not is_file:
        return [Puzzle.parse(text, board)]
    # Looked up one by one, because listing all names would read every corpus, which takes a second.
    with suppress(UnknownNameError):
        return [_on(board, puzzle) for puzzle in corpus(text).values()]
    with suppress(UnknownNameError):
        return [_on(board, load(text))]
    if is_file:
        return [_on(board, game.puzzle)] if (game := game_in(text)) else read_puzzles(text, board)
    if formats.is_variant(text) or _looks_like_a_puzzle(text):
        return [Puzzle.parse(text, board)]
    names = [*corpus("named"), *(each.name for each in corpora())]
    raise UnknownNameError("puzzle, corpus or file", text, names, "A puzzle can also be given as text, '.' for blank")


def game_in(text: str) -> Game | None:
    """The game that an argument, or the file that it names, holds as a code of a board or as a saved game, if any.

    Raises:
        InputError: When the code or the saved game is damaged.
    """
    return sources.game_of(parsing.read_text(Path(text)) if is_path(text) else text)


def resolve_one(text: str, purpose: str) -> Puzzle:
    """The puzzle that an argument refers to.

    Raises:
        InputError: When it does not refer to a puzzle, or refers to several.
    """
    found = resolve(text)
    if len(found) > 1:
        such = f"name it, such as {found[0].name or text}"
        raise InputError(f"{text!r} has {len(found)} puzzles, but only one can be {purpose}; {such}")
    return found[0]


def family(text: str) -> str | tuple[str, list[Puzzle]]:
    """The name of a corpus that ships with the package, or the puzzles of a file with its name.

    Raises:
        InputError: When it does not refer to a puzzle.
    """
    with suppress(UnknownNameError):
        return corpus(text).name
    puzzles = resolve(text)
    return (Path(text).stem if is_path(text) else text), puzzles


def _looks_like_a_puzzle(text: str) -> bool:
    """Whether the text is too long for a name, or has at least 12 characters, mostly digits or blank cells."""
    solid = re.sub(r"\s", "", text)
    is_solid = len(solid) >= 12 and sum(ch in ".0123456789?*_xX" for ch in solid) >= 0.6 * len(solid)
    return is_solid or len(text) >= TOO_LONG_FOR_A_NAME


def is_path(text: str) -> bool:
    """Whether there is a file or a folder of this name."""
    try:
        return bool(text.strip()) and Path(text).exists()
    except (OSError, ValueError):  # too long for a file name, or with a zero byte
        return False


def _on(board: Board | None, puzzle: Puzzle) -> Puzzle:
    """The givens of a puzzle on another board.

    Raises:
        InputError: When the board has another size, or the puzzle has rules of its own.
    """
    if board is None or board == puzzle.board:
        return puzzle
    if puzzle.board.plain != Board.of_size(puzzle.board.size) or puzzle.board.rules:
        raise InputError(f"{puzzle.name or 'the puzzle'} is on a {puzzle.board}; omit --board")
    return replace(puzzle, board=board)
