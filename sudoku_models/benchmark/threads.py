"""How many threads of a process work at one time, as the system sees it."""

from contextlib import suppress
from pathlib import Path

__all__ = ["running_threads"]

LEAST = 2_000_000
"""Nanoseconds of processor time from which a thread counts: those that only listen or wait for a program use less."""


def running_threads(pid: int) -> int:
    """The threads that work in a process, or in a program that it has started: the largest number of these.

    A thread works that is running or ready to run, and has used `LEAST` of processor time before. So the largest of
    several looks is a lower bound on the threads that an engine uses, and one of the case itself is 1. Linux only;
    elsewhere it is 0, and so it is of a process that has ended.

    >>> import os, sys
    >>> running_threads(os.getpid()) >= (sys.platform == "linux")
    True
    """
    own, programs = 0, [0]
    with suppress(OSError):  # it has ended
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError, IndexError):
                state = task.joinpath("stat").read_text(errors="replace").rpartition(")")[2].split()[0]
                own += state == "R" and int(task.joinpath("schedstat").read_text().split()[0]) >= LEAST
                programs += [running_threads(int(child)) for child in task.joinpath("children").read_text().split()]
    return max(own, *programs)
