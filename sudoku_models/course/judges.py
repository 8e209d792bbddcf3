"""The kinds of judges that exercises are made of: of a value, of a function, of a formulation."""

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..backends import Backend
from ..errors import FormulationError
from ..models import validation as faults
from ..models.validation import Fault, Stated, short
from ..puzzles.known_solutions import known_puzzles
from ..puzzles.puzzle import Grid, Puzzle
from .exercise import Judge, Right, Undecided, Wrong

__all__ = ["broken", "first_fault", "formulation", "function", "state", "value", "wants"]

# -- values and functions --------------------------------------------------------------------------------------------


def value(expected: Any, because: dict[Any, str] | None = None, praise: str = "", hint: str = "") -> Judge:
    """A judge of one value: a number, a list, a set, a dict.

    Args:
        expected: The right answer; a set is compared with whatever holds the same things.
        because: For wrong answers that are to be expected, the sentence that says what is wrong.
        praise: What to say of the right one.
        hint: What to say of any other wrong one.

    >>> value(6, {5: "you have left out the 1"}, praise="1 + 2 + 3 = 6")(6)
    '1 + 2 + 3 = 6'
    """

    def judge(answer: Any) -> str:
        if _same(answer, expected):
            return praise or f"{short(answer)} is right"
        for wrong, sentence in (because or {}).items():
            if _same(answer, wrong):
                raise Wrong(sentence)
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
        _must_be_callable(answer)
        for case in cases:
            want, got = reference(*copy.deepcopy(case)), answer(*copy.deepcopy(case))
            if not _same(got, want):
                shown = ", ".join(short(part) for part in case)
                returns = f"for ({shown}) your function returns {short(got)}, and it should return {short(want)}"
                raise Wrong(returns + (f"; {hint}" if hint else ""))
        return praise or f"your function is right on all {len(cases)} cases that were tried"

    return judge


def _same(answer: Any, expected: Any) -> bool:
    if isinstance(expected, bool) or isinstance(answer, bool):
        return isinstance(answer, bool | np.bool_) and bool(answer) == expected
    if isinstance(expected, float) and isinstance(answer, int | float | np.number):
        return bool(abs(float(answer) - expected) <= 1e-6 * max(1.0, abs(expected)))
    if isinstance(expected, set | frozenset) and isinstance(answer, set | frozenset | list | tuple):
        return len(answer) == len(set(answer)) and set(answer) == expected
    if isinstance(expected, list | tuple) and isinstance(answer, list | tuple):
        return len(answer) == len(expected) and all(map(_same, answer, expected))
    return type(answer) in (type(expected), float, np.int64, np.float64) and bool(answer == expected)


def _must_be_callable(answer: Any) -> None:
    if not callable(answer):
        raise Wrong(
            f"the answer must be a function, and this is {short(answer)}; pass it without brackets: my_function"
        )


# -- formulations ------------------------------------------------------------------------------------------------------


def formulation(
    also: Callable[[Backend, Puzzle, dict[Any, Any]], None] | None = None, praise: str = "", backend: str = "pulp"
) -> Judge:
    """A judge of a formulation: on every puzzle of the battery it must accept all solutions, and nothing else.

    Args:
        also: Looks at the model of the 9x9 puzzle as it was stated, and raises `Wrong` if it is not as asked.
        praise: What to say of the right one.
        backend: Where the verbs state the model.

    The learner's function takes `(m, puzzle)` and uses the verbs, or takes `(puzzle)` and returns a plain Pyomo model
    with `x[r, c]` or `y[r, c, d]`, or a pair of a PuLP problem and its dict x or y.
    """

    def judge(answer: Any) -> str:
        if fault := first_fault(answer, backend=backend):
            raise Wrong(fault.sentence, fault.puzzle, fault.grid)
        if also is not None:
            stated = state(answer, known_puzzles()[-1][0], backend)
            also(stated.m, stated.puzzle, stated.variables)
        tried = [f"{len(grids)}" for _, grids in known_puzzles()]
        every = f"all {len(tried)} puzzles ({', '.join(tried[:-1])} and {tried[-1]} solutions)"
        return praise or f"your model accepts every solution and nothing else, on {every}"

    return judge


def broken(kind: str = "accepts", praise: str = "", backend: str = "pulp") -> Judge:
    """A judge of a model that must be wrong: it "accepts" a grid that is no solution, or "forbids" one that is."""

    def judge(answer: Any) -> Right:
        fault = first_fault(answer, backend=backend)
        if fault is None:
            raise Wrong("your model is right on all puzzles that were tried: nothing is broken yet")
        if fault.kind != kind:
            raise Wrong(f"your model is broken in another way than asked: {fault.sentence}", fault.puzzle, fault.grid)
        return Right(f"{praise or 'broken as asked'}: {fault.sentence}", fault.puzzle, fault.grid)

    return judge


def first_fault(
    builder: Any, puzzles: Iterable[tuple[Puzzle, frozenset[Grid]]] | None = None, backend: str = "pulp"
) -> Fault | None:
    """The same as `faults.first_fault`, with the errors of the course."""
    _must_be_callable(builder)
    with _in_the_course():
        return faults.first_fault(builder, puzzles, backend)


def state(builder: Any, puzzle: Puzzle, backend: str = "pulp") -> Stated:
    """The same as `faults.state`, with the errors of the course."""
    with _in_the_course():
        return faults.state(builder, puzzle, backend)


def wants(builder: Any) -> int:
    """The same as `faults.wants`, with the errors of the course."""
    with _in_the_course():
        return faults.wants(builder)


@contextmanager
def _in_the_course() -> Iterator[None]:
    """What is wrong with a model is a wrong answer."""
    try:
        yield
    except FormulationError as error:
        raise Wrong(str(error)) from None
    except faults.NotDecided as error:
        raise Undecided(str(error)) from None
