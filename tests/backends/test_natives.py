"""Models made with a library alone come in, with the variables that are chosen, and refuse what is not supported."""

from collections.abc import Callable
from typing import Any

import pulp
import pyomo.environ as pyo
import pyomo.kernel
import pytest
from ortools.sat.python import cp_model

import sudoku_models as sm
from sudoku_models.backends import Linear, PlainModel
from sudoku_models.errors import InputError

# Whole x, y, z in 0..2 with x + y >= z + 2, of which x and y are chosen.
TRIPLES = [(x, y, z) for x in range(3) for y in range(3) for z in range(3) if x + y >= z + 2]


def of_pulp() -> tuple[Any, Any]:
    lp = pulp.LpProblem("small", pulp.LpMaximize)
    x = {key: lp.add_variable(key, 0, 2, cat="Integer") for key in "xyz"}
    lp += x["z"] - x["x"]
    lp += x["x"] + x["y"] >= x["z"] + 2
    return lp, {"xy": {key: x[key] for key in "xy"}}


def of_pyomo() -> tuple[Any, Any]:
    m = pyo.ConcreteModel()
    m.x = pyo.Var("xyz", domain=pyo.Integers, bounds=(0, 2))
    m.row = pyo.Constraint(expr=m.x["x"] + m.x["y"] >= m.x["z"] + 2)
    m.goal = pyo.Objective(expr=m.x["z"] - m.x["x"], sense=pyo.maximize)
    m.chosen = pyo.Reference([m.x["x"], m.x["y"]])
    return m, m.chosen


def of_cpsat() -> tuple[Any, Any]:
    m = cp_model.CpModel()
    x = [m.new_int_var(0, 2, key) for key in "xyz"]
    m.add(x[0] + x[1] >= x[2] + 2)
    m.maximize(x[2] - x[0])
    return m, x[:2]


def of_records() -> tuple[Any, Any]:
    row = Linear((0, 1, 2), (1, 1, -1), 2, float("inf"), "row")
    m = PlainModel(list("xyz"), [0.0] * 3, [2.0] * 3, [True] * 3, [row], None)
    return m, ["x", "y"]


@pytest.mark.parametrize("make", [of_pulp, of_pyomo, of_cpsat, of_records])
def test_a_model_of_a_library_is_a_problem_about_all_or_the_chosen_variables(make: Callable[[], Any]) -> None:
    native, chosen = make()
    problem = sm.Problem(native)
    assert problem.native is native
    assert {tuple(each.values()) for each in problem.solutions()} == set(TRIPLES)
    assert problem.count_solutions().value == len(TRIPLES)
    if problem.m.has_objective():
        assert problem.solve().objective == max(z - x for x, _, z in TRIPLES)
    pairs = {(x, y) for x, y, _ in TRIPLES}
    assert sm.Problem(native, variables=chosen).count_solutions().value == len(pairs)
    problem.exclude(next(problem.solutions()))
    assert problem.count_solutions().value == len(TRIPLES) - 1


def nonlinear() -> Any:
    m, _ = of_pyomo()
    m.offender = pyo.Constraint(expr=m.x["x"] * m.x["y"] <= 3)
    return m


def nonlinear_goal() -> Any:
    m, _ = of_pyomo()
    m.goal.deactivate()
    m.offender = pyo.Objective(expr=m.x["x"] ** 2)
    return m


def with_sos() -> Any:
    m, _ = of_pyomo()
    m.offender = pyo.SOSConstraint(var=m.x, sos=1)
    return m


def of_another_category() -> Any:
    lp, _ = of_pulp()
    offender = lp.add_variable("offender", 0, 3)
    offender.cat = "SemiContinuous"
    lp += offender >= 1
    return lp


def pulp_with_sos() -> Any:
    lp, _ = of_pulp()
    lp.sos1["offender"] = {lp.variables()[0]: 1}
    return lp


def fixed_outside() -> Any:
    m, _ = of_pyomo()
    m.offender = pyo.Var(bounds=(0, 1))
    m.offender.fix(3)
    return m


def with_assumptions() -> Any:
    m, _ = of_cpsat()
    m.add_assumption(m.new_bool_var("offender"))
    return m


def part_of_a_model_with_logic() -> Any:
    def differ(m: Any) -> Any:
        x = m.int_vars("x", "ab", 1, 2)
        m.not_equal(*x.values(), "offender")
        return x

    return sm.Problem(differ, "pulp").native


@pytest.mark.parametrize(
    "make",
    [
        *(nonlinear, nonlinear_goal, with_sos, of_another_category, pulp_with_sos, fixed_outside),
        *(with_assumptions, part_of_a_model_with_logic),
    ],
)
def test_what_is_not_supported_is_refused_at_once_by_its_name(make: Callable[[], Any]) -> None:
    native = make()
    for rewrite in (None, ""):
        with pytest.raises(InputError, match=r"offender|assumptions"):
            sm.Problem(native, rewrite=rewrite)


@pytest.mark.parametrize(
    "source",
    [
        pyo.AbstractModel(),
        pyomo.kernel.block(),
        pyo.Block([1]),
        pyo.ConcreteModel(),
        pulp.LpProblem("empty"),
        "model.mps",
        7,
        None,
    ],
    ids=lambda source: type(source).__name__,
)
def test_what_is_no_model_is_refused(source: Any) -> None:
    with pytest.raises(InputError):
        sm.Problem(source)


def test_variables_that_cannot_be_chosen_are_refused() -> None:
    lp, _ = of_pulp()
    x, y, _ = lp.variables()
    for chosen in (["w"], [x, x], [], [x + y], [3], {"a": None}):
        with pytest.raises(InputError):
            sm.Problem(lp, variables=chosen)
    with pytest.raises(InputError):
        sm.Problem(lambda m: m.bool_vars("x", "ab"), variables=["x"])
    with pytest.raises(InputError):
        sm.Problem(lp, "pyomo")
