"""The settings of appearance and input, each with a default and a check, and the symbols of the digits."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError, UnknownNameError
from ..puzzles.rendering import LETTERS
from ..puzzles.values import readable, short_repr
from .messages import is_visible

CHOICES: dict[str, dict[str, str]] = {
    "entry": {
        "refuse": "accept only digits that fit",
        "mark": "accept every digit, and mark clashes",
    },
    "theme": {"auto": "as the page around it", "light": "light", "dark": "dark"},
}
"""The settings with a fixed set of choices."""

SWITCHES = {
    "tidy": "a digit that is entered removes the marks that it rules out",
    "timer": "the time is shown",
    "same": "equal digits and marks are highlighted",
    "peers": "the row, column and box of the chosen cell are shaded",
    "numbers": "rows and columns are numbered",
    "patterns": "each colour of cells has a pattern of its own",
}
"""The settings that are on or off."""

USUAL: dict[str, Any] = {
    "entry": "mark",
    "theme": "auto",
    "symbols": "digits",
    **dict.fromkeys(SWITCHES, True),
    "patterns": False,
}
"""The default of every setting."""

LONGEST = 4
"""The largest number of characters in a cell."""
MOST_CODE_POINTS = 16
"""The largest number of code points of a symbol; a family of four has 11."""
LONGEST_TEXT = 2_000


def changed(settings: Mapping[str, Any], changes: Mapping[str, Any], n: int) -> dict[str, Any]:
    """The settings after some changes.

    Args:
        settings: The current settings.
        changes: The settings to change.
        n: The size of the board.

    Raises:
        UnknownNameError: When there is no such setting, or no such choice of it.
        InputError: When a value is invalid.

    >>> changed(USUAL, {"theme": "dark"}, 9)["theme"]
    'dark'
    """
    for name, value in changes.items():
        if name not in USUAL:
            raise UnknownNameError("setting", str(name), USUAL)
        if name in CHOICES and not (isinstance(value, str) and value in CHOICES[name]):
            raise UnknownNameError(name, str(value), CHOICES[name])
        if name in SWITCHES and not isinstance(value, bool):
            raise InputError(f"{name} is on or off (True or False), not {value!r}")
        if name == "symbols":
            symbols(value, n)
            text = readable(value) if isinstance(value, str) else [readable(each) for each in value]
            changes = {**changes, name: text}
    return {**USUAL, **settings, **changes}


def symbols(choice: str | Sequence[str], n: int) -> list[str]:
    """The symbol of each of the digits 1..n.

    Args:
        choice: "digits" (1 to 9, then A, B, ...), "letters", or n symbols: a list, or a text with one after another.
            Symbols of several characters, such as the emoji of a family, need spaces between them.
        n: The number of symbols.

    Raises:
        InputError: When there are not n of them, two are equal, or one is too long.

    >>> symbols("digits", 12)[8:], symbols("letters", 4)
    (['9', 'A', 'B', 'C'], ['A', 'B', 'C', 'D'])
    >>> len(symbols("🐶🐱🐭🐹", 4)), symbols("do re mi fa", 4)
    (4, ['do', 're', 'mi', 'fa'])
    >>> symbols("abc", 4)
    Traceback (most recent call last):
    ...
    sudoku_models.errors.InputError: 4 different symbols are needed, but there are 3: a b c
    """
    if choice == "digits":
        return list(LETTERS[1 : n + 1]) if n < len(LETTERS) else [str(d) for d in range(1, n + 1)]
    if choice == "letters":
        choice = (
            LETTERS[10 : n + 10] if n <= 26 else [f"{LETTERS[10 + d // 26]}{LETTERS[10 + d % 26]}" for d in range(n)]
        )
    if not isinstance(choice, str | list | tuple):
        raise InputError(f"the symbols must be a text or a list of texts, not {short_repr(choice)}")
    found = split(choice) if isinstance(choice, str) else list(choice)
    if not all(isinstance(symbol, str) and is_visible(symbol) for symbol in found):
        raise InputError(
            "every symbol must be a text that can be seen; put spaces between symbols of several characters"
        )
    if len(found) != n:
        shown = " ".join(found[:40])
        raise InputError(
            f"{n} different symbols are needed, but there are {len(found)}{shown and ': ' + readable(shown[:200])}"
        )
    found = [unicodedata.normalize("NFC", readable(symbol).strip()) for symbol in found]
    if double := next((symbol for symbol in found if found.count(symbol) > 1), ""):
        raise InputError(f"the symbol {double!r} stands for two digits; every digit needs a symbol of its own")
    if long := next((symbol for symbol in found if _is_long(symbol)), ""):
        raise InputError(f"the symbol {long!r} is too long for a cell: {LONGEST} characters fit")
    return found


def split(text: str) -> list[str]:
    """The symbols of a text: its words, or, if it is a single word, its characters.

    >>> split("1 22 3"), split("abc"), split("🐶🐱")
    (['1', '22', '3'], ['a', 'b', 'c'], ['🐶', '🐱'])
    """
    if len(text) > LONGEST_TEXT:
        raise InputError(
            f"the symbols are a text of {len(text):,} characters; {LONGEST_TEXT:,} are enough for any board"
        )
    words = unicodedata.normalize("NFC", text).replace(",", " ").split()
    return words if len(words) > 1 else list("".join(words))


def _is_long(symbol: str) -> bool:
    """Whether a symbol has too many characters; accents and the characters that modify or join emoji do not count."""
    characters = [ch for ch in symbol if unicodedata.category(ch) not in ("Mn", "Me", "Cf", "Sk")]
    return len(characters) > LONGEST or len(symbol) > MOST_CODE_POINTS
