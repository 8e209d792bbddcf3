"""Boards in words, and how two that look alike differ."""

import pytest

from sudoku_models.puzzles.board import Board, mismatch
from sudoku_models.puzzles.rules import (
    AllDotsGiven,
    AntiKnight,
    Sandwich,
    Thermometer,
    WhiteDot,
)

USUAL = Board.of_size(4)
JIGSAW = Board.jigsaw("1112 1322 3324 3444")
ROWS = [[(r, c) for c in range(1, 5)] for r in range(1, 5)]


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (Board.latin(5), "5x5 board with rows and columns"),
        (Board(4, (*USUAL.units[:4], *USUAL.units[8:]), (2, 2)), "4x4 board with 8 units of its own"),
        (JIGSAW, "4x4 board with rows and columns and 4 regions"),
        (USUAL.diagonal(), "4x4 board with 2x2 boxes, diagonal 1 and diagonal 2"),
        (Board.of_size(9).windoku(), "9x9 board with 3x3 boxes and 4 windows"),
        (USUAL.disjoint(), "4x4 board with 2x2 boxes and 4 groups"),
        (USUAL.with_rules(AntiKnight()), "4x4 board with 2x2 boxes and anti-knight"),
        (
            USUAL.diagonal().with_rules(AllDotsGiven(), Thermometer("r1c1 r2c2")),
            "4x4 board with 2x2 boxes, diagonal 1 and diagonal 2, all dots given and thermometer on r1c1 r2c2",
        ),
        (
            USUAL.with_rules(*(Sandwich(0, row) for row in ROWS), *(WhiteDot(row[:2]) for row in ROWS), AntiKnight()),
            "4x4 board with 2x2 boxes, 4 sandwiches, 4 white dots and anti-knight",
        ),
    ],
    ids=str,
)
def test_a_board_says_what_it_has(board, words):
    assert str(board) == words


def test_boards_that_look_alike_differ_in_a_rule_that_is_named():
    one, other = (USUAL.with_rules(*(Thermometer([*pair]) for pair in pairs)) for pairs in (PAIRS, PAIRS[::-1]))
    third = USUAL.with_rules(*(Thermometer([*pair]) for pair in (*PAIRS[:2], ((4, 4), (3, 3)))))
    sentence = f"the grid is for a {one}, the puzzle for a {one}; "
    assert mismatch(one, third) == f"{sentence}only one of them has the rule 'thermometer on r3c1 r3c2'"
    assert mismatch(one, other) == f"{sentence}their units or rules are in another order"


PAIRS = tuple(((r, 1), (r, 2)) for r in (1, 2, 3))
