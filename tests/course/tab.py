"""Run a notebook as a browser tab would, in this Python: `python tests/course/tab.py NOTEBOOK [--bare]`.

JupyterLite runs the cells in an IPython shell, inside a running event loop, in a Python with no thread, no process, no
external program and no package that Pyodide does not have. This script imitates all of these, runs the code cells of
one notebook, also after one that fails, and writes the failures as JSON: cell id -> [type of error, message].
With `--bare`, the packages are missing too that only Pyodide's own distribution has; the solver HiGHS stays, because a
page has it in another way. With TRACE=1 in the environment, the tracebacks are written too.
"""

import asyncio
import builtins
import contextlib
import io
import json
import os
import sys
import time
import traceback
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

MISSING = ["ortools", "pychoco", "psutil", "pyscipopt", "distributed", "dask", "zmq", "tornado"]
"""What Pyodide has no build of."""

NO_MODULES = ["resource", "fcntl", "grp", "termios", "pty", "tty", "curses", "readline", "_posixshmem"]
"""Parts of the standard library that Python in a browser does not have."""

PYODIDES = ["scipy", "matplotlib", "pandas", "pyarrow"]
"""What Pyodide has in its own distribution, and no package index."""

FOR_HIGHS = ["numpy", "highspy"]
"""The same, and the solver HiGHS is made from them here."""


class Finder(PathFinder):
    """Python's own finder of modules, except that it does not find these."""

    absent: frozenset[str] = frozenset()

    @classmethod
    def find_spec(cls, name: str, *rest: Any) -> Any:
        return None if name.partition(".")[0] in cls.absent else super().find_spec(name, *rest)


def hide_from_all_but_highs() -> None:
    """Hide NumPy and highspy from everyone but each other and the solver HiGHS."""
    import highspy  # noqa: F401  # whole: parts of NumPy are imported by its C code, which says no name

    real = builtins.__import__
    may = (*FOR_HIGHS, "sudoku_models.solvers.highs")

    def find(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        asks = (globals or {}).get("__name__", "")
        if level == 0 and name.partition(".")[0] in FOR_HIGHS and asks and not asks.startswith(may):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, globals, locals, fromlist, level)

    builtins.__import__ = find


def no_thread(*_: object, **__: object) -> None:
    raise RuntimeError("can't start new thread")


def no_process(*_: object, **__: object) -> None:
    raise OSError(138, "emscripten does not support processes.")


def imitate(bare: bool) -> None:
    """Take away what a tab does not have; IPython must be imported before, which loads some of it for itself."""
    import _posixsubprocess
    import _thread
    import subprocess
    import threading

    absent = [*MISSING, *NO_MODULES, *(PYODIDES if bare else [])]
    for name in [each for each in sys.modules if each.partition(".")[0] in absent]:
        del sys.modules[name]
    sys.modules.update(dict.fromkeys(NO_MODULES))  # type: ignore[arg-type]  # None: also where it is built in
    Finder.absent = frozenset(absent)
    sys.meta_path[:] = [Finder if each is PathFinder else each for each in sys.meta_path]
    if bare:
        hide_from_all_but_highs()
    os.environ.update(PATH="", MPLBACKEND="agg", SUDOKU_MODELS_WITHOUT="threads,processes,programs")
    for module in (_thread, threading):
        for start in ("start_new_thread", "_start_new_thread", "start_joinable_thread", "_start_joinable_thread"):
            if hasattr(module, start):
                setattr(module, start, no_thread)
    for owner, names in (
        (os, ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system", "popen")),
        (_posixsubprocess, ("fork_exec",)),
        (subprocess.Popen, ("__init__",)),
    ):
        for name in names:
            setattr(owner, name, no_process)


async def run(notebook: Path, bare: bool) -> dict[str, tuple[str, str]]:
    """The type and the message of the error of each cell that fails."""
    import multiprocessing.context  # noqa: F401

    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell

    HistoryManager.enabled = False  # it starts a thread
    imitate(bare)
    shell = InteractiveShell.instance()
    shell.showtraceback = lambda *_, **__: None
    failed, seconds = {}, {}
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    for cell in [each for each in cells if each["cell_type"] == "code"]:
        source, before, start = "".join(cell["source"]), dict(shell.user_ns), time.process_time()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            result = await shell.run_cell_async(
                source, store_history=True, transformed_cell=shell.transform_cell(source)
            )
        seconds[cell["id"]] = time.process_time() - start
        if error := result.error_before_exec or result.error_in_exec:
            failed[cell["id"]] = type(error).__name__, str(error)
            shell.user_ns.clear()
            shell.user_ns.update(before)  # the site shows such a cell, and does not run it
            if os.environ.get("TRACE"):
                print(f"{cell['id']}:", file=sys.stderr)
                traceback.print_exception(error, limit=-6)
    longest = max(seconds, key=lambda cell: seconds[cell])
    print(f"{sum(seconds.values()):.1f} s of processor time, {seconds[longest]:.1f} s in {longest}", file=sys.stderr)
    return failed


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(Path(sys.argv[1]), "--bare" in sys.argv))))
