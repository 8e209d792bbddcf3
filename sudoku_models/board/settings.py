"""How the board looks, and how it is entered. A setting has a name, a usual value, and a check."""

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
"""Settings that are one of a few names."""

COLOURS = {"given": "givens", "entered": "entered digits", "accent": "the chosen cell"}
"""What can be coloured; the colours of the theme when left empty."""

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
"""Every setting with its usual value; `cell` is the largest width of a cell in pixels, less where there is no room."""


def changed(settings: Mapping[str, Any], changes: Mapping[str, Any], n: int) -> dict[str, Any]:
    """The settings after some changes; what is not named in it stays as it is.

    Args:
        settings: The settings so far.
        changes: Some settings.
        n: How many digits the board has.

    Raises:
        UnknownNameError: When there is no such setting, or no such choice of it.
        InputError: When a value is not of its kind.

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
