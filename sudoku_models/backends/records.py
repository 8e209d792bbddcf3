"""The plain data as which constraints are read back: one record for each kind.

Global constraints are about the values of several terms together:

| record       | holds when                                                                              |
|--------------|-----------------------------------------------------------------------------------------|
| `Element`    | value = array[index]; the index counts from 0                                           |
| `Inverse`    | x[i] = j exactly when y[j] = i; both count from 0, and are permutations                 |
| `Circuit`    | from node i to its successor, and so on, is one tour through all nodes                  |
| `Cumulative` | at each time the tasks that run need no more than the capacity                          |
| `Reified`    | a linear row over the variables, and over the truth (1 or 0) of other such rows, holds   |

A `Conjunction` is what one constraint of a library is read as when it takes several records; `backends.plain` has its
parts.

Source: N. Beldiceanu, M. Carlsson, J.-X. Rampon, "Global Constraint Catalog", SICS T2005:08, where they have the same
names.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from math import ceil, floor, inf, isinf
from typing import Any, NamedTuple

Column = int
"""The index of a variable in `Backend.variables`."""


class Definition(str):
    """The label of a constraint that only says what an added binary means, as those of `equals` do.

    Every solution of the other constraints satisfies it with one value of the binary, so no explanation rests on it.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A linear expression `sum of coefficient * variable + constant`."""

    columns: tuple[Column, ...]
    coefficients: tuple[float, ...]
    constant: float = 0

    @property
    def sign(self) -> int:
        """That of the user's objective, see `Objective`; a term alone is one that is minimised."""
        return 1

    @property
    def is_whole(self) -> bool:
        """Whether its numbers are whole."""
        return all(number == round(number) for number in (*self.coefficients, self.constant))


@dataclass(frozen=True, slots=True)
class Objective(Term):
    """An objective to minimise. The user's own objective is `sign` times this; `sign` is -1 for a maximisation.

    >>> Objective((0,), (-2.0,), sign=-1)  # maximise 2 * x
    Objective(columns=(0,), coefficients=(-2.0,), constant=0, sign=-1)
    """

    sign: int = 1

    @classmethod
    def of(cls, term: Term, sign: int) -> "Objective":
        """The objective of a model that minimises a term, or with the sign -1 maximises it."""
        coefficients = term.coefficients if sign == 1 else tuple(sign * c for c in term.coefficients)
        return cls(term.columns, coefficients, sign * term.constant, sign)


class Linear(NamedTuple):
    """lower <= sum of coefficient * variable <= upper."""

    columns: Sequence[Column]
    coefficients: Sequence[float]
    lower: float
    upper: float
    label: Any

    @property
    def name(self) -> str:
        """The label in words."""
        return str(self.label)


class Labelled:
    """A logical constraint has a label, and its name is the label in words."""

    __slots__ = ()
    label: Any

    @property
    def name(self) -> str:
        """The label in words."""
        return str(self.label)


@dataclass(frozen=True, slots=True)
class NotEqual(Labelled):
    """difference != 0."""

    difference: Term
    label: Any


@dataclass(frozen=True, slots=True)
class AllDifferent(Labelled):
    """No two of the terms are equal."""

    terms: tuple[Term, ...]
    label: Any


@dataclass(frozen=True, slots=True)
class Exclude(Labelled):
    """At least `at_least` of the inequalities "column != value" hold: "not this grid". Columns may repeat."""

    values: tuple[tuple[Column, int], ...]
    at_least: int
    label: Any

    @property
    def row(self) -> Linear:
        """The same over binaries: sum of (1 - y) for the value 1, and of y for the value 0, >= at_least.

        It is a facet of the cube. Source: E. Balas, R. Jeroslow, "Canonical cuts on the unit hypercube", 1972.

        >>> Exclude(((3, 1), (5, 0)), 1, "not this").row
        Linear(columns=(3, 5), coefficients=(-1, 1), lower=0, upper=inf, label='not this')
        """
        coefficients = [-1 if value else 1 for _, value in self.values]
        term = simple_term([k for k, _ in self.values], coefficients)  # a column may repeat
        return Linear(term.columns, term.coefficients, self.at_least - coefficients.count(-1), inf, self.label)


@dataclass(frozen=True, slots=True)
class Table(Labelled):
    """The values of the terms together are one of the tuples; or, when these are not allowed, none of them.

    The tuples differ, and each has one value for each term. A table with one term is a domain with gaps.

    >>> Table((Term((0,), (1,)), Term((1,), (2,))), ((1, 4), (3, 2)), True, "(1, 4) or (3, 2)").name
    '(1, 4) or (3, 2)'
    """

    terms: tuple[Term, ...]
    tuples: tuple[tuple[int, ...], ...]
    allowed: bool
    label: Any

    def over(self, terms: Sequence[Term], label: Any) -> "Table":
        """The same table of other terms."""
        return Table(tuple(terms), self.tuples, self.allowed, label)

    def allows(self, values: Sequence[float]) -> bool:
        """Whether the constraint holds when the terms have these values."""
        return (tuple(values) in self.tuples) == self.allowed


@dataclass(frozen=True, slots=True)
class Implication(Labelled):
    """When each column of the conditions has its value, the linear constraint `row` holds.

    Without conditions it always holds. The columns of the conditions are binaries, or in a Pyomo model integers.

    >>> Implication(((2, 1),), Linear((0, 1), (1, -1), 0, 3, "close"), "close if 2").row.upper
    3
    """

    conditions: tuple[tuple[Column, int], ...]
    row: Linear
    label: Any


class Global(Labelled):
    """A constraint on the values of its terms.

    Rewrites, solvers and checks use what all kinds have in common.
    """

    __slots__ = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """All terms, in the order of the fields."""
        values = (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        several = (value if isinstance(value, tuple) else (value,) for value in values)
        return tuple(each for value in several for each in value if isinstance(each, Term))

    def over(self, terms: Sequence[Term], label: Any) -> "Global":
        """The same constraint on other terms, in the same order."""
        left = iter(terms)

        def other(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(map(other, value))
            return next(left) if isinstance(value, Term) else value

        values: dict[str, Any] = {field.name: other(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]
        return replace(self, **values | {"label": label})  # type: ignore[type-var]

    def allows(self, values: Sequence[float]) -> bool:
        """Whether the constraint holds when the terms have these values."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Element(Global):
    """value = array[index].

    >>> Element(Term((0,), (1,)), Term((1,), (1,)), (Term((), (), 5), Term((), (), 7)), "price").allows([1, 7, 5, 7])
    True
    """

    index: Term
    value: Term
    array: tuple[Term, ...]
    label: Any

    def allows(self, values: Sequence[float]) -> bool:
        index, value, *array = values
        return index in range(len(array)) and array[int(index)] == value


@dataclass(frozen=True, slots=True)
class Inverse(Global):
    """x[i] = j exactly when y[j] = i, for i and j from 0 to n - 1. No x[i] and no y[j] has another value.

    >>> x = tuple(Term((k,), (1,)) for k in range(6))
    >>> Inverse(x[:3], x[3:], "places").allows([1, 2, 0, 2, 0, 1])
    True
    """

    xs: tuple[Term, ...]
    ys: tuple[Term, ...]
    label: Any

    def allows(self, values: Sequence[float]) -> bool:
        n = len(self.xs)
        xs, ys = values[:n], values[n:]
        return all(x in range(n) and ys[int(x)] == i for i, x in enumerate(xs))


@dataclass(frozen=True, slots=True)
class Circuit(Global):
    """The successors of the nodes 0 to n - 1 form one tour through all nodes; one node is its own successor.

    >>> tour = Circuit(tuple(Term((k,), (1,)) for k in range(4)), "tour")
    >>> tour.allows([2, 3, 1, 0]), tour.allows([1, 0, 3, 2])
    (True, False)
    """

    successors: tuple[Term, ...]
    label: Any

    def allows(self, values: Sequence[float]) -> bool:
        node, seen = 0, set[int]()
        while node in range(len(values)) and node not in seen:
            seen.add(node)
            node = int(values[node]) if values[node] == int(values[node]) else -1
        return len(seen) == len(values) and (not seen or node == 0)


@dataclass(frozen=True, slots=True)
class Cumulative(Global):
    """Task i runs from starts[i] for durations[i]; at each time the demands of the running tasks fit the capacity.

    A task without duration needs nothing. With capacity 1 and demands 1, no two tasks overlap.

    >>> shop = Cumulative((Term((0,), (1,)), Term((1,), (1,))), (3, 2), (1, 1), 1, "machine")
    >>> shop.allows([0, 3]), shop.allows([0, 2])
    (True, False)
    """

    starts: tuple[Term, ...]
    durations: tuple[int, ...]
    demands: tuple[int, ...]
    capacity: int
    label: Any

    @property
    def tasks(self) -> list[tuple[Term, int, int]]:
        """Start, duration and demand of each task that needs something."""
        every = zip(self.starts, self.durations, self.demands, strict=True)
        return [task for task in every if task[1] and task[2]]

    @property
    def is_disjunctive(self) -> bool:
        """Whether no two tasks can run at the same time."""
        demands = sorted(demand for _, _, demand in self.tasks)
        return sum(demands[:2]) > self.capacity or len(demands) < 2

    def allows(self, values: Sequence[float]) -> bool:
        tasks = list(zip(values, self.durations, self.demands, strict=True))

        def load(time: float) -> int:
            return sum(demand for start, duration, demand in tasks if start <= time < start + duration)

        return all(load(start) <= self.capacity for start, _, _ in tasks)


@dataclass(frozen=True, slots=True)
class Reified(Global):
    """lower <= term + sum of weight * [the part holds] <= upper.

    The parts are such rows in turn, so any combination of linear constraints by and, or, not, and numbers of those that
    hold is one; `backends.logic` makes them.

    >>> x = variable_term(0)
    >>> either = Reified(Term((), ()), 1, inf, ((1, Reified(x, -inf, 2, (), "")), (1, Reified(x, 5, 6, (), ""))), "gap")
    >>> either.allows([0, 2, 2]), either.allows([0, 4, 4])
    (True, False)
    """

    term: Term
    lower: float
    upper: float
    parts: "tuple[tuple[int, Reified], ...]"
    label: Any

    @property
    def terms(self) -> tuple[Term, ...]:
        return (self.term, *(term for _, part in self.parts for term in part.terms))

    @property
    def row(self) -> Linear:
        """The row without the parts."""
        term = self.term
        low, high = self.lower - term.constant, self.upper - term.constant
        return Linear(term.columns, term.coefficients, low, high, self.label)

    def over(self, terms: Sequence[Term], label: Any) -> "Reified":
        return self._over(iter(terms), label)

    def _over(self, terms: Iterator[Term], label: Any) -> "Reified":
        term = next(terms)
        parts = tuple((weight, part._over(terms, part.label)) for weight, part in self.parts)
        return Reified(term, self.lower, self.upper, parts, label)

    def allows(self, values: Sequence[float]) -> bool:
        return self._holds(iter(values))

    def _holds(self, values: Iterator[float]) -> bool:
        total = next(values)
        for weight, part in self.parts:
            total += weight * part._holds(values)
        return self.lower <= total <= self.upper


@dataclass(frozen=True, slots=True)
class Conjunction(Global):
    """All parts hold."""

    parts: "tuple[Constraint, ...]"
    label: Any

    @property
    def terms(self) -> tuple[Term, ...]:
        return tuple(term for part in self.parts for term in sums_of(part))


Logical = NotEqual | AllDifferent | Exclude | Table | Implication | Global
Constraint = Linear | Logical


def sums_of(constraint: Constraint) -> tuple[Term, ...]:
    """The linear expressions in a constraint, which may be variables alone.

    >>> sums_of(Linear([0, 4], [1, -1], 0, 1, "close"))
    (Term(columns=(0, 4), coefficients=(1, -1), constant=0),)
    """
    match constraint:
        case Linear():
            return (Term(tuple(constraint.columns), tuple(constraint.coefficients)),)
        case NotEqual():
            return (constraint.difference,)
        case Implication():
            return sums_of(constraint.row)
        case Exclude():
            return ()
        case AllDifferent() | Table() | Global():
            return constraint.terms


def columns_of(constraint: Constraint) -> list[Column]:
    """The columns of a constraint; a column that occurs in several terms is listed several times.

    >>> columns_of(NotEqual(Term((0, 4), (1, -1)), "differ"))
    [0, 4]
    """
    found: list[Column] = []
    if isinstance(constraint, Conjunction):
        return [column for part in constraint.parts for column in columns_of(part)]
    if isinstance(constraint, Exclude | Implication):
        pairs = constraint.values if isinstance(constraint, Exclude) else constraint.conditions
        found = [column for column, _ in pairs]
    return found + [column for term in sums_of(constraint) for column in term.columns]


def kind_of(constraint: Constraint) -> str:
    """The kind of a constraint, as the tables of rewrites name it.

    >>> kind_of(AllDifferent((), "row 3"))
    'all_different'
    """
    return _snake(type(constraint).__name__)


@cache
def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@lru_cache(maxsize=10_000)
def variable_term(column: Column) -> Term:
    """A variable alone, as in most logical constraints, which have many.

    >>> variable_term(3)
    Term(columns=(3,), coefficients=(1,), constant=0)
    """
    return Term((column,), (1,))


def simple_term(columns: Iterable[Column], coefficients: Iterable[float], constant: float = 0) -> Term:
    """A term in which each variable occurs once, with a nonzero coefficient.

    >>> simple_term([0, 1, 0], [2, 3, -2], 5)
    Term(columns=(1,), coefficients=(3,), constant=5)
    """
    columns, coefficients = tuple(columns), tuple(coefficients)
    if len(set(columns)) < len(columns) or 0 in coefficients:
        total: dict[Column, float] = {}
        for column, c in zip(columns, coefficients, strict=True):
            total[column] = total.get(column, 0) + c
        kept = {column: c for column, c in total.items() if c}
        columns, coefficients = tuple(kept), tuple(kept.values())
    return Term(columns, coefficients, constant)


def whole_ends(low: float, high: float) -> tuple[float, float]:
    """The first and the last whole number between two bounds, each of which may be infinite.

    >>> whole_ends(0.5, 3.7), whole_ends(-inf, 3.0)
    ((1, 3), (-inf, 3))
    """
    return (low if isinf(low) else ceil(low)), (high if isinf(high) else floor(high))


def always(label: Any) -> Linear:
    """A constraint that always holds."""
    return Linear((), (), -inf, inf, label)


def never(label: Any) -> Linear:
    """A constraint that never holds: 0 >= 1."""
    return Linear((), (), 1, inf, label)
