"""Running a submitted notebook: `python -m sudoku_models.course.grading.execution NOTEBOOK EVENTS SECONDS`.

An error in one cell does not stop the others. What happens to each cell is written to a file, one JSON object a line,
so that it is known even if this process is killed.
"""

import ctypes
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...runtime.processes import SUBREAPER
from ..lessons import need

__all__ = ["CellRun", "execute", "read_events"]

GRACE = 10.0
"""Seconds that a cell has to end after it was interrupted; then the kernel is killed."""


@dataclass
class CellRun:
    """What happened to one cell.

    Attributes:
        error: The class of its exception; empty when there was none.
        message: The text of the exception.
        seconds: How long it ran; None when it has not ended.
    """

    error: str = ""
    message: str = ""
    seconds: float | None = None
    is_stuck: bool = field(default=False)
    """Whether it could not even be interrupted."""


def execute(source: str, events: str, seconds_a_cell: float) -> None:
    """Run the cells of a notebook."""
    nbformat, nbclient = need("nbformat"), need("nbclient")
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1)  # processes that a notebook leaves behind become children of this one
    with open(events, "a", encoding="utf-8") as file:
        watch = _Watch(lambda **event: print(json.dumps(event), file=file, flush=True), seconds_a_cell)
        options = {"allow_errors": True, "interrupt_on_timeout": True, "kernel_name": "python3"}
        hooks = {"on_cell_execute": watch.started, "on_cell_executed": watch.ended}
        client = nbclient.NotebookClient(nbformat.read(source, 4), timeout=int(seconds_a_cell), **options, **hooks)
        watch.client = client
        try:
            client.execute()
        except Exception as error:  # the kernel has died
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            watch.tell(event="stopped", reason=reason, stuck=watch.has_killed)
        finally:
            watch.cancel()
            _kill_children()


class _Watch:
    """Tells what happens to each cell, and kills a kernel that cannot be interrupted."""

    def __init__(self, tell: Callable[..., None], seconds_a_cell: float) -> None:
        self.tell, self.client, self.has_killed = tell, None, False
        self._patience = seconds_a_cell + GRACE
        self._start = 0.0
        self._timer: threading.Timer | None = None

    def started(self, cell: Any, cell_index: int, **_: Any) -> None:
        self.cancel()
        self._start = time.monotonic()
        self.tell(event="start", cell=cell_index)
        self._timer = threading.Timer(self._patience, self._kill)
        self._timer.daemon = True
        self._timer.start()

    def ended(self, cell: Any, cell_index: int, execute_reply: Any, **_: Any) -> None:
        self.cancel()
        content = (execute_reply or {}).get("content", {})
        error, message = str(content.get("ename", "")), str(content.get("evalue", ""))
        self.tell(
            event="end", cell=cell_index, error=error, message=message[:600], seconds=time.monotonic() - self._start
        )

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _kill(self) -> None:
        self.has_killed = True
        pid = getattr(getattr(getattr(self.client, "km", None), "provisioner", None), "pid", None)
        if pid:
            os.kill(pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)


def _kill_children() -> None:
    """Kill the kernel and whatever it has left running."""
    import psutil

    until = time.monotonic() + 5
    while (left := psutil.Process().children(recursive=True)) and time.monotonic() < until:
        for program in left:
            try:
                program.kill()
            except psutil.Error:
                continue
        psutil.wait_procs(left, timeout=1.0)


def read_events(file: Path) -> tuple[dict[int, CellRun], str]:
    """What happened to each cell that was begun, and why the kernel died, if it did."""
    runs: dict[int, CellRun] = {}
    reason = ""
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            event = json.loads(line)
        except ValueError:  # the process was killed while it wrote
            continue
        if event["event"] == "start":
            runs[event["cell"]] = CellRun()
        elif event["event"] == "end":
            runs[event["cell"]] = CellRun(event["error"], event["message"], event["seconds"])
        else:
            reason = event["reason"]
            if runs and event["stuck"]:
                runs[max(runs)].is_stuck = True
    return runs, reason


if __name__ == "__main__":
    execute(sys.argv[1], sys.argv[2], float(sys.argv[3]))
