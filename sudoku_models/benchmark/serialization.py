"""A formulation as bytes, for a process or a machine that does not have its file.

It is serialized by value: the function, and what it uses of the module that defines it. What it imports from elsewhere
is serialized by name, and must be installed where it arrives.
"""

import functools
import pickle
import sys
from dataclasses import dataclass
from typing import Any

import cloudpickle

from ..errors import FormulationError
from ..formulations import Formulation

__all__ = ["Plugin", "deserialize", "serialize"]

PYTHON = sys.version_info[:2]


@dataclass(frozen=True)
class Plugin:
    """A formulation that this process knows only as bytes, because it was loaded and checked in another one.

    Attributes:
        name: Its name.
        serialized: The result of `serialize`.
        digest: The result of `digest.of_formulation`.
        kinds: The kinds of its logical constraints, as in `rewrites.KINDS`.
    """

    name: str
    serialized: bytes
    digest: str
    kinds: frozenset[str]


def serialize(name: str, formulation: Formulation) -> bytes:
    """The formulation as bytes.

    Args:
        name: Its name, for the error.
        formulation: The function, which may be defined in a file, in a notebook, or inside another function.

    Raises:
        FormulationError: When it refers to an object that cannot be serialized, such as an open model.

    >>> deserialize(serialize("none", lambda m, puzzle: {}))(None, None)
    {}
    """
    home = sys.modules.get(_home(formulation))
    if home is not None and home.__name__ != "__main__":
        cloudpickle.register_pickle_by_value(home)
    try:
        return pickle.dumps((PYTHON, cloudpickle.dumps(formulation)))
    except Exception as error:
        raise FormulationError(
            f"the formulation {name!r} cannot be handed to another process ({type(error).__name__}: {error}); it must "
            "make everything that it needs, such as a model, inside itself"
        ) from None


def deserialize(content: bytes) -> Formulation:
    """The formulation of `serialize`.

    Raises:
        FormulationError: When this Python is of another version, or lacks a module that the formulation imports.
    """
    made_in, inside = pickle.loads(content)
    if made_in != PYTHON:
        there, here = (".".join(map(str, version)) for version in (made_in, PYTHON))
        raise FormulationError(
            f"the formulation comes from Python {there}, and this is Python {here}; a function can only be sent "
            "between equal versions"
        )
    try:
        formulation: Formulation = pickle.loads(inside)
    except ImportError as error:
        raise FormulationError(
            f"the formulation needs a module that is not installed here: {error}. Install it wherever the cases run"
        ) from None
    return formulation


def _home(formulation: Any) -> str:
    """The module that defines a function, or the class of a callable object."""
    while isinstance(formulation, functools.partial):
        formulation = formulation.func
    return str(getattr(formulation, "__module__", ""))
