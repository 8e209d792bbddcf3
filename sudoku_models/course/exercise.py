"""An exercise, its judge, and the verdict on an answer."""

import html
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any, Literal

from ..errors import (
    DisagreementError,
    FormulationError,
    InputError,
    NotInstalledError,
    SolverError,
    WrongGridError,
)
from ..models.validation import Undecided, short
from ..puzzles.puzzle import Grid, Puzzle
from .loading import load

VerdictStatus = Literal["right", "wrong", "not yet", "not known"]
MARKS = {
    "right": ("✔", "#009E73"),
    "wrong": ("✘", "#D55E00"),
    "not yet": ("…", "#8a8a8a"),
    "not known": ("?", "#E69F00"),
}


PATH = {
    "Core course": (0, 1, 25, 2, 3, 4, 5, 6, 18),
    "Proofs and explanations": (7, 8, 16),
    "Search and relaxation": (10, 11, 12),
    "Generating and playing": (9, 15),
    "Measuring": (13, 14, 19),
    "Rules": (17, 24),
    "From puzzles to practice": (20, 21, 22, 23, 26, 27, 28),
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
    """An exercise.

    Attributes:
        name: The name for `check`.
        lesson: The number of the lesson.
        title: The task.
        file: The file of the lesson, which has the judge.
        hints: The hints of `course.hint`, in order: the idea, the step, nearly the code.
    """

    name: str
    lesson: int
    title: str
    file: Path
    hints: tuple[str, ...] = ()

    @property
    def judge(self) -> Judge:
        """Decides whether an answer is correct; the file of the lesson is imported for it.

        Raises:
            InputError: When the file cannot be imported.
            NotInstalledError: When it needs a library that is not installed.
        """
        judge: Judge = getattr(load(self.file), self.name.replace("-", "_"))
        return judge


def judge(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict:
    """The verdict on an answer, in this process; other errors of the learner's own functions are not caught."""
    try:
        decide = exercise.judge
    except (InputError, NotInstalledError) as error:
        return unable(exercise, str(error))
    takes = [*signature(decide).parameters.values()]
    if len(answer) != len(takes) and all(each.kind is not each.VAR_POSITIONAL for each in takes):
        counts = f"this exercise takes {len(takes)} answer{'s' * (len(takes) != 1)}, and you gave {len(answer)}"
        return Verdict(exercise.name, "wrong", f"{counts}; see the check cell of the notebook")
    for k, (each, parameter) in enumerate(zip(answer, takes, strict=False), 1):
        if parameter.annotation == Function and not callable(each):
            which = f"answer {k}" if len(answer) > 1 else "the answer"
            sentence = f"{which} must be a function, not {short(each)}; pass it without brackets"
            return Verdict(exercise.name, "wrong", sentence)
    try:
        judged = decide(*answer)
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
    right = Right(judged) if isinstance(judged, str) else judged
    if not isinstance(right, Right):
        must = "a judge returns a sentence or `Right` for a right answer, and raises `Wrong` for a wrong one"
        return unable(exercise, f"its judge in {exercise.file} returned {short(judged)}; {must}")
    return Verdict(exercise.name, "right", right.sentence, right.puzzle, right.grid)


def unable(exercise: Exercise, why: str) -> Verdict:
    """The verdict where the machine, and not the answer, is why it could not be judged.

    >>> unable(Exercise("count-pairs", 2, "Count", Path("lesson_02.py")), "the memory is full")
    not known: your answer could not be judged, which says nothing about it: the memory is full
    """
    return Verdict(exercise.name, "not known", f"your answer could not be judged, which says nothing about it: {why}")
