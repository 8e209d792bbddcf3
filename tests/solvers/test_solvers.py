"""Sessions of every solver: three-valued answers on models that are not Sudoku, and limits that are kept."""

import pytest
from hard_models import market_split, pigeons

import sudoku_models as sm
from sudoku_models import solvers
from sudoku_models.backends import new_backend
from sudoku_models.errors import NotInstalledError, UnsupportedError
from sudoku_models.inference.propagation import domains_of, propagate
from sudoku_models.solvers import Status, find

MILP = [name for name in solvers.installed(everything=True) if find(name).paradigm == "MILP"]
CP = ["cpsat", "choco", "choco:BC"]
SAT = ["cadical", "glucose"]


@pytest.mark.parametrize("name", [*MILP, *CP, *SAT])
@pytest.mark.parametrize("backend", ["pyomo", "pulp", "cpsat"])
def test_a_solution_and_a_proof(name, backend):
    m = new_backend(backend)
    x = m.int_vars("x", "ab", 1, 3)
    m.add(x["a"] - x["b"] >= 2, "a is larger by two")
    session = find(name).session(m)
    outcome = session.solve(600)
    assert outcome.status is Status.SOLVED
    assert list(map(round, outcome.values)) == [3, 1]
    m.add(x["b"] >= 2, "b is 2 or more")
    assert session.solve(600).status is Status.INFEASIBLE


@pytest.mark.parametrize("name", [*MILP, *CP, *SAT])
def test_a_time_limit_that_strikes_is_unknown_and_is_kept(name):
    m = pigeons(12) if name in ("choco", "choco:BC", *SAT) else market_split()
    outcome = find(name).session(m).solve(0.2)  # a library solver gets a whole second
    assert outcome.status is Status.UNKNOWN
    assert outcome.stopped_by == "time limit"
    assert outcome.values is None


@pytest.mark.parametrize("name", MILP)
def test_milp_solvers_refuse_logic_by_name(name):
    for backend in ("pyomo", "pulp", "cpsat"):
        m = new_backend(backend)
        m.all_different(m.int_vars("x", "abc", 1, 3).values(), "all three differ")
        with pytest.raises(UnsupportedError, match="'all three differ'"):
            find(name).session(m).solve(10)


@pytest.mark.parametrize("backend", ["pyomo", "pulp"])
def test_cpsat_gets_the_global_constraints_intact(backend, mccaffrey):
    import sudoku_models as sm

    model = sm.build(mccaffrey, "all_different", backend)
    model.solve("cpsat")
    constraints = model.session("cpsat").native.proto.constraints
    assert [c.has_all_diff() for c in constraints] == [True] * 27
    assert [c.name for c in constraints] == [f"{unit} is all different" for unit in mccaffrey.board.units]


def test_highs_keeps_its_limit_over_the_life_of_a_session():
    """HiGHS counts its run time from the first solve on; a session must not run out of time by growing old."""
    m = new_backend("pulp")
    x = m.int_vars("x", "ab", 1, 300)
    session = find("highs").session(m)
    used = 0.0
    while used < 1.2:
        m.add(x["a"] + x["b"] >= 2, f"row {len(m.constraints())}")
        outcome = session.solve(1)
        assert outcome.status is Status.SOLVED
        used += outcome.solve_seconds + 0.01


def test_new_variables_join_a_live_session():
    for name in ("highs", "cpsat", "choco", "cadical"):
        m = new_backend("pulp")
        x = m.int_vars("x", "a", 1, 3)
        session = find(name).session(m)
        session.solve()
        y = m.bool_vars("y", "b")
        m.add(x["a"] >= 3 * y["b"], "link")
        m.add(m.sum(y.values()) == 1, "one")
        assert list(map(round, session.solve().values)) == [3, 1]


def test_cp_and_sat_solvers_refuse_what_they_cannot_hold():
    import pyomo.environ as pyo

    m = new_backend("pyomo")
    m.native.free = pyo.Var()
    m.native.row = pyo.Constraint(expr=m.native.free >= 1)
    m.constraints()
    m.read(m.constraints())
    for name in ("cpsat", "choco", "cadical"):
        with pytest.raises(UnsupportedError, match="finite bounds"):
            find(name).session(m).solve()


def test_a_solver_that_is_not_installed_names_the_package_to_install(monkeypatch):
    m = new_backend("pulp")
    for library, name in (("PuLP", "GUROBI_CMD"), ("Pyomo", "baron")):
        with pytest.raises(NotInstalledError, match=f"{library} does not find the solver '{name}'"):
            find(name).session(m)
    monkeypatch.setattr("sudoku_models.solvers.registry.find_spec", lambda name: None)
    with pytest.raises(NotInstalledError, match='pip install "pychoco'):
        find("choco")


@pytest.mark.skipif("choco" not in solvers.installed(), reason="Choco is not installed")
def test_choco_counts_its_search_in_whole_numbers_that_repeat():
    searches = [sm.build(sm.load("top95:1"), "pairwise", "pulp").solve("choco").stats.search for _ in range(2)]
    assert searches[0] == searches[1]
    assert all(type(number) is int for number in searches[0].values())
    assert searches[0]["nodes"] > searches[0]["backtracks"] / 2 > 0


@pytest.mark.skipif("choco" not in solvers.installed(), reason="Choco is not installed")
@pytest.mark.parametrize(("name", "consistency"), [("choco", "domain"), ("choco:BC", "bounds")])
def test_choco_propagates_without_a_search_as_far_as_the_filter_of_the_lessons(name, consistency):
    solved = []
    puzzles = [*list(sm.corpus("easy50").values())[::8], *list(sm.corpus("hardest11").values())[::4]]
    model = sm.build(puzzles[0], "all_different", "pulp")
    for puzzle in puzzles:
        model.reset(puzzle)
        values = model.session(name).propagate()
        left = propagate(puzzle.board.units, domains_of(puzzle), consistency)
        assert (values is not None) == all(len(digits) == 1 for digits in left.values())
        if values is not None:
            solved.append(values)
    assert 0 < len(solved) < len(puzzles)


@pytest.mark.parametrize(("solver", "backend"), [("highs", "pyomo"), ("cbc", "pulp"), ("cpsat", "cpsat")])
def test_presolve_can_be_left_out_and_the_answer_is_the_same(solver: str, backend: str, mccaffrey: sm.Puzzle) -> None:
    model = sm.build(mccaffrey, "assignment", backend)
    answer = model.solve(f"{solver}:no-presolve")
    assert answer.stats.solver == f"{solver}:no-presolve"
    assert answer.grid == model.solve(solver).grid


def test_cpsat_keeps_its_model_when_bounds_change():
    m = new_backend("pulp")
    x = m.int_vars("x", "abc", 1, 3)
    m.all_different(x.values(), "all differ")
    m.add(x["a"] + 1 <= x["b"], "a is smaller than b")
    session = find("cpsat").session(m)
    native = session.native if session.solve().status is Status.SOLVED else None
    for value, status in ((2, Status.SOLVED), (3, Status.INFEASIBLE), (1, Status.SOLVED)):
        m.free()
        m.fix(x["a"], value)
        outcome = session.solve()
        assert outcome.status is status
        assert outcome.values is None or outcome.values[0] == value
        assert session.native is native


@pytest.mark.parametrize("backend", ["pulp", "pyomo", "cpsat"])
@pytest.mark.parametrize("value", [123456789012, 2 * 10**8])
def test_numbers_that_a_file_would_cut_are_split(backend, value):
    """CBC, which gets 12 digits, once "proved" that there is no such x."""

    def large(m):
        x = m.int_vars("x", "a", 0, 2**40)
        m.add(x["a"] == value, "its value")
        return x

    problem = sm.Problem(large, backend)
    assert all(problem.solve(solver).values == {"a": value} for solver in ("cbc", "highs", "cpsat"))
