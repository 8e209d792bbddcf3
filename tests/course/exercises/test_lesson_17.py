"""The judges of lesson 17: right answers pass, wrong ones get a true sentence, and a board where there is one."""

from dataclasses import dataclass
from itertools import combinations, product

import networkx as nx
import pytest
from judging import judge, objection, right, wrong

import sudoku_models as sm
from sudoku_models.course.exercises import lesson_17
from sudoku_models.course.exercises.lesson_17 import cliques
from sudoku_models.course.variants import ANSWER, DOTTED, blank, caged, killers, kropkis
from sudoku_models.puzzles.rules import CellRule, KillerCage, Thermometer


def count(puzzle, limit=20):
    return sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", limit=limit, cross_check=False)


@pytest.mark.parametrize(("puzzle", "grids"), [*killers(), *kropkis()], ids=lambda each: getattr(each, "name", ""))
def test_the_known_solutions_are_all_solutions(puzzle, grids):
    assert {grid.line() for grid in count(puzzle, limit=None).grids} == {grid.line() for grid in grids}
    assert all(sm.is_solution(puzzle, grid) for grid in grids)


# -- killer cages ----------------------------------------------------------------------------------------------------


def cages_by(*, sums=True, differences=True, most=lambda cells: 1, digits=None):
    """A learner's function, which may leave something out."""

    def my_cages(m, y, cages):
        every = digits or sorted({d for _, d in y})
        for total, cells in cages:
            if sums:
                m.add(m.sum(d * y[i, d] for i in cells for d in every) == total, f"sum of {cells}")
            for d in every if differences else ():
                m.add(m.sum(y[i, d] for i in cells) <= most(cells), f"{d} in {cells}")

    return my_cages


def cages_as_tables(m, y, cages):
    n = max(d for _, d in y)
    for total, cells in cages:
        values = [m.dot(range(1, n + 1), [y[i, d] for d in range(1, n + 1)]) for i in cells]
        every = product(range(1, n + 1), repeat=len(cells))
        m.table(values, [t for t in every if sum(t) == total and len(set(t)) == len(t)], f"{cells}")


@pytest.mark.parametrize("mine", [cages_by(), cages_as_tables])
def test_cages(mine):
    assert "the solutions of five puzzles and no others: 54, 54, 3, 12, 1" in judge("killer-cages", mine)


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (cages_by(differences=False), "killer cage 6 on r2c2 r2c3 r3c3 has two"),
        (cages_by(sums=False), "the rule 'killer cage 6 on r2c2 r2c3 r3c3' does not hold"),
        (cages_by(most=lambda cells: 0), "your model forbids this solution"),
        (cages_by(digits=range(1, 5)), "the 6x6 killer"),
        (lambda m, y, cages: None, "your model accepts this grid"),
        ("sum", "must be a function"),
    ],
)
def test_cages_that_are_too_weak_or_too_strong(mine, sentence):
    assert sentence in objection("killer-cages", mine)


def test_a_grid_that_a_forgetful_model_accepts_is_displayed():
    found = wrong("killer-cages", cages_by(differences=False))
    assert found.puzzle.wrong_cells(found.grid)


# -- the forgotten all-different -------------------------------------------------------------------------------------


def forgotten():
    return [grid for grid in count(caged(different=False)).grids if grid.line() != ANSWER]


def test_every_grid_that_the_forgetful_model_accepts_is_an_answer():
    assert len(forgotten()) == 3
    for grid in forgotten():
        for answer in (grid, grid.line(), list(grid.values)):
            judged = right("forgotten-difference", answer)
            assert "killer cage 6 on r2c2 r2c3 r3c3 has two 1s" in judged.sentence
            assert judged.puzzle.wrong_cells(judged.grid) >= {(2, 2), (3, 3)}


def test_one_all_different_of_the_puzzle_matters_and_no_other():
    crossing = [cage for cage in caged().board.rules if len(set(cage.cells)) > 2]
    alone = []
    for forgotten_cage in crossing:
        loose = [KillerCage(c.total, c.cells, different=c != forgotten_cage) for c in caged().board.rules]
        if count(blank(sm.Board.of_size(6).with_rules(*loose))).value > 1:
            alone.append(str(forgotten_cage))
    assert alone == ["killer cage 6 on r2c2 r2c3 r3c3"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (ANSWER, "this is the solution of the puzzle"),
        (DOTTED, "forbids this grid too: the rule 'killer cage"),
        ("1" * 36, "forbids this grid too: row 1 has 6 1s"),
        ("123", "must be a grid of 6x6 digits"),
        (7, "must be a grid of 6x6 digits"),
        (None, "must be a grid of 6x6 digits"),
    ],
)
def test_grids_that_are_no_answer(answer, sentence):
    assert sentence in objection("forgotten-difference", answer)


# -- cliques ---------------------------------------------------------------------------------------------------------


def bron_kerbosch(board):
    found, peers = [], board.peers

    def grow(clique, candidates, known):
        if not candidates and not known:
            found.append(clique)
        for i in list(candidates):
            near = set(peers[i])
            grow([*clique, i], candidates & near, known & near)
            candidates = candidates - {i}
            known = known | {i}

    grow([], set(board.cells), set())
    return found


@pytest.mark.parametrize("mine", [cliques, lambda board: [sorted(clique) for clique in cliques(board)]])
def test_cliques(mine):
    assert "all maximal cliques of four boards: 12, 88, 67, 365" in judge("knight-cliques", mine)


def test_the_reference_agrees_with_another_algorithm():
    for board in lesson_17.BOARDS[:3]:
        assert set(map(frozenset, bron_kerbosch(board))) == cliques(board)


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (lambda board: [unit.cells for unit in board.units], "which r1c3 can join"),
        (lambda board: [board.cells], "but r1c1 and r2c3 share no unit, and this grid has a 1 in both"),
        (lambda board: list(cliques(board))[1:], "of which every two share a unit"),
        (lambda board: list(cliques(board.plain)), "your list"),
        (lambda board: [{(0, 0), (1, 1)}], "has the cell (0, 0), which is not on the board"),
        (lambda board: 5, "must return a list of sets of cells, not 5"),
        (cliques(sm.Board.of_size(4)), "must be a function"),
    ],
)
def test_sets_that_are_not_the_maximal_cliques(mine, sentence):
    assert sentence in objection("knight-cliques", mine)


def test_two_cells_that_may_be_equal_are_displayed_in_a_grid():
    found = wrong("knight-cliques", lambda board: [board.cells])
    assert found.grid[1, 1] == found.grid[2, 3] == 1
    assert sm.is_solution(found.puzzle, found.grid)


# -- no dot ----------------------------------------------------------------------------------------------------------


def free_pairs(digits):
    return [(d, e) for d in digits for e in digits if abs(d - e) != 1 and d != 2 * e and e != 2 * d]


def as_conflicts(m, y, i, j, digits):
    for d, e in sorted(set(product(digits, digits)) - set(free_pairs(digits))):
        m.add(y[i, d] + y[j, e] <= 1, f"{i} {j} {d} {e}")


def as_supports(m, y, i, j, digits):
    for d in digits:
        m.add(y[i, d] <= m.sum(y[j, e] for f, e in free_pairs(digits) if f == d), f"{d} in {i} beside {j}")
        m.add(y[j, d] <= m.sum(y[i, e] for f, e in free_pairs(digits) if f == d), f"{d} in {j} beside {i}")


def as_hull(m, y, i, j, digits, pairs=free_pairs):
    z = m.bool_vars(f"z_{i[0]}{i[1]}_{j[0]}{j[1]}", pairs(digits))
    for d in digits:
        m.add(m.sum(z[pair] for pair in z if pair[0] == d) == y[i, d], f"{d} in {i} beside {j}")
        m.add(m.sum(z[pair] for pair in z if pair[1] == d) == y[j, d], f"{d} in {j} beside {i}")


def as_cliques(m, y, i, j, digits):
    """A row for each set of digits: with those of the other cell that are in conflict with all of them."""
    free = set(free_pairs(digits))
    for size in range(1, len(digits)):
        for chosen in combinations(digits, size):
            others = [e for e in digits if not any((d, e) in free for d in chosen)]
            if others:
                terms = [*(y[i, d] for d in chosen), *(y[j, e] for e in others)]
                m.add(m.sum(terms) <= 1, f"{chosen} in {i} beside {j}")


def as_hull_without_black_dots(*given):
    as_hull(*given, pairs=lambda digits: [p for p in product(digits, digits) if abs(p[0] - p[1]) != 1])


def as_hull_without_three_and_six(*given):
    as_hull(*given, pairs=lambda digits: [*free_pairs(digits), *([(3, 6), (6, 3)] if 6 in digits else ())])


@pytest.mark.parametrize("mine", [as_hull, as_cliques])
def test_no_dot(mine):
    assert "with 6 and 9 digits your relaxation is the hull" in judge("no-dot", mine)


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (as_conflicts, "the rule is right, but with 6 digits your relaxation is not the hull"),
        (as_supports, "each of [3, 5] and each of [4, 6]"),
        (lambda m, y, i, j, digits: None, "your model accepts this grid for a 4x4 with one border: the rule"),
        (
            lambda *given: as_hull(*given, pairs=lambda digits: [p for p in free_pairs(digits) if p != (6, 2)]),
            "your model forbids this solution of the 6x6 Kropki",
        ),
        (
            lambda *given: as_hull(*given, pairs=lambda digits: [p for p in free_pairs(digits) if p != (9, 7)]),
            "with 9 digits your rows forbid a 9 beside a 7",
        ),
        (
            as_hull_without_black_dots,
            "for a 4x4 with one border: the rule 'no white dot or black dot on",
        ),
        (as_hull_without_three_and_six, "with 6 digits your rows allow a 3 beside a 6, where a dot would be"),
        ([], "must be a function"),
    ],
)
def test_rows_that_are_wrong_or_weak(mine, sentence):
    assert sentence in objection("no-dot", mine)


@pytest.mark.parametrize("n", [4, 6, 9])
def test_the_cliques_of_conflicts_are_the_largest_sets_without_an_allowed_pair(n):
    free = set(free_pairs(range(1, n + 1)))
    known = list(lesson_17.cliques_of_conflicts(n))
    for ours, theirs in known:
        assert not free & set(product(ours, theirs))
        assert {e for e in range(1, n + 1) if not any((d, e) in free for d in ours)} == theirs
    assert len(known) == len({(frozenset(ours), frozenset(theirs)) for ours, theirs in known})


def test_conflicts_of_two_cells_form_a_perfect_graph():
    """Its complement is bipartite, so that the clique inequalities describe the convex hull."""
    digits = range(1, 7)
    complement = nx.Graph((("i", d), ("j", e)) for d, e in free_pairs(digits))
    assert nx.is_bipartite(complement)


# -- a rule of one's own ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Between(CellRule):
    """The digits lie strictly between those at the two ends."""

    cells: tuple[sm.Cell, ...]

    def holds(self, digits):
        first, *middle, last = digits
        return all(min(first, last) < d < max(first, last) for d in middle)

    def define(self, m, cells):
        first, *middle, last = map(cells.value, self.cells)
        rises = m.holds(first <= last, self.label("rises"))
        for k, x in enumerate(middle):
            m.implies(rises, x >= first + 1, self.label(f"{k} above the first"))
            m.implies(rises, x <= last - 1, self.label(f"{k} below the last"))
            m.implies((rises, 0), x >= last + 1, self.label(f"{k} above the last"))
            m.implies((rises, 0), x <= first - 1, self.label(f"{k} below the first"))


class Rising(Between):
    def define(self, m, cells):
        Thermometer(self.cells).define(m, cells)


class Forgetful(Between):
    def define(self, m, cells):
        pass


class OnIntegersOnly(Between):
    """Assumes that the digit of a cell is a variable, and says nothing where it is a sum."""

    def define(self, m, cells):
        if hasattr(cells.value(self.cells[0]), "index"):
            super().define(m, cells)


class Everything(Between):
    def holds(self, digits):
        return True


class Nothing(Between):
    def holds(self, digits):
        return False


class WithoutDefinition(CellRule):
    cells = ((1, 1),)

    def holds(self, digits):
        return digits == (1,)


def test_a_rule():
    answer = judge("own-rule", lambda: [Between("r1c1 r1c2 r1c3"), Between("r2c4 r3c4 r4c3")])
    assert "agree on all 288 grids, in two formulations; your board has 16 solutions" in answer


@pytest.mark.parametrize(
    ("mine", "sentence"),
    [
        (lambda: [Rising("r1c1 r1c2 r1c3")], "added to 'assignment', `define` forbids this grid, which `holds` allows"),
        (lambda: [Forgetful("r1c1 r1c2 r1c3")], "`define` accepts this grid, which `holds` does not"),
        (lambda: [OnIntegersOnly("r1c1 r1c2 r1c3")], "added to 'assignment', `define` accepts"),
        (lambda: [Everything("r1c1 r1c2 r1c3")], "allows all 288 grids of a 4x4 board, so it says nothing"),
        (lambda: [Nothing("r1c1 r1c2 r1c3")], "allows no grid of a 4x4 board"),
        (lambda: [WithoutDefinition()], "your class WithoutDefinition has no method define"),
        (lambda: [Between("r1c1 r1c9")], "does not fit a 4x4 board: the rule 'between on r1c1 r1c9' has the cell"),
        (lambda: [KillerCage(3, "r1c1 r1c2")], "KillerCage is a rule of the package; write a class of your own"),
        (lambda: [Between], "which is no rule: derive your class from CellRule"),
        (list, "must return a list of rules, not []"),
        (None, "must be a function"),
    ],
)
def test_rules_that_are_not_what_they_mean(mine, sentence):
    assert sentence in objection("own-rule", mine)


def test_the_grid_on_which_the_two_methods_differ_is_displayed():
    rule = Forgetful("r1c1 r1c2 r1c3")
    found = wrong("own-rule", lambda: [rule])
    assert not rule.check(found.grid)
    assert found.puzzle.wrong_cells(found.grid) == set(rule.cells)
    rule = Rising("r1c1 r1c2 r1c3")
    assert rule.check(wrong("own-rule", lambda: [rule]).grid)
