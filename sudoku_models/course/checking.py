"""`check` and `hint`: check the answer to an exercise, and give its hints, one at a time.

Plain data is judged at once. Functions and models are judged in a separate process with limits of time and memory,
because they may hang, crash or use all memory; the result is a sentence, sometimes with a board.
"""

import html
import inspect
import io
import linecache
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from functools import cache
from types import EllipsisType
from typing import Any

from ..errors import InputError, WorkerError
from ..models.validation import short
from ..runtime.limits import check_time_limit
from ..runtime.processes import Worker
from . import progress_file
from .answers import as_python
from .exercise import Exercise, Verdict, VerdictStatus, bordered, find, judge
from .usage import functions_of

PLAIN = (int, float, complex, str, bytes, bool, type(None), range, EllipsisType)
PREPARED = (__name__, f"{__package__}.exercise:every_exercise")
"""The modules that a worker imports before the time of a check begins."""

BY_THE_CLOCK = 6
"""How many times its processor time a check may take by the clock, because the machine is busy or the answer waits."""

MOST_BYTES = 64 * 1024**2
"""The largest pickle of an answer; a grid takes less than a kilobyte."""

PRINTED = 600
"""The number of characters to keep of the output of an answer: the last ones."""


def check(name: str, *answer: Any, time_limit: float | None = None) -> Verdict:
    """Check the answer to an exercise.

    Args:
        name: The name of the exercise, as in the notebook.
        answer: The answer: a value, or a function.
        time_limit: Seconds of processor time for the check; None means the limit of the exercise.

    Returns:
        The verdict. A notebook displays it as a sentence, sometimes with a board.

    Raises:
        UnknownNameError: When there is no exercise of this name.

    >>> check("count-pairs", 810)
    right: 81 cells with 20 peers each make 81 * 20 / 2 = 810 pairs
    """
    exercise = find(name)
    check_time_limit(time_limit)
    answer = tuple(map(as_python, answer))
    if all(map(_is_plain, answer)):
        verdict = _verdict_on(exercise, answer)
    else:
        try:
            verdict = verdict_from(_worker(), exercise, pack(answer), time_limit or exercise.time_limit)
        except CannotBeSaved as error:
            verdict = Verdict(exercise.name, "wrong", str(error))
    progress_file.write(verdict)
    return verdict


@cache
def _worker() -> Worker:
    """The worker of all checks of this session; each check has a fresh process."""
    return Worker(PREPARED, fresh=True)


def _is_plain(answer: Any) -> bool:
    """Whether this is plain data, which can be judged without running code of the learner."""
    if isinstance(answer, Mapping):
        return type(answer) is dict and all(map(_is_plain, [*answer, *answer.values()]))
    if type(answer) in (list, tuple, set, frozenset):
        return all(map(_is_plain, answer))
    return type(answer) in PLAIN


def _verdict_on(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict:
    """The verdict of the judge in this process; errors of the learner's own functions are not caught."""
    answer = tuple(map(as_python, answer))
    if not answer or any(map(_has_dots, answer)):
        return Verdict(exercise.name, "not yet", "put your answer in place of the dots, and run both cells again")
    takes = len(inspect.signature(exercise.judge).parameters)
    if len(answer) != takes:
        counts = f"this exercise takes {takes} answer{'s' * (takes != 1)}, and you gave {len(answer)}"
        return Verdict(exercise.name, "wrong", f"{counts}; see the check cell of the notebook")
    try:
        return judge(exercise, answer)
    except Exception as error:
        if not all(map(_is_plain, answer)):
            raise
        shown = ", ".join(short(each) for each in answer)
        return Verdict(exercise.name, "wrong", f"{shown} does not have the required form ({_named(error)})")


def _has_dots(answer: Any) -> bool:
    if isinstance(answer, Mapping):
        return any(map(_has_dots, answer.values()))
    return answer is Ellipsis or (isinstance(answer, list | tuple) and any(map(_has_dots, answer)))


# -- in a separate process ---------------------------------------------------------------------------------------------


class CannotBeSaved(Exception):
    """An answer that cannot be sent to another process."""


def pack(answer: tuple[Any, ...]) -> bytes:
    """A pickle of an answer for another process: its functions by value, and the source of the cells that define them.

    Raises:
        CannotBeSaved: When it holds something that cannot be pickled, such as an open model, or is too large.
    """
    import cloudpickle

    cells = {each.__code__.co_filename for each in functions_of(*answer)}
    try:
        content: bytes = cloudpickle.dumps((answer, {name: linecache.getlines(name) for name in cells}))
    except Exception as error:
        raise CannotBeSaved(
            f"your answer cannot be sent to the process in which it is checked ({_named(error)}). A function must make "
            "everything it needs, such as a model, inside itself"
        ) from None
    if len(content) > MOST_BYTES:
        raise CannotBeSaved(f"your answer takes more than {MOST_BYTES // 1024**2} MB")
    return content


def verdict_from(
    worker: Worker, exercise: Exercise, packed: bytes, time_limit: float, folder: str | None = None
) -> Verdict:
    """The verdict on an answer that is judged in the process of a worker.

    Args:
        worker: A worker that has imported the modules in `PREPARED`.
        exercise: The exercise, which a teacher may have defined in a notebook.
        packed: The answer, as `pack` returns it.
        time_limit: Seconds of processor time.
        folder: The working directory; None means that of this process.
    """
    wall_clock = BY_THE_CLOCK * time_limit
    try:
        request = _judged, exercise, packed, time_limit, folder or os.getcwd()
        verdict: Verdict = worker.request(*request, time_limit=wall_clock)
        return verdict
    except WorkerError as error:
        if error.limit == "memory":
            sentence = f"your code {error.reason}: does it come to an end?"
        elif error.limit or (_OUT_OF_TIME and error.code == -_OUT_OF_TIME):
            seconds = wall_clock if error.limit else time_limit
            sentence = f"your code was stopped after {seconds:g} seconds: does it come to an end? If it only needs "
            sentence += f"longer: course.check({exercise.name!r}, ..., time_limit={4 * time_limit:g})"
        else:
            sentence = "the process in which your answer was checked ended before the check was done"
    except Exception as error:  # such as a verdict that cannot be sent back
        sentence = f"your answer cannot be judged: {_named(error)}"
    return Verdict(exercise.name, "wrong", sentence)


_OUT_OF_TIME = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process which has used all its processor time; Windows has the limit by the clock only."""


def _judged(post: Any, exercise: Exercise, packed: bytes, seconds: float, folder: str) -> Verdict:
    """Judge an answer, as a task of a worker process.

    On a machine that is busy with other work a right answer needs no more processor time, but much longer by the clock.
    """
    os.chdir(folder)
    sys.path.insert(0, folder)
    if _OUT_OF_TIME:
        signal.setitimer(signal.ITIMER_PROF, seconds)
    output, sources = io.StringIO(), {}
    with redirect_stdout(output), redirect_stderr(output):
        try:
            answer, sources = pickle.loads(packed)
            for file, lines in sources.items():
                linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
            verdict = _verdict_on(exercise, answer)
        except BaseException as error:
            verdict = Verdict(exercise.name, *_what_went_wrong(error, sources))
    printed = output.getvalue().strip()[-PRINTED:]
    return replace(verdict, printed=printed) if printed and verdict.status == "wrong" else verdict


def _what_went_wrong(error: BaseException, sources: Mapping[str, list[str]]) -> tuple[VerdictStatus, str]:
    """The status for an exception, and a sentence that quotes the line of the learner."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in sources]
    if isinstance(error, NotImplementedError) and frames and not str(error):
        return "not yet", "write the body of the function, and run both cells again"
    what = _named(error)
    if isinstance(error, EOFError):
        what = "EOFError: nobody answers input() while it is checked"
    if isinstance(error, SystemExit):
        what = "SystemExit: it ended Python"
    if not frames:
        return "wrong", f"your answer cannot be judged: {what}"
    last = frames[-1]
    named = next((frame.name for frame in reversed(frames) if not frame.name.startswith("<")), last.name)
    line = f": `{last.line.strip()}`" if last.line else ""
    return "wrong", f"your function {named} stopped with {what}, in line {last.lineno} of its cell{line}"


def _named(error: BaseException) -> str:
    r"""The class of an exception and its message, on one line.

    >>> _named(ValueError("no\nway"))
    'ValueError: no way'
    """
    text = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return text if len(text) < 400 else f"{text[:400]} ..."


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint to an exercise.

    Attributes:
        exercise: The name of the exercise.
        number: 1 for the first hint; each tells more than the one before.
        total: The number of hints to this exercise.
        sentence: The hint.
    """

    exercise: str
    number: int
    total: int
    sentence: str

    def __repr__(self) -> str:
        return f"hint {self.number} of {self.total} for {self.exercise}: {self.sentence}"

    def _repr_html_(self) -> str:
        head = f"<b>hint {self.number} of {self.total}</b> for {html.escape(self.exercise)}"
        return bordered("#56B4E9", f"{head}: {html.escape(self.sentence)}")


def hint(name: str, number: int | None = None) -> Hint:
    """The next hint to an exercise; after the last one, the last one again.

    Hints that were asked for are counted in this session and, in a folder made by `sudoku-models course start`, in its
    progress file. A teacher sees the number in the grades.

    Args:
        name: The name of the exercise, as in the notebook.
        number: Which hint, from 1; by default the one after the last that was asked for.

    Raises:
        UnknownNameError: When there is no exercise of this name.
        InputError: When the exercise has no hint, or not so many.

    >>> hint("count-pairs", 1).number
    1
    """
    hints = find(name).hints
    if not hints:
        raise InputError(f"the exercise {name!r} has no hints")
    if number is None:
        number = min(progress_file.hints_used().get(name, 0) + 1, len(hints))
    if not 1 <= number <= len(hints):
        raise InputError(f"the exercise {name!r} has the hints 1 to {len(hints)}, not {number!r}")
    progress_file.write_hint(name, number)
    return Hint(name, number, len(hints), hints[number - 1])
