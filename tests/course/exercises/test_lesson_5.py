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


def test_cuts():
    assert "4x4 and 6x6" in judge("state-a-cut", cut())
    assert judge("state-a-cut", cut(weight=2))
    assert "the very grid" in wrong("state-a-cut", cut(change=1)).sentence


def test_a_cut_for_one_cell_only():
    def one_cell(m, y, grid, k):
        cut()(m, y, grid, 1)

    fault = wrong("state-a-cut", one_cell)
    assert "with k=6, your cut still allows this solution, which differs in 4 cells" in fault.sentence
    assert fault.puzzle.violations(fault.grid) == []


def test_a_cut_that_loses_solutions():
    fault = wrong("state-a-cut", cut(change=-4))
    assert "with k=1, your cut also forbids this solution, which differs in 4 cells" in fault.sentence
    assert fault.puzzle.violations(fault.grid) == []


def test_a_cut_for_boards_of_one_size():
    def sixteen(m, y, grid, k):
        m.add(m.sum(y[i, grid[i]] for i in grid.board.cells) <= 16 - k, "cut")

    assert wrong("state-a-cut", sixteen).sentence.startswith("on a 6x6 board")


def test_a_cut_with_variables_of_its_own():
    def by_cells(m, y, grid, k, change=0):
        differs = m.bool_vars("differs", grid.board.cells)
        for i in grid.board.cells:
            m.add(m.sum([differs[i], y[i, grid[i]]]) <= 1, f"{i} differs")
        m.add(m.sum(differs.values()) >= k + change, "cut")

    assert "4x4 and 6x6" in judge("state-a-cut", by_cells)
    assert "your cut still allows" in wrong("state-a-cut", lambda *given: by_cells(*given, change=-1)).sentence


def test_a_cut_that_is_not_defined():
    assert "no constraint" in wrong("state-a-cut", lambda m, y, grid, k: sum(y.values()) <= 15).sentence


def my_count(puzzle, limit=None, time_limit=None, excluding=True, for_each=False, trusting=False):
    """The loop of the lesson, or with a mistake: nothing is excluded, a limit for each solve, UNKNOWN as a proof."""
    model, found = sm.build(puzzle, "assignment", "pulp"), 0
    end = None if time_limit is None else time.monotonic() + time_limit
    while limit is None or found < limit:
        left = None if end is None else time_limit if for_each else end - time.monotonic()
        if left is not None and left <= 0:
            break
        answer = model.solve("highs", time_limit=left)
        if answer.status is sm.Status.INFEASIBLE or (trusting and answer.grid is None):
            return found, "exact"
        if answer.grid is None:
            break
        found += 1
        if excluding:
            model.exclude(answer.grid)
    return found, "at least" if found else "unknown"


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


def with_mistake(**mistake):
    return lambda puzzle, limit, time_limit: my_count(puzzle, limit, time_limit, **mistake)


def test_a_loop_that_excludes_nothing_is_told_so_at_once():
    started = time.process_time()
    assert "found one grid only: exclude each grid" in wrong("count-loop", with_mistake(excluding=False)).sentence
    assert time.process_time() - started < 2


@pytest.mark.slow
def test_likely_errors_of_a_counting_loop():
    late = wrong("count-loop", with_mistake(for_each=True)).sentence
    assert "which is for the whole count" in late
    assert "'unknown', and that is no proof" in wrong("count-loop", with_mistake(trusting=True)).sentence
    untimed = wrong("count-loop", lambda puzzle, limit, time_limit: my_count(puzzle, limit)).sentence
    assert "calls model.solve without a time limit" in untimed


def test_a_loop_must_be_written_with_model_solve():
    def counted(puzzle, limit, time_limit):
        count = sm.count_solutions(puzzle, "assignment", "pulp", limit=limit, time_limit=time_limit, cross_check=False)
        return count.value, count.status

    assert "never calls model.solve" in wrong("count-loop", counted).sentence
    assert "must return a pair" in wrong("count-loop", lambda puzzle, limit, time_limit: 3).sentence
    assert "must be a function" in wrong("count-loop", 3).sentence


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


@pytest.mark.slow
def test_another_function_than_the_compared_one(registered):
    def with_sums(m, puzzle):
        """As many variables as the function that was compared, and further constraints."""
        y = conflicts(m, puzzle)
        m.add(m.sum(y.values()) == len(puzzle.board.cells), "one digit for each cell")
        return y

    fault = wrong("compare-your-own", with_sums, compare("assignment", "conflicts"))
    assert "your function makes 64 variables and 241 constraints on this puzzle" in fault.sentence


@pytest.mark.slow
def test_a_built_in_formulation_under_another_name_is_not_ones_own(registered):
    fault = wrong("compare-your-own", formulation("all_different"), compare("assignment", "conflicts"))
    assert "the same model as the built-in formulation all_different" in fault.sentence


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
