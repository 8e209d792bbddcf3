"""Exact bounds on the objective of a linear model, from multipliers of its rows. No solver is called.

For a model that minimises c x with rows L <= A x <= U and columns l <= x <= u, any multipliers y of the rows give

    c x  >=  sum over rows i of y[i] * (L[i] if y[i] > 0 else U[i])
           + sum over columns j of the least value of d[j] * x[j] between l[j] and u[j],    where d = c - y A

for every solution x. The best multipliers are the dual values of the relaxation. A solver in floating point finds them
only nearly, but nearly is enough: in rational numbers the bound is valid whatever the multipliers are. Where the
objective takes whole multiples of a unit only, the bound is rounded up to the next one.

With the objective 0 a bound above 0 proves that there is no solution: the multipliers are then a Farkas ray.

Source: A. Neumaier, O. Shcherbina, "Safe bounds in linear and mixed-integer linear programming", Mathematical
Programming 99, 2004, https://doi.org/10.1007/s10107-003-0433-3
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import ceil, floor, inf, isfinite, lcm
from operator import gt, mul
from typing import Any

from ..backends import Column, Linear, PlainModel
from ..backends.numbers import Exact, all_whole, exact, is_rounded_row, sides, whole_objective
from ..runtime.limits import check_deadline

DENOMINATOR = 1000
"""The largest denominator of a short fraction that a multiplier is rounded to."""
FINEST = 10**6
"""The largest denominator that the value of a continuous column is rounded to."""
FINE = 2**40
"""A multiplier is also rounded to multiples of 1 / FINE."""


class RationalModel:
    """The linear part of a model in rational numbers, as `backends.numbers` reads them.

    Logical constraints are left out, and so are rows of integer columns with a number that was probably rounded, as
    nobody knows which row is meant: with fewer rows a bound is weaker, and still valid.

    Args:
        model: The model.

    Attributes:
        whole_rows: The rows in whole numbers, as products of fractions take long: the columns, the coefficients, the
            sides, which may be fractions or infinite, and the factor by which the row was multiplied.
        lower, upper: The bounds of the columns; whole where the column is.
        integer: Whether each column is whole.
        cost: The coefficients of the objective, which is minimised, by column; empty without an objective.
        constant: Its constant.
        unit: Its values are whole multiples of this, apart from the constant; None when a continuous column occurs.
    """

    def __init__(self, model: PlainModel) -> None:
        self.integer = list(model.integer)
        self.whole_rows: list[tuple[Sequence[Column], Sequence[int], Any, Any, int]] = []
        self.lower, self.upper = (
            [(whole(exact(end)) if is_integer else exact(end)) if isfinite(end) else end for end, is_integer in pairs]
            for whole, pairs in (
                (ceil, zip(model.lower, self.integer, strict=True)),
                (floor, zip(model.upper, self.integer, strict=True)),
            )
        )
        for k, row in enumerate(each for each in model.records if isinstance(each, Linear)):
            if k % 256 == 0:
                check_deadline()
            if is_rounded_row(row) and all(self.integer[k] for k in row.columns):
                row = row._replace(lower=-inf, upper=inf)
            numbers, times = all_whole(row.coefficients)
            lower, upper = (end * times if isfinite(end) else end for end in sides(row))
            self.whole_rows.append((row.columns, numbers, lower, upper, times))
        self.cost: dict[Column, Exact] = {}
        self.constant = Fraction(0)
        self.unit: Fraction | None = None
        if (objective := model.minimised) is not None:
            self.constant = Fraction(exact(objective.constant))
            for k, c in zip(objective.columns, objective.coefficients, strict=True):
                self.cost[k] = self.cost.get(k, 0) + exact(c)
            self.unit = whole_objective(objective)[1] if all(self.integer[k] for k in objective.columns) else None

    @cached_property
    def rows(self) -> list[tuple[Sequence[Column], Sequence[Exact], Any, Any]]:
        """For each row its columns, coefficients, and sides; an infinite side is `inf` or `-inf`."""
        return [
            (columns, [_quotient(c, times) for c in numbers], *(_quotient(end, times) for end in ends))
            for columns, numbers, *ends, times in self.whole_rows
        ]

    def bound(self, multipliers: Sequence[Exact], of_zero: bool = False) -> Fraction | float:
        """The lower bound on the objective that multipliers of the rows give.

        A multiplier whose side is infinite counts as 0.

        Args:
            multipliers: One for each row.
            of_zero: Whether to take 0 in place of the objective. A bound above 0 then proves that there is no solution.

        Returns:
            The bound; `-inf` when there is none, and `inf` when a column has no value.

        >>> from sudoku_models.backends import Term
        >>> ends, row = ([0.0] * 2, [9.0] * 2), Linear((0, 1), (2, 2), 3, inf, "a")
        >>> model = PlainModel(["x", "y"], *ends, [True] * 2, [row], Term((0, 1), (1, 1)))
        >>> RationalModel(model).bound([Fraction(1, 2)])  # x + y is at least 3/2, so at least 2
        Fraction(2, 1)
        """
        if any(map(gt, self.lower, self.upper)):
            return inf
        cost = {} if of_zero else self.cost
        common = lcm(*(row[-1] for row in self.whole_rows), *(c.denominator for c in cost.values()))
        scale = common * lcm(*(y.denominator for y in multipliers))
        reduced: list[Any] = [0] * len(self.lower)
        for k, c in cost.items():
            reduced[k] = c.numerator * (scale // c.denominator)
        bound: Any = 0
        for (columns, coefficients, lower, upper, times), y in zip(self.whole_rows, multipliers, strict=True):
            if y and isfinite(side := lower if y > 0 else upper):
                factor = y.numerator * (scale // (y.denominator * times))
                bound += factor * side
                for k, a in zip(columns, coefficients, strict=True):
                    reduced[k] -= factor * a
        for d, low, high in zip(reduced, self.lower, self.upper, strict=True):
            if d:
                if not isfinite(end := low if d > 0 else high):
                    return -inf
                bound += d * end
        found = Fraction(bound) / scale
        if of_zero:
            return found
        return (self.unit * ceil(found / self.unit) if self.unit else found) + self.constant

    def value(self, values: Sequence[Exact]) -> Fraction:
        """The objective at values of the columns."""
        common = lcm(*(c.denominator for c in self.cost.values()))
        total = sum(c.numerator * (common // c.denominator) * values[k] for k, c in self.cost.items() if values[k])
        return Fraction(total) / common + self.constant

    def rounded(self, values: Sequence[float]) -> list[Exact]:
        """The values of a solver for the columns, as whole numbers or short fractions."""
        pairs = zip(values, self.integer, strict=True)
        return [
            round(v) if is_whole or float(v).is_integer() else Fraction(v).limit_denominator(FINEST)
            for v, is_whole in pairs
        ]

    def solution(self, values: Sequence[float]) -> list[Exact] | None:
        """The rounded values of a solver, if they satisfy each row and bound exactly."""
        found = self.rounded(values)
        ends = zip(found, self.lower, self.upper, strict=True)
        fractions = {k: value for k, value in enumerate(found) if type(value) is Fraction}
        whole = [0 if type(value) is Fraction else value for value in found]
        sums = (
            (
                sum(map(mul, numbers, map(whole.__getitem__, columns)))  # sums of fractions take long
                + sum(c * fractions[k] for k, c in zip(columns, numbers, strict=True) if k in fractions),
                low,
                high,
            )
            for columns, numbers, low, high, _ in self.whole_rows
        )
        return found if all(low <= value <= high for value, low, high in chain(ends, sums)) else None

    def best_bound(
        self, multipliers: Sequence[float], of_zero: bool = False, goal: Exact | float = inf
    ) -> tuple[Fraction | float, list[Exact]]:
        """The best bound of several roundings of multipliers in floating point, and the multipliers that give it.

        Args:
            multipliers: One for each row, from a solver.
            of_zero: As for `bound`.
            goal: A bound with which to be content; `inf` for a good one.
        """
        best: tuple[Fraction | float, list[Exact]] = -inf, []
        is_any_good = goal == inf
        for rounded in _roundings(multipliers, is_any_good):
            check_deadline()
            bound = self.bound(rounded, of_zero)
            if bound > best[0] or not best[1]:
                best = bound, rounded
            if bound >= goal or (is_any_good and isfinite(bound)):
                break
        return best


def _quotient(number: Any, divisor: int) -> Any:
    """The quotient of a number that may be infinite, as an `int` where it is whole."""
    if divisor == 1 or not isfinite(number):
        return number
    found = Fraction(number) / divisor
    return found.numerator if found.denominator == 1 else found


def _roundings(multipliers: Sequence[float], is_fine_first: bool) -> Iterator[list[Exact]]:
    """The multipliers as short fractions, as multiples of 1 / FINE, and as the binary fractions that they are."""
    finite = [y if isfinite(y) else 0.0 for y in map(float, multipliers)]
    if all(map(float.is_integer, finite)):
        yield list(map(int, finite))
        return
    itself = list(map(Fraction, finite))
    kinds = [
        lambda y: y.limit_denominator(DENOMINATOR),
        lambda y: Fraction(round(y * FINE), FINE),
    ]
    for rounding in reversed(kinds) if is_fine_first else kinds:
        yield list(map(rounding, itself))
    yield itself  # type: ignore[misc]
