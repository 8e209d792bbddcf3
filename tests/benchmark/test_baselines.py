"""The baselines have the solutions that brute force finds, and set the options that their rows tell."""

import json
from typing import Any

import highspy
import pytest
import rule_boards

import sudoku_models as sm
from sudoku_models.benchmark import Case, Contender, configurations, measure
from sudoku_models.benchmark.baselines import BASELINES, STOCK
from sudoku_models.errors import InputError, UnsupportedError, WrongGridError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.known_solutions import known_puzzles
from sudoku_models.solvers import TIME_LIMIT, Status

SMALL = [(puzzle, grids) for puzzle, grids in known_puzzles() if puzzle.board.size == 4 and len(grids) < 50]
SOLVABLE = SMALL[0][0]


@pytest.mark.parametrize(("backend", "solver"), BASELINES)
def test_excluding_finds_every_solution_and_then_none(backend: str, solver: str) -> None:
    for puzzle, grids in SMALL:
        model, found = BASELINES[backend, solver](puzzle), list[sm.Grid]()
        while (answer := model.solve(solver, 20.0)).grid is not None:
            found.append(answer.grid)
            model.exclude(answer.grid)
        assert answer.status is Status.INFEASIBLE
        assert set(found) == grids
        assert len(found) == len(grids)


@pytest.mark.slow
@pytest.mark.parametrize(("backend", "solver"), BASELINES)
def test_a_row_has_the_truth_its_steps_and_what_it_was_solved_by(backend: str, solver: str) -> None:
    of_9x9 = [each for each in sm.corpus("several").entries if each.puzzle.board.size == 9]
    known = {each.solutions: each.puzzle for each in of_9x9} | {"1": sm.load("mccaffrey")}
    model = BASELINES[backend, solver]
    for solutions, status in (("0", "infeasible"), ("1", "unique"), ("2", "several")):
        row = measure(Case("some", known[solutions], 1, Contender(model.formulation, backend, solver), 30.0, solutions))
        assert (row["status"], row["failed"], row["proved"]) == (status, False, True)
        assert row["engine"].split()[0] in ("HiGHS", "CBC")
        assert json.loads(row["options"]) == model.options
        assert row["build_seconds"] > 0
        assert row["translate_seconds"] is None


@pytest.mark.slow
@pytest.mark.parametrize(("backend", "solver"), BASELINES)
def test_a_limit_is_no_answer(backend: str, solver: str) -> None:
    answer = BASELINES[backend, solver](sm.Puzzle(Board.of_size(16), (0,) * 256)).solve(solver, 0.01)
    assert answer.grid or (answer.status, answer.stopped_by) == (Status.UNKNOWN, TIME_LIMIT)


def test_a_grid_that_breaks_a_rule_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    model = BASELINES[STOCK, "pulp:HiGHS"](SOLVABLE)
    monkeypatch.setattr(model, "call", lambda _: (Status.SOLVED, "Optimal", [1] * 16))
    with pytest.raises(WrongGridError, match="breaks the rules"):
        model.solve("pulp:HiGHS", 10.0)


@pytest.mark.parametrize("solver", ["pulp:HiGHS", "pyomo:appsi_highs"])
def test_the_options_of_a_highs_are_those_that_it_has(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    run = highspy.Highs.run
    monkeypatch.setattr(highspy.Highs, "run", lambda self, *more: (seen.append(self), run(self, *more))[1])
    BASELINES[STOCK, solver](SOLVABLE).solve(solver, 7.0)
    default = highspy.Highs()
    for name in ("threads", "presolve", "mip_rel_gap", "random_seed", "presolve_rule_off"):
        expected = 1 if name == "threads" else default.getOptionValue(name)[1]
        assert seen[-1].getOptionValue(name)[1] == expected
    assert 0 < seen[-1].getOptionValue("time_limit")[1] <= 7.0


@pytest.mark.parametrize(("backend", "solver"), BASELINES)
def test_boards_with_other_rules_are_refused(backend: str, solver: str) -> None:
    with pytest.raises(UnsupportedError, match="killer cage 6 on r1c1 r1c2 r2c1"):
        BASELINES[backend, solver](rule_boards.UNIQUE)


def test_they_stand_beside_backends_and_all_leaves_them_out() -> None:
    found = configurations(["assignment"], backends=["stock", "pulp"], solvers=["highs", "pulp:HiGHS"])
    assert [str(each) for each in found] == ["assignment x pulp x highs", "assignment x stock x pulp:HiGHS"]
    assert STOCK not in {each.backend for each in configurations(["assignment"])}
    with pytest.raises(InputError, match="'pulp:HiGHS' fits none"):
        configurations(backends=["pulp"], solvers=["highs", "pulp:HiGHS"])
    with pytest.raises(InputError, match="'stock' fits none"):
        configurations(backends=["stock"], solvers=["highs"])
