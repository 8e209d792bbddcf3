"""The verbs for global constraints, the same on every backend."""

from collections.abc import Callable, Iterable
from numbers import Real
from typing import Any

import numpy as np

from ..errors import InputError
from .global_constraints import Circuit, Cumulative, Element, Inverse
from .protocol import Backend
from .records import Global, Term

__all__ = ["GlobalVerbs"]

Terms = tuple[Term, ...]


class GlobalVerbs(Backend):
    """The verbs `element`, `inverse`, `circuit` and `cumulative`, over `state` of a backend.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", range(2), 0, 5)
    >>> m.element([10, 20, 30], x[0], 5 * x[1], "price").name
    'price'
    >>> m.cumulative(x.values(), [2, 3], [1, 1], 1, "machine").is_disjunctive
    True
    """

    def element(self, array: Iterable[Any], index: Any, value: Any, name: Any) -> Any:
        return self._state([index, value, *array], name, lambda terms: Element(terms[0], terms[1], terms[2:], name))

    def inverse(self, xs: Iterable[Any], ys: Iterable[Any], name: Any) -> Any:
        xs, ys = list(xs), list(ys)
        if len(xs) != len(ys):
            raise InputError(
                f"constraint {str(name)!r} has {len(xs)} variables and {len(ys)} for the inverse; give as many of both"
            )
        return self._state([*xs, *ys], name, lambda terms: Inverse(terms[: len(xs)], terms[len(xs) :], name))

    def circuit(self, successors: Iterable[Any], name: Any) -> Any:
        return self._state(list(successors), name, lambda terms: Circuit(terms, name))

    def cumulative(
        self, starts: Iterable[Any], durations: Iterable[int], demands: Iterable[int], capacity: int, name: Any
    ) -> Any:
        starts = list(starts)
        lengths = _amounts("the durations", durations, len(starts), name)
        needs = _amounts("the demands", demands, len(starts), name)
        [most] = _amounts("the capacity", [capacity], 1, name)
        return self._state(starts, name, lambda terms: Cumulative(terms, lengths, needs, most, name))

    def _state(self, expressions: list[Any], name: Any, record: Callable[[Terms], Global]) -> Any:
        return self.state(record(tuple(self.term(each, name) for each in expressions)), expressions)

    def state(self, record: Global, expressions: list[Any]) -> Any:
        """Add a global constraint; `expressions` are its terms as the library's own."""
        raise NotImplementedError


def _amounts(what: str, amounts: Iterable[Any], count: int, label: Any) -> tuple[int, ...]:
    """Durations, demands or a capacity: whole numbers from 0, as many as there are tasks."""
    found = list(amounts)
    if len(found) != count:
        raise InputError(f"constraint {str(label)!r} has {count} tasks and {len(found)} {what}; give one for each")
    for each in found:
        if not (isinstance(each, Real | np.number) and 0 <= (amount := float(each)) < np.inf and amount.is_integer()):
            raise InputError(f"constraint {str(label)!r}: {what} must be whole numbers from 0, not {each!r}")
    return tuple(map(int, found))
