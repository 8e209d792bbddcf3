"""A program is held to its limits, and its children with it."""

import subprocess
import sys
import time

import pytest

from sudoku_models.runtime.processes import kill_all, memory_of, run_within, start

SLEEP = "import time; time.sleep(60)"
PARENT = f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {SLEEP!r}]); "
PARENT += "open('child', 'w').write(str(p.pid)); "


def test_a_program_that_ends_is_waited_for(tmp_path):
    assert run_within([sys.executable, "-c", "open('done', 'w')"], 20, tmp_path) == ""
    assert (tmp_path / "done").exists()


@pytest.mark.timed
@pytest.mark.slow
@pytest.mark.parametrize(("rest", "ending"), [("p.wait()", "was stopped after 2 seconds"), ("", "")])
def test_the_children_of_a_program_end_with_it(tmp_path, has_ended, rest, ending):
    begin = time.monotonic()
    assert run_within([sys.executable, "-c", PARENT + rest], 2, tmp_path) == ending
    assert time.monotonic() - begin < 10
    assert has_ended(int((tmp_path / "child").read_text()))


def test_a_program_that_takes_too_much_memory_is_killed():
    program = [sys.executable, "-c", "x = bytearray(300 * 1024**2); import time; time.sleep(30)"]
    ending = run_within(program, 20, memory_limit=200 * 1024**2)
    assert ending == "was stopped because it took more than 0.2 GB of memory"


def test_the_memory_of_children_is_counted(tmp_path):
    child = "x = bytearray(100 * 1024**2); open('ready', 'w').close(); import time; time.sleep(60)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    program = start([sys.executable, "-c", parent], subprocess.DEVNULL, folder=tmp_path)
    while not (tmp_path / "ready").exists():
        time.sleep(0.01)
    assert memory_of(program.pid) > 100 * 1024**2
    kill_all()
    assert program.poll() is not None
    assert memory_of(program.pid) == 0
