"""Lesson 6, beyond Sudoku: queens, Latin squares, and a school that needs a timetable."""

import random
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import Any

from ...backends import Backend
from ...models.problem import Problem
from ...puzzles.board import Board
from ...puzzles.puzzle import Grid, Puzzle
from ...solvers import LOGIC, first
from ..answers import must_fit
from ..exercise import Function, Wrong
from ..judges import conflict, value
from ..models import all_solutions, binary_solutions, must_have_solutions, stated, svg

# -- queens ------------------------------------------------------------------------------------------------------------

Squares = frozenset[tuple[int, int]]

TEN = frozenset(enumerate((2, 4, 6, 8, 10, 1, 3, 5, 7, 9), 1))
"""Ten queens that do not attack each other."""
CORNERS = ([(1, 2), (2, 1)], [(9, 10), (10, 9)], [(1, 9), (2, 10)], [(9, 1), (10, 2)])
"""Pairs that a model allows on ten rows when it has the diagonals of small boards only."""


def queens_on_squares(answer: Function) -> str:
    """All placements of three to six queens and nothing else; and one of ten queens, but not some pairs."""
    for n in (3, 4, 5, 6):
        must_have_solutions(_placements(answer, n), _queens(n), partial(_wrong, n))
    for pair in CORNERS:
        for squares in _placements(answer, 10, pair, 1):
            raise _wrong(10, squares, True)
    must_have_solutions(_placements(answer, 10, TEN, 1), [TEN], partial(_wrong, 10))
    return "your model has 0, 2, 10 and 4 solutions for 3 to 6 queens, and they are the right ones"


def _placements(answer: Any, n: int, queens: Any = (), most: int = 11) -> Any:
    """The solutions of the learner's model, with queens on some squares."""

    def define(m: Backend) -> dict[Any, Any]:
        squares = list(product(range(1, n + 1), repeat=2))
        q = stated(answer, m, [n], squares, f"{n * n} squares (row, column)")
        for square in queens:
            m.fix(q[square], 1)
        return q

    return binary_solutions(define, most)


def _queens(n: int) -> list[Squares]:
    """All placements, by exhaustive search."""
    every = (list(enumerate(columns, 1)) for columns in permutations(range(1, n + 1)))
    return [frozenset(queens) for queens in every if not any(_attack(*pair) for pair in combinations(queens, 2))]


def _attack(one: tuple[int, int], other: tuple[int, int]) -> bool:
    (r, c), (s, d) = one, other
    return r == s or c == d or abs(r - s) == abs(c - d)


def _wrong(n: int, squares: Squares, allowed: bool) -> Wrong:
    """The objection to a placement, with a drawing of it."""
    queens = sorted(squares)
    attack = next((f": {i} and {j} attack each other" for i, j in combinations(queens, 2) if _attack(i, j)), "")
    why = attack or (f": these are {len(queens)} of {n}" if len(queens) != n else ", of which no two attack each other")
    picture = svg(lambda plots, ax: plots.queens(queens, ax, size=n), width=0.4 * n, height=0.4 * n)
    return Wrong(f"for n={n} your model {'allows' if allowed else 'forbids'} the queens {queens}{why}", picture=picture)


# -- Latin squares -----------------------------------------------------------------------------------------------------

_number = value(
    8,
    {
        1344: "the board is right, but 1344 is the number without the diagonals",
        960: "the board is right, but 960 is the number with any first row; with 1 2 3 4 5 there it is 960 / 5!",
        161280: "the board is right, but 161280 is the number of all Latin squares of order 5",
    },
    "your board has the right units, and 8 diagonal squares of order 5 begin with 1 2 3 4 5",
    "the board is right, but not this number of squares",
)


def diagonal_squares(board_of: Function, number: Any) -> Any:
    """The right units, and their number: A274171 of the On-Line Encyclopedia of Integer Sequences."""
    for n in (5, 4):  # of order 4, a square with one such diagonal has the other one too
        board = board_of(n)
        must_fit(board, Board, f"for n={n} the function must return an sm.Board")
        if board.size != n:
            raise Wrong(f"for n={n} the function must return a board of size {n}, and this is a {board}")
        _must_have_the_lines(board)
    return _number(number)


def _must_have_the_lines(board: Board) -> None:
    """Refuse a board with other units, with a square that it wrongly allows or forbids."""
    n, right = board.size, Board.latin(board.size).diagonal()
    stated, wanted = ({frozenset(unit.cells) for unit in each.units} for each in (board, right))
    for unit in right.units:
        if frozenset(unit.cells) not in stated:
            what = f"for n={n} no unit of your board has the cells of {unit.name}, {sorted(unit.cells)}"
            raise Wrong(what, *_square_for_one_only(board, right))
    for unit in board.units:
        if frozenset(unit.cells) not in wanted:
            what = f"for n={n} the unit {unit.name!r} of your board is no row, column or main diagonal"
            raise Wrong(f"{what}: {sorted(unit.cells)}", *_square_for_one_only(right, board))


def _square_for_one_only(one: Board, other: Board) -> tuple[Puzzle | None, Grid | None]:
    """A full square that the units of one board allow, and those of the other forbid, on the other board."""
    empty = Puzzle(other, (0,) * len(other.cells), "the empty board")
    squares = (Grid(other, grid.values) for grid in all_solutions(Puzzle(one, empty.values), 200))
    forbidden = next((square for square in squares if empty.violations(square)), None)
    return (empty, forbidden) if forbidden else (None, None)


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


def no_waiting(rule: Function, cost: Any) -> str:
    """The rule must hold of exactly the plans without a gap, and the cost must be the optimum with it."""
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
    must_fit(cost, float, "the rule is right, but the cost must be a number")
    if cost != BEST_COST:
        how = "there is a cheaper timetable" if cost > BEST_COST else "no timetable is as cheap as that"
        what = (
            "that of a best timetable without it" if cost == COST_WITHOUT else f"not that of a best one with it: {how}"
        )
        raise Wrong(f"the rule is right, but the cost {cost:g} is {what}")
    return f"your rule allows exactly those of {len(_plans())} plans in which nobody waits, and the best costs {cost:g}"


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

    return bool(Problem(define).solve(first(LOGIC), time_limit=10))


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


RULES = (
    "one lesson in a place",
    "a class has one lesson at a time",
    "a teacher has one lesson at a time",
    "rooms fit",
    "chemistry from slot 3",
    "English until slot 4",
    "no sport in slot 3",
    "chemistry until slot 3",
)
"""The rules of the school with one too many, HURRIED in the lesson."""

CONFLICTS = (
    {"chemistry from slot 3", "chemistry until slot 3", "a teacher has one lesson at a time"},
    {"chemistry from slot 3", "chemistry until slot 3", "one lesson in a place", "rooms fit"},
)
"""All minimal conflicts; a test finds them with the model of the lesson."""

minimal_conflict = conflict(RULES, CONFLICTS, "rules")
