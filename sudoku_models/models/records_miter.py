"""A second miter of two models, built from their records alone, so that a fault in building the first one is seen.

The first one, `Miter`, expresses the second model's columns by those of the first, linearises both, and states the
violations with big-M in the library's own expressions. Here

- both models keep their columns and their logical constraints; the shared columns are equal, and the equations that
  determine further columns of the second hold;
- each constraint of the second model has binaries, and each of them implies one way of violating it: a row in whole
  numbers, or a table;
- one of the binaries is 1.

So only solvers that take logical constraints can be asked.

Source: D. Brand, "Verification of Large Synthesized Designs", ICCAD 1993, for the miter.
"""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import inf, isfinite, prod
from typing import Any

from ..backends import (
    AllDifferent,
    Column,
    Constraint,
    Exclude,
    Implication,
    Linear,
    NotEqual,
    PlainModel,
    Table,
    Term,
    columns_of,
    plain,
)
from ..backends.numbers import total, whole
from ..backends.records import simple_term, variable_term
from ..errors import UnsupportedError
from ..rewrites import implied_selectors
from ..runtime.limits import Deadline, check_deadline
from ..solvers import Outcome, find
from .negation import LARGEST

LARGE = 2**29
"""Under a condition, CP-SAT's claims about rows with larger sums are not relied on."""

Violation = list[Linear | Table]
"""Constraints that hold together when a constraint is violated in one way."""


class RecordsMiter:
    """A model together with "some constraint of another one is violated", as records.

    Args:
        one: The model, a `Side`.
        other: The other one; its variables must be determined by the shared ones.

    Attributes:
        model: The records and the columns of both, and the binaries of the violations.

    Raises:
        UnsupportedError: When the shared variables do not determine a column, or there are too many violations.
    """

    def __init__(self, one: Any, other: Any) -> None:
        self.keys = one.keys
        first, second = copy.deepcopy(one.problem), copy.deepcopy(other.problem)
        self.terms: list[Term] = one.terms(first)
        of_other = other.terms(second)
        own, read = plain(first.m), plain(second.m)
        self.shift = len(own.variables)
        self.lower = list(map(_exact, [*own.lower, *read.lower]))
        self.upper = list(map(_exact, [*own.upper, *read.upper]))
        self.records: list[Constraint] = list(own.records)
        for columns in implied_selectors(own.records, first.m.is_binary):
            self.records.append(Linear(tuple(sorted(columns)), (1,) * len(columns), 1, 1, "one of them, by counting"))
        self.known: set[Column] = set()
        conditions: list[Constraint] = []
        bounds = list(zip(self.lower, self.upper, strict=True))
        for key, image, term in zip(one.keys, self.terms, of_other, strict=True):
            equal = self._difference([image, self._moved(term)], f"the shared value of {key}")
            is_new = len(term.columns) == 1 and self._determine(equal)
            (self.records if is_new else conditions).append(equal)
        self.known.update(k for k in range(self.shift, len(bounds)) if bounds[k][0] == bounds[k][1])
        moved = list(map(self._moved_record, read.records))
        equations = [each for each in moved if isinstance(each, Linear) and each.lower == each.upper]
        self._determine_by(equations)
        self._determine_indicators(second.m.equal)
        conditions += moved
        if missing := [k for each in conditions for k in columns_of(each) if k >= self.shift and k not in self.known]:
            raise UnsupportedError(f"the shared variables do not determine {read.variables[missing[0] - self.shift]}")
        names = [*own.variables, *read.variables]
        conditions += [Linear((k,), (1,), *bounds[k], f"the bounds of {names[k]}") for k in sorted(self.known)]
        self._violate(conditions)
        width = len(self.lower)
        self.model = PlainModel(
            [f"x{k}" for k in range(width)],
            *(self.lower, self.upper, [True] * width, self.records),
            minimised=None,
            auxiliary=own.auxiliary,
        )
        if not all((*own.integer, *read.integer)):
            raise UnsupportedError("a variable may be fractional")

    def ask(self, solver: str, deadline: Deadline) -> Outcome:
        """Solve the model."""
        outcome: Outcome = find(solver).session(self.model).solve(deadline.left())
        return outcome

    def solution_of(self, columns: Sequence[float], solver: str) -> dict[Any, Any]:
        """The shared values of a solution, for the message of a disagreement."""
        values = list(map(round, columns))
        return {key: total(term, values) for key, term in zip(self.keys, self.terms, strict=True)}

    # -- the columns of the second model ------------------------------------------------------------------------------

    def _moved(self, term: Term) -> Term:
        return replace(term, columns=tuple(k + self.shift for k in term.columns))

    def _moved_row(self, row: Linear) -> Linear:
        term = simple_term([k + self.shift for k in row.columns], row.coefficients)
        return whole(row._replace(columns=term.columns, coefficients=term.coefficients))

    def _moved_record(self, record: Constraint) -> Constraint:
        """A constraint of the second model over its columns in this one."""
        match record:
            case Linear():
                return self._moved_row(record)
            case NotEqual():
                return replace(record, difference=self._moved(record.difference))
            case Exclude():
                return replace(record, values=tuple((k + self.shift, value) for k, value in record.values))
            case Implication():
                conditions = tuple((k + self.shift, value) for k, value in record.conditions)
                return replace(record, conditions=conditions, row=self._moved_row(record.row))
            case AllDifferent():
                return replace(record, terms=tuple(map(self._moved, record.terms)))
            case _:
                return record.over(list(map(self._moved, record.terms)), record.label)

    def _difference(self, terms: Sequence[Term], name: str) -> Linear:
        """The equation of two terms."""
        one, other = terms
        coefficients = (*one.coefficients, *(-c for c in other.coefficients))
        term = simple_term(one.columns + other.columns, coefficients)
        right = other.constant - one.constant
        return Linear(term.columns, term.coefficients, right, right, name)

    def _determine(self, row: Linear) -> bool:
        """Whether an equation determines one more column of the second model, which then takes all values that it may.

        Its bounds are conditions that may be violated.
        """
        pairs = list(zip(row.columns, row.coefficients, strict=True))
        unknown = [(k, c) for k, c in pairs if k >= self.shift and k not in self.known]
        if len(unknown) != 1 or abs(unknown[0][1]) != 1:
            return False
        [(column, factor)] = unknown
        rest = [(k, -factor * c) for k, c in pairs if k != column]
        term = Term(tuple(k for k, _ in rest), tuple(c for _, c in rest), factor * row.lower)
        self.lower[column], self.upper[column] = self._ends(term)
        self.known.add(column)
        return True

    def _determine_by(self, equations: list[Linear]) -> None:
        """Determine further columns, such as x = sum of d*y[d]."""
        while found := [row for row in equations if self._determine(row)]:
            self.records += found
            equations = [row for row in equations if row not in found]

    def _determine_indicators(self, equal: dict[tuple[Column, int], Column]) -> None:
        """Determine the three binaries of `equals`: a variable has the value, or is below or above it."""
        for (k, value), y in equal.items():
            x, ys = k + self.shift, range(y + self.shift, y + self.shift + 3)
            if x in self.known and not self.known.intersection(ys):
                self.known.update(ys)
                for z, low, high in zip(ys, (value, -inf, value + 1), (value, value - 1, inf), strict=True):
                    self.lower[z], self.upper[z] = 0, 1
                    self.records.append(Implication(((z, 1),), Linear((x,), (1,), low, high, "side"), "side"))
                self.records.append(Linear(tuple(ys), (1, 1, 1), 1, 1, "one side"))

    # -- violations ---------------------------------------------------------------------------------------------------

    def _violate(self, conditions: Sequence[Constraint]) -> None:
        """One of the conditions is violated."""
        chosen = []
        for condition in conditions:
            check_deadline()
            for violation in self._violations(condition):
                self.lower.append(0)
                self.upper.append(1)
                chosen.append(y := len(self.lower) - 1)
                if len(chosen) > LARGEST:
                    raise UnsupportedError(f"the constraints can be violated in more than {LARGEST:,} ways")
                for each in violation:
                    if isinstance(each, Linear):
                        self.records += self._if_chosen(y, each)
                    else:  # a table of forbidden tuples
                        tuples = tuple((1, *values) for values in each.tuples)
                        self.records.append(Table((variable_term(y), *each.terms), tuples, False, each.label))
        self.records.append(Linear(tuple(chosen), (1,) * len(chosen), 1, inf, "a constraint is violated"))

    def _if_chosen(self, y: Column, row: Linear) -> Iterator[Constraint]:
        """A row that holds when a binary is 1: an implication, or big-M where its numbers are large."""
        low, high = self._ends(Term(tuple(row.columns), tuple(row.coefficients)))
        if not LARGE < max(-low, high) < inf:
            yield Implication(((y, 1),), row, row.label)
            return
        columns, coefficients = (*row.columns, y), tuple(row.coefficients)
        if row.lower > low:  # sum >= low + (lower - low) * y
            yield Linear(columns, (*coefficients, low - row.lower), low, inf, row.label)
        if row.upper < high:
            yield Linear(columns, (*coefficients, high - row.upper), -inf, high, row.label)

    def _violations(self, record: Constraint) -> Iterator[Violation]:
        name = record.name
        match record:
            case Linear():
                if record.upper < inf:
                    yield [record._replace(lower=record.upper + 1, upper=inf)]
                if record.lower > -inf:
                    yield [record._replace(lower=-inf, upper=record.lower - 1)]
            case NotEqual():
                yield [_is(record.difference, 0, name)]
            case AllDifferent():
                for pair in combinations(record.terms, 2):
                    yield [self._difference(pair, name)]
            case Exclude():
                fewest = max(0, len(record.values) - record.at_least + 1)
                for agreeing in combinations(record.values, fewest):
                    yield [_is(variable_term(k), value, name) for k, value in agreeing]
            case Implication():
                met = [_is(variable_term(k), value, name) for k, value in record.conditions]
                yield from ([*met, *violation] for violation in self._violations(record.row))
            case Table(allowed=False):
                for values in record.tuples:
                    yield [_is(term, value, name) for term, value in zip(record.terms, values, strict=True)]
            case Table():
                yield [replace(record, allowed=False)]
            case _:  # a global constraint
                ranges = list(map(self._range, record.terms))
                if prod(map(len, ranges)) > LARGEST:
                    raise UnsupportedError(f"{name!r} has more than {LARGEST:,} combinations of values")
                yield [Table(record.terms, tuple(filter(record.allows, product(*ranges))), False, name)]

    def _ends(self, term: Term) -> tuple[float, float]:
        """The least and the largest value of a term."""
        low = high = term.constant
        for k, c in zip(term.columns, term.coefficients, strict=True):
            ends = [c * self.lower[k], c * self.upper[k]]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def _range(self, term: Term) -> range:
        """All values that a term may take."""
        low, high = self._ends(term)
        if not -inf < low <= high < inf:
            raise UnsupportedError("a variable has no finite bounds")
        return range(round(low), round(high) + 1)


def _exact(end: float) -> float:
    return int(end) if isfinite(end) else end


def _is(term: Term, value: int, name: str) -> Linear:
    """The term has this value."""
    right = value - term.constant
    return Linear(term.columns, term.coefficients, right, right, name)
