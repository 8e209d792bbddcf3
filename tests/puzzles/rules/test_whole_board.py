"""Rules for the whole board: the moves of knight and king as units, and "all marks are given"."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_rules import RELATIONS

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules import (
    AllBlackDotsGiven,
    AllDotsGiven,
    AllWhiteDotsGiven,
    AllXVGiven,
    AntiKing,
    AntiKnight,
    BlackDot,
    Unrelated,
    VMark,
    WhiteDot,
    XMark,
)

ALL_GIVEN = {
    AllDotsGiven: ("white dot", "black dot"),
    AllWhiteDotsGiven: ("white dot",),
    AllBlackDotsGiven: ("black dot",),
    AllXVGiven: ("X", "V"),
}
MARK_OF = {WhiteDot: "white dot", BlackDot: "black dot", XMark: "X", VMark: "V"}


def pairs_at(board, *distances):
    """The pairs of cells whose distances along rows and columns are these two, in any order."""
    return {
        (one, other)
        for one, other in combinations(board.cells, 2)
        if sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))) in distances
    }


@given(st.integers(4, 10))
def test_cells_a_move_apart_differ_and_no_others(n):
    empty = Board(n, ())
    for usual in (empty, *([Board.of_size(n)] if n in (4, 6, 8, 9, 10) else [])):
        assert set(usual.with_rules(AntiKnight()).pairs) == set(usual.pairs) | pairs_at(empty, [1, 2])
        assert set(usual.with_rules(AntiKing()).pairs) == set(usual.pairs) | pairs_at(empty, [0, 1], [1, 1])
        both = usual.with_rules(AntiKnight(), AntiKing())
        assert (both.cell_rules, both.plain) == ((), usual)


@pytest.mark.parametrize("n", [2, 3])
def test_kings_need_four_digits(n):
    with pytest.raises(InputError, match=f"cannot all differ on a {n}x{n} board"):
        Board(n, (), None, (AntiKing(),))
    assert Board(1, (), None, (AntiKing(),)).units == ()


@pytest.mark.parametrize("rule", ALL_GIVEN)
@pytest.mark.parametrize("n", [4, 6, 9])
def test_all_given_says_what_every_pair_without_a_mark_is_not(rule, n):
    board = Board.of_size(n)
    pairs = {frozenset(pair) for pair in pairs_at(board, [0, 1])}
    given = [((1, 1), (1, 2)), ((3, 3), (2, 3)), ((1, 1), (3, 3))]  # the last ones are not neighbours
    for kind, mark in MARK_OF.items():
        marked = board.with_rules(*map(kind, given), rule())
        parts = [part for part in marked.cell_rules if isinstance(part, Unrelated)]
        hidden = {frozenset(pair) for pair in given} & pairs if mark in ALL_GIVEN[rule] else set()
        assert {frozenset(part.cells) for part in parts} == pairs - hidden
        assert len(parts) == len(pairs - hidden)
        assert {part.marks for part in parts} == {ALL_GIVEN[rule]}


@pytest.mark.parametrize("rule", ALL_GIVEN)
def test_the_grids_of_all_given_have_no_other_mark(rule):
    """Of the 288 grids of the 4x4 board."""
    usual = Board.of_size(4)
    grids = [grid.values for grid in enumerate_by_backtracking(Puzzle(usual, (0,) * 16))]
    dotted = usual.with_rules(VMark([(1, 1), (1, 2)]), WhiteDot([(1, 1), (1, 2)]), rule())
    puzzle = Puzzle(dotted, (0,) * 16)
    for values in grids:
        held = dict(zip(usual.cells, values, strict=True))
        first = (held[1, 1], held[1, 2])
        expected = sum(first) == 5 and abs(first[0] - first[1]) == 1
        for one, other in pairs_at(usual, [0, 1]):
            is_related = any(RELATIONS[mark](held[one], held[other]) for mark in ALL_GIVEN[rule])
            if is_related and (one, other) != ((1, 1), (1, 2)):
                expected = False
        assert (not puzzle.violations(Puzzle(dotted, values).as_grid())) == expected


def test_a_pair_without_marks_that_is_listed_too_is_one_rule() -> None:
    """Otherwise a model would get two constraints of one name."""
    board = Board.of_size(4).with_rules(Unrelated("r1c1 r1c2", ("X", "V")), AllXVGiven())
    assert [str(rule) for rule in board.cell_rules].count("no X or V on r1c1 r1c2") == 1
    assert board.cell_rules == Board.of_size(4).with_rules(AllXVGiven()).cell_rules
