"""A table of things by name: those of this package, of installed packages, and registered by the user.

A package provides one by an entry point in its `pyproject.toml`:

    [project.entry-points."sudoku_models.formulations"]
    at_most_once = "my_package.models:at_most_once"

Names are read from the metadata of the installed packages; a package is imported only when what it provides is used.

Source: https://packaging.python.org/en/latest/specifications/entry-points/
"""

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..errors import InputError, UnknownNameError
from .interrupts import import_whole

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Entry = TypeVar("Entry")


@dataclass(eq=False, repr=False)
class Registry(Mapping[str, str], Generic[Entry]):
    """The name of each thing with a one-line description. `del` removes a registered one.

    Listing the names imports no package.

    Attributes:
        what: What an entry is, such as "solver".
        group: The group of entry points by which installed packages provide them.
        built_in: The entries of this package.
        line: The one-line description of an entry.
        of_package: Makes the entry of a package, of its name, its line and a function that loads it.
        error: Raised when a package cannot be loaded.
        separator: What a name may not contain.
        hint: A further sentence for a name that is unknown.
        registered: The entries registered in this process, which other processes do not know.

    >>> letters = Registry("letter", "no.packages", {"a": "the first"}, str, lambda name, line, load: load())
    >>> letters.register("z", "the last")
    >>> dict(letters), letters.entry("z")
    ({'a': 'the first', 'z': 'the last'}, 'the last')
    >>> del letters["z"]
    """

    what: str
    group: str
    built_in: Mapping[str, Entry]
    line: Callable[[Entry], str]
    of_package: Callable[[str, str, Callable[[], Any]], Entry]
    error: type[Exception] = InputError
    separator: str = ""
    hint: str = ""
    registered: dict[str, Entry] = field(default_factory=dict, init=False)

    @property
    def known(self) -> dict[str, Entry]:
        """The entries for which no package has to be imported."""
        return {**self.built_in, **self.registered}

    def __getitem__(self, name: str) -> str:
        return self.line(known[name]) if name in (known := self.known) else f"from {_owner(self._points[name])}"

    def __iter__(self) -> Iterator[str]:
        return iter({**self.built_in, **self._points, **self.registered})

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __delitem__(self, name: str) -> None:
        del self.registered[name]

    def __repr__(self) -> str:
        return repr(dict(self))

    def entry(self, name: str) -> Entry:
        """The entry of this name; the package that provides it is imported if necessary.

        Raises:
            UnknownNameError: When there is none.
            InputError, FormulationError, SolverError: When it belongs to a package and cannot be loaded; see `error`.
        """
        if name in (known := self.known):
            return known[name]
        if point := self._points.get(name):
            return self.of_package(name, self[name], lambda: self._load(point))
        raise UnknownNameError(self.what, name, self, self.hint)

    def register(self, name: str, entry: Entry) -> None:
        """Add an entry, or replace one that was registered.

        Raises:
            InputError: When the name belongs to this package or an installed one, or is no name.
        """
        if not isinstance(name, str) or not name or (self.separator and self.separator in name):
            without = f" without {self.separator!r}" if self.separator else ""
            raise InputError(f"the name of a {self.what} must be a text{without}, not {name!r}")
        if name in self.built_in:
            raise InputError(f"{name!r} is a built-in {self.what}; choose another name")
        if point := self._points.get(name):
            raise InputError(f"{name!r} is a {self.what} of {_owner(point)}; choose another name")
        self.registered[name] = entry

    @cached_property
    def _points(self) -> dict[str, "EntryPoint"]:
        """What installed packages provide, by name; a name that is already taken is ignored with a warning."""
        found: dict[str, EntryPoint] = {}
        owners = dict.fromkeys(self.built_in, "this package")
        for point in _entry_points(self.group):
            if owners.setdefault(point.name, owner := _owner(point)) == owner:
                found[point.name] = point
            else:
                warnings.warn(
                    f"{owner} provides a {self.what} named {point.name!r}; it is ignored because "
                    f"{owners[point.name]} already has one of that name. It has to be renamed in its package",
                    stacklevel=2,
                )
        return found

    def _load(self, point: "EntryPoint") -> Any:
        try:
            return point.load()
        except (Exception, SystemExit) as error:
            raise self.error(
                f"the {self.what} {point.name!r} of {_owner(point)} cannot be loaded from {point.value!r} "
                f"({type(error).__name__}: {error}); install another version of that package, or remove it"
            ) from None


def loaded(thing: Any) -> Any:
    """The thing itself; a text "module:name" is loaded now.

    >>> loaded("sudoku_models.runtime.registry:loaded") is loaded(loaded)
    True
    """
    if isinstance(thing, str):
        module, _, name = thing.partition(":")
        return getattr(import_whole(module), name)
    return thing


def _owner(point: "EntryPoint") -> str:
    """The package that provides it, as text for messages: "the package my-package 1.0"."""
    with suppress(Exception):  # some metadata providers raise where others return None
        if point.dist and (name := point.dist.metadata["Name"]):
            return f"the package {name} {point.dist.version}"
    return "a package without a name"


def _entry_points(group: str) -> list["EntryPoint"]:
    """The entry points of a group; packages whose metadata cannot be read are skipped."""
    from importlib.metadata import distributions, entry_points  # late, for it takes as long as all of this package

    try:
        return list(entry_points(group=group))
    except Exception:  # one package with unreadable metadata makes the whole call fail
        found: list[EntryPoint] = []
        for package in distributions():
            with suppress(Exception):
                found += (point for point in package.entry_points.select(group=group) if point not in found)
        return found
