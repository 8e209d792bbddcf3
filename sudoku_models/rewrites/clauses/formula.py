"""A formula in conjunctive normal form that grows with the columns and constraints of a model."""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any

from ...backends import Column, Term
from ...errors import UnsupportedError
from ..selectors import Selectors
from .at_most_one import AT_MOST_ONE

Literal = int
"""A variable of the formula, numbered from 1, or minus a variable: its negation."""

Values = dict[int, Literal]
"""The values that a term may take, each with the literal that is true when it does. Exactly one of them is."""


class Formula:
    """The clauses of a model, and the literals of its variables' values.

    Args:
        encoding: The encoding of at-most-one, a name of `AT_MOST_ONE`.

    Attributes:
        clauses: The clauses that were added and not taken yet; each is a list of literals, of which at least one must
            be true.
        size: The number of variables.
        columns: The values of each column of the model.
        selectors: The sets of binary columns of which exactly one is 1, whatever else changes in the model.
        sums: The values of the longer sums so far, by their columns and coefficients; see `sums.py`.
        guard: While this is a literal, and not 0, clauses are added with its negation: they hold only where it is true.

    >>> formula = Formula("ladder")
    >>> formula.at_most_one([formula.new() for _ in range(3)])
    >>> formula.size, formula.clauses
    (5, [[-1, 4], [-2, 5], [-4, 5], [-4, -2], [-5, -3]])
    """

    def __init__(self, encoding: str = "pairwise") -> None:
        self.clauses: list[list[Literal]] = []
        self.size = 0
        self.columns: list[Values] = []
        self.selectors = Selectors(())
        self.sums: dict[tuple[tuple[Column, int], ...], Values] = {}
        self.guard: Literal = 0
        self._at_most_one = AT_MOST_ONE[encoding]
        self._true: Literal = 0

    def new(self) -> Literal:
        """A new variable."""
        self.size += 1
        return self.size

    def true(self) -> Literal:
        """The literal that is always true."""
        if not self._true:
            self._true = self.new()
            self.clauses.append([self._true])
        return self._true

    def add(self, clauses: Iterable[list[Literal]]) -> None:
        """Add clauses; they are used as they are, not copied. An empty clause is a contradiction."""
        if self.guard:
            clauses = [[-self.guard, *clause] for clause in clauses]
        # Not every SAT solver takes an empty clause.
        self.clauses += [clause or [-self.true()] for clause in clauses]

    def take(self) -> list[list[Literal]]:
        """The clauses that were added since the last call; they are not kept here."""
        taken, self.clauses = self.clauses, []
        return taken

    def one_of(self, literals: list[Literal]) -> Literal:
        """A literal that is true exactly when one of these is, or several are."""
        if len(literals) == 1:
            return literals[0]
        found = self.new()
        self.add([[-found, *literals], *([found, -literal] for literal in literals)])
        return found

    def all_of(self, literals: list[Literal]) -> Literal:
        """A literal that is true exactly when all of these are."""
        return -self.one_of([-literal for literal in literals])

    def at_most_one(self, literals: list[Literal]) -> None:
        """At most one of these is true; a literal that is given twice must be false."""
        self.add(self._at_most_one(literals, self.new))

    def multiples(self, column: Column, factor: int, shift: int = 0) -> Values:
        """The values of factor * column + shift; not to be changed."""
        values = self.columns[column]
        if factor == 1 and not shift:  # nearly all are
            return values
        return {factor * value + shift: literal for value, literal in values.items()}


def whole_scope(
    columns: Iterable[Column], coefficients: Sequence[float], name: Any, solver: str = "a SAT solver"
) -> dict[Column, int]:
    """Columns and their whole coefficients, none of which is 0.

    Raises:
        UnsupportedError: When a coefficient is not whole; the message names the constraint.
    """
    for coefficient in set(coefficients):  # of a long row nearly all are equal
        if type(coefficient) is not int and (not isfinite(coefficient) or coefficient != round(coefficient)):
            raise UnsupportedError(f"{str(name)!r}: {solver} takes whole coefficients only, not {coefficient:g}")
    scope: dict[Column, int] = {}
    for column, coefficient in zip(columns, coefficients, strict=True):
        scope[column] = scope.get(column, 0) + int(coefficient)
    return scope if all(scope.values()) else {column: factor for column, factor in scope.items() if factor}


def whole_term(term: Term, name: Any) -> tuple[dict[Column, int], int]:
    """The columns of a term with their coefficients, and its constant, all whole.

    Raises:
        UnsupportedError: When one is not whole; the message names the constraint.
    """
    if term.constant != round(term.constant):
        raise UnsupportedError(f"{str(name)!r}: SAT solvers take whole constants only, not {term.constant:g}")
    return whole_scope(term.columns, term.coefficients, name), round(term.constant)


def indicators(formula: Formula, low: int, high: int) -> None:
    """From an integer variable to the direct encoding of its domain; it becomes the next column of the formula.

    From
        x in {low, ..., high}
    To
        y[d] for each value d               true when x = d
        y[low] or ... or y[high]            a contradiction when the domain is empty
        at most one of y[low], ..., y[high]
        A variable with two values is one Boolean variable, y[high], and y[low] is its negation: a binary variable is
        its own literal. With one value, y[low] is true.

    Strength
        Unit propagation settles x once all other values are excluded, and excludes all others once x is settled.

    Source: J. de Kleer, "A Comparison of ATMS and CSP Techniques", IJCAI 1989; T. Walsh, "SAT v CSP", CP 2000, where
    it is called the direct encoding.

    >>> formula = Formula()
    >>> indicators(formula, 1, 3)
    >>> indicators(formula, 0, 1)
    >>> formula.columns
    [{1: 1, 2: 2, 3: 3}, {0: -4, 1: 4}]
    >>> formula.clauses
    [[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]]
    """
    if low == high:
        formula.columns.append({low: formula.true()})
    elif high == low + 1:
        y = formula.new()
        formula.columns.append({low: -y, high: y})
    else:
        values = {d: formula.new() for d in range(low, high + 1)}
        literals = list(values.values())
        formula.columns.append(values)
        formula.add([literals])
        formula.at_most_one(literals)
