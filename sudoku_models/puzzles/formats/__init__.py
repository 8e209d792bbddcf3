"""Text formats of puzzles: those of other programs, links, and short forms in one line.

What a format says that this package does not know is an error that names it. What is only drawn or told in words is
left out, which `About.left_out` and a warning say.
"""

import re
import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from ...errors import InputError, ParseError, UnknownNameError
from ..about import NOTHING, About, Parsed
from ..board import Board
from ..rendering import line
from . import classic, links
from .fpuzzles import parse_fpuzzles, write_fpuzzles
from .iss import is_iss, parse_iss, write_iss
from .one_line import is_cage_list, is_cage_map, is_jigsaw, parse_cage_list, parse_cage_map, parse_jigsaw
from .sudokupad import parse_sudokupad

__all__ = ["FORMATS", "KINDS", "has_board", "is_json", "is_link", "is_sdk", "is_variant", "read", "write", "write_any"]

KINDS = (
    "81 digits, with points for blank cells; a drawn grid; its candidates; a line of HoDoKu; a file .sdk or .sdm; "
    "a long link of SudokuPad, f-puzzles, SudokuWiki or the Interactive Sudoku Solver; JSON of f-puzzles or SudokuPad"
)
"""What can be read, in words."""


class Format(NamedTuple):
    """A format that is read.

    Attributes:
        is_mine: Whether a text is in this format.
        read: Reads such a text.
        has_board: Whether such a text names its board, or can be nothing but a puzzle.
    """

    is_mine: Callable[[str], bool]
    read: Callable[[str], Parsed]
    has_board: bool = True


def is_json(text: str) -> bool:
    """Whether a text is an object: the JSON of f-puzzles or of SudokuPad, which also has a short form.

    >>> is_json(' {"size": 9}'), is_json("53..7....")
    (True, False)
    """
    return text.lstrip().startswith("{")


def _read_json(text: str) -> Parsed:
    """The puzzle of JSON; that of f-puzzles has a grid, that of SudokuPad has cells."""
    if '"grid"' in text:
        return parse_fpuzzles(text)
    if '"cells"' in text or re.search(r"[{,]\s*(ce|cells):", text):
        return parse_sudokupad(text)
    raise ParseError("this is no puzzle of f-puzzles, which has a 'grid', none of SudokuPad, and not a saved game")


def _read_link(text: str) -> Parsed:
    """The puzzle of a link, in the format that it holds."""
    held = links.text_of_link(text)
    if is_link(held):
        raise ParseError("the link holds another link; open that one")
    return read(held) if is_variant(held) else parse_iss(held)


is_link, is_sdk = links.is_link, classic.is_sdk

READERS = (
    Format(is_link, _read_link),
    Format(is_json, _read_json),
    Format(classic.is_wiki, classic.parse_sudokuwiki),
    Format(classic.is_hodoku, classic.parse_hodoku),
    Format(classic.is_sdk, classic.parse_sdk),
    Format(is_cage_map, parse_cage_map, has_board=False),
    Format(is_cage_list, parse_cage_list),
    Format(is_jigsaw, parse_jigsaw, has_board=False),
    Format(is_iss, parse_iss),
)
"""The formats that are read, in the order in which they are tried; other texts are digits, see `parsing`."""


def has_board(text: str) -> bool:
    """Whether a text names its board and rules, or its program.

    >>> has_board(".Windoku.~R1C1_5"), has_board("53..7....")
    (True, False)
    """
    return any(each.is_mine(text) for each in READERS if each.has_board)


def is_variant(text: str) -> bool:
    """Whether `read` reads a text."""
    return any(each.is_mine(text) for each in READERS)


def read(text: str) -> Parsed:
    """The board, the values and the texts of a text for which `is_variant` holds.

    Raises:
        ParseError: When something is not known or is invalid; the message names it.

    >>> print(read(".AntiKnight.~R1C1_5").board)
    9x9 board with 3x3 boxes and anti-knight
    """
    found = next((each for each in READERS if each.is_mine(text)), None)
    if found is None:
        raise ParseError(f"this is no puzzle in a known format; what can be read: {KINDS}")
    puzzle = found.read(text)
    if puzzle.about.left_out and found.read is not _read_link:  # that has warned already
        warnings.warn(puzzle.about.left_out, stacklevel=2)
    return puzzle


WRITERS: dict[str, Callable[[Board, tuple[int, ...], About], str]] = {
    "iss": lambda board, values, _: write_iss(board, values),
    "fpuzzles": write_fpuzzles,
    "link": lambda *puzzle: links.fpuzzles_link(write_fpuzzles(*puzzle)),
    "sudokupad": lambda *puzzle: links.sudokupad_link(write_fpuzzles(*puzzle)),
    "line": lambda board, values, _: line(board, values),
    "hodoku": classic.write_hodoku,
    "sdk": classic.write_sdk,
    "sudokuwiki": classic.write_sudokuwiki,
}
"""What writes each format: the Interactive Sudoku Solver, f-puzzles JSON, a link of f-puzzles or of SudokuPad, only the
givens; for usual sudokus a line of HoDoKu, a file of SadMan Sudoku, and a link of SudokuWiki."""
FORMATS = tuple(WRITERS)


def write(board: Board, values: tuple[int, ...], form: str = "iss", about: About = NOTHING) -> str:
    """A puzzle as text in one of the `FORMATS`.

    Raises:
        InputError: When the format has no words for a unit or a rule; the message names it.
        UnknownNameError: When there is no such format.

    >>> write(Board.of_size(9).diagonal(), (0,) * 81)
    '.Diagonal~-1.Diagonal~1'
    """
    UnknownNameError.check("format", [form], WRITERS)
    return WRITERS[form](board, values, about)


def write_any(board: Board, values: tuple[int, ...]) -> str | None:
    """A puzzle as text in the first format that has words for all of it: "iss", else "fpuzzles"; None if neither has.

    >>> write_any(Board.of_size(9).diagonal(), (0,) * 81)
    '.Diagonal~-1.Diagonal~1'
    """
    for form in ("iss", "fpuzzles"):
        with suppress(InputError):
            return write(board, values, form)
    return None
