"""Exercises, their table, and the verdict of a judge.

A lesson has two files in `exercises`: `lesson_4.md` has the titles and the hints of its exercises, and `lesson_4.py`
their judges. The judge of `count-pairs` is the `count_pairs` of that module.
"""

import html
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from inspect import signature
from typing import Any, Literal

from ..errors import (
    DisagreementError,
    FormulationError,
    InputError,
    NotInstalledError,
    SolverError,
    UnknownNameError,
    WrongGridError,
)
from ..models.validation import Undecided, short
from ..puzzles.puzzle import Grid, Puzzle
from ..runtime.interrupts import import_whole

VerdictStatus = Literal["right", "wrong", "not yet", "not known"]
MARKS = {
    "right": ("✔", "#009E73"),
    "wrong": ("✘", "#D55E00"),
    "not yet": ("…", "#8a8a8a"),
    "not known": ("?", "#E69F00"),
}


PATH = {
    "Core course": (0, 1, 2, 3, 4, 5, 6, 18),
    "Proofs and explanations": (7, 8, 16),
    "Search and relaxation": (10, 11, 12),
    "Generating and playing": (9, 15),
    "Measuring": (13, 14, 19),
    "Rules": (17, 24),
    "From puzzles to practice": (20, 21, 22, 23),
}
"""The lessons in the order in which they are read: the core course, and the groups of electives."""


@dataclass(frozen=True, repr=False)
class Verdict:
    """The verdict on an answer: a status, a sentence, and sometimes a board or a picture.

    Attributes:
        exercise: The name of the exercise.
        status: "right", "wrong", "not yet" (there is no answer), or "not known": a limit stopped the check, or the
            machine could not do it, such as for lack of a solver. Then nothing is said about the answer.
        sentence: The reason.
        puzzle: The puzzle of the counter-example, if there is one.
        grid: The grid of the counter-example, which the model wrongly accepts or forbids.
        printed: The last lines that the answer printed while it was checked.
        picture: A counter-example that is no Sudoku, as SVG; a notebook shows it, and the sentence describes it.
    """

    exercise: str
    status: VerdictStatus
    sentence: str
    puzzle: Puzzle | None = None
    grid: Grid | None = None
    printed: str = ""
    picture: str = ""

    @property
    def passed(self) -> bool | None:
        """True for right, False for wrong, None when undecided."""
        return {"right": True, "wrong": False}.get(self.status)

    def __repr__(self) -> str:
        text = f"{self.status}: {self.sentence}"
        if self.puzzle is not None:
            text += f"\n{self.puzzle.draw(self.grid)}"
        elif self.grid is not None:
            text += f"\n{self.grid}"
        return text + (f"\nit printed:\n{self.printed}" if self.printed else "")

    def _repr_html_(self) -> str:
        mark, colour = MARKS[self.status]
        head = f"<b>{mark} {self.status}</b>: {html.escape(self.sentence)}"
        board = ""
        if self.puzzle is not None:
            wrong = self.puzzle.wrong_cells(self.grid) if self.grid is not None else ()
            board = self.puzzle.html(self.grid, wrong)
        elif self.grid is not None:
            board = self.grid._repr_html_()
        if self.picture:
            label = html.escape(self.sentence)
            board += f'<div role="img" aria-label="{label}" style="max-width:24em">{self.picture}</div>'
        printed = f"<p>It printed:</p><pre>{html.escape(self.printed)}</pre>" if self.printed else ""
        return bordered(colour, f"{head}{board}{printed}")


def bordered(colour: str, content: str) -> str:
    """HTML with a line in a colour on its left.

    >>> bordered("#009E73", "right")
    '<div style="border-left:4px solid #009E73;padding-left:0.8em">right</div>'
    """
    return f'<div style="border-left:4px solid {colour};padding-left:0.8em">{content}</div>'


TIME_LIMIT = 40.0
"""Seconds of processor time for the check of one exercise: ten times what a right answer needs on a slow machine."""

SECONDS = 20.0
"""The time limit of one question of a judge to a solver; those of the exercises take milliseconds."""

ExerciseName = str | float
"""The name of an exercise, such as "count-pairs", or its number as a text or a number: "2.1" or 2.1."""


class Wrong(Exception):
    """Raised by a judge when the answer is wrong. The sentence must be true of this particular answer.

    Args:
        sentence: Why it is wrong.
        puzzle, grid: A counter-example, if there is one.
        picture: A counter-example that is no Sudoku, as SVG (see `models.svg`).
    """

    def __init__(
        self, sentence: str, puzzle: Puzzle | None = None, grid: Grid | None = None, *, picture: str = ""
    ) -> None:
        super().__init__(sentence)
        self.sentence, self.puzzle, self.grid, self.picture = sentence, puzzle, grid, picture


@dataclass(frozen=True)
class Right:
    """The result of a judge for a correct answer with a board; otherwise a judge returns a sentence."""

    sentence: str
    puzzle: Puzzle | None = None
    grid: Grid | None = None


Function = Callable[..., Any]
"""The annotation of a judge's argument that must be a function."""

Judge = Callable[..., "str | Right"]
"""Takes the answers; returns what was verified, or raises `Wrong`, or `Undecided` at a limit.

An answer for which a judge raises `FormulationError` is wrong too.
"""


@dataclass(frozen=True)
class Exercise:
    """An exercise and its judge.

    Attributes:
        name: The name for `check`.
        lesson: The number of the lesson.
        title: The task.
        judge: Decides whether an answer is correct.
        time_limit: Seconds of processor time for the check.
        hints: The hints of `course.hint`, in order: the idea, the step, nearly the code.
    """

    name: str
    lesson: int
    title: str
    judge: Judge
    time_limit: float = TIME_LIMIT
    hints: tuple[str, ...] = ()


def judge(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict:
    """The verdict on an answer, in this process; other errors of the learner's own functions are not caught."""
    for k, (each, takes) in enumerate(zip(answer, signature(exercise.judge).parameters.values(), strict=False), 1):
        if takes.annotation == Function and not callable(each):
            which = f"answer {k}" if len(answer) > 1 else "the answer"
            sentence = f"{which} must be a function, not {short(each)}; pass it without brackets"
            return Verdict(exercise.name, "wrong", sentence)
    try:
        judged = exercise.judge(*answer)
    except Wrong as wrong:
        return Verdict(exercise.name, "wrong", wrong.sentence, wrong.puzzle, wrong.grid, picture=wrong.picture)
    except FormulationError as error:
        return Verdict(exercise.name, "wrong", str(error))
    except Undecided as undecided:
        return Verdict(exercise.name, "not known", str(undecided))
    except (NotInstalledError, SolverError) as error:
        if isinstance(error, WrongGridError | DisagreementError):
            raise  # the answer may be the reason
        return unable(exercise, str(error))
    except MemoryError:
        return unable(
            exercise,
            "there was not enough memory. Does your code make something that grows without end? Else restart the "
            "kernel, and close what you do not need",
        )
    right = judged if isinstance(judged, Right) else Right(judged)
    return Verdict(exercise.name, "right", right.sentence, right.puzzle, right.grid)


def unable(exercise: Exercise, why: str) -> Verdict:
    """The verdict where the machine, and not the answer, is why it could not be judged.

    >>> unable(find("count-pairs"), "the memory is full")
    not known: your answer could not be judged, which says nothing about it: the memory is full
    """
    return Verdict(exercise.name, "not known", f"your answer could not be judged, which says nothing about it: {why}")


_table: dict[str, Exercise] = {}
"""The exercises that a teacher has added."""


def exercise(
    name: str, lesson: int, title: str, judge: Judge, time_limit: float = TIME_LIMIT, hints: Sequence[str] = ()
) -> None:
    """Add an exercise of your own, or replace one.

    Args:
        name, lesson, title, judge, time_limit: As in `Exercise`.
        hints: Sentences for `course.hint`, from the idea to nearly the code.

    Raises:
        InputError: When the course has an exercise of this name.

    >>> exercise("say-six", lesson=99, title="Say six", judge=lambda answer: "6 it is")
    >>> find("say-six").judge(6), _table.pop("say-six").lesson
    ('6 it is', 99)
    """
    if name in _course():
        raise InputError(f"the course has an exercise {name!r} already, in lesson {_course()[name].lesson}")
    _table[name] = Exercise(name, lesson, title, judge, time_limit, tuple(hints))


def every_exercise(lesson: int | None = None) -> list[Exercise]:
    """All exercises, or those of one lesson, in order.

    >>> [each.name for each in every_exercise(2)][:2]
    ['count-pairs', 'smallest-m']
    """
    return [find(each.name) for each in listed(lesson)]


def listed(lesson: int | None = None) -> list[Exercise]:
    """The same without the judges of the course, whose modules need not be imported for it."""
    return [each for each in (*_course().values(), *_table.values()) if lesson in (None, each.lesson)]


def find(name: ExerciseName) -> Exercise:
    """The exercise of this name or number.

    Raises:
        UnknownNameError: When there is none.

    >>> find("0.2").name, find(2.1).name
    ('rewrite-sizes', 'count-pairs')
    """
    found = (_course() | _table)[name_of(name)]
    return replace(found, judge=_judge_of(found.lesson, found.name)) if found.judge is _later else found


def name_of(exercise: ExerciseName) -> str:
    """The name of the exercise of this name or number.

    Raises:
        UnknownNameError: When there is none.
    """
    text, names = str(exercise).strip(), [each.name for each in listed()]
    if text in names:
        return text
    numbers = {number: each.name for number, each in numbered().items()}
    if text in numbers:
        return numbers[text]
    of_lesson = [
        f"{number} ({name})" for number, name in numbers.items() if number.startswith(text.split(".")[0] + ".")
    ]
    advice = "An exercise has a name, or the number of its lesson and its own: 'count-pairs' or 2.1"
    raise UnknownNameError("exercise", text, of_lesson or names, advice)


def numbered() -> dict[str, Exercise]:
    """All exercises by their numbers as the lessons give them, such as "2.1", without the judges of the course."""
    found: dict[str, Exercise] = {}
    count: defaultdict[int, int] = defaultdict(int)
    for each in listed():
        count[each.lesson] += 1
        found[f"{each.lesson}.{count[each.lesson]}"] = each
    return found


@cache
def _course() -> dict[str, Exercise]:
    """The exercises of the course, by name; their judges are found when they are asked for."""
    folder = files(f"{__package__}.exercises")
    texts = {int(file.name[7:-3]): file for file in folder.iterdir() if file.name.endswith(".md")}
    return _read({lesson: file.read_text(encoding="utf-8") for lesson, file in sorted(texts.items())})


def _read(texts: Mapping[int, str]) -> dict[str, Exercise]:
    """The exercises of the texts of some lessons.

    Raises:
        InputError: When two exercises have the same name, of which only one could be found.
    """
    found: dict[str, Exercise] = {}
    for lesson, whole in texts.items():
        for text in whole.split("\n## ")[1:]:
            head, *hints = (" ".join(part.split()) for part in re.split(r"\n\d\. ", text))
            name, _, title = head.partition(": ")
            if name in found:
                raise InputError(f"lessons {found[name].lesson} and {lesson} both have an exercise {name!r}")
            found[name] = Exercise(name, lesson, title, _later, hints=tuple(hints))
    return found


def _later(*_: Any) -> str:
    """Stands for a judge whose module is not imported yet."""
    raise NotImplementedError


def _judge_of(lesson: int, name: str) -> Judge:
    """The judge of an exercise of the course; only the module of its lesson is imported."""
    try:
        judges = import_whole(f"{__package__}.exercises.lesson_{lesson}")
    except NotInstalledError as error:
        return _unavailable(error)
    judge: Judge = getattr(judges, name.replace("-", "_"))
    return judge


def _unavailable(error: NotInstalledError) -> Judge:
    """A judge that cannot judge, because the module of its lesson needs a library that is not installed."""

    def judge(*_: Any) -> str:
        raise error

    return judge
