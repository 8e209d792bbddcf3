"""Right answers pass; typical wrong ones get a true sentence."""

import pytest
from judging import judge, judged, wrong

import sudoku_models as sm
from sudoku_models.models.missing_givens import hitting_set
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking


def solutions(puzzle):
    return sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", method="enumerate", cross_check=False).grids


def test_a_given():
    puzzle = sm.load("several:16")
    grids = solutions(puzzle)
    held = {(i, d): sum(g[i] == d for g in grids) for i in puzzle.board.cells for d in puzzle.board.digits}
    blank = [value for value in held if value[0] not in puzzle.givens]
    right = next(value for value in blank if held[value] == 1)
    assert "only this solution" in judge("add-a-given", right)
    assert "only this solution has 8 in (4, 8)" in judge("add-a-given", ((4, 8), 8.0))
    assert "no solution has" in wrong("add-a-given", next(value for value in blank if held[value] == 0)).sentence
    two = wrong("add-a-given", next(value for value in blank if held[value] == 2))
    assert two.sentence.startswith("2 of the solutions have")
    assert puzzle.violations(two.grid) == []
    assert "has the given" in wrong("add-a-given", next(iter(puzzle.givens.items()))).sentence
    assert "such as ((1, 4), 7)" in wrong("add-a-given", 5).sentence
    assert "no cell and digit" in wrong("add-a-given", ((0, 1), 5)).sentence


def my_allowed(puzzle, sign=-1, stop_early=False, **options):
    model = sm.build(puzzle, "assignment", "pulp")
    m, y = model.m, model.variables
    unseen = set(y)
    while unseen:
        m.minimize(m.sum(sign * y[value] for value in sorted(unseen)))
        answer = model.solve("highs")
        shown = {(i, answer.grid[i]) for i in puzzle.board.cells} & unseen if answer.grid else set()
        if not shown:
            break
        unseen -= shown
        if stop_early:
            break
    return {i: {d for d in puzzle.board.digits if (i, d) not in unseen} for i in puzzle.board.cells}


@pytest.mark.slow
def test_the_loop():
    assert "few solves" in judge("objective-loop", my_allowed)


def test_loops_that_end_too_soon():
    fault = wrong("objective-loop", lambda puzzle: my_allowed(puzzle, stop_early=True))
    assert "lacks" in fault.sentence
    assert fault.puzzle.violations(fault.grid) == []
    assert "lacks" in wrong("objective-loop", lambda puzzle: my_allowed(puzzle, sign=1)).sentence


@pytest.mark.slow
def test_loops_with_too_many_solves():
    def by_list(puzzle):
        grids = sm.count_solutions(puzzle, "assignment", "pulp", limit=None, cross_check=False).grids
        return {i: {grid[i] for grid in grids} for i in puzzle.board.cells}

    assert "has called a solver 70 times and is still running" in wrong("objective-loop", by_list).sentence

    def one_by_one(puzzle):
        model = sm.build(puzzle, "assignment", "pulp")
        values = {i: set() for i in puzzle.board.cells}
        for (i, d), y in model.variables.items():
            model.m.minimize(model.m.dot([-1], [y]))
            if (grid := model.solve().grid) and grid[i] == d:
                values[i].add(d)
        return values

    assert "calls a solver 64 times" in wrong("objective-loop", one_by_one).sentence
    by_enumeration = lambda puzzle: {i: {g[i] for g in solutions(puzzle)} for i in puzzle.board.cells}  # noqa: E731
    assert "lets a solver list the solutions" in wrong("objective-loop", by_enumeration).sentence

    def by_backtracking(puzzle):
        grids = enumerate_by_backtracking(puzzle)
        return {i: {grid[i] for grid in grids} for i in puzzle.board.cells}

    assert "never calls model.solve" in wrong("objective-loop", by_backtracking).sentence
    given = lambda puzzle: sm.allowed_values(puzzle).values  # noqa: E731
    assert "calls sm.allowed_values" in wrong("objective-loop", given).sentence


def test_values_that_do_not_occur():
    def candidates(puzzle):
        return {i: {puzzle.givens[i]} if i in puzzle.givens else set(puzzle.board.digits) for i in puzzle.board.cells}

    assert "no solution has that" in wrong("objective-loop", candidates).sentence
    assert "the dict has no key (1, 1)" in wrong("objective-loop", lambda puzzle: {}).sentence


def test_least_agreement():
    def state(sign):
        return lambda m, y, grid: m.minimize(m.sum(sign * y[i, grid[i]] for i in grid.board.cells))

    assert "fewest cells" in judge("least-agreement", state(1))
    assert "check the sign" in wrong("least-agreement", state(-1)).sentence
    assert "no objective" in wrong("least-agreement", lambda m, y, grid: None).sentence

    def cut(m, y, grid):
        m.add(m.sum(y[i, grid[i]] for i in grid.board.cells) <= len(grid.board.cells) - 1, "another")
        state(1)(m, y, grid)

    assert "changed the constraints" in wrong("least-agreement", cut).sentence
    same = lambda m, y, grid: m.minimize(m.sum(y.values()))  # noqa: E731
    assert "every solution has the same objective value" in wrong("least-agreement", same).sentence
    first_row = lambda m, y, grid: m.minimize(m.sum(y[i, grid[i]] for i in grid.board.cells[:2]))  # noqa: E731
    assert "check the sign" not in wrong("least-agreement", first_row).sentence
    assert "there is one that agrees in" in wrong("least-agreement", first_row).sentence


def test_hitting_sets():
    assert "in all 12 cases" in judge("state-hitting-set", hitting_set)

    def every_cell(m, chosen, others):
        g = m.bool_vars("g", chosen.board.cells)
        m.add(m.sum(g.values()) >= len(g), "all of them")
        m.minimize(m.sum(g.values()))
        return g

    assert "are enough" in wrong("state-hitting-set", every_cell).sentence

    def none(m, chosen, others):
        g = m.bool_vars("g", chosen.board.cells)
        m.minimize(m.sum(g.values()))
        return g

    fault = wrong("state-hitting-set", none)
    assert fault.sentence == "with the givens (none) this other solution is left"
    assert fault.puzzle.violations(fault.grid) == []

    def where_they_agree(m, chosen, others):
        g = m.bool_vars("g", chosen.board.cells)
        for k, h in enumerate(others):
            m.add(m.sum(g[i] for i in g if h[i] == chosen[i]) >= 1, f"row {k}")
        m.minimize(m.sum(g.values()))
        return g

    assert wrong("state-hitting-set", where_they_agree).sentence

    def other_keys(m, chosen, others):
        return dict(enumerate(hitting_set(m, chosen, others).values()))

    assert "must be cells" in wrong("state-hitting-set", other_keys).sentence
    digits = lambda m, chosen, others: m.int_vars("g", chosen.board.cells, 0, 9)  # noqa: E731
    assert "may be 0 to 9; make it a binary" in wrong("state-hitting-set", digits).sentence
    nothing = lambda m, chosen, others: None  # noqa: E731
    assert "must return its variables in a dict" in wrong("state-hitting-set", nothing).sentence


def test_a_fooled_test():
    assert "so the test says unique" in judge("fool-the-swap-test", sm.load("several:8"))
    assert "so the test says unique" in judge("fool-the-swap-test", sm.load("several:14").line())
    fault = wrong("fool-the-swap-test", sm.load("several:10"))
    assert "differ in the four cells" in fault.sentence
    assert fault.puzzle.violations(fault.grid) == []
    assert "has one solution" in wrong("fool-the-swap-test", sm.load("mccaffrey")).sentence
    assert "no solution" in wrong("fool-the-swap-test", sm.load("several:7")).sentence
    assert "not a puzzle" in wrong("fool-the-swap-test", "123").sentence
    assert "so the test says unique" in judge("fool-the-swap-test", "several:8")
    assert "not a puzzle" in wrong("fool-the-swap-test", "several:999").sentence
    assert "must be a puzzle" in wrong("fool-the-swap-test", 3).sentence


def test_a_puzzle_with_very_many_solutions_is_judged_soon():
    board = sm.load("several:8").board
    nearly = tuple(d * (k % 3 < 2) for k, d in enumerate(sm.load("several:8").values))
    status, sentence = judged("fool-the-swap-test", sm.Puzzle(board, nearly))
    assert status == "wrong"
    assert "in the four cells" in sentence
