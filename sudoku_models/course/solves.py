"""Count how often a function of a learner calls a solver."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from ..models.sudoku_model import SudokuModel
from ..models.unseen_values import UnseenValues
from .exercise import Wrong

__all__ = ["TOO_MANY", "solves_counted"]

TOO_MANY = 70
"""Solves after which a function is stopped."""


@contextmanager
def solves_counted() -> Iterator[list[int]]:
    """Count the solves of Sudoku models, and refuse the package's own ways to the allowed values.

    Yields:
        A list with one number, the solves so far.

    Raises:
        Wrong: Inside, when there are too many, a solver enumerates solutions, or `allowed_values` is called.

    >>> from sudoku_models import build
    >>> with solves_counted() as solves:
    ...     _ = build("1... ..2. .3.. ...4", "assignment", "pulp").solve("highs")
    >>> solves
    [1]
    """
    solves, ask = [0], SudokuModel.ask

    def counted(self: SudokuModel, *arguments: Any) -> Any:
        solves[0] += 1
        if solves[0] > TOO_MANY:
            raise Wrong(
                f"on {self.puzzle.name} your function has called a solver {TOO_MANY} times and is still running; "
                f"does it list all solutions? Maximise the number of values not yet seen: that needs few solves",
                self.puzzle,
            )
        return ask(self, *arguments)

    def finished(*_: Any, **__: Any) -> Any:
        raise Wrong("your function calls sm.allowed_values, or a function that does; write the loop yourself")

    def enumerated(self: SudokuModel, *_: Any) -> Any:
        raise Wrong(
            "your function lets a solver list the solutions; maximise the number of values not yet seen instead",
            self.puzzle,
        )

    with (
        patch.object(SudokuModel, "ask", counted),
        patch.object(SudokuModel, "enumerate_with", enumerated),
        patch.object(UnseenValues, "__init__", finished),
    ):
        yield solves
