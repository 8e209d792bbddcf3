"""The judges of lesson 0 say what is true, of right answers and of typical wrong ones."""

import pytest
from judging import judge, objection, right, wrong

import sudoku_models as sm
from sudoku_models import course
from sudoku_models.course.exercises import lesson_0

SIZES = {"pairwise+big_m": (891, 1620), "indicators": (810, 405)}


@pytest.mark.slow
def test_these_givens_can_go_one_at_a_time_and_no_others():
    puzzle = sm.load("mccaffrey")
    for i in puzzle.givens:
        poorer = sm.Puzzle(
            puzzle.board, tuple(d * (i != j) for j, d in zip(puzzle.board.cells, puzzle.values, strict=True))
        )
        assert sm.count_solutions(poorer, limit=2, cross_check=False).is_unique is (i in lesson_0.NEEDLESS)


def test_redundant_givens():
    poorer = right("redundant-givens", 4, True)
    assert len(poorer.puzzle.givens) == 23
    assert sm.count_solutions(poorer.puzzle, limit=2).is_unique
    assert "still one solution" in objection("redundant-givens", 4, False)
    assert "23 givens are needed" in objection("redundant-givens", 23, True)
    assert objection("redundant-givens", 3, True).endswith("can go")
    assert objection("redundant-givens", 5, True).endswith("cannot go")
    assert "must be a number" in objection("redundant-givens", [(2, 5)], True)


def sums(m, puzzle, total=45, fix=True, units=None):
    x = m.int_vars("x", puzzle.board.cells, 1, 9)
    for unit in units or puzzle.board.units:
        m.add(m.sum(x[i] for i in unit.cells) == total, f"{unit} adds up")
    for i, d in puzzle.givens.items() if fix else ():
        m.fix(x[i], d)
    return x


def test_sums():
    shown = right("sums", sums, [5] * 9)
    assert len(set(shown.grid.values)) == 1
    assert "a permutation" in objection("sums", sums, [1, 2, 3, 4, 5, 6, 7, 9, 8])
    assert "add up to 46" in objection("sums", sums, [5, 5, 5, 5, 5, 5, 5, 5, 6])
    assert "nine digits" in objection("sums", sums, [9, 9, 9, 9, 9])
    assert "nine digits" in objection("sums", sums, [0, 10, 5, 5, 5, 5, 5, 5, 5])


def test_a_cell_that_is_fixed_is_named_with_its_digit():
    def fixed(m, puzzle):
        x = sums(m, puzzle)
        m.fix(x[1, 3], 6)
        return x

    assert "adds up to 45: you fix (1, 3) to 6" in objection("sums", fixed, [5] * 9)


def test_other_rules_than_sums():
    forbids = objection("sums", lambda m, p: sums(m, p, total=44), [5] * 9)
    assert "forbids this grid" in forbids
    assert "your constraint 'row 1 adds up'" in forbids
    assert "the givens do not hold" in objection("sums", lambda m, p: sums(m, p, fix=False), [5] * 9)
    accepts = objection("sums", lambda m, p: sums(m, p, units=p.board.units[:9]), [5] * 9)
    assert "column 1 adds up to" in accepts

    def all_different(m, puzzle):
        x = sums(m, puzzle)
        m.all_different([x[i] for i in puzzle.board.units[0].cells], "row 1")
        return x

    assert "must replace the logical constraints" in objection("sums", all_different, [5] * 9)
    assert "must return its variables" in objection("sums", lambda m, p: None, [5] * 9)


def test_a_sum_that_follows_from_the_others_is_asked_for_too():
    assert "no sum for row 1. It follows" in objection(
        "sums", lambda m, p: sums(m, p, units=p.board.units[1:]), [5] * 9
    )


def test_the_grids_that_show_an_error_have_it():
    def in_order(m, puzzle):
        x = sums(m, puzzle)
        m.add(x[1, 1] <= x[9, 9], "in order")
        return x

    forbidden = wrong("sums", in_order, [5] * 9).grid
    assert {sum(forbidden[i] for i in unit.cells) for unit in forbidden.board.units} == {45}
    assert forbidden[1, 1] > forbidden[9, 9]
    accepted = wrong("sums", lambda m, p: sums(m, p, units=p.board.units[:18]), [5] * 9).grid
    assert {sum(accepted[i] for i in unit.cells) for unit in accepted.board.units[:18]} == {45}
    assert sum(accepted[i] for i in accepted.board.units[18].cells) != 45


def test_rewrite_sizes():
    assert "2 * 810 rows" in judge("rewrite-sizes", SIZES)
    assert "each pair needs two" in objection("rewrite-sizes", SIZES | {"pairwise+big_m": (891, 810)})
    assert "81 integers" in objection("rewrite-sizes", SIZES | {"indicators": (729, 405)})
    assert "a pair" in objection("rewrite-sizes", SIZES | {"indicators": 810})
    assert "two keys" in objection("rewrite-sizes", {"indicators": (810, 405)})


def test_through_check():
    assert course.check("sums", sums, [5] * 9).status == "right"
    assert course.check("sums", sums, ...).status == "not yet"
    assert course.check("rewrite-sizes", SIZES | {"indicators": ...}).status == "not yet"
