"""Text from outside made fit to be shown, sentences, and the titles of puzzles."""

import unicodedata

from ..puzzles.board import Board

__all__ = ["LABELS", "capital", "generated_name", "is_visible", "readable", "sentence", "title"]

DIRECTIONS = set("\u061c\u200e\u200f") | {chr(k) for k in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Marks that turn the text around them from left to right, or back."""
FILLERS = set("\u115f\u1160\u3164\uffa0")
"""Letters that are blank."""

LABELS = {
    "named": "Puzzles with names",
    "top95": "Top 95",
    "easy50": "Easy 50",
    "hardest11": "Hardest 11",
    "clues17": "17 givens",
    "small": "Small puzzles",
    "large": "Large puzzles",
    "several": "None or several solutions",
    "rated": "Rated puzzles",
    "killer": "Killer sudokus",
    "jigsaw": "Jigsaw sudokus",
    "xsudoku": "X sudokus",
    "windoku": "Windokus",
    "antiknight": "Anti-knight sudokus",
    "clues": "Sudokus with clues",
    "variants": "Variants",
}
"""The titles of the corpora."""

NAMED = {
    "mccaffrey": "McCaffrey's puzzle",
    "pulp": "PuLP's puzzle",
    "pyomo": "Pyomo's puzzle",
    "cpmpy": "CPMpy's puzzle",
    "pycsp3": "PyCSP3's puzzle",
    "python-constraint": "The puzzle of python-constraint",
    "gecode-1": "Gecode's puzzle 1",
    "gecode-10": "Gecode's puzzle 10",
    "ampl-very-easy": "AMPL's very easy puzzle",
    "ampl-hard": "AMPL's hard puzzle",
    "hakank-1": "Hakank's puzzle 1",
    "boring": "Hakank's boring puzzle",
    "ai-escargot": "AI Escargot",
    "sudsoln-1": "The puzzle of sudsoln",
    "rkkautsar": "The puzzle of rkkautsar",
}
"""The titles of the puzzles with names of their own."""

SEED = ", seed "
OWN = "A puzzle of your own"


def readable(text: str) -> str:
    r"""The text without what cannot be sent to a page, and without what would change the text around it.

    A lone surrogate becomes a question mark in a diamond; control characters and marks of direction are left out.

    >>> readable("a\ud800b") == "a\N{REPLACEMENT CHARACTER}b", readable("a\x1b\u202eb")
    (True, 'ab')
    """
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return "".join(ch for ch in text if ch in "\t\n\r" or not (ch in DIRECTIONS or unicodedata.category(ch) == "Cc"))


def is_visible(text: str) -> bool:
    r"""Whether a reader sees anything.

    >>> is_visible("a"), is_visible("\u200b "), is_visible("\u3164")
    (True, False, False)
    """
    return any(unicodedata.category(ch)[0] not in "CZM" and ch not in FILLERS for ch in text)


def capital(text: str) -> str:
    """The text with a capital letter.

    >>> capital("hidden single")
    'Hidden single'
    """
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A sentence with a capital letter, unless it begins with something else than a word, such as the name of a file.

    >>> sentence("there is no puzzle"), sentence("puzzles.txt has no puzzle")
    ('There is no puzzle', 'puzzles.txt has no puzzle')
    """
    first = text.partition(" ")[0].rstrip(",:;.")
    return capital(text) if first.replace("'", "").isalpha() else text


def title(name: str) -> str:
    """The title of a puzzle, as a person would name it.

    Args:
        name: Its name: that of a puzzle of the corpora, of a file with the number of the puzzle in it, or any other.

    >>> title("mccaffrey"), title("top95:3"), title("puzzles.txt:12")
    ("McCaffrey's puzzle", 'Top 95, puzzle 3', 'puzzles.txt, puzzle 12')
    >>> title(generated_name("easy", Board.of_size(9), "17")), title("")
    ('An easy 9x9 puzzle', 'A puzzle of your own')
    """
    if name in NAMED:
        return NAMED[name]
    family, _, number = name.rpartition(":")
    if family and number.isdigit():
        return f"{LABELS.get(family) or _capital(family)}, puzzle {number}"
    return _capital(name.partition(SEED)[0]) or OWN


def generated_name(level: str | None, board: Board, seed: str) -> str:
    """The name of a generated puzzle, from which the same puzzle can be made again."""
    article = "An" if level and level[0] in "aeiou" else "A"
    return f"{article} {level + ' ' if level else ''}{board.size}x{board.size} puzzle{SEED}{seed}"


def _capital(text: str) -> str:
    """A text that is no name of a file, with a capital letter."""
    return text if "." in text else capital(text)
