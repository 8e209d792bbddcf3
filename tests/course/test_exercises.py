"""The judges of all exercises: right answers in other styles pass, and answers with a mistake do not."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import learner
import pytest
import rotation

from sudoku_models.course import Verdict, every_exercise
from sudoku_models.runtime.processes import Worker

FEWEST = {"right": 4, "wrong": 8}
EXERCISES = [pytest.param(each.name, id=f"{each.lesson}-{each.name}") for each in every_exercise()]
"""All of a lesson are given to one worker of pytest-xdist, which runs the cells that they need once."""


@pytest.fixture(scope="session")
def worker() -> Iterator[Worker]:
    with Worker() as made:
        yield made


def _said(verdict: Verdict) -> tuple[object, ...]:
    """What is compared of two verdicts; in a sentence the order of a set differs from process to process."""
    return verdict.status, verdict.puzzle, verdict.grid, bool(verdict.picture)


def _judged(post: object, name: str, lines: list[str], both: bool) -> tuple[Verdict, Verdict]:
    return learner.judged(name, lines, both)


def _first_two(name: str) -> list[learner.LearnersAnswer]:
    """The first right answer and the first wrong one, which shows what the heading promises."""
    answers = learner.table()[name][1]
    return [next(each for each in answers if each.kind == kind) for kind in FEWEST]


def _judge(worker: Worker, name: str, answers: Iterable[tuple[int, learner.LearnersAnswer]]) -> list[Verdict]:
    """The verdicts in place, which are as they should be; on every eighth answer in a separate process too."""
    found = [
        (each, *worker.request(_judged, name, each.lines, k % 8 == 0, time_limit=3 * learner.HANG))
        for k, each in answers
    ]
    assert [(each.does, of.status, of.sentence) for each, of, _ in found if of.status != each.kind] == []
    assert [(each.does, repr(one), repr(other)) for each, one, other in found if _said(one) != _said(other)] == []
    return [of for _, of, _ in found]


@pytest.mark.parametrize("name", EXERCISES)
def test_a_right_answer_passes_and_a_wrong_one_is_shown_why_not(worker: Worker, name: str) -> None:
    _, wrong = _judge(worker, name, enumerate(_first_two(name), start=1))
    shows = learner.table()[name][0]
    assert shows != "with a board" or wrong.puzzle or wrong.grid
    assert shows != "with a picture" or wrong.picture


@pytest.mark.slow
@pytest.mark.parametrize("name", EXERCISES)
def test_right_answers_in_other_styles_pass_and_wrong_ones_do_not(worker: Worker, name: str) -> None:
    """A third of those that are left, where `rotation` says so."""
    others = [each for each in learner.table()[name][1] if each not in _first_two(name)]
    _judge(worker, name, [(k, each) for k, each in enumerate(others) if rotation.has_its_turn(k)])


def _hurried(post: object, name: str) -> Verdict:
    return learner.judged(name, [], both=False, time_limit=0.001)[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", EXERCISES)
def test_a_right_answer_is_never_wrong_for_lack_of_time(worker: Worker, name: str) -> None:
    """Whatever the limit stops: the answer itself, or a solver within it or within the judge."""
    assert worker.request(_hurried, name, time_limit=3 * learner.HANG).status in ("right", "not known")


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


def test_the_notes_for_teachers_count_no_more_than_these_answers() -> None:
    """All are judged as they should be, so the share of the mistakes that are caught is one."""
    teaching = (Path(learner.SOLVED).parent / "TEACHING.md").read_text(encoding="utf-8")
    numbers = re.search(r"at least ([\d,]+) wrong answers, all of which are caught, and on at least ([\d,]+)", teaching)
    kinds = [each.kind for _, answers in learner.table().values() for each in answers]
    assert numbers is not None
    for kind, number in zip(("wrong", "right"), numbers.groups(), strict=True):
        assert kinds.count(kind) >= int(number.replace(",", ""))
