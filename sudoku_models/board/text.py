"""Text that comes from outside, made fit to be shown, and sentences."""

import unicodedata

__all__ = ["capital", "is_visible", "readable", "sentence"]

DIRECTIONS = set("\u061c\u200e\u200f") | {chr(k) for k in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Marks that turn the text around them from left to right, or back."""
FILLERS = set("\u115f\u1160\u3164\uffa0")
"""Letters that are blank."""


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
