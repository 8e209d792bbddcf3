"""A submitted notebook: its lesson, and the process in which its cells run and from which its answers are sent."""

import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ... import course
from ...errors import InputError
from ..answer_checks import CannotBeSaved, pack
from ..exercise import ExerciseName, Verdict
from ..exercises import every_exercise, numbered
from ..lessons import CHECK, lesson_files, need
from ..usage import formulations_used

HINT = re.compile(r"\bhint (\d) of \d for ([\w-]+)")


def lesson_of(path: Path, notebook: Any = None) -> int | None:
    """The number of the lesson, by the name of the file, else by the first check; None when there is neither."""
    lessons = {each.name: each.lesson for each in every_exercise()}
    checked = [name for cell in notebook.cells for name, _ in CHECK.findall(cell.source)] if notebook else []
    named = [k for k, lesson in lesson_files().items() if lesson.stem in path.stem]
    return next(iter([*named, *(lessons[name] for name in checked if name in lessons)]), None)


@cache
def answer_names(lesson: int) -> dict[str, list[str]]:
    """The variables that hold the answers to each exercise of a lesson, by its check cells.

    >>> answer_names(14)["measure-your-own"]
    ['my_formulation', 'my_rows']
    """
    if (path := lesson_files().get(lesson)) is None:
        raise InputError(f"there is no notebook of lesson {lesson} beside its folder of exercises")
    cells = need("nbformat").read(path, 4).cells
    checks = [each for cell in cells if cell.cell_type == "code" for each in CHECK.findall(cell.source)]
    return {name: arguments.split(", ") for name, arguments in checks}


def hints_used(notebook: Any, progress: Mapping[str, int]) -> dict[str, int]:
    """The number of hints that were asked for, by exercise: in the stored outputs, or in the progress file beside."""
    used = dict(progress)
    for output in (output for cell in notebook.cells for output in cell.get("outputs", ())):
        text = output.get("text") or output.get("data", {}).get("text/plain") or ""
        for step, name in HINT.findall("".join(text)):
            used[name] = max(used.get(name, 0), int(step))
    return used


# -- in a process of its own -------------------------------------------------------------------------------------------


def run_notebook(
    post: Callable[[Any], None],
    cells: Sequence[str],
    answers: Mapping[str, Sequence[str]],
    folder: str,
    seconds_a_cell: float,
) -> None:
    """Run the code cells of a notebook in this process; an error in one cell does not stop the others.

    The answers to an exercise are the values of the course's variables when the notebook calls `course.check`, or else
    at its end. Arguments of the call, and what it returns, count for nothing.

    Posts:
        The number of each cell before it runs; `(exercise, stopped, packed, formulations)` for answers, where `packed`
        is what `pack` returns, and `formulations` are those of the package that the answer uses; and `(exercise,
        stopped, remark)` where there is no answer. `stopped` names the first cell that had reached its time limit by
        then: what the answer lacks may be the work of that cell.
    """
    names = {number: each.name for number, each in numbered().items()}  # a teacher's own are not found from there
    os.chdir(folder)
    sys.path.insert(0, "")
    shell = _new_shell()
    problems: dict[int, str] = {}
    stopped = ""
    sent = set()

    def send(exercise: str) -> None:
        found = tuple(shell.user_ns[name] for name in answers[exercise])
        post((exercise, stopped, pack(found), formulations_used(*found)))
        sent.add(exercise)

    def check(name: ExerciseName, *answer: Any, time_limit: float | None = None) -> Verdict:
        exercise = names.get(str(name), str(name))
        if exercise in answers:
            send(exercise)
        return Verdict(exercise, "not yet", "the answers are judged after the notebook has run")

    course.check = check
    for number, source in enumerate(cells, 1):
        post(number)
        error, seconds = _error_of(shell, source, seconds_a_cell)
        if isinstance(error, KeyboardInterrupt):
            problems[number] = f"was stopped after {seconds:.0f} seconds"
            stopped = stopped or f"code cell {number} {problems[number]}"
        elif isinstance(error, SyntaxError):
            problems[number] = f"has a syntax error: line {error.lineno}: {error.msg}"
        elif error is not None:
            problems[number] = f"stopped with {type(error).__name__}: {str(error)[:600]}".removesuffix(": ")
    for exercise in answers.keys() - sent:
        try:
            send(exercise)
        except CannotBeSaved as error:
            post((exercise, stopped, str(error)))
        except KeyError as missing:
            post((exercise, stopped, _remark(missing.args[0], cells, problems)))


def _new_shell() -> Any:
    """A shell that runs cells as a kernel does, without its messages; its outputs are discarded."""
    config = need("traitlets.config").Config({"HistoryManager": {"enabled": False}})
    new = need("IPython.core.interactiveshell").InteractiveShell.instance
    shell = new(config=config, ipython_dir=tempfile.gettempdir())
    shell.display_formatter.active_types = ["text/plain"]
    shell.enable_gui = lambda gui=None: None  # for "%matplotlib inline"
    return shell


def _error_of(shell: Any, source: str, seconds: float) -> tuple[BaseException | None, float]:
    """Run a cell: its exception, which is `KeyboardInterrupt` after so many seconds, and the time that it took."""
    start = time.monotonic()
    if hasattr(signal, "setitimer"):  # on Windows, only the whole notebook has a limit
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        result = shell.run_cell(source, store_history=True)
    except KeyboardInterrupt as error:  # the cell had just ended
        return error, time.monotonic() - start
    finally:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            signal.setitimer(signal.ITIMER_REAL, 0)
    return result.error_before_exec or result.error_in_exec, time.monotonic() - start


def _remark(missing: str, cells: Sequence[str], problems: Mapping[int, str]) -> str:
    """Why a variable that should hold an answer is missing: the cause, and the cell."""
    if culprits := [k for k in problems if _defines(cells[k - 1], missing)]:
        return f"the cell of your answer (code cell {culprits[-1]}) {problems[culprits[-1]]}"
    return f"there is no answer: no cell defines {missing}"


def _defines(source: str, name: str) -> bool:
    """Whether the text of a cell, which may have errors, defines a name.

    >>> _defines("a, pairs = 1, 2 +", "pairs"), _defines("print(pairs == 3)", "pairs")
    (True, False)
    """
    definition = rf"(async\s+)?(def|class)\s+{name}\b"
    assignment = rf"([\w, ]*,\s*)?{name}\s*(:[^=\n]*)?(,[\w, ]*)?=(?!=)"
    return re.search(rf"^\s*({definition}|{assignment})", source, re.MULTILINE) is not None
