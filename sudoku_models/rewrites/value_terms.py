"""The values of the terms of a table, each with a linear expression that is 1 when the term takes it."""

from collections.abc import Callable, Iterator
from itertools import count, product
from math import isfinite
from typing import Any

from ..backends import Backend, Column, Table, Term
from ..errors import UnsupportedError
from ..runtime.limits import check_deadline
from .big_m import expression
from .indicators import indicate
from .links import Links, unused
from .selectors import Selectors

__all__ = ["LARGEST", "ValueTerms", "allowed_tuples", "prefixes"]

LARGEST = 100_000
"""A table that would become more rows or binaries is refused."""

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

    def __init__(self, m: Backend, links: Links, known: Selectors) -> None:
        self.m, self.links, self.known = m, links, known
        self._sums: dict[Term, Values] = {}

    def of(self, term: Term, name: str) -> Values:
        """The values of a term.

        Raises:
            UnsupportedError: When they are not whole, or too many.
        """
        if any(part != round(part) for part in (*term.coefficients, term.constant)):
            raise UnsupportedError(f"{name!r}: rewriting a table needs whole coefficients in its terms")
        shift = round(term.constant)
        if not term.columns:
            return {shift: Term((), (), 1)}
        if len(term.columns) > 1:
            selected = self.known.values(term)
            if selected is None:
                return self._of_sum(term, name)
            return {v: Term(tuple(ys), (1,) * len(ys)) for v, ys in selected.items()}
        [column], factor = term.columns, round(term.coefficients[0])
        if self._is_binary(column):
            return {shift: Term((column,), (-1,), 1), factor + shift: Term((column,), (1,))}
        values = indicate(self.m, column, self.links)
        y = {d: self.m.column(self.links.indicator[column, d]) for d in values}
        return {factor * d + shift: Term((y[d],), (1,)) for d in values}

    def _is_binary(self, column: Column) -> bool:
        return self.m.declared(column) == (0, 1) and self.m.is_integer(column)

    def _of_sum(self, term: Term, name: str) -> Values:
        if term in self._sums:
            return self._sums[term]
        least, most = self.known.ends(term, self.m.declared)
        if not (isfinite(least) and isfinite(most) and all(map(self.m.is_integer, term.columns))):
            raise UnsupportedError(f"{name!r}: rewriting a table needs integer variables with finite bounds")
        low, high = round(least), round(most)
        if high - low > LARGEST:
            raise UnsupportedError(f"{name!r}: a term of the table has more than {LARGEST:,} values")
        m, number = self.m, len(self._sums) + 1
        y = m.bool_vars(f"sum_{len(m.variables)}_is", range(low, high + 1))
        m.add(m.sum(y.values()) == 1, unused(m, f"{name}: sum {number} has a value"))
        total = expression(m, Term(term.columns, tuple(map(round, term.coefficients))))
        is_its_value = m.dot(list(y), y.values()) - total == round(term.constant)
        m.add(is_its_value, unused(m, f"{name}: sum {number} is its value"))
        self._sums[term] = {v: Term((m.column(y[v]),), (1,)) for v in y}
        return self._sums[term]

    def add(self, terms: list[Term], sense: Callable[[Any, Any], Any], right: int, label: Any) -> None:
        """Add a row over the sum of these indicator expressions; `sense` compares it with a number."""
        columns = [k for term in terms for k in term.columns]
        coefficients = [round(c) for term in terms for c in term.coefficients]
        right -= round(sum(term.constant for term in terms))
        total = self.m.dot(coefficients, [self.m.variables[k] for k in columns])
        self.m.add(sense(total, right), label)


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
