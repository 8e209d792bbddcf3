"""Judges for exercises: of a value, of a function, of a formulation."""

import copy
import re
from array import array
from collections import deque
from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from ..backends import Backend
from ..errors import FormulationError
from ..models import validation
from ..models.validation import Counterexample, UserModel, short
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Grid, Puzzle
from .exercise import Judge, Right, Undecided, Wrong

__all__ = [
    "argument_count",
    "as_python",
    "broken",
    "call_unchanged",
    "define",
    "first_counterexample",
    "formulation",
    "function",
    "must_be_callable",
    "must_be_right",
    "must_be_unchanged",
    "value",
]

NUMBER = re.compile(r"[-+]?\d+(\.\d+)?")

# -- values and functions --------------------------------------------------------------------------------------------


def value(expected: Any, because: dict[Any, str] | None = None, praise: str = "", hint: str = "") -> Judge:
    """A judge of one value: a number, a list, a set, a dict.

    Args:
        expected: The right answer; a set is compared with any collection of the same things.
        because: The sentences for expected wrong answers.
        praise: The sentence for the right answer.
        hint: The sentence for any other wrong answer.

    >>> value(6, {5: "you have left out the 1"}, praise="1 + 2 + 3 = 6")(6)
    '1 + 2 + 3 = 6'
    """

    def judge(answer: Any) -> str:
        if _same(answer, expected):
            return praise or f"{short(answer)} is right"
        for wrong, sentence in (because or {}).items():
            if _same(answer, wrong):
                raise Wrong(sentence)
        if isinstance(expected, int | float) and isinstance(answer, str) and NUMBER.fullmatch(answer.strip()):
            raise Wrong(f"{short(answer)} is a text; give a number, without quotation marks: {answer.strip()}")
        raise Wrong(f"{short(answer)} is not the answer" + (f"; {hint}" if hint else ""))

    return judge


def function(reference: Callable[..., Any], cases: Iterable[Sequence[Any]], praise: str = "", hint: str = "") -> Judge:
    """A judge of a function: it must return what `reference` returns, on every tuple of arguments in `cases`.

    >>> judge = function(max, [(1, 2), (5, 3)])
    >>> judge(lambda a, b: b)
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: for (5, 3) your function returns 3, and it should return 5
    """
    cases = list(cases)

    def judge(answer: Any) -> str:
        must_be_callable(answer)
        for case in cases:
            expected, got = reference(*copy.deepcopy(case)), call_unchanged(answer, case)
            if not _same(got, expected):
                given = ", ".join(short(part) for part in case)
                returns = f"for ({given}) your function returns {short(got)}, and it should return {short(expected)}"
                raise Wrong(returns + (f"; {hint}" if hint else ""))
        return praise or f"your function is right on all {len(cases)} cases that were tried"

    return judge


def as_python(answer: Any) -> Any:
    """An answer in plain Python, because types are not judged.

    Numbers of NumPy, `Fraction` and `Decimal` become `int` or `float`; arrays, series and other sequences become lists;
    mappings of any kind become dicts. Tuples, sets and everything else keep their kind.

    >>> as_python({"a": [np.int64(4), np.bool_(True)], "b": np.arange(3)})
    {'a': [4, True], 'b': [0, 1, 2]}
    >>> from collections import Counter, deque
    >>> from fractions import Fraction
    >>> as_python([Fraction(8, 2), Fraction(1, 2), Counter("aab"), deque([1])])
    [4, 0.5, {'a': 2, 'b': 1}, [1]]
    """
    if isinstance(answer, np.generic | np.ndarray):
        plain = answer.tolist()
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
    if type(answer).__module__.partition(".")[0] == "pandas" and hasattr(answer, "tolist"):
        return as_python(answer.tolist())
    return answer


def _same(answer: Any, expected: Any) -> bool:
    answer = as_python(answer)
    if isinstance(expected, bool) or isinstance(answer, bool):
        return isinstance(answer, bool) and isinstance(expected, bool) and answer == expected
    if isinstance(expected, float) and isinstance(answer, int | float):
        return abs(answer - expected) <= 1e-6 * max(1.0, abs(expected))
    if isinstance(expected, set | frozenset) and isinstance(answer, set | frozenset | list | tuple):
        return len(answer) == len(set(answer)) and set(answer) == expected
    if isinstance(expected, list | tuple) and isinstance(answer, list | tuple):
        return len(answer) == len(expected) and all(map(_same, answer, expected))
    if isinstance(expected, dict) and isinstance(answer, dict):
        return answer.keys() == expected.keys() and all(_same(answer[key], part) for key, part in expected.items())
    return type(answer) in (type(expected), float) and bool(answer == expected)


def call_unchanged(function: Callable[..., Any], case: Sequence[Any]) -> Any:
    """What a function of a learner returns for these arguments, in plain Python.

    Raises:
        Wrong: When the function changes an argument in place.

    >>> call_unchanged(lambda digits: digits.pop(), [[1, 2]])
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: your function changes its argument: [1, 2] has become [1]; work on a copy
    """
    before, arguments = copy.deepcopy(tuple(case)), copy.deepcopy(tuple(case))
    result = function(*arguments)
    for old, new in zip(before, arguments, strict=True):
        must_be_unchanged(old, new)
    return as_python(result)


def must_be_unchanged(before: Any, after: Any, what: str = "", advice: str = "work on a copy") -> None:
    """Object to a function that changes what it was given.

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


def must_be_callable(answer: Any, arguments: str = "", what: str = "the answer") -> None:
    """Object to an answer that is no function.

    Args:
        answer: The answer.
        arguments: The arguments that the function takes, for the sentence.
        what: Which answer it is, where an exercise takes several.

    Raises:
        Wrong: When it cannot be called.

    >>> must_be_callable(92, "m, n")
    Traceback (most recent call last):
    ...
    sudoku_models.course.exercise.Wrong: the answer must be a function of (m, n), not 92; pass it without brackets
    """
    if not callable(answer):
        of = f" of ({arguments})" if arguments else ""
        raise Wrong(f"{what} must be a function{of}, not {short(answer)}; pass it without brackets")


# -- formulations ------------------------------------------------------------------------------------------------------


def formulation(
    also: Callable[[Backend, Puzzle, dict[Any, Any]], None] | None = None, praise: str = "", backend: str = "pulp"
) -> Judge:
    """A judge of a formulation: on every known puzzle it must accept all solutions, and nothing else.

    Args:
        also: A further check of the model of the 9x9 puzzle, which raises `Wrong`.
        praise: The sentence for the right answer.
        backend: The backend of the verbs.

    The learner's function takes `(m, puzzle)` and uses the verbs, or takes `(puzzle)` and returns a plain Pyomo model
    with `x[r, c]` or `y[r, c, d]`, or a pair of a PuLP problem and its dict x or y.
    """

    def judge(answer: Any) -> str:
        must_be_right(answer, backend=backend)
        if also is not None:
            model = define(answer, known_puzzles()[-1][0], backend)
            also(model.m, model.puzzle, model.variables)
        tried = [f"{len(grids)}" for _, grids in known_puzzles()]
        every = f"all {len(tried)} puzzles ({', '.join(tried[:-1])} and {tried[-1]} solutions)"
        return praise or f"your model accepts every solution and nothing else, on {every}"

    return judge


def broken(kind: str = "accepts", praise: str = "", backend: str = "pulp") -> Judge:
    """A judge of a model that must be wrong: it "accepts" a grid that is no solution, or "forbids" one that is."""

    def judge(answer: Any) -> Right:
        found = first_counterexample(answer, backend=backend)
        if found is None:
            raise Wrong("your model is right on all puzzles that were tried: nothing is broken yet")
        if found.kind != kind:
            raise Wrong(f"your model is broken in another way than asked: {found.sentence}", found.puzzle, found.grid)
        return Right(f"{praise or 'broken as asked'}: {found.sentence}", found.puzzle, found.grid)

    return judge


def first_counterexample(
    builder: Any, puzzles: Iterable[tuple[Puzzle, frozenset[Grid]]] | None = None, backend: str = "pulp"
) -> Counterexample | None:
    """`validation.first_counterexample`, with the errors of the course."""
    must_be_callable(builder)
    with _in_the_course():
        return validation.first_counterexample(builder, puzzles, backend)


def must_be_right(
    builder: Any, puzzles: Iterable[tuple[Puzzle, frozenset[Grid]]] | None = None, backend: str = "pulp"
) -> None:
    """Object to a model that accepts a grid too many, or too few, on the known puzzles or on others.

    Raises:
        Wrong: With the first counter-example.
    """
    if found := first_counterexample(builder, puzzles, backend):
        raise Wrong(found.sentence, found.puzzle, found.grid)


def define(builder: Any, puzzle: Puzzle, backend: str = "pulp") -> UserModel:
    """`validation.define`, with the errors of the course."""
    with _in_the_course():
        return validation.define(builder, puzzle, backend)


def argument_count(builder: Any) -> int:
    """`validation.argument_count`, with the errors of the course."""
    with _in_the_course():
        return validation.argument_count(builder)


@contextmanager
def _in_the_course() -> Iterator[None]:
    """Turn the errors of a wrong model into wrong answers."""
    try:
        yield
    except FormulationError as error:
        raise Wrong(str(error)) from None
    except validation.NotDecided as error:
        raise Undecided(str(error)) from None
