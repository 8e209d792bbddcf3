"""The truth about the known puzzles: found by backtracking, and confirmed by solvers of both kinds."""

import pytest
from hypothesis import given, settings
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking, known_puzzles


@pytest.mark.parametrize(("puzzle", "grids"), known_puzzles(), ids=lambda part: getattr(part, "name", ""))
def test_two_solvers_find_the_same_solutions(puzzle: sm.Puzzle, grids: frozenset[sm.Grid]) -> None:
    assert all(sm.is_solution(puzzle, grid) for grid in grids)
    count = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", cross_check=False, method="enumerate")
    assert (set(count.grids), count.status) == (grids, "exact")
    if len(grids) < 100:
        count = sm.count_solutions(puzzle, "assignment", "pulp", "highs", cross_check=False)
        assert (set(count.grids), count.status) == (grids, "exact")


@settings(max_examples=30, deadline=None)
@given(puzzles())
def test_rules_are_kept_by_backtracking(puzzle: sm.Puzzle) -> None:
    """The solutions are those of the same units that break no rule."""
    units_only = sm.Puzzle(sm.Board(4, puzzle.board.units, puzzle.board.box), puzzle.values)
    grids = [sm.Grid(puzzle.board, grid.values) for grid in enumerate_by_backtracking(units_only)]
    assert set(solutions(puzzle)) == {grid for grid in grids if not puzzle.violations(grid)}
