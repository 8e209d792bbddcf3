"""Even and odd cells, and quadruples: what they mean, and what they refuse."""

import pytest
from random_rules import EXAMPLES, SQUARE, assert_means_what_it_says, line

from sudoku_models.errors import InputError
from sudoku_models.puzzles.board import Board
from sudoku_models.puzzles.rules import Even, Odd, Quadruple


@pytest.mark.parametrize("rule", EXAMPLES["cells"], ids=str)
def test_the_rule_and_its_automaton_hold_for_the_same_digits(rule):
    assert_means_what_it_says(rule)


def test_each_digit_is_even_or_odd():
    assert Even(line(2)).possible([range(1, 10)] * 2) == [{2, 4, 6, 8}] * 2
    assert Odd(line(2)).possible([range(1, 10)] * 2) == [{1, 3, 5, 7, 9}] * 2
    assert Even(line(1)) != Odd(line(1))


def test_the_digits_of_a_quadruple_are_sorted():
    assert Quadruple((5, 3, 3), SQUARE) == Quadruple([3, 5, 3], SQUARE)
    assert str(Quadruple((5, 3, 3), SQUARE)) == "quadruple 3 3 5 on r1c1 r1c2 r2c1 r2c2"


@pytest.mark.parametrize("digits", [(), (0,), (-1,), ("a", 1), (1.5,), (None,), (True,)])
def test_the_digits_of_a_quadruple_are_digits(digits):
    with pytest.raises(InputError, match="the digits of a quadruple must be integers from 1, not "):
        Quadruple(digits, SQUARE)


@pytest.mark.parametrize("digits", [5, None, "12"])
def test_the_digits_of_a_quadruple_are_a_collection(digits):
    with pytest.raises(InputError, match="the digits of a quadruple must be a tuple or a list, not "):
        Quadruple(digits, SQUARE)


def test_a_quadruple_has_room_for_its_digits():
    with pytest.raises(InputError, match="a quadruple on 4 cells cannot have 5 digits"):
        Quadruple((1, 2, 3, 4, 5), SQUARE)
    with pytest.raises(InputError, match=r"the rule 'quadruple 5 on .*' has the digit 5, beyond the 4 digits"):
        Board.of_size(4).with_rules(Quadruple((5,), SQUARE))
