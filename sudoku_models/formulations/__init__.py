"""Formulations: one lesson a file, one function, one screen. The docstring is the mathematical model.

A formulation takes an empty model `m` (the verbs are in `sudoku_models.backends`) and a puzzle, states variables,
rules and givens, in that order, and returns its variables: `x`, keyed by cell, or `y`, keyed by cell and digit.
It never knows which library it is written in.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..backends import Backend
from ..errors import InputError, UnknownNameError
from ..puzzle import Puzzle

__all__ = ["FORMULATIONS", "Formulation", "find", "register", "registered"]

Formulation = Callable[[Backend, Puzzle], dict[Any, Any]]
"""States the model and returns x[cell] or y[cell, digit]."""

FORMULATIONS: dict[str, str] = {
    "pairwise": "integer x[i], and x[i] != x[j] for every two peers",
    "assignment": "binary y[i,d]: one digit a cell, each digit once a unit",
    "all_different": "integer x[i], one all-different a unit",
    "mixed": "all-different on the rows, pairwise inequalities elsewhere",
}

_registered: dict[str, Formulation] = {}


def register(name: str, formulation: Formulation, title: str = "") -> None:
    """Put a formulation of your own into the table, beside the built-in ones.

    Raises:
        InputError: When the name is taken by a built-in formulation, or the formulation is not a function.

    >>> def empty(m, puzzle):
    ...     return m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    >>> register("empty", empty, "no rules at all")
    >>> find("empty") is empty
    True
    >>> del FORMULATIONS["empty"]
    """
    if name in FORMULATIONS and name not in _registered:
        raise InputError(f"{name!r} is a built-in formulation; choose another name")
    if not callable(formulation):
        raise InputError(f"the formulation {name!r} must be a function of (m, puzzle), not {formulation!r}")
    _registered[name] = formulation
    FORMULATIONS[name] = title or (formulation.__doc__ or "").strip().partition("\n")[0]


def registered() -> dict[str, Formulation]:
    """The formulations that were put into the table by `register`; another process does not know them."""
    return dict(_registered)


def find(name: str) -> Formulation:
    """The formulation of this name.

    Raises:
        UnknownNameError: When there is none.
    """
    if name not in FORMULATIONS:
        raise UnknownNameError("formulation", name, FORMULATIONS)
    if name in _registered:
        return _registered[name]
    formulation: Formulation = getattr(import_module(f"{__name__}.{name}"), name)
    return formulation
