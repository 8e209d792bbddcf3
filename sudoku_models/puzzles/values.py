"""Plain values that callers hand in: whether they are integers, and how errors show them."""

from collections.abc import Iterable
from numbers import Integral
from typing import Any

from ..errors import InputError

__all__ = ["as_tuple", "is_integer", "shown"]


def is_integer(value: Any) -> bool:
    """Whether a value is an integer, of NumPy too; True and False are not.

    >>> is_integer(3), is_integer(3.0), is_integer(True)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def as_tuple(values: Any, what: str) -> tuple[Any, ...]:
    """A collection as a tuple.

    Raises:
        InputError: When it is none; a text counts as none.
    """
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{what} must be a tuple or a list, not {shown(values)}")
    return tuple(values)


def shown(value: Any) -> str:
    """A value in an error: its repr, cut when it is long."""
    try:
        text = repr(value)
    except Exception:  # a repr of the caller's that fails, or an integer of more than 4,300 digits
        return f"a value of the type {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."
