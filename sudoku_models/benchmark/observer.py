"""A case as the process sees it that has started it: with clocks of its own, which no code in the case can change.

A case measures itself, step by step, because the steps take milliseconds. Around them, the process outside takes the
time on its own clock from the message that the clock starts until the message with the row, and the processor time that
the system has counted for the case. If these contradict the row, its times are not believed.
"""

import contextlib
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from .threads import running_threads

__all__ = ["STARTS", "Observer", "processor_seconds_of"]

STARTS, STOPS = "the clock starts", "the clock stops"
"""The messages around the steps that are timed. The first pair has nothing in between: it shows what messages cost."""
INTERVAL = 0.002
"""Seconds between the first two looks at the memory and the threads of a case; later a fiftieth of its age."""
SHARE, SLACK = 0.5, 0.004
"""The steps of a case take at least this share of what is seen outside, less so many seconds: a case goes on while the
message that its clock stops is on the way."""
DELAY = 0.05
"""Seconds that a message may wait on a busy machine."""
PROCESSOR_SHARE, PROCESSOR_SLACK = 0.8, 0.04
"""The same for processor time, which the system counts in hundredths of a second for programs that have ended."""


class Observer:
    """A case seen from outside: whether it has begun, its last row, its clocks, and the memory of its programs."""

    def __init__(self) -> None:
        self.has_begun, self.ended = False, threading.Event()
        self.row: dict[str, Any] | None = None
        self.peak, self._threads = 0.0, 0
        self._pid = 0
        self._is_running = False
        self._start: tuple[float, float] | None = None
        self._spans: list[tuple[float, float]] = []

    def on_message(self, message: Any) -> None:
        """Note what the case posts: its process id; the clock; and rows."""
        if isinstance(message, int):
            self._pid = message
            threading.Thread(target=self._look, name="watches a case", daemon=True).start()
        elif message == STARTS:
            self._start = self._clocks()
            self._is_running = True
        elif message == STOPS and self._start is not None:
            now = self._clocks()
            self._spans.append((now[0] - self._start[0], now[1] - self._start[1]))
            self._is_running = False
        else:
            self.row = message
        self.has_begun = True

    def seen(self) -> dict[str, float | None]:
        """The seconds that the clock has run, and the processor time of the case and its threads meanwhile."""
        if len(self._spans) < 2:
            return dict.fromkeys(("seen_seconds", "seen_processor_seconds", "threads_used"))
        wall, processor = (sum(span) for span in zip(*self._spans[1:], strict=True))
        # A case that is over before the first look has one thread at least; 0 would say that the system does not tell.
        threads = max(self._threads, 1) if sys.platform == "linux" else None
        return {"seen_seconds": wall, "seen_processor_seconds": max(processor, 0.0), "threads_used": threads}

    def disagreement(self, row: dict[str, Any]) -> str:
        """Why the times of a row cannot be true; empty when they can.

        Args:
            row: A row with the columns of `seen`.
        """
        claimed = row.get("proved_seconds") or row.get("solved_seconds")
        if len(self._spans) < 2 or claimed is None:
            return ""
        is_proved = row.get("proved_seconds") is not None  # else the proof has no time, and the first span is compared
        seen, processor = (sum(span) for span in zip(*self._spans[1 : None if is_proved else 2], strict=True))
        own = row.get("processor_seconds")
        slack = SLACK + 2 * self._spans[0][0]
        if claimed > seen / SHARE + DELAY:  # the message that the clock starts may wait on a busy machine
            return f"its clock says {claimed:.3g} s, but it took {seen:.3g} s as seen from outside"
        if claimed < SHARE * seen - slack - DELAY or claimed < SHARE * min(seen, processor) - slack:
            return f"its clock says {claimed:.3g} s for all steps, but they took {seen:.3g} s as seen from outside"
        if own is not None and own < PROCESSOR_SHARE * processor - PROCESSOR_SLACK:
            return f"its clock says {own:.3g} s of processor time, but the system counted {processor:.3g} s"
        return ""

    def _clocks(self) -> tuple[float, float]:
        return time.perf_counter(), processor_seconds_of(self._pid)

    def _look(self) -> None:
        begin = time.monotonic()
        while not self.ended.wait(max(INTERVAL, (time.monotonic() - begin) / 50)):
            self.peak = max(self.peak, _largest_program(self._pid))
            if self._is_running:
                self._threads = max(self._threads, running_threads(self._pid))


def processor_seconds_of(pid: int) -> float:
    """The processor time that the system has counted for a process and those that it has started; 0 when it has ended.

    >>> 0 < processor_seconds_of(os.getpid()) < 1e6
    True
    """
    spent = 0.0
    with contextlib.suppress(psutil.Error):
        own = psutil.Process(pid)
        spent = max(sum(own.cpu_times()[:4]), _scheduled(pid) + sum(own.cpu_times()[2:4]))
        for child in own.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                spent += max(sum(child.cpu_times()[:2]), _scheduled(child.pid))
    return spent


def _scheduled(pid: int) -> float:
    """The time in seconds for which the threads of a process have run, which Linux counts in nanoseconds."""
    with contextlib.suppress(OSError, ValueError):
        tasks = [_fields(task / "schedstat") for task in Path(f"/proc/{pid}/task").iterdir()]
        return sum(int(fields[0]) for fields in tasks if fields) / 1e9
    return 0.0


def _largest_program(pid: int) -> float:
    """The largest memory that a program of a process has held so far, in MiB."""
    largest = 0.0
    with contextlib.suppress(OSError):  # it has ended
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, _fields(task / "children")):
                largest = max(largest, _memory_of_program(child), _largest_program(child))
    return largest


def _memory_of_program(pid: int) -> float:
    """The largest memory that a process has held so far, in MiB; 0 when it has ended or runs Python."""
    with contextlib.suppress(OSError, ValueError):
        if os.readlink(f"/proc/{pid}/exe") != os.path.realpath(sys.executable):
            status = _fields(Path(f"/proc/{pid}/status"))
            return int(status[status.index("VmHWM:") + 1]) / 1024
    return 0.0


def _fields(file: Path) -> list[str]:
    """The fields of a file in /proc; none of a process that has ended."""
    try:
        return file.read_text(encoding="utf-8").split()
    except OSError:
        return []
