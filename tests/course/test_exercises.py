"""The judges of all exercises: right answers in other styles pass, and answers with a mistake do not."""

import re
from collections.abc import Iterator
from pathlib import Path

import learner
import pytest

from sudoku_models.course import Verdict, every_exercise
from sudoku_models.runtime.processes import Worker

ENDLESS = 120.0
"""Seconds by the clock after which an answer is taken for one that cannot be stopped."""
SECONDS = 5.0
"""A wrong answer is told so within this processor time."""
FEWEST = {"right": 4, "wrong": 8}


@pytest.fixture(scope="session")  # not of the module, so that the exercises are spread over the workers of pytest-xdist
def worker() -> Iterator[Worker]:
    with Worker() as made:
        yield made


def _said(verdict: Verdict) -> tuple[object, ...]:
    """What is compared of two verdicts; in a sentence the order of a set differs from process to process."""
    return verdict.status, verdict.puzzle, verdict.grid, bool(verdict.picture)


def _judged(post: object, name: str, lines: list[str], both: bool) -> tuple[Verdict, Verdict, float]:
    return learner.judged(name, lines, both)


@pytest.mark.slow
@pytest.mark.parametrize("name", [each.name for each in every_exercise()])
def test_right_answers_in_other_styles_pass_and_wrong_ones_do_not(worker: Worker, name: str) -> None:
    """Judged in place, and every eighth in a separate process too, with the same verdict."""
    shows, answers = learner.table()[name]
    given = [learner.LearnersAnswer("right", "as in the solved notebook", []), *answers]
    found = [
        (each, *worker.request(_judged, name, each.lines, k % 8 == 0, time_limit=ENDLESS))
        for k, each in enumerate(given)
    ]
    assert [(each.does, of.status, of.sentence) for each, of, *_ in found if of.status != each.kind] == []
    assert [(each.does, repr(one), repr(other)) for each, one, other, _ in found if _said(one) != _said(other)] == []
    assert [(each.does, seconds) for each, *_, seconds in found if seconds > SECONDS] == []
    wrong = [of for _, of, *_ in found if of.status == "wrong"]
    assert shows != "with a board" or any(of.puzzle or of.grid for of in wrong)
    assert shows != "with a picture" or any(of.picture for of in wrong)


def test_every_exercise_has_answers_of_both_kinds() -> None:
    assert set(learner.table()) == {each.name for each in every_exercise()}
    for name, (_, answers) in learner.table().items():
        kinds = [each.kind for each in answers]
        assert all(kinds.count(kind) >= number for kind, number in FEWEST.items()), name
        assert len({each[:2] for each in answers}) == len(answers), name


def test_every_change_applies_to_the_solved_cell() -> None:
    for name, (_, answers) in learner.table().items():
        for each in answers:
            learner.written(learner.solved_cell(name), each.lines)


def test_the_notes_for_teachers_give_the_number_of_these_answers() -> None:
    """All are judged as they should be, so the share of the mistakes that are caught is one."""
    teaching = (Path(learner.SOLVED).parent / "TEACHING.md").read_text(encoding="utf-8")
    numbers = re.search(r"tested on ([\d,]+) wrong answers, all of which are caught, and on ([\d,]+) right", teaching)
    kinds = [each.kind for _, answers in learner.table().values() for each in answers]
    assert numbers is not None
    assert [f"{kinds.count(kind):,}" for kind in ("wrong", "right")] == list(numbers.groups())
