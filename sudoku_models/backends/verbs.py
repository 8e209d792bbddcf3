"""The verbs for logical constraints, the same on every backend: each makes the record of a constraint, and adds it."""

from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any

import numpy as np

from ..errors import InputError
from .checks import Labels, check_excluded, check_tuples, condition_pairs, simple_term
from .global_constraints import Circuit, Cumulative, Element, Inverse
from .protocol import Backend
from .records import AllDifferent, Column, Exclude, Implication, Logical, NotEqual, Table, Term

__all__ = ["Verbs"]


class Verbs(Backend):
    """The verbs for logical constraints, over `state`, `term` and `comparison` of a backend.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", range(2), 0, 5)
    >>> m.table([x[0], x[1] + 1], [(1, 2), (3, 4)], "equal and odd").tuples
    ((1, 2), (3, 4))
    >>> m.cumulative(x.values(), [2, 3], [1, 1], 1, "machine").is_disjunctive
    True
    """

    def __init__(self) -> None:
        self.auxiliary: set[Column] = set()
        self.determined: set[Column] = set()
        self._equal: dict[tuple[Column, int], Column] = {}
        """The columns of the binaries of `equals`, by variable and value."""
        self._labels = Labels()

    def state(self, record: Logical, parts: Sequence[Any]) -> Any:
        """Add a logical constraint; `parts` are what the caller has given, as the library's own objects."""
        raise NotImplementedError

    def copy_added_columns(self, other: "Verbs") -> None:
        """Take over what is known about the columns that the verbs of another model with these columns have added."""
        self.auxiliary, self.determined, self._equal = set(other.auxiliary), set(other.determined), dict(other._equal)

    def is_stated(self, name: str, logic: bool = False) -> bool:
        return self._labels.is_taken("logic" if logic else "rules", name)

    def not_equal(self, a: Any, b: Any, name: Any) -> Any:
        one, other = self.term(a, name), self.term(b, name)
        coefficients = (*one.coefficients, *(-c for c in other.coefficients))
        difference = simple_term(one.columns + other.columns, coefficients, one.constant - other.constant)
        return self.state(NotEqual(difference, name), [a, b])

    def all_different(self, terms: Iterable[Any], name: Any) -> Any:
        parts = list(terms)
        return self.state(AllDifferent(self._terms(parts, name), name), parts)

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Any:
        pairs = check_excluded(values, name)
        record = Exclude(tuple((self.column(x), value) for x, value in pairs), at_least, name)
        return self.state(record, [x for x, _ in pairs])

    def table(self, terms: Iterable[Any], tuples: Iterable[Sequence[int]], name: Any, allowed: bool = True) -> Any:
        parts = list(terms)
        return self.state(Table(self._terms(parts, name), check_tuples(tuples, len(parts), name), allowed, name), parts)

    def implies(self, conditions: Any, constraint: Any, name: Any) -> Any:
        pairs = condition_pairs(conditions, name)
        known = tuple((self.condition(x, name), value) for x, value in pairs)
        record = Implication(known, self.comparison(constraint, name), name)
        return self.state(record, [*(x for x, _ in pairs), constraint])

    def element(self, array: Iterable[Any], index: Any, value: Any, name: Any) -> Any:
        parts = [index, value, *array]
        first, second, *others = self._terms(parts, name)
        return self.state(Element(first, second, tuple(others), name), parts)

    def inverse(self, xs: Iterable[Any], ys: Iterable[Any], name: Any) -> Any:
        xs, ys = list(xs), list(ys)
        if len(xs) != len(ys):
            raise InputError(
                f"constraint {str(name)!r} has {len(xs)} variables and {len(ys)} for the inverse; give as many of both"
            )
        return self.state(Inverse(self._terms(xs, name), self._terms(ys, name), name), [*xs, *ys])

    def circuit(self, successors: Iterable[Any], name: Any) -> Any:
        parts = list(successors)
        return self.state(Circuit(self._terms(parts, name), name), parts)

    def cumulative(
        self, starts: Iterable[Any], durations: Iterable[int], demands: Iterable[int], capacity: int, name: Any
    ) -> Any:
        parts = list(starts)
        lengths = _amounts("the durations", durations, len(parts), name)
        needs = _amounts("the demands", demands, len(parts), name)
        [most] = _amounts("the capacity", [capacity], 1, name)
        return self.state(Cumulative(self._terms(parts, name), lengths, needs, most, name), parts)

    def condition(self, variable: Any, label: Any) -> Column:
        """The column of a binary variable.

        Raises:
            InputError: When it is not a binary variable.
        """
        column = self.column(variable)
        low, high = self.declared(column)
        if not (low >= 0 and high <= 1 and self.is_integer(column)):
            raise InputError(
                f"constraint {str(label)!r} has the condition {variable}, whose domain is {low:g}..{high:g}; a "
                f"condition is a binary variable. For a value of another variable, use m.equals(x, value)"
            )
        return column

    def _terms(self, expressions: Iterable[Any], name: Any) -> tuple[Term, ...]:
        return tuple(self.term(each, name) for each in expressions)


def _amounts(what: str, amounts: Iterable[Any], count: int, label: Any) -> tuple[int, ...]:
    """Durations, demands or a capacity: whole numbers from 0, as many as there are tasks."""
    found = list(amounts)
    if len(found) != count:
        raise InputError(f"constraint {str(label)!r} has {count} tasks and {len(found)} {what}; give one for each")
    for each in found:
        if not (isinstance(each, Real | np.number) and 0 <= (amount := float(each)) < np.inf and amount.is_integer()):
            raise InputError(f"constraint {str(label)!r}: {what} must be whole numbers from 0, not {each!r}")
    return tuple(map(int, found))
