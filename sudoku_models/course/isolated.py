"""Judge an answer in a worker process, which may crash or reach a limit."""

import io
import linecache
import math
import os
import pickle
import threading
import time
import traceback
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from typing import Any

from .exercise import Exercise
from .judging import judge
from .verdict import Status, Verdict

__all__ = ["OUT_OF_TIME", "verdict_of", "what_went_wrong"]

PRINTED = 600
"""The number of characters to keep of the output of an answer: the last ones."""


OUT_OF_TIME = 86
"""The exit code of a process that has used all its processor time."""


def _end_after(seconds: float) -> None:
    """End this process when it has used so much processor time from now on."""
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        time.sleep(0.05)
    os._exit(OUT_OF_TIME)


class _Tail(io.TextIOBase):
    """A stream that keeps only the end of its text."""

    def __init__(self) -> None:
        self.text = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text = (self.text + text)[-PRINTED:]
        return len(text)


def verdict_of(post: Any, exercise: Exercise, request: bytes, seconds: float = math.inf) -> Verdict:
    """The verdict on an answer.

    Args:
        post: Not used; every task of a worker receives it.
        exercise: The exercise, which a teacher may have defined in a notebook.
        request: A pickle of the answer, and of the source of the cells that define its functions.
        seconds: Processor time after which this process ends with the code `OUT_OF_TIME`. On a machine that is busy
            with other work a right answer needs no more of it, but much longer by the clock.
    """
    if seconds < math.inf:
        threading.Thread(target=_end_after, args=(seconds,), daemon=True).start()
    tail, sources = _Tail(), {}
    with redirect_stdout(tail), redirect_stderr(tail):
        try:
            answer, sources = pickle.loads(request)
            for file, lines in sources.items():
                linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
            verdict = judge(exercise, answer)
        except BaseException as error:
            status, sentence = what_went_wrong(error, sources)
            verdict = Verdict(exercise.name, status, sentence)
    if tail.text.strip() and verdict.status == "wrong":
        return replace(verdict, printed=tail.text.strip())
    return verdict


def what_went_wrong(error: BaseException, sources: dict[str, list[str]]) -> tuple[Status, str]:
    """The status for an exception, and a sentence that quotes the line of the learner."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in sources]
    if isinstance(error, NotImplementedError) and frames and not str(error):
        return "not yet", "write the body of the function, and run both cells again"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    what = " ".join(what.split())
    what = what if len(what) < 400 else what[:400] + " ..."
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
