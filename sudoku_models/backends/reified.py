"""Verbs made of other verbs: a binary for the truth of a comparison, and what follows from that.

They are the same on every backend. The binaries are determined by the other variables, in both directions, so that no
solution is counted twice.

Source: H. P. Williams, "Model Building in Mathematical Programming", 5th edition, 2013, chapter 9, logical conditions;
in constraint programming they are called reified constraints.
"""

import re
from collections.abc import Callable, Iterable
from math import ceil, floor, isfinite
from typing import Any

import numpy as np

from ..errors import InputError
from .checks import LARGEST, check_excluded, check_relation
from .records import Column, Definition, Linear, Term
from .verbs import Verbs

__all__ = ["ReifiedVerbs"]

Side = tuple[float, float]
"""A range of a linear expression; one end may be infinite."""


class ReifiedVerbs(Verbs):
    """The verbs `holds`, `equals`, `either`, `absolute`, `maximum` and `minimum`, over those of a backend.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> close = m.holds(x["a"] - x["b"] <= 1, "close")
    >>> for each in m.read(m.constraints()):
    ...     print(each.name, each.conditions, each.row.lower, each.row.upper)
    close: it holds ((2, 1),) -inf 1.0
    close: above ((2, 0),) 2.0 inf
    """

    def holds(self, constraint: Any, name: Any) -> Any:
        return self._holds(constraint, name)[0]

    def _holds(self, constraint: Any, name: Any) -> tuple[Any, list[Any]]:
        """The binary, and the constraints that determine it.

        The expression lies in the range of the comparison, below it or above it, and each range has a binary. Where
        only two are possible, the second is the negation of the first.
        """
        row = self._whole_comparison(constraint, name)
        low, high = _whole(ceil, row.lower), _whole(floor, row.upper)
        ranges = {"it holds": (low, high)}
        if isfinite(row.lower):
            ranges["below"] = -np.inf, ceil(row.lower) - 1
        if isfinite(row.upper):
            ranges["above"] = floor(row.upper) + 1, np.inf
        y = self._new("holds", name, range(len(ranges) if len(ranges) > 2 else 1))
        label = Definition if isinstance(name, Definition) else str
        added = []
        for k, (which, side) in enumerate(ranges.items()):
            condition = (y[k], 1) if k in y else (y[0], 0)
            added.append(self.implies(condition, self._within(row, side), label(f"{name}: {which}")))
        if len(y) > 1:
            added.append(self.add(self.sum(y.values()) == 1, label(f"{name}: it holds, or is below or above")))
        return y[0], added

    def _whole_comparison(self, constraint: Any, name: Any) -> Linear:
        check_relation(constraint, name)
        row: Linear = self.comparison(constraint, name)
        if isfinite(row.lower) == isfinite(row.upper) and row.lower != row.upper:
            raise InputError(f"constraint {str(name)!r} must have one side that is a finite number; give both apart")
        for k, c in zip(row.columns, row.coefficients, strict=True):
            if c != round(c) or not self.is_integer(k):
                what = f"the coefficient {c:g}" if c != round(c) else f"{self.variables[k]}, which is not an integer"
                raise InputError(
                    f"constraint {str(name)!r} has {what}; whether a comparison holds is one or the other only for "
                    f"integer variables with whole coefficients. Where one direction suffices, use m.implies"
                )
        return row

    def _within(self, row: Linear, side: Side) -> Any:
        """The comparison that the expression of a row lies in another range."""
        total = self.dot(list(map(round, row.coefficients)), [self.variables[k] for k in row.columns])
        low, high = side
        if low > high:  # an equation with a fraction on its right
            return self.sum([]) >= 1
        if low == high:
            return total == low
        return total <= high if low == -np.inf else total >= low

    def _new(self, prefix: str, name: Any, keys: Iterable[int]) -> dict[int, Any]:
        y: dict[int, Any] = self.bool_vars(re.sub(r"\W+", "_", f"{prefix}_{name}"), keys)
        self.determined.update(map(self.column, y.values()))
        return y

    def equals(self, variable: Any, value: int) -> Any:
        column: Column = self.column(variable)
        [(_, value)] = check_excluded([(variable, value)], f"{variable} is {value}")
        if value == 1 and self.is_integer(column) and self.declared(column)[0] >= 0 and self.declared(column)[1] <= 1:
            return variable
        if (known := self._equal.get((column, value))) is None:
            y = self.holds(variable == value, Definition(f"{variable} is {value}"))
            known = self._equal[column, value] = self.column(y)
        return self.variables[known]

    def either(self, constraints: Iterable[Any], name: Any) -> list[Any]:
        binaries, added = [], []
        for k, constraint in enumerate(list(constraints), 1):
            y, rows = self._holds(constraint, f"{name}: alternative {k}")
            binaries.append(y)
            added += rows
        return [*added, self.add(self.sum(binaries) >= 1, name)]

    def absolute(self, expression: Any, name: Any) -> Any:
        term: Term = self.term(expression, name)
        low, high = self._range(term, name)
        z = self.int_vars(re.sub(r"\W+", "_", f"absolute_{name}"), [0], 0, max(abs(low), abs(high)))[0]
        self.determined.add(self.column(z))
        constant = round(term.constant)
        positive, negative = self._minus(z, term, 1), self._minus(z, term, -1)
        self.add(positive >= constant, f"{name}: at least the expression")
        self.add(negative >= -constant, f"{name}: at least its negative")
        is_positive = self.holds(self.dot(*self._parts(term)) >= -constant, f"{name}: positive")
        self.implies(is_positive, positive <= constant, f"{name}: at most the expression")
        self.implies((is_positive, 0), negative <= -constant, f"{name}: at most its negative")
        return z

    def maximum(self, terms: Iterable[Any], name: Any) -> Any:
        return self._largest(terms, name, 1)

    def minimum(self, terms: Iterable[Any], name: Any) -> Any:
        return self._largest(terms, name, -1)

    def _largest(self, terms: Iterable[Any], name: Any, sign: int) -> Any:
        """The largest of sign * term, times the sign: z is at least each of them, and at most one of them."""
        known: list[Term] = [self.term(each, name) for each in terms]
        if not known:
            raise InputError(f"{str(name)!r} is the largest or smallest of nothing; give at least one expression")
        ends = [self._range(term, name) for term in known]
        chosen = max if sign > 0 else min
        bounds = chosen(low for low, _ in ends), chosen(high for _, high in ends)
        z = self.int_vars(re.sub(r"\W+", "_", f"extreme_{name}"), [0], *bounds)[0]
        self.determined.add(self.column(z))
        differences = [self._minus(z, term, 1) for term in known]
        for k, (difference, term) in enumerate(zip(differences, known, strict=True), 1):
            side = difference >= round(term.constant) if sign > 0 else difference <= round(term.constant)
            self.add(side, f"{name}: {'at least' if sign > 0 else 'at most'} number {k}")
        pairs = zip(differences, known, strict=True)
        self.either(
            [d <= round(t.constant) if sign > 0 else d >= round(t.constant) for d, t in pairs], f"{name}: one of them"
        )
        return z

    def _minus(self, z: Any, term: Term, sign: int) -> Any:
        """Z - sign * (the term without its constant)."""
        coefficients, variables = self._parts(term)
        return self.dot([1, *(-sign * c for c in coefficients)], [z, *variables])

    def _parts(self, term: Term) -> tuple[list[int], list[Any]]:
        return list(map(round, term.coefficients)), [self.variables[k] for k in term.columns]

    def _range(self, term: Term, name: Any) -> tuple[int, int]:
        """The least and the largest value of a term.

        Raises:
            InputError: When it can be fractional, or has no finite bounds.
        """
        low = high = term.constant
        for k, c in zip(term.columns, term.coefficients, strict=True):
            ends = [c * end for end in self.declared(k)]
            low, high = low + min(ends), high + max(ends)
        is_whole = all(part == round(part) for part in (*term.coefficients, term.constant))
        if not (is_whole and all(map(self.is_integer, term.columns)) and -LARGEST <= low <= high <= LARGEST):
            raise InputError(
                f"{str(name)!r} needs integer variables with finite bounds and whole coefficients; give the variables "
                f"bounds, or write the constraints with m.implies"
            )
        return round(low), round(high)


def _whole(rounded: Callable[[float], int], bound: float) -> float:
    return rounded(bound) if isfinite(bound) else bound
