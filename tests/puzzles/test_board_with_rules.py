"""Boards with further units and rules."""

from typing import Any

import pytest

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules import AllDotsGiven, AntiKnight, KillerCage, Thermometer, WhiteDot

CAGE, THERMOMETER = KillerCage(3, "r1c1 r1c2"), Thermometer("r2c1 r2c2 r2c3")


def test_rules_are_added_one_after_another() -> None:
    board = Board.of_size(9).with_rules(CAGE).with_rules(THERMOMETER, AntiKnight())
    assert board == Board.of_size(9).with_rules(CAGE, THERMOMETER, AntiKnight())
    assert board.rules == (CAGE, THERMOMETER, AntiKnight())
    assert board.cell_rules == (CAGE, THERMOMETER)
    assert [unit.kind for unit in board.units[27:]] == ["cage", *["knight"] * 224]
    assert Board.of_size(9).with_rules() == Board.of_size(9)


def test_the_plain_board_has_neither_the_rules_nor_their_units() -> None:
    usual = Board.of_size(9)
    for plain in (usual, usual.diagonal(), Board.latin(9), Board.of_size(9).windoku()):
        board = plain.with_rules(CAGE, AntiKnight())
        assert board.plain == plain
        assert board != plain
        assert plain.plain is plain
        assert {**board.peers} != {**plain.peers}


def test_a_rule_for_the_board_uses_all_of_its_rules() -> None:
    """Also those that are added after it."""
    dot = WhiteDot("r1c1 r1c2")
    before, after = (Board.of_size(4).with_rules(*rules) for rules in ((AllDotsGiven(), dot), (dot, AllDotsGiven())))
    assert set(before.cell_rules) == set(after.cell_rules)
    assert len(before.cell_rules) == 24


@pytest.mark.parametrize("make", [Board.diagonal, Board.windoku, Board.disjoint])
def test_further_units_are_added_once(make: Any) -> None:
    board = make(Board.of_size(9))
    assert board.units[:27] == Board.of_size(9).units
    assert board.box == (3, 3)
    with pytest.raises(InputError, match=r"2 units have the name '.* 1'; list each unit once"):
        make(board)


@pytest.mark.parametrize("make", [Board.windoku, Board.disjoint])
def test_windows_and_groups_need_boxes(make: Any) -> None:
    for board in (Board.latin(9), Board.jigsaw("1112 1322 3324 3444")):
        with pytest.raises(InputError, match=r"a .* has no boxes, so it has no .*; begin with Board.of_size\(9\)"):
            make(board)


@pytest.mark.parametrize("box", [(1, 4), (4, 1), (1, 2)])
def test_flat_boxes_have_no_windows(box: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="has no room for windows between its boxes"):
        Board.with_boxes(*box).windoku()


@pytest.mark.parametrize(("n", "number"), [(1, 1), (2, 2), (3, 12), (4, 576)])
def test_the_number_of_latin_squares_is_the_known_one(n: int, number: int) -> None:
    assert len(enumerate_by_backtracking(Puzzle(Board.latin(n), (0,) * n**2))) == number
