"""A constraint is violated: as a choice of alternatives, each of which is a few linear rows.

| constraint                  | its alternatives                                      |
|-----------------------------|-------------------------------------------------------|
| 2 <= sum <= 3               | sum <= 1; sum >= 4                                    |
| all-different               | for each value d: at least two of the terms are d     |
| a != b                      | the same for two terms                                |
| a table of allowed tuples   | none of the tuples is taken                           |
| a table of forbidden tuples | for each tuple: it is taken                           |
| when p and q, sum <= 3      | p and q and sum >= 4                                  |
| not this solution           | for each choice of too many variables: these agree    |

It needs integer variables, so that a row in whole numbers is violated by at least 1.

Source: H. P. Williams, "Model Building in Mathematical Programming", 5th edition, 2013, chapter 9.
"""

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from math import inf, prod
from typing import Any

from ..backends import AllDifferent, Backend, Column, Constraint, Exclude, Implication, Linear, NotEqual, Table, Term
from ..backends.logic import scaled
from ..backends.numbers import whole
from ..backends.records import simple_term, variable_term
from ..errors import UnsupportedError
from ..rewrites import Links, unused
from ..rewrites.value_terms import ValueTerms, relation
from ..runtime.limits import check_deadline

WIDEST = 100
"""Terms with more values are compared in pairs, and not value by value."""
LARGEST = 20_000
"""A constraint with more alternatives, or more rows in one of them, is refused."""

Rows = list[Term]
"""Terms that are at least 0."""


class Negation:
    """The violations of constraints of one model, as rows of another.

    Args:
        m: The other model; it may get indicators of values.
        links: The indicators that it has.
        by: What each column of the constraints is in the other model.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> x = m.int_vars("x", "ab", 1, 3)
    >>> negation = Negation(m, Links(), {7: variable_term(0), 8: variable_term(1)})
    >>> negation.of(Linear([7, 8], [1, 1], 0, 4, "small"))  # a + b - 5 >= 0
    [[Term(columns=(0, 1), coefficients=(1, 1), constant=-5)]]
    """

    def __init__(self, m: Backend, links: Links, by: Mapping[Column, Term]) -> None:
        self.m, self.by, self.values = m, by, ValueTerms(m, links)

    def of(self, constraint: Constraint) -> list[Rows]:
        """The alternatives, without those that the domains exclude.

        Raises:
            UnsupportedError: When there are too many, or a sum may be fractional.
        """
        check_deadline()
        found = list(islice(self._of(constraint), LARGEST + 1))
        if len(found) > LARGEST or any(len(rows) > LARGEST for rows in found):
            raise UnsupportedError(f"{constraint.name!r} can be violated in more than {LARGEST:,} ways")
        return [rows for rows in found if all(self.ends(term)[1] >= 0 for term in rows)]

    def _of(self, constraint: Constraint) -> Iterator[Rows]:
        name = constraint.name
        match constraint:
            case Linear():
                row = whole(constraint)
                body = self.over(Term(tuple(row.columns), tuple(row.coefficients)), name)
                yield from ([sum_of([body], -row.upper - 1)] for _ in range(row.upper < inf))
                yield from ([sum_of([scaled(-1, body)], row.lower - 1)] for _ in range(row.lower > -inf))
            case NotEqual():
                yield from self._equal(_sides(constraint.difference), name)
            case AllDifferent():
                yield from self._equal(constraint.terms, name)
            case Exclude():
                fewest = max(0, len(constraint.values) - constraint.at_least + 1)
                yield from (self._have(chosen, name) for chosen in combinations(constraint.values, fewest))
            case Implication():
                met = self._have(constraint.conditions, name)
                yield from ([*met, *rows] for rows in self._of(constraint.row))
            case Table(allowed=False):
                terms = [self.over(term, name) for term in constraint.terms]
                yield from (
                    [row for pair in zip(terms, t, strict=True) for row in _is(*pair)] for t in constraint.tuples
                )
            case _:  # an allowed table, or a global constraint
                yield self._none_allowed(constraint, name)

    def over(self, term: Term, name: str) -> Term:
        """A term of the constraints as one of the other model.

        Raises:
            UnsupportedError: When its values may be fractional.
        """
        found = sum_of(
            [scaled(c, self.by[k]) for k, c in zip(term.columns, term.coefficients, strict=True)], term.constant
        )
        if not self.m.is_whole(found):
            raise UnsupportedError(f"{name!r} has numbers or variables that are not whole")
        return found

    def ends(self, term: Term) -> tuple[float, float]:
        """The least and the largest value of a term of the other model."""
        return self.m.ends_of(term)

    def _have(self, values: Iterable[tuple[Column, int]], name: str) -> Rows:
        """These columns have these values."""
        return [row for k, value in values for row in _is(self.over(variable_term(k), name), value)]

    def _equal(self, terms: Iterable[Term], name: str) -> Iterator[Rows]:
        """Two of the terms are equal."""
        mapped = [self.over(term, name) for term in terms]
        known = self.values.known  # of a sum of d*y[d] with one y, it knows the values
        if any(high - low >= WIDEST for low, high in (known.ends(term, self.m.declared) for term in mapped)):
            yield from (_is(sum_of([a, scaled(-1, b)]), 0) for a, b in combinations(mapped, 2))
            return
        at_value: dict[int, list[Term]] = {}
        for term in mapped:
            for value, indicator in self.values.of(term, name).items():
                at_value.setdefault(value, []).append(indicator)
        yield from ([sum_of(found, -2)] for found in at_value.values() if len(found) > 1)

    def _none_allowed(self, constraint: Any, name: str) -> Rows:
        """The terms together have none of the allowed tuples of values."""
        values = [self.values.of(self.over(term, name), name) for term in constraint.terms]
        if isinstance(constraint, Table):
            allowed: Iterable[Sequence[int]] = constraint.tuples
        elif prod(map(len, values)) > LARGEST:
            raise UnsupportedError(f"{name!r} has more than {LARGEST:,} combinations of values")
        else:
            allowed = filter(constraint.allows, product(*values))
        possible = (t for t in allowed if all(v in known for v, known in zip(t, values, strict=True)))
        taken = (sum_of([known[v] for v, known in zip(t, values, strict=True)]) for t in possible)
        return [sum_of([scaled(-1, held)], len(values) - 1) for held in taken]

    def post(self, alternatives: Sequence[Rows]) -> None:
        """Add to the other model that one of these alternatives holds: each has a binary, and its rows have big-M.

        Raises:
            UnsupportedError: When a sum has no finite bounds.
        """
        m = self.m
        chosen = m.bool_vars(f"violated_{len(m.variables)}", range(len(alternatives)))
        for k, rows in enumerate(alternatives):
            check_deadline()
            for number, term in enumerate(rows):
                low = self.ends(term)[0]
                if low == -inf:
                    raise UnsupportedError("a variable has no finite bounds")
                if low < 0:  # term >= low * (1 - chosen)
                    parts = [term, Term((m.column(chosen[k]),), (low,))]
                    m.add(relation(m, parts, operator.ge, low), unused(m, f"violated {k}, {number}"))
        m.add(m.sum(chosen.values()) >= 1, unused(m, "a constraint is violated"))


def _is(term: Term, value: float) -> Rows:
    """The term has this value."""
    return [sum_of([term], -value), sum_of([scaled(-1, term)], value)]


def sum_of(terms: Sequence[Term], constant: float = 0) -> Term:
    """The sum of terms and a constant."""
    columns = [k for term in terms for k in term.columns]
    coefficients = [c for term in terms for c in term.coefficients]
    return simple_term(columns, coefficients, sum((term.constant for term in terms), start=constant))


def _sides(difference: Term) -> list[Term]:
    """Two terms with this difference: what it adds, and what it subtracts."""
    parts = [Term((k,), (c,)) for k, c in zip(difference.columns, difference.coefficients, strict=True)]
    added = [part for part in parts if part.coefficients[0] > 0]
    subtracted = [scaled(-1, part) for part in parts if part.coefficients[0] < 0]
    return [sum_of(added, difference.constant), sum_of(subtracted)]
