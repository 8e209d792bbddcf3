"""The table of formulations: built-in, provided by installed packages, and registered by the user.

A package provides one by an entry point in its `pyproject.toml`:

    [project.entry-points."sudoku_models.formulations"]
    at_most_once = "my_package.models:at_most_once"

Names are read from the metadata of the installed packages; a package is imported only when its formulation is used.

Source: https://packaging.python.org/en/latest/specifications/entry-points/
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..backends import Backend
from ..errors import FormulationError, InputError, UnknownNameError
from ..puzzles.puzzle import Puzzle
from ..runtime.interrupts import import_whole

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Formulation = Callable[[Backend, Puzzle], dict[Any, Any]]
"""Defines the model and returns x[cell] or y[cell, digit]."""


BUILT_IN: dict[str, str] = {
    "pairwise": "integer x[i], and x[i] != x[j] for every pair of peers",
    "assignment": "binary y[i,d]: one digit per cell, each digit once per unit",
    "all_different": "integer x[i], one all-different per unit",
    "mixed": "all-different on the rows, pairwise inequalities elsewhere",
    "assignment_reduced": "assignment without the binaries that the givens decide",
}
GROUP = "sudoku_models.formulations"
"""The group of entry points by which packages provide formulations."""
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
        return f"from {_owner(_of_packages()[name])}"

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
        raise InputError(f"{name!r} is a formulation of {_owner(point)}; choose another name")
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
        built_in: Formulation = getattr(import_whole(f".{name}", __package__), name)
        return built_in
    if name in _registered:
        return _registered[name].formulation
    if point := _of_packages().get(name):
        formulation: Formulation = _load(point)
        return formulation
    raise UnknownNameError("formulation", name, FORMULATIONS)


# -- formulations of installed packages -------------------------------------------------------------------------------


@cache
def _of_packages() -> dict[str, "EntryPoint"]:
    """The formulations that installed packages provide, by name.

    One that has the name of a built-in formulation or of another package's is ignored with a warning.
    """
    found: dict[str, EntryPoint] = {}
    for point in _entry_points():
        if point.name in BUILT_IN or point.name in found:
            taken = _owner(found[point.name]) if point.name in found else "this package"
            warnings.warn(
                f"{_owner(point)} provides a formulation named {point.name!r}; it is ignored because {taken} already "
                "has one of that name. It has to be renamed in its package",
                stacklevel=2,
            )
        else:
            found[point.name] = point
    return found


def _owner(point: "EntryPoint") -> str:
    """The package that provides it, as text for messages: "the package my-package 1.0"."""
    with suppress(Exception):  # some metadata providers raise where others return None
        if point.dist and (name := point.dist.metadata["Name"]):
            return f"the package {name} {point.dist.version}"
    return "a package without a name"


def _load(point: "EntryPoint") -> Any:
    """Import the package and return its formulation.

    Raises:
        FormulationError: When it cannot be imported or is not a function; the message names the package.
    """
    whose = f"the formulation {point.name!r} of {_owner(point)}"
    try:
        formulation = point.load()
    except (Exception, SystemExit) as error:
        raise FormulationError(
            f"{whose} cannot be loaded from {point.value!r} ({type(error).__name__}: {error}); install another version "
            "of that package, or remove it"
        ) from None
    if not callable(formulation):
        raise FormulationError(f"{whose} is {point.value!r}, which is not a function of (m, puzzle)")
    return formulation


def _entry_points() -> list["EntryPoint"]:
    """The entry points of this group; packages whose metadata cannot be read are skipped."""
    from importlib.metadata import distributions, entry_points

    try:
        return list(entry_points(group=GROUP))
    except Exception:  # one package with unreadable metadata makes the whole call fail
        found: list[EntryPoint] = []
        for package in distributions():
            with suppress(Exception):
                found += (point for point in package.entry_points.select(group=GROUP) if point not in found)
        return found
