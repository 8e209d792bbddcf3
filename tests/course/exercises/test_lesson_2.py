"""The judges of lesson 2 say what is true, of right answers and of typical wrong ones."""

import pulp
import pyomo.environ as pyo
import pytest
from judging import judge, right, wrong

import sudoku_models as sm
from sudoku_models.course.exercises import lesson_2


def test_pairs():
    assert "810" in judge("count-pairs", 810)
    assert "both ends" in wrong("count-pairs", 1620).sentence
    assert "share two units" in wrong("count-pairs", 972).sentence
    assert "not the answer" in wrong("count-pairs", 811).sentence


def pairwise(m, puzzle, pairs=None):
    x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
    for i, j in puzzle.board.pairs if pairs is None else pairs(puzzle):
        m.not_equal(x[i], x[j], f"{i} and {j} differ")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x


def test_pairwise_model():
    assert "810" in judge("pairwise", pairwise)

    def without_boxes(m, puzzle):
        return pairwise(m, puzzle, lambda p: [(i, j) for i, j in p.board.pairs if i[0] == j[0] or i[1] == j[1]])

    found = wrong("pairwise", without_boxes)
    assert "box" in found.sentence
    assert found.puzzle.violations(found.grid)

    def global_one(m, puzzle):
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        for unit in puzzle.board.units:
            m.all_different([x[i] for i in unit.cells], str(unit))
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    assert "not the pairwise one" in wrong("pairwise", global_one).sentence

    def both_ways(m, puzzle):
        return pairwise(m, puzzle, lambda p: [*p.board.pairs, *((j, i) for i, j in p.board.pairs)])

    assert "1620" in wrong("pairwise", both_ways).sentence


def test_smallest_m():
    assert "M - 1 does not" in judge("smallest-m", lambda p, q, r, s: max(s - p, q - r) + 1)
    assert "loses the pair" in wrong("smallest-m", lambda p, q, r, s: max(s - p, q - r)).sentence
    assert "large enough" in wrong("smallest-m", lambda p, q, r, s: max(q, s) - min(p, r) + 1).sentence
    assert "your M is" in wrong("smallest-m", lambda p, q, r, s: s - p + 1).sentence
    assert "must be a number" in wrong("smallest-m", lambda p, q, r, s: None).sentence


def in_pulp(M):
    def by_hand(puzzle):
        n = puzzle.board.size
        problem = pulp.LpProblem("pairwise")
        x = {i: problem.add_variable(f"x_{i[0]}_{i[1]}", 1, n, cat="Integer") for i in puzzle.board.cells}
        for k, (i, j) in enumerate(puzzle.board.pairs):
            z = problem.add_variable(f"z_{k}", cat="Binary")
            problem += x[i] - x[j] >= 1 - M(n) * (1 - z)
            problem += x[j] - x[i] >= 1 - M(n) * z
        for i, d in puzzle.givens.items():
            x[i].lowBound = x[i].upBound = d
        return problem, x

    return by_hand


def in_pyomo(puzzle):
    n, cells = puzzle.board.size, puzzle.board.cells
    model = pyo.ConcreteModel()
    model.x = pyo.Var(cells, domain=pyo.Integers, bounds=(1, n))
    model.z = pyo.Var(range(len(puzzle.board.pairs)), domain=pyo.Binary)
    model.rows = pyo.ConstraintList()
    for k, (i, j) in enumerate(puzzle.board.pairs):
        model.rows.add(model.x[i] - model.x[j] >= 1 - n * (1 - model.z[k]))
        model.rows.add(model.x[j] - model.x[i] >= 1 - n * model.z[k])
    for i, d in puzzle.givens.items():
        model.x[i].fix(d)
    return model


@pytest.mark.slow
def test_big_m_by_hand():
    assert "1620 rows with M = 9" in judge("big-m-by-hand", in_pulp(lambda n: n))
    assert "1620 rows with M = 9" in judge("big-m-by-hand", in_pyomo)
    small = wrong("big-m-by-hand", in_pulp(lambda n: n - 1))
    assert "has M = 8, and the smallest right one is 9" in small.sentence
    assert not small.puzzle.violations(small.grid)  # a solution, which the model forbids
    assert "M = 100; 9 is enough" in wrong("big-m-by-hand", in_pulp(lambda n: 100)).sentence
    assert "no row with two cells" in wrong("big-m-by-hand", pairwise).sentence


def ranks(m, puzzle, first=1, also_big_m=False):
    board, n = puzzle.board, puzzle.board.size
    x = m.int_vars("x", board.cells, 1, n)
    z = m.bool_vars("z", board.pairs)
    for unit in board.units:
        for i in unit.cells:
            above = [z[i, j] if (i, j) in z else 1 - z[j, i] for j in unit.cells if j != i]
            m.add(x[i] == first + sum(above), f"rank of {i} in {unit}")
    for i, j in board.pairs if also_big_m else ():
        m.add(x[i] - x[j] >= 1 - n * (1 - z[i, j]), f"{i} over {j}")
        m.add(x[j] - x[i] >= 1 - n * z[i, j], f"{i} under {j}")
    for i, d in puzzle.givens.items():
        m.fix(x[i], d)
    return x


@pytest.mark.slow
def test_ranks_alone():
    shown = right("ranks-alone", ranks)
    assert shown.puzzle.violations(shown.grid)
    assert "nothing is broken" in wrong("ranks-alone", lambda m, puzzle: ranks(m, puzzle, also_big_m=True)).sentence
    assert "forbids" in wrong("ranks-alone", lambda m, puzzle: ranks(m, puzzle, first=0)).sentence
    nothing = wrong("ranks-alone", lambda m, puzzle: pairwise(m, puzzle, lambda p: []))
    assert "no order binaries" in nothing.sentence


def test_unit_sums_are_no_rank_equations_and_a_continuous_order_is_named():
    def with_sums(m, puzzle, kind):
        x = pairwise(m, puzzle, lambda p: [])
        kind(m, puzzle)
        for unit in puzzle.board.units:
            m.add(m.sum(x[i] for i in unit.cells) == sum(puzzle.board.digits), f"{unit}")
        return x

    idle = wrong("ranks-alone", lambda m, puzzle: with_sums(m, puzzle, lambda m, p: m.bool_vars("z", p.board.pairs)))
    assert "add up to 3 at least and to 7 at most, but in your model they may add up to 2" in idle.sentence
    loose = wrong(
        "ranks-alone",
        lambda m, p: with_sums(m, p, lambda m, p: m.add(m.native.add_variable("z", 0, 1) <= 1, "an order")),
    )
    assert "your variable z is continuous" in loose.sentence


def test_the_circles_satisfy_the_rank_equations_and_are_no_solutions():
    board = sm.Board.of_size(4)
    for digits in lesson_2.CIRCLES:
        grid = sm.Grid(board, digits)
        assert sm.Puzzle(board, (0,) * 16).violations(grid)
        found = sm.Problem(lambda m, grid=grid: ranks(m, sm.Puzzle(board, grid.values))).solve("cpsat")
        assert found.status is sm.Status.SOLVED
