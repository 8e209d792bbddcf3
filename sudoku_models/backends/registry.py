"""The table of backends, and how one is made by its name."""

from importlib import import_module

from ..errors import UnknownNameError
from .protocol import Backend

__all__ = ["BACKENDS", "new_backend"]

BACKENDS: dict[str, str] = {
    "pyomo": "the algebraic modelling language; states the CSP itself",
    "pulp": "the LP modeller; the CSP is kept beside the LpProblem until it is rewritten",
    "cpsat": "the CP engine's own API, for comparison",
}


def new_backend(name: str) -> Backend:
    """An empty model of the library that `name` stands for; the library is imported now.

    Raises:
        UnknownNameError: When there is no such backend.

    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", [1, 2], 1, 3)
    >>> _ = m.add(x[1] + x[2] <= 3, "at most three")
    >>> m.read(m.constraints())[0].name
    'at most three'
    """
    if name not in BACKENDS:
        raise UnknownNameError("backend", name, BACKENDS)
    module = import_module(f".{name}", __package__)
    backend: Backend = module.new()
    return backend
