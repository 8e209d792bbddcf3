"""The exceptions of this package, as one tree.

SudokuModelsError
├── InputError              an argument that cannot be used
│   ├── ParseError          text that is not a puzzle
│   ├── UnknownNameError    no such puzzle, formulation, rewrite, backend or solver
│   ├── FormulationError    a user-defined formulation that cannot be used or is wrong
│   └── RuleError           a user-defined rule that contradicts itself
├── UnsupportedError        a constraint that the solver does not support and no rewrite reformulates
├── NotInstalledError       a solver or library that is not installed
├── CertificateError        a certificate that does not prove its claim, or a claim that cannot be certified
├── WorkerError             a worker process that ended before it answered
└── SolverError             the solver itself failed
    ├── WrongGridError      it returned a grid that breaks a rule
    └── DisagreementError   two solvers contradict each other
"""

import difflib
import re
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import find_spec
from typing import Any

__all__ = [
    "CertificateError",
    "DisagreementError",
    "FormulationError",
    "InputError",
    "NotInstalledError",
    "ParseError",
    "RuleError",
    "SolverError",
    "SudokuModelsError",
    "UnknownNameError",
    "UnsupportedError",
    "WorkerError",
    "WrongGridError",
]


class SudokuModelsError(Exception):
    """The base class of all exceptions that this package raises."""


class InputError(SudokuModelsError, ValueError):
    """An argument cannot be used; the message says which value, where, and what to do."""


class ParseError(InputError):
    """Text that is not a puzzle."""


MOST_LISTED = 40
"""The largest number of choices that a message lists."""


class UnknownNameError(InputError):
    """An unknown name; the message suggests the closest choice and lists all of them, or the nearest of more than 40.

    Args:
        what: The kind of object that was looked up, such as "solver".
        name: The name that was given.
        choices: The valid names.
        hint: A further sentence for the message, if any.

    >>> print(UnknownNameError("solver", "hihgs", ["cbc", "highs"]))
    unknown solver 'hihgs'; did you mean 'highs'? The choices are: cbc, highs
    """

    def __init__(self, what: str, name: str, choices: Iterable[str], hint: str = "") -> None:
        choices = list(choices)
        self._made_from = what, name, choices, hint
        near = difflib.get_close_matches(name, choices, n=1)
        sentences = [f"unknown {what} {name!r}" + (f"; did you mean {near[0]!r}?" if near else ".")]
        if len(choices) <= MOST_LISTED:
            sentences.append(f"The choices are: {', '.join(choices) if choices else 'none'}")
        elif nearest := difflib.get_close_matches(name, choices, n=6, cutoff=0.4):
            sentences.append(f"The nearest of the {len(choices)} choices are: {', '.join(nearest)}")
        super().__init__(" ".join(sentences) + (hint and f"{'. ' * (len(sentences) > 1) or ' '}{hint}"))

    @classmethod
    def check(cls, what: str, names: Iterable[str], choices: Iterable[str]) -> None:
        """Raise the error for the first name that is no choice, if any."""
        choices = list(choices)
        for name in names:
            if name not in choices:
                raise cls(what, name, choices)

    def __reduce__(self) -> tuple[type, tuple[str, str, list[str], str]]:
        return type(self), self._made_from  # so that it can be pickled


class FormulationError(InputError):
    r"""A user-defined formulation that cannot be used or is wrong; the message says why.

    Args:
        sentence: The reason.
        drawing: A counterexample drawn as text, if there is one.

    >>> print(FormulationError("the model forbids this solution", "1 2\n2 1"))
    the model forbids this solution
    1 2
    2 1
    """

    def __init__(self, sentence: str, drawing: str = "") -> None:
        super().__init__(f"{sentence}\n{drawing}" if drawing else sentence)
        self.sentence, self.drawing = sentence, drawing

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.sentence, self.drawing)


class RuleError(InputError):
    """A user-defined rule that contradicts itself; the message has the digits."""


class UnsupportedError(SudokuModelsError):
    """A constraint that the solver does not support and no rewrite reformulates; the message names it."""


class NotInstalledError(SudokuModelsError):
    """A solver or library that is not installed; the message says what to install."""

    @classmethod
    def check(cls, what: str, *libraries: str) -> None:
        """Raise the error for the first of these libraries that is not installed, if any; `what` needs it."""
        for library in libraries:
            if find_spec(library) is None:
                raise cls(f"{what} needs {library}; {how_to_install(library)}")

    @classmethod
    def of(cls, error: ImportError) -> "NotInstalledError | None":
        """The error for an import that failed; None when it is not for a library that is missing."""
        library = str(error.name).partition(".")[0]
        if not isinstance(error, ModuleNotFoundError) or library == __name__.partition(".")[0]:
            return None
        return cls(f"this needs {library}; {how_to_install(library)}")


def how_to_install(library: str) -> str:
    """How to install a library, in the versions that this package was made for.

    >>> how_to_install("numpy")
    'install it with: python -m pip install "numpy>=1.26"'
    """
    from importlib import metadata  # late, for it takes as long as all of this package

    name = {"pysat": "python-sat"}.get(library, library)
    known: list[str] = []
    with suppress(metadata.PackageNotFoundError):  # it runs from sources that are not installed
        known = metadata.requires("sudoku-models") or []
    bounded = next((each.partition(";")[0] for each in known if re.split(r"[^\w.-]", each)[0] == name), name)
    return "install it with: python -m pip install " + (bounded if bounded == name else f'"{bounded}"')


class CertificateError(SudokuModelsError):
    """A certificate that does not prove its claim, or a claim that could not be certified; the message says why."""


class WorkerError(SudokuModelsError):
    """A worker process that could not be started, was stopped at a limit, or ended before it answered.

    Args:
        reason: What happened to it, such as "was stopped after 20 seconds".
        code: The exit code of the process that served the request; negative for a signal, None when it did not end by
            itself.
        limit: "time" or "memory" when it was stopped at that limit.
    """

    def __init__(self, reason: str, code: int | None = None, limit: str = "") -> None:
        super().__init__(f"the worker process {reason}")
        self.reason, self.code, self.limit = reason, code, limit

    def __reduce__(self) -> tuple[type, tuple[str, int | None, str]]:
        return type(self), (self.reason, self.code, self.limit)


class SolverError(SudokuModelsError):
    """The solver itself failed, or its answer is invalid."""


class WrongGridError(SolverError):
    """A solver returned a grid that breaks a rule, according to the solver-free validator.

    Args:
        message: What it breaks.
        grid: The grid, if it is one.
    """

    def __init__(self, message: str, grid: Any = None) -> None:
        super().__init__(message)
        self.grid = grid


class DisagreementError(SolverError):
    """Two solvers contradict each other, so at least one of them is wrong."""
