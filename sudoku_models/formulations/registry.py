"""The table of formulations: the built-in ones, those of installed packages, and your own."""

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
    "Formulation",
    "FormulationKey",
    "Table",
    "find",
    "key_of",
    "put",
    "register",
    "registered",
]

Formulation = Callable[[Backend, Puzzle], dict[Any, Any]]
"""States the model and returns x[cell] or y[cell, digit]."""


BUILT_IN: dict[str, str] = {
    "pairwise": "integer x[i], and x[i] != x[j] for every two peers",
    "assignment": "binary y[i,d]: one digit a cell, each digit once a unit",
    "all_different": "integer x[i], one all-different a unit",
    "mixed": "all-different on the rows, pairwise inequalities elsewhere",
}


class _Registered(NamedTuple):
    formulation: Formulation
    title: str


_registered: dict[str, _Registered] = {}


class Table(Mapping[str, str]):
    """Name -> what it states: the built-in formulations, those of installed packages, and those that you registered.

    Installed packages are not imported for their names. `del` takes one out that you registered.

    >>> list(FORMULATIONS)[:4]
    ['pairwise', 'assignment', 'all_different', 'mixed']
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


FORMULATIONS = Table()


def register(name: str, formulation: Formulation, title: str = "") -> None:
    """Put a formulation of your own into the table, beside the built-in ones.

    Args:
        name: What it is to be called; one that you registered before is replaced.
        formulation: A function of an empty model and a puzzle: it states the model, and returns x[cell] or
            y[cell, digit].
        title: What it states, in a line; the first line of its docstring when left out.

    Raises:
        InputError: When the name is taken by a built-in formulation or by one of an installed package, or the
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


class FormulationKey:
    """A formulation as the key of a cache: equal when it is the same function under the same name.

    A name alone is no key, because `register` may put another function under it.
    """

    def __init__(self, name: str, formulation: Formulation) -> None:
        self.name, self.formulation = name, formulation

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FormulationKey):
            return NotImplemented
        return self.name == other.name and self.formulation is other.formulation

    def __hash__(self) -> int:
        return hash((self.name, id(self.formulation)))


def key_of(name: str) -> FormulationKey:
    """The key of the formulation that has this name now.

    >>> key_of("assignment") == key_of("assignment"), key_of("assignment") == key_of("pairwise")
    (True, False)
    """
    return FormulationKey(name, find(name))


def put(name: str, formulation: Formulation, title: str = "") -> None:
    """The same as `register`, in a process to which another one has handed a formulation that it had registered."""
    _registered[name] = _Registered(formulation, title or (formulation.__doc__ or "").strip().partition("\n")[0])


def registered() -> dict[str, Formulation]:
    """The formulations that were registered in this process: those that another process does not know."""
    return {name: entry.formulation for name, entry in _registered.items()}


def find(name: str) -> Formulation:
    """The formulation of this name; if it is a package's, that package is imported now.

    Raises:
        UnknownNameError: When there is none.
        FormulationError: When a package offers it, and it cannot be loaded.
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
