"""Lesson 6, beyond Sudoku: queens, Latin squares, and a school that needs a timetable."""

import random
from collections.abc import Iterable, Mapping
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import Any

from ...backends import Backend
from ...errors import SudokuModelsError
from ...models.counting import count_solutions
from ...models.problem import Problem
from ...models.validation import short
from ...puzzles.board import Board, Unit
from ...puzzles.puzzle import Grid, Puzzle
from ..exercise import Wrong
from ..judges import as_python, must_be_callable
from ..pictures import svg
from ..school import HURRIED, LESSONS, ROOMS, SLOTS, TAUGHT, Lesson, best_cost, lessons_of, school
from ..statements import stated

# -- queens ------------------------------------------------------------------------------------------------------------

Square = tuple[int, int]


def queens_on_squares(answer: Any) -> str:
    """All placements of three to six queens, and nothing else."""
    must_be_callable(answer, "m, n")
    for n in (3, 4, 5, 6):
        possible = _queens(n)
        found = set()
        for q in Problem(partial(_squares, answer, n)).solutions(len(possible) + 1, "highs", time_limit=20):
            squares = sorted(square for square, one in q.items() if one)
            _must_not_attack(n, squares)
            found.add(tuple(c for _, c in squares))
        if missing := sorted(possible - found):
            squares = list(enumerate(missing[0], 1))
            sentence = f"for n={n} your model forbids the queens {squares}, though no two of them attack each other"
            raise Wrong(sentence, picture=_board_with(n, squares))
    _must_be_right_for_ten(answer)
    return "your model has 0, 2, 10 and 4 solutions for 3 to 6 queens, and they are the right ones"


TEN = (2, 4, 6, 8, 10, 1, 3, 5, 7, 9)
"""The columns of ten queens that do not attack each other."""


def _must_be_right_for_ten(answer: Any) -> None:
    """Refuse a model with the diagonals of small boards only, by two queens near a corner, and one that forbids TEN."""
    allowed = list(enumerate(TEN, 1))
    for squares in ([(1, 2), (2, 1)], [(9, 10), (10, 9)], [(1, 9), (2, 10)], [(9, 1), (10, 2)], allowed):
        problem = Problem(partial(_squares, answer, 10, queens=squares))
        found = problem.solve("highs", time_limit=20)
        if found.values is not None:
            _must_not_attack(10, sorted(square for square, one in found.values.items() if one))
        elif squares is allowed:
            sentence = f"for n=10 your model forbids the queens {squares}, though no two of them attack each other"
            raise Wrong(sentence, picture=_board_with(10, squares))


def _must_not_attack(n: int, squares: list[Square]) -> None:
    """Refuse a placement that is no solution, with a drawing of it."""
    for (r, c), (s, d) in combinations(squares, 2):
        if r == s or c == d or abs(r - s) == abs(c - d):
            sentence = f"for n={n} your model allows queens on {(r, c)} and {(s, d)}, which attack each other"
            raise Wrong(sentence, picture=_board_with(n, squares))
    if len(squares) != n:
        queens = f"{len(squares)} queen{'s' * (len(squares) != 1)}"
        sentence = f"for n={n} your model allows a board with {queens}, and {n} are to be placed"
        raise Wrong(sentence, picture=_board_with(n, squares))


def _board_with(n: int, squares: list[Square]) -> str:
    return svg(lambda plots, ax: plots.queens(squares, ax, size=n), width=0.4 * n, height=0.4 * n)


def _squares(answer: Any, n: int, m: Backend, queens: Iterable[Square] = ()) -> Mapping[Any, Any]:
    """The variables of a learner's function, with queens on some squares."""
    wanted = [(r, c) for r in range(1, n + 1) for c in range(1, n + 1)]
    q = stated(answer, m, [n], wanted, f"the {n * n} squares (row, column)")
    if missing := [square for square in wanted if square not in q]:
        raise Wrong(f"for n={n} the dict must have a variable for each of the {n * n} squares; {missing[0]} has none")
    for square in queens:
        m.fix(q[square], 1)
    return q


def _queens(n: int) -> set[tuple[int, ...]]:
    """All placements, by exhaustive search."""
    return {
        columns
        for columns in permutations(range(1, n + 1))
        if all(abs(c - d) != s - r for (r, c), (s, d) in combinations(enumerate(columns), 2))
    }


# -- Latin squares -----------------------------------------------------------------------------------------------------

MISCOUNTS = {
    1344: "1344 is the number without the diagonals",
    960: "960 is the number with any first row; with 1 2 3 4 5 there it is 960 / 5!",
    161280: "161280 is the number of all Latin squares of order 5",
}


def diagonal_squares(board_of: Any, number: Any) -> str:
    """The right units, and their number: A274171 of the On-Line Encyclopedia of Integer Sequences."""
    must_be_callable(board_of, "n")
    for n in (5, 4):  # of order 4, a square with one such diagonal has the other one too
        board = board_of(n)
        if not isinstance(board, Board) or board.size != n:
            shown = f"a {board}" if isinstance(board, Board) else short(board)
            raise Wrong(f"for n={n} the function must return an sm.Board of size {n}, not {shown}")
        _must_have_the_lines(board)
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise Wrong(f"the board is right, but the number of squares must be a number, not {short(number)}")
    if number != 8:
        why = MISCOUNTS.get(round(number), f"{number:g} is not the number of squares")
        raise Wrong(f"the board is right, but {why}")
    return "your board has the right units, and 8 diagonal squares of order 5 begin with 1 2 3 4 5"


def _must_have_the_lines(board: Board) -> None:
    """Refuse a board with other units, with a square that it wrongly allows or forbids."""
    n = board.size
    units, wanted = [frozenset(unit.cells) for unit in board.units], _lines(n)
    for name, cells in wanted.items():
        if cells not in units:
            puzzle, square = _square_for_one_only(board, _right_board(n))
            line = f"the {name}" if name.endswith("diagonal") else name
            raise Wrong(f"for n={n} no unit of your board has the cells of {line}, {sorted(cells)}", puzzle, square)
    for unit in board.units:
        if frozenset(unit.cells) not in wanted.values():
            puzzle, square = _square_for_one_only(_right_board(n), board)
            name = f"the unit {unit.name!r} of your board is no row, column or main diagonal"
            raise Wrong(f"for n={n} {name}: {sorted(unit.cells)}", puzzle, square)


def _square_for_one_only(one: Board, other: Board) -> tuple[Puzzle | None, Grid | None]:
    """A full square that the units of one board allow, and those of the other forbid, on the other board."""
    empty = Puzzle(other, (0,) * len(other.cells), "the empty board")
    blank = Puzzle(one, empty.values)
    try:
        found = count_solutions(
            blank, "all_different", "cpsat", "cpsat", 200, 20.0, cross_check=False, method="enumerate"
        )
    except SudokuModelsError:
        return None, None
    squares = (Grid(other, grid.values) for grid in found.grids)
    forbidden = next((square for square in squares if empty.violations(square)), None)
    return (empty, forbidden) if forbidden else (None, None)


def _right_board(n: int) -> Board:
    return Board(n, tuple(Unit(name, tuple(sorted(cells))) for name, cells in _lines(n).items()))


def _lines(n: int) -> dict[str, frozenset[Square]]:
    span = range(1, n + 1)
    lines = {f"row {r}": frozenset((r, c) for c in span) for r in span}
    lines |= {f"column {c}": frozenset((r, c) for r in span) for c in span}
    lines["falling diagonal"] = frozenset((k, k) for k in span)
    lines["rising diagonal"] = frozenset((k, n + 1 - k) for k in span)
    return lines


# -- the school --------------------------------------------------------------------------------------------------------

Slots = dict[Lesson, int]


def no_waiting(rule: Any, cost: Any) -> str:
    """The rule must hold of exactly the plans without a gap, and the cost must be the optimum with it."""
    must_be_callable(rule, "m, slot, room")
    for slots in _plans():
        rooms = {lesson: 1 + (slots[lesson] + k) % ROOMS for k, lesson in enumerate(LESSONS)}
        allowed = _is_allowed(rule, slots, rooms)
        waits = next((teacher for teacher in TAUGHT if _has_gap(slots, teacher)), None)
        if allowed and waits:
            sentence = f"your rule allows the {waits} lessons in the slots {_slots(slots, waits)}: the teacher waits"
            raise Wrong(sentence, picture=_day_of(slots))
        if not allowed and not waits:
            if _is_allowed(rule, slots, None):
                raise Wrong("your rule forbids some rooms; it should speak of the slots only", picture=_day_of(slots))
            every = "; ".join(f"{teacher} {_slots(slots, teacher)}" for teacher in TAUGHT)
            raise Wrong(f"your rule forbids a plan in which nobody waits. The slots: {every}", picture=_day_of(slots))
    best = _must_be_best(cost)
    return f"your rule allows exactly those of {len(_plans())} plans in which nobody waits, and the best costs {best:g}"


def _must_be_best(cost: Any) -> float:
    """Refuse a number that is not the cost of a best timetable."""
    if isinstance(cost, bool) or not isinstance(cost, int | float):
        raise Wrong(f"the rule is right, but the cost must be a number, not {short(cost)}")
    best = best_cost(waiting=False)
    assert best is not None
    if cost == best_cost(waiting=True):
        raise Wrong(f"the rule is right, but {cost:g} is the cost of a best timetable without it")
    if not abs(cost - best) <= 1e-6:
        how = "there is a cheaper timetable" if cost > best else "no timetable is as cheap as that"
        raise Wrong(f"the rule is right, but the cost of a best timetable with it is not {cost:g}: {how}")
    return best


@cache
def _plans() -> tuple[Slots, ...]:
    """Slots for all lessons: for each teacher all sets of slots, while the other teachers do not wait."""
    rng, plans = random.Random(6), []
    for teacher, classes in TAUGHT.items():
        k = len(classes)
        for slots in combinations(range(1, SLOTS + 1), k):
            begins = {other: rng.randint(1, SLOTS - len(of) + 1) for other, of in TAUGHT.items()}
            chosen = {other: range(begins[other], begins[other] + len(of)) for other, of in TAUGHT.items()}
            plans.append(_plan({**chosen, teacher: slots}, rng))
    first_or_last = product(*((1, SLOTS - len(of) + 1) for of in TAUGHT.values()))
    for begin in first_or_last:
        spans = zip(TAUGHT.items(), begin, strict=True)
        plans.append(_plan({teacher: range(b, b + len(of)) for (teacher, of), b in spans}, rng))
    rng.shuffle(plans)
    return tuple(plans)


def _plan(chosen: Mapping[str, Any], rng: random.Random) -> Slots:
    """The slots of each teacher, given to the lessons in a random order."""
    plan: Slots = {}
    for teacher, slots in chosen.items():
        plan.update(zip(lessons_of(teacher), rng.sample(list(slots), len(slots)), strict=True))
    return plan


def _is_allowed(rule: Any, slots: Slots, rooms: dict[Lesson, int] | None) -> bool:
    return bool(Problem(partial(_fixed, rule, slots, rooms), "cpsat").solve("cpsat", time_limit=10))


def _fixed(rule: Any, slots: Slots, rooms: dict[Lesson, int] | None, m: Backend) -> dict[Lesson, Any]:
    slot, room = m.int_vars("slot", LESSONS, 1, SLOTS), m.int_vars("room", LESSONS, 1, ROOMS)
    given = dict(slot), dict(room)
    rule(m, *given)
    for before, after in zip((slot, room), given, strict=True):
        if before.keys() != after.keys() or any(before[i] is not after[i] for i in before):
            raise Wrong("your rule changes the dict slot or room; it should only add constraints to m")
    for lesson, s in slots.items():
        m.fix(slot[lesson], s)
    for lesson, r in (rooms or {}).items():
        m.fix(room[lesson], r)
    return {**slot, **{("room", *lesson): x for lesson, x in room.items()}}


def _has_gap(plan: Slots, teacher: str) -> bool:
    slots = _slots(plan, teacher)
    return slots[-1] - slots[0] >= len(slots)


def _slots(plan: Slots, teacher: str) -> list[int]:
    return sorted(plan[i] for i in lessons_of(teacher))


def _day_of(plan: Slots) -> str:
    """The plan as a timetable with a column for each teacher."""
    placed = {f"{c} {subject}": (slot, subject) for (c, subject), slot in plan.items()}
    groups = {name: name.split()[1] for name in placed}
    draw = partial(_draw_day, placed, groups)
    return svg(draw, width=5.0, height=2.8)


def _draw_day(placed: dict[str, tuple[int, str]], groups: dict[str, str], plots: Any, ax: Any) -> None:
    plots.timetable(placed, range(1, SLOTS + 1), list(TAUGHT), groups, ax)


def minimal_conflict(answer: Any) -> str:
    """Any set of rules that is infeasible, and feasible without any one of them."""
    answer = as_python(answer)
    if not isinstance(answer, set | frozenset | list | tuple | dict):
        raise Wrong(f"the answer must be a set of names, not {short(answer)}")
    if strange := [each for each in answer if not isinstance(each, str) or each not in HURRIED]:
        raise Wrong(f"there is no rule {short(strange[0])}; the names are those of HURRIED: {', '.join(HURRIED)}")
    names = set(answer)
    if not names:
        raise Wrong("the set is empty, and no rules at all are no conflict")
    rules = f"{len(names)} rules" if len(names) > 1 else "one rule"
    if _can_hold(names):
        raise Wrong(
            f"there is a timetable that obeys your {rules}, so {'it is' if len(names) == 1 else 'they are'} no conflict"
        )
    for name in sorted(names):
        if not _can_hold(names - {name}):
            raise Wrong(f"this is a conflict, but not a minimal one: without {name!r} it is still a conflict")
    return f"no timetable obeys these {len(names)} rules, and there is one as soon as any one of them is left out"


def _can_hold(names: set[str]) -> bool:
    rules = {name: rule for name, rule in HURRIED.items() if name in names}
    return bool(Problem(school(rules), "cpsat").solve("cpsat", time_limit=20))
