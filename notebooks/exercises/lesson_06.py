"""Lesson 6, beyond Sudoku: queens that guard a board, a MiniZinc model to read, and a school's timetable.

## covering-queens: As few queens as possible

1. A binary for each square says whether a queen stands there. What must be true of each square, and what is minimised?
2. For a square, take the sum of the binaries over all squares from which a queen guards it, the square itself among
   them. The sum is at least 1. There are no rules about rows or about queens that attack each other.
3. model.q = Var(squares, domain=Binary); model.fewest = Objective(expr=sum(model.q[i] for i in squares)); and a
   Constraint over the squares: sum(m.q[s, t] for s, t in squares if s == r or t == c or abs(s - r) == abs(t - c)) >= 1.

## mend-minizinc: Find the mistake

1. Read the last two constraints for n = 5 and write down the cells of which each of them speaks.
2. k runs from 1 to 4 in the last line: the cells are (1, 4), (2, 3), (3, 2) and (4, 1). Which cells were meant? Look for
   a square in which these four are different and those that were meant are not, and the other way round.
3. Make a board of each list of cells: sm.Board(5, (*latin_board(5).units, falling, line)). Count the solutions of both
   with the first row given, and compare the sets of their grids.

## no-waiting: No waiting

1. When a teacher with k lessons does not wait, all k slots lie in a window of k consecutive slots. The model may choose
   where the window begins.
2. Give each teacher a variable first, from 1 to 6. Every lesson of the teacher is then in slot first at the earliest,
   and in slot first + k - 1 at the latest.
3. first = m.int_vars("first", list(TAUGHT), 1, len(SLOTS)); for each lesson, two constraints:
   slot[lesson] - first[teacher] >= 0, and ... <= len(lessons_of(teacher)) - 1. The plan is the .values of
   sm.Problem(school({**RULES, "no waiting": no_waiting})).solve(logical). In CP-SAT: m.new_int_var(1, 6, teacher);
   model, slot, room = school_on_cpsat(); no_waiting(model, slot, room); and solve.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from random import Random
from typing import Any

from sudoku_models.backends import Backend, new_backend
from sudoku_models.course.answers import must_fit
from sudoku_models.course.exams import Asked, braces, question
from sudoku_models.course.exercise import SECONDS, Function, Wrong
from sudoku_models.course.models import allowed_by, best_of_native, is_solved, language_of, solved_by_cpsat, svg
from sudoku_models.models.problem import Problem
from sudoku_models.models.validation import Undecided, entries, native_model
from sudoku_models.puzzles.puzzle import Grid
from sudoku_models.solvers import Feature, first

# -- queens ------------------------------------------------------------------------------------------------------------

Squares = frozenset[tuple[int, int]]

FEWEST = {2: 1, 3: 1, 4: 2, 5: 3, 6: 3, 7: 4}
"""The fewest queens that guard all squares of the n x n board; a test computes them."""
FEWEST_ATTACKED = {2: 2, 3: 2, 4: 2, 5: 3, 6: 4}
"""The same if a queen does not guard her own square."""


def covering_queens(answer: Function) -> str:
    """A plain model that finds as few queens as possible so that each square is occupied or attacked."""
    for n, fewest in FEWEST.items():
        squares = _squares(n)
        queens = best_of_native(answer(n), squares, f"{n * n} squares (row, column)", "q", f"for n={n}")
        free = next((i for i in squares if not any(i == q or attack(i, q) for q in queens)), None)
        if free is not None:
            raise _drawn(n, queens, f"the queens {sorted(queens)} neither occupy nor attack the square {free}")
        if len(queens) > fewest:
            enough = "one is enough" if fewest == 1 else f"{fewest} are enough"
            if _leaves_out_own_squares(answer):
                enough += ". Each of your queens is attacked by another: a queen also guards her own square"
            raise _drawn(n, queens, f"your model takes {len(queens)} queens, and {enough}")
    for n, placements in _placements().items():
        for queens, allowed in zip(placements, _allowed(answer, n, placements), strict=True):
            free = next((i for i in _squares(n) if not any(i == q or attack(i, q) for q in queens)), None)
            if free is None and not allowed:
                must = "the model must allow every such placement"
                raise _drawn(
                    n, queens, f"your model forbids the queens {sorted(queens)}, which guard each square; {must}"
                )
            if free and allowed:
                raise _drawn(n, queens, f"your model allows the queens {sorted(queens)}, which do not guard {free}")
    return (
        "your model guards the boards of 2 to 7 rows with 1, 1, 2, 3, 3 and 4 queens, fewer are not enough, and on "
        f"3 to 5 rows it allows those of {sum(map(len, _placements().values()))} placements that guard each square"
    )


def _allowed(answer: Function, n: int, placements: Iterable[Squares]) -> Iterator[bool]:
    """Whether the model of n x n squares, in the objects of its library, allows exactly these queens."""
    m, q, _ = native_model(answer(n), ("q",))
    if m.name != "cpsat":
        of = dict(entries(q))
        for _, allowed in allowed_by(m, of, ({i: int(i in queens) for i in of} for queens in placements)):
            yield allowed
        return
    for queens in placements:  # by CP-SAT itself, which has more constraints than this package can read
        m, q, _ = native_model(answer(n), ("q",))
        for i, variable in entries(q):
            m.native.add(variable == int(i in queens))
        status = solved_by_cpsat(m)[0].name
        if status == "UNKNOWN":
            raise Undecided(f"whether your model is right is not known: it was not solved in {SECONDS:g} seconds")
        yield status in ("OPTIMAL", "FEASIBLE")


def _squares(n: int) -> list[tuple[int, int]]:
    return [(r, c) for r, c in product(range(1, n + 1), repeat=2)]


@cache
def _placements() -> dict[int, tuple[Squares, ...]]:
    """Placements for some sizes: full boards, rows, columns and diagonals, all that leave a corner free, and random ones of many sizes."""
    rng, found = Random(8), {}
    for n in (3, 4, 5):
        squares = _squares(n)
        lines = [
            [i for i in squares if i[0] == 1],
            [i for i in squares if i[1] == n],
            [i for i in squares if i[0] == i[1]],
            *([i for i in squares if i != corner and not attack(i, corner)] for corner in (squares[0], squares[-1])),
        ]
        some = [rng.sample(squares, rng.randint(1, 2 * n)) for _ in range(12)]
        found[n] = tuple(map(frozenset, [*lines, squares, *some]))
    return found


def _leaves_out_own_squares(answer: Function) -> bool:
    """Whether a wrong model takes the queens that are needed if a queen does not guard her own square."""
    for n, fewest in FEWEST_ATTACKED.items():
        squares = _squares(n)
        try:
            queens = best_of_native(answer(n), squares, "squares", "q", f"for n={n}")
        except Wrong:
            return False
        if len(queens) != fewest or not all(any(attack(q, other) for other in queens - {q}) for q in queens):
            return False
    return True


def attack(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two queens on these squares attack each other.

    >>> attack((1, 1), (3, 3)), attack((1, 1), (2, 3))
    (True, False)
    """
    (r, c), (s, d) = one, other
    return r == s or c == d or abs(r - s) == abs(c - d)


def _drawn(n: int, queens: Squares, what: str) -> Wrong:
    picture = svg(lambda plots, ax: plots.queens(sorted(queens), ax, size=n), width=0.4 * n, height=0.4 * n)
    return Wrong(f"for n={n} {what}", picture=picture)


# -- a model to read ---------------------------------------------------------------------------------------------------

Square = tuple[tuple[int, ...], ...]
N = 5


def mend_minizinc(accepted: Any, refused: Any) -> str:
    """A square that the model accepts though it is not diagonal, and a diagonal one that it refuses."""
    for answer, name in ((accepted, "accepted"), (refused, "refused")):
        square = _square(answer, name)
        if unfit := no_latin_square(square):
            raise Wrong(f"{name} is no Latin square, and both the model and the plan demand one: {unfit}")
        model, plan = objection_of_the_model(square), objection_of_the_plan(square)
        if name == "accepted" and model:
            raise Wrong(f"the model does not accept this square: {model}")
        if name == "accepted" and not plan:
            raise Wrong("the model accepts this square, but it is a diagonal Latin square, so that is no mistake")
        if name == "refused" and plan:
            raise Wrong(f"refused must be a diagonal Latin square, and here {plan}")
        if name == "refused" and not model:
            raise Wrong("this diagonal Latin square satisfies every line of the model, so it is not refused")
    return (
        "the last line speaks of the four cells (1, 4), (2, 3), (3, 2) and (4, 1), one column left of the diagonal that was meant: "
        f"in accepted {objection_of_the_plan(_square(accepted, ''))}; in refused "
        f"{objection_of_the_model(_square(refused, ''))}"
    )


def _square(answer: Any, name: str) -> Square:
    """The answer as rows: from 25 digits in a list or a text, from rows, a grid, or a dict (row, column) -> digit."""
    if isinstance(answer, Grid):
        answer = answer.values
    if isinstance(answer, dict):
        answer = [answer.get(i) for i in product(range(1, N + 1), repeat=2)]
    if isinstance(answer, str):
        answer = [int(d) if d.isdecimal() else d for d in "".join(answer.split())]
    if isinstance(answer, list | tuple) and len(answer) == N:
        rows = [list(row) if isinstance(row, list | tuple) else [row] for row in answer]
        answer = [d for row in rows for d in row] if all(len(row) == N for row in rows) else answer
    digits = {*range(1, N + 1)}
    must_fit(list(answer) if isinstance(answer, tuple) else answer, list, f"{name} must be a list of 25 digits 1 to 5")
    must_fit(answer, (digits,) * N**2, f"{name} must be a list of 25 digits 1 to 5, row by row")
    values = [int(d) for d in answer]
    return tuple(tuple(values[k : k + N]) for k in range(0, N**2, N))


def no_latin_square(square: Square) -> str:
    """Why a square is not Latin; empty when it is.

    >>> no_latin_square(((1, 2), (1, 2)))
    'column 1 is 1, 1'
    """
    for name, lines in (("row", square), ("column", tuple(zip(*square, strict=True)))):
        for k, line in enumerate(lines, 1):
            if len({*line}) < len(line):
                return f"{name} {k} is {', '.join(map(str, line))}"
    return ""


def objection_of_the_model(square: Square) -> str:
    """Which line of the MiniZinc model a Latin square breaks; empty when it breaks none."""
    n = len(square)
    main, beside = [square[k][k] for k in range(n)], [square[k][n - 2 - k] for k in range(n - 1)]
    if len({*main}) < n:
        return f"the cells x[k, k] hold {', '.join(map(str, main))}"
    return f"the cells x[k, n - k] hold {', '.join(map(str, beside))}" if len({*beside}) < n - 1 else ""


def objection_of_the_plan(square: Square) -> str:
    """Which main diagonal of a Latin square has a digit twice; empty when none has."""
    n = len(square)
    for name, line in (
        ("falling", [square[k][k] for k in range(n)]),
        ("rising", [square[k][n - 1 - k] for k in range(n)]),
    ):
        if len({*line}) < n:
            return f"the {name} diagonal holds {', '.join(map(str, line))}"
    return ""


# -- the school --------------------------------------------------------------------------------------------------------

Slots = dict[tuple[str, str], int]

TAUGHT = {
    "maths": ["1a", "1b", "2a", "2b"],
    "chemistry": ["2a", "2b"],
    "English": ["1a", "1b", "2a", "2b"],
    "sport": ["1a", "1b", "2b"],
}
LESSONS = [(c, subject) for subject, classes in TAUGHT.items() for c in classes]
SLOTS, ROOMS = 6, 3


def no_waiting(rule: Function, plan: Any) -> str:
    """The rule must hold of exactly the plans without a gap, and the plan must be a best timetable with it."""

    def state(backend: str, native: bool) -> Backend:
        m = new_backend(backend)
        rule(m.native if native else m, *_variables(m))
        return m

    language = language_of(state)
    for slots in _plans():
        rooms = {lesson: 1 + (slots[lesson] + k) % ROOMS for k, lesson in enumerate(LESSONS)}
        waits = next((teacher for teacher in TAUGHT if _has_gap(slots, teacher)), None)
        if _is_allowed(rule, language, slots, rooms) != (waits is None):
            what = f"alone, without the others, forbids this plan, in which nobody waits. The slots: {_slots_of_all(slots)}"
            if waits:
                what = f"allows the {waits} lessons in the slots {_slots(slots, waits)}: the teacher waits"
            elif _is_allowed(rule, language, slots, {}):
                what = "forbids some rooms; it should speak of the slots only"
            raise Wrong(f"your rule {what}", picture=_day_of(slots))
    form = "the rule is right, but the plan must be a dict with a slot and a room for each lesson, as `.values` is"
    must_fit(plan, {(str, str, str): int}, form)
    wanted = {(kind, *lesson) for kind in ("slot", "room") for lesson in LESSONS}
    if missing := sorted(wanted - plan.keys()):
        raise Wrong(f"{form}; it has no entry {missing[0]}")
    slots, rooms = ({lesson: int(plan[kind, *lesson]) for lesson in LESSONS} for kind in ("slot", "room"))
    if fault := broken_rule(slots, rooms):
        raise Wrong(f"the rule is right, but in the plan {fault}", picture=_day_of(slots))
    if (cost := cost_of(slots)) > BEST_COST:
        raise Wrong(f"the rule is right, and so is the plan, but it costs {cost}, and there is a cheaper one")
    return (
        f"your rule allows exactly those of {len(_plans())} plans in which nobody waits, and no plan costs less: {cost}"
    )


def broken_rule(slots: Slots, rooms: Slots) -> str:
    """What a timetable breaks, of the rules of the school and the new one; empty when it breaks none."""
    for lesson, (s, r) in ((lesson, (slots[lesson], rooms[lesson])) for lesson in LESSONS):
        subject = lesson[1]
        if s not in {"chemistry": (3, 4, 5, 6), "English": (1, 2, 3, 4), "sport": (1, 2, 4, 5, 6)}.get(
            subject, (1, 2, 3, 4, 5, 6)
        ):
            return f"{lesson} is in slot {s}"
        if r not in {"chemistry": (3,), "sport": (1,)}.get(subject, (2, 3)):
            return f"{lesson} is in room number {r}"
    for one, other in combinations(LESSONS, 2):
        if slots[one] == slots[other] and (rooms[one] == rooms[other] or {*one} & {*other}):
            return f"{one} and {other} clash in slot {slots[one]}"
    waits = next((teacher for teacher in TAUGHT if _has_gap(slots, teacher)), None)
    return f"the {waits} teacher waits, with the slots {_slots(slots, waits)}" if waits else ""


def cost_of(slots: Slots) -> int:
    """The cost of a timetable: the last slots of the classes, and 2 for each maths lesson in slot 1."""
    last = [max(s for (c, _), s in slots.items() if c == of) for of in ("1a", "1b", "2a", "2b")]
    return sum(last) + 2 * sum(s == 1 for (_, subject), s in slots.items() if subject == "maths")


COST_WITHOUT, BEST_COST = 18, 21
"""The costs of the best timetables without and with the rule; a test computes them."""


@cache
def _plans() -> tuple[Slots, ...]:
    """Slots for all lessons: for each teacher all sets of slots, while the other teachers do not wait."""
    rng = random.Random(6)
    chosen: list[dict[str, Any]] = []
    for teacher, classes in TAUGHT.items():
        for slots in combinations(range(1, SLOTS + 1), len(classes)):
            begins = {other: rng.randint(1, SLOTS - len(of) + 1) for other, of in TAUGHT.items()}
            spans = {other: range(begins[other], begins[other] + len(of)) for other, of in TAUGHT.items()}
            chosen.append({**spans, teacher: slots})
    for begin in product(*((1, SLOTS - len(of) + 1) for of in TAUGHT.values())):  # first or last
        chosen.append({t: range(b, b + len(of)) for (t, of), b in zip(TAUGHT.items(), begin, strict=True)})
    plans = []
    for each in chosen:
        mixed = {teacher: rng.sample([*slots], len(slots)) for teacher, slots in each.items()}
        plans.append({(c, t): s for t, of in TAUGHT.items() for c, s in zip(of, mixed[t], strict=True)})
    return tuple(rng.sample(plans, len(plans)))


def _is_allowed(rule: Any, language: tuple[str, bool], slots: Slots, rooms: Slots) -> bool:
    backend, native = language

    def define(m: Backend) -> Any:
        slot, room = _variables(m)
        given = dict(slot), dict(room)
        rule(m.native if native else m, *given)
        for own, made in zip(given, (slot, room), strict=True):
            if own.keys() != made.keys() or any(own[i] is not made[i] for i in made):
                raise Wrong("your rule changes the dict slot or room; it should only add constraints to m")
        for variables, values in ((slot, slots), (room, rooms)):
            for lesson, number in values.items():
                m.fix(variables[lesson], number)
        return {**slot, **{("room", *lesson): x for lesson, x in room.items()}}

    return is_solved(Problem(define, backend).solve(first(Feature.LOGIC), time_limit=SECONDS))


def _variables(m: Backend) -> tuple[dict[Any, Any], dict[Any, Any]]:
    return m.int_vars("slot", LESSONS, 1, SLOTS), m.int_vars("room", LESSONS, 1, ROOMS)


def _has_gap(plan: Slots, teacher: str) -> bool:
    slots = _slots(plan, teacher)
    return slots[-1] - slots[0] >= len(slots)


def _slots(plan: Slots, teacher: str) -> list[int]:
    return sorted(plan[c, teacher] for c in TAUGHT[teacher])


def _slots_of_all(plan: Slots) -> str:
    return "; ".join(f"{teacher} {_slots(plan, teacher)}" for teacher in TAUGHT)


def _day_of(plan: Slots) -> str:
    """The plan as a timetable with a column for each teacher."""
    placed = {f"{c} {subject}": (slot, subject) for (c, subject), slot in plan.items()}
    groups = {name: name.split()[1] for name in placed}
    return svg(lambda plots, ax: plots.timetable(placed, range(1, SLOTS + 1), [*TAUGHT], groups, ax), 5.0, 2.8)


# -- examination -------------------------------------------------------------------------------------------------------


@question(3, 3)
def queens(rng: Random) -> Asked:
    n = rng.choice((4, 5, 6))
    row, column = rng.randint(1, n), rng.randint(1, n)
    placed = [
        each
        for each in permutations(range(1, n + 1))
        if each[row - 1] == column and all(abs(each[i] - each[j]) != j - i for i, j in combinations(range(n), 2))
    ]
    return Asked(
        f"Model {n} queens on a {n}x{n} board that do not attack each other, with one integer variable for each row and three "
        f"all-different constraints. One queen stands in row {row}, column {column}. How many solutions are left?",
        f"q[r] is the column of the queen in row r; all different are q[r], q[r] + r and q[r] - r. With q[{row}] = {column} "
        f"there are **{len(placed)}**" + (f": {placed}." if placed else "."),
        len(placed),
    )


@question(3, 3)
def latin_squares(rng: Random) -> Asked:
    first: tuple[int, ...] = (1, 2, 3, 4)
    second: tuple[int, ...] = ()
    while not second or any(a == b for a, b in zip(first, second, strict=True)):
        second = tuple(rng.sample(first, 4))
    rows = list(permutations(first))
    ends = [
        (c, d) for c, d in product(rows, repeat=2) if all(len({first[k], second[k], c[k], d[k]}) == 4 for k in range(4))
    ]
    given = Counter((r, k + 1, row[k]) for pair in ends for r, row in enumerate(pair, 3) for k in range(4))
    fewest = min(given.values())
    return Asked(
        f"A Latin square of order 4 begins with the rows {first} and {second}. How many ways are there to complete it? Give "
        "a given (row, column, digit) that leaves as few as possible, but one at least.",
        f"**{len(ends)}** ways, with the rows 3 and 4: {ends}. The best givens leave {fewest}, for example "
        f"{min(each for each in given if given[each] == fewest)}.",
        (len(ends), fewest),
    )


def _holds(rule: str, x: int, y: int) -> bool:
    """Whether a rule such as "x + y <= 7" holds."""
    left, sign, right = rule.rsplit(" ", 2)
    one = {"x": x, "y": y, "x + y": x + y}[left]
    other = y if right == "y" else int(right)
    return {"<=": one <= other, ">=": one >= other, "<": one < other, ">": one > other}[sign]


@question(5, 1)
def minimal_conflicts(rng: Random) -> Asked:
    while True:
        rules = {}
        for name in "ABCDE":
            x, k = rng.choice("xy"), rng.randint(2, 6)
            rules[name] = rng.choice(
                (f"{x} >= {k}", f"{x} <= {k}", f"x + y <= {k + 3}", f"x + y >= {k + 3}", "x < y", "x > y")
            )
        allowed = {
            name: {at for at in product(range(8), repeat=2) if _holds(rule, *at)} for name, rule in rules.items()
        }

        def holds(names: tuple[str, ...], allowed: dict[str, set[tuple[int, ...]]] = allowed) -> bool:
            return bool(set.intersection(*(allowed[name] for name in names)))

        sets = [each for k in range(1, 6) for each in combinations("ABCDE", k) if not holds(each)]
        found = [each for each in sets if not any(set(other) < set(each) for other in sets)]
        if 1 <= len(found) <= 3 and all(len(each) >= 2 for each in found) and len(set(rules.values())) == 5:
            break
    return Asked(
        f"x and y are integers from 0 to 7. The rules {', '.join(f'{name}: {rule}' for name, rule in rules.items())} cannot "
        "all hold. Find every minimal set of rules that contradict each other. Is there a single rule that could be dropped to mend all?",
        f"Minimal sets: **{', '.join(braces(each) for each in found)}**. In all of them: "
        f"{braces(set.intersection(*map(set, found))) if set.intersection(*map(set, found)) else 'no rule, so one is not enough'}.",
        {frozenset(each) for each in found},
    )
