"""The table of backends, and their creation by name."""

from typing import Any

from ..errors import UnknownNameError
from ..runtime.interrupts import import_whole
from .protocol import Backend

__all__ = ["BACKENDS", "import_backend", "new_backend"]

BACKENDS: dict[str, str] = {
    "pyomo": "the algebraic modelling language; expresses the CSP itself",
    "pulp": "the LP modeller; logical constraints are kept outside the LpProblem until they are rewritten",
    "cpsat": "the CP solver's own API, for comparison",
}


def new_backend(name: str) -> Backend:
    """An empty model of this backend; its library is imported if necessary.

    Raises:
        UnknownNameError: When there is no such backend.

    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", [1, 2], 1, 3)
    >>> _ = m.add(x[1] + x[2] <= 3, "at most three")
    >>> m.read(m.constraints())[0].name
    'at most three'
    """
    backend: Backend = import_backend(name).new()
    return backend


def import_backend(name: str) -> Any:
    """The module of a backend; importing its library takes far longer than building a model.

    Raises:
        UnknownNameError: When there is no such backend.
    """
    if name not in BACKENDS:
        raise UnknownNameError("backend", name, BACKENDS)
    return import_whole(f".{name}", __package__)
