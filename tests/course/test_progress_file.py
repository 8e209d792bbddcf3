"""Progress is kept in a course folder, and in no other."""

import json

import pytest

from sudoku_models import course
from sudoku_models.course import progress_file
from sudoku_models.course.verdict import Verdict


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress_file, "_memory", {})
    monkeypatch.setattr(progress_file, "_hints", {})
    return tmp_path


def first():
    return course.every_exercise()[0].name


def test_elsewhere_nothing_is_written(fresh):
    progress_file.write(Verdict(first(), "right", "."))
    assert list(fresh.iterdir()) == []
    assert course.progress().done == 1
    assert "in this session" in repr(course.progress())


def test_in_a_course_folder_progress_outlives_the_session(fresh, monkeypatch):
    (fresh / progress_file.PROGRESS_FILE).write_text("{}")
    progress_file.write(Verdict(first(), "right", "."))
    monkeypatch.setattr(progress_file, "_memory", {})
    monkeypatch.setattr(progress_file, "_hints", {})
    assert course.progress().statuses[first()] == "right"
    assert f"1 of {len(course.every_exercise())} exercises done" in repr(course.progress())


def test_what_was_right_once_stays_done(fresh):
    (fresh / progress_file.PROGRESS_FILE).write_text(json.dumps({first(): "right"}))
    progress_file.write(Verdict(first(), "wrong", "."))
    assert json.loads((fresh / progress_file.PROGRESS_FILE).read_text())[first()] == "right"


@pytest.mark.parametrize("text", ["", "not json", "[1]"])
def test_a_damaged_file_is_begun_anew(fresh, text):
    (fresh / progress_file.PROGRESS_FILE).write_text(text)
    assert course.progress().done == 0
    progress_file.write(Verdict(first(), "right", "."))
    assert json.loads((fresh / progress_file.PROGRESS_FILE).read_text()) == {first(): "right"}
    assert (fresh / "progress.damaged").exists() == bool(text)  # nothing is lost


def test_progress_is_shown_by_lesson():
    progress_file.write(Verdict(first(), "right", "."))
    shown = course.progress()
    lessons = shown.lessons()
    assert [sum(len(tried) for tried in lessons.values()), shown.done] == [len(course.every_exercise()), 1]
    assert f"[x] {course.every_exercise()[0].title}" in repr(shown)
    assert shown._repr_html_().count("<details") == len(lessons)
