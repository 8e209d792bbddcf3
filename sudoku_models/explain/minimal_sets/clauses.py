"""Constraints as clauses over "this variable has this value", for a SAT solver."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ...backends import AllDifferent, Backend, Column, Constraint, Exclude, Linear, NotEqual, Term
from ...runtime.limits import check_deadline
from ...solvers.plain import TOLERANCE
from .diagrams import Choices, Clause, between, diagram, not_zero

__all__ = ["MOST_CLAUSES", "Clause", "Clauses", "NotEncodedError"]

MOST_CLAUSES = 1_000_000
"""Models that need more clauses are not encoded; a 25x25 board needs about 700,000."""


class NotEncodedError(Exception):  # raised and caught inside the package
    """A model has variables or constraints that are not encoded."""


class Clauses:
    """The clauses of a model. An integer variable has one literal for each value, a binary one literal in all.

    All constraints are encoded, if domains are finite and coefficients whole:

    - all-different: no two terms have the same value; and each value occurs, where there are as many as terms;
    - "exactly one", "at most one" and "at least one" of binaries: one clause for each pair, and one for all;
    - other sums, inequalities and exclusions: a decision diagram.

    Source: N. Tamura et al., "Compiling finite linear CSP into SAT", Constraints 14, 2009, which compares encodings;
    this is the direct one.

    Attributes:
        domains: The clauses of the domains: each variable has exactly one value.
        meaning: (column, value) of each literal; the literals of diagrams have none.
        count: The number of literals so far.

    Raises:
        NotEncodedError: When a domain is not finite or not whole, or when there would be too many clauses.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> _ = m.not_equal(x["a"], x["b"], "differ")
    >>> clauses = Clauses(m)
    >>> [clauses.of(constraint) for constraint in m.read(m.constraints())]
    [[[-1, -4], [-2, -5], [-3, -6]]]
    """

    def __init__(self, m: Backend) -> None:
        self.domains: list[Clause] = []
        self.meaning: dict[int, tuple[Column, int]] = {}
        self.count = self._size = 0
        self._literals: list[dict[int, int]] = []
        for k in range(len(m.variables)):
            low, high = m.declared(k)
            if not (m.is_integer(k) and high - low < MOST_CLAUSES):
                raise NotEncodedError
            self._add_column(k, range(math.ceil(low), math.floor(high) + 1))

    def _add_column(self, column: Column, values: range) -> None:
        if len(values) == 2:
            literal = self.new()
            of_value = {values[0]: -literal, values[1]: literal}
        else:
            of_value = {value: self.new() for value in values}
            literals = list(of_value.values())
            self.domains += self._counted([literals]) + self._counted(_at_most_one(literals))
        self._literals.append(of_value)
        self.meaning |= {literal: (column, value) for value, literal in of_value.items()}

    def new(self) -> int:
        """A new literal."""
        self.count += 1
        return self.count

    def literal(self, column: Column, value: int) -> int | None:
        """The literal of "this variable has this value"; None when the value is not in its domain."""
        return self._literals[column].get(value)

    def of(self, constraint: Constraint) -> list[Clause]:
        """The clauses of a constraint.

        Raises:
            NotEncodedError: When its coefficients are not whole, or when there would be too many clauses.
        """
        match constraint:
            case AllDifferent(terms):
                return self._counted(self._all_different(terms))
            case NotEqual(difference):
                return self._counted(self._not_zero(difference))
            case Exclude(values, at_least):
                equal = [literal for k, value in values if (literal := self.literal(k, value)) is not None]
                return self._counted(self._at_most(equal, len(values) - at_least))
            case Linear(columns, coefficients, lower, upper):
                return self._counted(self._linear(Term(tuple(columns), tuple(coefficients)), lower, upper))

    def _counted(self, clauses: Iterable[Clause]) -> list[Clause]:
        made: list[Clause] = []
        for clause in clauses:
            made.append(clause)
            self._size += 1
            if self._size % 256 == 0:
                check_deadline()
                if self._size > MOST_CLAUSES:
                    raise NotEncodedError
        return made

    def _all_different(self, terms: Sequence[Term]) -> Iterator[Clause]:
        if any(len(term.columns) != 1 or not _are_whole((*term.coefficients, term.constant)) for term in terms):
            for one, other in combinations(terms, 2):
                yield from self._not_zero(_difference(one, other))
            return
        of_value: dict[int, list[int]] = {}
        for term in terms:
            for value, literal in self._literals[term.columns[0]].items():
                of_value.setdefault(round(term.coefficients[0] * value + term.constant), []).append(literal)
        for literals in of_value.values():
            yield from _at_most_one(literals)
            if len(of_value) == len(terms):
                yield literals  # implied, and the solver propagates more with it

    def _not_zero(self, term: Term) -> Iterator[Clause]:
        groups = self._choices(term)
        if term.constant == round(term.constant):  # otherwise it is never 0
            yield from diagram(groups, not_zero, self.new, round(term.constant))

    def _at_most(self, literals: list[int], bound: int) -> Iterator[Clause]:
        if len(literals) == bound + 1:
            return iter([[-literal for literal in literals]])
        return diagram([[(literal, 1), (-literal, 0)] for literal in literals], between(0, bound), self.new)

    def _linear(self, term: Term, lower: float, upper: float) -> Iterator[Clause]:
        low, high = lower - TOLERANCE, upper + TOLERANCE
        at_most_one, at_least_one = 1 <= high < 2, 0 < low <= 1
        if self._is_sum_of_binaries(term) and (
            (at_most_one and low <= 1) or (at_least_one and high >= len(term.columns))
        ):
            literals = [self._literals[k][1] for k in term.columns]
            yield from _at_most_one(literals) if at_most_one else ()
            yield from [literals] if at_least_one else ()
        else:
            yield from diagram(self._choices(term), between(low, high), self.new)

    def _is_sum_of_binaries(self, term: Term) -> bool:
        is_plain = set(term.coefficients) == {1} and len({*term.columns}) == len(term.columns)
        return is_plain and all(self._literals[k].keys() == {0, 1} for k in term.columns)

    def _choices(self, term: Term) -> list[Choices]:
        """The literals of each column, each with the multiple of its coefficient."""
        if not _are_whole(term.coefficients):
            raise NotEncodedError
        coefficients: dict[Column, int] = {}
        for k, c in zip(term.columns, term.coefficients, strict=True):
            coefficients[k] = coefficients.get(k, 0) + round(c)
        return [[(literal, c * v) for v, literal in self._literals[k].items()] for k, c in coefficients.items() if c]


def _at_most_one(literals: list[int]) -> Iterator[Clause]:
    return ([-one, -other] for one, other in combinations(literals, 2))


def _difference(one: Term, other: Term) -> Term:
    coefficients = (*one.coefficients, *(-c for c in other.coefficients))
    return Term(one.columns + other.columns, coefficients, one.constant - other.constant)


def _are_whole(numbers: Sequence[float]) -> bool:
    return all(number == round(number) for number in numbers)
