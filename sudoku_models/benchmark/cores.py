"""Processor cores for worker processes: one that no other worker on the machine has, as long as there are any.

Workers of a process pool, of a cluster and of another run do not know each other, so a core is claimed by a lock on a
file, which the system releases when the process ends, however it ends.
"""

import getpass
import os
import platform
import tempfile
import zlib
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

__all__ = ["Core"]

_next = count(os.getpid() + zlib.crc32(platform.node().encode()))
"""The core that is tried first: another one in each container of a machine, which do not see each other's locks."""


class Core:
    """A claim on a processor core.

    Attributes:
        number: The core; shared when all are claimed, and None where processes cannot be pinned.

    >>> Core().number is None or Core().number in os.sched_getaffinity(0)
    True
    """

    def __init__(self) -> None:
        self._lock: Any = None
        self.number: int | None = None
        if not hasattr(os, "sched_getaffinity"):  # macOS, Windows
            return
        from filelock import FileLock, Timeout

        cores = sorted(os.sched_getaffinity(0))
        first = next(_next) % len(cores)
        cores = cores[first:] + cores[:first]
        self.number = cores[0]
        for core in cores:
            lock = FileLock(_file(core))
            with suppress(Timeout, OSError, NotImplementedError):
                lock.acquire(timeout=0)
                self._lock, self.number = lock, core
                return

    def release(self) -> None:
        """Leave the core to others."""
        if self._lock is not None:
            self._lock.release()


def _file(core: int) -> Path:
    """The file of a core; those of other users cannot be locked."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):  # a container without a name for its user
        user = "unknown"
    return Path(tempfile.gettempdir()) / f"sudoku-models-{user}-core-{core}.lock"
