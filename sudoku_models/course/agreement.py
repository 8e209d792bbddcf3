"""A judge of functions of numbers: the answer must agree with a reference, and likely mistakes are named."""

import copy
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..models.validation import short
from .exercise import Wrong
from .judges import as_python, call_unchanged, must_be_callable

__all__ = ["Slips", "must_agree"]

Slips = Mapping[str, Callable[..., Any]]
"""A likely mistake -> the function with this mistake."""


def must_agree(answer: Any, reference: Callable[..., Any], cases: Sequence[tuple[Any, ...]], slips: Slips) -> None:
    """The answer must return what the reference does; a mistake that explains all its values is named.

    Raises:
        Wrong: With the first case in which they differ.
    """
    must_be_callable(answer)
    for case in cases:
        got, want = call_unchanged(answer, case), reference(*case)
        if not _is_near(got, want):
            mistakes = [
                f": this comes out when one {does}" for does, slip in slips.items() if _explains(answer, slip, cases)
            ]
            given, right = ", ".join(map(short, case)), _display(want)
            returns = f"for ({given}) your function returns {_display(got)}, and it should return {right}"
            raise Wrong(returns + "".join(mistakes[:1]))


def _explains(answer: Callable[..., Any], slip: Callable[..., Any], cases: Iterable[tuple[Any, ...]]) -> bool:
    """Whether the answer and the slip agree in every case in which neither raises an error."""
    for case in cases:
        with suppress(Exception):  # such as a mean of nothing
            if not _is_near(answer(*copy.deepcopy(case)), slip(*case)):
                return False
    return True


def _is_near(got: Any, want: Any) -> bool:
    got = as_python(got)
    if isinstance(want, tuple):
        return isinstance(got, tuple | list) and len(got) == len(want) and all(map(_is_near, got, want))
    try:
        return math.isclose(float(got), want, rel_tol=1e-6, abs_tol=1e-9)
    except (TypeError, ValueError):
        return False


def _display(number: Any) -> str:
    """A number for a sentence, with five significant digits.

    >>> _display((1 / 3, 2))
    '(0.33333, 2)'
    """
    if isinstance(number, tuple):
        return f"({', '.join(map(_display, number))})"
    return f"{number:.5g}" if isinstance(number, float) else short(number)
