"""Right answers pass; typical wrong ones get a true sentence."""

import time

import pytest
from judging import judge, wrong

import sudoku_models as sm
from sudoku_models.formulations import find as formulation

PROOFS = {"a": True, "b": False, "c": False, "d": False, "e": True, "f": False, "g": True}


def test_proofs():
    assert "all seven" in judge("which-is-a-proof", PROOFS)
    assert wrong("which-is-a-proof", {**PROOFS, "b": True}).sentence.startswith("look at b again: 'Not Solved'")
    assert "must be True or False, not 'yes'" in wrong("which-is-a-proof", {**PROOFS, "c": "yes"}).sentence
    assert "letters a to g" in wrong("which-is-a-proof", {"a": True}).sentence


def cut(change=0, weight=1):
    def my_cut(m, y, grid, k):
        cells = grid.board.cells
        m.add(weight * m.sum(y[i, grid[i]] for i in cells) <= weight * (len(cells) - k + change), "another grid")

    return my_cut


@pytest.mark.slow
def test_cuts():
    assert "k = 1, 4 and 6" in judge("state-a-cut", cut())
    assert judge("state-a-cut", cut(weight=2))
    assert "the very grid" in wrong("state-a-cut", cut(change=1)).sentence


@pytest.mark.slow
def test_a_cut_for_one_cell_only():
    def one_cell(m, y, grid, k):
        cut()(m, y, grid, 1)

    fault = wrong("state-a-cut", one_cell)
    assert fault.sentence == "with k=6 your cut still allows this one, which differs in 4 cells"
    assert fault.puzzle.violations(fault.grid) == []


def test_a_cut_that_loses_solutions():
    fault = wrong("state-a-cut", cut(change=-4))
    assert fault.sentence == "with k=1 your cut forbids this solution too, which differs in 4 cells"
    assert fault.puzzle.violations(fault.grid) == []


def test_a_cut_that_is_not_defined():
    assert "no constraint" in wrong("state-a-cut", lambda m, y, grid, k: sum(y.values()) <= 15).sentence


def my_count(puzzle, limit=None, time_limit=None):
    count = sm.count_solutions(puzzle, "assignment", "pulp", limit=limit, time_limit=time_limit, cross_check=False)
    return count.value, count.status


def naive_count(puzzle, limit=None, time_limit=None):
    """Whatever ends the loop is taken for a proof."""
    value, _ = my_count(puzzle, limit, time_limit)
    return value, "exact"


def always_at_least(puzzle, limit=None, time_limit=None):
    return my_count(puzzle, limit, time_limit)[0], "at least"


def once_more(puzzle, limit=None, time_limit=None):
    """Looks for one more than the limit, and so may have the proof."""
    value, status = my_count(puzzle, limit and limit + 1, time_limit)
    return (limit, "at least") if limit and value > limit else (value, status)


@pytest.mark.slow
def test_counting_loops():
    assert "exact with a proof only" in judge("count-loop", my_count)
    assert judge("count-loop", once_more)
    assert "there may be more than the limit" in wrong("count-loop", naive_count).sentence
    assert "says (1, 'at least'); it should say (1, 'exact')" in wrong("count-loop", always_at_least).sentence
    assert "must return a pair" in wrong("count-loop", lambda puzzle, limit, time_limit: 3).sentence


@pytest.mark.slow
def test_a_time_limit_for_each_solve_is_not_one_for_the_count(monkeypatch):
    clock = iter(range(0, 10_000, 100))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    quick = lambda puzzle, limit, time_limit: my_count(puzzle, limit, time_limit and min(time_limit, 0.2))  # noqa: E731
    assert "for the whole count" in wrong("count-loop", quick).sentence


def conflicts(m, puzzle):
    """No digit twice among peers."""
    board = puzzle.board
    y = m.bool_vars("y", [(i, d) for i in board.cells for d in board.digits])
    for i in board.cells:
        m.add(m.sum(y[i, d] for d in board.digits) == 1, f"cell {i} has a digit")
    for i, j in board.pairs:
        for d in board.digits:
            m.add(m.sum([y[i, d], y[j, d]]) <= 1, f"{i} and {j} are not both {d}")
    for i, d in puzzle.givens.items():
        m.fix(y[i, d], 1)
    return y


@pytest.fixture
def registered():
    sm.register("conflicts", conflicts)
    yield
    del sm.FORMULATIONS["conflicts"]


def compare(*formulations, solvers=("highs", "cpsat")):
    return sm.compare(sm.load("small:1"), formulations, ["pulp"], solvers)


@pytest.mark.slow
def test_comparisons(registered):
    assert "All 4 configurations agree" in judge("compare-your-own", conflicts, compare("assignment", "conflicts"))
    assert "only built-in" in wrong("compare-your-own", conflicts, compare("assignment", "mixed")).sentence
    assert "no built-in formulation" in wrong("compare-your-own", conflicts, compare("conflicts")).sentence
    one = compare("assignment", "conflicts", solvers=["highs"])
    assert "only one solver" in wrong("compare-your-own", conflicts, one).sentence
    assert "sm.compare" in wrong("compare-your-own", conflicts, 3).sentence


def test_another_function_than_the_compared_one(registered):
    fault = wrong("compare-your-own", formulation("all_different"), compare("assignment", "conflicts"))
    assert "defines 16 variables" in fault.sentence


def test_a_wrong_formulation_is_not_compared(registered):
    def no_rules(m, puzzle):
        return m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)

    fault = wrong("compare-your-own", no_rules, compare("assignment", "conflicts"))
    assert "accepts this grid" in fault.sentence
    assert fault.puzzle.violations(fault.grid)


def hidden(m, puzzle):
    """All-different, and the first cell is below the last one of its row when there are few givens."""
    x = formulation("all_different")(m, puzzle)
    n = puzzle.board.size
    if len(puzzle.givens) < 4:
        m.add(x[1, 1] <= x[1, n], "the first is below the last")
    return x


@pytest.mark.slow
def test_hidden_errors():
    assert "forbids this solution" in judge("hide-a-fault", hidden)
    assert "nothing is broken" in wrong("hide-a-fault", formulation("pairwise")).sentence

    def rows_only(m, puzzle):
        rows = [unit for unit in puzzle.board.units if unit.name.startswith("row")]
        return formulation("all_different")(m, sm.Puzzle(sm.Board(puzzle.board.size, tuple(rows)), puzzle.values))

    assert "the fault does not hide" in wrong("hide-a-fault", rows_only).sentence
