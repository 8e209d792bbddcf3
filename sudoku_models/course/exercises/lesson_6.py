"""Lesson 6, beyond Sudoku: queens that guard a board, a MiniZinc model to read, and a school's timetable."""

import random
from functools import cache
from itertools import combinations, product
from typing import Any

from ...backends import Backend
from ...models.problem import Problem
from ...puzzles.puzzle import Grid
from ...solvers import Feature, first
from ..answers import must_fit
from ..exercise import SECONDS, Function, Wrong
from ..models import best_of_native, is_solved, svg

# -- queens ------------------------------------------------------------------------------------------------------------

Squares = frozenset[tuple[int, int]]

FEWEST = {2: 1, 3: 1, 4: 2, 5: 3, 6: 3, 7: 4}
"""The fewest queens that guard all squares of the n x n board; a test computes them."""


def covering_queens(answer: Function) -> str:
    """A plain model that finds as few queens as possible so that each square is occupied or attacked."""
    for n, fewest in FEWEST.items():
        squares = [(r, c) for r, c in product(range(1, n + 1), repeat=2)]
        queens = best_of_native(answer(n), squares, f"{n * n} squares (row, column)", "q", f"for n={n}")
        free = next((i for i in squares if not any(i == q or attack(i, q) for q in queens)), None)
        if free is not None:
            raise _drawn(n, queens, f"the queens {sorted(queens)} neither occupy nor attack the square {free}")
        if len(queens) > fewest:
            enough = "one is enough" if fewest == 1 else f"{fewest} are enough"
            if all(any(attack(q, other) for other in queens - {q}) for q in queens):
                enough += ". Each of your queens is attacked by another: a queen also guards her own square"
            raise _drawn(n, queens, f"your model takes {len(queens)} queens, and {enough}")
    return "your model guards the boards of 2 to 7 rows with 1, 1, 2, 3, 3 and 4 queens, and fewer are not enough"


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
        "the last line speaks of the four cells (1, 4), (2, 3), (3, 2) and (4, 1), beside the diagonal that was meant: "
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
    for slots in _plans():
        rooms = {lesson: 1 + (slots[lesson] + k) % ROOMS for k, lesson in enumerate(LESSONS)}
        waits = next((teacher for teacher in TAUGHT if _has_gap(slots, teacher)), None)
        if _is_allowed(rule, slots, rooms) != (waits is None):
            what = f"forbids this plan, in which nobody waits. The slots: {_slots_of_all(slots)}"
            if waits:
                what = f"allows the {waits} lessons in the slots {_slots(slots, waits)}: the teacher waits"
            elif _is_allowed(rule, slots, {}):
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


def _is_allowed(rule: Any, slots: Slots, rooms: Slots) -> bool:
    def define(m: Backend) -> Any:
        slot, room = m.int_vars("slot", LESSONS, 1, SLOTS), m.int_vars("room", LESSONS, 1, ROOMS)
        given = dict(slot), dict(room)
        rule(m, *given)
        for own, made in zip(given, (slot, room), strict=True):
            if own.keys() != made.keys() or any(own[i] is not made[i] for i in made):
                raise Wrong("your rule changes the dict slot or room; it should only add constraints to m")
        for variables, values in ((slot, slots), (room, rooms)):
            for lesson, number in values.items():
                m.fix(variables[lesson], number)
        return {**slot, **{("room", *lesson): x for lesson, x in room.items()}}

    return is_solved(Problem(define).solve(first(Feature.LOGIC), time_limit=SECONDS))


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
