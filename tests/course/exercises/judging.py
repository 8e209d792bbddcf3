"""What the tests of the exercises share: the judgement on an answer."""

import pytest

from sudoku_models.course.exercise import Right, Wrong, find
from sudoku_models.course.judging import judge as verdict_of


def right(name, *answer) -> Right:
    """What the judge returns for a right answer."""
    judged = find(name).judge(*answer)
    return judged if isinstance(judged, Right) else Right(judged)


def judge(name, *answer) -> str:
    """The sentence for a right answer."""
    return right(name, *answer).sentence


def wrong(name, *answer) -> Wrong:
    """The objection to a wrong answer."""
    with pytest.raises(Wrong) as caught:
        find(name).judge(*answer)
    return caught.value


def objection(name, *answer) -> str:
    """The sentence of the objection to a wrong answer."""
    return wrong(name, *answer).sentence


def judged(name, *answers) -> tuple[str, str]:
    """The status of an answer, and the sentence."""
    verdict = verdict_of(find(name), answers)
    return verdict.status, verdict.sentence
