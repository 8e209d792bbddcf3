"""Models of the modelling libraries, made without this package: which backend takes one, and its variables by key.

A library is recognised by the classes of its model, so none is imported that the user has not loaded.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import InputError, UnknownNameError, UnsupportedError
from ..runtime.interrupts import import_whole
from .plain import PlainBackend, PlainModel
from .verbs import Backend

MODELS = {
    ("pulp", "LpProblem"): ("pulp", "PulpBackend"),
    ("pyomo", "BlockData"): ("pyomo", "PyomoBackend"),
    ("ortools", "CpModel"): ("cpsat", "CpSatBackend"),
}
"""The library and the class of a model -> the module and the class of the backend for it."""
KERNEL = "pyomo.core.kernel."


def backend_of(source: Any) -> Backend | None:
    """The backend for a model of a library, which stays the model's own; None for anything else.

    Raises:
        InputError: When it is of a library that is read here, but cannot be read.

    >>> import pulp
    >>> lp = pulp.LpProblem()
    >>> backend_of(lp).native is lp, backend_of("a text")
    (True, None)
    """
    if isinstance(source, Backend):
        return source
    if isinstance(source, PlainModel):
        return PlainBackend(source)
    if (found := _backend_class(source)) is None:
        return None
    module, name = found
    backend: Backend = getattr(import_whole(f".{module}", __package__), name)(source)
    return backend


def is_model(source: Any) -> bool:
    """Whether `backend_of` has a backend for it; that would read its variables.

    Raises:
        InputError: When it is of a library that is read here, but cannot be read.
    """
    return isinstance(source, Backend | PlainModel) or _backend_class(source) is not None


def _backend_class(source: Any) -> tuple[str, str] | None:
    """The module and the class of the backend for a model of a library; None for anything else."""
    for kind in type(source).__mro__:
        if kind.__module__.startswith(KERNEL):
            raise InputError(
                f"{type(source).__name__} is an object of pyomo.kernel, which is not read here; state the model with "
                f"pyomo.environ, in a ConcreteModel"
            )
        if found := MODELS.get((kind.__module__.partition(".")[0], kind.__name__)):
            return found
    return None


@contextmanager
def refusing() -> Iterator[None]:
    """Turn an error about a part that is not supported into one about the model that was given."""
    try:
        yield
    except UnsupportedError as error:
        raise InputError(str(error)) from error


def no_model(source: Any) -> InputError:
    """The error for a source that is neither a function nor a model."""
    what = f"{source!r:.80}"
    if isinstance(source, str) or hasattr(source, "__fspath__"):
        return InputError(f"{what} is no model; if it is the path of a file, write Problem.read({what})")
    return InputError(
        f"{what} of the type {type(source).__name__} is no model; Problem takes a function of an empty model, a pulp."
        f"LpProblem, a Pyomo ConcreteModel or Block, or a cp_model.CpModel. Write a model of another library to a file "
        f"that ends with .mps or .lp, and read that: Problem.read('model.mps')"
    )


def chosen_variables(m: Backend, chosen: Any = None) -> dict[Any, Any]:
    """The variables that the solutions of a model are about, by key.

    Args:
        m: The model.
        chosen: A mapping of keys to variables, or to mappings of such, whose keys are joined to tuples; or a list of
            variables, of their names, or of such mappings, where the names are the keys. None means all variables.

    Raises:
        InputError: When there are none, one is not in the model, or a key occurs twice.

    >>> import pulp
    >>> lp = pulp.LpProblem()
    >>> x = {i: {k: lp.add_variable(f"x_{i}_{k}", 0, 1) for k in (1, 2)} for i in "ab"}
    >>> m = backend_of(lp)
    >>> chosen_variables(m, x)
    {('a', 1): x_a_1, ('a', 2): x_a_2, ('b', 1): x_b_1, ('b', 2): x_b_2}
    >>> chosen_variables(m, [x["a"], "x_b_1"])
    {'x_a_1': x_a_1, 'x_a_2': x_a_2, 'x_b_1': x_b_1}
    """
    if chosen is None:
        found = dict(zip(different(map(str, m.variables)), m.variables, strict=True))
    else:
        found = {}
        for key, variable in _listed(chosen, m, _Names(m)):
            if key in found:
                raise InputError(f"variables=: {key!r} occurs twice; give a dict with a key for each variable")
            m.column(variable)  # which refuses what is no variable of the model
            found[key] = variable
    if not found:
        raise InputError("the model has no variables" if chosen is None else "variables= has no variable")
    return found


def _listed(chosen: Any, m: Backend, names: "_Names", keys: tuple[Any, ...] | None = ()) -> Iterator[tuple[Any, Any]]:
    """The keys and the variables in what the user has chosen; `keys` are those so far, None when names are the keys."""
    if isinstance(chosen, str):
        chosen = names.find(chosen)
    is_variable = id(chosen) in m.columns or not getattr(chosen, "is_indexed", lambda: True)()  # of Pyomo
    if not is_variable and callable(getattr(chosen, "items", None)):
        for key, each in chosen.items():
            yield from _listed(each, m, names, None if keys is None else (*keys, key))
    elif not is_variable and isinstance(chosen, Iterable):
        for k, each in enumerate(chosen):
            yield from _listed(each, m, names, (*keys, k) if keys else None)
    elif keys:
        yield keys[0] if len(keys) == 1 else keys, chosen
    else:
        yield str(chosen), chosen


class _Names:
    """The variables of a model by their names, which are read when the first is asked for."""

    def __init__(self, m: Backend) -> None:
        self._m, self._known = m, dict[str, Any]()

    def find(self, name: str) -> Any:
        """The variable of this name.

        Raises:
            UnknownNameError: When there is none.
            InputError: When there are several.
        """
        if not self._known:
            names = list(map(str, self._m.variables))
            self._known = dict(zip(names, self._m.variables, strict=True))
            self._several = {each for each, number in Counter(names).items() if number > 1}
        if name not in self._known:
            raise UnknownNameError("variable", name, self._known)
        if name in self._several:
            raise InputError(f"several variables have the name {name!r}; give the variables themselves")
        return self._known[name]


def different(names: Iterable[str]) -> list[str]:
    """These names, with a number appended where one occurs again.

    >>> different(["x", "y", "x", "x_2"])
    ['x', 'y', 'x_3', 'x_2']
    """
    listed = list(names)
    taken = set(listed)
    if len(taken) == len(listed):
        return listed
    seen, last = set[str](), dict[str, int]()
    for k, name in enumerate(listed):
        if name in seen:
            number = last.get(name, 1) + 1
            while (free := f"{name}_{number}") in taken:
                number += 1
            last[name] = number
            taken.add(free)
            listed[k] = free
        seen.add(name)
    return listed
