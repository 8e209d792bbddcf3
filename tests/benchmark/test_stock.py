"""The stock interfaces have the solutions that brute force finds, and set the options that their rows tell."""

import json
from typing import Any

import highspy
import pytest
from pyomo.contrib.appsi.solvers.highs import Highs as AppsiHighs

import sudoku_models as sm
from sudoku_models.benchmark import Case, Configuration, configurations, measure
from sudoku_models.benchmark.stock import INTERFACES, STOCK, Cpmpy, build_stock, stock_interface
from sudoku_models.errors import InputError, NotInstalledError, UnknownNameError, UnsupportedError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.known_solutions import known_puzzles
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.solvers import TIME_LIMIT, Status

SMALL = [(puzzle, grids) for puzzle, grids in known_puzzles() if puzzle.board.size == 4 and len(grids) < 50]
HERE = [name for name, each in INTERFACES.items() if each.is_installed()]


def chosen(solver: str) -> Configuration:
    return Configuration(INTERFACES[solver].formulation, STOCK, solver)


@pytest.mark.parametrize("solver", HERE)
@pytest.mark.parametrize(("puzzle", "grids"), SMALL, ids=lambda each: getattr(each, "name", ""))
def test_cuts_find_every_solution_and_then_none(solver, puzzle, grids):  # type: ignore[no-untyped-def]
    model, found = build_stock(puzzle, INTERFACES[solver].formulation, solver), []
    while (outcome := model.run(solver, 20.0, [model.new_cut(grid, 1) for grid in found])).status is Status.SOLVED:
        found.append(model.grid_of(outcome, solver))
    assert outcome.status is Status.INFEASIBLE
    assert set(found) == grids
    assert len(found) == len(grids)
    if grids:
        assert model.run(solver, 20.0).status is Status.SOLVED  # no cut is left


@pytest.mark.parametrize("solver", HERE)
@pytest.mark.parametrize(("solutions", "status"), [("0", "infeasible"), ("1", "unique"), ("2", "several")])
def test_a_row_has_the_truth_its_steps_and_what_it_was_solved_by(solver: str, solutions: str, status: str) -> None:
    of_9x9 = [each for each in sm.corpus("several").entries if each.puzzle.board.size == 9]
    known = {each.solutions: each.puzzle for each in of_9x9} | {"1": sm.load("mccaffrey")}
    row = measure(Case("some", known[solutions], 1, chosen(solver), 30.0, solutions))
    assert (row["status"], row["failed"], row["proved"]) == (status, False, True)
    assert (row["backend"], row["solver"]) == ("stock", solver)
    assert row["interface"].lower().startswith(solver.partition(":")[0])
    assert row["engine"].split()[0] in ("HiGHS", "CBC", "CP-SAT")
    assert json.loads(row["options"]) == INTERFACES[solver].options
    assert row["build_seconds"] > 0
    assert (row["translate_seconds"] is None) == (solver != "cpmpy")
    if status != "infeasible":
        assert row["proved_seconds"] > row["solved_seconds"] > row["build_seconds"]


@pytest.mark.parametrize("solver", HERE)
def test_a_limit_is_no_answer(solver: str) -> None:
    model = build_stock(Puzzle(Board.of_size(16), (0,) * 256), INTERFACES[solver].formulation, solver)
    outcome = model.run(solver, 0.01)
    if outcome.status is not Status.SOLVED:
        assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, TIME_LIMIT)
        assert model.grid_of(outcome, solver) is None


@pytest.mark.parametrize("solver", [name for name in HERE if "HiGHS" in name or "highs" in name])
def test_the_options_of_a_highs_are_those_that_it_has(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    run = highspy.Highs.run
    monkeypatch.setattr(highspy.Highs, "run", lambda self, *more: (seen.append(self), run(self, *more))[1])
    model = build_stock(SMALL[0][0], "assignment", solver)
    model.run(solver, 7.0)
    assert seen
    default = highspy.Highs()
    for name in ("threads", "presolve", "mip_rel_gap", "random_seed", "presolve_rule_off"):
        expected = 1 if name == "threads" else default.getOptionValue(name)[1]
        assert seen[-1].getOptionValue(name)[1] == expected
    assert 0 < seen[-1].getOptionValue("time_limit")[1] <= 7.0


def test_appsi_keeps_its_model_between_the_two_solves(monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[Any] = []
    set_instance = AppsiHighs.set_instance
    monkeypatch.setattr(AppsiHighs, "set_instance", lambda self, m: (passed.append(m), set_instance(self, m))[1])
    solver = "pyomo:appsi_highs"
    model = build_stock(SMALL[0][0], "assignment", solver)
    first = model.grid_of(model.run(solver, 10.0), solver)
    assert first is not None
    assert model.run(solver, 10.0, [first]).status is Status.INFEASIBLE
    assert len(passed) == 1


def test_the_options_of_cbc_stand_in_its_command(commands: list[str]) -> None:
    assert build_stock(SMALL[0][0], "assignment", "pulp:CBC").run("pulp:CBC", 7.0).status is Status.SOLVED
    [command] = commands
    assert "-threads 1 " in command
    assert "presolve" not in command


def test_what_there_is_not_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownNameError, match="pulp:HiGHS"):
        stock_interface("pulp:GLPK")
    with pytest.raises(UnsupportedError, match="is assignment, not pairwise"):
        build_stock(SMALL[0][0], "pairwise", "pulp:CBC")
    with pytest.raises(InputError, match="name the backend 'stock' with it"):
        configurations(solvers=["pulp:HiGHS"])
    with pytest.raises(InputError, match="'stock' fits none"):
        configurations(backends=["stock"], solvers=["highs"])
    monkeypatch.setattr(Cpmpy, "module", "a_library_that_nobody_has")
    with pytest.raises(NotInstalledError, match="python -m pip install cpmpy"):
        configurations(backends=["stock"], solvers=["cpmpy"])
    assert "cpmpy" not in {each.solver for each in configurations(backends=["stock"])}


def test_stock_stands_beside_backends_and_all_leaves_it_out() -> None:
    found = configurations(["assignment"], backends=["stock", "pulp"], solvers=["highs", "pulp:HiGHS"])
    assert [str(each) for each in found] == ["assignment x pulp x highs", "assignment x stock x pulp:HiGHS"]
    assert STOCK not in {each.backend for each in configurations(["assignment"])}
