"""The verdict of a judge on an answer."""

from typing import Any

from .exercise import Exercise, Right, Undecided, Wrong
from .verdict import Verdict

__all__ = ["judge"]


def judge(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict:
    """Judge an answer in this process; errors of the learner's own functions are not caught."""
    try:
        judged = exercise.judge(*answer)
    except Wrong as wrong:
        return Verdict(exercise.name, "wrong", wrong.sentence, wrong.puzzle, wrong.grid, picture=wrong.picture)
    except Undecided as undecided:
        return Verdict(exercise.name, "not known", str(undecided))
    right = judged if isinstance(judged, Right) else Right(judged)
    return Verdict(exercise.name, "right", right.sentence, right.puzzle, right.grid, picture=right.picture)
