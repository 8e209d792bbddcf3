"""The moves of knight and king as units."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules import AntiKing, AntiKnight


def pairs_at(board, distances):
    """The pairs of cells whose distances along rows and columns are these two, in any order."""
    return {
        (one, other)
        for one, other in combinations(board.cells, 2)
        if sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) in distances
    }


@given(st.integers(1, 10))
def test_cells_a_knights_move_apart_differ_and_no_others(n):
    empty = Board(n, ())
    assert set(empty.with_rules(AntiKnight()).pairs) == pairs_at(empty, [[1, 2]])


@given(st.integers(4, 10))
def test_cells_a_kings_move_apart_differ_and_no_others(n):
    empty = Board(n, ())
    assert set(empty.with_rules(AntiKing()).pairs) == pairs_at(empty, [[0, 1], [1, 1]])


def test_both_moves_add_to_the_pairs_of_the_board():
    usual = Board.of_size(9)
    both = usual.with_rules(AntiKnight(), AntiKing())
    assert set(both.pairs) == set(usual.pairs) | pairs_at(usual, [[1, 2], [0, 1], [1, 1]])
    assert both.cell_rules == ()
    assert str(both) == "9x9 board with 3x3 boxes, anti-knight and anti-king"
    assert both.plain == usual


@pytest.mark.parametrize("n", [2, 3])
def test_kings_need_four_digits(n):
    with pytest.raises(InputError, match=f"four cells around a corner cannot all differ on a {n}x{n} board"):
        Board(n, (), None, (AntiKing(),))
    assert Board(1, (), None, (AntiKing(),)).units == ()
