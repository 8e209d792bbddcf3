"""The settings of appearance and input, each with a default and a check, and the symbols of the digits."""

from collections.abc import Mapping
from typing import Any

from ..errors import InputError, UnknownNameError
from ..puzzles.rendering import LETTERS

CHOICES: dict[str, dict[str, str]] = {
    "symbols": {"digits": "1 2 3 … A B", "letters": "A B C …"},
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
    "theme": "auto",
    "symbols": "digits",
    **dict.fromkeys(SWITCHES, True),
    "patterns": False,
}
"""The default of every setting."""


def changed(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The settings after some changes.

    Args:
        settings: The current settings.
        changes: The settings to change.

    Raises:
        UnknownNameError: When there is no such setting, or no such choice of it.
        InputError: When a value is invalid.

    >>> changed(USUAL, {"theme": "dark"})["theme"]
    'dark'
    """
    for name, value in changes.items():
        UnknownNameError.check("setting", [name], USUAL)
        if name in CHOICES and not (isinstance(value, str) and value in CHOICES[name]):
            raise UnknownNameError(name, str(value), CHOICES[name])
        if name in SWITCHES and not isinstance(value, bool):
            raise InputError(f"{name} is on or off (True or False), not {value!r}")
    return {**USUAL, **settings, **changes}


def symbols(choice: str, n: int) -> list[str]:
    """The symbol of each of the digits 1..n: "digits" (1 to 9, then A, B, ...), or "letters".

    >>> symbols("digits", 12)[8:], symbols("letters", 4)
    (['9', 'A', 'B', 'C'], ['A', 'B', 'C', 'D'])
    """
    if choice == "digits":
        return list(LETTERS[1 : n + 1]) if n < len(LETTERS) else [str(d) for d in range(1, n + 1)]
    return (
        list(LETTERS[10 : n + 10]) if n <= 26 else [f"{LETTERS[10 + d // 26]}{LETTERS[10 + d % 26]}" for d in range(n)]
    )
