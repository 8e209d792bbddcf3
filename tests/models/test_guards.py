"""What prevents a false answer when a solver is wrong or stops, and when cuts are posted on several models."""

import copy
import threading
from dataclasses import replace
from functools import cache

import numpy as np
import pulp
import pytest
from live_models import drops_interrupts, interrupted_at

import sudoku_models as sm
from sudoku_models.backends import new_backend, plain
from sudoku_models.errors import InputError, SudokuModelsError, UnsupportedError, WrongGridError
from sudoku_models.models.problem import Problem
from sudoku_models.solvers import GAVE_UP, Outcome, Status
from sudoku_models.solvers.cpsat import CpSatSession
from sudoku_models.solvers.highs import HighsSession

STOPPED = Outcome(Status.UNKNOWN, "the solver gave up", stopped_by=GAVE_UP)


def differing(m):
    """Six solutions."""
    x = m.int_vars("x", "abc", 1, 3)
    m.all_different(x.values(), "all differ")
    return x


def exact(problem, solver):
    found = problem.count_solutions(solver)
    assert (found.status, bool(found.checked_by)) == ("exact", True)
    return found.value


# -- cuts in a linearised copy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize(("solver", "method"), [("highs", "cuts"), ("cpsat", "enumerate")])
def test_a_count_has_no_cuts_of_an_open_iteration(backend, solver, method):
    problem = Problem(differing, backend)
    own = plain(problem.m)
    iteration = problem.solutions(solver="cpsat")
    assert len({tuple(next(iteration).values()) for _ in range(3)}) == 3
    assert problem.count_solutions(solver, method=method, cross_check=False).value == 6
    assert len(list(iteration)) == 3
    assert plain(problem.m) == own


@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_a_count_that_ends_with_an_error_leaves_no_cut_in_the_model(solver):
    problem = Problem(differing)

    def progress(found):
        if found == 3:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        problem.count_solutions(solver, progress=progress)
    assert len(problem.m.constraints()) == 1


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_linearised_copy_has_no_cuts_that_a_reset_drops(backend):
    puzzle = sm.load("several:13")
    model = sm.build(puzzle, "all_different", backend)
    for grid in model.solutions(solver="cpsat"):
        model.exclude(grid)
    assert model.solve("highs").status is Status.INFEASIBLE
    model.reset(puzzle)
    assert model.solve("highs").status is Status.SOLVED


# -- what is excluded, interrupted or refused -------------------------------------------------------------------------


def test_a_cut_that_cannot_be_made_for_new_bounds_is_not_lost():
    problem = Problem(lambda m: m.int_vars("x", "a", 1, 2), "pulp", "")
    for value in (1, 2):
        problem.exclude({"a": value})
    problem.variables["a"].upBound = None
    with pytest.raises(UnsupportedError):
        problem.solve("highs")
    problem.variables["a"].upBound = 2
    assert len(problem.cuts) == 2
    assert exact(problem, "highs") == 0


@drops_interrupts
@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_an_interrupted_exclusion_is_whole_or_not_there(backend):
    puzzle = sm.load("several:13")
    for call in (1, 20, 60, 100, 140, 180, 220, 300):
        model = sm.build(puzzle, "all_different", backend)
        grid = model.solve("cpsat").grid
        own = plain(model.m)
        with interrupted_at(call):
            model.exclude(grid)
        if not model.cuts:
            assert plain(model.m) == own
        model.reset(puzzle)
        assert plain(model.m) == own


def test_another_thread_may_ask_while_a_solver_enumerates():
    """CP-SAT calls back from a thread of its own, while this one holds the lock."""
    problem = Problem(differing)
    others = []

    def progress(found):
        others.append(threading.Thread(target=lambda: problem.cuts, daemon=True))
        others[-1].start()
        others[-1].join(0.05)  # it waits for the count, or for nothing

    assert problem.count_solutions("cpsat", cross_check=False, progress=progress).value == 6
    for other in others:
        other.join(60)
        assert not other.is_alive()


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_logical_constraint_that_is_added_after_an_answer_is_rewritten_too(backend):
    problem = Problem(lambda m: m.int_vars("x", "ab", 1, 2), backend)
    assert problem.solve("highs")
    problem.m.not_equal(*problem.variables.values(), "differ")
    assert problem.count_solutions("highs", cross_check=False).value == 2


def test_a_variable_that_was_added_in_native_is_known_before_the_method_is_chosen():
    problem = Problem(lambda m: m.int_vars("x", "a", 1, 2), "pulp")
    problem.native.addConstraint(problem.native.add_variable("more", 0, 20_000, "Integer") >= 1, "more")
    count = problem.count_solutions("cpsat", cross_check=False)
    assert (count.value, count.method, len(count.seconds)) == (2, "cuts", 3)


# -- solvers that stop ------------------------------------------------------------------------------------------------


def stop_after(monkeypatch, session, solved):
    """Let the sessions of a solver give up after so many solutions."""
    real, calls = session.solve, []

    def solve(self, time_limit=None):
        calls.append(time_limit)
        return replace(STOPPED) if len(calls) > solved else real(self, time_limit)

    monkeypatch.setattr(session, "solve", solve)


@pytest.mark.parametrize("cross_check", [True, False])
@pytest.mark.parametrize(("solver", "session"), [("highs", HighsSession), ("cpsat", CpSatSession)])
def test_a_count_whose_solver_gives_up_is_not_exact(monkeypatch, solver, session, cross_check):
    stop_after(monkeypatch, session, 6)  # it has found all, and gives up before the proof
    found = Problem(differing).count_solutions(solver, cross_check=cross_check, method="cuts")
    assert (found.value, found.status, found.stopped_by, found.checked_by) == (6, "at least", GAVE_UP, "")
    assert found.prove_seconds is None


@pytest.mark.parametrize("solved", [0, 6])
def test_an_enumeration_that_gives_up_is_not_exact(monkeypatch, solved):
    real = CpSatSession.enumerate

    def enumerate_some(self, found, time_limit=None):
        if solved:
            real(self, found, time_limit)
        return replace(STOPPED)

    monkeypatch.setattr(CpSatSession, "enumerate", enumerate_some)
    found = Problem(differing).count_solutions("cpsat", method="enumerate")
    assert (found.value, found.status) == (solved, "at least" if solved else "unknown")
    assert (found.stopped_by, found.checked_by, found.prove_seconds) == (GAVE_UP, "", None)


def test_a_cross_check_that_gives_up_confirms_nothing(monkeypatch):
    stop_after(monkeypatch, CpSatSession, 0)
    found = Problem(differing).count_solutions("highs")
    assert (found.value, found.status, found.stopped_by, found.checked_by) == (6, "at least", GAVE_UP, "")


@pytest.mark.parametrize("solved", [0, 2, 6])
def test_an_iteration_whose_solver_gives_up_ends_with_an_error(monkeypatch, solved):
    stop_after(monkeypatch, HighsSession, solved)
    iteration = Problem(differing).solutions()
    assert len({tuple(next(iteration).values()) for _ in range(solved)}) == solved
    with pytest.raises(SudokuModelsError, match="whether there are more solutions is not known"):
        next(iteration)


# -- solvers that are wrong -------------------------------------------------------------------------------------------


def answer_with(monkeypatch, values):
    """Let HiGHS return these values of the columns."""
    outcome = Outcome(Status.SOLVED, "a wrong answer", values)
    monkeypatch.setattr(HighsSession, "solve", lambda *_: replace(outcome, values=values.copy()))


def digits_of(model):
    """A solution of the puzzle as values of the columns of an `all_different` model."""
    grid = sm.build(model.puzzle, backend="pulp").solve("cpsat").grid
    values = np.zeros(len(model.m.variables))
    values[[model.m.column(model.variables[i]) for i in model.puzzle.board.cells]] = grid.values
    return grid, values


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_grid_that_breaks_a_constraint_of_the_user_is_an_error(monkeypatch, backend):
    model = sm.build("several:13", "all_different", backend)
    grid, values = digits_of(model)
    cell = next(i for i in model.puzzle.board.cells if i not in model.puzzle.givens)
    answer_with(monkeypatch, values)
    assert model.solve("highs").grid == grid
    x = model.variables[cell]
    digit = grid[cell]
    model.m.add(x >= digit + 1 if digit == 1 else x <= digit - 1, "another digit")
    for ask in (model.solve, model.count_solutions, lambda solver: next(model.solutions(solver=solver))):
        with pytest.raises(WrongGridError, match="another digit"):
            ask("highs")


@pytest.mark.parametrize(("value", "held"), [(1, r"\[1, 2\]"), (0, "no digit")])
def test_values_without_exactly_one_digit_in_a_cell_are_no_grid(monkeypatch, unique4, value, held):
    model = sm.build(unique4, "assignment", "pulp")
    grid = model.solve("cpsat").grid
    values = np.zeros(len(model.m.variables))
    for i in unique4.board.cells:
        values[model.m.column(model.variables[i, grid[i]])] = 1
    assert grid[1, 1] == 1
    values[model.m.column(model.variables[(1, 1), 2 if value else 1])] = value
    answer_with(monkeypatch, values)
    with pytest.raises(WrongGridError, match=rf"cell \(1, 1\) holds {held}"):
        model.solve("highs")


def test_a_solution_that_is_returned_twice_is_an_error(monkeypatch):
    answer_with(monkeypatch, np.array([1.0, 2.0, 3.0]))
    with pytest.raises(SudokuModelsError, match="a solution that a cut excludes"):
        Problem(differing).count_solutions("highs", cross_check=False)


# -- the model that confirms a count ----------------------------------------------------------------------------------


@cache
def twelve_grids():
    """The solutions of several:21."""
    return sm.count_solutions("several:21", backend="pulp", cross_check=False).grids


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("solver", ["highs", "cpsat"])
@pytest.mark.parametrize("change", ["fixed", "constraint", "excluded"])
def test_a_changed_model_is_confirmed_as_it_stands(backend, solver, change):
    puzzle, grids = sm.load("several:21"), twelve_grids()
    model = sm.build(puzzle, "all_different", backend)
    cell = next(i for i in puzzle.board.cells if len({grid[i] for grid in grids}) > 1)
    digit = grids[0][cell]
    same = sum(grid[cell] == digit for grid in grids)
    x = model.variables[cell]
    if change == "fixed":
        model.m.fix(x, digit)
    elif change == "constraint":
        model.m.add(x == digit, "one digit")
    else:
        model.exclude(grids[0])
    assert exact(model, solver) == (len(grids) - 1 if change == "excluded" else same)


# -- edits of a CpModel -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_a_gap_that_is_made_in_a_domain_between_two_counts_is_seen(solver):
    problem = Problem(lambda m: m.int_vars("x", "ab", 0, 3), "cpsat")
    assert exact(problem, solver) == 16
    domain = problem.native.proto.variables[problem.variables["a"].index].domain
    domain.clear()
    domain.extend([0, 0, 3, 3])
    assert exact(problem, solver) == 8
    domain.clear()
    domain.extend([0, 3])
    assert exact(problem, solver) == 16


def test_a_cut_whose_part_is_edited_is_not_read_as_it_was():
    problem = Problem(lambda m: m.int_vars("x", "ab", 0, 3), "cpsat")
    row = problem.m.exclude([(x, 1) for x in problem.variables.values()], "both differ", 2)
    assert exact(problem, "highs") == 9
    problem.native.proto.constraints[row.parts[0].index].linear.domain[1] = 2
    with pytest.raises(UnsupportedError, match="edited in place"):
        problem.solve("highs")


# -- cuts over other domains ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("solver", ["highs", "cpsat"])
@pytest.mark.parametrize(("low", "other"), [(1, 3), (0, 2)], ids=["integers", "binaries"])
def test_a_cut_with_a_value_outside_the_domain_is_about_the_others(backend, solver, low, other):
    problem = Problem(lambda m: m.int_vars("x", "ab", low, low + 1), backend)
    problem.exclude({"a": other, "b": 1})
    assert exact(problem, solver) == 4
    problem.exclude({"a": other, "b": 1}, at_least=2)  # a differs always, so b must
    assert exact(problem, solver) == 2


def test_a_continuous_variable_from_0_to_1_is_no_binary_of_a_cut():
    def share(m):
        x = m.bool_vars("x", "ab")
        x["a"].cat = pulp.LpContinuous
        return x

    with pytest.raises(InputError):
        Problem(share).exclude({"a": 1, "b": 1})


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_an_open_iteration_follows_a_change_of_the_model(backend, solver):
    problem = Problem(differing, backend)
    iteration = problem.solutions(solver=solver)
    first = next(iteration)["a"]
    problem.m.add(problem.variables["a"] == first, "as in the first solution")
    assert [values["a"] for values in iteration] == [first]


# -- copies and iterations leave nothing behind ------------------------------------------------------------------------


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda model: model.rewritten("")])
def test_a_copy_of_a_changed_model_is_a_changed_one(backend, copied):
    model = sm.build("several:21", "all_different", backend)
    x = model.variables[1, 1]
    model.m.add(x >= 2, "own")
    model.solve("cpsat")
    other = copied(model)
    with pytest.raises(UnsupportedError, match="constraints"):
        other.count_solutions("cpsat", certificate=True)


def test_a_row_that_was_replaced_by_an_equal_one_is_another_one():
    m = new_backend("cpsat")
    x = m.int_vars("x", "a", 0, 3)["a"]
    row = m.add(x >= 1, "row")
    [first] = m.records
    assert m.records[0] is first
    m.forget([row])
    m.add(x >= 1, "row")
    assert m.records[0] is not first
