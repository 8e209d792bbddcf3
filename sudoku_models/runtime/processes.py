"""Running programs within time and memory limits, so that a program that hangs or crashes does no harm.

The module `workers` has a `Worker`, which answers one request after another.
"""

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

__all__ = [
    "INTERVAL",
    "MEMORY_LIMIT",
    "kill",
    "kill_all",
    "limit_memory",
    "memory_of",
    "run_within",
    "size",
    "start",
    "too_large",
    "too_long",
]

MEMORY_LIMIT = 4 * 1024**3
"""The largest memory of a process together with its children, in bytes."""
MEMORY_RESERVE = 256 * 1024**2
"""See `limit_memory`."""
INTERVAL = 0.5
"""Seconds between two checks of a process: its memory, and whether it still runs."""

_running: set[subprocess.Popen[bytes]] = set()


def run_within(
    command: Sequence[str],
    time_limit: float,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    memory_limit: int = MEMORY_LIMIT,
) -> str:
    """Run a program until it ends or reaches a limit; then it is killed with all its children.

    Args:
        command: The program and its arguments; it gets no input, and its output is discarded.
        time_limit: Seconds.
        folder: The working directory.
        environment: The complete environment; by default that of this process.
        memory_limit: Bytes for the program and its children.

    Returns:
        An empty string when it ended by itself, whatever its exit code; otherwise the limit that it reached.

    >>> import sys
    >>> run_within([sys.executable, "-c", "pass"], 20)
    ''
    >>> run_within([sys.executable, "-c", "while True: pass"], 0.5)
    'was stopped after 0.5 seconds'
    """
    program = start(command, subprocess.DEVNULL, environment, folder)
    end = time.monotonic() + time_limit
    try:
        while (left := end - time.monotonic()) > 0:
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(min(INTERVAL, left))
                return ""
            if memory_of(program.pid) > memory_limit:
                return too_large(memory_limit)
        return too_long(time_limit)
    finally:
        kill(program)


def kill_all() -> None:
    """Kill all running processes that were started by this module, from any thread."""
    for program in list(_running):
        kill(program)


def memory_of(pid: int, with_itself: bool = True) -> int:
    """The resident memory of a process and its children in bytes, or of its children alone; 0 when it has ended."""
    used = 0
    with contextlib.suppress(psutil.Error):
        program = psutil.Process(pid)
        for each in [program] * with_itself + program.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                used += each.memory_info().rss
    return used


def limit_memory(memory_limit: int) -> None:
    """Let the system refuse this process, and programs that it starts, more memory than this and a reserve.

    A process is watched from time to time, and could fill the memory of the machine between two looks. The system
    counts private memory that is reserved and not used, too, of which the solvers' libraries have up to 100 MB: hence
    the reserve, so that a process is stopped here only when it takes much at once. Address space does not count; Choco
    reserves 32 GB of it. Only Linux limits private memory; elsewhere this does nothing.

    Args:
        memory_limit: Bytes.
    """
    if sys.platform == "linux":
        import resource

        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        wanted = memory_limit + MEMORY_RESERVE
        limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def start(
    command: Sequence[str], pipes: int, environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, which Ctrl-C does not reach.

    Args:
        command: The program and its arguments.
        pipes: The `stdin` and `stdout` argument of `subprocess.Popen`.
        environment: The complete environment; by default that of this process.
        folder: The working directory.
    """
    program = subprocess.Popen(
        list(command),
        stdin=pipes,
        stdout=pipes,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=environment,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the equivalent on Windows
    )
    _running.add(program)
    return program


def kill(program: subprocess.Popen[bytes]) -> None:
    """Kill a process and all its descendants, and wait until it has ended."""
    children: list[psutil.Process] = []
    if program.poll() is None:  # once it has ended, its pid may belong to another process
        with contextlib.suppress(psutil.Error):
            children = psutil.Process(program.pid).children(recursive=True)
    program.kill()
    for child in children:
        with contextlib.suppress(psutil.Error):
            child.kill()
    if program in _running and hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):  # orphans, whose parents had already ended
            os.killpg(program.pid, signal.SIGKILL)
    program.wait()
    _running.discard(program)


def too_long(time_limit: float | None) -> str:
    """The reason given for a process that reached its time limit."""
    return f"was stopped after {time_limit:g} seconds"


def too_large(memory_limit: int) -> str:
    """The reason given for a process that reached its memory limit.

    >>> too_large(MEMORY_LIMIT)
    'was stopped because it took more than 4 GB of memory'
    """
    return f"was stopped because it took more than {size(memory_limit)} of memory"


def size(memory: int) -> str:
    """A number of bytes in words.

    >>> size(MEMORY_LIMIT), size(200 * 1024**2)
    ('4 GB', '0.2 GB')
    """
    return f"{memory / 1024**3:.2g} GB"


atexit.register(kill_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.clear)  # they belong to the process that was forked
