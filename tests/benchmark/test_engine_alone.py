"""The engines alone have the same solutions as the package, found by brute force, and the same sizes."""

import pytest

import sudoku_models as sm
from sudoku_models.benchmark import Case, Configuration, measure
from sudoku_models.benchmark.engine_alone import ALONE, ENGINES, build_alone
from sudoku_models.errors import UnsupportedError, WrongGridError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.known_solutions import known_puzzles
from sudoku_models.solvers import TIME_LIMIT, Status

SMALL = [(puzzle, grids) for puzzle, grids in known_puzzles() if puzzle.board.size == 4 and len(grids) < 50]


@pytest.mark.parametrize(("formulation", "solver"), ENGINES)
@pytest.mark.parametrize(("puzzle", "grids"), SMALL, ids=lambda each: getattr(each, "name", ""))
def test_cuts_find_every_solution_and_then_none(formulation, solver, puzzle, grids):  # type: ignore[no-untyped-def]
    model, found = build_alone(puzzle, formulation, solver), []
    while (outcome := model.run(solver, 10.0, [model.new_cut(grid, 1) for grid in found])).status is Status.SOLVED:
        found.append(model.grid_of(outcome, solver))
    assert outcome.status is Status.INFEASIBLE
    assert set(found) == grids
    assert len(found) == len(grids)
    if grids:
        assert model.run(solver, 10.0).status is Status.SOLVED  # no cut is left


@pytest.mark.parametrize(("formulation", "solver"), ENGINES)
def test_the_model_has_the_size_of_the_formulation(formulation: str, solver: str) -> None:
    puzzle = sm.load("mccaffrey")
    backend = "pulp" if solver == "highs" else "cpsat"
    ours = sm.build(puzzle, formulation, backend).solve(solver).stats
    alone = build_alone(puzzle, formulation, solver)
    outcome = alone.run(solver, 10.0)
    stats = alone.stats(solver, outcome)
    assert (stats.variables, stats.constraints, stats.nonzeros) == (ours.variables, ours.constraints, ours.nonzeros)
    assert sm.is_solution(puzzle, alone.grid_of(outcome, solver))


@pytest.mark.parametrize(("formulation", "solver"), ENGINES)
def test_a_limit_is_no_answer(formulation: str, solver: str) -> None:
    model = build_alone(sm.Puzzle(Board.of_size(16), (0,) * 256), formulation, solver)
    outcome = model.run(solver, 1e-6)
    assert (outcome.status, outcome.stopped_by) == (Status.UNKNOWN, TIME_LIMIT)
    assert model.grid_of(outcome, solver) is None


def test_a_grid_that_breaks_a_rule_is_an_error() -> None:
    model = build_alone(SMALL[0][0], "assignment", "highs")
    outcome = model.run("highs", 10.0)
    assert outcome.values is not None
    outcome.values[:] = 1.0
    with pytest.raises(WrongGridError, match="breaks the rules"):
        model.grid_of(outcome, "highs")


def test_what_the_engines_do_not_state_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="pairwise on highs is not stated"):
        build_alone(SMALL[0][0], "pairwise", "highs")
    units = Board.of_size(4).units
    partial = Board(4, (*units[:-1], sm.Unit("three", units[-1].cells[:3])))
    with pytest.raises(UnsupportedError, match="units of n cells"):
        build_alone(sm.Puzzle(partial, (0,) * 16), "assignment", "highs")


@pytest.mark.parametrize(("formulation", "solver"), ENGINES)
def test_a_case_measures_an_engine_as_it_measures_a_model(formulation: str, solver: str) -> None:
    configuration = Configuration(formulation, ALONE, solver)
    row = measure(Case("some", sm.load("mccaffrey"), 0, configuration, 10.0, "1"))
    assert (row["status"], row["failed"], row["backend"]) == ("unique", False, ALONE)
    assert row["proved_seconds"] > row["solved_seconds"] > 0
    assert row["processor_seconds"] > 0
