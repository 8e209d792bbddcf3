"""Lesson 2, make "not equal" linear.

## count-pairs: Count the pairs of Sudoku X

1. The 810 pairs of the ordinary board stay. How many pairs has a diagonal of nine cells?
2. Two cells of a diagonal never share a row or a column, but they may share a box. Count the pairs of one diagonal that
   do, for they are among the 810 already.
3. A diagonal has 9 * 8 / 2 pairs. It passes through three boxes, with three cells in each. The two diagonals have one
   cell in common, and so no pair.

## smallest-m: Find the smallest M

1. With z = 1 the first row demands a >= b + 1. What does the second row then demand, and which pair makes it hardest to
   satisfy?
2. For z = 1 the second row says M >= a - b + 1, which must hold for the largest a - b. For z = 0 the first row says M
   >= b - a + 1.
3. The largest a - b is q - r, and the largest b - a is s - p. M must be right for both.

## big-m-by-hand: Write the rows by hand

1. "Not equal" says that two jobs of length 1 do not overlap. Here a job has a length. One value of z says that i is
   finished before j starts, the other that j is finished before i starts. In the lesson z = 0 is i before j.
2. The row of z = 0 is s[i] + p_i <= s[j] + M z. With z = 1 it must forbid nothing. What is the latest that i can
   be finished, and the earliest that j can start?
3. M is d_i - r_j in the row for i before j, and d_j - r_i in the row for j before i. A start lies between r and d - p:
   give these bounds to the variables. The objective is the sum of all s.

## ranks-alone: Break a model: rank equations alone

1. Each cell of each unit has an equation: its digit is one more than the number of cells of the unit that are smaller.
   No other rule is wanted.
2. m.bool_vars('z', board.pairs) makes z[i, j] for the pairs in one order only. If (i, j) is a key, then x[i] > x[j]
   counts as z[i, j]; otherwise it counts as 1 - z[j, i].
3. For each unit and each i in unit.cells: m.add(x[i] == 1 + m.sum(z[i, j] if (i, j) in z else 1 - z[j, i] for j in
   unit.cells if j != i), a name with i and the unit in it). Then the givens.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from typing import Any, NamedTuple

from sudoku_models import solvers
from sudoku_models.backends import Backend, Linear, new_backend, plain
from sudoku_models.course.answers import must_be_unchanged
from sudoku_models.course.exams import Asked, question
from sudoku_models.course.exercise import SECONDS, Function, Right, Wrong
from sudoku_models.course.exercises.optima import Ranges, optimum_at
from sudoku_models.course.judges import function, value
from sudoku_models.course.models import is_without_m
from sudoku_models.errors import InputError, NotInstalledError, SudokuModelsError
from sudoku_models.models.validation import Undecided, UserModel, define, first_counterexample, native_model, short
from sudoku_models.puzzles.cell_names import listed
from sudoku_models.puzzles.known_solutions import known_puzzles
from sudoku_models.puzzles.puzzle import Grid, Puzzle
from sudoku_models.puzzles.units import Unit
from sudoku_models.solvers import Feature, Status

count_pairs = value(
    864,
    {
        810: "810 is the number without the diagonals; which of their pairs are not among these?",
        1728: "1728 counts every pair from both ends: (i, j) and (j, i) are one pair",
        882: "882 = 810 + 2 * 36 counts some pairs twice: two cells of a diagonal may share a box too",
        837: "837 = 810 + 27 has one diagonal only",
        54: "54 is the number of pairs that the diagonals add",
        855: "855 = 810 + 45: a diagonal has 36 pairs, and some of these share a box; and there are two diagonals",
    },
    praise="each diagonal has 36 pairs, of which 3 * 3 share a box: 810 + 2 * (36 - 9) = 864",
    hint="begin with the 810 pairs; how many pairs has one diagonal, and how many of these share a box?",
)


def _domains() -> list[tuple[int, int, int, int]]:
    random = Random(0)
    starts = [(random.randint(-5, 9), random.randint(-5, 9)) for _ in range(40)]
    more = [(p, p + random.randint(0, 6), r, r + random.randint(1, 6)) for p, r in starts]
    return [(1, 9, 1, 9), (1, 4, 1, 4), (1, 9, 3, 5), (3, 5, 1, 9), (1, 3, 5, 9), (5, 9, 1, 3), (-4, 0, 2, 2), *more]


def _wrong_m(big: float, right: int, p: int, q: int, r: int, s: int) -> str:
    if big > right:
        return f"it is large enough, but {right} accepts every pair as well"
    a, b = max(((a, b) for a in (p, q) for b in (r, s)), key=lambda pair: abs(pair[0] - pair[1]))
    return f"it loses the pair a = {a}, b = {b}: neither z = 0 nor z = 1 keeps both rows"


smallest_m = function(
    lambda p, q, r, s: max(abs(a - b) for a in (p, q) for b in (r, s)) + 1,
    _domains,
    "on all {n} pairs of domains your M accepts every pair, and M - 1 does not",
    returns=(float, "a number"),
    objection=_wrong_m,
)


class Job(NamedTuple):
    """From when it may run, how long it runs, and when it must be finished."""

    start: int
    hours: int
    end: int


Jobs = dict[str, Job]

SHOPS: list[Jobs] = [
    {"A": Job(0, 3, 20)},
    {"A": Job(0, 3, 20), "B": Job(1, 2, 9)},
    {"A": Job(0, 4, 6), "B": Job(0, 5, 8)},
    {"A": Job(0, 2, 30), "B": Job(7, 3, 11), "C": Job(0, 5, 16)},
    {"P": Job(3, 4, 15), "Q": Job(0, 6, 25), "R": Job(2, 1, 9), "S": Job(0, 2, 40)},
    {"A": Job(5, 2, 12), "B": Job(4, 4, 19), "C": Job(0, 3, 28), "D": Job(6, 1, 17), "E": Job(0, 5, 33)},
]
"""Jobs on one machine; those of the third shop cannot all be done."""


def big_m_by_hand(answer: Function) -> str:
    """A native model of one machine: it allows all schedules and nothing else, and each M is the smallest possible."""
    rows, disjunctions = 0, False
    for jobs in SHOPS:
        m, starts, has_disjunctions = _native(answer, jobs)
        disjunctions |= has_disjunctions
        try:
            _must_schedule(m, starts, jobs)
        except (Undecided, NotInstalledError):
            raise
        except SudokuModelsError as error:
            raise Wrong(f"your model of {_told(jobs)} cannot be solved: {error}") from None
        rows += _must_be_tight(m, starts, jobs)
    if not rows and not disjunctions:
        raise Wrong("your model is right, but it has no row with two starts and an order binary, which was asked for")
    if not rows:
        return f"on {len(SHOPS)} machines your model has every schedule and no others; its disjunctions need no M"
    return f"on {len(SHOPS)} machines your model has every schedule and no others, and M is the smallest possible"


def _told(jobs: Jobs) -> str:
    return "{" + ", ".join(f"{name!r}: {tuple(job)}" for name, job in jobs.items()) + "}"


def _native(answer: Function, jobs: Jobs) -> tuple[Backend, dict[str, Any], bool]:
    """A backend for the model that the function defines, the start of each job, and whether Pyomo.GDP is used."""
    given = {name: tuple(job) for name, job in jobs.items()}
    m: Backend = new_backend()
    returned = answer(given) if is_without_m(answer, 1) else answer(m, given)
    must_be_unchanged({name: tuple(job) for name, job in jobs.items()}, given, "the dict of jobs")
    has_disjunctions = False
    if isinstance(returned, Mapping):
        starts: Any = returned
    else:
        model = returned[0] if isinstance(returned, tuple) and returned else returned
        if type(model).__module__.startswith("pyomo.") and hasattr(model, "component"):
            has_disjunctions = _without_disjunctions(model)
        m, starts, _ = native_model(returned, ("s",))
    if not (hasattr(starts, "keys") and hasattr(starts, "__getitem__")) or {*starts.keys()} != {*jobs}:
        raise Wrong(f"s must have the start of each job, with the keys {listed(map(repr, jobs))}, and no others")
    found = {name: starts[name] for name in jobs}
    for name, variable in found.items():
        try:
            m.column(variable)
        except InputError:
            raise Wrong(f"s[{name!r}] must be a variable of the model, not {short(variable)}") from None
    return m, found, has_disjunctions


def _without_disjunctions(model: Any) -> bool:
    """Let Pyomo.GDP write the rows of disjunctions that the learner has left; whether there were any at all."""
    from pyomo.environ import TransformationFactory
    from pyomo.gdp import Disjunction, GDP_Error

    if any(model.component_data_objects(Disjunction, active=True, descend_into=True)):
        try:
            TransformationFactory("gdp.bigm").apply_to(model)
        except GDP_Error:
            why = "it takes each M from the bounds of the variables, so give s its bounds: Var(..., bounds=...)"
            raise Wrong(f"Pyomo.GDP cannot make rows of your disjunctions; {why}") from None
    return any(model.component_data_objects(Disjunction, descend_into=True))


def _earliest(jobs: Jobs, order: Sequence[str]) -> dict[str, int] | None:
    """The earliest starts in an order; None when a job would be finished too late."""
    now, found = -math.inf, {}
    for name in order:
        job = jobs[name]
        found[name] = int(max(now, job.start))
        now = found[name] + job.hours
        if now > job.end:
            return None
    return found


def _latest(jobs: Jobs, order: Sequence[str]) -> dict[str, int]:
    """The latest starts in an order that can be kept."""
    then, found = math.inf, {}
    for name in reversed(order):
        found[name] = int(min(then, jobs[name].end) - jobs[name].hours)
        then = found[name]
    return found


def _spread(jobs: Jobs, order: Sequence[str], k: int) -> dict[str, int]:
    """The first k jobs of an order that can be kept as early as possible, and the others as late as possible."""
    return _latest(jobs, order) | {name: s for name, s in (_earliest(jobs, order) or {}).items() if name in order[:k]}


def _must_schedule(m: Backend, starts: dict[str, Any], jobs: Jobs) -> None:
    """Compare the least and the greatest weighted sums of starts with those of the best order, for some weights."""
    column = {name: m.column(s) for name, s in starts.items()}
    ranges, random = Ranges(m), Random(0)
    orders = [order for order in permutations(jobs) if _earliest(jobs, order) is not None]
    every = [_spread(jobs, order, k) for order in orders for k in range(len(jobs), -1, -1)]
    own = optimum_of(m)
    if not every:
        if own is not None:
            shown = {name: round(own[k], 6) for name, k in column.items()}
            raise Wrong(f"the jobs {_told(jobs)} cannot all be done, and your model starts them at {shown}")
        return
    if own is None:
        raise Wrong(f"your model of the jobs {_told(jobs)} has no solution, but they can start at {every[0]}")
    _must_end(m, starts, own, jobs)
    equal = dict.fromkeys(jobs, 1)
    weights = [equal, *({name: random.choice((1, 1, 2, 5, 20)) for name in jobs} for _ in range(4))]
    weights += [{name: -c for name, c in w.items()} for w in weights]
    weights += [{name: (name == first) - (name == last) for name in jobs} for first, last in permutations(jobs, 2)]
    for w in [None, *weights]:
        values = own if w is None else ranges.solution({column[name]: c for name, c in w.items()})
        assert values is not None
        times = {name: values[k] for name, k in column.items()}
        shown = {name: int(x) if (x := round(t, 6)) == int(x) else x for name, t in times.items()}
        for name, job in jobs.items():
            if times[name] < job.start - 1e-5 or times[name] + job.hours > job.end + 1e-5:
                raise Wrong(f"for {_told(jobs)} your model starts {name} at {shown[name]}, outside its hours")
        for i, j in combinations(jobs, 2):
            if times[i] + jobs[i].hours > times[j] + 1e-5 and times[j] + jobs[j].hours > times[i] + 1e-5:
                raise Wrong(f"for {_told(jobs)} your model starts the jobs at {shown}, and {i} and {j} overlap")
        goal = w or equal
        best = min(every, key=lambda found: sum(goal[name] * t for name, t in found.items()))
        gap = sum(goal[name] * (times[name] - best[name]) for name in jobs)
        if gap > 1e-4 and w is None:
            raise Wrong(f"for {_told(jobs)} your model starts at {shown}; the starts {best} have a smaller sum")
        if gap > 1e-4:
            raise Wrong(f"for {_told(jobs)} your model forbids the starts {best}, with which no two jobs overlap")


def _must_end(m: Backend, starts: dict[str, Any], own: list[float], jobs: Jobs) -> None:
    """Refuse a model without the last hours: it lets all jobs begin a thousand hours later, so no start is the latest."""
    late = {name: round(own[m.column(s)]) + 1000 for name, s in starts.items()}
    columns, (_, upper) = [m.column(s) for s in starts.values()], m.bounds()
    if any(upper[k] < hour for k, hour in zip(columns, late.values(), strict=True)):
        return
    for name, hour in late.items():
        m.fix(starts[name], hour)
    accepted = optimum_of(m)
    m.free(columns)
    if accepted is not None:
        raise Wrong(f"for {_told(jobs)} your model lets the jobs start at {late}, outside their hours")


def optimum_of(m: Backend) -> list[float] | None:
    """The values of the columns at an optimum of the learner's own objective; None when there is no solution."""
    outcome = solvers.find(solvers.first(Feature.OBJECTIVE, Feature.CONTINUOUS)).session(plain(m)).solve(SECONDS)
    if outcome.status is Status.UNKNOWN:
        raise Undecided(f"whether your model is right is not known: it was not solved in {SECONDS:g} seconds")
    values: list[float] | None = outcome.values
    return values


def _must_be_tight(m: Backend, starts: dict[str, Any], jobs: Jobs) -> int:
    """Check M in each row "start + hours <= other start + M (1 - z)", and count these rows."""
    names, found = {m.column(s): name for name, s in starts.items()}, 0
    for rule in m.records:
        if not isinstance(rule, Linear):
            continue
        held = {k: c for k, c in zip(rule.columns, rule.coefficients, strict=True) if c}
        sides = {c: names[k] for k, c in held.items() if k in names}
        others = [(k, c) for k, c in held.items() if k not in names]
        if len(sides) != 2 or sum(sides) != 0 or len(others) != 1 or m.declared(others[0][0]) != (0, 1):
            continue
        scale = max(sides)
        later, first = sides[scale], sides[-scale]
        for i, j, bound in ((first, later, rule.lower), (later, first, rule.upper)):  # i before j
            if abs(bound) < math.inf:
                found += 1
                big, enough = abs(others[0][1]) / scale, jobs[i].end - jobs[j].start
                if big > enough + 1e-6:
                    name = f" {str(rule.name)!r}" if str(rule.name) else ""
                    row = f"your row{name} for {i} before {j} has M = {big:g}"
                    raise Wrong(f"your model is right, but for {_told(jobs)} {row}, and {enough} is enough")
    return found


def ranks_alone(builder: Any) -> Right:
    """The rank equations and nothing else: what they imply must hold, and what they allow must be allowed.

    By Landau's theorem the ranks of a unit, whose order binaries may go round in circles, are all numbers of which any
    k add up to 1 + ... + k at least, and all n to exactly that.
    """
    empty = define(builder, Puzzle.parse("." * 16))
    _must_be_of_binaries(empty)
    for puzzle, grids in known_puzzles():
        grid = min(grids, key=Grid.line, default=None)
        if grid is not None and optimum_at(define(builder, puzzle), grid) is None:
            ask = "Does every other cell of the unit count, as z[i, j] or as 1 - z[j, i]?"
            raise Wrong(f"your model forbids this solution; the rank equations alone do not. {ask}", puzzle, grid)
    _must_imply_ranks(empty)
    shown = first_counterexample(builder)
    if shown is None:
        raise Wrong("your model is right on all puzzles that were tried: nothing is broken. Is there a big-M row left?")
    if shown.grid and (lost := [i for i, d in shown.puzzle.givens.items() if shown.grid[i] != d]):
        forgets = f"your model forgets the givens: it lets {lost[0]} hold {shown.grid[lost[0]]}"
        raise Wrong(f"{forgets}. That breaks it too, but it is not what was asked", shown.puzzle, shown.grid)
    for digits in CIRCLES:
        if optimum_at(empty, grid := Grid(empty.puzzle.board, digits)) is None:
            allowed = "for which there are order binaries that satisfy all rank equations"
            raise Wrong(f"your model forbids this grid, {allowed}; is there another constraint?", grid=grid)
    why = "Order binaries may go round in a circle: i greater than j, j than k, and k than i"
    if shown.grid and (circle := _circle(shown.grid)):
        why += (
            f". So in {circle[0]} three cells hold {circle[1]}, and each counts as greater than one other of the three"
        )
    return Right(f"broken as asked: {shown.sentence}. {why}", shown.puzzle, shown.grid)


def _circle(grid: Grid) -> tuple[Unit, int] | None:
    """A unit with three equal digits, whose ranks are equal because each of the three counts as greater than one other."""
    # Their order binaries need not be a circle of the three alone if a fourth cell is equal or lies in between, so only
    # a unit in which one more cell is left, below or above all three, is named.
    for unit in grid.board.units:
        digits = sorted(grid[i] for i in unit.cells)
        if len(digits) == 4 and (digits == [1, 3, 3, 3] or digits == [2, 2, 2, 4]):
            return unit, digits[1]
    return None


CIRCLES = (
    (2, 4, 2, 2, 1, 3, 3, 3, 4, 2, 3, 1, 3, 1, 2, 4),
    (3, 1, 4, 2, 3, 3, 3, 1, 1, 3, 2, 4, 3, 3, 1, 3),
    (3, 3, 1, 3, 1, 3, 4, 2, 4, 1, 2, 3, 2, 3, 3, 2),
    (3, 2, 4, 1, 1, 4, 3, 2, 3, 1, 2, 4, 3, 3, 1, 3),
)
"""Grids of 4x4 cells, by rows, that satisfy the rank equations and are no solutions; a test checks both."""


def _must_be_of_binaries(user: UserModel) -> None:
    """The model is linear over the cells, and every further variable is a binary."""
    if user.is_binary:
        raise Wrong("the function must return x, a dict with an integer variable for each cell")
    if user.m.logic():
        raise Wrong("the rank equations are sums; your model has logical constraints too")
    user.m.take_up()  # finds variables that were added without the verbs
    others = set(range(len(user.m.variables))) - {user.m.column(x) for x in user.variables.values()}
    if not others:
        raise Wrong("your model has no order binaries; a rank counts them: m.bool_vars('z', board.pairs)")
    for k in others:
        if not user.m.is_integer(k) or user.m.declared(k) != (0, 1):
            raise Wrong(f"your variable {user.m.variables[k]} is no binary, and an order variable must be one")


def _must_imply_ranks(user: UserModel) -> None:
    """Of each unit of the empty 4x4 board, the sum is 10, and any two cells add up to 3 at least and to 7 at most."""
    ranges, column = Ranges(user.m), {i: user.m.column(x) for i, x in user.variables.items()}
    for unit in user.puzzle.board.units:
        for cells, low, high in ((unit.cells, 10, 10), *((pair, 3, 7) for pair in combinations(unit.cells, 2))):
            for sign, bound in ((1, low), (-1, -high)):
                values = ranges.below({column[i]: sign for i in cells}, bound)
                if values is not None:
                    total = sum(round(values[column[i]]) for i in cells)
                    total_is = f"add up to {low}" if low == high else f"add up to {low} at least and {high} at most"
                    must = f"by the rank equations of {unit} the cells {short(cells)} {total_is}"
                    why = "an equation is missing or wrong"
                    if len(user.m.variables) - len(column) > len(user.puzzle.board.pairs):
                        why += ". It has more binaries than pairs: does it say that z_ij + z_ji = 1?"
                    raise Wrong(f"{must}, but in your model they may add up to {total}: {why}")


# -- examination -------------------------------------------------------------------------------------------------------


def _listed_domains(rng: Random) -> tuple[int, int, int, int]:
    p, r = rng.randint(0, 4), rng.randint(0, 4)
    return p, p + rng.randint(2, 6), r, r + rng.randint(2, 6)


def _lost(p: int, q: int, r: int, s: int, m: int) -> list[tuple[int, int]]:
    """The pairs of different values that the two big-M rows forbid."""
    every = [(a, b) for a in range(p, q + 1) for b in range(r, s + 1) if a != b]
    return [(a, b) for a, b in every if not any(a - b >= 1 - m * (1 - z) and b - a >= 1 - m * z for z in (0, 1))]


ROWS = "a - b >= 1 - M (1 - z) and b - a >= 1 - M z"


@question(2, 2)
def smallest_big_m(rng: Random) -> Asked:
    p, q, r, s = _listed_domains(rng)
    found = next(m for m in range(100) if not _lost(p, q, r, s, m))
    return Asked(
        f"a is an integer from {p} to {q}, b one from {r} to {s}, and z is binary. The rows {ROWS} shall say that a and b "
        "differ. Which M is the smallest that loses no pair? Say why.",
        f"For a > b, z must be 1, and the second row reads M >= a - b + 1, which is {q - r + 1} at most"
        f"{'' if q > r else ' (no pair has a > b)'}; for a < b, z must be 0, and the first reads M >= b - a + 1: {s - p + 1} at most"
        f"{'' if s > p else ' (no pair has a < b)'}. So M = **{found}**.",
        found,
    )


@question(4)
def pairs_lost(rng: Random) -> Asked:
    while True:
        p, q, r, s = _listed_domains(rng)
        right = next(m for m in range(100) if not _lost(p, q, r, s, m))
        m = right - rng.randint(1, 2)
        if m >= 1 and len(found := _lost(p, q, r, s, m)) <= 8:
            break
    return Asked(
        f"a is an integer from {p} to {q}, b one from {r} to {s}, and z is binary. Somebody has written {ROWS} with M = {m}. "
        "Which pairs (a, b) with different values does the model forbid?",
        f"Those with |a - b| > M - 1 = {m - 1}: **{found}**. The smallest right M is {right}.",
        found,
    )


@question(4, 2)
def what_the_relaxation_knows(rng: Random) -> Asked:
    m = rng.choice((9, 16, 20, 100))
    a, b = rng.sample(range(1, 10), 2)
    low, high = Fraction(1 - (b - a), m), 1 - Fraction(1 - (a - b), m)
    low, high = max(low, Fraction(0)), min(high, Fraction(1))
    return Asked(
        f"The digits are fixed: a = {a}, b = {b}. In the LP relaxation of {ROWS}, with M = {m}, which values may z have? "
        "Does the relaxation know which digit is larger?",
        f"The first row gives z <= 1 - (1 - ({a - b}))/{m}, the second z >= (1 - ({b - a}))/{m}; with 0 <= z <= 1 that is "
        f"**{low} <= z <= {high}**. "
        + ("z is settled." if low == high else "It does not: z is not settled, though both digits are."),
        (low, high),
    )


@question(3, 1)
def switch_a_row(rng: Random) -> Asked:
    top, k = rng.randint(8, 15), rng.randint(2, 6)
    rows: dict[str, tuple[str, Callable[[int, int], bool]]] = {
        "A": (f"x <= {k} + {top - k} z", lambda x, z: x <= k + (top - k) * z),
        "B": (f"x <= {top} - {top - k} z", lambda x, z: x <= top - (top - k) * z),
        "C": (f"x <= {k} z", lambda x, z: x <= k * z),
        "D": (f"x >= {k + 1} - {k + 1} z", lambda x, z: x >= k + 1 - (k + 1) * z),
        "E": (f"x <= {top + 5} - {top + 5 - k} z", lambda x, z: x <= top + 5 - (top + 5 - k) * z),
    }
    every = list(product(range(top + 1), (0, 1)))
    right = {name for name, (_, row) in rows.items() if all(row(x, z) == (z == 0 or x <= k) for x, z in every)}
    shuffled = rng.sample(sorted(rows), len(rows))
    found = {str(i + 1) for i, name in enumerate(shuffled) if name in right}
    best = str(shuffled.index("B") + 1)
    return Asked(
        f'x is an integer from 0 to {top}, z is binary. Which of these rows say exactly "if z = 1, then x <= {k}", and which '
        f"of those is the tightest? {'; '.join(f'({i + 1}) {rows[name][0]}' for i, name in enumerate(shuffled))}.",
        f"Right are **{', '.join(sorted(found))}**; tightest is {best}, whose bound for z = 0 is that of the domain.",
        found,
    )
