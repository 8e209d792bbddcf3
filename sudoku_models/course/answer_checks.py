"""`check` and `hint`: check the answer to an exercise, and give its hints, one at a time.

Plain data is judged at once. Functions and models are judged in a separate process with limits of time and memory,
because they may hang, crash or use all memory; the result is a sentence, sometimes with a board. Where the platform has
no processes, as in a browser tab, they are judged in place: a copy of the answer, with a limit of time for its loops.
"""

import builtins
import html
import io
import linecache
import os
import pickle
import random
import signal
import sys
import threading
import traceback
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from types import CodeType, EllipsisType, FrameType
from typing import Any, ClassVar

from ..errors import InputError, NotInstalledError, WorkerError
from ..models.validation import short
from ..runtime import platform
from ..runtime.limits import TimeLimit, check_time_limit, deadline_of
from ..runtime.processes import Worker
from ..runtime.soft_limits import SoftLimit, soft_limit
from . import progress_file
from .answers import as_python
from .exercise import TIME_LIMIT, Exercise, ExerciseName, Verdict, VerdictStatus, bordered, judge, unable
from .exercises import find
from .usage import functions_of

PLAIN = (int, float, complex, str, bytes, bool, type(None), range, EllipsisType)
PREPARED = (__name__, f"{__package__}.exercises:load_judges", "ortools.sat.python.cp_model", "networkx")
"""The modules that a worker imports before the time of a check begins; the last two take longer than most checks."""

BY_THE_CLOCK = 6
"""How many times its processor time a check may take by the clock, because the machine is busy or the answer waits."""

IN_A_TAB = 2
"""The same in a browser tab, where an answer waits for nobody, but nothing else of the page runs meanwhile."""

MOST_BYTES = 64 * 1024**2
"""The largest pickle of an answer; a grid takes less than a kilobyte."""

PRINTED = 600
"""The number of characters to keep of the output of an answer: the last ones."""


def check(name: ExerciseName, *answer: Any, time_limit: float | None = None) -> Verdict:
    """Check the answer to an exercise.

    Args:
        name: The name of the exercise, as in the notebook, or its number, such as "2.1" or 2.1.
        answer: The answer: a value, or a function.
        time_limit: Seconds of processor time for the check; by default 40. An answer that is
            stopped by it is neither right nor wrong: "not known".

    Returns:
        The verdict. A notebook displays it as a sentence, sometimes with a board.

    Raises:
        UnknownNameError: When there is no such exercise.

    >>> check("count-pairs", 864)
    right: each diagonal has 36 pairs, of which 3 * 3 share a box: 810 + 2 * (36 - 9) = 864
    """
    exercise = find(name)
    check_time_limit(time_limit)
    answer = tuple(map(as_python, answer))
    if all(map(_is_plain, answer)):
        verdict = _verdict_on(exercise, answer)
    else:
        seconds = time_limit or TIME_LIMIT
        try:
            if platform.why_not([platform.PROCESSES, platform.THREADS]):
                verdict = verdict_in_place(exercise, answer, seconds)
            else:
                verdict = verdict_from(_worker(), exercise, pack(answer), seconds)
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
    if not answer or any(each is None or _has_dots(each) for each in answer):
        return Verdict(exercise.name, "not yet", "put your answer in place of the dots, and run both cells again")
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
    """An answer that cannot be copied, or sent to another process."""


def pack(answer: tuple[Any, ...]) -> bytes:
    """A pickle of an answer for its judge: its functions by value, and the source of the cells that define them.

    Raises:
        CannotBeSaved: When it holds something that cannot be pickled, such as an open model, or is too large.
    """
    import cloudpickle

    reduced = cloudpickle.Pickler.dispatch_table[CodeType]

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        """The code keeps the name of its cell, by which its lines are found; cloudpickle 3.1.3 drops it."""

        dispatch_table: ClassVar = ChainMap(
            {CodeType: lambda code: (_of_cell, (code.co_filename, *reduced(code)))}, cloudpickle.Pickler.dispatch_table
        )

    content = io.BytesIO()
    try:
        Pickler(content).dump((answer, _sources(answer)))
    except Exception as error:
        raise CannotBeSaved(
            f"your answer cannot be sent to its judge ({_named(error)}). A function must make everything it needs, "
            "such as a model, inside itself"
        ) from None
    if content.tell() > MOST_BYTES:
        raise CannotBeSaved(f"your answer takes more than {MOST_BYTES // 1024**2} MB")
    return content.getvalue()


def _of_cell(name: str, make: Callable[..., CodeType], parts: tuple[Any, ...]) -> CodeType:
    return make(*parts).replace(co_filename=name)


def _sources(answer: tuple[Any, ...]) -> dict[str, list[str]]:
    """The lines of the cells that define the functions of an answer, by the name of the cell."""
    return {name: linecache.getlines(name) for name in {each.__code__.co_filename for each in functions_of(*answer)}}


def verdict_from(
    worker: Worker, exercise: Exercise, packed: bytes, time_limit: float, folder: str | None = None
) -> Verdict:
    """The verdict on an answer that is judged in the process of a worker.

    Args:
        worker: A worker that has imported the modules in `PREPARED`.
        exercise: The exercise.
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
            return _stopped(exercise, error.reason, "Does it make something that grows without end?")
        if error.limit or (_OUT_OF_TIME and error.code == -_OUT_OF_TIME):
            return _out_of_time(exercise, wall_clock if error.limit else time_limit, time_limit)
        return unable(
            exercise,
            f"the process in which your answer was checked {error.reason}. Does your code end Python? Else run the "
            "cell again, and if that does not help, restart the kernel and see whether there is enough memory",
        )
    except Exception as error:  # such as a full disk, or a verdict that cannot be sent back
        return unable(exercise, _named(error))


def _stopped(exercise: Exercise, why: str, advice: str) -> Verdict:
    """The verdict on an answer whose check has reached a limit, which says nothing about the answer."""
    return Verdict(exercise.name, "not known", f"whether your answer is right is not known: your code {why}. {advice}")


def _out_of_time(exercise: Exercise, seconds: float, time_limit: float) -> Verdict:
    """The same after some seconds, because of a limit of processor time."""
    advice = (
        "Does it come to an end? Call it yourself on a small case. If it only needs longer: "
        f"course.check({exercise.name!r}, ..., time_limit={4 * time_limit:g})"
    )
    return _stopped(exercise, f"was stopped after {seconds:g} seconds", advice)


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
    try:
        answer, sources = pickle.loads(packed)
    except Exception as error:
        return Verdict(exercise.name, *_what_went_wrong(error, {}))
    for file, lines in sources.items():
        linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
    return _with_its_output(exercise, answer, sources)


def _with_its_output(exercise: Exercise, answer: tuple[Any, ...], sources: Mapping[str, list[str]]) -> Verdict:
    """The verdict of the judge in this process, with the last lines that a wrong answer has printed."""
    with suppress(InputError, NotInstalledError):
        _ = exercise.judge  # its file is imported before code of the learner runs
    output, before = io.StringIO(), _of_the_course()
    with redirect_stdout(output), redirect_stderr(output):
        try:
            verdict = _verdict_on(exercise, answer)
        except BaseException as error:
            verdict = Verdict(exercise.name, *_what_went_wrong(error, sources))
            if changed := next(
                (name for name, value in _of_the_course().items() if before.get(name, value) != value), None
            ):
                sentence = f"your code puts something else in place of {changed}, so that it cannot be judged"
                verdict = Verdict(exercise.name, "wrong", sentence)
    printed = output.getvalue().strip()[-PRINTED:]
    return replace(verdict, printed=printed) if printed and verdict.status == "wrong" else verdict


def _of_the_course() -> dict[str, int]:
    """The identity of each class and function in the modules of the course that are loaded."""
    modules = {name: module for name, module in sys.modules.items() if name.startswith(__package__)}
    return {
        f"{name}.{key}": id(value)
        for name, module in modules.items()
        for key, value in vars(module).items()
        if callable(value)
    }


def _what_went_wrong(error: BaseException, sources: Mapping[str, list[str]]) -> tuple[VerdictStatus, str]:
    """The status for an exception, and a sentence that quotes the line of the learner."""
    if isinstance(error, TimeLimit):
        return "not known", "whether your answer is right is not known: the time of the check was over"
    if platform.why_not([platform.PROCESSES, platform.THREADS]) and _is_of_a_tab(error):
        advice = "HiGHS works in a tab: pulp.HiGHS(msg=False), or pyo.SolverFactory('highs')"
        return "not known", f"a browser tab cannot run what your answer asks for ({_named(error)}). {advice}"
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


def _is_of_a_tab(error: BaseException) -> bool:
    """Whether an answer has asked for a library, a program or a thread that Python in a browser tab does not have."""
    known = type(error).__name__ in ("ModuleNotFoundError", "PulpSolverError", "ApplicationError")
    return known or any(text in str(error) for text in ("emscripten does not support", "can't start new thread"))


def _named(error: BaseException) -> str:
    r"""The class of an exception and its message, on one line.

    >>> _named(ValueError("no\nway"))
    'ValueError: no way'
    """
    text = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    return text if len(text) < 400 else f"{text[:400]} ..."


# -- in place ----------------------------------------------------------------------------------------------------------


def verdict_in_place(exercise: Exercise, answer: tuple[Any, ...], seconds: float) -> Verdict:
    """The verdict on an answer that is judged in this process, where there is no other one.

    A copy is judged, so that what the answer changes does not count at the next check. (Without the library
    `cloudpickle`, which copies it, the answer itself.) Code of the learner that has used the time of the check is
    stopped at its next jump; the time of our own solvers is limited by the clock. A library that hangs is not stopped.

    Raises:
        CannotBeSaved: When the answer cannot be copied.
        KeyboardInterrupt: After Ctrl-C.
    """
    sources = _sources(answer)
    if find_spec("cloudpickle") is not None:
        answer, _ = pickle.loads(pack(answer))
    # In a browser tab processor time is the time by the clock.
    allowed, wall_clock = seconds, BY_THE_CLOCK * seconds
    if sys.platform == "emscripten":
        allowed = wall_clock = IN_A_TAB * seconds
    limit = SoftLimit(allowed, wall_clock)

    def is_learners(frame: FrameType) -> bool:
        return frame.f_code.co_filename in sources or frame.f_globals.get("__name__") == "__main__"

    with _undisturbed(), deadline_of(wall_clock) as deadline, soft_limit(limit, is_learners):
        verdict = _with_its_output(exercise, answer, sources)
    # A solver that was stopped answers "unknown", which the answer may have taken for something else.
    if limit.was_reached or (deadline.is_over and verdict.status == "wrong"):
        return _out_of_time(exercise, allowed if limit.was_reached else wall_clock, seconds)
    return verdict


@contextmanager
def _undisturbed() -> Iterator[None]:
    """After the block, what code of a learner often changes is as it was before: folder, path, random numbers, signals.

    Nobody answers `input()`. Ctrl-C counts, also if the code of the learner catches it.
    """
    pressed = []

    def press(*_: object) -> None:
        pressed.append(True)
        raise KeyboardInterrupt

    def unanswered(*_: object) -> str:
        raise EOFError("EOF when reading a line")

    before = os.getcwd(), sys.path[:], random.getstate(), sys.getrecursionlimit(), builtins.input, sys.stdin
    is_main = threading.current_thread() is threading.main_thread()  # only there are signals handled
    handler = signal.signal(signal.SIGINT, press) if is_main else None
    sys.path.insert(0, before[0])
    builtins.input, sys.stdin = unanswered, io.StringIO()
    try:
        yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, handler)
        os.chdir(before[0])
        random.setstate(before[2])
        sys.setrecursionlimit(before[3])
        sys.path[:], builtins.input, sys.stdin = before[1], *before[4:]
    if pressed:
        raise KeyboardInterrupt


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


def hint(name: ExerciseName, number: int | None = None) -> Hint:
    """The next hint to an exercise; after the last one, the last one again.

    Hints that were asked for are counted in this session and, in a folder made by `sudoku-models course start`, in its
    progress file. A teacher sees the number in the grades.

    Args:
        name: The name of the exercise, as in the notebook, or its number, such as "2.1" or 2.1.
        number: Which hint, from 1; by default the one after the last that was asked for.

    Raises:
        UnknownNameError: When there is no such exercise.
        InputError: When the exercise has no hint, or not so many.

    >>> hint("count-pairs", 1).number
    1
    """
    exercise = find(name)
    name, hints = exercise.name, exercise.hints
    if not hints:
        raise InputError(f"the exercise {name!r} has no hints")
    if number is None:
        number = min(progress_file.hints_used().get(name, 0) + 1, len(hints))
    if not 1 <= number <= len(hints):
        raise InputError(f"the exercise {name!r} has the hints 1 to {len(hints)}, not {number!r}")
    progress_file.write_hint(name, number)
    return Hint(name, number, len(hints), hints[number - 1])
