"""What a user changes in the library's own model between two answers: each answer is about the model as it stands."""

import threading

import pulp
import pyomo.environ as pyo
import pytest
from native_edits import EDITORS

import sudoku_models as sm
from sudoku_models import formulations, solvers
from sudoku_models.errors import InputError
from sudoku_models.models.problem import Problem
from sudoku_models.solvers import Status

SOLVERS = ["highs", "cpsat"]


def differing(n, low, high):
    def define(m):
        x = m.int_vars("x", "abcd"[:n], low, high)
        m.all_different(x.values(), "all differ")
        return x

    return define


def binaries(m):
    return m.bool_vars("b", "ab")


def count(problem, solver):
    """By cuts, and confirmed; it must be a proof."""
    found = problem.count_solutions(solver)
    assert found.status == "exact"
    return found.value


# -- fixed variables --------------------------------------------------------------------------------------------------


def test_a_variable_that_was_fixed_in_pyomo_and_is_unfixed_again_is_free_in_the_linearised_copy_too():
    problem = Problem(differing(3, 1, 3), "pyomo")
    x = problem.variables
    x["a"].fix(3)
    assert count(problem, "highs") == 2
    x["a"].unfix()
    assert count(problem, "highs") == 6
    x["b"].fix(3)
    assert count(problem, "highs") == 2
    x["b"].fix(1)
    assert {values["b"] for values in problem.solutions()} == {1}


def test_a_fraction_to_which_a_continuous_variable_is_fixed_stays_a_fraction():
    problem = Problem(differing(2, 1, 2), "pyomo")
    problem.native.c = pyo.Var(bounds=(0, 10))
    problem.native.row = pyo.Constraint(expr=problem.native.c == 2.5)
    problem.native.c.fix(2.5)
    assert problem.solve("highs").status is Status.SOLVED
    problem = Problem(differing(2, 1, 2), "pulp")
    problem.native.addConstraint(problem.native.add_variable("c", 2.5, 2.5) >= 2.5, "row")
    assert problem.solve("highs").status is Status.SOLVED


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_fixed_variable_whose_domain_is_changed_has_the_new_domain(backend, solver):
    problem = Problem(differing(3, 1, 2), backend)
    x = problem.variables["a"]
    problem.m.fix(x, 2)
    assert problem.solve(solver).status is Status.INFEASIBLE
    if backend == "pulp":
        x.lowBound, x.upBound = 0, 9
    elif backend == "pyomo":
        x.unfix()
        x.setlb(0)
        x.setub(9)
    else:
        domain = problem.native.proto.variables[x.index].domain
        domain.clear()
        domain.extend([0, 9])
    assert count(problem, solver) == 8 * 2  # a is 0, or 3 to 9
    problem.m.free()
    assert count(problem, solver) == 8 * 2


def test_a_value_to_which_the_user_has_fixed_a_variable_is_not_replaced_in_silence():
    model = sm.build("1... .... .... ...2", "all_different", "pyomo")
    model.variables[1, 2].fix(2)
    with pytest.raises(InputError, match="fixed to 2"):
        model.reset(".3.. .... .... ....")


def test_a_reset_that_is_refused_leaves_the_model_as_it_was():
    model = sm.build("1... .... .... ...2", "all_different", "pulp")
    model.exclude(model.solve().grid)
    model.variables[1, 3].upBound = 2
    before = model.count_solutions().value
    with pytest.raises(InputError, match="1, 3"):
        model.reset("2.3. .... .... ....")
    assert (model.puzzle.line(), len(model.cuts)) == ("1..............2", 1)
    assert model.count_solutions().value == before > 1


# -- objectives -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", ["pulp", "pyomo"])
def test_the_objective_of_a_continuous_variable_is_not_rounded(backend):
    problem = Problem(differing(2, 1, 2), backend)
    if backend == "pulp":
        problem.native.sense = pulp.LpMaximize
        problem.native.setObjective(problem.native.add_variable("c", 0, 2.5))
    else:
        problem.native.c = pyo.Var(bounds=(0, 2.5))
        problem.native.objective = pyo.Objective(expr=problem.native.c, sense=pyo.maximize)
    assert problem.solve("highs").objective == pytest.approx(2.5)


# -- cuts -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("wrong", [0.5, "1", None, float("nan"), float("inf")])
def test_a_solution_without_whole_numbers_is_not_excluded(backend, wrong):
    problem = Problem(binaries, backend)
    with pytest.raises(InputError, match="whole number"):
        problem.exclude({"a": wrong, "b": 0})
    with pytest.raises(InputError, match="whole number"):
        problem.m.exclude([(problem.variables["a"], wrong)], "not this")
    assert [count(problem, solver) for solver in SOLVERS] == [4, 4]


def test_what_is_no_solution_is_not_excluded():
    with pytest.raises(InputError, match="dict of values"):
        Problem(binaries).exclude([1, 0])
    with pytest.raises(InputError, match="Grid"):
        sm.build("1... .... .... ...2").exclude("1243")


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_count_with_a_distance_that_nothing_guarantees_is_refused(backend):
    with pytest.raises(InputError, match="at_least must be 1"):
        Problem(binaries, backend).count_solutions(at_least=2)


@pytest.mark.parametrize("solver", SOLVERS)
def test_cuts_of_a_linear_model_do_not_rest_on_rows_that_were_deleted(solver):
    problem = Problem(differing(2, 1, 2), "pulp", "")
    problem.exclude({"a": 1, "b": 2})
    del problem.native._constraints["x_b_is_its_value"]  # b is free now
    assert count(problem, solver) == 4 - 1


@pytest.mark.parametrize("backend", sm.BACKENDS)
@pytest.mark.parametrize("solver", SOLVERS)
def test_an_iteration_yields_no_solution_twice_when_its_cuts_are_deleted(backend, solver):
    problem = Problem(differing(2, 1, 3), backend)
    own = set(map(id, problem.m.constraints()))
    found = []
    for values in problem.solutions(limit=10, solver=solver):
        found.append(tuple(values.values()))
        problem.m.forget([row for row in problem.m.constraints() if id(row) not in own])
    assert len(found) == len(set(found)) == 6


@pytest.mark.parametrize("is_solved", [True, False])
@pytest.mark.parametrize("solver", SOLVERS)
def test_a_cut_that_was_edited_is_a_constraint_of_the_user_s(solver, is_solved):
    problem = Problem(binaries, "pulp")
    problem.exclude({"a": 1, "b": 1})  # 1 <= (1 - a) + (1 - b)
    assert not is_solved or count(problem, solver) == 3
    problem.m.constraints()[0].changeRHS(0)  # a + b <= 0
    assert count(problem, solver) == 1
    assert problem.cuts == ()


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_constraint_of_the_cpsat_model_that_is_filled_again_is_in_force(solver):
    problem = Problem(differing(2, 1, 2), "cpsat")
    row = problem.m.add(problem.variables["a"] <= 2, "small")
    problem.m.forget([row])
    linear = problem.native.proto.constraints[row.index].linear
    linear.vars.extend([problem.variables["a"].index])
    linear.coeffs.extend([1])
    linear.domain.extend([2, 2])
    assert count(problem, solver) == 1


# -- what else belongs to a model -------------------------------------------------------------------------------------


@pytest.mark.parametrize("rewrite", [None, ""])
def test_a_count_is_confirmed_on_the_formulation_that_the_model_was_built_with(rewrite):
    def latin(m, puzzle):
        x = m.int_vars("x", puzzle.board.cells, 1, puzzle.board.size)
        for unit in puzzle.board.units:
            m.all_different([x[i] for i in unit.cells], unit.name)
        for i, d in puzzle.givens.items():
            m.fix(x[i], d)
        return x

    def diagonal(m, puzzle):
        x = latin(m, puzzle)
        m.add(x[1, 1] == x[3, 3], "two are equal")
        return x

    formulations.register("replaced", diagonal)
    try:
        model = sm.build("1... .... .... ...2", "replaced", "pulp", rewrite)
        formulations.register("replaced", latin)
        found = model.count_solutions("highs")
        assert (found.status, found.checked_by) == ("exact", "cpsat")
        assert {grid[3, 3] for grid in found.grids} == {1}
        model.reset("2... .... .... ....")
        assert {grid[3, 3] for grid in model.count_solutions("highs").grids} == {2}
    finally:
        del formulations.FORMULATIONS["replaced"]


def test_a_variable_of_another_cpsat_model_is_not_taken_for_one_of_this():
    other = Problem(differing(2, 1, 5), "cpsat").variables
    with pytest.raises(InputError, match="no variable of this model"):
        Problem(lambda m: m.int_vars("y", "ab", 1, 2) and other, "cpsat")


def test_threads_take_turns_on_one_model():
    problem = Problem(differing(3, 1, 4), "pulp")
    answers = []

    def ask(solver, counts):
        for _ in range(4):
            if counts:
                answers.append(problem.count_solutions(solver, cross_check=False).value == 24)
            else:
                answers.append(problem.solve(solver).status is Status.SOLVED)

    threads = [
        threading.Thread(target=ask, args=pair) for pair in [("highs", 1), ("highs", 0), ("cpsat", 1), ("cpsat", 0)]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [True] * 16


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_model_that_was_emptied_takes_new_constraints(backend, solver):
    problem = Problem(differing(3, 1, 2), backend)
    x = problem.variables
    problem.m.add(x["a"] <= 1, "small")
    assert problem.solve(solver).status is Status.INFEASIBLE
    if backend == "pulp":
        problem.native._constraints.clear()
        problem.m.forget(problem.m.constraints())
    elif backend == "pyomo":
        problem.native.del_component("logic")
        problem.native.del_component("rules")
    else:
        problem.native.proto.constraints.clear()
    assert count(problem, solver) == 8
    problem.m.not_equal(x["a"], x["b"], "a is not b")
    problem.m.add(x["c"] >= 2, "large")
    assert count(problem, solver) == 2
    assert len(list(problem.solutions(solver=solver))) == 2


def test_a_cpsat_model_without_its_variables_is_refused():
    problem = Problem(differing(3, 1, 2), "cpsat")
    problem.native.proto.variables.clear()
    with pytest.raises(InputError, match="removed from the CpModel"):
        problem.solve("cpsat")


@pytest.mark.parametrize("solver", ["highs", "cpsat", "choco", "cadical"])
@pytest.mark.parametrize("what", ["right-hand side", "coefficient", "sense"])
@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_a_row_that_is_edited_between_two_solves_of_one_session_is_seen(backend, what, solver):
    if solver not in solvers.installed():
        return
    problem = Problem(lambda m: m.int_vars("x", "ab", 0, 3), backend)
    editor, (a, b) = EDITORS[backend](problem.native), problem.variables.values()
    row = editor.add([(1, a), (1, b)], "<=", 1)
    assert problem.count_solutions(solver, cross_check=False).value == 3
    assert problem.solve(solver).status is Status.SOLVED
    terms, sense, right = {
        "right-hand side": ([(1, a), (1, b)], "<=", 2),
        "coefficient": ([(1, a), (3, b)], "<=", 1),
        "sense": ([(1, a), (1, b)], ">=", 1),
    }[what]
    if what == "right-hand side":
        editor.change_right(row, right)
    else:
        editor.change(row, terms, sense, right)
    truth = {"right-hand side": 6, "coefficient": 2, "sense": 15}[what]
    assert problem.count_solutions(solver, cross_check=False).value == truth
    assert len({tuple(values.values()) for values in problem.solutions(solver=solver)}) == truth


@pytest.mark.parametrize("backend", ["pulp", "pyomo"])
def test_a_variable_that_becomes_continuous_between_two_solves_is_seen(backend):
    problem = Problem(lambda m: m.int_vars("x", "a", 0, 3), backend)
    x = problem.variables["a"]
    editor = EDITORS[backend](problem.native)
    editor.add([(2, x)], ">=", 3)
    editor.minimize([(1, x)])
    assert problem.solve("highs").objective == 2
    if backend == "pulp":
        x.cat = pulp.LpContinuous
    else:
        x.domain = pyo.Reals
    assert problem.solve("highs").objective == 1.5


@pytest.mark.parametrize("backend", sm.BACKENDS)
def test_logic_that_is_added_to_a_linear_problem_is_rewritten(backend):
    problem = Problem(lambda m: m.int_vars("x", "ab", 0, 3), backend)
    assert count(problem, "highs") == 16
    problem.m.not_equal(*problem.variables.values(), "a is not b")
    assert count(problem, "highs") == 12
