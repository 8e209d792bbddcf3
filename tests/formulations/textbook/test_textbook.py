"""The models written by hand in PuLP and Pyomo, solved by the libraries themselves; the assignments are one matrix."""

from collections import Counter
from typing import Any

import pulp
import pyomo.environ as pyo
import pytest

import sudoku_models as sm
import sudoku_models.rewrites.pyomo_transformations  # registers the transformations
from sudoku_models.backends import Backend
from sudoku_models.backends.pulp import PulpBackend
from sudoku_models.backends.pyomo import PyomoBackend
from sudoku_models.errors import InputError
from sudoku_models.formulations.textbook import pulp as pulp_textbook
from sudoku_models.formulations.textbook import pyomo as pyomo_textbook

UNIQUE = {
    "4x4": sm.Puzzle.parse("1... ..2. .3.. ...4"),
    "6x6": sm.load("small:5"),
    "9x9": sm.load("mccaffrey"),
}
"""Puzzles with one solution."""

FOUR = sm.Board.of_size(4)
ROWS_AND_COLUMNS = tuple(unit for unit in FOUR.units if unit.kind != "box")
DIAGONAL = sm.Unit("diagonal", ((1, 1), (2, 2), (3, 3), (4, 4)))
SHORT = sm.Unit("the upper middle", ((1, 2), (2, 3)))  # with fewer cells than digits
UNUSUAL = sm.Puzzle(sm.Board(4, (*ROWS_AND_COLUMNS, DIAGONAL, SHORT)), (1, 2, 3, 4, *[0] * 12))

TEXTBOOK = {"pulp": pulp_textbook, "pyomo": pyomo_textbook}
TRANSFORMATION = {"pairwise": "gdp.bigm", "all_different": "sudoku_models.linear"}
"""What a formulation in Pyomo needs before a MILP solver may have it."""
each_library = pytest.mark.parametrize("library", TEXTBOOK)
each_formulation = pytest.mark.parametrize("formulation", ["pairwise", "assignment", "all_different"])


def build(library: str, formulation: str, puzzle: sm.Puzzle) -> Any:
    """The model, as it is written by hand."""
    return getattr(TEXTBOOK[library], formulation)(puzzle)


def solve(model: Any, transformation: str | None = None) -> str:
    """How the library's own interface of HiGHS ended; the values are in the model."""
    if isinstance(model, pulp.LpProblem):
        return str(pulp.LpStatus[model.solve(pulp.HiGHS(msg=False))]).lower()
    if transformation:
        pyo.TransformationFactory(transformation).apply_to(model)
    result = pyo.SolverFactory("highs").solve(model, load_solutions=False)
    ended = str(result.solver.termination_condition)
    if ended == "optimal":
        model.solutions.load_from(result)
    return ended


@pytest.mark.parametrize("size", UNIQUE)
@each_formulation
@each_library
def test_solves_to_the_same_grid_as_the_interchangeable_model(library: str, formulation: str, size: str) -> None:
    puzzle = UNIQUE[size]
    model = build(library, formulation, puzzle)
    assert solve(model, TRANSFORMATION.get(formulation)) == "optimal"
    grid = TEXTBOOK[library].grid(model, puzzle)
    assert sm.is_solution(puzzle, grid)
    assert grid == sm.build(puzzle, formulation, library).solve("highs").grid


@pytest.mark.parametrize("givens", ["12....3.........", "11.............."], ids=["no clash", "clash"])
@each_formulation
@each_library
def test_an_infeasible_puzzle_is_infeasible(library: str, formulation: str, givens: str) -> None:
    model = build(library, formulation, sm.Puzzle.parse(givens))
    assert solve(model, TRANSFORMATION.get(formulation)) == "infeasible"


@each_formulation
@each_library
def test_any_board_will_do(library: str, formulation: str) -> None:
    model = build(library, formulation, UNUSUAL)
    assert solve(model, TRANSFORMATION.get(formulation)) == "optimal"
    assert sm.is_solution(UNUSUAL, TEXTBOOK[library].grid(model, UNUSUAL))


@each_formulation
def test_givens_add_no_rows(formulation: str) -> None:
    puzzles = UNIQUE["4x4"], sm.Puzzle(FOUR, (0,) * 16)
    assert len({build("pulp", formulation, puzzle).numConstraints() for puzzle in puzzles}) == 1
    assert len({build("pyomo", formulation, puzzle).nconstraints() for puzzle in puzzles}) == 1


@each_library
def test_a_model_has_a_grid_once_it_is_solved_and_its_values_are_rounded(library: str) -> None:
    puzzle, textbook = UNIQUE["4x4"], TEXTBOOK[library]
    model = build(library, "assignment", puzzle)
    with pytest.raises(InputError, match="solve it first"):
        textbook.grid(model, puzzle)
    solve(model)
    solved = textbook.grid(model, puzzle)
    for y in model.variables() if library == "pulp" else model.y.values():
        if library == "pulp":
            y.varValue = abs(y.varValue - 1e-9)
        else:
            y.set_value(abs(y.value - 1e-9), skip_validation=True)
    assert textbook.grid(model, puzzle) == solved


def test_the_convex_hull_also_solves_the_disjunctions() -> None:
    puzzle = UNIQUE["4x4"]
    m = pyomo_textbook.pairwise(puzzle)
    assert solve(m, "gdp.hull") == "optimal"
    assert sm.is_solution(puzzle, pyomo_textbook.grid(m, puzzle))


def test_stock_pyomo_loses_the_all_different_constraints() -> None:
    """Why the docstring asks for a transformation: without one, the answer is called optimal and is no solution."""
    puzzle = UNIQUE["4x4"]
    m = pyomo_textbook.all_different(puzzle)
    for x in m.x.values():
        m.nothing.expr += 0 * x  # HiGHS must see the variables
    assert solve(m) == "optimal"
    assert not sm.is_solution(puzzle, pyomo_textbook.grid(m, puzzle))


# -- one matrix -------------------------------------------------------------------------------------------------------

Matrix = tuple[dict[Any, tuple[float, float]], Counter[Any]]
"""The bounds of each (cell, digit), and the rows: coefficients by (cell, digit), with the bounds of the row."""


def matrix(m: Backend, variables: dict[Any, Any]) -> Matrix:
    """What a solver would see of this model, without the order of its rows and columns."""
    meaning = {m.column(y): key for key, y in variables.items()}
    rows = m.read(m.constraints())
    lower, upper = m.bounds()
    assert len(meaning) == len(m.variables) == len(lower)
    assert all(m.is_integer(column) for column in meaning)
    return (
        {key: (lower[column], upper[column]) for column, key in meaning.items()},
        Counter(
            (frozenset(zip(map(meaning.get, row.columns), row.coefficients, strict=True)), row.lower, row.upper)
            for row in rows
        ),
    )


def by_hand_in_pyomo(puzzle: sm.Puzzle) -> Matrix:
    native = pyomo_textbook.assignment(puzzle)
    return matrix(PyomoBackend(native), {((r, c), d): y for (r, c, d), y in native.y.items()})


def by_hand_in_pulp(puzzle: sm.Puzzle) -> Matrix:
    native = pulp_textbook.assignment(puzzle)
    named = {y.name: y for y in native.variables()}
    keys = [((r, c), d) for r, c in puzzle.board.cells for d in puzzle.board.digits]
    return matrix(PulpBackend(native), {(i, d): named[f"y_{i[0]}_{i[1]}_{d}"] for i, d in keys})


def interchangeable(puzzle: sm.Puzzle, backend: str) -> Matrix:
    """The native model, read back by a backend that has not built it."""
    model = sm.build(puzzle, "assignment", backend)
    reader = {"pyomo": PyomoBackend, "pulp": PulpBackend}[backend]
    return matrix(reader(model.native), model.variables)


@pytest.mark.parametrize("puzzle", [*UNIQUE.values(), UNUSUAL], ids=[*UNIQUE, "unusual"])
def test_the_four_assignment_models_are_one_matrix(puzzle: sm.Puzzle) -> None:
    bounds, rows = expected = by_hand_in_pyomo(puzzle)
    n = puzzle.board.size
    assert len(bounds) == n**3
    assert rows.total() == n * (n + len(puzzle.board.units))
    assert sum(lower for lower, _ in bounds.values()) == len(puzzle.givens)
    assert by_hand_in_pulp(puzzle) == expected
    assert interchangeable(puzzle, "pyomo") == expected
    assert interchangeable(puzzle, "pulp") == expected
