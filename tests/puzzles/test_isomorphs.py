"""Isomorphs have as many solutions as the puzzle, and are not the puzzle."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_boards import UNIQUE, puzzles, solutions

import sudoku_models as sm
from sudoku_models.puzzles.board import Board, Unit
from sudoku_models.puzzles.isomorphs import isomorph, turned
from sudoku_models.puzzles.rules import AllDotsGiven, AntiKnight, KillerCage, WhiteDot


def test_moves_that_would_break_a_diagonal_are_left_out() -> None:
    plain = Board.of_size(9)
    diagonal = Unit("diagonal", tuple((k, k) for k in plain.digits))
    board = Board(9, (*plain.units, diagonal), plain.box)
    puzzle = sm.Puzzle(board, tuple(c if (r, c) == (c, r) else 0 for r, c in board.cells))
    for seed in range(1, 6):
        assert set(isomorph(puzzle, seed).givens) == set(diagonal.cells)


@settings(max_examples=40, deadline=None)
@given(puzzles(), st.integers(1, 6))
def test_an_isomorph_of_a_puzzle_with_rules_has_as_many_solutions(puzzle: sm.Puzzle, seed: int) -> None:
    assert len(solutions(isomorph(puzzle, seed))) == len(solutions(puzzle))


@settings(max_examples=40, deadline=None)
@given(puzzles(), st.integers(0, 7))
def test_a_turned_puzzle_has_as_many_solutions(puzzle: sm.Puzzle, way: int) -> None:
    other = turned(puzzle, way)
    assert sorted(other.givens.values()) == sorted(puzzle.givens.values())
    assert len(solutions(other)) == len(solutions(puzzle))


@pytest.mark.parametrize("name", ["variants:1", "variants:12", "variants:22", "variants:23", "variants:26", "clues:2"])
def test_every_kind_of_board_can_be_turned(name: str) -> None:
    puzzle = sm.load(name)
    copies = {turned(puzzle, way) for way in range(8)}
    assert len(copies) == 8
    assert turned(puzzle, 0) == puzzle
    for way in (1, 2, 3, 4, 7):
        assert turned(turned(puzzle, way), way) == puzzle or puzzle.board.rules


def test_an_unfinished_jigsaw_can_be_turned() -> None:
    """It may have as many units as one that is finished, as boxes are left."""
    whole = Board.jigsaw("1112 1222 3344 3344")
    board = Board(4, (*whole.units[:10], *Board.of_size(4).units[10:]))
    puzzle = sm.Puzzle.parse("1... .... .... ....", board)
    assert all(sorted(turned(puzzle, way).givens.values()) == [1] for way in range(8))


def test_rules_move_with_their_cells_and_digits_stay() -> None:
    copies = {isomorph(UNIQUE, seed) for seed in range(10)}
    assert len(copies) > 5
    for other in copies:
        assert sorted(rule.kind for rule in other.board.rules) == sorted(rule.kind for rule in UNIQUE.board.rules)
        assert sorted(solutions(other)[0].values) == sorted(solutions(UNIQUE)[0].values)
    board = Board.of_size(4).with_rules(KillerCage(3, "r1c1 r1c2"))
    puzzle = sm.Puzzle.parse("12.. .... .... ....", board)
    for seed in range(1, 8):
        other = isomorph(puzzle, seed)
        (cage,) = other.board.rules
        assert isinstance(cage, KillerCage)
        assert [other.givens[i] for i in cage.cells] == [1, 2]


@pytest.mark.parametrize("rules", [[AntiKnight()], [AllDotsGiven(), WhiteDot("r1c1 r1c2")]])
def test_rules_for_the_whole_board_hold_for_the_copy(rules: list[sm.rules.Rule]) -> None:
    puzzle = sm.Puzzle.parse("." * 36, Board.of_size(6).with_rules(*rules))
    for seed in range(1, 8):
        board = isomorph(puzzle, seed).board
        moved = {frozenset(unit.cells) for unit in board.units}
        assert moved == {frozenset(unit.cells) for unit in puzzle.board.units}
        assert len(board.cell_rules) == len(puzzle.board.cell_rules)
