"""A second solution is compared with the list of all grids, and on larger boards with another solver."""

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.errors import SolverError
from sudoku_models.generation import random_grid, second_solution
from sudoku_models.runtime.limits import Deadline, TimeLimit

USUAL = sm.Board.of_size(4)
SHORT = sm.Board(4, (*USUAL.units, sm.Unit("corners", ((1, 1), (1, 4), (4, 1)))), USUAL.box)
ask = second_solution.second_solution


@cache
def all_grids(board: sm.Board) -> list[tuple[int, ...]]:
    grids: list[tuple[int, ...]] = [()]
    for i in board.cells:
        before = [(board.cells.index(j)) for j in board.peers[i] if j < i]
        grids = [(*grid, d) for grid in grids for d in board.digits if all(grid[j] != d for j in before)]
    return grids


def test_the_list_of_all_grids_is_complete() -> None:
    assert len(all_grids(USUAL)) == 288


@given(st.sampled_from([USUAL, SHORT]), st.data())
def test_it_is_found_exactly_when_there_is_one(board: sm.Board, data: st.DataObject) -> None:
    grid = data.draw(st.sampled_from(all_grids(board)))
    cell = data.draw(st.integers(0, 15))
    kept = data.draw(st.sets(st.integers(0, 15), max_size=9)) - {cell}
    puzzle = sm.Puzzle(board, tuple(d if k in kept else 0 for k, d in enumerate(grid)))
    others = [each for each in all_grids(board) if each[cell] != grid[cell] and all(each[k] == grid[k] for k in kept)]
    found = ask(puzzle, cell, grid[cell])
    assert found is None if not others else found is not None and found.values in others


@settings(max_examples=6)
@given(seed=st.integers(0, 50), size=st.sampled_from([6, 9]))
def test_another_solver_agrees(seed: int, size: int) -> None:
    rng = random.Random(seed)
    grid = random_grid(sm.Board.of_size(size), rng)
    cells = len(grid.values)
    blank = rng.sample(range(cells), int(0.6 * cells))
    puzzle = sm.Puzzle(grid.board, tuple(0 if k in blank else d for k, d in enumerate(grid.values)))
    model = sm.build(puzzle, "assignment", "pulp")
    for k in blank[:5]:
        model.m.add(model.variables[grid.board.cells[k], grid.values[k]] == 0, "another digit")
        expected = model.solve("highs").status
        model.m.forget([model.m.constraints()[-1]])
        found = ask(puzzle, k, grid.values[k])
        assert expected is (sm.Status.INFEASIBLE if found is None else sm.Status.SOLVED)
        if found is not None:
            assert puzzle.violations(found) == []
            assert found.values[k] != grid.values[k]


EMPTY = sm.Puzzle(sm.Board.of_size(9), (0,) * 81)


def test_the_time_limit_is_no_answer() -> None:
    with pytest.raises(TimeLimit):
        ask(EMPTY, 0, 1, Deadline(1e-9))


def test_a_solver_that_stops_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(second_solution.PARAMETERS, "max_deterministic_time", 0.0)
    with pytest.raises(TimeLimit):
        ask(EMPTY, 0, 1)


def test_a_wrong_grid_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(positions: Any, deadline: Deadline) -> sm.Grid:
        return sm.Grid(positions.board, (1,) * 81)

    monkeypatch.setattr(second_solution, "_search", wrong)
    with pytest.raises(SolverError, match="is not a solution"):
        ask(EMPTY, 0, 2)
