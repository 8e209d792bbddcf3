"""`check`: what a learner has written, and what is true of it.

What is plain data is judged at once. Functions and models run in a process of their own with a time limit, because
they may loop, crash or eat the memory; all that comes back of them is a sentence and perhaps a board.
"""

import inspect
import linecache
import pickle
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

from ..models.validation import short
from ..runtime.limits import check_time_limit
from . import journal
from .exercise import Exercise, Right, Undecided, Wrong, find
from .process import run_within
from .verdict import Verdict

__all__ = ["check", "judge"]

PLAIN = (int, float, complex, str, bytes, bool, type(None), range)
NO_ANSWER = "put your answer in place of the dots, and run both cells again"


def check(name: str, *answer: Any, time_limit: float | None = None) -> Verdict:
    """Check the answer to an exercise.

    Args:
        name: The name of the exercise; it stands in the notebook.
        answer: What was asked for: a value, or a function of your own.
        time_limit: Seconds for the check; the exercise's own when left out.

    Returns:
        The verdict. Shown in a notebook, it is a sentence, with a board where one helps.

    Raises:
        UnknownNameError: When there is no exercise of this name.

    >>> check("count-pairs", 810)
    right: 81 cells with 20 peers each make 81 * 20 / 2 = 810 pairs
    """
    exercise = find(name)
    check_time_limit(time_limit)
    if not answer or any(map(_has_dots, answer)):
        verdict = Verdict(name, "not yet", NO_ANSWER)
    elif not _fits(exercise, answer):
        wants = len(inspect.signature(exercise.judge).parameters)
        asks = f"this exercise takes {wants} answer{'s' * (wants != 1)}, and there {_are(len(answer))}"
        verdict = Verdict(name, "wrong", f"{asks}; see the check cell of the notebook")
    elif all(map(_is_plain, answer)):
        verdict = _here(exercise, answer)
    else:
        verdict = _in_a_process(exercise, answer, time_limit or exercise.time_limit)
    journal.write(verdict)
    return verdict


def _here(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict:
    """Judge plain data, whatever its shape."""
    try:
        return judge(exercise, answer)
    except Exception as error:  # an answer of a shape that the judge does not expect
        shown = ", ".join(short(each) for each in answer)
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return Verdict(exercise.name, "wrong", f"{shown} has not the form that was asked for ({what})")


def judge(exercise: Exercise, answer: tuple[Any, ...]) -> Verdict:
    """Let the judge speak here and now; errors of the learner's own functions are not caught."""
    try:
        said = exercise.judge(*answer)
    except Wrong as wrong:
        return Verdict(exercise.name, "wrong", wrong.sentence, wrong.puzzle, wrong.grid)
    except Undecided as undecided:
        return Verdict(exercise.name, "not known", str(undecided))
    right = said if isinstance(said, Right) else Right(said)
    return Verdict(exercise.name, "right", right.sentence, right.puzzle, right.grid)


def _fits(exercise: Exercise, answer: tuple[Any, ...]) -> bool:
    """Whether the judge takes so many answers."""
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
    """Whether this is data, which can be judged without running anything of the learner's."""
    if isinstance(answer, Mapping):
        return type(answer) is dict and all(map(_is_plain, [*answer, *answer.values()]))
    if type(answer) in (list, tuple, set, frozenset):
        return all(map(_is_plain, answer))
    return type(answer) in PLAIN


def _in_a_process(exercise: Exercise, answer: tuple[Any, ...], time_limit: float) -> Verdict:
    import cloudpickle

    try:
        # The exercise goes along, so that a teacher's own, made in a notebook, is judged in the same way.
        parcel = cloudpickle.dumps((exercise, answer, _sources(answer)))
    except Exception as error:
        return Verdict(
            exercise.name,
            "wrong",
            f"your answer cannot be handed to the process in which it is checked ({type(error).__name__}: {error}). A "
            "function must make everything it needs, such as a model, inside itself",
        )
    with tempfile.TemporaryDirectory() as folder:
        question, reply = Path(folder, "question"), Path(folder, "reply")
        question.write_bytes(pickle.dumps((exercise.name, sys.path, parcel)))
        limit = run_within(time_limit, [sys.executable, "-m", f"{__package__}.worker", str(question), str(reply)])
        if reply.exists():
            verdict: Verdict = pickle.loads(reply.read_bytes())
            return verdict
    if limit:
        more = f"if it only needs longer: course.check({exercise.name!r}, ..., time_limit={4 * time_limit:g})"
        return Verdict(exercise.name, "wrong", f"your code was {limit}: does it come to an end? {more}")
    ended = "the process in which your answer was checked ended before the check was done"
    return Verdict(exercise.name, "wrong", ended)


def _sources(answer: Iterable[Any]) -> dict[str, list[str]]:
    """The cells in which the functions of an answer were written, so that a line of them can be quoted."""
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
