"""The truth about the known puzzles: found by backtracking, and confirmed by solvers of both kinds."""

import pytest
from hypothesis import given, settings
from rule_boards import puzzles, solutions

import sudoku_models as sm
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking, known_puzzles


def test_there_are_puzzles_with_no_solution_with_one_and_with_many() -> None:
    assert [(puzzle.board.size, len(grids)) for puzzle, grids in known_puzzles()] == [
        (4, 1),
        (4, 0),
        (4, 18),
        (4, 288),
        (6, 1),
        (9, 1),
    ]


@pytest.mark.parametrize(("puzzle", "grids"), known_puzzles(), ids=lambda part: getattr(part, "name", ""))
def test_two_solvers_find_the_same_solutions(puzzle: sm.Puzzle, grids: frozenset[sm.Grid]) -> None:
    assert all(sm.is_solution(puzzle, grid) for grid in grids)
    count = sm.count_solutions(puzzle, "all_different", "cpsat", "cpsat", cross_check=False, method="enumerate")
    assert (set(count.grids), count.status) == (grids, "exact")
    if len(grids) < 100:
        count = sm.count_solutions(puzzle, "assignment", "pulp", "highs", cross_check=False)
        assert (set(count.grids), count.status) == (grids, "exact")


def test_solutions_are_found_by_backtracking_on_any_small_board(unique4: sm.Puzzle, infeasible4: sm.Puzzle) -> None:
    assert [grid.line() for grid in enumerate_by_backtracking(unique4)] == ["1243342143122134"]
    assert enumerate_by_backtracking(infeasible4) == []


@settings(max_examples=30, deadline=None)
@given(puzzles())
def test_rules_are_kept_by_backtracking(puzzle: sm.Puzzle) -> None:
    """The solutions are those of the same units that break no rule."""
    units_only = sm.Puzzle(sm.Board(4, puzzle.board.units, puzzle.board.box), puzzle.values)
    grids = [sm.Grid(puzzle.board, grid.values) for grid in enumerate_by_backtracking(units_only)]
    assert set(solutions(puzzle)) == {grid for grid in grids if not puzzle.violations(grid)}
