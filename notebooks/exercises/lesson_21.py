"""Lesson 21, what a constraint is worth: duals, prices with their sign, ranges, refutations, a plan without a price.

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

## no-price: Where the price misleads

1. The cost in packs is a staircase. How do you find a step of it, and how a long flat part, when you can solve for any t?
2. Compute packs(calories=t) for t from 300 to 600, perhaps every tenth one, and look where it changes. Between two values
   that differ, the step can be found by trying each t. Which flat part is longer than the others?
3. costs = {t: packs(calories=t) for t in range(300, 651)}; a jump is a t with costs[t + 1] > costs[t], and `free` one with
   costs[t + 50] == costs[t].
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, NamedTuple

from sudoku_models.backends import Backend
from sudoku_models.course.answers import as_python, call_unchanged, must_fit
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import SECONDS, Function, Wrong
from sudoku_models.course.models import is_solved
from sudoku_models.models.problem import Problem
from sudoku_models.models.validation import Undecided

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
            raise Wrong(f"for {of} your {what} has length {len(part)}, not {size}: {why}")
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


# -- whole packs -------------------------------------------------------------------------------------------------------

TENTHS = {
    "wheat_flour": (447, 14110, 20, 0, 333, 0),
    "corn_meal": (360, 8970, 17, 309, 79, 0),
    "evaporated_milk": (84, 4220, 151, 260, 235, 600),
    "beef_liver": (22, 3330, 2, 1692, 508, 5250),
    "cabbage": (26, 1250, 40, 72, 45, 53690),
    "sweet_potatoes": (96, 1380, 27, 2907, 54, 19120),
    "spinach": (11, 1060, 0, 9184, 138, 27550),
    "navy_beans": (269, 16910, 114, 0, 246, 0),
    "peanut_butter": (157, 6610, 10, 0, 81, 0),
}
"""Ten times what a dollar buys of calories, protein, calcium, vitamin A, riboflavin and vitamin C, by food."""
NEEDS = (300, 7000, 80, 500, 270, 7500)
FIRST, LAST, FREE = 300, 600, 50


@cache
def packs(calories: int) -> int:
    """The least number of packs of one dollar.

    >>> packs(300), packs(350)
    (12, 13)
    """

    def plan(m: Backend) -> dict[Any, Any]:
        x = m.int_vars("packs", TENTHS, 0, 40)
        for k, need in enumerate((calories, *NEEDS[1:])):
            m.add(m.dot([row[k] for row in TENTHS.values()], [x[food] for food in TENTHS]) >= 10 * need, f"need {k}")
        m.minimize(m.sum(x.values()))
        return x

    result = Problem(plan, "pulp").solve(time_limit=SECONDS)
    assert is_solved(result)
    return round(result.objective or 0)


def no_price(jump: Any, free: Any) -> str:
    """A demand at which the next unit costs a dollar, and one at which the next fifty cost nothing."""
    for name, number, more in (("jump", jump, 1), ("free", free, FREE)):
        must_fit(number, int, f"`{name}` must be a whole number")
        if not FIRST <= number <= LAST:
            raise Wrong(f"`{name}` must be from {FIRST} to {LAST}, and it is {number:g}")
        before, after = packs(int(number)), packs(int(number) + more)
        paid = f"in packs, {number:g} thousand kilocalories cost {before} dollars, and {number + more:g} cost {after}"
        if name == "jump" and before == after:
            raise Wrong(f"`jump`: {paid}: the next thousand is free here")
        if name == "free" and before != after:
            raise Wrong(f"`free`: {paid}: so {more} thousand more are not free")
    at = f"from {jump:g} to {jump + 1:g} thousand kilocalories the packs cost a dollar more"
    return f"{at}; from {free:g} to {free + FREE:g} they cost the same. No price for a thousand says both"


# -- examination -------------------------------------------------------------------------------------------------------


@question(points=6)
def dual_of_a_plan(rng: Random) -> Asked:
    while True:
        gains = [rng.randint(3, 9) for _ in range(2)]
        rows = [[rng.randint(1, 4) for _ in range(2)] for _ in range(2)]
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
            if min(*x, *y) > 0:
                break
    value = gains[0] * x[0] + gains[1] * x[1]
    lines = "; ".join(f"{row[0]} x1 + {row[1]} x2 <= {room}" for row, room in zip(rows, rooms, strict=True))
    return Asked(
        f"Maximise {gains[0]} x1 + {gains[1]} x2 subject to {lines}; x >= 0. Write the dual. Both rows are tight at the optimum: find "
        "both solutions, and say what one more unit of the first right-hand side is worth.",
        f"Dual: minimise {rooms[0]} y1 + {rooms[1]} y2 with {rows[0][0]} y1 + {rows[1][0]} y2 >= {gains[0]}, {rows[0][1]} y1 + "
        f"{rows[1][1]} y2 >= {gains[1]}, y >= 0. x = ({x[0]}, {x[1]}), y = (**{y[0]}**, **{y[1]}**), both of value **{value}**. One "
        f"more unit is worth {y[0]}, as long as the same rows stay tight.",
        (tuple(x), tuple(y), value),
    )
