"""The settings of appearance and input. Each has a name, a default value, and a check."""

import re
from collections.abc import Mapping
from typing import Any

from ..errors import InputError, UnknownNameError
from .symbols import symbols
from .text import readable

__all__ = ["CHOICES", "COLOURS", "SWITCHES", "USUAL", "changed"]

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

SWITCHES = {
    "tidy": "a digit that is entered removes the marks that it rules out",
    "auto_marks": "every blank cell shows its candidates as corner marks",
    "timer": "the time is shown",
    "same": "equal digits and marks are highlighted",
    "peers": "the row, column and box of the chosen cell are shaded",
    "numbers": "rows and columns are numbered",
}
"""The settings that are on or off."""

SMALLEST, LARGEST = 20, 96

USUAL: dict[str, Any] = {
    "entry": "mark",
    "click": "picker",
    "theme": "auto",
    "font": "sans",
    "symbols": "digits",
    "pixels": 0,
    "given": "",
    "entered": "",
    "accent": "",
    "tidy": True,
    "auto_marks": False,
    "timer": True,
    "same": True,
    "peers": True,
    "numbers": True,
}
"""The default of every setting; `pixels` is the largest width of a cell, 0 for one that fits the window."""


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
        if name in COLOURS and not (isinstance(value, str) and re.fullmatch(r"|#[0-9a-fA-F]{6}", value)):
            raise InputError(f"a colour is written as #1f77b4, not {value!r}; an empty text is the colour of the theme")
        if name in SWITCHES and not isinstance(value, bool):
            raise InputError(f"{name} is on or off (True or False), not {value!r}")
        if name == "pixels" and not (type(value) is int and (value == 0 or SMALLEST <= value <= LARGEST)):
            raise InputError(
                f"a cell is {SMALLEST} to {LARGEST} pixels wide, or 0 for one that fits the window, not {value!r}"
            )
        if name == "symbols":
            symbols(value, n)
            text = readable(value) if isinstance(value, str) else [readable(each) for each in value]
            changes = {**changes, name: text}
    return {**USUAL, **settings, **changes}
