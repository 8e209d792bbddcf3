"""What this platform lets Python do. In a browser tab (Pyodide) there are no threads, no processes and no programs.

The environment variable `SUDOKU_MODELS_WITHOUT=threads,processes,programs` takes them away elsewhere: to see on an
ordinary machine what a course does in a browser tab. It is read at each call.
"""

import os
import sys
from collections.abc import Iterable

THREADS, PROCESSES, PROGRAMS = "threads", "processes", "programs"
"""Threads of this process; worker processes, which are Python too; and programs of other kinds, such as CBC's."""
NAMES = {THREADS: "threads", PROCESSES: "worker processes", PROGRAMS: "external programs"}
VARIABLE = "SUDOKU_MODELS_WITHOUT"


def can(need: str) -> bool:
    """Whether this platform has it: `THREADS`, `PROCESSES` or `PROGRAMS`.

    >>> can(THREADS) == (THREADS not in os.environ.get(VARIABLE, ""))
    True
    """
    return sys.platform != "emscripten" and need not in os.environ.get(VARIABLE, "").replace(",", " ").split()


def has_display() -> bool:
    """Whether a browser with windows can be opened here: on Linux there must be a display, or a browser in `BROWSER`.

    >>> has_display() in (True, False)
    True
    """
    return sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))


def why_not(needs: Iterable[str]) -> str:
    """Which of these the platform lacks, as the end of a sentence; empty when it lacks none.

    >>> why_not([])
    ''
    """
    missing = [name for need, name in NAMES.items() if need in needs and not can(need)]
    if not missing:
        return ""
    lacks = "a browser tab does not have" if sys.platform == "emscripten" else f"{VARIABLE} takes away"
    return f"it needs {' and '.join(missing)}, which {lacks}"
