"""What a solver says of itself is what its engine has: asked of the engine, or seen where the options are set."""

import re
import subprocess
from importlib.metadata import version
from typing import Any

import highspy
import pytest
from ortools.sat.python import cp_model

from sudoku_models import solvers
from sudoku_models.backends import new_backend
from sudoku_models.solvers import NO_PRESOLVE, SEARCH_ORDERS, Claim, find
from sudoku_models.solvers.milp import milp_of

HERE = solvers.installed(everything=True)
SWITCHED = [
    f"{name}{off}" for name in ("highs", "cpsat", "cbc") for off in ("", f":{NO_PRESOLVE}", f":{NO_PRESOLVE},seed=7")
]


def small(backend: str = "pulp") -> Any:
    m = new_backend(backend)
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] + x["b"] >= 5, "row")
    return m


@pytest.mark.parametrize("backend", ["pulp", "pyomo", "cpsat"])
@pytest.mark.parametrize("name", HERE)
def test_every_solver_tells_its_interface_engine_version_and_options(name: str, backend: str) -> None:
    facts = find(name).facts(backend)
    assert facts.interface.startswith(("this package", "PuLP: ", "Pyomo: "))
    assert re.fullmatch(rf"{re.escape(facts.engine)} \d+\.\d[\w.]*", facts.name)
    assert facts == find(name).facts(backend)


def test_a_solver_of_the_libraries_is_reached_through_the_one_that_knows_it() -> None:
    assert find("cbc").facts("pyomo").interface == find("cbc").facts("pulp").interface == "PuLP: COIN_CMD, by a file"
    assert find("appsi_highs").facts("pulp").interface == "Pyomo: appsi_highs"
    assert find("appsi_highs").facts("pulp").name == find("highs").facts("pyomo").name


def test_versions_are_those_of_the_engines() -> None:
    assert find("highs").facts("pulp").version == version("highspy")
    assert find("cpsat").facts("pulp").version == version("ortools")
    if "glpk" in HERE:
        printed = subprocess.run(["glpsol", "--version"], capture_output=True, text=True, check=True).stdout
        assert f" {find('glpk').facts('pulp').version}" in printed.splitlines()[0]


@pytest.mark.parametrize("name", [*SWITCHED[:3], "highs:engine-presolve,by-file,seed=3"])
def test_the_options_of_highs_are_those_that_highs_has(name: str) -> None:
    session: Any = find(name).session(small())
    session.solve()
    options = find(name).facts("pulp").options
    assert {option: session.highs.getOptionValue(option)[1] for option in options} == options
    default = highspy.Highs()
    others = [option for option in ("mip_heuristic_effort", "random_seed", "threads") if option not in options]
    assert [session.highs.getOptionValue(each) for each in others] == [default.getOptionValue(each) for each in others]


@pytest.mark.parametrize("name", [name for name in SWITCHED if name.startswith("cpsat")])
def test_the_options_of_cp_sat_are_those_that_its_solver_has(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    solve = cp_model.CpSolver.solve

    def spy(self: Any, *arguments: Any) -> Any:
        seen.append(self.parameters)
        return solve(self, *arguments)

    monkeypatch.setattr(cp_model.CpSolver, "solve", spy)
    find(name).session(small()).solve()
    [parameters] = seen
    facts = find(name).facts("pulp")
    assert {option: getattr(parameters, option) for option in facts.options} == facts.options
    assert facts.threads == parameters.num_workers


@pytest.mark.parametrize("name", [name for name in SWITCHED if name.startswith("cbc")])
def test_the_options_of_cbc_stand_in_its_command(name: str, commands: list[str]) -> None:
    run_here(name)
    [command] = [each for each in commands if "-solve" in each]
    is_off = NO_PRESOLVE in name
    assert is_off == ("-presolve off -preprocess off" in command)
    assert is_off == ("presolve" in str(find(name).facts("pulp").options))
    assert ("-randomSeed 7 -randomCbcSeed 7" in command) == ("seed" in name)
    assert "threads" not in command


@pytest.mark.parametrize("name", ["HiGHS", "appsi_highs"])
def test_highs_in_the_libraries_stops_at_no_gap(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}
    set_value = highspy.Highs.setOptionValue

    def spy(self: Any, name: str, value: Any) -> Any:
        seen[name] = value
        return set_value(self, name, value)

    monkeypatch.setattr(highspy.Highs, "setOptionValue", spy)
    run_here(name)
    assert seen["mip_rel_gap"] == 0.0
    assert list(find(name).facts("pulp").options.values()) == [0.0]


def run_here(name: str) -> None:
    """Call the solver in this process."""
    solver: Any = find(name)
    claim, values = solver.run(milp_of(small(), name), 60)
    assert claim is Claim.OPTIMAL
    assert sum(values) >= 5


ORDERS = {"first-fail": "set_min_dom_lb_search", "input-order": "set_input_order_lb_search", "engine-search": ""}


@pytest.mark.parametrize("order", SEARCH_ORDERS)
@pytest.mark.parametrize("consistency", ["AC", "BC"])
def test_the_options_of_choco_are_those_that_it_is_given(
    consistency: str, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pychoco = pytest.importorskip("pychoco")
    seen: list[Any] = []
    different = pychoco.Model.all_different
    monkeypatch.setattr(
        pychoco.Model, "all_different", lambda self, xs, *how: (seen.append(how[0]), different(self, xs, *how))[1]
    )
    for method in filter(None, ORDERS.values()):
        search = getattr(pychoco.solver.Solver, method)
        monkeypatch.setattr(
            pychoco.solver.Solver,
            method,
            lambda self, *xs, method=method, search=search: (seen.append(method), search(self, *xs))[1],
        )
    m = small()
    m.all_different(m.variables, "differ")
    name = f"choco:{consistency},{order}"
    find(name).session(m).solve()
    assert seen == [*filter(None, [ORDERS[order]]), consistency]
    assert find(name).facts("pulp").options == {"all_different": consistency, "search": order}


@pytest.mark.parametrize("name", ["cadical", "cadical:ladder", "glucose:bitwise"])
def test_the_encoding_of_a_sat_solver_is_that_of_its_clauses(name: str) -> None:
    session: Any = find(name).session(small())
    assert find(name).facts("pulp").options == {"at_most_one": session.clauses.encoding}
