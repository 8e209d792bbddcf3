"""The table of exercises. Each lesson has a file in `exercises`, which puts its own into the table."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..errors import InputError, UnknownNameError
from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["Exercise", "Right", "Undecided", "Wrong", "every_exercise", "exercise", "find"]

TIME_LIMIT = 30.0
"""Seconds for the check of one exercise; a right answer needs a few."""


class Wrong(Exception):
    """Raised by a judge: the answer is wrong. The sentence must be true of this very answer.

    Args:
        sentence: Why it is wrong.
        puzzle, grid: A counter-example, if there is one.
    """

    def __init__(self, sentence: str, puzzle: Puzzle | None = None, grid: Grid | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.puzzle, self.grid = sentence, puzzle, grid


class Undecided(Exception):
    """Raised by a judge that could not find out: a limit struck."""


@dataclass(frozen=True)
class Right:
    """What a judge may return in place of a sentence, when there is a board to show."""

    sentence: str
    puzzle: Puzzle | None = None
    grid: Grid | None = None


Judge = Callable[..., "str | Right"]
"""Takes what the learner has passed; returns what was verified, or raises `Wrong`."""


@dataclass(frozen=True)
class Exercise:
    """An exercise and its judge.

    Attributes:
        name: What `check` calls it.
        lesson: The number of the lesson.
        title: What is to be done.
        judge: Says whether an answer is right.
        time_limit: Seconds for the check.
    """

    name: str
    lesson: int
    title: str
    judge: Judge
    time_limit: float = TIME_LIMIT


_table: dict[str, Exercise] = {}
_ours: set[str] = set()
"""The names of the course's own."""


def exercise(
    name: str, lesson: int, title: str, judge: Judge | None = None, time_limit: float = TIME_LIMIT
) -> Callable[[Judge], Judge]:
    """Put an exercise into the table; without a `judge` this is a decorator for one.

    Raises:
        InputError: When the course has an exercise of this name; one of your own is replaced.

    >>> @exercise("say-six", lesson=99, title="Say six")
    ... def say_six(answer):
    ...     return "6 it is"
    >>> find("say-six").judge(6), _table.pop("say-six").lesson
    ('6 it is', 99)
    """

    def put(judge: Judge) -> Judge:
        if name in _ours:
            raise InputError(f"the course has an exercise {name!r} already, in lesson {_table[name].lesson}")
        _table[name] = Exercise(name, lesson, title, judge, time_limit)
        return judge

    if judge is not None:
        put(judge)
    return put


def every_exercise(lesson: int | None = None) -> list[Exercise]:
    """All exercises of the course, or of one lesson, in their order.

    >>> [each.lesson for each in every_exercise(2)][:2]
    [2, 2]
    """
    _fill()
    return [each for each in _table.values() if lesson in (None, each.lesson)]


def find(name: str) -> Exercise:
    """The exercise of this name.

    Raises:
        UnknownNameError: When there is none.
    """
    _fill()
    if name not in _table:
        raise UnknownNameError("exercise", name, _table)
    return _table[name]


@cache
def _fill() -> None:
    package = import_module("sudoku_models.course.exercises")
    lessons = sorted(int(module.name.removeprefix("lesson_")) for module in iter_modules(package.__path__))
    for k in lessons:
        import_module(f"{package.__name__}.lesson_{k}")
    _ours.update(_table)
