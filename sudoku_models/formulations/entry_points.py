"""Formulations that other installed packages provide through entry points.

A package provides one in its `pyproject.toml`:

    [project.entry-points."sudoku_models.formulations"]
    at_most_once = "my_package.models:at_most_once"

Names are read from the metadata of the installed packages; a package is imported only when its formulation is used.

Source: https://packaging.python.org/en/latest/specifications/entry-points/
"""

import warnings
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from ..errors import FormulationError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["GROUP", "load", "offered", "owner"]

GROUP = "sudoku_models.formulations"


@cache
def offered(reserved: frozenset[str]) -> dict[str, "EntryPoint"]:
    """The formulations that installed packages provide, by name.

    Args:
        reserved: Names that no package may use. A formulation with a reserved name, or with the name of another
            package's formulation, is ignored with a warning.

    >>> offered(frozenset())
    {}
    """
    found: dict[str, EntryPoint] = {}
    for point in _entry_points():
        if point.name in reserved or point.name in found:
            taken = owner(found[point.name]) if point.name in found else "this package"
            warnings.warn(
                f"{owner(point)} provides a formulation named {point.name!r}; it is ignored because {taken} already "
                "has one of that name. It has to be renamed in its package",
                stacklevel=2,
            )
        else:
            found[point.name] = point
    return found


def owner(point: "EntryPoint") -> str:
    """The package that provides it, as text for messages: "the package my-package 1.0"."""
    with suppress(Exception):  # some metadata providers raise where others return None
        if point.dist and (name := point.dist.metadata["Name"]):
            return f"the package {name} {point.dist.version}"
    return "a package without a name"


def load(point: "EntryPoint") -> Any:
    """Import the package and return its formulation.

    Raises:
        FormulationError: When it cannot be imported or is not a function; the message names the package.
    """
    whose = f"the formulation {point.name!r} of {owner(point)}"
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
