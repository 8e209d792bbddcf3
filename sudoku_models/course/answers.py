"""Answers of learners: in plain Python, compared by their value, and of the form that was asked for."""

import copy
import math
from array import array
from collections import deque
from collections.abc import Callable, Hashable, ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ..models.validation import short
from ..puzzles.puzzle import Puzzle
from .exercise import Wrong


def as_python(answer: Any) -> Any:
    """Convert an answer to plain Python, because types are not judged.

    Numbers of NumPy, `Fraction` and `Decimal` become `int` or `float`; arrays, series and other sequences become lists;
    mappings of any kind become dicts. Tuples, sets and everything else keep their kind.

    >>> import numpy as np
    >>> as_python({"a": [np.int64(4), np.bool_(True)], "b": np.arange(3)})
    {'a': [4, True], 'b': [0, 1, 2]}
    >>> from collections import Counter, deque
    >>> from fractions import Fraction
    >>> as_python([Fraction(8, 2), Fraction(1, 2), Counter("aab"), deque([1])])
    [4, 0.5, {'a': 2, 'b': 1}, [1]]
    """
    if any(kind.__module__.partition(".")[0] in ("numpy", "pandas") for kind in type(answer).__mro__):
        plain = answer.tolist() if hasattr(answer, "tolist") else answer
        return plain if type(plain) is type(answer) else as_python(plain)
    if isinstance(answer, Fraction | Decimal):
        return int(answer) if answer == answer // 1 else float(answer)
    if isinstance(answer, Mapping):
        return {as_python(key): as_python(part) for key, part in answer.items()}
    if hasattr(answer, "_fields"):  # a named tuple, whose parts have names
        return answer
    for kind in (tuple, frozenset, set):
        if isinstance(answer, kind):
            return kind(map(as_python, answer))
    if isinstance(answer, list | deque | KeysView | ValuesView | ItemsView | array):
        return list(map(as_python, answer))
    return answer


def same(answer: Any, expected: Any) -> bool:
    """Whether an answer is what was expected: its value, whatever its type; but True is no 1.

    >>> import numpy as np
    >>> same([2.0, np.int64(3)], (2, 3)), same([[3, 2]], {(3, 2)}), same(True, 1), same(0.1 + 0.2, 0.3)
    (True, True, False, True)
    """
    answer = as_python(answer)
    if isinstance(expected, bool) or isinstance(answer, bool):
        return isinstance(answer, bool) and isinstance(expected, bool) and answer == expected
    if isinstance(expected, float) and isinstance(answer, int | float):
        return math.isclose(answer, expected, rel_tol=1e-6, abs_tol=1e-9)
    if isinstance(expected, set | frozenset) and isinstance(answer, set | frozenset | list | tuple):
        parts = [tuple(part) if isinstance(part, list) else part for part in answer]
        with suppress(TypeError):  # something in a list cannot be in a set
            return len(parts) == len(set(parts)) and set(parts) == expected
        return False
    if isinstance(expected, list | tuple) and isinstance(answer, list | tuple):
        return len(answer) == len(expected) and all(map(same, answer, expected))
    if isinstance(expected, dict) and isinstance(answer, dict):
        return answer.keys() == expected.keys() and all(same(answer[key], part) for key, part in expected.items())
    return type(answer) in (type(expected), float) and bool(answer == expected)


def must_fit(answer: Any, form: Any, demand: str) -> None:
    """Check the form of an answer.

    Args:
        answer: The answer, or what a function has returned, in plain Python.
        form: A type; `[form]` for a list, tuple or set of such; `(form, form)` for a pair; `{form: form}` for a dict;
            a set of values for one of them. `float` is any number, and `int` a whole one; True is neither.
        demand: The sentence without what it is instead, such as "the answer must be a list of numbers".

    Raises:
        Wrong: When it does not have this form.

    >>> must_fit(("a", 2.0), (str, int), "a pair")
    >>> must_fit({"a": [1, True]}, {str: [int]}, "the answer must be a dict of lists of numbers")
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: the answer must be a dict of lists of numbers, not {'a': [1, True]}
    """
    if not _fits(answer, form):
        raise Wrong(f"{demand}, not {short(answer)}")


def _fits(answer: Any, form: Any) -> bool:
    if form in (int, float):
        is_number = isinstance(answer, int | float) and not isinstance(answer, bool)
        return is_number and (form is float or (math.isfinite(answer) and answer == int(answer)))
    if isinstance(form, list):
        return isinstance(answer, list | tuple | set | frozenset) and all(_fits(part, form[0]) for part in answer)
    if isinstance(form, tuple):
        return isinstance(answer, list | tuple) and len(answer) == len(form) and all(map(_fits, answer, form))
    if isinstance(form, dict):
        ((key, part),) = form.items()
        return isinstance(answer, Mapping) and all(_fits(k, key) and _fits(v, part) for k, v in answer.items())
    if isinstance(form, set | frozenset):
        return isinstance(answer, Hashable) and any(same(answer, each) for each in form)
    return isinstance(answer, form)


def call_unchanged(function: Callable[..., Any], case: Sequence[Any]) -> Any:
    """Call a function of a learner, with copies of these arguments; the result is in plain Python, a generator a list.

    Raises:
        Wrong: When the function changes an argument in place.

    >>> call_unchanged(lambda digits: digits.pop(), [[1, 2]])
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: your function changes its argument: [1, 2] has become [1]; work on a copy
    """
    before, arguments = copy.deepcopy(tuple(case)), copy.deepcopy(tuple(case))
    result = function(*arguments)
    result = [*result] if isinstance(result, Iterator) else result
    for old, new in zip(before, arguments, strict=True):
        must_be_unchanged(old, new)
        if isinstance(old, Puzzle):
            must_be_unchanged(old.givens, new.givens, "`puzzle.givens`")
    return as_python(result)


def must_be_unchanged(before: Any, after: Any, what: str = "", advice: str = "work on a copy") -> None:
    """Check that a function has not changed what it was given.

    Args:
        before: The object before the call, or a copy of it.
        after: The object after the call.
        what: What it is, for the sentence; by default an argument, which is shown.
        advice: What to do instead.

    Raises:
        Wrong: When the two are not equal.

    >>> must_be_unchanged([1, 2], [1], "the list of cages")
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: your function changes the list of cages; work on a copy
    """
    if before != after:
        what = what or f"its argument: {short(before)} has become {short(after)}"
        raise Wrong(f"your function changes {what}; {advice}")
