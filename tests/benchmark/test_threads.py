"""Threads that work are counted, threads that wait are not."""

import hashlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from sudoku_models.benchmark.threads import running_threads

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="threads are counted on Linux")

PROGRAM = """
import hashlib, sys, threading
for _ in range(int(sys.argv[1])):
    threading.Thread(target=hashlib.pbkdf2_hmac, args=("sha256", b"", b"", 10**9), daemon=True).start()
print("started", flush=True)
sys.stdin.read()
"""


def state_of_main_thread(pid: int) -> str:
    return Path(f"/proc/{pid}/task/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def most(pid: int, enough: int, seconds: float) -> int:
    """The largest number in looks until there are enough, or the time is over."""
    end, found = time.monotonic() + seconds, 0
    while found < enough and time.monotonic() < end:
        found = max(found, running_threads(pid))
    return found


@pytest.mark.parametrize("number", [1, 3])
def test_the_threads_of_a_program_that_compute_are_counted_and_those_that_wait_are_not(number: int) -> None:
    command = [sys.executable, "-c", PROGRAM, str(number)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        try:
            assert program.stdout is not None
            assert program.stdout.readline() == b"started\n"
            while state_of_main_thread(program.pid) != "S":
                pass  # from now on it waits for its input
            assert most(program.pid, number, 30.0) == number
            assert most(program.pid, number + 1, 0.2) == number
        finally:
            program.kill()


def test_a_thread_that_waits_is_not_counted() -> None:
    is_over = threading.Event()
    waiting = [threading.Thread(target=is_over.wait) for _ in range(5)]
    for thread in waiting:
        thread.start()
    try:
        hashlib.pbkdf2_hmac("sha256", b"", b"", 100_000)
        assert 1 <= running_threads(os.getpid()) < 1 + len(waiting)
    finally:
        is_over.set()
        for thread in waiting:
            thread.join()


def test_a_process_that_has_ended_has_none() -> None:
    assert running_threads(2**22 + 1) == 0
