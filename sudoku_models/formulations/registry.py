"""The table of formulations: built-in, provided by installed packages, and registered by the user."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..backends import Backend
from ..errors import FormulationError
from ..puzzles.puzzle import Puzzle
from ..runtime.registry import Registry, loaded

Formulation = Callable[[Backend, Puzzle], dict[Any, Any]]
"""Defines the model and returns x[cell] or y[cell, digit]."""


BUILT_IN: dict[str, str] = {
    "pairwise": "integer x[i], and x[i] != x[j] for every pair of peers",
    "assignment": "binary y[i,d]: one digit per cell, each digit once per unit",
    "all_different": "integer x[i], one all-different per unit",
    "mixed": "all-different on the rows, pairwise inequalities elsewhere",
    "assignment_reduced": "assignment without the binaries that the givens decide",
}
REDUCED = frozenset({"assignment_reduced"})
"""Formulations that leave out what the givens decide: a missing y[cell, digit] is 0, and a given has no variable."""


class _Entry(NamedTuple):
    title: str
    formulation: Formulation | str


def _checked(whose: str, formulation: Any, title: str = "") -> _Entry:
    if not callable(formulation):
        raise FormulationError(f"the formulation {whose} must be a function of (m, puzzle), not {formulation!r}")
    return _Entry(title or (formulation.__doc__ or "").strip().partition("\n")[0], formulation)


FORMULATIONS = Registry(
    "formulation",
    "sudoku_models.formulations",
    {name: _Entry(title, f"sudoku_models.formulations.{name}:{name}") for name, title in BUILT_IN.items()},
    line=lambda entry: entry.title,
    of_package=lambda name, line, load: _checked(f"{name!r} {line}", load(), line),
    error=FormulationError,
)
"""The name of each formulation with a one-line description."""


def register(name: str, formulation: Formulation, title: str = "") -> None:
    """Add a user-defined formulation to the table.

    Args:
        name: Its name; a formulation registered earlier under this name is replaced.
        formulation: A function of an empty model and a puzzle that defines the model and returns x[cell] or
            y[cell, digit].
        title: A one-line description; by default the first line of its docstring.

    Raises:
        InputError: When the name belongs to a built-in formulation or to one of an installed package, or the
            formulation is not a function.

    >>> def empty(m, puzzle):
    ...     return m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    >>> register("empty", empty, "no rules at all")
    >>> find("empty") is empty
    True
    >>> del FORMULATIONS["empty"]
    """
    FORMULATIONS.register(name, _checked(repr(name), formulation, title))


class FormulationKey(NamedTuple):
    """A cache key for a formulation: its name alone is none, because `register` may replace the function behind it."""

    name: str
    formulation: Formulation


def key_of(name: str) -> FormulationKey:
    """The key of the formulation that currently has this name.

    >>> key_of("assignment") == key_of("assignment"), key_of("assignment") == key_of("pairwise")
    (True, False)
    """
    return FormulationKey(name, find(name))


def put(name: str, formulation: Formulation) -> None:
    """Like `register` without checking the name: for a worker that receives its parent's registered formulations."""
    FORMULATIONS.registered[name] = _checked(repr(name), formulation)


def registered() -> dict[str, Formulation]:
    """The formulations registered in this process, which other processes do not know."""
    return {name: loaded(entry.formulation) for name, entry in FORMULATIONS.registered.items()}


def find(name: str) -> Formulation:
    """The formulation of this name; the package that provides it is imported if necessary.

    Raises:
        UnknownNameError: When there is none.
        FormulationError: When it belongs to an installed package and cannot be loaded.
    """
    formulation: Formulation = loaded(FORMULATIONS.entry(name).formulation)
    return formulation
