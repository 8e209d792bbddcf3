"""Models in which integer and continuous variables meet in a row: claims that do not rest on a tolerance.

A MILP solver takes 0.9999999 for 1, and 0.00000001 for 0. Where an integer has a large coefficient this matters: with
x <= 1e8 * y, and y the binary that pays for x, y = 1e-8 lets 1 through and costs nothing. The literature calls it
trickle flow. Rounded to y = 0, nothing is allowed through, and the "optimum" is no solution.

So the solver's integers are rounded, and checked with the exact rows. Where they and its values of the continuous
variables do not hold, or cost more than it claims, the continuous ones are found anew in fractions (`exact_lp`):

- there are none: a sum of the rows proves it (Farkas), and the proof is a row over integers, "y is at least 1e-8",
  which is rounded to "y is at least 1";
- they cost more than the solver's optimum: the dual values give a row that says what other integers cost at least.

In both cases the row holds for every solution, the solver gets it too and is asked again, as in Benders' method. Before
that, large coefficients are made smaller where the bounds allow it (Savelsbergh). A row whose coefficients are too
large for the solver all the same is left out, since "infeasible" and "none is better" would depend on the tolerance
too; they are claims about fewer rows then, and the cuts stand for it. What cannot be decided in this way is UNKNOWN.

Sources: J. F. Benders, "Partitioning procedures for solving mixed-variables programming problems", Numerische
Mathematik 4, 1962; M. W. P. Savelsbergh, "Preprocessing and probing techniques for mixed integer programming problems",
ORSA Journal on Computing 6, 1994; E. Klotz, A. M. Newman, "Practical guidelines for solving difficult mixed integer
linear programs", Surveys in Operations Research and Management Science 18, 2013, for integrality tolerances, big-M and
trickle flow.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, fsum, inf, isfinite
from operator import gt
from typing import Any, NamedTuple, cast

from ..backends import Column, Constraint, Linear, PlainModel
from ..backends.numbers import exact, sides, whole
from ..errors import UnsupportedError
from ..runtime.limits import TimeLimit
from .exact_lp import ExactProgram, Terms
from .protocol import GAVE_UP, TIME_LIMIT, Outcome, Status
from .small_numbers import LARGEST_VALUE, SPAN

CLOSE = Fraction(1, 10**9)
"""The part of a row's continuous part, or of a cost, that counts as rounding."""
COST = Fraction(1, 10**7)
"""The part of a cost by which a solver's may differ."""
MOST_CUTS = 100
"""After so many cuts the answer is UNKNOWN."""
ROUNDING = 1e-14
"""The part of the terms of a sum by which it may be wrong in floating point."""
PASSES = 8
"""How often bounds are derived from all rows."""
LARGEST_TABLEAU = 3_000
"""The coefficients in rows up to which the continuous variables are found in fractions, which takes seconds then. In
larger models the solver finds them, once the integers are fixed."""


def is_mixed(records: Sequence[Any], integer: Sequence[bool]) -> bool:
    """Whether a row has both integer and continuous variables."""
    continuous = frozenset(k for k, is_integer in enumerate(integer) if not is_integer)
    return bool(continuous) and any(_is_mixed(record, continuous) for record in records)


def _is_mixed(row: Linear, continuous: Collection[Column]) -> bool:
    columns = [k for k, c in zip(row.columns, row.coefficients, strict=True) if c]
    return 0 < sum(map(continuous.__contains__, columns)) < len(columns)


class ContinuousRow(NamedTuple):
    """A row with continuous variables in floating point, for a first look whether the solver is relied on.

    Attributes:
        row: The row.
        of_integers: The largest coefficient of an integer; 0 when there is none.
        of_others: The smallest one of a continuous variable.
        finest: The smallest number that decides about a continuous variable, as far as this row says.
        is_even: Whether its coefficients do not differ too much.
    """

    row: Linear
    of_integers: float
    of_others: float
    finest: float
    is_even: bool

    @classmethod
    def of(cls, row: Linear, continuous: Collection[Column]) -> "ContinuousRow | None":
        """The row, or None when it has only integers."""
        of_integers, others = list[float](), list[float]()
        for k, c in zip(row.columns, row.coefficients, strict=True):
            if c:
                (others if k in continuous else of_integers).append(abs(float(c)))
        if not others:
            return None
        numbers = [number for end in (row.lower, row.upper) if 0 < (number := abs(float(end))) < inf]
        sizes, finest = (*of_integers, *others), min((*numbers, *of_integers), default=inf) / max(others)
        return cls(row, max(of_integers, default=0.0), min(others), finest, max(sizes) <= SPAN * min(sizes))

    def holds(self, values: Sequence[float], continuous: Collection[Column]) -> bool:
        """Whether values surely satisfy the row, up to rounding of its continuous part."""
        parts = [c * values[k] for k, c in zip(self.row.columns, self.row.coefficients, strict=True)]
        most = max(abs(part) for k, part in zip(self.row.columns, parts, strict=True) if k in continuous)
        slack = float(CLOSE) * most - ROUNDING * sum(map(abs, parts))
        return self.row.lower - slack <= fsum(parts) <= self.row.upper + slack


def are_relied_on(rows: Sequence[ContinuousRow], ends: Iterable[float], largest: float) -> bool:
    """Whether nearly whole values move the continuous variables by less than decides about them.

    Args:
        rows: The rows.
        ends: The bounds of the continuous variables.
        largest: As for `solve_mixed`.
    """
    bounds = (size for end in set(ends) if 0 < (size := abs(end)) < inf)
    finest = min(min((row.finest for row in rows), default=inf), min(bounds, default=inf))
    return all(row.is_even and row.of_integers <= largest * row.of_others * finest for row in rows)


def solve_mixed(
    model: PlainModel,
    name: str,
    largest: float,
    solve: Callable[[PlainModel], Outcome],
    first: Outcome | None = None,
) -> Outcome:
    """The outcome for a linear model whose claims do not rest on how close to a whole number a value is.

    Args:
        model: The model. All its constraints are linear.
        name: The name of the solver, for messages.
        largest: The largest ratio of a coefficient of an integer to what is small for the continuous variables with
            which the solver is relied on.
        solve: Solves a model as well as floating-point numbers allow.
        first: Its outcome for the model itself, where that is known.

    Raises:
        UnsupportedError: When a part of the model cannot be passed to the solver; the message names it.
        TimeLimit: When the time is up before there is a solution.
    """
    if not is_mixed(model.records, model.integer):
        return solve(model)
    mixed = Mixed(model, name, largest)
    mixed.first = first if mixed.tight is model else None
    return mixed.solve(solve)


class Mixed:
    """A linear model with integer and continuous variables, in rational numbers.

    Attributes:
        lower, upper: The bounds of the columns, those that the rows imply included.
        rows: The rows with continuous variables: the coefficients by column, and the two sides.
        costs: The coefficients of the objective by column.
        cuts: The rows that were found to hold in every solution.
        left_out: The rows with which the solver is not relied on.
        tight: The model for the solver, without these rows.
    """

    def __init__(self, model: PlainModel, name: str, largest: float) -> None:
        self.model, self.name, self.largest = model, name, largest
        self.integers = {k for k, is_integer in enumerate(model.integer) if is_integer}
        self.is_binary = all(model.lower[k] >= 0 and model.upper[k] <= 1 for k in self.integers)
        self.lower, self.upper = list(map(_end, model.lower)), list(map(_end, model.upper))
        records = cast("list[Linear]", model.records)
        every = ((row, _terms(row.columns, row.coefficients)) for row in records)
        self.rows: list[tuple[Linear, Terms, tuple[Any, Any]]] = [
            (row, terms, sides(row)) for row, terms in every if not self.integers.issuperset(terms)
        ]
        objective = model.minimised
        self.costs = {} if objective is None else _terms(objective.columns, objective.coefficients)
        self.constant = 0 if objective is None else exact(objective.constant)
        self.cuts: list[Linear] = []
        self.program: ExactProgram | None = None
        self.best: Outcome | None = None
        self.least: Any = inf  # the cost of the best
        self.search: dict[str, int] = {}
        self.is_asked, self.first = False, cast("Outcome | None", None)
        self._tighten()

    # -- asking the solver --------------------------------------------------------------------------------------------

    def solve(self, solve: Callable[[PlainModel], Outcome]) -> Outcome:
        """The outcome, see `solve_mixed`."""
        if (k := next((k for k in range(len(self.lower)) if self.lower[k] > self.upper[k]), None)) is not None:
            reason = f"no value of {self.model.variables[k]} is within the bounds that the rows imply"
            return Outcome(Status.INFEASIBLE, reason)
        tried = [row for row in self.left_out if self._is_taken(row)]  # once, for a solution: its cost gives bounds
        seen: set[tuple[int, ...]] = set()
        while True:
            try:
                outcome, claimed, cut = self._asked(tried, solve)
            except TimeLimit:
                if not self.is_asked:
                    raise
                reason = f"{self.name} reached the time limit"
                return self._undecided(Outcome(Status.UNKNOWN, reason, stopped_by=TIME_LIMIT), solve)
            if self.best is not None and not self.costs:
                return self._best_of_all()
            if not tried or outcome.stopped_by not in ("", GAVE_UP):
                if outcome.status is Status.INFEASIBLE and self.best is not None:
                    return self._best_of_all()
                if outcome.values is None:
                    return self._undecided(outcome, solve)
                if self.best is not None and self.least <= claimed + _slack(self.least):
                    return self._best_of_all()
                z = tuple(round(outcome.values[k]) for k in sorted(self.integers))
                if z in seen:
                    cut = self._no_good(outcome.values)
                if cut is None or len(self.cuts) >= MOST_CUTS:
                    return self._undecided(self._gave_up(), solve)
                seen.add(z)
            tried = []
            if cut is not None:
                self.cuts.append(cut)
            if not self.is_tight:
                self._tighten()

    def _asked(
        self, tried: Sequence[Linear], solve: Callable[[PlainModel], Outcome]
    ) -> tuple[Outcome, Any, Linear | None]:
        """The solver's outcome with these rows too, what its values cost, and the cut that follows; see `_settled`."""
        try:
            asked = replace(self.tight, records=[*self.tight.records, *tried, *self.cuts])
            outcome, self.first = self.first or solve(asked), None
        except UnsupportedError:
            if not (tried or self.cuts):
                raise
            return self._gave_up(), -inf, None
        self.is_asked = True
        self.search = {key: n + self.search.get(key, 0) for key, n in outcome.search.items()}
        if outcome.values is None:
            return outcome, -inf, None
        claimed = _sum(self.costs, list(map(Fraction, outcome.values)))
        values, cut = self._settled(outcome.values, claimed, solve)
        if values is not None and (cost := _sum(self.costs, values)) < self.least:
            self.best, self.least, self.is_tight = replace(outcome, values=list(map(float, values))), cost, False
        return outcome, claimed, cut

    def _settled(
        self, values: Sequence[float], claimed: Any, solve: Callable[[PlainModel], Outcome]
    ) -> tuple[list[Any] | None, Linear | None]:
        """What is true of the rounded integers.

        Args:
            values: The values of a solver.
            claimed: Their cost, which is said to be the least of all.
            solve: Solves a model.

        Returns:
            The best values with these integers, None if there are none; and a row that says so of these integers, and
            that every other solution satisfies, None when that is not known or the cost is as claimed.
        """
        rounded = self._rounded(values)
        if self._holds(rounded) and (cost := _sum(self.costs, rounded)) <= claimed + _slack(cost):
            return rounded, None
        fixed = {k: rounded[k] for k in self.integers}
        if sum(len(terms) for _, terms, _ in self.rows) > LARGEST_TABLEAU:
            again = solve(self._with(fixed))
            found = None if again.values is None else self._rounded(again.values)
            is_known = again.status is Status.INFEASIBLE or (found is not None and self._holds(found))
            return (found, self._no_good(values)) if is_known else (None, None)
        if self.program is None:
            rows, ends = [terms for _, terms, _ in self.rows], [ends for _, _, ends in self.rows]
            self.program = ExactProgram(rows, ends, self.lower, self.upper, self.costs)
        self.program.fix(fixed)
        if (conflict := self.program.conflict(self.integers)) is not None:
            return None, self._cut(*conflict) or self._no_good(values)
        if (bound := self.program.bound(self.integers)) is None:
            return None, None
        terms, constant = bound
        over = {k: self.costs.get(k, 0) - terms.get(k, 0) for k in {*self.costs, *terms}}
        cut = self._cut({k: c for k, c in over.items() if c}, constant)
        return self.program.value[: len(values)], cut or self._no_good(values)

    def _with(self, fixed: dict[Column, int]) -> PlainModel:
        """The model of the continuous variables for these integers."""
        records: list[Constraint] = []
        for row, terms, ends in self.rows:
            rest = sum(c * fixed[k] for k, c in terms.items() if k in fixed)
            kept = {k: float(c) for k, c in terms.items() if k not in fixed}
            low, high = (float(end - rest) for end in ends)
            records.append(Linear([*kept], [*kept.values()], low, high, row.label))
        lower, upper = (
            [fixed.get(k, end) for k, end in enumerate(side)] for side in (self.model.lower, self.model.upper)
        )
        return replace(self.model, lower=lower, upper=upper, records=records)

    def _rounded(self, values: Sequence[float]) -> list[Any]:
        """Whole values of the integers, and values of the others within their bounds."""
        ends = zip(values, self.lower, self.upper, strict=True)
        return [
            round(x) if k in self.integers else min(max(Fraction(x), low), high)
            for k, (x, low, high) in enumerate(ends)
        ]

    def _holds(self, values: Sequence[Any]) -> bool:
        """Whether the rows with continuous variables hold; only the part of these has a tolerance."""
        for _, terms, (low, high) in self.rows:
            parts = {k: c * values[k] for k, c in terms.items()}
            slack = CLOSE * max((abs(part) for k, part in parts.items() if k not in self.integers), default=0)
            if not low - slack <= sum(parts.values()) <= high + slack:
                return False
        return True

    def _best_of_all(self) -> Outcome:
        """The outcome when none is better than the best solution."""
        best = cast("Outcome", self.best)
        best.search = self.search
        if self.costs:
            best.bound = float(self.least + self.constant)
        return best

    def _undecided(self, outcome: Outcome, solve: Callable[[PlainModel], Outcome]) -> Outcome:
        """An outcome without values, with the best solution that is known."""
        outcome.search = self.search
        if outcome.stopped_by == GAVE_UP and self.left_out:
            outcome.reason = self._gave_up().reason
        found: list[Any] | None = None
        if outcome.incumbent is not None:
            with suppress(TimeLimit):
                found, _ = self._settled(outcome.incumbent, inf, solve)
        if self.best is not None and (found is None or self.least <= _sum(self.costs, found)):
            found = self.best.values
        outcome.incumbent = None if found is None else list(map(float, found))
        return outcome

    def _gave_up(self) -> Outcome:
        """Why there is no answer: the largest coefficient of an integer beside a continuous variable."""
        each = ((abs(c), row.name) for row, terms, _ in self.rows for k, c in terms.items() if k in self.integers)
        size, name = max(each)
        reason = (
            f"{self.name} takes values that are nearly whole, and with the coefficient {float(size):g} in {name!r} the "
            f"answer depends on it; give the continuous variables smaller bounds, or measure in other units"
        )
        return Outcome(Status.UNKNOWN, reason, stopped_by=GAVE_UP)

    # -- rows that hold in every solution -----------------------------------------------------------------------------

    def _tighten(self) -> None:
        """Make the bounds as tight as single rows show, and with them the model for the solver, where that matters."""
        self.left_out, self.tight, self.is_tight = list[Linear](), self.model, True
        finest = self._finest()
        if self.best is None and all(self._is_relied_on(terms, finest) for _, terms, _ in self.rows):
            return
        for _ in range(PASSES):
            before = [*self.lower], [*self.upper]
            for terms, most in self._sides():
                self._derive(terms, most)
            if self.best is not None:
                self._derive(self.costs, self.least + _slack(self.least))
            if any(map(gt, self.lower, self.upper)):
                break
            self._bound_by_use()
            if before == (self.lower, self.upper):
                break
        self.tight = self._tight(finest)

    def _sides(self) -> Iterator[tuple[Terms, Any]]:
        """The finite sides of the rows, as sums and what they are at most."""
        for _, terms, (low, high) in self.rows:
            if isfinite(high):
                yield terms, high
            if isfinite(low):
                yield {k: -c for k, c in terms.items()}, -low

    def _bound_by_use(self) -> None:
        """Bound the continuous variables that cost nothing or more by what the rows need of them at most.

        A solution with a larger value stays one with this value, and costs no more.
        """
        needed = {
            k: low
            for k, low in enumerate(self.lower)
            if k not in self.integers and self.costs.get(k, 0) >= 0 and isfinite(low)
        }
        for terms, most in self._sides():
            largest = {k: c * (self.upper[k] if c > 0 else self.lower[k]) for k, c in terms.items()}
            total = sum(largest.values())
            for k, c in terms.items():
                if c < 0 and k in needed:
                    needed[k] = max(needed[k], _ratio(total - largest[k] - most, -c))
        for k, most in needed.items():
            self.upper[k] = min(self.upper[k], most)

    def _derive(self, terms: Terms, most: Any) -> None:
        """The bounds that follow from: the sum is at most so much."""
        ends = {k: c * (self.lower[k] if c > 0 else self.upper[k]) for k, c in terms.items()}
        free = [k for k, end in ends.items() if not isfinite(end)]
        if len(free) > 1:
            return
        rest = most - sum(end for end in ends.values() if isfinite(end))
        for k in free or terms:
            end = _ratio(rest + (0 if free else ends[k]), terms[k])
            if terms[k] > 0:
                self.upper[k] = min(self.upper[k], floor(end) if k in self.integers else end)
            else:
                self.lower[k] = max(self.lower[k], ceil(end) if k in self.integers else end)

    def _tight(self, finest: Any) -> PlainModel:
        """The model with these bounds, with smaller coefficients, and without the rows that are left out."""
        records: list[Constraint] = []
        own = {id(row): (terms, ends) for row, terms, ends in self.rows}
        for row in cast("list[Linear]", self.model.records):
            if id(row) in own:
                terms, (low, high) = own[id(row)]
                if isfinite(low) != isfinite(high):
                    sign = 1 if isfinite(low) else -1
                    terms, low = self._tightened({k: sign * c for k, c in terms.items()}, low if sign > 0 else -high)
                    row = _in_floats(terms, low, row.label)
                if not self._is_relied_on(terms, finest):
                    self.left_out.append(row)
                    continue
            records.append(row)
        known = zip(self.lower, self.upper, self.model.lower, self.model.upper, strict=True)
        ends = [(a, b) if max(abs(a), abs(b)) < LARGEST_VALUE else given for a, b, *given in known]
        lower, upper = ([float(end) for end in side] for side in zip(*ends, strict=True))
        return replace(self.model, lower=lower, upper=upper, records=records)

    def _is_relied_on(self, terms: Terms, finest: Any) -> bool:
        """Whether nearly whole values move the continuous variables of a row by less than decides about them.

        Args:
            terms: The coefficients of the row.
            finest: The smallest number that decides about a continuous variable.
        """
        sizes = [abs(c) for c in terms.values()]
        of_integers, others = self._parted(terms)
        return max(sizes) <= SPAN * min(sizes) and max(of_integers, default=0) <= self.largest * min(others) * finest

    def _is_taken(self, row: Linear) -> bool:
        """Whether a solver in floating point takes a row at all."""
        return self._is_relied_on(_terms(row.columns, row.coefficients), inf)

    def _parted(self, terms: Terms) -> tuple[list[Any], list[Any]]:
        """The sizes of the coefficients of integers, and those of the continuous variables."""
        return (
            [abs(c) for k, c in terms.items() if k in self.integers],
            [abs(c) for k, c in terms.items() if k not in self.integers],
        )

    def _finest(self) -> Any:
        """The smallest number that decides about a continuous variable: a bound, a side, an integer's coefficient."""
        found: list[Any] = []
        for k, ends in enumerate(zip(self.model.lower, self.model.upper, strict=True)):
            found += map(abs, ends) if k not in self.integers else []
        for _, terms, ends in self.rows:
            of_integers, others = self._parted(terms)
            found += [_ratio(abs(number), max(others)) for number in (*ends, *of_integers)]
        return min((number for number in found if 0 < number < inf), default=inf)

    def _tightened(self, terms: Terms, least: Any) -> tuple[Terms, Any]:
        """The row "the sum is at least so much" with smaller coefficients of integers, and the same solutions.

        Where an integer that differs from the bound at which the sum is smallest already makes the row hold, its
        coefficient need not be larger than what is missing then.
        """
        ends = {k: (self.lower[k] if c > 0 else self.upper[k]) for k, c in terms.items()}
        smallest = sum(c * ends[k] for k, c in terms.items())
        missing = least - smallest
        if not 0 < missing < inf:
            return terms, least
        made = dict(terms)
        for k, c in terms.items():
            if k in self.integers and abs(c) > missing:
                made[k] = missing if c > 0 else -missing
                least -= (c - made[k]) * ends[k]
        return made, least

    def _cut(self, terms: Terms, least: Any) -> Linear | None:
        """The row "the sum is at least so much" for the solver, in whole numbers where it has integers only.

        None when the solver cannot take it.
        """
        label = f"cut {len(self.cuts) + 1}"
        if not self.integers.issuperset(terms):
            terms, least = self._tightened(terms, least)
            return _in_floats(terms, least, label) if self._is_relied_on(terms, inf) else None
        for _ in range(2):
            row = whole(_row(terms, least, label))
            terms, least = self._tightened(_terms(row.columns, row.coefficients), row.lower)
        return whole(_row(terms, least, label))

    def _no_good(self, values: Sequence[float]) -> Linear | None:
        """Not these values of the integers, about which everything is known; None when they are not all binary."""
        if not self.is_binary:
            return None
        signs = {k: -1 if round(values[k]) else 1 for k in self.integers}
        return _row(signs, 1 - sum(round(values[k]) for k in signs), f"cut {len(self.cuts) + 1}")


def _terms(columns: Sequence[Column], coefficients: Sequence[Any]) -> Terms:
    """The coefficients of a sum by column, exactly."""
    terms: Terms = {}
    for k, c in zip(columns, coefficients, strict=True):
        terms[k] = terms.get(k, 0) + exact(c)
    return {k: c for k, c in terms.items() if c}


def _row(terms: Terms, least: Any, label: Any) -> Linear:
    coefficients: list[Any] = [*terms.values()]
    return Linear([*terms], coefficients, least, inf, label)


def _end(end: float) -> Any:
    return exact(end) if isfinite(end) else end


def _ratio(a: Any, b: Any) -> Any:
    """The quotient, whole where it is; the first number may be infinite."""
    if a == inf:
        return inf
    found = Fraction(a) / b
    return found.numerator if found.denominator == 1 else found


def _sum(terms: Terms, values: Sequence[Any]) -> Any:
    return sum(c * values[k] for k, c in terms.items())


def _slack(cost: Any) -> Any:
    """By how much a cost may differ from a solver's."""
    return COST * max(1, abs(cost))


def _in_floats(terms: Terms, least: Any, label: Any) -> Linear:
    return Linear([*terms], list(map(float, terms.values())), float(least), inf, label)
