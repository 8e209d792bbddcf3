"""A linear model with large or fractional numbers as one with small whole numbers, for solvers in floating point.

A MILP solver accepts small violations of rows, bounds and integrality. With numbers up to some size they cannot decide
whether a row of whole numbers holds, and its "infeasible" and "optimal" are relied on; each solver declares this size,
`largest`. Beyond it, rows are written digit by digit, as in written addition:

From
    sum of a[k] * x[k] = b          with large whole a[k] and b; an inequality gets a slack variable first
To
    sum of a[k,i] * x[k] + c[i] = b[i] + B * c[i+1]     for each digit i
    with the digits a[k,i] and b[i] of the numbers in base B, and integer carries c[i]; the first and the last are 0

A variable with a large domain becomes digits too. Both models have the same solutions, and the sum of the new rows,
each times B^i, is the old one, so the relaxation is as strong.

A row with a number that was rounded, such as the square root of 2, is made a little wider than it is: what is
infeasible then is infeasible however the number was rounded, and a solution is checked with the row itself.

An objective with very large numbers is approximated. Then the best solution is only a candidate: a row asks for a
better one, until there is none.

Presolvers of MILP solvers have faults with such rows all the same. So what a solver claims about such a model is
doubtful, and `assurance` makes sure of it.

Source: the digits with carries are those of N. Een, N. Sorensson, "Translating Pseudo-Boolean Constraints into SAT",
JSAT 2, 2006; for what tolerances do to proofs, W. Cook, T. Koch, D. Steffy, K. Wolter, "A hybrid branch-and-bound
approach for exact rational mixed-integer programming", Mathematical Programming Computation 5, 2013.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, frexp, inf, isfinite, isqrt, ldexp
from typing import Any, cast

from ..backends import Column, Linear, PlainModel, Term
from ..backends.numbers import check_not_rounded, exact, holds_exactly, is_rounded_row, total, whole, whole_objective
from ..errors import UnsupportedError
from ..runtime.limits import TimeLimit, check_deadline
from .protocol import GAVE_UP, Outcome, Status
from .registry import title

LARGEST_VALUE = 2**53
"""Values are passed as floating-point numbers, which are exact up to here."""
LARGEST_ROW = 2**200
"""A row with a larger sum of |coefficient * value| is approximated as if its numbers were rounded."""
APPROXIMATE = 2**50
"""The sum of |coefficient * value| of a row that is approximated."""
LARGEST_OBJECTIVE = 2**40
"""The largest sum of |coefficient * value| of an objective that a solver gets as it is."""
IN_ALL = 1_000
"""The sum of |cost * value| in an objective that a solver is relied on with, in units of the largest sum of a row. No
tolerance decides there what is allowed."""
SPAN = 1e8
"""The largest ratio of two coefficients in a row with continuous variables; HiGHS ignores those below 1e-9."""

Terms = dict[Column, int]


def solve_in_small_numbers(model: PlainModel, solver: Any, solve: Callable[[PlainModel], Outcome]) -> Outcome:
    """The outcome of solving a linear model by way of a model with small numbers.

    Args:
        model: The model. All its constraints are linear.
        solver: The solver, with `name`, `largest` and `is_sure`.
        solve: Solves a model whose numbers are small.

    Raises:
        UnsupportedError: When a row or a variable cannot be written in small numbers; the message names it.
        TimeLimit: When the time is up before there is a solution.
    """
    best: Outcome | None = None
    search: dict[str, int] = {}
    asked = model
    while True:
        try:
            small = SmallModel(asked, solver.largest)
            outcome = solve(small.model)
        except (TimeLimit, UnsupportedError):
            if best is None:
                raise
            return best
        search = {key: figure + search.get(key, 0) for key, figure in outcome.search.items()}
        outcome, outcome.search = small.outcome(outcome, title(solver.name)), search
        is_sure = small.is_sure and solver.is_sure(small.model)
        outcome.is_doubtful = not is_sure and small.of_integers() is not None
        is_approximate = best is not None or not small.is_exact
        if outcome.status is not Status.SOLVED or not small.goal.columns or not is_approximate:
            return best or outcome
        best, asked = outcome, with_better(model, small.cost(outcome))
        best.bound = float(small.unit * small.cost(best) + small.constant)


def with_better(model: PlainModel, cost: int) -> PlainModel:
    """The model with a row that asks for a better objective than a cost, in the unit of `whole_objective`."""
    assert model.minimised is not None
    goal, _ = whole_objective(model.minimised)
    row = Linear(goal.columns, goal.coefficients, -inf, cost - 1, "a better objective")
    return replace(model, records=[*model.records, row])


def scaled(row: Linear, largest: float, is_of_integers: bool) -> Linear:
    """A row with continuous or unbounded variables, times a power of two that makes its largest coefficient 1.

    It is the row itself where its largest coefficient is from 1 to a size, and none is much smaller than 1; nor than
    the largest when all variables are integers: HiGHS would lose digits of the smaller ones that count.

    Raises:
        UnsupportedError: When its coefficients differ too much; the message names it.
    """
    sizes = set(map(abs, row.coefficients)) - {0}
    most, least = float(max(sizes, default=1)), float(min(sizes, default=1))
    is_even = most <= SPAN * least
    if 1 <= most <= largest and least * SPAN >= 1 and (is_even or not is_of_integers):
        return row
    if not is_even:
        raise UnsupportedError(
            f"{row.name!r}: the coefficients {most:g} and {least:g} differ too much for a solver in floating point; "
            f"give integer variables finite bounds, or measure in other units"
        )
    return multiplied(row, ldexp(1.0, -frexp(most)[1]))


def multiplied(row: Linear, factor: float) -> Linear:
    """A row times a power of two, in floating point; the row itself for 1."""
    if factor == 1:
        return row
    coefficients = [float(c) * factor for c in row.coefficients]
    return row._replace(coefficients=coefficients, lower=float(row.lower) * factor, upper=float(row.upper) * factor)


def scale_of_costs(costs: Iterable[float]) -> float:
    """The power of two by which the costs of continuous or unbounded variables are multiplied; 1 where none is needed.

    The least is about 1 then: what is below the solver's tolerance of reduced costs, 1e-7, would be ignored.

    Raises:
        UnsupportedError: When they differ too much.
    """
    sizes = set(map(abs, costs)) - {0}
    most, least = float(max(sizes, default=1)), float(min(sizes, default=1))
    if most > SPAN * least:
        raise UnsupportedError(
            f"the costs {most:g} and {least:g} in the objective differ too much for a solver in floating point, "
            f"which would ignore the smaller one; measure in other units"
        )
    return 1.0 if 1 <= least <= most <= SPAN else ldexp(1.0, 1 - frexp(least)[1])


class SmallModel:
    """A linear model in small numbers.

    Args:
        given: The model.
        largest: The largest sum of |coefficient * value| in a row.

    Attributes:
        model: The model with small numbers; its first columns are those of the given one.
        goal: The objective in whole numbers.
        unit, constant: The given objective is unit * goal + constant.
        is_exact: Whether the model has the whole objective, and not an approximation of it.
        is_sure: Whether no row and no variable was split, and the objective is small.
    """

    def __init__(self, given: PlainModel, largest: float) -> None:
        self.given, self.largest = given, int(largest)
        self.base = 1 << max(2, (isqrt(self.largest) // 4).bit_length() - 1)  # of variables with a large domain
        self.names = list(given.variables)
        self.integer = list(given.integer)
        self.lower: list[Any] = list(given.lower)
        self.upper: list[Any] = list(given.upper)
        self.records: list[Linear] = []
        self.digits: dict[Column, tuple[int, Terms]] = {}  # of a column that is replaced: an offset, and digits
        for k, is_integer in enumerate(self.integer):
            if self.is_bounded(k):
                self.lower[k], self.upper[k] = ceil(self.lower[k]), floor(self.upper[k])
                if max(-self.lower[k], self.upper[k]) >= LARGEST_VALUE and is_integer:
                    raise UnsupportedError(f"the values of {self.names[k]} must be below 2^53; give it smaller bounds")
        every: list[Any] = given.records
        self.rows: list[Linear] = [self._prepared(row) for row in every]
        for row in self.rows:
            if self._is_whole(row) and self.size(_terms(row)) > self.largest:
                for k in set(row.columns):
                    self._replace_by_digits(k)
        for row in self.rows:
            check_deadline()
            self._add(row)
        self.is_sure = True
        minimised = self._objective(given.minimised)
        lower, upper = list(map(float, self.lower)), list(map(float, self.upper))
        self.model = PlainModel(self.names, lower, upper, self.integer, [*self.records], minimised)
        self.is_sure = self.is_sure and len(self.names) == len(given.variables)

    def of_integers(self) -> PlainModel | None:
        """The small model without its objective; None when a row has a continuous variable, which has a tolerance.

        Other continuous variables are fixed, such as the one that PuLP adds to a model without an objective.
        """
        used = {k for row in self.records for k in row.columns}
        lower, upper, integer = list(self.model.lower), list(self.model.upper), list(self.integer)
        for k in range(len(integer)):
            if not integer[k] and (k not in used or lower[k] == upper[k]):
                lower[k] = upper[k] = min(max(0.0, lower[k]), upper[k])
                integer[k] = lower[k].is_integer()
        return replace(self.model, lower=lower, upper=upper, integer=integer, minimised=None) if all(integer) else None

    def is_bounded(self, k: Column) -> bool:
        """Whether a column is an integer variable with finite bounds."""
        return self.integer[k] and isfinite(self.lower[k]) and isfinite(self.upper[k])

    def size(self, terms: Terms) -> int:
        """The largest sum of |coefficient * value|."""
        return sum(abs(c) * int(max(abs(self.lower[k]), abs(self.upper[k]))) for k, c in terms.items())

    # -- rows ---------------------------------------------------------------------------------------------------------

    def _is_whole(self, row: Linear) -> bool:
        return all(map(self.is_bounded, row.columns))

    def _prepared(self, row: Linear) -> Linear:
        """A row in whole numbers; made wider where its numbers are rounded. With other variables it is scaled only."""
        if not self._is_whole(row):
            return scaled(row, self.largest, all(self.integer[k] for k in row.columns))
        check_not_rounded(row.name, (*row.coefficients, row.lower, row.upper))
        if not is_rounded_row(row) and self.size(_terms(made := whole(row))) <= LARGEST_ROW:
            return made
        coefficients = list(map(exact, row.coefficients))
        most: list[Any] = [max(abs(self.lower[k]), abs(self.upper[k])) for k in row.columns]
        size = sum(abs(c) * x for c, x in zip(coefficients, most, strict=True))
        factor = Fraction(APPROXIMATE) / (size or 1)
        rounded = [round(c * factor) for c in coefficients]
        error = 1 + sum(abs(r - c * factor) * x for r, c, x in zip(rounded, coefficients, most, strict=True))
        lower = ceil(exact(row.lower) * factor - error) if isfinite(row.lower) else row.lower
        upper = floor(exact(row.upper) * factor + error) if isfinite(row.upper) else row.upper
        return row._replace(coefficients=rounded, lower=lower, upper=upper)

    def _expanded(self, row: Linear | Term) -> tuple[dict[Column, Any], Any]:
        """The coefficients of a row by column, with the digits of the columns that are replaced, and a constant."""
        terms: dict[Column, Any] = {}
        constant: Any = 0
        for k, c in zip(row.columns, row.coefficients, strict=True):
            offset, digits = self.digits.get(k, (0, {k: 1}))
            constant += c * offset
            for column, weight in digits.items():
                terms[column] = terms.get(column, 0) + c * weight
        return {k: c for k, c in terms.items() if c}, constant

    def _add(self, row: Linear) -> None:
        """Add a row: as it is when its numbers are small, otherwise digit by digit."""
        terms, constant = self._expanded(row)
        lower, upper = row.lower - constant, row.upper - constant
        if not all(map(self.is_bounded, terms)):
            self.records.append(Linear([*terms], [*terms.values()], lower, upper, row.label))
            return
        least, most = self._ends(terms)
        lower, upper = max(lower, least), min(upper, most)
        if lower > upper:
            self.records.append(Linear((), (), 1, inf, row.label))
        elif self.size(terms) + max(abs(lower), abs(upper)) <= 2 * self.largest:
            self.records.append(Linear([*terms], [*terms.values()], lower, upper, row.label))
        elif lower == upper:
            self._add_digits(terms, lower, row.label)
        else:
            if lower > least:  # sum - slack = lower
                self._add_digits(terms, lower, f"{row.label}: at least", slack=most - lower)
            if upper < most:  # -sum - slack = -upper
                negated = {k: -c for k, c in terms.items()}
                self._add_digits(negated, -upper, f"{row.label}: at most", slack=upper - least)

    def _ends(self, terms: Terms) -> tuple[int, int]:
        ends = [sorted((c * self.lower[k], c * self.upper[k])) for k, c in terms.items()]
        return sum(low for low, _ in ends), sum(high for _, high in ends)

    def _add_digits(self, terms: Terms, target: int, label: Any, slack: int = 0) -> None:
        """Add the rows of the digits of sum of terms - slack = target, where the slack is 0 or more.

        The slack may be larger than needed: the sum has an end.
        """
        weight = sum(max(abs(self.lower[k]), abs(self.upper[k])) for k in terms)
        bits = (self.largest // (4 * weight + 8)).bit_length() - 1
        if bits < 1:
            hint = "; choose cpsat" if self.size(terms) < 2**62 else ""
            raise UnsupportedError(f"{str(label)!r} has too many variables for its large numbers{hint}")
        base, terms = 1 << bits, dict(terms)
        for i in range(-(-slack.bit_length() // bits)):
            terms[self._new(f"{label}: slack {i}", 0, min(base - 1, slack >> bits * i))] = -(1 << bits * i)
        levels = -(-max(abs(number).bit_length() for number in (target, *terms.values())) // bits)
        carry: Terms = {}
        for i in range(levels):
            digits = carry | {k: d for k, c in terms.items() if (d := _digit(c, bits, i))}
            right = _digit(target, bits, i)
            low, high = self._ends(digits)
            if i < levels - 1:
                low, high = -((right - low) // base), (high - right) // base
                carried = self._new(f"{label}: carry {i + 1}", min(low, high), max(low, high))
                digits[carried], carry = -base, {carried: 1}
            self.records.append(Linear([*digits], [*digits.values()], right, right, f"{label}: digit {i}"))

    def _new(self, name: str, lower: int, upper: int) -> Column:
        self.names.append(name)
        self.integer.append(True)
        self.lower.append(lower)
        self.upper.append(upper)
        return len(self.names) - 1

    def _replace_by_digits(self, k: Column) -> None:
        """Replace a column with a large domain by digits, which count from its lower bound."""
        low, high = self.lower[k], self.upper[k]
        if k in self.digits or max(abs(low), abs(high)) < self.base:
            return
        digits: Terms = {}
        rest, weight = high - low, 1
        while rest >= weight:
            digits[self._new(f"{self.names[k]}: digit {len(digits)}", 0, min(self.base - 1, rest // weight))] = weight
            weight *= self.base
        self.digits[k] = low, digits
        self.lower[k] = self.upper[k] = 0
        self._add(Linear([*digits], [*digits.values()], 0, rest, f"the bounds of {self.names[k]}"))

    # -- the objective and the outcome --------------------------------------------------------------------------------

    def _objective(self, objective: Term | None) -> Term | None:
        """The objective in small numbers; an approximation where they do not suffice."""
        self.goal, self.unit, self.constant, self.is_exact = Term((), (), 0), Fraction(1), Fraction(0), True
        if objective is None or not any(objective.coefficients):
            return None
        self.constant = Fraction(exact(objective.constant))
        if not all(map(self.is_bounded, objective.columns)):
            factor = scale_of_costs(objective.coefficients)
            self.unit = Fraction(1 / factor)
            terms, constant = self._expanded(
                replace(objective, coefficients=tuple(c * factor for c in objective.coefficients))
            )
            self.constant += self.unit * Fraction(constant)
            return Term((*terms,), (*terms.values(),))
        self.goal, self.unit = whole_objective(objective)
        terms, constant = self._expanded(self.goal)
        size = self.size(terms)
        most = max((self.size({k: c}) for k, c in terms.items()), default=0)
        self.is_sure, self.is_exact = max(most, size / IN_ALL) <= self.largest, size <= LARGEST_OBJECTIVE
        if not self.is_exact:
            terms = {k: round(Fraction(c * LARGEST_OBJECTIVE, 2 * size)) for k, c in terms.items()}
        return Term((*terms,), (*terms.values(),), constant if self.is_exact else 0)

    def cost(self, outcome: Outcome) -> int:
        """The goal at the values of an outcome."""
        assert outcome.values is not None
        return int(total(self.goal, list(map(round, outcome.values))))

    def values(self, values: list[float]) -> list[float]:
        """The values of the given model's columns for those of the small model."""
        found = values[: len(self.given.variables)]
        for k, (offset, digits) in self.digits.items():
            found[k] = float(offset + sum(weight * round(values[column]) for column, weight in digits.items()))
        return found

    def outcome(self, outcome: Outcome, name: str) -> Outcome:
        """The outcome of the given model for that of the small one. Its values are checked with the given rows."""
        for which in ("values", "incumbent"):
            if (values := getattr(outcome, which)) is not None:
                values = self.values(values)
                if (broken := self._broken(values)) is not None:
                    values = None
                    outcome.status, outcome.stopped_by = Status.UNKNOWN, outcome.stopped_by or GAVE_UP
                    outcome.reason = (
                        f"{name} found values that satisfy {broken.name!r} only up to rounding; multiply it so that "
                        f"its numbers are whole"
                    )
                setattr(outcome, which, values)
        if outcome.bound is not None:
            outcome.bound = float(self.unit * Fraction(outcome.bound) + self.constant) if self.is_exact else None
        return outcome

    def _broken(self, values: list[float]) -> Linear | None:
        """The first row over integer variables that values break."""
        integer, rows = self.given.integer, cast("list[Linear]", self.given.records)
        rounded = [round(v) if is_integer else v for v, is_integer in zip(values, integer, strict=True)]
        of_integers = (row for row in rows if all(integer[k] for k in row.columns))
        return next((row for row in of_integers if not holds_exactly(row, rounded)), None)


def _terms(row: Linear) -> Terms:
    """The coefficients of a row by column."""
    terms: Terms = {}
    for k, c in zip(row.columns, row.coefficients, strict=True):
        terms[k] = terms.get(k, 0) + int(c)
    return terms


def _digit(number: int, bits: int, i: int) -> int:
    """Digit i of a number, with its sign."""
    digit = (abs(number) >> bits * i) & ((1 << bits) - 1)
    return digit if number >= 0 else -digit
