"""`hint`: graded hints to an exercise, one at a time."""

import html
from dataclasses import dataclass

from ..errors import InputError
from . import progress_file
from .exercise import find
from .verdict import bordered


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint to an exercise.

    Attributes:
        exercise: The name of the exercise.
        number: 1 for the first hint; each tells more than the one before.
        total: The number of hints to this exercise.
        sentence: The hint.
    """

    exercise: str
    number: int
    total: int
    sentence: str

    def __repr__(self) -> str:
        return f"hint {self.number} of {self.total} for {self.exercise}: {self.sentence}"

    def _repr_html_(self) -> str:
        head = f"<b>hint {self.number} of {self.total}</b> for {html.escape(self.exercise)}"
        return bordered("#56B4E9", f"{head}: {html.escape(self.sentence)}")


def hint(name: str, number: int | None = None) -> Hint:
    """The next hint to an exercise; after the last one, the last one again.

    Hints that were asked for are counted in this session and, in a folder made by `sudoku-models course start`, in its
    progress file. A teacher sees the number in the grades.

    Args:
        name: The name of the exercise, as in the notebook.
        number: Which hint, from 1; by default the one after the last that was asked for.

    Raises:
        UnknownNameError: When there is no exercise of this name.
        InputError: When the exercise has no hint, or not so many.

    >>> hint("count-pairs", 1).number
    1
    """
    hints = find(name).hints
    if not hints:
        raise InputError(f"the exercise {name!r} has no hints")
    if number is None:
        number = min(progress_file.hints_used().get(name, 0) + 1, len(hints))
    if not 1 <= number <= len(hints):
        raise InputError(f"the exercise {name!r} has the hints 1 to {len(hints)}, not {number!r}")
    progress_file.write_hint(name, number)
    return Hint(name, number, len(hints), hints[number - 1])
