"""The hand-written Pyomo models, solved the way a reader of the Pyomo book would: SolverFactory("highs")."""

from collections.abc import Callable

import pyomo.environ as pyo
import pytest

import sudoku_models as sm
import sudoku_models.rewrites.pyomo_transformations  # registers the transformations
from sudoku_models.errors import InputError
from sudoku_models.formulations.textbook import pyomo as textbook

UNIQUE = {
    "4x4": sm.Puzzle.parse("1... ..2. .3.. ...4"),
    "6x6": sm.load("small:5"),
}
"""Puzzles with one solution."""

INFEASIBLE = {
    "without a clash": sm.Puzzle.parse("12.. ..3. .... ...."),
    "with a clash": sm.Puzzle.parse("11.. .... .... ...."),
}

TEXTBOOK: dict[str, tuple[Callable[[sm.Puzzle], pyo.ConcreteModel], str | None]] = {
    "pairwise": (textbook.pairwise, "gdp.bigm"),
    "assignment": (textbook.assignment, None),
    "all_different": (textbook.all_different, "sudoku_models.linear"),
}
"""Each formulation, and the transformation that it needs before a MILP solver may have it."""


def solve(formulation: str, puzzle: sm.Puzzle) -> tuple[str, pyo.ConcreteModel]:
    """How Pyomo's own HiGHS interface ended, and the model with the values it found."""
    build, transformation = TEXTBOOK[formulation]
    m = build(puzzle)
    if transformation:
        pyo.TransformationFactory(transformation).apply_to(m)
    result = pyo.SolverFactory("highs").solve(m, load_solutions=False)
    ended = str(result.solver.termination_condition)
    if ended == "optimal":
        m.solutions.load_from(result)
    return ended, m


@pytest.mark.parametrize("size", UNIQUE)
@pytest.mark.parametrize("formulation", TEXTBOOK)
def test_solves_to_the_same_grid_as_the_interchangeable_model(formulation: str, size: str) -> None:
    puzzle = UNIQUE[size]
    ended, m = solve(formulation, puzzle)
    grid = textbook.grid(m, puzzle)
    assert ended == "optimal"
    assert sm.is_solution(puzzle, grid)
    assert grid == sm.build(puzzle, formulation, "pyomo").solve("highs").grid


@pytest.mark.parametrize("why", INFEASIBLE)
@pytest.mark.parametrize("formulation", TEXTBOOK)
def test_an_infeasible_puzzle_is_infeasible(formulation: str, why: str) -> None:
    ended, _ = solve(formulation, INFEASIBLE[why])
    assert ended == "infeasible"


@pytest.mark.parametrize("formulation", TEXTBOOK)
def test_any_board_will_do(formulation: str) -> None:
    rows_and_columns = [unit for unit in sm.Board.of_size(4).units if not unit.name.startswith("box")]
    diagonal = sm.Unit("diagonal", ((1, 1), (2, 2), (3, 3), (4, 4)))
    short = sm.Unit("the upper middle", ((1, 2), (2, 3)))  # with fewer cells than digits
    puzzle = sm.Puzzle(sm.Board(4, (*rows_and_columns, diagonal, short)), (1, 2, 3, 4, *[0] * 12))
    ended, m = solve(formulation, puzzle)
    assert ended == "optimal"
    assert sm.is_solution(puzzle, textbook.grid(m, puzzle))


def test_the_convex_hull_also_solves_the_disjunctions() -> None:
    puzzle = UNIQUE["4x4"]
    m = textbook.pairwise(puzzle)
    pyo.TransformationFactory("gdp.hull").apply_to(m)
    pyo.SolverFactory("highs").solve(m)
    assert sm.is_solution(puzzle, textbook.grid(m, puzzle))


@pytest.mark.parametrize("formulation", TEXTBOOK)
def test_givens_add_no_rows(formulation: str) -> None:
    build, _ = TEXTBOOK[formulation]
    empty = sm.Puzzle(sm.Board.of_size(4), (0,) * 16)
    assert build(UNIQUE["4x4"]).nconstraints() == build(empty).nconstraints()


def test_stock_pyomo_loses_the_all_different_constraints() -> None:
    """Why the docstring asks for a transformation: without one, the answer is called optimal and is no solution."""
    puzzle = UNIQUE["4x4"]
    m = textbook.all_different(puzzle)
    for x in m.x.values():
        m.nothing.expr += 0 * x  # HiGHS must see the variables
    result = pyo.SolverFactory("highs").solve(m)
    assert str(result.solver.termination_condition) == "optimal"
    assert not sm.is_solution(puzzle, textbook.grid(m, puzzle))


def test_a_model_that_is_not_solved_has_no_grid() -> None:
    with pytest.raises(InputError, match="solve it first"):
        textbook.grid(textbook.assignment(UNIQUE["4x4"]), UNIQUE["4x4"])


def test_values_are_rounded() -> None:
    puzzle = UNIQUE["4x4"]
    _, m = solve("assignment", puzzle)
    solved = textbook.grid(m, puzzle)
    for y in m.y.values():
        y.set_value(abs(y.value - 1e-9), skip_validation=True)
    assert textbook.grid(m, puzzle) == solved
