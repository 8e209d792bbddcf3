"""What a puzzle says about itself, and no solver reads: its title, author, and rules in words."""

from typing import Any, NamedTuple

from .board import Board
from .values import readable

LONGEST = {"title": 200, "author": 200, "rules": 5_000, "left_out": 1_000}
"""The most characters that are kept of each text."""


class About(NamedTuple):
    """What a puzzle says about itself. No solver reads it.

    Attributes:
        title: Its title.
        author: Who has set it.
        rules: Its rules in words.
        left_out: A sentence that says which parts of the text that was read are not in the puzzle, or are not checked.
    """

    title: str = ""
    author: str = ""
    rules: str = ""
    left_out: str = ""

    @classmethod
    def of(cls, **texts: Any) -> "About":
        r"""Texts from outside, fit to be shown and cut off where they are too long; what is no text is left out.

        >>> About.of(title=" A\x1b puzzle\n", author=None)
        About(title='A puzzle', author='', rules='', left_out='')
        """
        given = {name: text for name, text in texts.items() if isinstance(text, str)}
        kept = {name: readable(text[: 2 * LONGEST[name]]).strip() for name, text in given.items()}
        for name in ("title", "author"):
            kept[name] = " ".join(kept.get(name, "").split())
        if any(len(text) > LONGEST[name] for name, text in kept.items()):
            kept["left_out"] = "; ".join(filter(None, [kept.get("left_out"), "its texts are long, and are cut off"]))
        title, author, rules, left_out = (kept.get(name, "")[:most] for name, most in LONGEST.items())
        return cls(title, author, rules, left_out)

    def line(self) -> str:
        """The title and the author in one line; empty when there are none.

        >>> About("Fish", "A. Setter").line()
        'Fish, by A. Setter'
        """
        return ", ".join(filter(None, [self.title, self.author and f"by {self.author}"]))


NOTHING = About()
"""A puzzle that says nothing about itself."""


class Parsed(NamedTuple):
    """What was read from a text: a board, its values with 0 for blank, and what the text says about the puzzle."""

    board: Board
    values: tuple[int, ...]
    about: About = NOTHING
