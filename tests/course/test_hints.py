"""Hints are told one at a time, and what was asked for is counted."""

import json
from pathlib import Path

import pytest

from sudoku_models import course
from sudoku_models.course import progress_file
from sudoku_models.course.exercise import _table, exercise
from sudoku_models.errors import InputError, UnknownNameError


@pytest.fixture(autouse=True)
def own_exercise(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress_file, "_hints", {})
    monkeypatch.setattr(progress_file, "_memory", {})
    course.every_exercise()
    steps = ("think of <fingers>", "one hand has five", "one more than a hand")
    exercise("say-six", lesson=98, title="Say six", judge=lambda six: "right", hints=steps)
    exercise("no-hint", lesson=98, title="Say six", judge=lambda six: "right")
    yield
    del _table["say-six"], _table["no-hint"]


def test_each_call_tells_the_next_hint_and_after_the_last_the_last_again() -> None:
    assert [course.hint("say-six").number for _ in range(4)] == [1, 2, 3, 3]


def test_a_hint_of_a_certain_number_is_told_and_no_earlier_one_afterwards() -> None:
    assert repr(course.hint("say-six", 2)) == "hint 2 of 3 for say-six: one hand has five"
    assert course.hint("say-six", 1).number == 1
    assert course.hint("say-six").number == 3


def test_a_notebook_shows_a_hint_as_text() -> None:
    assert "think of &lt;fingers&gt;" in course.hint("say-six", 1)._repr_html_()


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_hint_that_is_none_is_refused(number: int) -> None:
    with pytest.raises(InputError, match="has the hints 1 to 3"):
        course.hint("say-six", number)


def test_an_exercise_without_hints_and_one_that_is_unknown_say_so() -> None:
    with pytest.raises(InputError, match="has no hints"):
        course.hint("no-hint")
    with pytest.raises(UnknownNameError, match="say-seven"):
        course.hint("say-seven")


def test_in_a_course_folder_hints_are_kept_beside_the_progress(tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    file.write_text('{"count-pairs": "right"}')
    course.hint("say-six")
    course.hint("say-six")
    assert json.loads(file.read_text()) == {"count-pairs": "right", "hints": {"say-six": 2}}
    progress_file._hints.clear()  # another session
    assert course.hint("say-six").number == 3
    assert course.progress().statuses["count-pairs"] == "right"
    assert "hints" not in course.progress().statuses


def test_elsewhere_no_file_is_written(tmp_path: Path) -> None:
    course.hint("say-six")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"hints": 3}', '{"hints": {"say-six": "two"}}'])
def test_a_damaged_file_is_no_hindrance(tmp_path: Path, text: str) -> None:
    (tmp_path / "progress.json").write_text(text)
    assert course.hint("say-six").number == 1


@pytest.mark.parametrize("each", course.every_exercise(), ids=lambda each: each.name)
def test_every_exercise_has_three_hints_and_none_says_its_name(each) -> None:
    assert len(each.hints) == 3
    assert all(20 < len(hint) < 400 for hint in each.hints)
    assert len(set(each.hints)) == 3
