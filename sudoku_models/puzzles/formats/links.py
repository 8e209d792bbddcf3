"""Links that hold a whole puzzle: of f-puzzles, SudokuPad, SudokuWiki and the Interactive Sudoku Solver.

Nothing is fetched from the network. The texts in the links of f-puzzles and SudokuPad are compressed by lz-string.
"""

import re
from urllib.parse import quote, unquote

from ...errors import InputError, ParseError
from .classic import WIKI
from .lz_string import compressed, decompressed

LARGEST_LINK = 20_000
"""The most characters of a link that are read."""
LARGEST_TEXT = 500_000
"""The most characters of the text in a link: a text that repeats itself grows with the square of its link."""
MARK = "(?:fpuz(?:zles)?|scl|ctc)"
BARE = r"N4[A-Z](?=\S*[a-z])[A-Za-z0-9+/=%-]{20}"
"""How a compressed object begins that has no mark: as no board, with letters of both cases."""
DATA = re.compile(
    rf"(?:[?&](?:load|puzzleid)={MARK}?|[?&]id={MARK}|(?:^|/){MARK}|^(?={BARE}))([A-Za-z0-9+/=%\s-]+)(?:[&#].*)?$"
)
ISS = re.compile(r"Interactive-Sudoku-Solver/[^?]*\?(?:[^#]*&)?q=([^&#]+)")


def is_link(text: str) -> bool:
    """Whether a text is a link, or the compressed puzzle of one, with or without its mark, "fpuzzles" or "scl".

    >>> is_link("https://f-puzzles.com/?load=N4I"), is_link("fpuzzlesN4I"), is_link("sclN4I"), is_link("53..7....")
    (True, True, True, False)
    """
    return re.match(rf"\s*(?:https?://|fpuz|(?:scl|ctc)N[4-7]|{BARE})", text) is not None


def text_of_link(text: str) -> str:
    """The puzzle in a link, in the text format of the Interactive Sudoku Solver, SudokuWiki, f-puzzles or SudokuPad.

    Raises:
        ParseError: When it is not a link that holds a puzzle, is damaged, or is too large.

    >>> text_of_link("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight.~R1C1_5")
    '.AntiKnight.~R1C1_5'
    """
    text = text.strip()
    if len(text) > LARGEST_LINK:
        raise ParseError(f"the link has {len(text):,} characters; up to {LARGEST_LINK:,} are read")
    if found := ISS.search(text):
        return unquote(found[1])
    if found := WIKI.match(text):
        return f"bd={found[1]}"
    found = DATA.search(text)
    if not found:
        raise ParseError(
            "this link holds no puzzle that can be read, and nothing is fetched from the network. Open it, and copy a "
            "long link: of f-puzzles (https://f-puzzles.com/?load=...), SudokuPad (https://sudokupad.app/scl...), "
            "SudokuWiki (...?bd=...) or the Interactive Sudoku Solver (...?q=...)"
        )
    data = re.sub(r"\s", "+", unquote(found[1]))  # in a query, a "+" may have become a space
    try:
        if puzzle := decompressed(data, LARGEST_TEXT):
            return puzzle
        raise InputError("it is empty")
    except InputError as error:
        raise ParseError(f"the link is damaged or cut off: {error}") from None


def fpuzzles_link(text: str) -> str:
    """The link that opens an f-puzzles JSON text in f-puzzles."""
    return f"https://f-puzzles.com/?load={compressed(text)}"


def sudokupad_link(text: str) -> str:
    """The link that opens an f-puzzles JSON text in SudokuPad; "/" and "+" in its path have to be quoted."""
    return f"https://sudokupad.app/fpuzzles{quote(compressed(text), safe='')}"
