"""A formulation of your own, carried to another process or machine that has no file of it.

It travels by value: the function, and whatever it uses of the module in which it was written. What it imports from
elsewhere travels by name, and must be installed where it arrives.
"""

import functools
import pickle
import sys
from typing import Any

import cloudpickle

from ..errors import FormulationError
from ..formulations import Formulation

__all__ = ["packed", "unpacked"]

PYTHON = sys.version_info[:2]


def packed(name: str, formulation: Formulation) -> bytes:
    """The formulation as bytes.

    Args:
        name: What it is called, for the error.
        formulation: The function, which may stand in a file, in a notebook, or inside another function.

    Raises:
        FormulationError: When it holds something that cannot travel, such as an open model.

    >>> unpacked(packed("none", lambda m, puzzle: {}))(None, None)
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


def unpacked(parcel: bytes) -> Formulation:
    """The formulation that was packed.

    Raises:
        FormulationError: When this Python is of another version, or lacks a module that the formulation imports.
    """
    made_in, inside = pickle.loads(parcel)
    if made_in != PYTHON:
        there, here = (".".join(map(str, version)) for version in (made_in, PYTHON))
        raise FormulationError(
            f"the formulation comes from Python {there}, and this is Python {here}; a function can only travel between "
            "the same versions"
        )
    try:
        formulation: Formulation = pickle.loads(inside)
    except ImportError as error:
        raise FormulationError(
            f"the formulation needs what is not installed here: {error}. Install it wherever the cases run"
        ) from None
    return formulation


def _home(formulation: Any) -> str:
    """The module in which a function, or the class of a callable object, was written."""
    while isinstance(formulation, functools.partial):
        formulation = formulation.func
    return str(getattr(formulation, "__module__", ""))
