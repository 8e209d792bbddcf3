"""Isomorphs have as many solutions as the puzzle, and are not the puzzle."""

import pytest

import sudoku_models as sm
from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board, Unit
from sudoku_models.puzzles.isomorphs import isomorph


@pytest.mark.parametrize("name", ["mccaffrey", "several:20", "small:3"])
@pytest.mark.parametrize("seed", [1, 2, 7])
def test_an_isomorph_has_as_many_solutions(name: str, seed: int) -> None:
    puzzle = sm.load(name)
    other = isomorph(puzzle, seed)
    counts = [
        sm.count_solutions(each, "all_different", "cpsat", "cpsat", cross_check=False) for each in (puzzle, other)
    ]
    assert counts[0].value == counts[1].value
    assert [count.status for count in counts] == ["exact", "exact"]


def test_an_isomorph_is_another_puzzle_with_as_many_givens_and_the_same_name(mccaffrey: sm.Puzzle) -> None:
    copies = {isomorph(mccaffrey, seed) for seed in range(20)}
    assert len(copies) == 20
    assert {len(each.givens) for each in copies} == {len(mccaffrey.givens)}
    assert {each.name for each in copies} == {"mccaffrey"}


def test_seed_0_is_the_puzzle_itself_and_a_seed_gives_the_same_isomorph_again(mccaffrey: sm.Puzzle) -> None:
    assert isomorph(mccaffrey, 0) is mccaffrey
    assert isomorph(mccaffrey, 5).values == isomorph(mccaffrey, 5).values


def test_moves_that_would_break_a_diagonal_are_left_out() -> None:
    plain = Board.of_size(9)
    diagonal = Unit("diagonal", tuple((k, k) for k in plain.digits))
    board = Board(9, (*plain.units, diagonal), plain.box)
    puzzle = sm.Puzzle(board, tuple(c if (r, c) == (c, r) else 0 for r, c in board.cells))
    for seed in range(1, 6):
        assert set(isomorph(puzzle, seed).givens) == set(diagonal.cells)


def test_a_negative_seed_is_refused(mccaffrey: sm.Puzzle) -> None:
    with pytest.raises(InputError, match="must be 0"):
        isomorph(mccaffrey, -1)


def test_a_puzzle_with_rules_on_cells_is_its_only_isomorph() -> None:
    puzzle = sm.load("killer:1")
    assert all(isomorph(puzzle, seed) == puzzle for seed in range(4))


def test_an_isomorph_keeps_chess_moves() -> None:
    """These are units, which every transformation that is applied maps to units."""
    entry = sm.corpus("antiknight").entry("antiknight:1")
    assert entry.solution is not None
    solved = sm.Puzzle(entry.puzzle.board, entry.solution.values)
    for seed in range(1, 5):
        assert entry.puzzle.board == isomorph(solved, seed).board
        assert isomorph(solved, seed).clashes() == []
