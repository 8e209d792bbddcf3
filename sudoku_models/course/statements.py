"""Calling a function in which a learner states a model, and checking the variables that it returns."""

import copy
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any

from ..backends import Backend
from ..errors import InputError
from ..models.validation import short
from .exercise import Wrong
from .judges import must_be_unchanged

__all__ = ["check_binary", "stated"]


def stated(
    answer: Callable[..., Any], m: Backend, arguments: Sequence[Any], keys: Collection[Hashable], what: str
) -> dict[Any, Any]:
    """Let a learner's function state its model on `m`, and return its binaries.

    Args:
        answer: The function of the learner, called with `m` and the arguments.
        m: An empty model.
        arguments: The other arguments, which the function must not change.
        keys: The keys that the variables may have.
        what: What the keys are, for the sentences, such as "cells".

    Raises:
        Wrong: When the function changes an argument, returns no dict, or one with other keys, or with a variable that
            is not binary.

    >>> from sudoku_models.backends import new_backend
    >>> stated(lambda m, n: m.int_vars("x", range(n), 0, 9), new_backend("pulp"), [3], range(3), "numbers")
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: the variable for 0 may be 0 to 9; make it a binary, with m.bool_vars
    """
    before = copy.deepcopy([each for each in arguments if isinstance(each, list)])
    returned = answer(m, *arguments)
    for old, new in zip(before, (each for each in arguments if isinstance(each, list)), strict=True):
        must_be_unchanged(old, new, "a list that it was given")
    if not isinstance(returned, Mapping):
        raise Wrong(
            f"your function must return its variables in a dict, and it returned {short(returned)}; "
            "its last line is missing, or returns something else"
        )
    for key in returned:
        if key not in keys:
            first = next(iter(keys))
            raise Wrong(f"the keys of the dict must be {what}, such as {first!r}, and {short(key)} is none")
    for key, variable in returned.items():
        check_binary(m, key, variable)
    return dict(returned)


def check_binary(m: Backend, key: Any, variable: Any) -> None:
    """Check that a variable that a learner's function returned is binary.

    Raises:
        Wrong: When it is no variable of the model, may be fractional, or may have other values than 0 and 1.
    """
    try:
        column = m.column(variable)
    except InputError:
        raise Wrong(f"the dict must hold variables of m, and for {key!r} it holds {short(variable)}") from None
    if not m.is_integer(column):
        raise Wrong(f"the variable for {key!r} is continuous, so it may be a half; make it a binary, with m.bool_vars")
    low, high = m.declared(column)
    if low < 0 or high > 1:
        raise Wrong(f"the variable for {key!r} may be {low:g} to {high:g}; make it a binary, with m.bool_vars")
