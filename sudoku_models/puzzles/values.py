"""Checks of plain arguments, and their representation in error messages."""

import unicodedata
from collections.abc import Iterable
from numbers import Integral
from typing import Any

from ..errors import InputError

DIRECTIONS = set("\u061c\u200e\u200f") | {chr(k) for k in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Marks that turn the text around them from left to right, or back."""


def is_integer(value: Any) -> bool:
    """Whether a value is an integer (NumPy integers included); True and False are not.

    >>> is_integer(3), is_integer(3.0), is_integer(True)
    (True, False, False)
    """
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def is_hashable(value: Any) -> bool:
    """Whether a value can be a key of a dict.

    >>> is_hashable((1, 2)), is_hashable([1, 2]), is_hashable(([1], 2))
    (True, False, False)
    """
    try:
        hash(value)
    except TypeError:
        return False
    return True


def as_tuple(values: Any, what: str) -> tuple[Any, ...]:
    """A collection as a tuple.

    Raises:
        InputError: When it is not a collection, or is a string.
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{what} must be a tuple or a list, not {short_repr(values)}")
    return tuple(values)


def short_repr(value: Any) -> str:
    """The repr of a value for an error message, shortened when it is long."""
    try:
        text = repr(value)
    except Exception:  # a user-defined repr that fails, or an integer of more than 4,300 digits
        return f"a value of the type {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."


def readable(text: str) -> str:
    r"""The text without what cannot be sent to a page, and without what would change the text around it.

    A lone surrogate becomes a question mark in a diamond; control characters and marks of direction are left out.

    >>> readable("a\ud800b") == "a\N{REPLACEMENT CHARACTER}b", readable("a\x1b\u202eb")
    (True, 'ab')
    """
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return "".join(ch for ch in text if ch in "\t\n\r" or not (ch in DIRECTIONS or unicodedata.category(ch) == "Cc"))
