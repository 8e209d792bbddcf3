"""Random regions are connected, and boards keep what they had."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

import sudoku_models as sm
from sudoku_models.generation.kinds import board_for, random_regions, requested_kinds
from sudoku_models.generation.kinds.kind import neighbours
from sudoku_models.puzzles.rules import AllWhiteDotsGiven, AntiKing, Thermometer


@settings(max_examples=20)
@given(st.sampled_from([sm.Board.of_size(4), sm.Board.of_size(6), sm.Board.latin(5)]), st.integers(0, 999))
def test_regions_are_connected_and_have_n_cells(board: sm.Board, seed: int) -> None:
    regions = dict(zip(board.cells, random_regions(board, random.Random(seed)), strict=True))
    for k in range(board.size):
        cells = {cell for cell in board.cells if regions[cell] == k}
        assert len(cells) == board.size
        reached = {min(cells)}
        while more := {j for i in reached for j in neighbours(board, i) if j in cells} - reached:
            reached |= more
        assert reached == cells


def test_a_jigsaw_has_regions_in_place_of_boxes_and_keeps_the_rest() -> None:
    rule = Thermometer([(1, 1), (1, 2)])
    board = board_for(requested_kinds("jigsaw"), sm.Board.of_size(6).diagonal().with_rules(rule), random.Random(1))
    kinds = [unit.kind for unit in board.units]
    assert [kinds.count(kind) for kind in ("row", "column", "region", "diagonal", "box")] == [6, 6, 6, 2, 0]
    assert board.rules == (rule,)


def test_kinds_of_boards_add_up() -> None:
    board = board_for(requested_kinds("windoku, antiking, nonconsecutive"), sm.Board.of_size(9), random.Random(1))
    assert board.rules == (AntiKing(), AllWhiteDotsGiven())
    assert board.plain == sm.Board.of_size(9).windoku()
