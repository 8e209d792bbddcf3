"""Lesson 6, beyond Sudoku: queens, Latin squares, and a school that needs a timetable."""

import random
from collections.abc import Callable, Mapping
from functools import cache, partial
from itertools import combinations, permutations
from typing import Any

from ...backends import Backend
from ...models.problem import Problem
from ...puzzles.board import Board
from ..exercise import Wrong, exercise

# -- queens ------------------------------------------------------------------------------------------------------------


@exercise("queens-on-squares", lesson=6, title="Queens on squares")
def queens_on_squares(answer: Any) -> str:
    """All placements of three to six queens, and nothing else."""
    if not callable(answer):
        raise Wrong(f"the answer must be a function of (m, n), not {answer!r}")
    for n in (3, 4, 5, 6):
        ways = _queens(n)
        found = set()
        for q in Problem(partial(_squares, answer, n)).solutions(len(ways) + 1, "highs", time_limit=20):
            squares = sorted(square for square, one in q.items() if one)
            for (r, c), (s, d) in combinations(squares, 2):
                if r == s or c == d or abs(r - s) == abs(c - d):
                    raise Wrong(f"for n={n} your model allows queens on {(r, c)} and {(s, d)}, which attack each other")
            if len(squares) != n:
                raise Wrong(f"for n={n} your model allows a board with {len(squares)} queens: {squares}")
            found.add(tuple(c for _, c in squares))
        if missing := sorted(ways - found):
            squares = list(enumerate(missing[0], 1))
            raise Wrong(f"for n={n} your model forbids the queens {squares}, though no two of them attack each other")
    return "your model has 0, 2, 10 and 4 solutions for 3 to 6 queens, and they are the right ones"


def _squares(answer: Any, n: int, m: Backend) -> Mapping[Any, Any]:
    returned = answer(m, n)
    wanted = {(r, c) for r in range(1, n + 1) for c in range(1, n + 1)}
    if not isinstance(returned, Mapping) or set(returned) != wanted:
        raise Wrong(f"for n={n} the function must return a dict with a variable for each of the {n * n} squares (r, c)")
    return returned


def _queens(n: int) -> set[tuple[int, ...]]:
    """All placements, by exhaustive search."""
    return {
        way
        for way in permutations(range(1, n + 1))
        if all(abs(c - d) != s - r for (r, c), (s, d) in combinations(enumerate(way), 2))
    }


# -- Latin squares -----------------------------------------------------------------------------------------------------


@exercise("diagonal-squares", lesson=6, title="Diagonals too")
def diagonal_squares(board_of: Any, number: Any) -> str:
    """The right units, and their number: A274171 of the On-Line Encyclopedia of Integer Sequences."""
    if not callable(board_of):
        raise Wrong(f"the first answer must be a function of n, not {board_of!r}")
    for n in (4, 5):
        board = board_of(n)
        if not isinstance(board, Board) or board.size != n:
            raise Wrong(f"for n={n} the function must return an sm.Board of size {n}, not {board!r}")
        units = [frozenset(unit.cells) for unit in board.units]
        wanted = _lines(n)
        for name, cells in wanted.items():
            if cells not in units:
                raise Wrong(f"for n={n} no unit is the {name}: {sorted(cells)}")
        for unit in board.units:
            if frozenset(unit.cells) not in wanted.values():
                raise Wrong(f"for n={n} there is a unit {unit.name!r} that is no row, column or main diagonal")
    because = {
        1344: "1344 is the number without the diagonals",
        960: "960 is the number with any first row; with 1 2 3 4 5 there it is 960 / 5!",
    }
    if number != 8:
        raise Wrong(because.get(number, f"the board is right, but {number!r} is not the number of squares"))
    return "your board has the right units, and 8 diagonal squares of order 5 begin with 1 2 3 4 5"


def _lines(n: int) -> dict[str, frozenset[tuple[int, int]]]:
    span = range(1, n + 1)
    lines = {f"row {r}": frozenset((r, c) for c in span) for r in span}
    lines |= {f"column {c}": frozenset((r, c) for r in span) for c in span}
    lines["falling diagonal"] = frozenset((k, k) for k in span)
    lines["rising diagonal"] = frozenset((k, n + 1 - k) for k in span)
    return lines


# -- the school of the lesson ------------------------------------------------------------------------------------------

Lesson = tuple[str, str]
Rule = Callable[[Backend, dict[Lesson, Any], dict[Lesson, Any]], None]

TAUGHT = {
    "maths": ["1a", "1b", "2a", "2b"],
    "chemistry": ["2a", "2b"],
    "English": ["1a", "1b", "2a", "2b"],
    "sport": ["1a", "1b", "2b"],
}
LESSONS: list[Lesson] = [(c, subject) for subject, classes in TAUGHT.items() for c in classes]
CLASSES = ["1a", "1b", "2a", "2b"]
SLOTS, ROOMS = 6, 3


def _of(who: str) -> list[Lesson]:
    return [lesson for lesson in LESSONS if who in lesson]


def _one_lesson_in_a_place(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
    place = m.int_vars("place", LESSONS, 1, SLOTS * ROOMS)
    for i in LESSONS:
        m.add(m.dot([1, -ROOMS, -1], [place[i], slot[i], room[i]]) == -ROOMS, f"the place of {i}")
    m.all_different(place.values(), "one lesson in a place")


def _one_at_a_time(people: list[str]) -> Rule:
    def rule(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
        for who in people:
            m.all_different([slot[i] for i in _of(who)], f"{who}: one lesson at a time")

    return rule


def _rooms_fit(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
    for i in LESSONS:
        if i[1] in ("chemistry", "sport"):
            m.add(room[i] == (3 if i[1] == "chemistry" else 1), f"the room of {i}")
        else:
            m.not_equal(room[i], 1, f"{i} not in the hall")


def _hours(subject: str, first: int = 1, last: int = SLOTS, but: tuple[int, ...] = ()) -> Rule:
    def rule(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
        for i in _of(subject):
            m.add(slot[i] >= first, f"{i} not before slot {first}")
            m.add(slot[i] <= last, f"{i} not after slot {last}")
            for s in but:
                m.not_equal(slot[i], s, f"{i} not in slot {s}")

    return rule


RULES: dict[str, Rule] = {
    "one lesson in a place": _one_lesson_in_a_place,
    "a class has one lesson at a time": _one_at_a_time(CLASSES),
    "a teacher has one lesson at a time": _one_at_a_time(list(TAUGHT)),
    "rooms fit": _rooms_fit,
    "chemistry from slot 3": _hours("chemistry", first=3),
    "English until slot 4": _hours("English", last=4),
    "no sport in slot 3": _hours("sport", but=(3,)),
}
HURRIED = {**RULES, "chemistry until slot 3": _hours("chemistry", last=3)}


def _school(rules: dict[str, Rule]) -> Callable[[Backend], dict[Any, Any]]:
    def define(m: Backend) -> dict[Any, Any]:
        slot = m.int_vars("slot", LESSONS, 1, SLOTS)
        room = m.int_vars("room", LESSONS, 1, ROOMS)
        for rule in rules.values():
            rule(m, slot, room)
        end = m.int_vars("end", CLASSES, 1, SLOTS)
        for i in LESSONS:
            m.add(end[i[0]] - slot[i] >= 0, f"{i[0]} stays for {i}")
        early = m.bool_vars("early", _of("maths"))
        for i in early:
            m.add(slot[i] + early[i] >= 2, f"{i} is early, or later than slot 1")
        m.minimize(m.sum(end.values()) + 2 * m.sum(early.values()))
        return slot

    return define


def _no_waiting(m: Backend, slot: dict[Lesson, Any], room: dict[Lesson, Any]) -> None:
    first = m.int_vars("first", list(TAUGHT), 1, SLOTS)
    for teacher in TAUGHT:
        for i in _of(teacher):
            m.add(slot[i] - first[teacher] >= 0, f"{teacher} begins with {i} or before")
            m.add(slot[i] - first[teacher] <= len(_of(teacher)) - 1, f"{teacher} does not wait for {i}")


@cache
def best_cost(waiting: bool) -> float | None:
    """The cost of a best timetable, with or without the rule that no teacher waits.

    >>> best_cost(True), best_cost(False)
    (18.0, 21.0)
    """
    rules = RULES if waiting else {**RULES, "no waiting": _no_waiting}
    cost: float | None = Problem(_school(rules), "cpsat").solve("cpsat", time_limit=20).objective
    return cost


@exercise("no-waiting", lesson=6, title="No waiting", time_limit=60)
def no_waiting(rule: Any, cost: Any) -> str:
    """The rule must hold of exactly the plans without a gap, and the cost must be the optimum with it."""
    if not callable(rule):
        raise Wrong(f"the first answer must be a function of (m, slot, room), not {rule!r}")
    plans = _plans()
    for plan in plans:
        allowed = bool(Problem(partial(_fixed, rule, plan)).solve("cpsat", time_limit=10))
        waits = next((teacher for teacher in TAUGHT if _has_gap(plan, teacher)), None)
        if allowed and waits:
            raise Wrong(f"your rule allows the {waits} lessons in the slots {_slots(plan, waits)}: the teacher waits")
        if not allowed and not waits:
            every = "; ".join(f"{teacher} {_slots(plan, teacher)}" for teacher in TAUGHT)
            raise Wrong(f"your rule forbids a plan without waiting. The slots: {every}")
    if isinstance(cost, bool) or not isinstance(cost, int | float):
        raise Wrong(f"the rule is right, but the cost must be a number, not {cost!r}")
    best = best_cost(waiting=False)
    if cost == best_cost(waiting=True):
        raise Wrong(f"the rule is right, but {cost:g} is the cost of a best timetable without it")
    if best is None or abs(cost - best) > 1e-6:
        how = "no timetable is as cheap as that" if best is None or cost < best else "there is a cheaper timetable"
        raise Wrong(f"the rule is right, but the cost of a best timetable with it is not {cost:g}: {how}")
    return f"your rule holds of exactly those of {len(plans)} plans in which nobody waits, and the best costs {best:g}"


def _plans() -> list[dict[Lesson, int]]:
    """Slots for all lessons, half of them with a teacher who waits."""
    rng, plans = random.Random(6), []
    for k in range(24):
        plan: dict[Lesson, int] = {}
        for teacher in TAUGHT:
            lessons = _of(teacher)
            start = rng.randint(1, SLOTS - len(lessons) + 1)
            slots = list(range(start, start + len(lessons)))
            rng.shuffle(slots)
            plan.update(zip(lessons, slots, strict=True))
        if k % 2:
            lessons = _of(list(TAUGHT)[k // 2 % len(TAUGHT)])
            slots = rng.sample(range(1, SLOTS + 1), len(lessons))
            while max(slots) - min(slots) < len(slots):
                slots = rng.sample(range(1, SLOTS + 1), len(lessons))
            plan.update(zip(lessons, slots, strict=True))
        plans.append(plan)
    return plans


def _fixed(rule: Any, plan: dict[Lesson, int], m: Backend) -> dict[Lesson, Any]:
    slot = m.int_vars("slot", LESSONS, 1, SLOTS)
    rule(m, slot, m.int_vars("room", LESSONS, 1, ROOMS))
    for i, s in plan.items():
        m.fix(slot[i], s)
    return slot


def _has_gap(plan: dict[Lesson, int], teacher: str) -> bool:
    slots = _slots(plan, teacher)
    return slots[-1] - slots[0] >= len(slots)


def _slots(plan: dict[Lesson, int], teacher: str) -> list[int]:
    return sorted(plan[i] for i in _of(teacher))


@exercise("minimal-conflict", lesson=6, title="Who is to blame?")
def minimal_conflict(answer: Any) -> str:
    """Any set of rules that is infeasible, and feasible without any one of them."""
    if not isinstance(answer, set | frozenset | list | tuple):
        raise Wrong(f"the answer must be a set of names, not {answer!r}")
    names = set(answer)
    if unknown := sorted(map(repr, names - HURRIED.keys())):
        raise Wrong(f"there is no rule {unknown[0]}; the rules are: {', '.join(map(repr, HURRIED))}")
    if _can_hold(names):
        raise Wrong(f"these {len(names)} rules can hold together, so that they are no conflict")
    for name in sorted(names):
        if not _can_hold(names - {name}):
            raise Wrong(f"this is a conflict, but not a minimal one: without {name!r} it is still a conflict")
    return f"these {len(names)} rules cannot hold together, and can as soon as any one of them is left out"


def _can_hold(names: set[str]) -> bool:
    rules = {name: rule for name, rule in HURRIED.items() if name in names}
    return bool(Problem(_school(rules), "cpsat").solve("cpsat", time_limit=20))
