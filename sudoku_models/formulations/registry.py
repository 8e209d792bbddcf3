"""The table of formulations: built-in, provided by installed packages, and registered by the user."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from ..backends import Backend
from ..errors import InputError, UnknownNameError
from ..puzzles.puzzle import Puzzle
from . import entry_points

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "BUILT_IN",
    "FORMULATIONS",
    "REDUCED",
    "Formulation",
    "FormulationKey",
    "FormulationTable",
    "find",
    "key_of",
    "put",
    "register",
    "registered",
]

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


class _Registered(NamedTuple):
    formulation: Formulation
    title: str


_registered: dict[str, _Registered] = {}


class FormulationTable(Mapping[str, str]):
    """The name of each formulation with a one-line description: built-in, from installed packages, and registered.

    Listing the names imports no package. `del` removes a registered formulation.

    >>> list(FORMULATIONS)[:5]
    ['pairwise', 'assignment', 'all_different', 'mixed', 'assignment_reduced']
    """

    def __getitem__(self, name: str) -> str:
        if name in BUILT_IN:
            return BUILT_IN[name]
        if name in _registered:
            return _registered[name].title
        return f"from {entry_points.owner(_of_packages()[name])}"

    def __iter__(self) -> Iterator[str]:
        return iter({**BUILT_IN, **_of_packages(), **_registered})

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __delitem__(self, name: str) -> None:
        del _registered[name]

    def __repr__(self) -> str:
        return repr(dict(self))


FORMULATIONS = FormulationTable()


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
    if name in BUILT_IN:
        raise InputError(f"{name!r} is a built-in formulation; choose another name")
    if point := _of_packages().get(name):
        raise InputError(f"{name!r} is a formulation of {entry_points.owner(point)}; choose another name")
    if not callable(formulation):
        raise InputError(f"the formulation {name!r} must be a function of (m, puzzle), not {formulation!r}")
    put(name, formulation, title)


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


def put(name: str, formulation: Formulation, title: str = "") -> None:
    """Like `register` without its checks: for a worker process that receives its parent's registered formulations."""
    _registered[name] = _Registered(formulation, title or (formulation.__doc__ or "").strip().partition("\n")[0])


def registered() -> dict[str, Formulation]:
    """The formulations registered in this process, which other processes do not know."""
    return {name: entry.formulation for name, entry in _registered.items()}


def find(name: str) -> Formulation:
    """The formulation of this name; the package that provides it is imported if necessary.

    Raises:
        UnknownNameError: When there is none.
        FormulationError: When it belongs to an installed package and cannot be loaded.
    """
    if name in BUILT_IN:
        built_in: Formulation = getattr(import_module(f".{name}", __package__), name)
        return built_in
    if name in _registered:
        return _registered[name].formulation
    if point := _of_packages().get(name):
        formulation: Formulation = entry_points.load(point)
        return formulation
    raise UnknownNameError("formulation", name, FORMULATIONS)


def _of_packages() -> dict[str, "EntryPoint"]:
    return entry_points.offered(frozenset(BUILT_IN))
