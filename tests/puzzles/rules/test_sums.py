"""Cages, little killers, arrows and sandwiches: what they mean, and what they refuse."""

import pytest
from random_rules import accepted, line

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules import KillerCage, LittleKiller, Renban, Sandwich


def test_a_cage_is_a_unit_of_the_board_unless_its_digits_may_repeat():
    cage, repeating = KillerCage(9, line(3)), KillerCage(9, line(3), different=False)
    board = Board.of_size(9)
    (unit,) = board.with_rules(cage).units[27:]
    assert (unit.name, unit.kind, unit.cells) == ("killer cage 9 on r1c1 r1c2 r1c3", "cage", line(3))
    assert board.with_rules(repeating).units == board.units
    assert str(repeating) == "killer cage 9 on r1c1 r1c2 r1c3 with repeats"
    assert [unit.kind for unit in board.with_rules(Renban(line(3))).units[27:]] == ["renban"]
    assert board.with_rules(KillerCage(9, line(1))).units == board.units


def test_a_large_cage_gives_its_sum_to_the_automaton_and_the_rest_to_the_unit():
    """Sixteen digits have too many subsets to remember them all; the sum alone is still right about the sum."""
    cage = KillerCage(136, line(16))
    domains = [range(1, 17)] * 16
    assert cage.possible(domains) == LittleKiller(136, line(16)).possible(domains)
    assert KillerCage(None, line(16)).possible([*domains[1:], {3}]) == [*[{*range(1, 17)}] * 15, {3}]
    assert KillerCage(None, line(16)).possible([*domains[1:], set()]) == [set()] * 16
    assert not accepted(cage, (1,) * 16)
    assert KillerCage(45, line(9)).possible([{1}, *[range(1, 10)] * 8]) == [{1}, *[{*range(2, 10)}] * 8]


def test_a_sandwich_needs_a_whole_row_or_column():
    with pytest.raises(InputError, match="'sandwich 5 on r1c1 r1c2 r1c3' needs a whole row or column, a unit of 4"):
        Board.of_size(4).with_rules(Sandwich(5, line(3)))
    with pytest.raises(InputError, match="needs a whole row or column"):
        Board.of_size(4).with_rules(Sandwich(5, [(1, 1), (2, 2), (3, 3), (4, 4)]))
    for unit in Board.of_size(4).units[:8]:
        assert Board.of_size(4).with_rules(Sandwich(5, unit.cells[::-1])).cell_rules


def test_an_impossible_total_is_a_rule_that_nothing_satisfies():
    """A puzzle may be wrong; that is for a solver to find out."""
    board = Board.of_size(4).with_rules(KillerCage(100, line(2)))
    assert board.cell_rules[0].possible([board.digits] * 2) == [set(), set()]
