"""The hand-written PuLP models, solved by PuLP's own interfaces; and that all four assignment models are one matrix."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pulp
import pytest

import sudoku_models as sm
from sudoku_models.backends import Backend
from sudoku_models.backends.pulp import PulpBackend
from sudoku_models.backends.pyomo import PyomoBackend
from sudoku_models.errors import InputError
from sudoku_models.formulations.textbook import pulp as textbook
from sudoku_models.formulations.textbook import pyomo as pyomo_textbook

UNIQUE = {
    "4x4": sm.Puzzle.parse("1... ..2. .3.. ...4"),
    "6x6": sm.Puzzle.parse("....3.6.1.......6...35..5......2...4"),
    "9x9": sm.load("mccaffrey"),
}
"""Puzzles with one solution."""

INFEASIBLE = {
    "without a clash": sm.Puzzle.parse("12.. ..3. .... ...."),
    "with a clash": sm.Puzzle.parse("11.. .... .... ...."),
}

ROWS_AND_COLUMNS = tuple(unit for unit in sm.Board.of_size(4).units if not unit.name.startswith("box"))
DIAGONAL = sm.Unit("diagonal", ((1, 1), (2, 2), (3, 3), (4, 4)))
SHORT = sm.Unit("the upper middle", ((1, 2), (2, 3)))  # with fewer cells than digits
UNUSUAL = sm.Puzzle(sm.Board(4, (*ROWS_AND_COLUMNS, DIAGONAL, SHORT)), (1, 2, 3, 4, *[0] * 12))

TEXTBOOK: dict[str, Callable[[sm.Puzzle], pulp.LpProblem]] = {
    "pairwise": textbook.pairwise,
    "assignment": textbook.assignment,
    "all_different": textbook.all_different,
}


def solve(prob: pulp.LpProblem) -> str:
    """How PuLP's interface ended; the values are in the problem."""
    return str(pulp.LpStatus[prob.solve(pulp.HiGHS(msg=False))])


@pytest.mark.parametrize("size", UNIQUE)
@pytest.mark.parametrize("formulation", TEXTBOOK)
def test_solves_to_the_same_grid_as_the_interchangeable_model(formulation: str, size: str) -> None:
    puzzle = UNIQUE[size]
    prob = TEXTBOOK[formulation](puzzle)
    assert solve(prob) == "Optimal"
    grid = textbook.grid(prob, puzzle)
    assert sm.is_solution(puzzle, grid)
    assert grid == sm.build(puzzle, formulation, "pulp").solve("highs").grid


@pytest.mark.parametrize("why", INFEASIBLE)
@pytest.mark.parametrize("formulation", TEXTBOOK)
def test_an_infeasible_puzzle_is_infeasible(formulation: str, why: str) -> None:
    assert solve(TEXTBOOK[formulation](INFEASIBLE[why])) == "Infeasible"


@pytest.mark.parametrize("formulation", TEXTBOOK)
def test_any_board_will_do(formulation: str) -> None:
    prob = TEXTBOOK[formulation](UNUSUAL)
    assert solve(prob) == "Optimal"
    assert sm.is_solution(UNUSUAL, textbook.grid(prob, UNUSUAL))


@pytest.mark.parametrize("formulation", TEXTBOOK)
def test_givens_add_no_rows(formulation: str) -> None:
    empty = sm.Puzzle(sm.Board.of_size(4), (0,) * 16)
    build = TEXTBOOK[formulation]
    assert build(UNIQUE["4x4"]).numConstraints() == build(empty).numConstraints()


def test_a_problem_that_is_not_solved_has_no_grid() -> None:
    with pytest.raises(InputError, match="solve it first"):
        textbook.grid(textbook.assignment(UNIQUE["4x4"]), UNIQUE["4x4"])


def test_values_are_rounded() -> None:
    puzzle = UNIQUE["4x4"]
    prob = textbook.assignment(puzzle)
    solve(prob)
    solved = textbook.grid(prob, puzzle)
    for y in prob.variables():
        y.varValue = abs(y.varValue - 1e-9)
    assert textbook.grid(prob, puzzle) == solved


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
    native = textbook.assignment(puzzle)
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
