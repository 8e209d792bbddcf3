"""Hints are told one at a time; they and the progress are kept in a course folder, and in no other."""

import json
import os
import tempfile
from types import SimpleNamespace

import pytest

from sudoku_models import course
from sudoku_models.course import progress_file
from sudoku_models.course.exercise import Verdict
from sudoku_models.errors import InputError, UnknownNameError

FIRST = course.every_exercise()[0]


OWN = '''"""Two exercises for these tests.

## say-six: Say six

1. think of <fingers>
2. one hand has five
3. one more than a hand

## no-hint: Say six
"""


def say_six(answer):
    return "right"


no_hint = say_six
'''


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """An empty folder; the one above has a lesson of one's own."""
    mine, exercises = tmp_path / "mine", tmp_path / "exercises"
    mine.mkdir()
    exercises.mkdir()
    (exercises / "lesson_98.py").write_text(OWN)
    monkeypatch.chdir(mine)
    forget(monkeypatch)
    return mine


def forget(monkeypatch):
    """Begin another session."""
    monkeypatch.setattr(progress_file, "_memory", {})
    monkeypatch.setattr(progress_file, "_hints", {})


def test_elsewhere_nothing_is_written_and_progress_is_shown_by_lesson(folder):
    progress_file.write(Verdict(FIRST.name, "right", "."))
    course.hint("say-six")
    assert list(folder.iterdir()) == []
    shown = course.progress()
    assert shown.done == 1
    assert "in this session" in repr(shown)
    assert len(repr(shown).splitlines()) < 35
    (of_lesson,) = course.progress(FIRST.lesson).lessons().values()
    assert [each.name for each, _ in of_lesson] == [each.name for each in course.every_exercise(FIRST.lesson)]
    assert FIRST.title in repr(course.progress(FIRST.lesson))
    with pytest.raises(InputError):
        course.progress(77)
    assert sum(len(tried) for tried in shown.lessons().values()) == len(course.every_exercise())
    assert shown._repr_html_().count("<details") == len(shown.lessons())


def test_in_a_course_folder_progress_outlives_the_session_and_right_stays_right(folder, monkeypatch):
    (folder / progress_file.PROGRESS_FILE).write_text("{}")
    progress_file.write(Verdict(FIRST.name, "right", "."))
    course.hint("say-six")
    course.hint("say-six")
    forget(monkeypatch)
    progress_file.write(Verdict(FIRST.name, "wrong", "."))
    kept = json.loads((folder / progress_file.PROGRESS_FILE).read_text())
    assert kept == {FIRST.name: "right", "hints": {"say-six": 2}}
    assert course.progress().statuses == {FIRST.name: "right"}
    assert course.hint("say-six").number == 3


def test_in_a_browser_tab_it_is_kept_in_any_folder(folder, monkeypatch):
    monkeypatch.setattr(progress_file, "sys", SimpleNamespace(platform="emscripten"))
    progress_file.write(Verdict(FIRST.name, "right", "."))
    forget(monkeypatch)
    assert course.progress().statuses == {FIRST.name: "right"}


def test_it_is_kept_where_a_file_cannot_be_renamed(folder, monkeypatch):
    """As in some file systems of a browser tab; nothing locks or flushes a file."""

    def refuse(*_):
        raise OSError("not supported")

    for module, names in ((os, ("rename", "replace", "link", "fsync")), (tempfile, ("mkstemp",))):
        for name in names:
            monkeypatch.setattr(module, name, refuse)
    (folder / progress_file.PROGRESS_FILE).write_text("{}")
    progress_file.write(Verdict(FIRST.name, "right", "."))
    course.hint("say-six")
    forget(monkeypatch)
    assert course.progress().statuses == {FIRST.name: "right"}
    assert course.hint("say-six").number == 2
    assert [each.name for each in folder.iterdir()] == [progress_file.PROGRESS_FILE]


@pytest.mark.parametrize("text", ["", "not json", "[1]", '{"hints": 7}', '{"hints": {"say-six": "two"}}'])
def test_a_damaged_file_is_begun_anew_and_kept(folder, text):
    (folder / progress_file.PROGRESS_FILE).write_text(text)
    assert course.progress().done == 0
    progress_file.write(Verdict(FIRST.name, "right", "."))
    assert json.loads((folder / progress_file.PROGRESS_FILE).read_text()) == {FIRST.name: "right"}
    assert (folder / "progress.damaged").exists() == (text in ("not json", "[1]"))
    assert course.hint("say-six").number == 1


def test_a_hint_of_a_certain_number_is_told_and_no_earlier_one_afterwards() -> None:
    assert repr(course.hint("say-six", 2)) == "hint 2 of 3 for say-six: one hand has five"
    shown = course.hint("say-six", 1)
    assert shown.number == 1
    assert "think of &lt;fingers&gt;" in shown._repr_html_()
    assert course.hint("say-six").number == 3


def test_a_hint_that_is_none_is_refused() -> None:
    for number in (0, 4, -1):
        with pytest.raises(InputError, match="has the hints 1 to 3"):
            course.hint("say-six", number)
    with pytest.raises(InputError, match="has no hints"):
        course.hint("no-hint")
    with pytest.raises(UnknownNameError, match="say-seven"):
        course.hint("say-seven")


def test_every_exercise_has_three_different_hints() -> None:
    for each in course.every_exercise():
        assert len(set(each.hints)) == 3 or each.lesson == 98, each.name
        assert all(len(hint) < 400 for hint in each.hints), each.name
