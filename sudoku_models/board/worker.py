"""The process in which long work is done: `python -m sudoku_models.board.worker`.

Questions come in at the standard input, one pickle each: the name of a task, its values, and the formulations that were
registered. What comes out at the standard output are pickles of `("progress", data)`, as many as there are, and one
`("done", result)` or `("failed", sentence)`. It ends when its input ends, in the middle of its work too: so nothing is
left behind when the notebook's own process is gone.
"""

import os
import pickle
import queue
import sys
import threading
from typing import Any, BinaryIO

import psutil

from ..errors import SudokuModelsError
from ..formulations import register

IDLE_SECONDS = 600
"""After so long without a question it ends; the next question starts another."""


def main() -> None:
    """Answer questions until there are no more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what solvers print must not come among the answers
    questions: queue.Queue[tuple[Any, ...]] = queue.Queue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    _prepare()

    while True:
        try:
            question = questions.get(timeout=IDLE_SECONDS)
        except queue.Empty:
            return
        _send(answers, *_answer(answers, *question))


def _prepare() -> None:
    """Import what questions need, while nobody waits yet."""
    from ..backends import new_backend
    from ..solvers import find
    from . import tasks  # noqa: F401

    new_backend("cpsat")
    find("cpsat")


def _listen(stream: BinaryIO, questions: "queue.Queue[tuple[Any, ...]]") -> None:
    while True:
        try:
            path, parcel = pickle.load(stream)
        except (EOFError, pickle.UnpicklingError):
            for program in psutil.Process().children(recursive=True):
                program.kill()
            os._exit(0)
        sys.path[:] = path
        questions.put((parcel,))


def _answer(answers: BinaryIO, parcel: bytes) -> tuple[str, Any]:
    from .tasks import TASKS

    try:
        task, values, registered = pickle.loads(parcel)
        for name, formulation in registered.items():
            register(name, formulation)
        return "done", TASKS[task](lambda data: _send(answers, "progress", data), **values)
    except SudokuModelsError as error:
        return "failed", str(error)
    except MemoryError:
        return "failed", "there was not enough memory for it"
    except Exception as error:  # a formulation of one's own may raise anything
        return "failed", " ".join(f"{type(error).__name__}: {error}".split())


def _send(answers: BinaryIO, kind: str, what: Any) -> None:
    pickle.dump((kind, what), answers)
    answers.flush()


if __name__ == "__main__":
    main()
