"""Right answers pass; typical wrong ones get a true sentence."""

from itertools import combinations

import pytest
from judging import judge, objection, wrong

import sudoku_models as sm
from sudoku_models import course
from sudoku_models.course.exercises import lesson_6
from sudoku_models.course.school import HURRIED, LESSONS, SLOTS, TAUGHT


def my_queens(m, n, skip=()):
    span = range(1, n + 1)
    q = m.bool_vars("q", [(r, c) for r in span for c in span])
    for k in span:
        m.add(m.sum(q[k, c] for c in span) == 1, f"row {k}")
        m.add(m.sum(q[r, k] for r in span) == 1, f"column {k}")
    for k in range(2, 2 * n + 1):
        m.add(m.sum(q[r, c] for r, c in q if r + c == k) <= 1, f"rising {k}")
        if k - n - 1 not in skip:
            m.add(m.sum(q[r, c] for r, c in q if r - c == k - n - 1) <= 1, f"falling {k}")
    return q


def test_queens():
    assert "0, 2, 10 and 4" in judge("queens-on-squares", my_queens)
    assert "attack each other" in objection("queens-on-squares", lambda m, n: my_queens(m, n, skip=range(-9, 9)))
    assert "attack each other" in objection("queens-on-squares", lambda m, n: my_queens(m, n, skip=[0]))


def test_queens_of_small_boards():
    assert "for n=10 your model allows queens on" in objection(
        "queens-on-squares", lambda m, n: my_queens(m, n, skip=[-9, -8, 8, 9])
    )

    def never_ten(m, n):
        q = my_queens(m, n)
        m.add(m.sum(q.values()) <= 9, "at most nine")
        return q

    assert objection("queens-on-squares", never_ten).startswith("for n=10 your model forbids the queens [(1, 2)")


def test_queens_that_are_forbidden():
    def no_corner(m, n):
        q = my_queens(m, n)
        m.add(q[1, 1] <= 0, "no queen in the corner")
        return q

    assert objection("queens-on-squares", no_corner).startswith("for n=5 your model forbids the queens [(1, 1)")


def test_queens_in_another_form():
    def columns(m, n):
        return m.int_vars("x", range(1, n + 1), 1, n)

    assert "must be the 9 squares (row, column), such as (1, 1), and 1 is none" in objection(
        "queens-on-squares", columns
    )
    assert "function of (m, n)" in objection("queens-on-squares", 92)
    row = lambda m, n: m.bool_vars("q", [(1, c) for c in range(1, n + 1)])  # noqa: E731
    assert "(2, 1) has none" in objection("queens-on-squares", row)


def test_a_counterexample_is_drawn():
    assert wrong("queens-on-squares", lambda m, n: my_queens(m, n, skip=[0])).picture.startswith("<svg")
    assert wrong("no-waiting", lambda m, slot, room: None, 21).picture.startswith("<svg")


def board(n, falling=True, rising=True, centre=False):
    span = range(1, n + 1)
    units = [sm.Unit(f"row {r}", tuple((r, c) for c in span)) for r in span]
    units += [sm.Unit(f"column {c}", tuple((r, c) for r in span)) for c in span]
    units += [sm.Unit("falling", tuple((k, k) for k in span))] * falling
    units += [sm.Unit("rising", tuple((k, n + 1 - k) for k in span))] * rising
    units += [sm.Unit("centre", ((2, 2), (2, 3), (3, 2), (3, 3)))] * centre
    return sm.Board(n, tuple(units))


def test_diagonal_squares():
    assert judge("diagonal-squares", board, 8)
    in_order = sm.Puzzle.parse("12345" + "." * 20, board(5))
    found = sm.count_solutions(in_order, "all_different", "cpsat", "cpsat", method="enumerate")
    assert (found.value, found.status) == (8, "exact")
    assert "no unit of your board has the cells of the rising diagonal" in objection(
        "diagonal-squares", lambda n: board(n, rising=False), 8
    )
    assert "has the cells of row 1, [" in objection("diagonal-squares", lambda n: sm.Board(n, board(n).units[1:]), 8)
    assert "no row, column or main diagonal" in objection("diagonal-squares", lambda n: board(n, centre=True), 8)
    assert objection("diagonal-squares", board, 1344).endswith("1344 is the number without the diagonals")
    without = wrong("diagonal-squares", lambda n: board(n, rising=False), 8)
    assert without.puzzle.violations(without.grid)  # a square that the board of the answer allows
    same = sm.Grid(board(5, rising=False), without.grid.values)
    assert sm.is_solution(sm.Puzzle(same.board, (0,) * 25), same)
    assert "not the number" in objection("diagonal-squares", board, 7)
    assert "must return an sm.Board" in objection("diagonal-squares", lambda n: None, 8)


def no_waiting(m, slot, room):
    first = m.int_vars("first", list(TAUGHT), 1, SLOTS)
    for teacher, classes in TAUGHT.items():
        for c in classes:
            m.add(slot[c, teacher] - first[teacher] >= 0, f"{teacher} begins {c}")
            m.add(slot[c, teacher] - first[teacher] <= len(classes) - 1, f"{teacher} ends {c}")


def test_no_waiting():
    assert "the best costs 21" in judge("no-waiting", no_waiting, 21)
    assert judge("no-waiting", no_waiting, 21.0)
    assert "without it" in objection("no-waiting", no_waiting, 18)
    assert "no timetable is as cheap" in objection("no-waiting", no_waiting, 20)
    assert "there is a cheaper" in objection("no-waiting", no_waiting, 22)


def test_rules_that_allow_or_forbid_too_much():
    assert "the teacher waits" in objection("no-waiting", lambda m, slot, room: None, 21)

    def from_the_first_slot(m, slot, room):
        for lesson in LESSONS:
            m.add(slot[lesson] <= len(TAUGHT[lesson[1]]), f"{lesson} early")

    assert "forbids a plan in which nobody waits" in objection("no-waiting", from_the_first_slot, 21)

    def maths_only(m, slot, room):
        first = m.int_vars("first", [1], 1, SLOTS)[1]
        for c in TAUGHT["maths"]:
            m.add(slot[c, "maths"] - first >= 0, f"begins {c}")
            m.add(slot[c, "maths"] - first <= 3, f"ends {c}")

    sentence = objection("no-waiting", maths_only, 21)
    assert "your rule allows the" in sentence
    assert "maths" not in sentence

    def rooms(m, slot, room):
        no_waiting(m, slot, room)
        m.not_equal(room["1a", "maths"], 3, "another room")

    assert "forbids some rooms" in objection("no-waiting", rooms, 21)
    assert "changes the dict" in objection("no-waiting", lambda m, slot, room: slot.clear(), 21)


def test_each_teacher_has_all_sets_of_slots_among_the_plans():
    plans = lesson_6._plans()
    for teacher, classes in TAUGHT.items():
        tried = {tuple(lesson_6._slots(plan, teacher)) for plan in plans}
        assert tried == set(combinations(range(1, SLOTS + 1), len(classes)))
    waiting = [sum(lesson_6._has_gap(plan, teacher) for teacher in TAUGHT) for plan in plans]
    assert set(waiting) == {0, 1}
    assert waiting.count(0) > 20


CONFLICT = {"chemistry from slot 3", "chemistry until slot 3", "a teacher has one lesson at a time"}


def test_conflicts():
    assert "no timetable obeys these 3 rules" in judge("minimal-conflict", CONFLICT)
    other = {"chemistry from slot 3", "chemistry until slot 3", "rooms fit", "one lesson in a place"}
    assert "these 4 rules" in judge("minimal-conflict", sorted(other))  # there is more than one
    assert "not a minimal one" in objection("minimal-conflict", set(HURRIED))
    assert "a timetable that obeys your 2 rules" in objection("minimal-conflict", CONFLICT - {"chemistry from slot 3"})
    assert "your one rule, so it is no conflict" in objection("minimal-conflict", ["chemistry from slot 3"])
    assert "there is no rule 'lunch'" in objection("minimal-conflict", {"lunch"})


@pytest.mark.slow
def test_through_check():
    """Learner's functions travel to a process of their own."""
    assert course.check("no-waiting", no_waiting, 21).passed
    assert course.check("queens-on-squares", my_queens).passed
    assert course.check("minimal-conflict", ...).status == "not yet"
