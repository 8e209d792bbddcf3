"""Checks of plain arguments, and their representation in error messages."""

from collections.abc import Iterable
from numbers import Integral
from typing import Any

from ..errors import InputError


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
