"""Lesson 21, what a constraint is worth: duals, prices with their sign, ranges, refutations, proved bounds.

## dual-program: Write down the dual

1. There is a price for each row, and a row of the dual for each variable. What is the objective of the prices, and which
   column of the coefficients makes the row of a variable?
2. The dual row of x[j] has the coefficients rows[i][j] for all i. In the dual of a minimum it is "<=" and the goal is "max";
   in the dual of a maximum it is ">=" and the goal is "min". The sign of a price: a minimum cannot fall when a ">=" row
   asks for more.
3. In a minimum, ">=" gives ">=" and "<=" gives "<="; in a maximum they change places; "=" gives "free". The dual rows are
   [list(column) for column in zip(*rows)].

## price-of-a-row: Read a price with the right sign

1. What does `pi` say in a minimum, and what does it say in a maximum? Compare both with the change of the optimum when you
   solve again.
2. PuLP passes a maximum to HiGHS as the minimum of the negated objective, and `pi` belongs to that minimum.
   `problem.sense` says which of the two it is.
3. Solve with pulp.HiGHS(msg=False), take pi of problem.get_constraint_by_name(name), and return -pi if problem.sense is
   pulp.LpMaximize.

## price-range: How long does a price hold?

1. Near t the value is a line. How does the value at another point tell you whether the line still holds there?
2. value is convex or concave, so once it has left the line it does not come back. So bisect: one end is on the line, the
   other is not, and the middle replaces one of them.
3. slope = (value(t + step) - value(t - step)) / (2 * step); a point p is on the line if value(p) is within 1e-6 of
   value(t) + slope * (p - t). Halve between t and low, and between t and high, 60 times each.

## farkas-multipliers: Prove that there is no mixture

1. Which row demands much, and which rows keep the mixture from giving it? Multiply and add, so that all three amounts
   disappear on the left, and a positive number stays on the right.
2. Take the protein row once. Subtract a multiple of the weight row so that molasses disappears, then a multiple of the fibre row so
   that oats disappear, then a multiple of the soya row. The last steps need fractions; multiply everything by 5.
3. Protein 5 times. Molasses: 5 * 4 = 20, so weight -20 times. Oats: 60 - 20 = 40 is left, so fibre -4 times. What is left of
   soya goes against the soya row.

## proved-bound: A bound that anybody can check

1. Subtract each row, times its price, from the objective. What is left is a coefficient for each variable. What is the
   least that it can come to between the bounds?
2. A price that does not suit its row counts as 0: in a minimum below 0 for ">=" or above 0 for "<="; in a maximum the
   other way round. A maximum is the minimum of the negated objective, with negated prices. Fraction(price) is exact for
   a float.
3. With sign = 1 or -1 for the goal, start from left = {x: sign * Fraction(cost.get(x, 0)) for x in bounds}; for each row
   with a price y = sign * Fraction(prices[name]) that suits it, add y * b and subtract y * a from left[x]; at last add
   left[x] times low if left[x] > 0, high if left[x] < 0. Return None if that end is None, and sign * total otherwise.
"""

import copy
import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from sudoku_models.course.answers import as_python, call_unchanged, must_be_unchanged, must_fit
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import Function, Wrong
from sudoku_models.models.validation import Undecided, short

Senses = Sequence[str]

# -- the dual ----------------------------------------------------------------------------------------------------------


class Program(NamedTuple):
    """A linear program whose variables are at least 0: the arguments of the learner's function."""

    goal: str
    objective: list[int]
    rows: list[list[int]]
    senses: list[str]
    rhs: list[int]


class Dual(NamedTuple):
    """What the learner's function returns; `signs` compares each price with 0."""

    goal: str
    objective: list[float]
    rows: list[list[float]]
    senses: list[str]
    rhs: list[float]
    signs: list[str]


OPPOSITE = {"<=": ">=", ">=": "<=", "=": "="}
GOALS = {"min": "minimum", "max": "maximum"}


def dual_of(goal: str, objective: list[int], rows: list[list[int]], senses: Senses, rhs: list[int]) -> Dual:
    """The dual program.

    >>> dual_of("min", [3, 4], [[1, 2], [5, 6], [7, 8]], [">=", "<=", "="], [9, 10, 11])[:2]
    ('max', [9.0, 10.0, 11.0])
    >>> dual_of("min", [3, 4], [[1, 2], [5, 6], [7, 8]], [">=", "<=", "="], [9, 10, 11]).signs
    ['>=', '<=', 'free']
    """
    is_min = goal == "min"
    signs = ["free" if s == "=" else s if is_min else OPPOSITE[s] for s in senses]
    columns = [[float(c) for c in column] for column in zip(*rows, strict=True)]
    each = "<=" if is_min else ">="
    return Dual("max" if is_min else "min", [*map(float, rhs)], columns, [each] * len(columns), [*objective], signs)


def programs() -> Iterator[tuple[Program, list[int], int]]:
    """Random programs with optimal prices and the optimum: feasible and complementary by construction."""
    rng = random.Random(1947)
    for k in range(48):
        m, n = rng.choice([(2, 3), (3, 2), (3, 3), (4, 2), (2, 4), (3, 4)])
        goal = ("min", "max")[k % 2]
        direction = 1 if goal == "min" else -1
        senses = [rng.choice(["<=", ">=", "="]) for _ in range(m)]
        rows = [[rng.randint(-3, 6) or 1 for _ in range(n)] for _ in range(m)]
        x = [rng.choice([0, 0, 1, 2, 3]) for _ in range(n)]
        price, rhs = [], []
        for row, sense in zip(rows, senses, strict=True):
            tight = rng.random() < 0.7
            size = rng.randint(1, 4) if tight or sense == "=" else 0
            sign = {"<=": -1, ">=": 1, "=": rng.choice([-1, 1])}[sense] * direction
            price.append(sign * size)
            slack = 0 if size else rng.randint(1, 5)
            rhs.append(sum(a * v for a, v in zip(row, x, strict=True)) + (slack if sense == "<=" else -slack))
        objective = [
            sum(row[j] * y for row, y in zip(rows, price, strict=True)) + direction * (0 if x[j] else rng.randint(1, 4))
            for j in range(n)
        ]
        optimum = sum(c * v for c, v in zip(objective, x, strict=True))
        yield Program(goal, objective, rows, senses, rhs), price, optimum


Halfspace = tuple[tuple[Fraction, ...], Fraction]


def _halfspaces(row: Sequence[float], sense: str, rhs: float) -> set[Halfspace]:
    """A row as "<=" rows, each divided by its largest coefficient; a row of zeros that always holds is none."""
    found = set()
    for sign, has in ((1, sense in ("<=", "=")), (-1, sense in (">=", "="))):
        exact = [sign * Fraction(c).limit_denominator(10**6) for c in (*row, rhs)]
        scale = max(map(abs, exact[:-1]), default=Fraction(0))
        if has and scale:
            found.add((tuple(c / scale for c in exact[:-1]), exact[-1] / scale))
    return found


def _of_signs(signs: Senses) -> list[set[Halfspace]]:
    units = [[float(i == k) for k in range(len(signs))] for i in range(len(signs))]
    return [_halfspaces(unit, sense, 0) if sense != "free" else set() for unit, sense in zip(units, signs, strict=True)]


def _holds(value: float, sense: str, rhs: float) -> bool:
    slack = 1e-9 * (1 + abs(rhs))
    return (sense == ">=" or value <= rhs + slack) and (sense == "<=" or value >= rhs - slack)


def _text(row: Sequence[float], sense: str, rhs: float) -> str:
    return f"{' '.join(f'{c:+g} y[{i}]' for i, c in enumerate(row) if c) or '0'} {sense} {rhs:g}"


def _dual_form(got: Any, program: Program) -> Dual:
    """What was returned, if it has the form of a dual of this program."""
    form = (str, [float], [[float]], [str], [float], [str])
    must_fit(got, form, "the function must return a tuple (goal, objective, rows, senses, rhs, signs)")
    found, m, n = Dual(*got), len(program.rows), len(program.objective)
    words: list[tuple[str, Sequence[str], tuple[str, ...]]] = [
        ("goal", [found.goal], ("min", "max")),
        ("senses", found.senses, ("<=", ">=", "=")),
        ("signs", found.signs, (">=", "<=", "free")),
    ]
    for what, each_word, choices in words:
        if wrong := next((each for each in each_word if each not in choices), None):
            raise Wrong(f"{what} must be of {', '.join(map(repr, choices))}, and {wrong!r} is none of them")
    of = f"a program with {m} rows and {n} variables"
    lengths: list[tuple[str, Sequence[Any], int, str]] = [
        ("objective", found.objective, m, "there is a price for each row"),
        ("signs", found.signs, m, "there is a price for each row"),
        ("rows", found.rows, n, "there is a dual row for each variable"),
        ("senses", found.senses, n, "there is a dual row for each variable"),
        ("rhs", found.rhs, n, "there is a dual row for each variable"),
    ]
    for what, part, size, why in lengths:
        if len(part) != size:
            raise Wrong(f"for {of} the length of your `{what}` is {len(part)}, not {size}: {why}")
    if short := next((row for row in found.rows if len(row) != m), None):
        raise Wrong(f"for {of} each dual row needs {m} coefficients, one for each price, and yours has {len(short)}")
    return found


def _why_sign(goal: str, sense: str) -> str:
    if sense == "=":
        return "an equation may be a burden or a help, so its price may have either sign"
    more = "demands more" if sense == ">=" else "permits more"
    cannot = "fall" if (goal == "min") == (sense == ">=") else "grow"
    return f"the row is {sense!r}, and when its right-hand side grows it {more}: a {GOALS[goal]} cannot {cannot} then"


def dual_program(answer: Function) -> str:
    """The dual must allow the optimal prices at the value of the program, and consist of the right rows and signs."""
    tried = [*programs()]
    for program, price, optimum in tried:
        found, right = _dual_form(call_unchanged(answer, program), program), dual_of(*program)
        goal, objective, rows, senses, rhs_given = program
        given = f"for the {GOALS[goal]} of {objective}, rows {rows}, {senses}, {rhs_given}"
        if found.goal == program.goal:
            bound = "lower" if program.goal == "min" else "upper"
            raise Wrong(f"the dual of a {GOALS[program.goal]} is a {GOALS[right.goal]}: the best of its {bound} bounds")
        best = f"{price} are optimal prices, worth the optimum {optimum}"
        for i, (y, sign) in enumerate(zip(price, found.signs, strict=True)):
            if sign != "free" and not _holds(y, sign, 0):
                why = _why_sign(program.goal, program.senses[i])
                raise Wrong(f"{given}: {best}, and your signs demand y[{i}] {sign} 0; {why}")
        for row, sense, rhs in zip(found.rows, found.senses, found.rhs, strict=True):
            if not _holds(sum(c * y for c, y in zip(row, price, strict=True)), sense, rhs):
                raise Wrong(f"{given}: {best}, and your row {_text(row, sense, rhs)} forbids them")
        value = sum(c * y for c, y in zip(found.objective, price, strict=True))
        if not math.isclose(value, optimum, abs_tol=1e-9):
            raise Wrong(f"{given}: {best}, and your objective has the value {value:g} there")
        _must_be_the_dual(found, right, program, given)
    return f"the dual of {len(tried)} programs, minima and maxima, with the same optimum and the right signs"


def _must_be_the_dual(found: Dual, right: Dual, program: Program, given: str) -> None:
    for i, (c, b) in enumerate(zip(found.objective, right.objective, strict=True)):
        if not math.isclose(c, b, abs_tol=1e-9):
            raise Wrong(f"{given}: your objective has {c:g} y[{i}], and the right-hand side of row {i} is {b:g}")
    has = set().union(*_of_signs(found.signs), *map(_halfspaces, found.rows, found.senses, found.rhs))
    for i, (halfspaces, sign) in enumerate(zip(_of_signs(right.signs), right.signs, strict=True)):
        if halfspaces - has:
            why = _why_sign(program.goal, program.senses[i])
            raise Wrong(f"{given}: your dual does not demand y[{i}] {sign} 0; {why}")
    wanted = set().union(*_of_signs(right.signs))
    for j, halfspaces in enumerate(map(_halfspaces, right.rows, right.senses, right.rhs)):
        wanted |= halfspaces
        if halfspaces - has:
            row = _text(right.rows[j], right.senses[j], right.rhs[j])
            raise Wrong(f"{given}: your dual lacks the row of x[{j}], {row}")
    for coefficients, sense, most in zip(found.rows, found.senses, found.rhs, strict=True):
        if _halfspaces(coefficients, sense, most) - wanted:
            raise Wrong(f"{given}: {_text(coefficients, sense, most)} is more than the dual demands")


# -- a price with its sign ---------------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A row of a small program, and how the optimum changes with its right-hand side."""

    goal: str
    objective: list[int]
    rows: list[list[int]]
    senses: list[str]
    rhs: list[float]
    k: int


def _as_pulp(case: Case, change: float = 0) -> Any:
    """A new plain PuLP problem, with its rows named "row 1", ..., so PuLP calls them "row_1"."""
    import pulp

    problem = pulp.LpProblem("plan", pulp.LpMinimize if case.goal == "min" else pulp.LpMaximize)
    x = [problem.add_variable(f"x{j}", 0) for j in range(len(case.objective))]
    problem += pulp.lpDot(case.objective, x)
    for i, (row, sense, rhs) in enumerate(zip(case.rows, case.senses, case.rhs, strict=True)):
        side, total = pulp.lpDot(row, x), rhs + (change if i == case.k else 0)
        rule = side <= total if sense == "<=" else side >= total if sense == ">=" else side == total
        problem += rule, f"row_{i + 1}"
    return problem


def _optimum(case: Case, change: float = 0) -> float:
    import pulp

    problem = _as_pulp(case, change)
    problem.solve(pulp.HiGHS(msg=False))
    return float(problem.objective.value()) if problem.status == pulp.LpStatusOptimal else math.nan


STEP = 1 / 16


def _random_cases() -> Iterator[Case]:
    """Small programs; in the first four a row limits what is cheap, or demands what does not pay."""
    yield Case("min", [1, 5], [[1, 1], [1, 0], [0, 1]], [">=", "<=", "<="], [10, 4, 20], 1)
    yield Case("max", [9, 1], [[1, 1], [0, 1], [1, 0]], ["<=", ">=", "<="], [20, 3, 40], 1)
    yield Case("min", [2, 9, 4], [[3, 2, 0], [1, 0, 0], [0, 1, 2]], [">=", "<=", ">="], [24, 5, 9], 1)
    yield Case("max", [2, 7, 1], [[1, 2, 1], [1, 0, 2], [0, 1, 0]], ["<=", ">=", "<="], [30, 8, 40], 1)
    rng = random.Random(1951)
    for _ in range(300):
        n, goal = rng.choice([2, 3]), rng.choice(["min", "max"])
        objective = [rng.randint(1, 9) for _ in range(n)]
        rows = [[rng.randint(0, 7) for _ in range(n)] for _ in range(3)]
        senses = [rng.choice(["<=", ">=", "="]) for _ in range(3)]
        yield Case(goal, objective, rows, senses, [rng.randint(6, 40) for _ in range(3)], rng.randrange(3))


@cache
def price_cases() -> tuple[tuple[Case, float, float], ...]:
    """Two rows of each kind: goal, sense and sign; each with the optimum and its change, the same to both sides."""
    found = dict[tuple[str, str, int], list[tuple[Case, float, float]]]()
    for case in _random_cases():
        now, up, down = _optimum(case), _optimum(case, STEP), _optimum(case, -STEP)
        if math.isclose(up - now, now - down, abs_tol=1e-7):
            price = (up - now) / STEP
            kind = case.goal, case.senses[case.k], round(math.copysign(1, price)) if abs(price) > 1e-6 else 0
            if len(found.setdefault(kind, [])) < 2:
                found[kind].append((case, now, price))
    return tuple(each for kind in sorted(found) for each in found[kind])


@contextmanager
def _counted() -> Iterator[list[str]]:
    """The names of the problems that `pulp.HiGHS` solves meanwhile."""
    import pulp

    solve, solves = pulp.HiGHS.actualSolve, list[str]()

    def noted(solver: Any, problem: Any, *args: Any, **options: Any) -> Any:
        solves.append(problem.name)
        return solve(solver, problem, *args, **options)

    pulp.HiGHS.actualSolve = noted
    try:
        yield solves
    finally:
        pulp.HiGHS.actualSolve = solve


def price_of_a_row(answer: Function) -> str:
    """The change of the optimum per unit of a right-hand side, in minima and maxima."""
    import pulp

    if not pulp.HiGHS().available():
        raise Undecided("PuLP finds no HiGHS here: it needs the package highspy")
    for case, now, price in price_cases():
        with _counted() as solves:
            got = as_python(answer(_as_pulp(case), f"row_{case.k + 1}"))
        must_fit(got, float, "the function must return a number")
        if not math.isclose(got, price, rel_tol=1e-5, abs_tol=1e-6):
            sense, before = case.senses[case.k], case.rhs[case.k]
            raise Wrong(
                f"in a {GOALS[case.goal]} with a row '{sense} {before:g}' the optimum is {now:.6g}, and with"
                f" {before + STEP:g} in place of {before:g} it is {now + price * STEP:.6g}: {price:.5g} for each unit."
                f" Your function returns {got:.5g}"
                + (": the right size, with the wrong sign" if math.isclose(got, -price, rel_tol=1e-5) else "")
            )
        if not solves:
            raise Wrong(
                "your function solves without pulp.HiGHS: the task asks for it, and its `pi` has a sign of its own"
            )
    return f"the price of {len(price_cases())} rows, in minima and in maxima, each confirmed by solving again"


# -- the range of a price ----------------------------------------------------------------------------------------------


def _value(start: float, slopes: list[float], kinks: list[float], low: float, high: float) -> Callable[[float], float]:
    """A function of lines that join at the kinks."""

    def value(t: float) -> float:
        if not low <= t <= high:
            raise Wrong(f"your function asks for value({t:g}), and value is defined from {low:g} to {high:g} only")
        total, last = start, low
        for slope, end in zip(slopes, [*kinks, high], strict=True):
            total += slope * (min(t, end) - last)
            if t <= end:
                break
            last = end
        return total

    return value


def pieces() -> Iterator[tuple[list[Any], tuple[float, float], bool]]:
    """Arguments of convex and concave functions, the piece around t, and whether it is convex."""
    rng = random.Random(1939)
    for k in range(30):
        low, high = 0.0, float(rng.choice([40, 100]))
        kinks = sorted(rng.sample([q / 4 for q in range(12, round(4 * high) - 8, 9)], rng.randint(0, 4)))
        slopes = sorted(rng.sample([q / 8 for q in range(-16, 40)], len(kinks) + 1), reverse=k % 2 == 1)
        ends = [low, *kinks, high]
        piece = rng.randrange(len(kinks) + 1)
        left, right = ends[piece], ends[piece + 1]
        t = left + (right - left) * rng.randint(3, 7) / 10
        yield [_value(rng.randint(0, 50), slopes, kinks, low, high), t, low, high], (left, right), k % 2 == 0


def price_range(answer: Function) -> str:
    """The longest interval around t in which the value is a line."""
    tried = [*pieces()]
    for (value, t, low, high), (left, right), convex in tried:
        got = as_python(answer(value, t, low, high))
        must_fit(got, (float, float), "the function must return a pair of numbers, the ends of the range")
        if all(math.isclose(a, b, abs_tol=0.02) for a, b in zip(got, (left, right), strict=True)):
            continue
        kind = f"a {'convex' if convex else 'concave'} value on {low:g} to {high:g}, and t = {t:g}"
        side, a, b = ("left", got[0], left) if abs(got[0] - left) > 0.02 else ("right", got[1], right)
        where = f"its {side} end should be {b:g}, and yours is {a:.5g}"
        if left <= a <= right:
            where += f"; from {min(a, b):.5g} to {max(a, b):.5g} the value is on the same line"
        elif low <= a <= high:
            line = value(t) + (value((t + left) / 2) - value(t)) / ((left - t) / 2) * (a - t)
            where += f". There the value is {value(a):.5g}, and on the line it would be {line:.5g}"
        raise Wrong(f"for {kind} the range is {left:g} to {right:g}: {where}")
    return f"the range of a price for {len(tried)} values, convex and concave, to the first kink on each side"


# -- a refutation ------------------------------------------------------------------------------------------------------

MIXTURE: dict[str, tuple[dict[str, int], str, int]] = {
    "weight": ({"oats": 1, "soya": 1, "molasses": 1}, "=", 100),
    "protein": ({"oats": 12, "soya": 44, "molasses": 4}, ">=", 2120),
    "fibre": ({"oats": 10, "soya": 6, "molasses": 0}, "<=", 800),
    "soya": ({"oats": 0, "soya": 1, "molasses": 0}, "<=", 30),
}
"""The rows of a mixture that cannot be made: coefficients, sense and right-hand side."""


def farkas_multipliers(answer: Any) -> str:
    """Multipliers with which the rows add up to a contradiction."""
    must_fit(answer, {str: int}, "the answer must be a dict with a whole number for each row")
    multipliers = {name: int(number) for name, number in answer.items()}
    if unknown := [name for name in multipliers if name not in MIXTURE]:
        raise Wrong(f"{unknown[0]!r} is none of the rows: {', '.join(MIXTURE)}")
    for name, number in multipliers.items():
        sense = MIXTURE[name][1]
        if (sense == ">=" and number < 0) or (sense == "<=" and number > 0):
            raise Wrong(
                f"{name!r} is a {sense!r} row, and {number} times it is a '<=' row. All parts of the sum must be"
                f" '>=' rows or equations: take '>=' rows with positive multipliers, and '<=' rows with negative ones"
            )
    chosen = {name: number for name, number in multipliers.items() if number}
    left = {x: sum(k * MIXTURE[name][0][x] for name, k in chosen.items()) for x in MIXTURE["weight"][0]}
    right = sum(k * MIXTURE[name][2] for name, k in chosen.items())
    total = f"{' '.join(f'{c:+d} {x}' for x, c in left.items() if c) or '0'} >= {right}"
    if positive := [x for x, c in left.items() if c > 0]:
        raise Wrong(f"the rows add up to {total}, which is no contradiction: enough {positive[0]} would satisfy it")
    if right <= 0:
        raise Wrong(f"the rows add up to {total}, which is no contradiction: it holds when all amounts are 0")
    return f"the rows add up to {total}, and no amounts of at least 0 satisfy that: there is no such mixture"


# -- a proved bound ----------------------------------------------------------------------------------------------------

Numbers = dict[str, Any]
Rows = dict[str, tuple[Numbers, str, Any]]
Bounds = dict[str, tuple[Any, Any]]


class Priced(NamedTuple):
    """A linear program and prices of its rows: the arguments of the learner's function. None is a missing bound."""

    goal: str
    cost: Numbers
    rows: Rows
    bounds: Bounds
    prices: Numbers

    def proves(self) -> Fraction | None:
        """The bound that the prices prove; those whose sign does not suit their row count as 0.

        >>> rows = {"need": ({"x": 2, "y": 2}, ">=", 3)}
        >>> Priced("min", {"x": 1, "y": 1}, rows, {"x": (0, None), "y": (0, None)}, {"need": 0.5}).proves()
        Fraction(3, 2)
        >>> Priced("min", {"x": 1, "y": 1}, rows, {"x": (0, None), "y": (0, 9)}, {"need": 0.75}).proves()
        """
        sign = 1 if self.goal == "min" else -1
        left = {x: sign * Fraction(self.cost.get(x, 0)) for x in self.bounds}
        total = Fraction(0)
        for name, (coefficients, sense, b) in self.rows.items():
            y = sign * Fraction(self.prices[name])
            if sense == "=" or (y > 0) == (sense == ">="):
                total += y * b
                for x, a in coefficients.items():
                    left[x] -= y * a
        for x, d in left.items():
            end = self.bounds[x][0 if d > 0 else 1]
            if d and end is None:
                return None
            total += d and d * end
        return sign * total

    def better_than(self, bound: Fraction) -> Numbers | None:
        """Whole numbers that satisfy all rows and are better than a claimed bound, if a small search finds some."""
        sign = 1 if self.goal == "min" else -1
        ends = [(-6 if low is None else low, 12 if high is None else high) for low, high in self.bounds.values()]
        ranges = [range(math.ceil(low), math.floor(high) + 1) for low, high in ends]
        for values in product(*ranges) if len(ranges) <= 3 else ():
            x = dict(zip(self.bounds, values, strict=True))
            sides = ((_total(row, x), sense, b) for row, sense, b in self.rows.values())
            if sign * _total(self.cost, x) < sign * bound and all(
                side == b or (sense == ">=" and side > b) or (sense == "<=" and side < b) for side, sense, b in sides
            ):
                return x
        return None

    def __str__(self) -> str:
        """The program in a line, if it is small."""
        if len(self.bounds) > 3 or len(self.rows) > 2:
            return ""
        rows = [f"{_sum(row)} {s} {b} at the price {_short(self.prices[n])}" for n, (row, s, b) in self.rows.items()]
        ends = [f"{x} from {low} to {high}" for x, (low, high) in self.bounds.items()]
        return f" ({self.goal} {_sum(self.cost)}; {'; '.join(rows + ends)})"


def _total(coefficients: Numbers, x: Numbers) -> Any:
    return sum(a * x[name] for name, a in coefficients.items())


def _sum(coefficients: Numbers) -> str:
    terms = ((x, c, "" if abs(c) == 1 else f"{abs(c)} ") for x, c in coefficients.items() if c)
    return " ".join(f"{'-+'[c > 0]} {size}{x}" for x, c, size in terms).removeprefix("+ ") or "0"


def _short(number: Any) -> str:
    """A fraction as a person reads it."""
    text = str(Fraction(number))
    return text if len(text) < 12 else f"{float(number):.10g}"


def priced_programs() -> Iterator[tuple[str, Priced]]:
    """Programs with prices, each with what is special about it."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    to_nine: Bounds = {"x": (0, 9), "y": (0, 9)}
    no_end: Bounds = {"x": (0, None), "y": (0, None)}
    one: Rows = {"need": ({"x": 2, "y": 2}, ">=", 3)}
    two: Rows = {"need": ({"x": third, "y": 1}, ">=", 2), "room": ({"x": 1, "y": 1}, "<=", 7)}
    most: Rows = {"room": ({"x": 3, "y": 5}, "<=", 16), "need": ({"x": 1}, ">=", 2)}
    equal: Rows = {"sum": ({"x": 1, "y": 2}, "=", 8)}
    unit, gain = {"x": 1, "y": 1}, {"x": 2, "y": 3}
    yield "a minimum", Priced("min", unit, one, to_nine, {"need": half})
    yield "a price that is too high", Priced("min", unit, one, to_nine, {"need": 1})
    yield "a price that is too low", Priced("min", unit, one, to_nine, {"need": half / 2})
    yield "a price with the wrong sign", Priced("min", unit, one, to_nine, {"need": -1})
    yield "no upper bounds", Priced("min", unit, one, no_end, {"need": half})
    yield "no upper bounds, and a price that is too high", Priced("min", unit, one, no_end, {"need": 0.500001})
    yield "no upper bounds, and a price that is too low", Priced("min", unit, one, no_end, {"need": 0.25})
    yield "fractions", Priced("min", gain, two, to_nine, {"need": Fraction(5, 3), "room": Fraction(-1, 7)})
    yield "prices that are floats", Priced("min", gain, two, to_nine, {"need": 1.7, "room": -0.1})
    yield "a '<=' row of a minimum with a positive price", Priced("min", gain, two, to_nine, {"need": 2, "room": 1})
    yield "a maximum", Priced("max", gain, most, to_nine, {"room": 2 * third, "need": 0})
    yield "a maximum, both prices used", Priced("max", {"x": -2, "y": 3}, most, to_nine, {"room": 0.6, "need": -3.8})
    yield "a '>=' row of a maximum with a positive price", Priced("max", gain, most, to_nine, {"room": 1, "need": 1})
    below: Bounds = {"x": (-4, 5), "y": (-2, 3)}
    yield "lower bounds below 0", Priced("max", {"x": -2, "y": 3}, most, below, {"room": 0, "need": -1})
    yield "an equation with a negative price", Priced("min", {"x": -1, "y": -1}, equal, to_nine, {"sum": -half})
    free: Bounds = {"x": (None, None), "y": (None, None)}
    yield "variables without bounds", Priced("min", {"x": 1, "y": 2}, equal, free, {"sum": 1})
    yield "a variable that no row has", Priced("min", {"x": 1, "z": -2}, one, to_nine | {"z": (-1, 4)}, {"need": 0.5})
    small: Rows = {"sum": ({"x": 1, "y": 1}, ">=", 5)}
    yield "an objective of 0", Priced("min", {}, small, dict.fromkeys("xy", (0, 2)), {"sum": 1})
    yield "no rows", Priced("max", {"x": 2, "y": -3}, {}, to_nine, {})
    rng = random.Random(2004)
    for k in range(200):
        yield "a program made at random", _random_program(rng, ("min", "max")[k % 2])
    yield "an assignment of 60 people", _assignment(rng, 60)


def _random_program(rng: random.Random, goal: str) -> Priced:
    """A few rows and columns, some without a bound, and prices of any sign."""
    sign, names = 1 if goal == "min" else -1, [f"x{j}" for j in range(rng.randint(1, 5))]
    rows: Rows = {}
    prices: Numbers = {}
    for name in rng.sample("abcd", rng.randint(1, 4)):
        divisor, some = rng.choice([1, 1, 1, 3, 7]), rng.sample(names, rng.randint(1, len(names)))
        coefficients = {x: Fraction(rng.randint(-6, 9), divisor) if divisor > 1 else rng.randint(-6, 9) for x in some}
        rows[name] = coefficients, rng.choice(["<=", ">=", "="]), rng.randint(-5, 30)
        suits = {">=": sign, "<=": -sign, "=": rng.choice([-1, 1])}[rows[name][1]]
        sizes: list[Any] = [0, 1, 2, Fraction(3, 2), Fraction(5, 7), 0.3]
        prices[name] = suits * rng.choice(sizes) * rng.choice([1, 1, 1, -1])
    starts: Numbers = {x: rng.choice([0, 0, -3, 2, Fraction(1, 2)]) for x in names}
    bounds: Bounds = {x: (low, low + rng.randint(0, 12)) for x, low in starts.items()}
    cost: Numbers = {x: rng.randint(-9, 9) for x in names if rng.random() < 0.75}
    if rng.random() < 0.5:
        x = rng.choice(names)
        bounds[x] = rng.choice([(None, bounds[x][1]), (bounds[x][0], None), (None, None)])
        used = [n for n, y in prices.items() if rows[n][1] == "=" or (sign * y > 0) == (rows[n][1] == ">=")]
        if rng.random() < 0.6:  # nothing is left of its cost, so no bound is asked for
            cost[x] = sum((Fraction(prices[n]) * rows[n][0].get(x, 0) for n in used), Fraction(0))
    return Priced(goal, cost, rows, bounds, dict(rng.sample([*prices.items()], len(prices))))


def _assignment(rng: random.Random, n: int) -> Priced:
    """An assignment with its optimal prices, as floats that are a little wrong."""
    u, v = ([rng.randint(100, 300) for _ in range(n)] for _ in range(2))
    jobs = rng.sample(range(n), n)
    cost = {f"x{i}_{j}": u[i] + v[j] + (jobs[i] != j) * rng.randint(0, 400) for i in range(n) for j in range(n)}
    rows: Rows = {f"person {i}": ({f"x{i}_{j}": 1 for j in range(n)}, "=", 1) for i in range(n)}
    rows |= {f"job {j}": ({f"x{i}_{j}": 1 for i in range(n)}, "=", 1) for j in range(n)}
    prices = {name: y + rng.uniform(-1e-7, 1e-7) for name, y in zip(rows, u + v, strict=True)}
    return Priced("min", cost, rows, dict.fromkeys(cost, (0, 1)), prices)


def proved_bound(answer: Function) -> str:
    """The bound that prices prove, right or a little wrong, in minima and in maxima, with bounds that are missing."""
    tried = [*priced_programs()]
    for what, case in tried:
        before = copy.deepcopy(case)
        returned = answer(*case)
        must_be_unchanged(before, case, "the program that it is given")
        got, best = _as_fraction(returned, case.goal), case.proves()
        if got == best:
            continue
        proved, yours = ("nothing (None)" if each is None else _short(each) for each in (best, got))
        claim = f"{what}{case}: the prices prove {proved}, and your function says {yours}"
        if got is None:
            raise Wrong(f"{claim}. No bound is missing where one is needed")
        if best is None:
            raise Wrong(f"{claim}. For a variable without a bound, what is left of the objective is not 0")
        if math.isclose(got, best, rel_tol=1e-6, abs_tol=1e-6):
            raise Wrong(
                f"{claim}. The difference is {float(abs(got - best)):.0e}: compute with Fraction(price), and round nothing"
            )
        if (got < best) == (case.goal == "min"):
            raise Wrong(f"{claim}, which is a weaker bound")
        if (point := case.better_than(got)) is None:
            raise Wrong(f"{claim}, which they do not prove")
        values = ", ".join(f"{x} = {k}" for x, k in point.items())
        raise Wrong(f"{claim}. But {values} satisfies every row, with the objective {_short(_total(case.cost, point))}")
    return f"the bounds of {len(tried)} programs, also with wrong prices; the last is an assignment of 60 people"


def _as_fraction(returned: Any, goal: str) -> Fraction | None:
    """The number that the learner's function returned; None for no bound, also as the infinity that says the same."""
    value = returned.item() if hasattr(returned, "item") else returned
    if value is None or value == (-math.inf if goal == "min" else math.inf):
        return None
    is_number = isinstance(value, int | float | Fraction | Decimal) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value):
        raise Wrong(f"the function must return a Fraction, or None, not {short(returned)}")
    return Fraction(value)


# -- examination -------------------------------------------------------------------------------------------------------


@question(2, 3, 1)
def dual_of_a_plan(rng: Random) -> Asked:
    while True:
        gains = [rng.randint(3, 9) for _ in range(2)]
        rows = [[rng.randint(2, 5) for _ in range(2)] for _ in range(2)]
        rooms = [rng.randint(6, 16) for _ in range(2)]
        determinant = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
        if determinant:
            x = [
                Fraction(rooms[0] * rows[1][1] - rooms[1] * rows[0][1], determinant),
                Fraction(rows[0][0] * rooms[1] - rows[1][0] * rooms[0], determinant),
            ]
            y = [
                Fraction(gains[0] * rows[1][1] - gains[1] * rows[1][0], determinant),
                Fraction(rows[0][0] * gains[1] - rows[0][1] * gains[0], determinant),
            ]
            more = x[0] + Fraction(rows[1][1], determinant), x[1] - Fraction(rows[1][0], determinant)
            if min(*x, *y) > 0 <= min(more):  # one more unit keeps the same rows tight
                break
    value = gains[0] * x[0] + gains[1] * x[1]
    lines = "; ".join(f"{row[0]} x1 + {row[1]} x2 <= {room}" for row, room in zip(rows, rooms, strict=True))
    return Asked(
        f"Maximise {gains[0]} x1 + {gains[1]} x2 subject to {lines}; x >= 0. Write the dual. Both rows are tight at the optimum: find "
        "both solutions, and say what one more unit of the first right-hand side is worth.",
        f"Dual: minimise {rooms[0]} y1 + {rooms[1]} y2 with {rows[0][0]} y1 + {rows[1][0]} y2 >= {gains[0]}, {rows[0][1]} y1 + "
        f"{rows[1][1]} y2 >= {gains[1]}, y >= 0. x = ({x[0]}, {x[1]}), y = (**{y[0]}**, **{y[1]}**), both of value **{value}**. One "
        f"more unit is worth {y[0]}, because the same rows stay tight.",
        (tuple(x), tuple(y), value),
    )


@question(3, 1)
def bound_from_rough_prices(rng: Random) -> Asked:
    while True:
        costs, ends = [rng.randint(3, 9) for _ in range(3)], [rng.randint(2, 5) for _ in range(3)]
        rows = [[rng.randint(2, 5) for _ in range(3)] for _ in range(2)]
        needs = [rng.randint(6, 16) for _ in range(2)]
        y = [Fraction(rng.randint(1, 5), 2) for _ in range(2)]
        left = [c - y[0] * a - y[1] * b for c, a, b in zip(costs, *rows, strict=True)]
        bound = y[0] * needs[0] + y[1] * needs[1] + sum(min(0, d) * end for d, end in zip(left, ends, strict=True))
        most = [sum(a * end for a, end in zip(row, ends, strict=True)) for row in rows]
        if (
            bound > 0
            and bound.denominator > 1
            and min(left) < 0 < max(left)
            and all(m >= need for m, need in zip(most, needs, strict=True))
        ):
            break

    def total(numbers: list[int]) -> str:
        return " + ".join(f"{a} x{j}" for j, a in enumerate(numbers, 1))

    least = " + ".join(f"({d}) * {end}" for d, end in zip(left, ends, strict=True) if d < 0)
    return Asked(
        f"Minimise {total(costs)} subject to {total(rows[0])} >= {needs[0]} and {total(rows[1])} >= {needs[1]}, where the x are whole "
        f"numbers with 0 <= x1 <= {ends[0]}, 0 <= x2 <= {ends[1]}, 0 <= x3 <= {ends[2]}. Somebody gives you the prices {y[0]} and {y[1]} of the "
        "two rows. Which bound do these prices prove? (They need not be the best ones.) Round it.",
        f"The reduced costs are {', '.join(map(str, left))}. Positive ones are least at 0, negative ones at the upper bound: {y[0]} * "
        f"{needs[0]} + {y[1]} * {needs[1]} + {least} = **{bound}**. Costs and variables are whole, so no solution costs less than "
        f"**{math.ceil(bound)}**.",
        bound,
    )
