"""Running a program within limits of time and memory, so that code of another's can do no lasting harm."""

import contextlib
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

__all__ = ["end_all", "memory_of", "run_within"]

LARGEST_MEMORY = 4 * 1024**3
"""Bytes that a program and its children may take together."""

_running: set[psutil.Popen] = set()


def run_within(
    time_limit: float, command: Sequence[str], folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> str:
    """Run a program to its end, or to its limits; then it is killed with all its children.

    Args:
        time_limit: Seconds.
        command: The program and its arguments; it gets no input, and what it prints is dropped.
        folder: Where it runs.
        environment: Its whole environment; this process's own when left out.

    Returns:
        An empty text when it ended by itself, whatever its exit code; otherwise a sentence on the limit that it met.

    >>> import sys
    >>> run_within(20, [sys.executable, "-c", "pass"])
    ''
    >>> run_within(0.5, [sys.executable, "-c", "while True: pass"])
    'stopped after 0.5 seconds'
    """
    # A session of its own, so that Ctrl-C reaches this process alone, which then ends the other.
    program = psutil.Popen(
        list(command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        cwd=folder,
        env=environment,
    )
    _running.add(program)
    end = time.monotonic() + time_limit
    try:
        while time.monotonic() < end:
            with contextlib.suppress(psutil.TimeoutExpired):
                program.wait(min(0.1, time_limit))
                return ""
            if memory_of(program) > LARGEST_MEMORY:
                return f"stopped because it took more than {LARGEST_MEMORY // 1024**3} GB of memory"
        return f"stopped after {time_limit:g} seconds"
    finally:
        _end(program)
        _running.discard(program)


def end_all() -> None:
    """End every program that runs now, in whatever thread."""
    for program in list(_running):
        _end(program)


def memory_of(program: psutil.Process) -> int:
    """Bytes that a program and its children take."""
    taken = 0
    with contextlib.suppress(psutil.NoSuchProcess):
        for each in [program, *program.children(recursive=True)]:
            with contextlib.suppress(psutil.NoSuchProcess):
                taken += each.memory_info().rss
    return taken


def _end(program: psutil.Popen) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        for each in [*program.children(recursive=True), program]:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
    program.wait()
