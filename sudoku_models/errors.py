"""What can go wrong, as one tree.

SudokuModelsError
├── InputError              what the caller gave cannot be used
│   ├── ParseError          text that is not a puzzle
│   ├── UnknownNameError    no such puzzle, formulation, rewrite, backend or solver
│   └── FormulationError    a formulation of somebody's own that cannot be used, or is wrong
├── UnsupportedError        a constraint that the solver cannot take and no rewrite covers
├── NotInstalledError       a solver or library that is not on this machine
├── WorkerError             a worker process that ended before it answered
└── SolverError             the solver itself failed
    ├── WrongGridError      it returned a grid that breaks a rule
    └── DisagreementError   two solvers contradict each other
"""

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .puzzles.puzzle import Grid, Puzzle

__all__ = [
    "DisagreementError",
    "FormulationError",
    "InputError",
    "NotInstalledError",
    "ParseError",
    "SolverError",
    "SudokuModelsError",
    "UnknownNameError",
    "UnsupportedError",
    "WorkerError",
    "WrongGridError",
]


class SudokuModelsError(Exception):
    """The base of every error that this package raises on purpose."""


class InputError(SudokuModelsError, ValueError):
    """What the caller gave cannot be used; the message says what, where and what to do."""


class ParseError(InputError):
    """Text that is not a puzzle."""


class UnknownNameError(InputError):
    """A name that is in no table; the message lists the choices and the nearest one.

    Args:
        what: What the name should name, such as "solver".
        name: The name that was given.
        choices: The names that exist.
        hint: One more sentence, if any.

    >>> print(UnknownNameError("solver", "hihgs", ["cbc", "highs"]))
    unknown solver 'hihgs'; did you mean 'highs'? The choices are: cbc, highs
    """

    def __init__(self, what: str, name: str, choices: Iterable[str], hint: str = "") -> None:
        choices = list(choices)
        self._made_from = what, name, choices, hint
        near = difflib.get_close_matches(name, choices, n=1)
        guess = f"; did you mean {near[0]!r}?" if near else "."
        listed = ", ".join(choices) if choices else "none"
        super().__init__(f"unknown {what} {name!r}{guess} The choices are: {listed}{hint and '. ' + hint}")

    def __reduce__(self) -> tuple[type, tuple[str, str, list[str], str]]:
        return type(self), self._made_from  # so that it can cross from one process to another


class FormulationError(InputError):
    """A formulation of somebody's own that cannot be used, or is wrong; the message says why, and draws the board.

    Args:
        sentence: Why.
        puzzle, grid: A counter-example, if there is one.

    >>> from sudoku_models import Puzzle
    >>> print(FormulationError("your model forbids this", Puzzle.parse("1... 34.. 21.. 43..")))
    your model forbids this
    +-----+-----+
    | 1 . | . . |
    | 3 4 | . . |
    +-----+-----+
    | 2 1 | . . |
    | 4 3 | . . |
    +-----+-----+
    """

    def __init__(self, sentence: str, puzzle: "Puzzle | None" = None, grid: "Grid | None" = None) -> None:
        super().__init__(f"{sentence}\n{puzzle.draw(grid)}" if puzzle else sentence)
        self.sentence, self.puzzle, self.grid = sentence, puzzle, grid

    def __reduce__(self) -> tuple[type, tuple[str, "Puzzle | None", "Grid | None"]]:
        return type(self), (self.sentence, self.puzzle, self.grid)


class UnsupportedError(SudokuModelsError):
    """A constraint that the solver cannot take and no rewrite covers; the message names it."""


class NotInstalledError(SudokuModelsError):
    """A solver or library that is not on this machine; the message says what to install."""


class WorkerError(SudokuModelsError):
    """A worker process that could not be started, was stopped at a limit, or ended before it answered.

    Args:
        reason: What became of it, such as "was stopped after 20 seconds".
        code: Its exit code; negative for a signal, None when it did not end by itself.
        limit: "time" or "memory" when it was stopped at that limit.
    """

    def __init__(self, reason: str, code: int | None = None, limit: str = "") -> None:
        super().__init__(f"the worker process {reason}")
        self.reason, self.code, self.limit = reason, code, limit

    def __reduce__(self) -> tuple[type, tuple[str, int | None, str]]:
        return type(self), (self.reason, self.code, self.limit)


class SolverError(SudokuModelsError):
    """The solver itself failed, or its answer cannot be used."""


class WrongGridError(SolverError):
    """A solver returned a grid that the solver-free validator refuses."""


class DisagreementError(SolverError):
    """Two solvers contradict each other; at least one of them is wrong."""
