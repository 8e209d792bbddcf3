"""What the tests of the exercises share: what a judge says of an answer."""

import pytest

from sudoku_models.course.checking import judge as verdict_of
from sudoku_models.course.exercise import Wrong, find


def judge(name, *answer):
    """The sentence of praise."""
    said = find(name).judge(*answer)
    return said if isinstance(said, str) else said.sentence


def wrong(name, *answer) -> Wrong:
    """The objection."""
    with pytest.raises(Wrong) as caught:
        judge(name, *answer)
    return caught.value


def said(name, *answers):
    """What is said, and the sentence."""
    verdict = verdict_of(find(name), answers)
    return verdict.said, verdict.sentence
