"""Allowed values: the same as in the list of all solutions, in few solves, and never complete without a proof."""

import random

import pytest
from hypothesis import given, settings
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models.errors import DisagreementError, InputError, SolverError, UnknownNameError
from sudoku_models.models.allowed_values import METHODS
from sudoku_models.models.sudoku_model import SudokuModel
from sudoku_models.solvers import GAVE_UP, Outcome, Status


def listed(puzzle: sm.Puzzle) -> dict[sm.Cell, frozenset[int]]:
    """The truth: the digits of all solutions."""
    count = sm.count_solutions(
        puzzle, "all_different", "cpsat", "cpsat", limit=None, method="enumerate", cross_check=False
    )
    assert count.status == "exact"
    return {i: frozenset(grid[i] for grid in count.grids) for i in puzzle.board.cells}


WAYS = [
    {},
    {"method": "cpsat"},
    {"method": "enumerate"},
    {"goal": "enough"},
    {"method": "cpsat", "goal": "enough"},
    {"method": "sat"},
    {"method": "sat", "formulation": "all_different", "backend": "cpsat", "solver": "glucose"},
    {"formulation": "pairwise", "rewrite": "rank"},
    {"formulation": "mixed", "backend": "pyomo"},
    {"solver": "cbc", "patience": None},
]


@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize("name", ["several:7", "several:21"])
def test_every_method_finds_what_the_list_of_solutions_has(name, way):
    puzzle = sm.load(name)
    found = sm.allowed_values(puzzle, **way)
    assert found.values == listed(puzzle)
    assert found.status == "complete"
    assert all(sm.is_solution(puzzle, grid) for grid in found.grids)
    assert found.total == sum(found.new)
    cells_left = found.total < len(puzzle.board.cells) * puzzle.board.size
    milp = found.method == "milp"
    assert found.checked_by == (("cpsat" if milp else "highs") if cells_left else "")


def test_a_unique_solution_takes_two_solves(mccaffrey):
    found = sm.allowed_values(mccaffrey)
    assert found.is_unique is True
    assert (found.solves, found.new, found.checked_by) == (2, (81, 0), "cpsat")


def test_a_maximum_falls_and_needs_few_solves():
    found = sm.allowed_values(sm.load("several:35"), patience=None, cross_check=False)
    assert list(found.new) == sorted(found.new, reverse=True)
    assert found.new[-1] == 0
    assert max(map(len, found.values.values())) <= found.solves < 30  # a list has 1,026 solutions


def test_millions_of_solutions():
    digits = sm.build(sm.load("mccaffrey"), backend="pulp").solve().grid.values
    kept = random.Random(1).sample(range(81), 12)
    puzzle = sm.Puzzle(sm.Board.of_size(9), tuple(d if k in kept else 0 for k, d in enumerate(digits)))
    found = sm.allowed_values(puzzle, goal="enough", time_limit=600)
    assert found.status == "complete"
    assert found.solves < 60
    assert all(found.values[i] == {d} for i, d in puzzle.givens.items())


STOPPED = Outcome(Status.UNKNOWN, "it stopped before it had an answer", stopped_by=GAVE_UP)


def replace_runs(monkeypatch, answer):
    """Let `answer(calls, model, real)` answer each solve, where `calls` are the solvers so far."""
    honest, calls = SudokuModel.run, []

    def run(self, solver, time_limit=None):
        calls.append(solver)
        return answer(calls, self, lambda: honest(self, solver, time_limit))

    monkeypatch.setattr(SudokuModel, "run", run)


def test_a_solver_that_gives_up_on_the_objective_gets_an_easier_problem(monkeypatch):
    """It has the answer to any question without an objective, and so all values are shown."""
    replace_runs(monkeypatch, lambda calls, model, real: real() if model.m.objective() is None else STOPPED)
    puzzle = sm.load("several:23")
    found = sm.allowed_values(puzzle, cross_check=False)
    assert (found.status, found.values) == ("complete", listed(puzzle))


def test_the_empty_board_needs_no_proof():
    found = sm.allowed_values(sm.Puzzle(sm.Board.of_size(6), (0,) * 36), goal="enough")
    assert (found.total, found.status, found.checked_by) == (216, "complete", "")
    assert found.reason.endswith("every digit in each cell")


def test_no_solution(infeasible4):
    for method in METHODS:
        found = sm.allowed_values(infeasible4, method=method)
        assert (found.status, found.total, found.is_unique) == ("complete", 0, False)
    assert "row 1 has the given 1 twice" in sm.allowed_values(sm.Puzzle.parse("11.. .... .... ....")).reason


def test_limits_leave_at_least_these():
    puzzle = sm.load("several:23")
    truth = listed(puzzle)
    nothing = sm.allowed_values(puzzle, time_limit=1e-6)
    assert (nothing.status, nothing.total, nothing.is_unique) == ("unknown", 0, None)
    assert nothing.stopped_by == "time limit"
    few = sm.allowed_values(puzzle, method="enumerate", limit=3)
    assert (few.status, few.stopped_by, few.is_unique) == ("at least", "limit", False)
    assert all(few.values[i] <= truth[i] for i in puzzle.board.cells)


def test_ctrl_c_keeps_what_was_seen(monkeypatch):
    def interrupted(calls, model, real):
        if len(calls) > 1:
            raise KeyboardInterrupt
        return real()

    replace_runs(monkeypatch, interrupted)
    found = sm.allowed_values(sm.load("several:13"))
    assert (found.status, found.total, found.stopped_by) == ("at least", 16, "interrupted")


def test_a_solver_that_stops_too_soon_is_caught_by_the_cross_check(monkeypatch):
    """A solver that says "nothing left" after the first solution."""
    lie = Outcome(Status.INFEASIBLE, "a lie")
    replace_runs(monkeypatch, lambda calls, model, real: lie if calls == ["highs"] * 2 else real())
    with pytest.raises(DisagreementError, match="CP-SAT found one"):
        sm.allowed_values(sm.load("several:13"))


def test_progress_and_plain_data():
    said = []
    found = sm.allowed_values(sm.load("several:13"), progress=lambda solves, seen: said.append((solves, seen)))
    assert said == [(1, 16), (2, 20), (3, 20)]
    plain = found.as_dict()
    assert plain["values"][2] == [[1, 2], [4], [3], [1, 2]]
    assert (plain["status"], plain["solves"], plain["total"]) == ("complete", 3, 20)
    assert "complete, 20 values, 3 solves" in repr(found)
    assert found.draw() in str(found)
    assert found.draw() in found._repr_html_()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "mlip"}, "did you mean 'milp'"),
        ({"patience": -1}, "patience"),
        ({"method": "cpsat", "solver": "highs"}, "is a MILP solver"),
        ({"method": "milp", "solver": "cpsat"}, "is a CP solver"),
    ],
)
def test_errors_teach(options, words, unique4):
    with pytest.raises((InputError, UnknownNameError), match=words):
        sm.allowed_values(unique4, **options)


@pytest.mark.parametrize("way", [{}, {"method": "cpsat"}, {"goal": "enough"}, {"patience": None}], ids=str)
def test_a_solver_that_gives_up_from_some_solve_on_proves_nothing(way, monkeypatch):
    """At whichever solve it gives up, the cross-check included, the values are not complete."""
    puzzle = sm.load("several:21")
    truth, last, has_stopped = listed(puzzle), 0, True
    while has_stopped:
        last, has_stopped = last + 1, False

        def answer(calls, model, real, last=last):
            nonlocal has_stopped
            has_stopped = len(calls) >= last
            return STOPPED if has_stopped else real()

        with monkeypatch.context() as patched:
            replace_runs(patched, answer)
            found = sm.allowed_values(puzzle, **way)
        if has_stopped:
            assert found.status == ("at least" if found.grids else "unknown")
            assert (found.stopped_by, found.checked_by) == (GAVE_UP, "")
            assert all(found.values[i] <= truth[i] for i in truth)
    assert last > 3
    assert (found.status, found.values) == ("complete", truth)


def test_a_grid_with_fewer_new_values_than_required_is_an_error(monkeypatch):
    seen = []

    def first_again(calls, model, real):
        seen.append(seen[0] if seen else real())
        return seen[0]

    replace_runs(monkeypatch, first_again)
    with pytest.raises(SolverError, match="returned a grid with 0 new values"):
        sm.allowed_values(sm.load("several:21"), goal="enough")


@settings(max_examples=6, deadline=None)
@given(puzzles())
def test_rules_of_the_board_are_kept_by_every_method(puzzle: sm.Puzzle) -> None:
    grids = solutions(puzzle)
    truth = {i: frozenset(grid[i] for grid in grids) for i in puzzle.board.cells}
    for method in METHODS:
        found = sm.allowed_values(puzzle, method=method)
        assert (found.status, found.values) == ("complete", truth), method
