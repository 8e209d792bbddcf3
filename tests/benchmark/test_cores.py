"""No two workers of a machine are pinned to one core while another core is free."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sudoku_models.benchmark import cores
from sudoku_models.benchmark.cores import Core

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="processes cannot be pinned")
FOUR = {3, 5, 6, 9}


@pytest.fixture(autouse=True)
def four_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: FOUR)


def test_workers_have_different_cores_and_share_them_only_when_all_are_taken() -> None:
    taken = [Core() for _ in range(4)]
    assert {core.number for core in taken} == FOUR
    more = Core()
    assert more.number in FOUR
    more.release()
    taken[2].release()
    assert Core().number == taken[2].number


def test_a_process_that_is_killed_leaves_its_core(tmp_path: Path) -> None:
    program = """
import os, sys, tempfile
tempfile.tempdir = sys.argv[1]
os.sched_getaffinity = lambda process: {3, 5, 6, 9}
from sudoku_models.benchmark.cores import Core
core = Core()
print(core.number, flush=True)
sys.stdin.read()
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout
    taken = int(other.stdout.readline())
    here = [Core() for _ in range(3)]
    assert {taken, *(core.number for core in here)} == FOUR
    other.send_signal(signal.SIGKILL)
    other.communicate()
    assert Core().number == taken


def test_where_no_core_can_be_claimed_they_are_shared(tmp_path: Path) -> None:
    for core in FOUR:
        (tmp_path / cores._file(core)).mkdir()
    assert Core().number in FOUR
