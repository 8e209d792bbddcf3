"""Binaries that select a value: which linear expressions take a value exactly when some binary is 1."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from ..backends import Backend, Column, Linear, Term


class Selectors:
    """The sets of binaries of which exactly one is 1, as in the rows "cell (1, 4) has a digit" of `assignment`.

    A term such as the sum of d*y[d] over such a set takes the value d exactly when y[d] is 1, so the binaries are its
    indicators.

    Args:
        groups: The sets.

    >>> Selectors([frozenset({0, 1, 2})]).values(Term((1, 2), (1, 2), 5))
    {6: [1], 7: [2], 5: [0]}
    >>> Selectors([]).values(Term((1, 2), (1, 2))) is None
    True
    """

    def __init__(self, groups: Iterable[frozenset[Column]]) -> None:
        self._groups: dict[Column, list[frozenset[Column]]] = defaultdict(list)
        for group in groups:
            for column in group:
                self._groups[column].append(group)

    def values(self, term: Term) -> dict[int, list[Column]] | None:
        """The values of a term, each with the binaries of which one is 1 when the term takes it.

        Returns:
            None when the binaries of the term do not belong to one set, or its numbers are not whole.
        """
        if not (term.columns and term.is_whole):
            return None
        found = [group for group in self._groups.get(term.columns[0], ()) if group.issuperset(term.columns)]
        if not found:
            return None
        group = min(found, key=len)
        values: dict[int, list[Column]] = {}
        for column, coefficient in zip(term.columns, term.coefficients, strict=True):
            values.setdefault(round(coefficient + term.constant), []).append(column)
        if rest := sorted(group.difference(term.columns)):
            values.setdefault(round(term.constant), []).extend(rest)
        return values

    def parts(self, term: Term) -> list[Term]:
        """A term as a sum of terms without constants: over binaries of one set, or of one variable.

        >>> known = Selectors([frozenset({0, 1}), frozenset({2, 3})])
        >>> [(part.columns, part.coefficients) for part in known.parts(Term((0, 2, 1, 4), (1, 5, 2, 7)))]
        [((0, 1), (1, 2)), ((2,), (5,)), ((4,), (7,))]
        """
        left: dict[Column, float] = {}
        for column, c in zip(term.columns, term.coefficients, strict=True):
            left[column] = left.get(column, 0) + c
        found = []
        while left:
            column = next(iter(left))
            sets = [[k for k in left if k in group] for group in self._groups.get(column, ())]
            chosen = max(sets, key=len, default=[column])
            found.append(Term(tuple(chosen), tuple(left.pop(k) for k in chosen)))
        return found

    def ends(self, term: Term, declared: Callable[[Column], tuple[float, float]]) -> tuple[float, float]:
        """The least and the largest value of a term, by the domains of its variables and the sets.

        >>> Selectors([frozenset({0, 1, 2})]).ends(Term((0, 1, 2, 3), (1, 2, 3, -1), 5), lambda column: (0, 1))
        (5, 8)
        """
        low = high = term.constant
        for part in self.parts(term):
            if len(part.columns) == 1:
                [column], [c] = part.columns, part.coefficients
                ends = [c * end for end in declared(column)] if c else [0]
            else:
                is_whole_set = set(part.columns) in self._groups[part.columns[0]]
                ends = [*part.coefficients] if is_whole_set else [*part.coefficients, 0]
            low, high = low + min(ends), high + max(ends)
        return low, high


def selectors_of(rows: Iterable[object], is_binary: Callable[[Column], bool]) -> Selectors:
    """The selectors that these constraints make: the rows "sum of y = 1" over different binaries.

    >>> rows = [Linear((0, 1), (1, 1), 1, 1, "a"), Linear((1, 2), (1, 1), 0, 1, "b"), Linear((2,), (-1,), -1, -1, "c")]
    >>> known = selectors_of(rows, lambda column: True)
    >>> known.values(Term((0, 1), (3, 4))), known.values(Term((1, 2), (3, 4))), known.values(Term((2,), (3,)))
    ({3: [0], 4: [1]}, None, {3: [2]})
    """
    return Selectors(_exactly_one(rows, is_binary))


def _exactly_one(rows: Iterable[object], is_binary: Callable[[Column], bool]) -> list[frozenset[Column]]:
    """The sets of binaries of which exactly one is 1."""
    groups = []
    for row in rows:
        if isinstance(row, Linear) and row.lower == row.upper and abs(row.lower) == 1:
            is_sum = set(row.coefficients) == {row.lower} and len(set(row.columns)) == len(row.columns)
            if is_sum and all(map(is_binary, row.columns)):
                groups.append(frozenset(row.columns))
    return groups


def implied_selectors(rows: Iterable[object], is_binary: Callable[[Column], bool]) -> list[frozenset[Column]]:
    """Sets of binaries of which at most one is 1 by a row, and therefore exactly one.

    If n rows "exactly one" and n rows "at most one" are over the same binaries, each exactly once in both, the sums of
    the first add up to n, so none of the second can be 0. This is the pigeonhole principle, which LP relaxations know,
    and which clauses and propagation do not.

    >>> rows = [Linear(pair, (1, 1), 1, 1, "cell") for pair in ((0, 1), (2, 3))]
    >>> rows += [Linear(pair, (1, 1), 0, 1, "digit") for pair in ((0, 2), (1, 3), (0, 3))]
    >>> [sorted(found) for found in implied_selectors(rows, lambda column: True)]
    [[0, 2], [1, 3]]
    """
    rows = list(rows)
    exactly = _exactly_one(rows, is_binary)
    owner = {column: group for group in reversed(exactly) for column in group}
    families: dict[frozenset[frozenset[Column]], list[frozenset[Column]]] = defaultdict(list)
    for row in rows:
        if isinstance(row, Linear) and row.upper == 1 and row.lower <= 0 and set(row.coefficients) == {1}:
            columns = frozenset(row.columns)
            if columns <= owner.keys():
                families[frozenset(owner[column] for column in columns)].append(columns)
    found = []
    for owners, sets in families.items():
        disjoint: list[frozenset[Column]] = []
        for columns in sets:
            if all(columns.isdisjoint(other) for other in disjoint):
                disjoint.append(columns)
        sizes = [sum(map(len, each)) for each in (owners, disjoint)]
        covered = frozenset().union(*owners)
        if len(disjoint) == len(owners) and sizes == [len(covered)] * 2 and covered == frozenset().union(*disjoint):
            found += disjoint
    return found


def selectors(m: Backend) -> Selectors:
    """The selectors of a model as it stands.

    >>> from sudoku_models.backends import new_backend
    >>> m = new_backend("pulp")
    >>> y = m.bool_vars("y", [1, 2, 3])
    >>> _ = m.add(m.sum(y.values()) == 1, "one of them")
    >>> selectors(m).values(Term((0, 1, 2), (1, 2, 3)))
    {1: [0], 2: [1], 3: [2]}
    """
    return selectors_of(m.records, m.is_binary)
