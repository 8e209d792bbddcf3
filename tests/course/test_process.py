"""A program is held to its limits, and its children with it."""

import sys
import time

import psutil
import pytest

from sudoku_models.course import process
from sudoku_models.course.process import run_within


def test_a_program_that_ends_is_waited_for(tmp_path):
    assert run_within(20, [sys.executable, "-c", "open('done', 'w')"], tmp_path) == ""
    assert (tmp_path / "done").exists()


@pytest.mark.slow
def test_a_program_that_does_not_end_is_killed_with_its_children(tmp_path):
    child = "import time; time.sleep(60)"
    parent = f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {child!r}]); "
    parent += "open('child', 'w').write(str(p.pid)); p.wait()"
    start = time.monotonic()
    assert run_within(2, [sys.executable, "-c", parent], tmp_path) == "stopped after 2 seconds"
    assert time.monotonic() - start < 10
    pid = int((tmp_path / "child").read_text())
    end = time.monotonic() + 10  # a process that is killed takes a moment to go
    while has_not_ended(pid) and time.monotonic() < end:
        time.sleep(0.01)
    assert not has_not_ended(pid)


def has_not_ended(pid: int) -> bool:
    """Whether a process still is; one that nobody has collected yet has ended all the same."""
    try:
        return psutil.Process(pid).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False


def test_a_program_that_eats_the_memory_is_killed(monkeypatch):
    monkeypatch.setattr(process, "LARGEST_MEMORY", 200 * 1024**2)
    said = run_within(20, [sys.executable, "-c", "x = bytearray(300 * 1024**2); import time; time.sleep(30)"])
    assert "memory" in said
