"""Links that hold a whole puzzle: f-puzzles JSON, compressed by lz-string, and texts of the Interactive Sudoku Solver.

Nothing is fetched from the network.
"""

import re
from typing import Any
from urllib.parse import unquote

from ...errors import NotInstalledError, ParseError

__all__ = ["LARGEST_LINK", "compressed", "is_link", "text_of_link"]

LARGEST_LINK = 20_000
"""The most characters of a link that are read. Text that repeats itself grows with the square of this number: the
largest possible text has about 47 million characters, in 2 seconds."""
DATA = re.compile(r"(?:[?&](?:load|puzzleid)=(?:fpuz(?:zles)?)?|(?:^|/)fpuz(?:zles)?)([A-Za-z0-9+/=%\s-]+)$")
ISS = re.compile(r"Interactive-Sudoku-Solver/[^?]*\?(?:[^#]*&)?q=([^&#]+)")


def is_link(text: str) -> bool:
    """Whether a text is a link, or the compressed puzzle of one with its mark "fpuzzles".

    >>> is_link("https://f-puzzles.com/?load=N4I"), is_link("fpuzzlesN4I"), is_link("53..7....")
    (True, True, False)
    """
    return re.match(r"\s*(?:https?://|fpuz)", text) is not None


def text_of_link(text: str) -> str:
    """The puzzle in a link, in the text format of the Interactive Sudoku Solver or as f-puzzles JSON.

    Raises:
        ParseError: When it is not a link that holds a puzzle, or is damaged.
        NotInstalledError: When lzstring is needed and is not installed.

    >>> text_of_link("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight.~R1C1_5")
    '.AntiKnight.~R1C1_5'
    """
    text = text.strip()
    if len(text) > LARGEST_LINK:
        raise ParseError(f"the link has {len(text):,} characters; up to {LARGEST_LINK:,} are read")
    if found := ISS.search(text):
        return unquote(found[1])
    found = DATA.search(text)
    if not found:
        raise ParseError(
            "this link holds no puzzle that can be read: open it, and copy the long link of f-puzzles "
            "(https://f-puzzles.com/?load=...) or of the Interactive Sudoku Solver (...?q=...)"
        )
    data = re.sub(r"\s", "+", unquote(found[1]))  # in a query, a "+" may have become a space
    try:
        units = _lzstring().decompressFromBase64(data)
        if not units:
            raise ValueError("there is no text")
        return str(units.encode("utf-16", "surrogatepass").decode("utf-16"))  # UTF-16 units, as JavaScript has them
    except NotInstalledError:
        raise
    except Exception:  # a damaged text ends lzstring with all kinds of errors
        raise ParseError("the link is damaged or cut off: it cannot be decompressed") from None


def compressed(text: str) -> str:
    """The link that opens an f-puzzles JSON text.

    Raises:
        NotInstalledError: When lzstring is not installed.
    """
    return f"https://f-puzzles.com/?load={_lzstring().compressToBase64(text)}"


def _lzstring() -> Any:
    try:
        from lzstring import LZString
    except ImportError:
        raise NotInstalledError(
            "links of f-puzzles need lzstring: pip install 'sudoku-models[links]'; its JSON needs nothing"
        ) from None
    return LZString()
