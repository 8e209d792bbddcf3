"""Dots, X and V, and greater-than signs: what they mean, what their absence means, and what they refuse."""

from itertools import combinations

import pytest
from random_rules import EXAMPLES, MARKS, PAIR, RELATIONS, assert_means_what_it_says, line

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.known_solutions import enumerate_by_backtracking
from sudoku_models.puzzles.puzzle import Puzzle
from sudoku_models.puzzles.rules import (
    AllDotsGiven,
    AllWhiteDotsGiven,
    AllXVGiven,
    BlackDot,
    GreaterThan,
    Unrelated,
    VMark,
    WhiteDot,
    XMark,
)

ALL_GIVEN = {AllDotsGiven: ("white dot", "black dot"), AllWhiteDotsGiven: ("white dot",), AllXVGiven: ("X", "V")}
MARK_OF = {WhiteDot: "white dot", BlackDot: "black dot", XMark: "X", VMark: "V"}


@pytest.mark.parametrize("rule", EXAMPLES["dots"], ids=str)
def test_the_rule_and_its_automaton_hold_for_the_same_digits(rule):
    assert_means_what_it_says(rule, 10)


@pytest.mark.parametrize("kind", [GreaterThan, *MARK_OF, lambda cells: Unrelated(cells, ("X",))])
@pytest.mark.parametrize("length", [0, 1, 3])
def test_a_mark_is_between_two_cells(kind, length):
    with pytest.raises(InputError, match=r"needs at least 2 cells, not|has 3 cells; it is between two"):
        kind(line(length))


@pytest.mark.parametrize("marks", [(), ("red dot",), ("white dot", 3), [[]], "X", None])
def test_the_marks_that_a_pair_lacks_are_known_ones(marks):
    with pytest.raises(InputError, match="the marks must be "):
        Unrelated(PAIR, marks)


def neighbours(board):
    """The pairs of cells that share a side, by their distance."""
    return [
        (one, other)
        for one, other in combinations(board.cells, 2)
        if abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    ]


@pytest.mark.parametrize("rule", ALL_GIVEN)
@pytest.mark.parametrize("n", [4, 6, 9])
def test_all_given_says_what_every_pair_without_a_mark_is_not(rule, n):
    board = Board.of_size(n)
    pairs = {frozenset(pair) for pair in neighbours(board)}
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
        for one, other in neighbours(usual):
            is_related = any(RELATIONS[mark](held[one], held[other]) for mark in ALL_GIVEN[rule])
            if is_related and (one, other) != ((1, 1), (1, 2)):
                expected = False
        assert (not puzzle.violations(Puzzle(dotted, values).as_grid())) == expected


def test_each_choice_of_marks_has_a_name():
    names = [str(Unrelated(PAIR, marks)) for marks in MARKS]
    assert names[2] == "no white dot or black dot on r1c1 r1c2"
    assert len({*names}) == len(MARKS)


def test_a_pair_without_marks_that_is_listed_too_is_one_rule() -> None:
    """Otherwise a model would get two constraints of one name."""
    board = Board.of_size(4).with_rules(Unrelated("r1c1 r1c2", ("X", "V")), AllXVGiven())
    assert [str(rule) for rule in board.cell_rules].count("no X or V on r1c1 r1c2") == 1
    assert board.cell_rules == Board.of_size(4).with_rules(AllXVGiven()).cell_rules
