"""The table of exercises. Each lesson has a file in `exercises`, which registers its exercises."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..errors import InputError, UnknownNameError
from ..puzzles.puzzle import Grid, Puzzle

__all__ = ["Exercise", "Right", "Undecided", "Wrong", "every_exercise", "exercise", "find"]

TIME_LIMIT = 5.0
"""Seconds for the check of one exercise; a correct answer needs about one."""


class Wrong(Exception):
    """Raised by a judge when the answer is wrong. The sentence must be true of this particular answer.

    Args:
        sentence: Why it is wrong.
        puzzle, grid: A counter-example, if there is one.
        picture: A counter-example that is no Sudoku, as SVG (see `pictures.svg`).
    """

    def __init__(
        self, sentence: str, puzzle: Puzzle | None = None, grid: Grid | None = None, *, picture: str = ""
    ) -> None:
        super().__init__(sentence)
        self.sentence, self.puzzle, self.grid, self.picture = sentence, puzzle, grid, picture


class Undecided(Exception):
    """Raised by a judge that reached a limit before it could decide."""


@dataclass(frozen=True)
class Right:
    """The result of a judge for a correct answer with a board or a picture; otherwise a judge returns a sentence."""

    sentence: str
    puzzle: Puzzle | None = None
    grid: Grid | None = None
    picture: str = ""


Judge = Callable[..., "str | Right"]
"""Takes the answers; returns what was verified, or raises `Wrong`."""


@dataclass(frozen=True)
class Exercise:
    """An exercise and its judge.

    Attributes:
        name: The name for `check`.
        lesson: The number of the lesson.
        title: The task.
        judge: Decides whether an answer is correct.
        time_limit: Seconds of processor time for the check.
        hints: What `hint` tells, one after the other: the idea, the step, nearly the code.
    """

    name: str
    lesson: int
    title: str
    judge: Judge
    time_limit: float = TIME_LIMIT
    hints: tuple[str, ...] = ()


_table: dict[str, Exercise] = {}
_built_in: set[str] = set()
"""The names of the exercises of the course."""


def exercise(
    name: str,
    lesson: int,
    title: str,
    judge: Judge | None = None,
    time_limit: float = TIME_LIMIT,
    hints: Sequence[str] = (),
) -> Callable[[Judge], Judge]:
    """Register an exercise; without a `judge`, this is a decorator for one.

    Args:
        name, lesson, title, judge, time_limit: As in `Exercise`.
        hints: Sentences for `course.hint`, from the idea to nearly the code.

    Raises:
        InputError: When the course has an exercise of this name; your own exercises are replaced.

    >>> @exercise("say-six", lesson=99, title="Say six")
    ... def say_six(answer):
    ...     return "6 it is"
    >>> find("say-six").judge(6), _table.pop("say-six").lesson
    ('6 it is', 99)
    """

    def put(judge: Judge) -> Judge:
        if name in _built_in:
            raise InputError(f"the course has an exercise {name!r} already, in lesson {_table[name].lesson}")
        _table[name] = Exercise(name, lesson, title, judge, time_limit, tuple(hints))
        return judge

    if judge is not None:
        put(judge)
    return put


def every_exercise(lesson: int | None = None) -> list[Exercise]:
    """All exercises, or those of one lesson, in order.

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
    _built_in.update(_table)
