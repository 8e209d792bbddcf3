"""The settings of appearance and input. Each has a name, a default value, and a check."""

import re
from collections.abc import Mapping
from typing import Any

from ..errors import InputError, UnknownNameError
from .symbols import symbols

__all__ = ["CHOICES", "COLOURS", "USUAL", "changed"]

CHOICES: dict[str, dict[str, str]] = {
    "entry": {
        "refuse": "accept only digits that clash with nothing",
        "mark": "accept every digit, and mark the clashes",
    },
    "click": {
        "picker": "a second click on a cell shows the values to choose from",
        "cycle": "each further click on a cell writes the next value",
    },
    "theme": {"auto": "as the page around it", "light": "light", "dark": "dark"},
    "font": {"sans": "sans serif", "serif": "serif", "mono": "fixed width", "round": "rounded"},
}
"""The settings with a fixed set of choices."""

COLOURS = {"given": "givens", "entered": "entered digits", "accent": "the chosen cell"}
"""The elements whose colour can be set; an empty value is the colour of the theme."""

SMALLEST, LARGEST = 20, 96

USUAL: dict[str, Any] = {
    "entry": "mark",
    "click": "picker",
    "theme": "auto",
    "font": "sans",
    "symbols": "digits",
    "cell": 52,
    "given": "",
    "entered": "",
    "accent": "",
}
"""The default of every setting; `cell` is the largest width of a cell in pixels, reduced where space is limited."""


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
        if name in CHOICES and value not in CHOICES[name]:
            raise UnknownNameError(name, str(value), CHOICES[name])
        if name in COLOURS and not (isinstance(value, str) and re.fullmatch(r"|#[0-9a-fA-F]{6}", value)):
            raise InputError(f"a colour is written as #1f77b4, not {value!r}; an empty text is the colour of the theme")
        if name == "cell" and not (type(value) is int and SMALLEST <= value <= LARGEST):
            raise InputError(f"a cell is {SMALLEST} to {LARGEST} pixels wide, not {value!r}")
        if name == "symbols":
            symbols(value, n)
    return {**USUAL, **settings, **changes}
