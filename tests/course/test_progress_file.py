"""Progress is kept in a course folder, and in no other."""

import json

import pytest

from sudoku_models import course
from sudoku_models.course import progress_file
from sudoku_models.course.verdict import Verdict

FIRST = course.every_exercise()[0]


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    forget(monkeypatch)
    return tmp_path


def forget(monkeypatch):
    monkeypatch.setattr(progress_file, "_memory", {})
    monkeypatch.setattr(progress_file, "_hints", {})


def test_elsewhere_nothing_is_written_and_progress_is_shown_by_lesson(folder):
    progress_file.write(Verdict(FIRST.name, "right", "."))
    assert list(folder.iterdir()) == []
    shown = course.progress()
    assert shown.done == 1
    assert "in this session" in repr(shown)
    assert f"[x] {FIRST.title}" in repr(shown)
    assert sum(len(tried) for tried in shown.lessons().values()) == len(course.every_exercise())
    assert shown._repr_html_().count("<details") == len(shown.lessons())


def test_in_a_course_folder_progress_outlives_the_session_and_right_stays_right(folder, monkeypatch):
    (folder / progress_file.PROGRESS_FILE).write_text("{}")
    progress_file.write(Verdict(FIRST.name, "right", "."))
    progress_file.write_hint(FIRST.name, 2)
    forget(monkeypatch)
    progress_file.write(Verdict(FIRST.name, "wrong", "."))
    assert json.loads((folder / progress_file.PROGRESS_FILE).read_text())[FIRST.name] == "right"
    assert course.progress().statuses[FIRST.name] == "right"
    assert progress_file.hints_used() == {FIRST.name: 2}


@pytest.mark.parametrize("text", ["", "not json", "[1]", '{"hints": 7}'])
def test_a_damaged_file_is_begun_anew_and_kept(folder, text):
    (folder / progress_file.PROGRESS_FILE).write_text(text)
    assert course.progress().done == 0
    progress_file.write(Verdict(FIRST.name, "right", "."))
    assert json.loads((folder / progress_file.PROGRESS_FILE).read_text()) == {FIRST.name: "right"}
    assert (folder / "progress.damaged").exists() == (text in ("not json", "[1]"))
