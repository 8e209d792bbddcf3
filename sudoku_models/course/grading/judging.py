"""The judge of a submission's answers, in a process that never loads their code.

The answers are in a process of their own (`answering`), and `conversation` is the pipe between the two.
"""

import ctypes
import importlib
import sys
from pathlib import Path
from typing import Any

from ..checking import verdict_on
from ..exercise import every_exercise, find
from ..verdict import Verdict
from .conversation import AnswerEnded, Answers

__all__ = ["NEEDS_ONE_PROCESS", "prepare", "verdict_of"]

NEEDS_ONE_PROCESS = {
    "count-loop": "the judge watches the solves that happen inside the answer",
    "measure-your-own": "the judge reads the text of the function, which the rows were measured with",
    "objective-loop": "the judge counts the solves that happen inside the answer",
}
"""The exercises that are judged in the process of the answer, and why."""

NOT_DUMPABLE = 4
"""The `prctl` option that keeps processes of the same user from reading and writing this one's memory."""


def prepare() -> None:
    """Import the judges, and the libraries that they use, once for all checks of this process."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(NOT_DUMPABLE, 0)
    every_exercise()
    for module in ("backends.pulp", "backends.pyomo", "backends.cpsat", "solvers.highs"):
        importlib.import_module(f"sudoku_models.{module}")


def verdict_of(post: Any, name: str, file: str, folder: str) -> Verdict:
    """The verdict on the saved answers to an exercise, as a task of a worker process.

    Args:
        post: Not used; every task of a worker receives it.
        name: The name of the exercise.
        file: The answers, as `collecting` saves them.
        folder: The working directory of the process of the answers.
    """
    with Answers(Path(file), Path(folder)) as answers:
        try:
            verdict = verdict_on(find(name), answers.values())
            return verdict if answers.has_ended is None else Verdict(name, "wrong", answers.has_ended)
        except AnswerEnded as error:
            return Verdict(name, "wrong", str(error))
        except Exception as error:
            if answers.has_ended is not None:  # which the judge may have taken for something else
                return Verdict(name, "wrong", answers.has_ended)
            if (of_answer := getattr(error, "of_answer", None)) is not None:
                return Verdict(name, *of_answer)
            what = " ".join(f"{type(error).__name__}: {error}".split())[:400]
            return Verdict(name, "wrong", f"your answer cannot be judged: {what}")
