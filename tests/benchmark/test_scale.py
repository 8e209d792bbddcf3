"""The puzzles of the scale need no solver, and have the size, the solution and the limits that they claim."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.benchmark.engine_alone import ALONE
from sudoku_models.benchmark.scale import SIZES, half_full, pattern_grid, scale_cases, scale_configurations
from sudoku_models.errors import InputError
from sudoku_models.formulations import BUILT_IN
from sudoku_models.puzzles.board import Board


@given(rows=st.integers(1, 8), columns=st.integers(1, 8))
def test_the_pattern_is_a_solution_of_every_board_with_boxes(rows: int, columns: int) -> None:
    board = Board.with_boxes(rows, max(columns, 2))
    assert sm.is_solution(sm.Puzzle(board, (0,) * len(board.cells)), pattern_grid(board))


def test_other_boards_have_no_pattern() -> None:
    with pytest.raises(InputError, match="rows, columns and boxes"):
        pattern_grid(Board(4, Board.of_size(4).units[:8]))


@pytest.mark.parametrize("size", [4, 6, 9, 49])
def test_half_of_a_grid_is_half_of_its_cells_without_a_clash(size: int) -> None:
    puzzle = half_full(Board.of_size(size))
    assert len(puzzle.givens) == size**2 // 2
    assert not puzzle.clashes()
    assert half_full(Board.of_size(size)) == puzzle != half_full(Board.of_size(size), seed=2)


@pytest.mark.parametrize("seed", range(3))
def test_half_a_grid_has_a_solution(seed: int) -> None:
    assert sm.build(half_full(Board.of_size(9), seed), "all_different", "cpsat").solve("cpsat")


def test_every_formulation_runs_on_both_engines_and_alone() -> None:
    chosen = scale_configurations()
    for engine in ("highs", "cpsat"):
        named = [each.formulation for each in chosen if each.solver == engine and each.backend != ALONE]
        assert sorted(named) == sorted(BUILT_IN)
    assert [each.solver for each in chosen if each.backend == ALONE] == ["highs", "cpsat"]


def test_the_cases_are_small_boards_first_with_limits() -> None:
    cases = scale_cases([9, 4, 9], time_limit=3.0, memory_limit=0.5)
    assert [case.puzzle.board.size for case in cases] == [4] * 24 + [9] * 24
    assert {case.memory_limit for case in cases} == {2**29}
    assert {case.hard_limit for case in cases} == {26.0}
    assert {(case.corpus, case.solutions) for case in cases} == {("empty", ">=2"), ("half full", "")}
    assert {case.puzzle.board.size for case in scale_cases()} == {*SIZES}
    assert max(SIZES) == 49


@pytest.mark.parametrize(("sizes", "memory", "what"), [([7], 1.0, "no board with 7"), ([4], 0.0, "memory limit must")])
def test_bad_sizes_and_limits_are_refused(sizes: list[int], memory: float, what: str) -> None:
    with pytest.raises(InputError, match=what):
        scale_cases(sizes, memory_limit=memory)
