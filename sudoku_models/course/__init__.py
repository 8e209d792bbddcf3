"""The course: exercises with automatic checks, wherever the package is installed.

>>> from sudoku_models import course
>>> course.check("count-pairs", 1728)
wrong: 1728 counts every pair from both ends: (i, j) and (j, i) are one pair
>>> course.check("count-pairs", ...)
not yet: put your answer in place of the dots, and run both cells again
"""

from ..models.validation import Undecided
from .answer_checks import Hint, check, hint
from .exercise import Exercise, Right, Verdict, Wrong
from .exercises import every_exercise
from .progress_file import Progress, progress

__all__ = [
    "Exercise",
    "Hint",
    "Progress",
    "Right",
    "Undecided",
    "Verdict",
    "Wrong",
    "check",
    "every_exercise",
    "hint",
    "progress",
]
