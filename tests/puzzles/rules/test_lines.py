"""Thermometers, whispers, renban lines, palindromes and skyscrapers: what they mean, and what they refuse."""

import pytest
from random_rules import EXAMPLES, assert_means_what_it_says, line

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules import Palindrome, Renban, Skyscraper, Thermometer, Whisper


@pytest.mark.parametrize("rule", EXAMPLES["lines"], ids=str)
def test_the_rule_and_its_automaton_hold_for_the_same_digits(rule):
    assert_means_what_it_says(rule)


def test_the_order_of_the_cells_is_part_of_a_line():
    up, down = Thermometer(line(3)), Thermometer(line(3)[::-1])
    assert up != down
    assert up.possible([range(1, 4)] * 3) == [{1}, {2}, {3}]
    assert up.check({(1, 1): 1, (1, 2): 2, (1, 3): 3})
    assert not down.check({(1, 1): 1, (1, 2): 2, (1, 3): 3})


def test_a_german_whisper_has_no_5():
    assert Whisper(line(2)).possible([range(1, 10)] * 2) == [{1, 2, 3, 4, 6, 7, 8, 9}] * 2


def test_a_renban_line_is_a_unit_of_the_board():
    (unit,) = Board.of_size(9).with_rules(Renban(line(3))).units[27:]
    assert (unit.name, unit.kind, unit.cells) == ("renban on r1c1 r1c2 r1c3", "renban", line(3))


def test_the_tallest_skyscraper_comes_first_when_one_is_seen():
    row = range(1, 10)
    assert Skyscraper(1, line(9)).possible([row] * 9)[0] == {*row}  # digits could repeat; a row says that they do not
    assert Skyscraper(9, line(9)).possible([row] * 9) == [{d} for d in row]


@pytest.mark.parametrize("kind", [Thermometer, Whisper, Renban, Palindrome])
@pytest.mark.parametrize("length", [0, 1])
def test_a_line_has_at_least_two_cells(kind, length):
    name = kind.__name__.lower()
    with pytest.raises(InputError, match=f"the {name} needs at least 2 cells, not {length}"):
        kind(line(length))


@pytest.mark.parametrize("least", [0, -1, 2.5, "5", None, True])
def test_a_whisper_needs_a_difference(least):
    with pytest.raises(InputError, match=f"the difference of a whisper must be an integer from 1, not {least!r}"):
        Whisper(line(2), least)


@pytest.mark.parametrize("visible", [0, 5, 1.5, None, True])
def test_a_skyscraper_sees_at_least_one_and_at_most_all(visible):
    with pytest.raises(InputError, match=f"a skyscraper on 4 cells must be an integer from 1 to 4, not {visible!r}"):
        Skyscraper(visible, line(4))


def test_a_renban_line_with_more_cells_than_digits_is_refused():
    cells = [(r, c) for r in (1, 2) for c in (1, 2, 3)]
    with pytest.raises(InputError, match=r"the rule 'renban on .*' has 6 cells, but there are only 4 digits"):
        Board.of_size(4).with_rules(Renban(cells))
