"""Text formats of variants: that of the Interactive Sudoku Solver, f-puzzles JSON, links, and short forms in one line.

What a format says that this package does not know is an error that names it: nothing is ignored, except for what is
only drawn.
"""

from ...errors import UnknownNameError
from ..board import Board
from ..rendering import line
from .fpuzzles import compressed, is_json, is_link, parse_fpuzzles, text_of_link, write_fpuzzles
from .iss import is_iss, parse_iss, write_iss
from .short_forms import is_cage_map, is_jigsaw, parse_cage_map, parse_jigsaw

__all__ = ["FORMATS", "has_board", "is_json", "is_link", "is_variant", "read", "write"]

FORMATS = ("iss", "fpuzzles", "link", "line")
"""The formats of `write`: the Interactive Sudoku Solver, f-puzzles JSON, a link of f-puzzles, only the givens."""


def has_board(text: str) -> bool:
    """Whether a text names its board and rules: it is a link, JSON, or of the Interactive Sudoku Solver.

    >>> has_board(".Windoku.~R1C1_5"), has_board("53..7....")
    (True, False)
    """
    return is_link(text) or is_json(text) or is_iss(text)


def is_variant(text: str) -> bool:
    """Whether `read` reads a text."""
    return has_board(text) or is_cage_map(text) or is_jigsaw(text)


def read(text: str) -> tuple[Board, tuple[int, ...]]:
    """The board and the values of a text for which `is_variant` holds.

    Raises:
        ParseError: When something is not known or is invalid; the message names it.
        NotInstalledError: When the text is a link that needs lzstring, which is not installed.

    >>> print(read(".AntiKnight.~R1C1_5")[0])
    9x9 board with 3x3 boxes and anti-knight
    """
    if is_link(text):
        text = text_of_link(text)
    if is_json(text):
        return parse_fpuzzles(text)
    if is_cage_map(text):
        return parse_cage_map(text)
    return parse_jigsaw(text) if is_jigsaw(text) else parse_iss(text)


def write(board: Board, values: tuple[int, ...], form: str = "iss", name: str = "") -> str:
    """A puzzle as one line of text in one of the `FORMATS`.

    Raises:
        InputError: When the format has no words for a unit or a rule; the message names it.
        UnknownNameError: When there is no such format.
        NotInstalledError: When a link needs lzstring, which is not installed.

    >>> write(Board.of_size(9).diagonal(), (0,) * 81)
    '.Diagonal~-1.Diagonal~1'
    """
    if form not in FORMATS:
        raise UnknownNameError("format", form, FORMATS)
    if form == "iss":
        return write_iss(board, values)
    if form == "line":
        return line(board, values)
    text = write_fpuzzles(board, values, name)
    return compressed(text) if form == "link" else text
