"""The verbs of a model, the same on every backend: logical constraints as records, and verbs made of other verbs.

The binaries of the latter, such as the truth of a comparison, are determined by the other variables, in both
directions, so that no solution is counted twice.

Source: H. P. Williams, "Model Building in Mathematical Programming", 5th edition, 2013, chapter 9, logical conditions;
in constraint programming they are called reified constraints.
"""

import re
from collections.abc import Iterable, Iterator, Sequence, ValuesView
from math import ceil, floor, inf, isfinite
from typing import Any

from ..errors import InputError
from .protocol import LARGEST, Primitives, is_number, is_whole
from .records import (
    AllDifferent,
    Circuit,
    Column,
    Cumulative,
    Definition,
    Element,
    Exclude,
    Implication,
    Inverse,
    Linear,
    NotEqual,
    Table,
    Term,
    simple_term,
    whole_ends,
)

Side = tuple[float, float]
"""A range of a linear expression; one end may be infinite."""


class Backend(Primitives):
    """A model of any backend.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> m.table([x["a"], x["b"] + 1], [(1, 2), (3, 4)], "equal and odd").tuples
    ((1, 2), (3, 4))
    >>> close = m.holds(x["a"] - x["b"] <= 1, "close")
    >>> for each in m.read(m.constraints())[1:]:
    ...     print(each.name, each.conditions, each.row.lower, each.row.upper)
    close: it holds ((2, 1),) -inf 1
    close: above ((2, 0),) 2 inf
    """

    # -- logical constraints, each a record ---------------------------------------------------------------------------

    def not_equal(self, a: Any, b: Any, name: Any) -> Any:
        """Add the constraint a != b."""
        one, other = self.term(a, name), self.term(b, name)
        coefficients = (*one.coefficients, *(-c for c in other.coefficients))
        difference = simple_term(one.columns + other.columns, coefficients, one.constant - other.constant)
        return self.add_record(NotEqual(difference, name), [a, b])

    def all_different(self, terms: Iterable[Any], name: Any) -> Any:
        """Add the constraint that no two of the terms are equal."""
        parts = list(terms)
        return self.add_record(AllDifferent(self._terms(parts, name), name), parts)

    def exclude(self, values: Iterable[tuple[Any, int]], name: Any, at_least: int = 1) -> Any:
        """Add the constraint that at least `at_least` of the variables take another value than the given one."""
        pairs = check_excluded(values, name)
        record = Exclude(tuple((self.column(x), value) for x, value in pairs), at_least, name)
        return self.add_record(record, [x for x, _ in pairs])

    def table(self, terms: Iterable[Any], tuples: Iterable[Sequence[int]], name: Any, allowed: bool = True) -> Any:
        """Add the constraint that the terms together take one of the tuples, or with `allowed=False` none of them.

        Args:
            terms: Variables or linear expressions.
            tuples: Each has one whole number for each term; one that is given twice counts once. Without any, an
                allowed table never holds, and one that is not allowed always does.
            name: The label.
            allowed: Whether the tuples are those that are allowed, or those that are not.

        Raises:
            InputError: When a tuple has another length or a value that is not whole, or there are no terms.
        """
        parts = list(terms)
        return self.add_record(
            Table(self._terms(parts, name), check_tuples(tuples, len(parts), name), allowed, name), parts
        )

    def implies(self, conditions: Any, constraint: Any, name: Any) -> Any:
        """Add the constraint that a linear constraint holds when all conditions do.

        Args:
            conditions: A binary variable, which stands for its value 1, a pair (binary variable, value), or a list of
                these.
            constraint: A comparison, as for `add`.
            name: The label.

        Raises:
            InputError: When a condition is not about a binary variable, or the other argument is not a comparison.
        """
        pairs = condition_pairs(conditions, name)
        known = tuple((self.condition(x, name), value) for x, value in pairs)
        record = Implication(known, self.comparison(constraint, name), name)
        return self.add_record(record, [*(x for x, _ in pairs), constraint])

    def element(self, array: Iterable[Any], index: Any, value: Any, name: Any) -> Any:
        """Add the constraint value = array[index].

        Args:
            array: Numbers, variables or linear expressions.
            index: A variable or linear expression; it counts from 0, and an index outside of the array is not allowed.
            value: A variable, linear expression or number.
            name: The label.
        """
        parts = [index, value, *array]
        first, second, *others = self._terms(parts, name)
        return self.add_record(Element(first, second, tuple(others), name), parts)

    def inverse(self, xs: Iterable[Any], ys: Iterable[Any], name: Any) -> Any:
        """Add the constraint that xs[i] = j exactly when ys[j] = i, for i and j from 0 to the last.

        Raises:
            InputError: When there are more of one than of the other.
        """
        xs, ys = list(xs), list(ys)
        if len(xs) != len(ys):
            raise InputError(
                f"constraint {str(name)!r} has {len(xs)} variables and {len(ys)} for the inverse; give as many of both"
            )
        return self.add_record(Inverse(self._terms(xs, name), self._terms(ys, name), name), [*xs, *ys])

    def circuit(self, successors: Iterable[Any], name: Any) -> Any:
        """Add the constraint that the nodes 0 to n - 1 with these successors form one tour through all of them."""
        parts = list(successors)
        return self.add_record(Circuit(self._terms(parts, name), name), parts)

    def cumulative(
        self, starts: Iterable[Any], durations: Iterable[int], demands: Iterable[int], capacity: int, name: Any
    ) -> Any:
        """Add the constraint that at each time the demands of the tasks that run fit the capacity.

        Args:
            starts: Variables or linear expressions.
            durations, demands: A number for each task. A task runs from its start until start + duration, when it runs
                no more.
            capacity: The largest sum of demands; 1, with demands of 1, where no two tasks may overlap.
            name: The label.

        Raises:
            InputError: When a number is negative or not whole, or there are not as many as tasks.
        """
        parts = list(starts)
        lengths = _amounts("the durations", durations, len(parts), name)
        needs = _amounts("the demands", demands, len(parts), name)
        [most] = _amounts("the capacity", [capacity], 1, name)
        return self.add_record(Cumulative(self._terms(parts, name), lengths, needs, most, name), parts)

    def condition(self, variable: Any, label: Any) -> Column:
        """The column of a binary variable.

        Raises:
            InputError: When it is not a binary variable.
        """
        column = self.column(variable)
        if not self.is_binary(column):
            low, high = self.declared(column)
            raise InputError(
                f"constraint {str(label)!r} has the condition {variable}, whose domain is {low:g}..{high:g}; a "
                f"condition is a binary variable. For a value of another variable, use m.equals(x, value)"
            )
        return column

    def _terms(self, expressions: Iterable[Any], name: Any) -> tuple[Term, ...]:
        return tuple(self.term(each, name) for each in expressions)

    def ends_of(self, term: Term) -> tuple[float, float]:
        """The least and the largest value of a term in the domains of its variables."""
        low = high = term.constant
        for k, c in zip(term.columns, term.coefficients, strict=True):
            ends = [c * end for end in self.declared(k)]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def is_whole(self, term: Term) -> bool:
        """Whether a term takes whole values only, because its numbers and variables are whole."""
        return term.is_whole and all(map(self.is_integer, term.columns))

    # -- verbs made of other verbs ------------------------------------------------------------------------------------

    def holds(self, constraint: Any, name: Any) -> Any:
        """A new binary variable that is 1 exactly when a linear constraint holds.

        Args:
            constraint: A comparison, as for `add`, of integer variables with whole coefficients.
            name: The label; those of the constraints that are added begin with it.
        """
        return self._holds(constraint, name)[0]

    def _holds(self, constraint: Any, name: Any) -> tuple[Any, list[Any]]:
        """The binary, and the constraints that determine it."""
        return self.truth(self._whole_comparison(constraint, name), name)

    def truth(self, row: Linear, name: Any) -> tuple[Any, list[Any]]:
        """A new binary that is 1 exactly when a row of whole numbers holds, and the constraints that determine it.

        The expression lies in the range of the row, below it or above it, and each range has a binary. Where only two
        are possible, the second is the negation of the first.
        """
        low, high = whole_ends(row.lower, row.upper)
        ranges = {"it holds": (low, high)}
        if isfinite(row.lower):
            ranges["below"] = -inf, ceil(row.lower) - 1
        if isfinite(row.upper):
            ranges["above"] = floor(row.upper) + 1, inf
        y = self._new("holds", name, range(len(ranges) if len(ranges) > 2 else 1))
        label = Definition if isinstance(name, Definition) else str
        added = []
        for k, (which, side) in enumerate(ranges.items()):
            condition = (y[k], 1) if k in y else (y[0], 0)
            for number, comparison in enumerate(self.comparisons(row._replace(lower=side[0], upper=side[1]))):
                added.append(self.implies(condition, comparison, label(f"{name}: {which}{', too' * number}")))
        if len(y) > 1:
            added.append(self.add(self.sum(y.values()) == 1, label(f"{name}: it holds, or is below or above")))
        return y[0], added

    def _whole_comparison(self, constraint: Any, name: Any) -> Linear:
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

    def comparisons(self, row: Linear) -> list[Any]:
        """A row as one comparison of the library, or as two."""
        coefficients = [round(c) if c == round(c) else c for c in row.coefficients]
        total = self.dot(coefficients, [self.variables[k] for k in row.columns])
        low, high = row.lower, row.upper
        if low > high:  # an equation with a fraction on its right
            return [self.sum([]) >= 1]
        if low == high:
            return [total == low]
        return [total >= low for _ in range(low > -inf)] + [total <= high for _ in range(high < inf)]

    def parts_of(self, record: Any) -> list[Any]:
        """What a logical record is about, as expressions of the library; see `add_record`."""
        if isinstance(record, Exclude):
            return [self.variables[k] for k, _ in record.values]
        terms = [record.difference, Term((), ())] if isinstance(record, NotEqual) else record.terms
        pairs = ((term, [self.variables[k] for k in term.columns]) for term in terms)
        return [self.dot(term.coefficients, variables) + term.constant for term, variables in pairs]

    def _new(self, prefix: str, name: Any, keys: Iterable[int]) -> dict[int, Any]:
        y: dict[int, Any] = self.bool_vars(re.sub(r"\W+", "_", f"{prefix}_{name}"), keys)
        self.determined.update(map(self.column, y.values()))
        return y

    def equals(self, variable: Any, value: int) -> Any:
        """The binary variable that is 1 exactly when an integer variable has this value; it is added once.

        For a binary variable and the value 1 it is the variable itself.
        """
        column: Column = self.column(variable)
        [(_, value)] = check_excluded([(variable, value)], f"{variable} is {value}")
        if value == 1 and self.is_binary(column):
            return variable
        if (known := self.equal.get((column, value))) is None:
            y = self.holds(variable == value, Definition(f"{variable} is {value}"))
            known = self.equal[column, value] = self.column(y)
        return self.variables[known]

    def either(self, constraints: Iterable[Any], name: Any) -> list[Any]:
        """Add the constraint that at least one of several linear constraints holds; see `holds`.

        Returns:
            The library's constraints that were added.
        """
        binaries, added = [], []
        for k, constraint in enumerate(list(constraints), 1):
            y, rows = self._holds(constraint, f"{name}: alternative {k}")
            binaries.append(y)
            added += rows
        return [*added, self.add(self.sum(binaries) >= 1, name)]

    def absolute(self, expression: Any, name: Any) -> Any:
        """A new variable that is equal to |expression|, of integer variables with whole coefficients.

        Raises:
            InputError: When the expression has no finite bounds.
        """
        term: Term = self.term(expression, name)
        negative = Term(term.columns, tuple(-c for c in term.coefficients), -term.constant)
        return self._largest([term, negative], name, 1, least=0)

    def maximum(self, terms: Iterable[Any], name: Any) -> Any:
        """A new variable that is equal to the largest of several expressions; see `absolute`."""
        return self._largest([self.term(each, name) for each in terms], name, 1)

    def minimum(self, terms: Iterable[Any], name: Any) -> Any:
        """A new variable that is equal to the smallest of several expressions; see `absolute`."""
        return self._largest([self.term(each, name) for each in terms], name, -1)

    def _largest(self, terms: list[Term], name: Any, sign: int, least: int | None = None) -> Any:
        """The largest of sign * term, times the sign: z is at least each of them, and at most one of them."""
        if not terms:
            raise InputError(f"{str(name)!r} is the largest or smallest of nothing; give at least one expression")
        ends = [self._range(term, name) for term in terms]
        chosen = max if sign > 0 else min
        low, high = chosen(low for low, _ in ends), chosen(high for _, high in ends)
        z = self.int_vars(re.sub(r"\W+", "_", f"extreme_{name}"), [0], low if least is None else max(low, least), high)[
            0
        ]
        self.determined.add(self.column(z))
        sides = []
        for k, term in enumerate(terms, 1):
            coefficients, variables = self._parts(term)
            difference, constant = self.dot([1, *(-c for c in coefficients)], [z, *variables]), round(term.constant)
            beyond, within = difference >= constant, difference <= constant
            if sign < 0:
                beyond, within = within, beyond
            self.add(beyond, f"{name}: {'at least' if sign > 0 else 'at most'} number {k}")
            sides.append(within)
        self.either(sides, f"{name}: one of them")
        return z

    def _parts(self, term: Term) -> tuple[list[int], list[Any]]:
        return list(map(round, term.coefficients)), [self.variables[k] for k in term.columns]

    def _range(self, term: Term, name: Any) -> tuple[int, int]:
        """The least and the largest value of a term.

        Raises:
            InputError: When it can be fractional, or has no finite bounds.
        """
        low, high = self.ends_of(term)
        if not (self.is_whole(term) and -LARGEST <= low <= high <= LARGEST):
            raise InputError(
                f"{str(name)!r} needs integer variables with finite bounds and whole coefficients; give the variables "
                f"bounds, or write the constraints with m.implies"
            )
        return round(low), round(high)


def _amounts(what: str, amounts: Iterable[Any], count: int, label: Any) -> tuple[int, ...]:
    """Durations, demands or a capacity: whole numbers from 0, as many as there are tasks."""
    found = list(amounts)
    if len(found) != count:
        raise InputError(f"constraint {str(label)!r} has {count} tasks and {len(found)} {what}; give one for each")
    for each in found:
        if not (is_whole(each) and each >= 0):
            raise InputError(f"constraint {str(label)!r}: {what} must be whole numbers from 0, not {each!r}")
    return tuple(map(int, found))


def check_excluded(values: Iterable[tuple[Any, Any]], label: Any) -> list[tuple[Any, int]]:
    """The variables of a no-good cut, and the whole numbers that they have in the excluded solution.

    Raises:
        InputError: When a value is no whole number.

    >>> check_excluded([("x", 2.0)], "not this")
    [('x', 2)]
    """
    pairs = list(values)
    for x, value in pairs:
        if not is_whole(value):
            raise InputError(f"constraint {str(label)!r} compares {x} with {value!r}; give a whole number")
    return [(x, round(value)) for x, value in pairs]


def check_tuples(tuples: Iterable[Any], width: int, label: Any) -> tuple[tuple[int, ...], ...]:
    """The tuples of a table as whole numbers, each once.

    Raises:
        InputError: When a table has no terms, or a tuple has another length or a value that is no whole number.

    >>> check_tuples([(1, 2.0), [3, 4], (1, 2)], 2, "pairs")
    ((1, 2), (3, 4))
    >>> check_tuples([(1, 2, 3)], 2, "pairs")
    Traceback (most recent call last):
    sudoku_models.errors.InputError: constraint 'pairs' has the tuple (1, 2, 3); give 2 whole numbers, one for each term
    """
    if not width:
        raise InputError(f"constraint {str(label)!r} is a table without terms; give at least one variable")
    found: dict[tuple[int, ...], None] = {}
    for each in tuples:
        values = tuple(each) if isinstance(each, Iterable) and not isinstance(each, str) else ()
        if len(values) != width or not (set(map(type, values)) == {int} or all(map(is_whole, values))):
            one = "a whole number, as in (3,)" if width == 1 else f"{width} whole numbers, one for each term"
            raise InputError(f"constraint {str(label)!r} has the tuple {each!r}; give {one}")
        found[tuple(map(int, values))] = None
    return tuple(found)


def condition_pairs(conditions: Any, label: Any) -> list[tuple[Any, int]]:
    """The conditions of an implication, each as a variable and its value.

    Raises:
        InputError: When a value is neither 0 nor 1.

    >>> condition_pairs(["y", ("z", 0)], "if"), condition_pairs(("z", 0), "if"), condition_pairs("y", "if")
    ([('y', 1), ('z', 0)], [('z', 0)], [('y', 1)])
    """
    is_pair = isinstance(conditions, tuple) and len(conditions) == 2 and is_number(conditions[1])
    # Not any iterable: a variable that is alone in its component of a Pyomo model is one.
    several = isinstance(conditions, list | tuple | set | ValuesView | Iterator) and not is_pair
    pairs = [each if isinstance(each, tuple) else (each, 1) for each in (conditions if several else [conditions])]
    for pair in pairs:
        if len(pair) != 2 or not is_number(pair[1]) or pair[1] not in (0, 1):
            raise InputError(
                f"constraint {str(label)!r} has the condition {pair!r}; give a binary variable, or a pair "
                f"(binary variable, 0 or 1). For another value of an integer variable, use m.equals(x, value)"
            )
    return [(x, int(value)) for x, value in pairs]
