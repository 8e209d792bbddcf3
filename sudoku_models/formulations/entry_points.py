"""Formulations of other packages, found by their entry points.

A package offers one in its `pyproject.toml`:

    [project.entry-points."sudoku_models.formulations"]
    at_most_once = "my_package.models:at_most_once"

Names are listed from the metadata of what is installed; the package itself is imported when its formulation is used.

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
    """What the installed packages offer, by name.

    Args:
        reserved: Names that no package can take. What is offered under one of them, or under the name of another
            package's, is left out with a warning.

    >>> offered(frozenset())
    {}
    """
    found: dict[str, EntryPoint] = {}
    for point in _entry_points():
        if point.name in reserved or point.name in found:
            taken = owner(found[point.name]) if point.name in found else "this package"
            warnings.warn(
                f"{owner(point)} offers a formulation named {point.name!r}; it is left out, for {taken} has one of "
                "that name. Ask for another name there",
                stacklevel=2,
            )
        else:
            found[point.name] = point
    return found


def owner(point: "EntryPoint") -> str:
    """The package that offers it, for a person: "the package my-package 1.0"."""
    name = _name(point)
    return f"the package {name} {point.dist.version}" if name and point.dist else "a package without a name"


def load(point: "EntryPoint") -> Any:
    """The formulation; its package is imported now.

    Raises:
        FormulationError: When it cannot be imported, or is no function; the message names the package.
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
        raise FormulationError(f"{whose} is {point.value!r}, and that is no function of (m, puzzle)")
    return formulation


def _entry_points() -> list["EntryPoint"]:
    """The entry points of this group; a package whose metadata cannot be read hides no other one."""
    from importlib.metadata import distributions, entry_points

    try:
        return list(entry_points(group=GROUP))
    except Exception:  # it reads the metadata of every package, and raises for all of them
        found: list[EntryPoint] = []
        for package in distributions():
            with suppress(Exception):
                found += (point for point in package.entry_points.select(group=GROUP) if point not in found)
        return found


def _name(point: "EntryPoint") -> str:
    try:
        about = point.dist.metadata if point.dist else None
    except Exception:  # some readers of metadata raise where others find none
        about = None
    return str(about["Name"] or "") if about else ""
