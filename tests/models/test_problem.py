"""Problems that are no Sudoku: the same verbs, rewrites and solvers, and answers that are checked."""

import copy
import pickle
import time
from itertools import combinations

import cloudpickle
import pyomo.environ as pyo
import pytest

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.backends import BACKENDS
from sudoku_models.errors import UnsupportedError, WrongGridError
from sudoku_models.models.problem import Problem
from sudoku_models.solvers import Status


def queens(n):
    def state(m):
        queen = m.int_vars("queen", range(1, n + 1), 1, n)
        m.all_different(queen.values(), "columns")
        m.all_different([queen[r] + r for r in queen], "diagonals up")
        m.all_different([queen[r] - r for r in queen], "diagonals down")
        return queen

    return state


def cheapest(m):
    x = m.int_vars("x", "abc", 1, 3)
    m.all_different(x.values(), "all differ")
    m.not_equal(x["a"], 3, "a is not 3")
    m.minimize(x["a"] + 2 * x["b"] + 3 * x["c"])
    return x


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("solver", solvers.installed())
def test_six_queens_have_four_solutions_and_three_have_none(backend, solver):
    found = {tuple(values.values()) for values in Problem(queens(6), backend).solutions(solver=solver)}
    assert found == {(2, 4, 6, 1, 3, 5), (3, 6, 2, 5, 1, 4), (4, 1, 5, 2, 6, 3), (5, 3, 1, 6, 4, 2)}
    assert Problem(queens(3), backend).solve(solver).status is Status.INFEASIBLE


@pytest.mark.parametrize(("values", "name"), [((1, 1, 2), "'all differ'"), ((1, 2, 5), "the bounds of x_c")])
def test_values_that_break_a_constraint_or_a_bound_are_an_error_that_names_it(monkeypatch, values, name):
    outcome = solvers.Outcome(Status.SOLVED, "a lie", list(map(float, values)))
    monkeypatch.setattr("sudoku_models.solvers.cpsat.CpSatSession.solve", lambda *_: outcome)
    with pytest.raises(WrongGridError, match=name):
        Problem(cheapest).solve("cpsat")


def test_a_statement_that_returns_no_variables_is_an_error():
    with pytest.raises(sm.SudokuModelsError, match="must return its variables in a dict, not NoneType"):
        Problem(lambda m: None)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("solver", ["highs", "cpsat"])
def test_a_cut_follows_domains_that_are_changed_after_it(backend: str, solver: str) -> None:
    """The cut on (1, 1) is one row while both are binaries; of 0..2 it must still allow (2, 1)."""
    problem = Problem(lambda m: m.bool_vars("x", "ab"), backend)
    problem.exclude({"a": 1, "b": 1})
    assert problem.count_solutions(solver, cross_check=False).value == 3
    a = problem.variables["a"]
    if backend == "pyomo":
        a.domain = pyo.Integers
        a.setlb(0)
        a.setub(2)
    elif backend == "pulp":
        a.upBound = 2
    else:
        problem.native.proto.variables[a.index].domain[1] = 2
    assert problem.count_solutions(solver, cross_check=False).value == 5


def golomb(m):
    """Marks on a ruler whose distances all differ: the terms of the all-different are differences."""
    mark = m.int_vars("mark", range(4), 0, 6)
    for k in range(3):
        m.add(mark[k] + 1 <= mark[k + 1], f"mark {k} comes before mark {k + 1}")
    m.all_different([mark[j] - mark[i] for i, j in combinations(range(4), 2)], "distances")
    m.minimize(mark[3])
    return mark


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("solver", solvers.installed())
def test_an_all_different_over_differences_is_taken_by_every_solver(backend, solver):
    result = Problem(golomb, backend).solve(solver)
    assert (result.objective, result.values[3]) == (6, 6)


@pytest.mark.parametrize("rewrite", ["indicators", "pairwise+big_m", "pairwise+rank"])
def test_a_linear_all_different_over_differences_has_the_same_solutions(rewrite):
    """What the rewrite adds for a difference does not multiply the solutions."""
    linear = Problem(golomb, "pulp", rewrite)
    linear.m.minimize(0)
    assert linear.count_solutions("highs").value == 2


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_variable_that_its_statement_fixes_has_fixed_indicators(backend):
    """The relaxation would leave them loose."""

    def state(m):
        x = m.int_vars("x", "ab", 1, 3)
        m.all_different(x.values(), "they differ")
        m.fix(x["a"], 2)
        return x

    for problem in (Problem(state, backend, "indicators"), Problem(state, backend).rewritten("indicators")):
        lower, upper = problem.m.bounds()
        column = {value: y for k, value, y in problem.links.indicators() if k == problem.columns["a"]}
        assert {value: (lower[y], upper[y]) for value, y in column.items()} == {1: (0, 0), 2: (1, 1), 3: (0, 0)}


def test_defining_is_not_timed_as_rewriting():
    ends = []

    def slowly(m):
        time.sleep(0.1)
        ends.append(time.perf_counter())
        return cheapest(m)

    problem = Problem(slowly, "pulp", "indicators")
    assert problem.build_seconds >= 0.1
    assert 0 <= problem.rewrite_seconds <= time.perf_counter() - ends[0]


def test_a_count_enumerates_where_the_solver_can_and_each_solution_comes_once():
    def with_another(m):
        m.int_vars("free", "a", 1, 2)
        return cheapest_without_cost(m)

    def cheapest_without_cost(m):
        x = cheapest(m)
        m.minimize(0)
        return x

    for statement, solver, method in (
        (cheapest_without_cost, "cpsat", "enumerate"),
        (cheapest_without_cost, "highs", "cuts"),
        (with_another, "cpsat", "cuts"),
    ):
        count = Problem(statement).count_solutions(solver, cross_check=False)
        assert (count.value, count.method) == (4, method)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_used_problem_is_copied_without_its_sessions(backend, copied):
    problem = Problem(queens_of_six, backend)
    first = problem.solve("highs").values
    problem.solve("cpsat")
    problem.exclude(first)
    copied = copied(problem)
    assert copied.native is not problem.native
    assert copied.cuts == (first,)
    assert copied.count_solutions("cpsat").value == 3
    copied.m.add(copied.variables[1] >= 4, "the copy alone")
    assert (copied.count_solutions("highs").value, problem.count_solutions("highs").value) == (1, 3)


@pytest.mark.parametrize("pickled", [pickle.dumps, cloudpickle.dumps])
def test_a_problem_cannot_be_pickled_and_says_so(pickled):
    for problem in (Problem(queens_of_six, "pulp"), sm.build("small:1", "assignment", "cpsat")):
        with pytest.raises(UnsupportedError, match=type(problem).__name__):
            pickled([problem])


def test_a_problem_that_was_changed_is_copied_with_its_changes():
    problem = Problem(queens_of_six)
    problem.native.addConstraint(problem.variables[1] == 3, "mine")
    assert copy.deepcopy(problem).count_solutions("cpsat").value == problem.count_solutions("highs").value == 1


def queens_of_six(m):
    return queens(6)(m)


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("allowed", [True, False])
def test_a_table_of_one_sum_keeps_all_solutions_in_an_enumeration(backend, allowed):
    """Presolve of CP-SAT takes solutions away where such a table is over a variable that is equal to the sum."""

    def define(m):
        x = m.int_vars("x", "abc", 0, 1)
        free = m.int_vars("free", "de", -1, 1)
        m.add(m.sum(x.values()) == 1, "one")
        values = [(0,)] if allowed else [(1,), (2,), (3,), (4,)]
        m.table([m.dot([2, 2], [x["a"], x["b"]])], values, "no two", allowed=allowed)
        return {**x, **free}

    for method in ("cuts", "enumerate", "partition"):
        count = sm.Problem(define, backend).count_solutions("cpsat", cross_check=False, method=method)
        assert (count.value, count.status) == (9, "exact")
    assert len(list(sm.Problem(define, backend).solutions(solver="cpsat"))) == 9
