"""A linear program in fractions: what the continuous variables can be once the integers are known, and proofs of it.

Every column and every row sum is a variable between two bounds. The rows of the tableau give some of them, the basic
ones, as sums of the others. First a basic variable that is out of its bounds is exchanged for one that can move it
back; where none can, the row proves that there are no values. Then the costs are minimised in the same way.

Source: B. Dutertre, L. de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)", CAV 2006, for the first phase; R. G.
Bland, "New Finite Pivoting Rules for the Simplex Method", Mathematics of Operations Research 2, 1977.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, isinf
from typing import Any

from ..backends import Column
from ..runtime.limits import check_deadline

Terms = dict[Column, Any]
"""The coefficients of a sum by column."""


class ExactProgram:
    """Minimise a sum over columns between bounds, subject to rows between sides. All numbers are rational.

    Args:
        rows: The coefficients of each row, by column.
        sides: The two sides of each row; they may be infinite.
        lower, upper: The bounds of the columns; they may be infinite.
        costs: The coefficients of the objective.

    Attributes:
        value: One value for each column, and then one for each row.

    >>> program = ExactProgram([{0: 1, 1: -1000}], [(-inf, 0)], [Fraction(1, 20), 0], [inf, 1], {0: 3})
    >>> program.fix({1: 0})
    >>> program.conflict({1})
    ({1: Fraction(1000, 1)}, Fraction(1, 20))
    >>> program.fix({1: 1})
    >>> program.conflict({1}), program.bound({1}), program.value[0]
    (None, ({}, Fraction(3, 20)), Fraction(1, 20))
    """

    def __init__(
        self,
        rows: Sequence[Mapping[Column, Any]],
        sides: Iterable[tuple[Any, Any]],
        lower: Sequence[Any],
        upper: Sequence[Any],
        costs: Mapping[Column, Any],
    ) -> None:
        width, every = len(lower), [*rows, costs]
        self.lower, self.upper = (
            [*ends] for ends in zip(*zip(lower, upper, strict=True), *sides, (-inf, inf), strict=True)
        )
        self.value: list[Any] = [
            0 if low <= 0 <= high else high if isinf(low) else low for low, high in zip(lower, upper, strict=True)
        ]
        self.rows = {width + i: {k: Fraction(c) for k, c in row.items() if c} for i, row in enumerate(every)}
        self.value += [self._sum(row) for row in self.rows.values()]
        self.goal = width + len(rows)

    def _sum(self, terms: Terms) -> Any:
        return sum(c * self.value[k] for k, c in terms.items())

    def fix(self, values: Mapping[Column, int]) -> None:
        """Fix columns, always the same ones, to values."""
        for k, value in values.items():
            self.lower[k] = self.upper[k] = self.value[k] = value
        for basic, terms in self.rows.items():
            self.value[basic] = self._sum(terms)

    def conflict(self, fixed: set[Column]) -> tuple[Terms, Any] | None:
        """Find values within all bounds and sides.

        Returns:
            None when there are any; otherwise a row that the values of the fixed columns break, and that all solutions
            satisfy: the coefficients, by column, of a sum, and what it is at least.
        """
        while True:
            check_deadline()
            broken = [b for b in self.rows if not self.lower[b] <= self.value[b] <= self.upper[b]]
            if not broken:
                return None
            leaving = min(broken)
            sign = 1 if self.value[leaving] < self.lower[leaving] else -1  # whether it must grow
            terms = {k: sign * c for k, c in self.rows[leaving].items()}
            entering = min((k for k, c in terms.items() if self._room(k, c)), default=None)
            target = self.lower[leaving] if sign > 0 else self.upper[leaving]
            if entering is None:
                rest = sum(c * self.value[k] for k, c in terms.items() if k not in fixed)
                return {k: c for k, c in terms.items() if k in fixed}, sign * target - rest
            self._move(entering, (target - self.value[leaving]) / self.rows[leaving][entering])
            self._exchange(leaving, entering)

    def bound(self, fixed: set[Column]) -> tuple[Terms, Any] | None:
        """Minimise the objective, from values within all bounds and sides.

        Returns:
            What the objective is at least in every solution: a sum over the fixed columns, and a constant to add. With
            their values it is the minimum. None when the objective is unbounded.
        """
        while True:
            check_deadline()
            reduced = self.rows[self.goal]
            entering = min((k for k, c in reduced.items() if self._room(k, -c)), default=None)
            if entering is None:
                rest = sum((c * self.value[k] for k, c in reduced.items() if k not in fixed), Fraction(0))
                return {k: c for k, c in reduced.items() if k in fixed}, rest
            sign = -1 if reduced[entering] > 0 else 1
            step, leaving = self._room(entering, sign), None
            for basic in sorted(self.rows):
                if (rate := sign * self.rows[basic].get(entering, 0)) and (
                    room := self._room(basic, rate) / abs(rate)
                ) < step:
                    step, leaving = room, basic
            if isinf(step):
                return None
            self._move(entering, sign * step)
            if leaving is not None:
                self._exchange(leaving, entering)

    def _room(self, k: int, direction: Any) -> Any:
        """How far a variable can grow, or with a negative direction fall."""
        return self.upper[k] - self.value[k] if direction > 0 else self.value[k] - self.lower[k]

    def _move(self, k: int, step: Any) -> None:
        """Change a variable that is not basic, and with it those that are."""
        self.value[k] += step
        for basic, terms in self.rows.items():
            if c := terms.get(k):
                self.value[basic] += c * step

    def _exchange(self, leaving: int, entering: int) -> None:
        """Solve the row of a basic variable for another variable, which becomes basic in its place."""
        terms = self.rows.pop(leaving)
        pivot = terms.pop(entering)
        solved = {k: -c / pivot for k, c in terms.items()} | {leaving: 1 / pivot}
        for row in self.rows.values():
            if factor := row.pop(entering, None):
                for k, c in solved.items():
                    if total := row.get(k, 0) + factor * c:
                        row[k] = total
                    else:
                        del row[k]
        self.rows[entering] = solved
