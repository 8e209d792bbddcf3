"""The judges of lesson 11: right answers pass, wrong ones get a sentence that is true of them."""

from itertools import permutations

import networkx
import pytest
from judging import judged

from sudoku_models.course.exercise import find
from sudoku_models.course.exercises import lesson_11
from sudoku_models.course.exercises.lesson_11 import NAMED_BADLY, renamed
from sudoku_models.course.judging import judge
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.puzzles.puzzle import is_solution


def freeze(domains):
    return {i: frozenset(digits) for i, digits in domains.items()}


# -- the linear program of one unit ------------------------------------------------------------------------------------


def unit_lp(domains, cells=True, values=True, single=None):
    candidates = [(i, d) for i in domains for d in sorted(domains[i])]
    rows = [[int(i == j) for j, _ in candidates] for i in domains] if cells else []
    every = sorted(set().union(*domains.values()))
    rows += [[int(d == e) for _, e in candidates] for d in every] if values else []
    names = list(domains)
    fit = [p for p in permutations(every) if all(d in domains[i] for i, d in zip(names, p, strict=True))]
    return rows, (len(fit) == 1 if single is None else single(domains, rows))


def by_rank(domains, rows):
    import numpy as np

    return np.linalg.matrix_rank(np.array(rows)) == len(rows[0])


def by_naked_singles(domains, rows):
    class Unit:
        name, cells = "the unit", tuple(domains)

    return all(len(digits) == 1 for digits in propagate([Unit], freeze(domains), "values").values())


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (unit_lp, "right", "on 45 units"),
    (lambda d: unit_lp(d, single=by_naked_singles), "right", "on 45 units"),
    (lambda d: unit_lp(d, single=by_rank), "wrong", "they do not include that no y is negative"),
    (lambda d: unit_lp(d, single=lambda *_: True), "wrong", "has more points than one, such as a = 1, b = 2, and"),
    (lambda d: unit_lp(d, values=False), "wrong", "no row says that some cell holds the 1"),
    (lambda d: unit_lp(d, cells=False), "wrong", "no row says that the cell a holds a value"),
    (lambda d: (unit_lp(d)[0] * 2, unit_lp(d)[1]), "wrong", "there are 8 rows"),
    (lambda d: ([[1, 1, 1, 1]], True), "wrong", "the row [1, 1, 1, 1] belongs to no cell and to no value"),
    (lambda d: ([[1]], True), "wrong", "a row must have 4 numbers"),
    (lambda d: (None, True), "wrong", "lists of numbers"),
    (lambda d: unit_lp(d)[0], "wrong", "two things"),
    (lambda d: (unit_lp(d)[0], "yes"), "wrong", "True or False"),
    (3, "wrong", "must be a function"),
])  # fmt: skip
def test_unit_lp(answer, status, sentence):
    found = judged("unit-lp", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def test_the_fillings_of_the_units_are_counted_well():
    """A filling is the only one exactly when it leaves no ring along which values could move on."""
    for unit in lesson_11._units():
        (first, *more) = lesson_11._fillings(unit)
        moves = networkx.DiGraph([(i, j) for i in unit for j in unit if i != j and first[j] in unit[i]])
        assert networkx.is_directed_acyclic_graph(moves) is (not more)


# -- names -------------------------------------------------------------------------------------------------------------


def test_names_do_not_matter_to_domain_consistency():
    units = NAMED_BADLY.board.units
    assert all(len(digits) == 1 for digits in propagate(units, domains_of(NAMED_BADLY), "domain").values())


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    ({1: 1, 2: 4, 3: 5, 4: 2, 5: 6, 6: 3}, "right", "bounds consistency decides the puzzle"),
    ({k: k for k in range(1, 7)}, "wrong", "leaves 26 cells open; the cell (1, 1), for example, may still hold"),
    ({k: 7 - k for k in range(1, 7)}, "wrong", "cells open"),
    (dict.fromkeys(range(1, 7), 1), "wrong", "each once"),
    ({1: 2, 2: 1}, "wrong", "each of the digits 1 to 6"),
    ([1, 4, 5, 2, 6, 3], "wrong", "a dict"),
])  # fmt: skip
def test_rename_digits(answer, status, sentence):
    found = judged("rename-digits", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


def test_the_board_is_shown_with_its_new_names():
    names = {1: 1, 2: 4, 3: 5, 4: 2, 5: 6, 6: 3}
    verdict = judge(find("rename-digits"), (names,))
    assert is_solution(renamed(NAMED_BADLY, names), verdict.grid)


# -- two units at a time -----------------------------------------------------------------------------------------------


def test_the_positions_are_open_and_the_rule_takes_no_digit_of_a_solution():
    for puzzle, solution, start in lesson_11.positions():
        assert is_solution(puzzle, solution)
        left = lesson_11.locked_out(puzzle.board.units, start)
        assert sum(map(len, left.values())) < sum(map(len, start.values()))
        assert all(solution[i] in left[i] for i in left)


def locked(units, domains, passes=100, subset=True, also_fixed=False):
    domains = {i: set(digits) for i, digits in domains.items()}
    for _ in range(passes):
        before = sum(map(len, domains.values()))
        for u in units:
            for v in units:
                for d in range(1, 10):
                    places = {i for i in u.cells if d in domains[i]}
                    if (places <= set(v.cells)) if subset else (places & set(v.cells)):
                        for i in set(v.cells) - set(u.cells if subset else places):
                            domains[i].discard(d)
        if also_fixed:
            domains = {i: set(left) for i, left in propagate(units, freeze(domains), "values").items()}
        if sum(map(len, domains.values())) == before:
            break
    return domains


@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (locked, "right", "from 7 positions at which one unit alone says no more"),
    (lambda units, domains: domains, "wrong", "stops too early: in column 1 the 1 fits only in (1, 1) and (2, 1)"),
    (lambda units, domains: locked(units, domains, passes=1), "wrong", "stops too early"),
    (lambda units, domains: locked(units, domains, subset=False), "wrong", "where the solution has it"),
    (lambda units, domains: locked(units, domains, also_fixed=True), "wrong", "where this rule alone leaves it"),
    (lambda units, domains: propagate(units, domains, "domain"), "wrong", "stops too early"),
    (lambda units, domains: None, "wrong", "must return the domains"),
    (lambda units, domains: dict.fromkeys(domains, 1), "wrong", "must be a set"),
    (lambda units, domains: {i: {1, 2, 3, 4, 5, 6} for i in domains}, "wrong", "which it did not have before"),
    ({}, "wrong", "must be a function"),
])  # fmt: skip
def test_locked_candidates(answer, status, sentence):
    found = judged("locked-candidates", answer)
    assert (found[0], sentence in found[1]) == (status, True), found


# -- givens ------------------------------------------------------------------------------------------------------------


def linked(m, puzzle, given="y", units=True):
    board = puzzle.board
    x = m.int_vars("x", board.cells, 1, board.size)
    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"cell {i} has a digit")
        m.add(m.dot([*board.digits, -1], [*(y[i, d] for d in board.digits), x[i]]) == 0, f"cell {i} is its digit")
    for unit in board.units if units else ():
        for d in board.digits:
            m.add(m.sum(y[i, d] for i in unit.cells) == 1, f"{unit} has a {d}")
    for i, d in puzzle.givens.items():
        m.fix(y[i, d], 1) if given == "y" else m.fix(x[i], d)
    return y if given == "return y" else x


def all_different(m, puzzle):
    x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    for unit in puzzle.board.units:
        m.all_different([x[i] for i in unit.cells], f"{unit} is all different")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x


@pytest.mark.slow
@pytest.mark.parametrize(("answer", "status", "sentence"), [
    (linked, "right", "on the 9x9 puzzle its relaxation decides every cell"),
    (lambda m, puzzle: linked(m, puzzle, given="x"), "wrong", "has the right solutions, but its relaxation leaves"),
    (lambda m, puzzle: linked(m, puzzle, given="return y"), "wrong", "what it returns has no (1, 1)"),
    (lambda m, puzzle: linked(m, puzzle, units=False), "wrong", "your model accepts this grid"),
    (all_different, "wrong", "'row 1 is all different' is no linear row"),
    (lambda puzzle: None, "wrong", "use the verbs"),
])  # fmt: skip
def test_heard_givens(answer, status, sentence):
    found = judged("heard-givens", answer)
    assert (found[0], sentence in found[1]) == (status, True), found
