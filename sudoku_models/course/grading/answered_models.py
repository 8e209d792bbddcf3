"""The models of one call of an answer, and their variables, in the process of the answers."""

from collections.abc import Callable
from typing import Any

from .plain_models import whole
from .plain_values import opaque

__all__ = ["Models"]

LIBRARIES = ("pyomo", "pulp", "ortools")


class Models:
    """The models of one call, those given first and then those that the answer has made, and their variables."""

    def __init__(self, given: list[Any]) -> None:
        self.given, self.made = given, list[Any]()
        self._native: dict[int, tuple[int, dict[str, Any]]] = {}
        self._variables: dict[int, tuple[int, int]] = {}

    def find_variables(self) -> None:
        """Look up the variables again, after functions have added some."""
        for k, m in enumerate([*self.given, *self.made]):
            self._variables |= {id(x): (k, column) for column, x in enumerate(m.variables)}

    def take_up(self, value: Any) -> None:
        """Find models of Pyomo and PuLP in a returned value."""
        for part in value if isinstance(value, tuple) and len(value) <= 3 else (value,):
            library = type(part).__module__.partition(".")[0]
            if library == "pyomo" and hasattr(part, "component_data_objects") and hasattr(part, "is_constructed"):
                self._take_up_pyomo(part)
            elif library == "pulp" and hasattr(part, "addConstraint"):
                from ...backends.pulp import PulpBackend

                self._add(part, PulpBackend(part), {})
        self.find_variables()

    def _take_up_pyomo(self, model: Any) -> None:
        from pyomo.environ import TransformationFactory
        from pyomo.gdp import Disjunction

        from ...backends.pyomo import PyomoBackend

        disjunctions = any(model.component_data_objects(Disjunction, active=True))
        if disjunctions:
            TransformationFactory("gdp.bigm").apply_to(model)
        self._add(model, PyomoBackend(model), {"disjunctions": disjunctions})

    def _add(self, native: Any, m: Any, more: dict[str, Any]) -> None:
        self._native[id(native)] = len(self.given) + len(self.made), more
        self.made.append(m)

    def special(self, value: Any, write: Callable[[Any], Any]) -> Any:
        """The JSON of a variable or of a model."""
        if (known := self._variables.get(id(value))) is not None:
            return {"t": "variable", "m": known[0], "c": known[1]}
        if (native := self._native.get(id(value))) is not None:
            return {"t": "native", "m": native[0]}
        if type(value).__module__.partition(".")[0] not in LIBRARIES:
            return None
        if hasattr(value, "keys") and any(id(value[key]) in self._variables for key in value):
            return {"t": "dict", "v": [[write(key), write(value[key])] for key in value]}
        return opaque(value)

    def of_made(self, write: Callable[[Any], Any]) -> list[dict[str, Any]]:
        """The models that the answer has made."""
        found = []
        for (k, more), m in zip(self._native.values(), self.made, strict=True):
            named = {name: self._named(k, m.native.component(name), write) for name in "xy"} if more else {}
            found.append({**whole(m), **more, "named": {name: keys for name, keys in named.items() if keys}})
        return found

    def _named(self, k: int, family: Any, write: Callable[[Any], Any]) -> list[Any]:
        if family is None or not family.is_indexed():
            return []
        known = [(key, self._variables.get(id(family[key]))) for key in family]
        return [[write(key), found[1]] for key, found in known if found is not None and found[0] == k]
