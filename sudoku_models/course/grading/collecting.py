"""What runs in the kernel of a submitted notebook in place of the checks: it saves the answers, and judges nothing."""

import os
from pathlib import Path
from typing import Any

from ..checking import sources
from ..verdict import Verdict
from .answering import hide_judges

__all__ = ["FOLDER", "collect", "prepare"]

FOLDER = "SUDOKU_MODELS_ANSWERS"
"""The environment variable that names the folder of the answers."""


class CannotBeSaved(Exception):
    """An answer that cannot be handed to another process."""


def prepare() -> None:
    """Let a notebook run without judges: its own calls of `course.check` say that they do not count."""
    from sudoku_models import course

    def check(name: str, *answer: Any, time_limit: float | None = None) -> Verdict:
        return Verdict(name, "not yet", "the answers are judged after the notebook has run")

    def nothing(*_: Any) -> None:
        return None

    hide_judges()
    course.check, course.hint, course.progress = check, nothing, nothing  # type: ignore[assignment]


def collect(name: str, *answer: Any) -> None:
    """Save the answer to an exercise: the functions by value, with the source of their cells for error messages.

    Raises:
        CannotBeSaved: When it holds something that cannot be pickled, such as an open model.
    """
    import cloudpickle

    try:
        content = cloudpickle.dumps((answer, sources(answer)))
    except Exception as error:
        raise CannotBeSaved(
            f"your answer cannot be handed to the process in which it is checked ({type(error).__name__}: {error}). A "
            "function must make everything it needs, such as a model, inside itself"
        ) from None
    Path(os.environ[FOLDER], f"{name}.pickle").write_bytes(content)
