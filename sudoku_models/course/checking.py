"""`check`: check the answer to an exercise.

Plain data is judged directly. Functions and models run in a worker process with limits of time and memory, because they
may loop, crash or use all memory; the result is a sentence, sometimes with a board.
"""

import inspect
import linecache
from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any

from ..errors import WorkerError
from ..models.validation import short
from ..runtime.limits import check_time_limit
from ..runtime.processes import Worker
from . import progress_file
from .exercise import Exercise, find
from .isolated import OUT_OF_TIME, verdict_of
from .judges import as_python
from .judging import judge
from .verdict import Verdict

__all__ = ["CannotBeSaved", "check", "packed", "stopped", "verdict_on"]

PLAIN = (int, float, complex, str, bytes, bool, type(None), range)
PREPARED = (f"{__package__}.isolated", f"{__package__}.exercise:every_exercise")
"""What a worker imports before the time of a check begins."""

BY_THE_CLOCK = 6
"""How many times its processor time a check may take by the clock, because the machine is busy or the answer waits."""

NO_ANSWER = "put your answer in place of the dots, and run both cells again"


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
    verdict = _unfit(exercise, answer)
    if verdict is None and all(map(_is_plain, answer)):
        verdict = _here(exercise, answer)
    elif verdict is None:
        verdict = _in_a_process(exercise, answer, time_limit or exercise.time_limit)
    progress_file.write(verdict)
    return verdict


def verdict_on(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict:
    """The verdict of the judge in this process, for an answer whose functions run in another one.

    Errors of the functions are not caught.
    """
    answer = tuple(map(as_python, answer))
    if (verdict := _unfit(exercise, answer)) is not None:
        return verdict
    return _here(exercise, answer) if all(map(_is_plain, answer)) else judge(exercise, answer)


def _unfit(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict | None:
    """The verdict on what is no answer, or another number of them than the exercise takes."""
    if not answer or any(map(_has_dots, answer)):
        return Verdict(exercise.name, "not yet", NO_ANSWER)
    if _fits(exercise, answer):
        return None
    takes = len(inspect.signature(exercise.judge).parameters)
    counts = f"this exercise takes {takes} answer{'s' * (takes != 1)}, and there {_are(len(answer))}"
    return Verdict(exercise.name, "wrong", f"{counts}; see the check cell of the notebook")


def _here(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict:
    """Judge plain data in this process."""
    try:
        return judge(exercise, answer)
    except Exception as error:  # an answer of an unexpected form
        shown = ", ".join(short(each) for each in answer)
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return Verdict(exercise.name, "wrong", f"{shown} does not have the required form ({what})")


def _fits(exercise: Exercise, answer: tuple[Any, ...]) -> bool:
    """Whether the judge takes this number of answers."""
    try:
        inspect.signature(exercise.judge).bind(*answer)
    except TypeError:
        return False
    return True


def _are(number: int) -> str:
    return "is 1" if number == 1 else f"are {number}"


def _has_dots(answer: Any) -> bool:
    if answer is Ellipsis:
        return True
    if isinstance(answer, Mapping):
        return any(map(_has_dots, answer.values()))
    return isinstance(answer, list | tuple) and any(map(_has_dots, answer))


def _is_plain(answer: Any) -> bool:
    """Whether this is plain data, which can be judged without running code of the learner."""
    if isinstance(answer, Mapping):
        return type(answer) is dict and all(map(_is_plain, [*answer, *answer.values()]))
    if type(answer) in (list, tuple, set, frozenset):
        return all(map(_is_plain, answer))
    return type(answer) in PLAIN


def _in_a_process(exercise: Exercise, answer: tuple[Any, ...], time_limit: float) -> Verdict:
    try:
        request = verdict_of, exercise, packed(answer), time_limit
        with Worker(PREPARED) as worker:
            verdict: Verdict = worker.request(*request, time_limit=BY_THE_CLOCK * time_limit)
            return verdict
    except CannotBeSaved as error:
        return Verdict(exercise.name, "wrong", str(error))
    except WorkerError as error:
        more = f" if it only needs longer: course.check({exercise.name!r}, ..., time_limit={4 * time_limit:g})"
        limit = error.reason if error.limit else ""
        if error.code == OUT_OF_TIME:
            limit = f"was stopped after {time_limit:g} seconds"
        return stopped(exercise.name, limit, more)


def stopped(name: str, limit: str, more: str = "") -> Verdict:
    """The verdict on an answer whose process was stopped at a limit, or ended by itself."""
    if limit:
        return Verdict(name, "wrong", f"your code {limit}: does it come to an end?{more}")
    return Verdict(name, "wrong", "the process in which your answer was checked ended before the check was done")


class CannotBeSaved(Exception):
    """An answer that cannot be handed to another process."""


def packed(answer: tuple[Any, ...]) -> bytes:
    """A pickle of an answer for another process: its functions by value, and the source of the cells that define them.

    Raises:
        CannotBeSaved: When it holds something that cannot be pickled, such as an open model.
    """
    import cloudpickle

    try:
        content: bytes = cloudpickle.dumps((answer, _sources(answer)))
    except Exception as error:
        raise CannotBeSaved(
            f"your answer cannot be handed to the process in which it is checked ({type(error).__name__}: {error}). A "
            "function must make everything it needs, such as a model, inside itself"
        ) from None
    return content


def _sources(answer: Iterable[Any]) -> dict[str, list[str]]:
    """The source lines of the cells that define the functions of an answer, so that errors can quote them."""
    waiting = [each for each in answer if isinstance(each, FunctionType)]
    seen: list[FunctionType] = []
    while waiting:
        function = waiting.pop()
        if function in seen or function.__module__.partition(".")[0] == __package__.partition(".")[0]:
            continue
        seen.append(function)
        called = [function.__globals__.get(name) for name in function.__code__.co_names]
        waiting += [each for each in called if isinstance(each, FunctionType) and each.__module__ == "__main__"]
    names = {function.__code__.co_filename for function in seen}
    return {name: linecache.getlines(name) for name in names}
