"""The values of the terms of a constraint, each with a linear expression that is 1 when the term takes it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import count, product
from math import isfinite
from typing import Any

from ..backends import Backend, Column, Table, Term
from ..backends.records import simple_term, variable_term
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .links import Links, expression, indicate, number, unused
from .selectors import Selectors, selectors

LARGEST = 100_000
"""A table that would become more rows or binaries is refused."""
WIDE = 1_000
"""Of a term with more values, an allowed table needs the indicators of its own values only."""

Values = dict[int, Term]
"""The values of a term; the expression of each is 1 when the term takes the value, and otherwise 0."""


class ValueTerms:
    """The indicators of terms: binaries of the model where it has them, and new ones where not.

    | term                                           | its indicators                                             |
    |------------------------------------------------|------------------------------------------------------------|
    | over binaries of which exactly one is 1        | these binaries, see `selectors`                            |
    | a*y + b of a binary y                          | y and 1 - y                                                |
    | a*x + b                                        | the value indicators of `indicators`                       |
    | a longer sum                                   | new binaries t[v], sum of t = 1, sum of v*t[v] = the sum   |
    """

    def __init__(self, m: Backend, links: Links) -> None:
        self.m, self.links = m, links
        self._sums: dict[Term, Values] = {}

    @cached_property
    def known(self) -> Selectors:
        """The selectors of the model, which is read only when a term is a sum."""
        return selectors(self.m)

    def indicators(self, column: Column) -> dict[int, Column]:
        """The columns of the indicators of a variable, by its value."""
        return {d: self.links.indicator[column, d] for d in indicate(self.m, column, self.links)}

    def of(self, term: Term, name: str) -> Values:
        """The values of a term.

        Raises:
            UnsupportedError: When they are not whole, or too many.
        """
        if not term.is_whole:
            raise UnsupportedError(f"{name!r}: rewriting it needs whole coefficients in its terms")
        shift = round(term.constant)
        if not term.columns:
            return {shift: Term((), (), 1)}
        if len(term.columns) > 1:
            selected = self.known.values(term)
            if selected is None:
                return self._of_sum(term, name)
            return {v: Term(tuple(ys), (1,) * len(ys)) for v, ys in selected.items()}
        [column], factor = term.columns, round(term.coefficients[0])
        if self.m.declared(column) == (0, 1) and self.m.is_integer(column):
            return {shift: Term((column,), (-1,), 1), factor + shift: variable_term(column)}
        return {factor * d + shift: variable_term(y) for d, y in self.indicators(column).items()}

    def of_table(self, table: Table) -> list[Values]:
        """The values of the terms of a table. Of a term with a large domain, only those in an allowed table."""
        return [self._in_table(j, table) for j in range(len(table.terms))]

    def _in_table(self, j: int, table: Table) -> Values:
        term = table.terms[j]
        if table.allowed and len(term.columns) == 1 and self.m.is_whole(term):
            low, high = self.m.ends_of(term)
            if high - low > WIDE:
                return self._of_values(term, sorted({t[j] for t in table.tuples if low <= t[j] <= high}), table.name)
        return self.of(term, table.name)

    def _of_sum(self, term: Term, name: str) -> Values:
        if term in self._sums:
            return self._sums[term]
        least, most = self.known.ends(term, self.m.declared)
        if not (isfinite(least) and isfinite(most) and all(map(self.m.is_integer, term.columns))):
            raise UnsupportedError(f"{name!r}: rewriting it needs integer variables with finite bounds")
        low, high = round(least), round(most)
        if high - low > LARGEST:
            raise UnsupportedError(f"{name!r}: a term of it has more than {LARGEST:,} values")
        self._sums[term] = self._of_values(term, range(low, high + 1), name)
        return self._sums[term]

    def _of_values(self, term: Term, values: Sequence[int], name: str) -> Values:
        """New binaries of which exactly one is 1, and with it the term has one of these values."""
        m = self.m
        y = m.bool_vars(f"sum_{len(m.variables)}_is", values)
        m.add(m.sum(y.values()) == 1, unused(m, f"{name}: a sum has a value"))
        total = expression(m, Term(term.columns, tuple(map(round, term.coefficients))))
        is_its_value = m.dot(list(y), y.values()) - total == round(term.constant)
        m.add(is_its_value, unused(m, f"{name}: a sum is its value"))
        return {v: variable_term(m.column(y[v])) for v in y}

    def add(self, terms: list[Term], sense: Callable[[Any, Any], Any], right: float, label: Any) -> None:
        """Add a row over the sum of these indicator expressions; `sense` compares it with a number."""
        self.m.add(relation(self.m, terms, sense, right), label)


def allowed_tuples(table: Table, values: list[Values]) -> list[tuple[int, ...]]:
    """The tuples that the terms may take: those of an allowed table that have possible values, or all others.

    Raises:
        UnsupportedError: When they are too many.
    """
    if table.allowed:
        return [t for t in table.tuples if all(v in known for v, known in zip(t, values, strict=True))]
    size = 1
    for known in values:
        size *= len(known)
    if size > LARGEST:
        raise UnsupportedError(
            f"{table.name!r}: {size:,} tuples are too many to list those that are not forbidden; choose the rewrite "
            f"'table_conflicts'"
        )
    forbidden = set(table.tuples)
    return [t for t in product(*values) if t not in forbidden]


def prefixes(tuples: list[tuple[int, ...]], values: list[Values]) -> Iterator[tuple[int, ...]]:
    """The shortest beginnings that no allowed tuple has.

    >>> one = Term((0,), (1,))
    >>> list(prefixes([(1, 1, 2), (1, 2, 1)], [{1: one, 2: one}] * 3))
    [(2,), (1, 1, 1), (1, 2, 2)]
    """
    known = {t[:k] for t in tuples for k in range(len(t) + 1)}
    begun: list[tuple[int, ...]] = [()]
    for k in count():
        if k == len(values):
            return
        check_deadline()
        longer = [(*prefix, v) for prefix in begun for v in values[k]]
        yield from (prefix for prefix in longer if prefix not in known)
        begun = [prefix for prefix in longer if prefix in known]


def relation(m: Backend, parts: Iterable[Term], sense: Callable[[Any, Any], Any], right: float) -> Any:
    """The comparison of the sum of these terms with a number; `sense` is a function of `operator`."""
    parts = list(parts)
    columns = [k for term in parts for k in term.columns]
    coefficients = [number(c) for term in parts for c in term.coefficients]
    total = simple_term(columns, coefficients)
    right -= sum(term.constant for term in parts)
    if not total.columns:  # the libraries refuse a comparison of numbers
        return m.sum([]) >= (0 if sense(0, right) else 1)
    return sense(expression(m, total), number(right))


def conditions_of(indicator: Term) -> list[list[tuple[Column, int]]]:
    """The conditions of which one holds exactly when an indicator expression is 1.

    >>> conditions_of(Term((3,), (-1,), 1)), conditions_of(Term((3, 4), (1, 1))), conditions_of(Term((), (), 1))
    ([[(3, 0)]], [[(3, 1)], [(4, 1)]], [[]])
    """
    if not indicator.columns:
        return [[]] if indicator.constant else []
    return [[(column, int(indicator.constant == 0))] for column in indicator.columns]
