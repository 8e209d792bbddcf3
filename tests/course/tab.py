"""Run a notebook as a browser tab would, in this Python: `python tests/course/tab.py NOTEBOOK [--bare]`.

JupyterLite runs the cells in an IPython shell, inside a running event loop, in a Python with no thread, no process, no
external program and no package that Pyodide does not have. This script imitates all of these, runs the code cells of
one notebook, also after one that fails, and writes as JSON the failures, cell id -> [type of error, message], and the
verdicts, cell id -> [status, sentence].
With `--bare`, the packages are missing too that only Pyodide's own distribution has; of highspy, what a page has of it
stays. With TRACE=1 in the environment, the tracebacks are written too.
"""

import asyncio
import builtins
import contextlib
import importlib.util
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

LITE = Path(__file__).parents[2] / "notebooks" / "_book" / "lite"
"""What the site adds to its packages."""


class Finder(PathFinder):
    """Python's own finder of modules, except that it does not find these."""

    absent: frozenset[str] = frozenset()

    @classmethod
    def find_spec(cls, name: str, *rest: Any) -> Any:
        return None if name.partition(".")[0] in cls.absent else super().find_spec(name, *rest)


def have_only_highs_of_a_page() -> None:
    """Hide NumPy from everyone but highspy and the solver HiGHS; put the site's highspy in place of the whole one."""
    import highspy

    from sudoku_models.solvers import highs, highs_in_page

    assert highs.highspy is highspy, "the solver HiGHS has the whole one"
    first = highspy.Highs()  # its C code imports NumPy at the first array
    first.silent()
    first.addCol(1, 0, 1, 0, [], [])
    first.addRow(1, 1, 1, [0], [1])
    first.run()
    [*first.getSolution().col_value]

    offered, real, load = set(dir(highs_in_page.Highs)), builtins.__import__, importlib.import_module

    class Highs:
        """A real HiGHS object with those methods alone that the one in a page has."""

        def __init__(self) -> None:
            self._highs = highspy.Highs()

        def __getattr__(self, name: str) -> Any:
            if name not in offered:
                raise AttributeError(f"the HiGHS of a page has no {name}")
            return getattr(self._highs, name)

    highs_in_page.Highs = Highs  # type: ignore[assignment, misc]
    spec = importlib.util.spec_from_file_location("highspy", LITE / "highspy.py")
    stand_in = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(stand_in)
    for name in {*stand_in.__all__} - {"Highs", "cb"}:
        setattr(stand_in, name, getattr(highspy, name))
    sys.modules["highspy"] = stand_in
    may = ("numpy", "highspy", "sudoku_models.solvers.highs")

    def refuse(name: str, asks: str) -> None:
        if name.partition(".")[0] == "numpy" and asks and not asks.startswith(may):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    def find(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        if level == 0:
            refuse(name, (globals or {}).get("__name__", ""))
        return real(name, globals, locals, fromlist, level)

    def find_later(name: str, package: str | None = None) -> Any:
        refuse(name, sys._getframe(1).f_globals.get("__name__", ""))
        return load(name, package)

    builtins.__import__, importlib.import_module = find, find_later


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
        have_only_highs_of_a_page()
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


async def run(notebook: Path, bare: bool) -> dict[str, dict[str, tuple[str, str]]]:
    """The error of each cell that fails, and the verdict of each that ends with one."""
    import multiprocessing.context  # noqa: F401

    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell

    HistoryManager.enabled = False  # it starts a thread
    imitate(bare)
    shell = InteractiveShell.instance()
    shell.showtraceback = lambda *_, **__: None
    failed, verdicts, seconds = {}, {}, {}
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    for cell in [each for each in cells if each["cell_type"] == "code"]:
        source, before, start = "".join(cell["source"]), dict(shell.user_ns), time.process_time()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            result = await shell.run_cell_async(
                source, store_history=True, transformed_cell=shell.transform_cell(source)
            )
        seconds[cell["id"]] = time.process_time() - start
        if type(result.result).__name__ == "Verdict":
            verdicts[cell["id"]] = result.result.status, result.result.sentence
        if error := result.error_before_exec or result.error_in_exec:
            failed[cell["id"]] = type(error).__name__, str(error)
            if "nbgrader" not in cell["metadata"]:  # the site shows such a cell, and does not run it
                shell.user_ns.clear()
                shell.user_ns.update(before)
            if os.environ.get("TRACE"):
                print(f"{cell['id']}:", file=sys.stderr)
                traceback.print_exception(error, limit=-6)
    longest = max(seconds, key=lambda cell: seconds[cell])
    print(f"{sum(seconds.values()):.1f} s of processor time, {seconds[longest]:.1f} s in {longest}", file=sys.stderr)
    return {"failed": failed, "verdicts": verdicts}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(Path(sys.argv[1]), "--bare" in sys.argv))))
